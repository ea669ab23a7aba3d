package api_test

import (
	"context"
	"maps"
	"testing"

	"github.com/margay/margay/host/api"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// TestDiagnose: the variables are those of the terminal that sends them, or of
// the environment of the browser, which may send none.
func TestDiagnose(t *testing.T) {
	t.Parallel()
	var asked client.Diagnose
	s := api.New(api.Options{Doctor: func(_ context.Context, p client.Diagnose) client.Diagnosis {
		asked = p
		return client.Diagnosis{OK: true}
	}})
	own, sent := map[string]string{"MARGAY_MODEL": "own"}, map[string]string{"MARGAY_MODEL": "sent"}
	for _, tt := range []struct {
		name   string
		client *api.Client
		sent   map[string]string
		want   map[string]string
	}{
		{"terminal", &api.Client{Trusted: true}, sent, sent},
		{"terminal_without", &api.Client{Trusted: true}, nil, nil},
		{"browser", &api.Client{Env: own}, nil, own},
	} {
		d, err := s.Diagnose(t.Context(), tt.client, client.Diagnose{Model: true, Inside: true, Env: tt.sent})
		if err != nil || !d.OK || d.Checks == nil {
			t.Errorf("%s: %+v, %v", tt.name, d, err)
		}
		if !asked.Model || !asked.Inside || !maps.Equal(asked.Env, tt.want) {
			t.Errorf("%s: asked %+v, want %v", tt.name, asked, tt.want)
		}
	}
	_, err := s.Diagnose(t.Context(), &api.Client{}, client.Diagnose{Env: sent})
	wantFault(t, err, protocol.ReasonNotAllowed)
	_, err = api.New(api.Options{}).Diagnose(t.Context(), &api.Client{}, client.Diagnose{})
	wantFault(t, err, protocol.ReasonUnsupported)
}
