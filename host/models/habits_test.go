package models_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// TestOpen_remembers_refusals: each run opens a model of its own, and what a provider
// has refused once is not asked of it again.
func TestOpen_remembers_refusals(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	refused := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		if strings.Contains(string(body), "stream_options") {
			refused++
			http.Error(w, `{"error":{"message":"no","param":"stream_options"}}`, http.StatusBadRequest)
			return
		}
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ok\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	defer srv.Close()
	for range 3 {
		m, _, err := r.Open(t.Context(), "openai:x", map[string]string{"OPENAI_BASE_URL": srv.URL})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := llmtest.Collect(t.Context(), m, llm.Request{Messages: []chat.Message{llmtest.User("go")}}); err != nil || got.Text() != "ok" {
			t.Errorf("%q, %v", got.Text(), err)
		}
	}
	if refused != 1 {
		t.Errorf("refused %d times, want once", refused)
	}
}
