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
	for name, key := range map[string]string{"line_break": "sk-one\nsk-two", "nul": "sk\x00one", "in_quotation_marks": `"sk-one"`, "with_its_word": "Bearer sk-one", "typographic_dash": "sk–one"} {
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

// TestKey_is_hidden_where_words_are_cut within it, too: they are cut before they
// are looked through.
func TestKey_is_hidden_where_words_are_cut(t *testing.T) {
	t.Parallel()
	const key = "sk-CANARY-0123456789-abcdef"
	padding := func(n int) string { return strings.Repeat("word ", n/5) + strings.Repeat("x", n%5) }
	for name, tt := range map[string]struct {
		key, body string
		status    int
		leak      string
	}{
		"words":             {key, `{"error":{"message":"` + padding(990) + key + ` is wrong"}}`, 401, "sk-CANARY"},
		"words_at_the_end":  {key, `{"error":{"message":"` + padding(996) + key + ` is wrong"}}`, 401, "sk-C"},
		"cut_by_another":    {key, `{"error":{"message":"word: bad key sk-CANARY…, word sk-CANARY-01... and sk-CANA… again"}}`, 401, "CANA"},
		"cut_by_dots_alone": {key, `{"error":{"message":"word … word: bad key 'sk-CANARY-0123...' given."}}`, 401, "CANA"},
		"excerpt":           {key, padding(185) + key + " is wrong, whatever else is said of it", 401, "sk-CANARY"},
		"upstream":          {key, `{"error":{"message":"no","metadata":{"raw":"` + padding(190) + key + ` is wrong"}}}`, 401, "sk-CANA"},
		"mostly_blank":      {key, "word" + strings.Repeat(" ", 4<<10-16) + key + " is wrong", 401, "sk-CANARY"},
		"in_the_stream":     {key, "data: {\"error\":{\"message\":\"" + padding(990) + key + " is wrong\"}}\n\n", 200, "sk-CANARY"},
		"a_short_key":       {"k3y-1", `{"error":{"message":"` + padding(995) + `, k3y-1 is wrong"}}`, 401, "k3y"},
		"upstream_then_cut": {key, `{"error":{"message":"` + padding(985) + `","metadata":{"raw":"` + key + ` is wrong"}}}`, 401, "sk-CANARY"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, _ := serve(t, tt.status, []byte(tt.body), openai.Options{Key: tt.key, Retries: -1})
			o := ask(t, m, llm.Request{Messages: words("go")})
			e, ok := errors.AsType[*llm.Error](o.err)
			if !ok || !strings.Contains(e.Message, "word") || !strings.Contains(e.Message, "…") || strings.Contains(e.Message, tt.leak) {
				t.Errorf("%q", o.err)
			}
		})
	}
}

// TestKey_leaves_words_that_are_cut as they are where no key begins at their end.
func TestKey_leaves_words_that_are_cut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 250)
	m, _ := serve(t, 401, []byte(`{"error":{"message":"`+long+`"}}`), openai.Options{Key: "sk-CANARY-0123456789", Retries: -1})
	if o := ask(t, m, llm.Request{Messages: words("go")}); o.err == nil || !strings.Contains(o.err.Error(), long[:1000]+"…") {
		t.Errorf("%q", o.err)
	}
}
