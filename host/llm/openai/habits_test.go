package openai_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// picky refuses with an answer what holds a word, or what does not.
func picky(t *testing.T, status int, refusal string, refuses func(body string) bool) (address string, refused *[]bool) {
	t.Helper()
	refused = &[]bool{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		no := refuses(string(data))
		if *refused = append(*refused, no); no {
			answer(status, refusal)(w, r)
			return
		}
		_, _ = io.WriteString(w, sound)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, refused
}

// TestUsage_is_refused by providers that do not know how it is asked for: they are
// asked without, at once and from then on.
func TestUsage_is_refused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status  int
		refusal string
	}{
		"in_its_words":        {422, `{"detail":[{"loc":["body","stream_options"],"msg":"stream_options: extra fields not permitted"}]}`},
		"by_the_place":        {422, `{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`},
		"within_the_message":  {422, `{"object":"error","message":{"detail":[{"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]},"type":"invalid_request_error"}`},
		"by_the_parameter":    {400, `{"error":{"message":"Unrecognized request argument supplied","type":"invalid_request_error","param":"stream_options","code":null}}`},
		"in_text_that_is_bad": {400, `unknown field stream_options`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, refused := picky(t, tt.status, tt.refusal, func(body string) bool { return strings.Contains(body, "stream_options") })
			habits := &openai.Habits{}
			for range 2 { // a model is made for each run; what was learned stays
				m := openai.New(openai.Options{Model: "m", BaseURL: address, Retries: -1, Habits: habits})
				if o := ask(t, m, llm.Request{Messages: words("go")}); o.err != nil || o.reply.Text() != "ok" || len(retries(o)) > 0 {
					t.Errorf("%q, %v", o.reply.Text(), o.err)
				}
			}
			if !slices.Equal(*refused, []bool{true, false, false}) {
				t.Errorf("refused: %v", *refused)
			}
		})
	}
}

// TestReasoning_is_learned from the refusal of a provider that demands it back, or
// does not know it, whatever its name is.
func TestReasoning_is_learned(t *testing.T) {
	t.Parallel()
	const missing = `{"error":{"message":"thinking is enabled but reasoning_content is missing in assistant tool call message at index 2","type":"invalid_request_error"}}`
	round := func(by string) chat.Message {
		m := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{ModelID: "a", Name: "f", Arguments: "{}", Status: chat.CallCompleted, Result: "ok"}}}
		if by != "" {
			m.Vendor = `{"by":"` + by + `","reasoning":"hm"}`
		}
		return m
	}
	// demands holds that each message with calls has the reasoning beside them.
	demands := func(body string) bool {
		return strings.Count(body, `"reasoning_content":"`) < strings.Count(body, `"tool_calls"`)
	}
	knowsNot := func(body string) bool { return strings.Contains(body, "reasoning_content") }
	for name, tt := range map[string]struct {
		history []chat.Message
		known   bool
		refusal string
		refuses func(string) bool
		refused []bool
	}{
		"demanded":                     {append(words("go"), round("openai:m")), false, missing, demands, []bool{true, false, false}},
		"demanded_of_what_others_said": {append(append(words("go"), round("")), append(words("on"), round("openai:m"))...), true, missing, demands, []bool{true, false, false}},
		"given_where_it_is_known":      {append(words("go"), round("openai:m")), true, missing, demands, []bool{false, false}},
		"not_known_to_the_server":      {append(words("go"), round("openai:m")), true, `{"error":{"message":"Unknown field","param":"messages[1].reasoning_content"}}`, knowsNot, []bool{true, false, false}},
		"no_calls_no_demand":           {words("go"), false, missing, demands, []bool{false, false}},
		"refused_whatever_is_sent":     {append(words("go"), round("openai:m")), false, missing, func(string) bool { return true }, []bool{true, true, true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, refused := picky(t, 400, tt.refusal, tt.refuses)
			habits := &openai.Habits{}
			for range 2 {
				m := openai.New(openai.Options{Model: "m", BaseURL: address, Retries: -1, Habits: habits, Reasoning: tt.known})
				o := ask(t, m, llm.Request{Messages: tt.history})
				if fails := strings.HasPrefix(name, "refused"); (o.err != nil) != fails {
					t.Errorf("%q, %v", o.reply.Text(), o.err)
				}
			}
			if got := fmt.Sprint(*refused); got != fmt.Sprint(tt.refused) {
				t.Errorf("refused: %s, want %v", got, tt.refused)
			}
		})
	}
}

// TestIDs_of_calls that another model made are written anew where a provider says
// what its own have to look like, so that a chat can change its model.
func TestIDs_of_calls(t *testing.T) {
	t.Parallel()
	id := regexp.MustCompile(`"(?:id|tool_call_id)":"([^"]*)"`)
	nine := regexp.MustCompile(`^[a-zA-Z0-9]{9}$`)
	address, refused := picky(t, 400, `{"object":"error","message":"Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.","code":"3280"}`, func(body string) bool {
		times := map[string]int{}
		for _, found := range id.FindAllStringSubmatch(body, -1) {
			if times[found[1]]++; !nine.MatchString(found[1]) {
				return true
			}
		}
		if len(times) != 3 {
			t.Errorf("the ids are %v, want three", times)
		}
		return false
	})
	call := func(id string) chat.ToolCall {
		return chat.ToolCall{ModelID: id, Name: "f", Arguments: "{}", Status: chat.CallCompleted, Result: "ok"}
	}
	m := openai.New(openai.Options{Model: "m", BaseURL: address, Retries: -1})
	for range 2 {
		o := ask(t, m, llm.Request{Messages: append(words("go"),
			chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{call("call_1"), call("functions.f:0")}},
			chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{call("call_1")}})})
		if o.err != nil || o.reply.Text() != "ok" {
			t.Errorf("%q, %v", o.reply.Text(), o.err)
		}
	}
	if !slices.Equal(*refused, []bool{true, false, false}) {
		t.Errorf("refused: %v", *refused)
	}
}
