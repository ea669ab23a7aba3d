package openai_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
)

// A name that is said again with every piece stays the tool that was meant.
func TestNames_said_again(t *testing.T) {
	t.Parallel()
	piece := func(args string) string {
		return callOf(`{"index":0,"id":"a","function":{"name":"click<|channel|>commentary","arguments":"` + args + `"}}`)
	}
	m, _ := serve(t, 200, []byte(events(piece(`{\"a\"`), piece(`:1`), piece(`}`), callsEnd, "[DONE]")), openai.Options{})
	o := ask(t, m, llm.Request{Messages: words("go"), Tools: []llm.Tool{{Name: "click"}}})
	check(t, o, wanted{finish: llm.FinishCalls, calls: []llm.Call{call("click", `{"a":1}`)}})
}

// TestNames_in_text: an answer that is nothing but a call of a tool as text is neither
// run nor shown as the answer; one that speaks of calls is an answer.
func TestNames_in_text(t *testing.T) {
	t.Parallel()
	const written = `<tool_call>\n{\"name\":\"click\",\"arguments\":{}}\n</tool_call>`
	for name, tt := range map[string]struct {
		text string
		is   bool
	}{
		"a_call":        {written, true},
		"two":           {written + `\n` + written, true},
		"of_no_tool":    {strings.Replace(written, "click", "clack", 1), false},
		"words_with_it": {"It is written so: " + written, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, _ := serve(t, 200, []byte(events(said(`{"content":"`+tt.text+`"}`), stop, "[DONE]")), openai.Options{Retries: -1})
			o := ask(t, m, llm.Request{Messages: words("go"), Tools: []llm.Tool{{Name: "click"}}})
			if fails := o.err != nil && strings.Contains(o.err.Message, "as text") && o.reply.Cut; fails != tt.is || len(o.reply.Calls) > 0 || o.err != nil != tt.is {
				t.Errorf("%+v, %v", o.reply, o.err)
			}
		})
	}
}

// TestNames_of_calls that no tool has: a name that is known but for what the model's
// own format left on it is that tool; any other is kept as it came, and
// written in the next request so that strict providers take it.
func TestNames_of_calls(t *testing.T) {
	t.Parallel()
	tools := []llm.Tool{{Name: "list_tabs"}, {Name: "click"}}
	for came, tt := range map[string]struct{ want, sent string }{
		"list_tabs":                          {"list_tabs", "list_tabs"},
		"list_tabs<|channel|>commentary":     {"list_tabs", "list_tabs"},
		"functions.list_tabs":                {"list_tabs", "list_tabs"},
		"functions.list_tabs<|channel|>json": {"list_tabs", "list_tabs"},
		"list_tabs<｜tool▁sep｜>":              {"list_tabs", "list_tabs"},
		" list_tabs ":                        {"list_tabs", "list_tabs"},
		"browser.tabs.open":                  {"browser.tabs.open", "browser_tabs_open"},
		"open<|channel|>commentary":          {"open<|channel|>commentary", "open_channel_commentary"},
		"打开":                                 {"打开", "unnamed"},
		strings.Repeat("x", 80):              {strings.Repeat("x", 80), strings.Repeat("x", 64)},
	} {
		t.Run(came, func(t *testing.T) {
			t.Parallel()
			m, rec := serve(t, 200, []byte(events(callOf(`{"index":0,"id":"a","function":{"name":"`+came+`","arguments":"{}"}}`), callsEnd, "[DONE]")), openai.Options{})
			o := ask(t, m, llm.Request{Messages: words("go"), Tools: tools})
			if o.err != nil || len(o.reply.Calls) != 1 || o.reply.Calls[0].Name != tt.want || o.assembled()[0].Name != tt.want {
				t.Fatalf("%+v, %v; want a call of %s", o.reply.Calls, o.err, tt.want)
			}
			ask(t, m, llm.Request{Messages: append(words("go"), stored(o.reply)), Tools: tools})
			checkSound(t, rec.sent[1], 1, true)
			got := wireMessages(t, rec.sent[1])[1]["tool_calls"].([]any)[0].(map[string]any)["function"].(map[string]any)["name"]
			if got != tt.sent {
				t.Errorf("sent as %q, want %q", got, tt.sent)
			}
		})
	}
}
