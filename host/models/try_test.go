package models_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/models"
	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// echo is a provider that repeats the key in all that it says.
func echo(t testing.TB, status int) *httptest.Server {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		key := strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"error":{"message":"bad key ` + key + `","code":"` + key + `"}}`))
	}))
	t.Cleanup(srv.Close)
	return srv
}

func TestTest_and_discover(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	script := &llmtest.Handler{Model: llmtest.NewScript(llmtest.Say("ready"), llmtest.Say("ready"), llmtest.Say("ready"))}
	var auth []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		auth = append(auth, req.URL.Path+" "+req.Header.Get("Authorization"))
		if strings.HasSuffix(req.URL.Path, "/models") {
			_, _ = w.Write([]byte(`{"object":"list","data":[{"id":"b"},{"id":"a","owned_by":null},{"id":"b"},{"id":""}]}`))
			return
		}
		script.ServeHTTP(w, req)
	}))
	defer srv.Close()
	draft := client.SaveModel{Provider: "openai", Name: "x", BaseURL: srv.URL + "/v1", Key: "sk-typed"}
	env := map[string]string{"OPENAI_API_KEY": "sk-env", "OPENAI_BASE_URL": "http://127.0.0.1:1"}
	test := func(p client.TestModel) client.ModelTested {
		t.Helper()
		got, err := r.Test(t.Context(), p, env)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := test(client.TestModel{Draft: &draft}); !got.OK || got.Text != "ready" {
		t.Errorf("a draft: %+v", got)
	}
	m := r.save(client.SaveModel{Provider: "mylab", Name: "x", BaseURL: srv.URL + "/v1", Key: "sk-kept"})
	if got := test(client.TestModel{Spec: m.Spec}); !got.OK {
		t.Errorf("a saved model: %+v", got)
	}
	if got := test(client.TestModel{Draft: &client.SaveModel{ID: m.ID, Revision: 1, Provider: "mylab", Name: "x", BaseURL: srv.URL + "/v1"}}); !got.OK {
		t.Errorf("a draft of a saved model: %+v", got)
	}
	names, err := r.Discover(t.Context(), client.DiscoverModels{Provider: "other", BaseURL: srv.URL + "/v1/", KeyOf: m.Spec}, env)
	if err != nil || !slices.Equal(names.Names, []string{"a", "b"}) {
		t.Errorf("%v, %v", names, err)
	}
	names, err = r.Discover(t.Context(), client.DiscoverModels{Provider: "mylab", BaseURL: srv.URL + "/v2", KeyOf: m.Spec}, env)
	if err != nil || len(names.Names) == 0 { // another path of the same server
		t.Errorf("%+v, %v", names, err)
	}
	elsewhere := client.SaveModel{ID: m.ID, Revision: 1, Provider: "mylab", Name: "x", BaseURL: "http://127.0.0.1:1/v1"}
	blank := elsewhere
	blank.Key = " \t"
	for what, p := range map[string]client.SaveModel{
		"an_edited_address": elsewhere,
		"a_key_of_blanks":   blank,
		"another_provider":  {ID: m.ID, Revision: 1, Provider: "openai", Name: "x"},
		"key_of_another":    {Provider: "other", Name: "x", BaseURL: "http://127.0.0.1:1/v1", KeyOf: m.Spec},
	} {
		if got := test(client.TestModel{Draft: &p}); got.OK || !strings.Contains(got.Error, "is not sent to this one") || got.ErrorCode != "" {
			t.Errorf("%s: %+v", what, got)
		}
	}
	for _, p := range []client.SaveModel{elsewhere, blank} {
		_, err := r.Save(t.Context(), p, env)
		wantFault(t, err, protocol.ReasonInvalidParams, "is not sent to this one")
	}
	want := []string{"/v1/chat/completions Bearer sk-typed", "/v1/chat/completions Bearer sk-kept", "/v1/chat/completions Bearer sk-kept", "/v1/models Bearer sk-kept", "/v2/models Bearer sk-kept"}
	if !slices.Equal(auth, want) {
		t.Errorf("asked %q\nwant %q", auth, want)
	}
	if got := test(client.TestModel{Spec: "offline"}); !got.OK {
		t.Errorf("offline: %+v", got)
	}
	if got := test(client.TestModel{Spec: "none:x"}); got.OK || got.Next == "" {
		t.Errorf("a model that there is not: %+v", got)
	}
	if got := test(client.TestModel{Draft: &client.SaveModel{Provider: "mylab", Name: "x", BaseURL: "nowhere"}}); got.OK || got.Next == "" {
		t.Errorf("a draft without an address: %+v", got)
	}
}

// TestSees_is_guessed_by_the_name, with nothing saved and nobody asked.
func TestSees_is_guessed_by_the_name(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for name, want := range map[string]bool{"gpt-4o-mini": true, "openai/GPT-5": true, "deepseek-chat": false, "": false} {
		if got, err := r.Sees(t.Context(), client.ModelName{Name: name}); err != nil || got.Sees != want {
			t.Errorf("%q: %+v, %v", name, got, err)
		}
	}
}

// TestDiscover_says_what_kind_of_failure_it_is, as a test of the model does.
func TestDiscover_says_what_kind_of_failure_it_is(t *testing.T) {
	t.Parallel()
	answers := func(status int, text string) string {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(text))
		}))
		t.Cleanup(srv.Close)
		return srv.URL
	}
	away := httptest.NewServer(nil)
	away.Close()
	const own = "mylab"
	for name, tt := range map[string]struct {
		ask  client.DiscoverModels
		env  map[string]string
		code chat.ErrorCode
		says string
	}{
		"refused":    {client.DiscoverModels{Provider: own, BaseURL: answers(401, `{"error":{"message":"no such key"}}`)}, nil, chat.ErrorAuth, "No such key"},
		"not_found":  {client.DiscoverModels{Provider: own, BaseURL: answers(404, "")}, nil, chat.ErrorAPI, "404"},
		"limited":    {client.DiscoverModels{Provider: own, BaseURL: answers(429, "")}, nil, chat.ErrorRateLimit, "429"},
		"overloaded": {client.DiscoverModels{Provider: own, BaseURL: answers(503, "")}, nil, chat.ErrorOverloaded, "503"},
		"no_list":    {client.DiscoverModels{Provider: own, BaseURL: answers(200, "<html>")}, nil, chat.ErrorAPI, "no list of models"},
		"away":       {client.DiscoverModels{Provider: own, BaseURL: away.URL}, nil, chat.ErrorNetwork, "refused"},
		"no_key":     {client.DiscoverModels{Provider: "openai"}, nil, chat.ErrorAuth, "needs an API key"},
		"address":    {client.DiscoverModels{Provider: "openai"}, map[string]string{"OPENAI_BASE_URL": "nowhere"}, chat.ErrorAPI, "OPENAI_BASE_URL"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := newRig(t).Discover(t.Context(), tt.ask, tt.env)
			if err != nil || got.ErrorCode != tt.code || !strings.Contains(got.Error, tt.says) || got.Next == "" || got.Names == nil || len(got.Names) != 0 {
				t.Errorf("%+v, %v; want %s with %q", got, err, tt.code, tt.says)
			}
		})
	}
}

// TestFailures_never_tell_the_key, whatever a provider repeats.
func TestFailures_never_tell_the_key(t *testing.T) {
	t.Parallel()
	const canary = "sk-CANARY-4711"
	for _, status := range []int{200, 401, 404, 429, 500} {
		r := newRig(t)
		var log strings.Builder
		srv := echo(t, status)
		service := models.New(models.Options{Records: r.store, Secrets: secret.New(secret.Options{Path: r.file()}), Log: zerolog.New(&log)})
		m, err := service.Save(t.Context(), client.SaveModel{Provider: "mylab", Name: "x", BaseURL: srv.URL, Key: canary}, nil)
		if err != nil {
			t.Fatal(err)
		}
		tested, err := service.Test(t.Context(), client.TestModel{Spec: m.Spec}, nil)
		if err != nil || tested.OK || !strings.Contains(tested.Error, "bad key") && !strings.Contains(tested.Error, "Bad key") {
			t.Errorf("%d: %+v, %v", status, tested, err)
		}
		names, err := service.Discover(context.Background(), client.DiscoverModels{Provider: "mylab", BaseURL: srv.URL, KeyOf: m.ID}, nil)
		if err != nil || status != 200 && names.Error == "" {
			t.Errorf("%d: the list of a provider that refuses: %+v, %v", status, names, err)
		}
		list, _ := service.List(nil)
		said := tested.Error + tested.Next + names.Error + names.Next + log.String()
		for _, told := range []any{list, m} {
			body, err := protocol.Marshal(told)
			if err != nil {
				t.Fatal(err)
			}
			said += string(body)
		}
		data, err := os.ReadFile(filepath.Join(r.dir, "margay.db"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(said, canary) || strings.Contains(string(data), canary) {
			t.Errorf("%d: the key is told or stored: %s", status, said)
		}
	}
}
