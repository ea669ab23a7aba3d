package openai_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// TestKey_as_it_was_pasted: blanks around it are no part of it; with a line break
// inside, it cannot be sent, and no other try would mend that.
func TestKey_as_it_was_pasted(t *testing.T) {
	t.Parallel()
	m, rec := serve(t, 200, []byte(sound), openai.Options{Key: "\n sk-one \r\n"})
	if o := ask(t, m, llm.Request{Messages: words("go")}); o.err != nil || rec.heads[0].Get("Authorization") != "Bearer sk-one" {
		t.Errorf("%v with %q", o.err, rec.heads)
	}
	for name, key := range map[string]string{"line_break": "sk-one\nsk-two", "nul": "sk\x00one"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, rec := serve(t, 200, []byte(sound), openai.Options{Key: key})
			o := ask(t, m, llm.Request{Messages: words("go")})
			_, err := openai.ListModels(t.Context(), openai.Options{Key: key, BaseURL: "http://127.0.0.1:1/v1"})
			list, _ := errors.AsType[*llm.Error](err)
			for _, e := range []*llm.Error{o.err, list} {
				if e == nil || e.Code != chat.ErrorAuth || !strings.Contains(e.Message, "API key") || strings.Contains(e.Message, "sk-") || !strings.Contains(e.Next, "again") {
					t.Errorf("%+v", e)
				}
			}
			if len(rec.sent) != 0 || len(retries(o)) != 0 {
				t.Errorf("%d requests and %d retries", len(rec.sent), len(retries(o)))
			}
		})
	}
}
