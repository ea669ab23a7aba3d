package openai_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

const callsEnd = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`

// TestEnd_after_the_finish_reason: an answer whose end was said is whole although
// the provider never says [DONE] and loses the connection, or holds it open.
func TestEnd_after_the_finish_reason(t *testing.T) {
	t.Parallel()
	hello := wanted{finish: llm.FinishStop, text: "Hello"}
	text := said(`{"content":"Hello"}`)
	list := callOf(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`)
	half := callOf(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}`)
	usage := `{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}`
	lost := func(text string) wanted { return wanted{text: text, cut: true, code: chat.ErrorNetwork} }
	for name, tt := range map[string]struct {
		frames []string
		want   wanted
	}{
		"text":                     {[]string{text, stop}, hello},
		"text_and_the_reason":      {[]string{`{"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}]}`}, hello},
		"usage_before_the_end":     {[]string{text, stop, usage}, wanted{finish: llm.FinishStop, text: "Hello", usage: chat.Usage{InputTokens: 3, OutputTokens: 2}}},
		"calls":                    {[]string{list, callsEnd}, wanted{finish: llm.FinishCalls, calls: []llm.Call{call("f", "{}")}}},
		"calls_that_are_not_whole": {[]string{half, callsEnd}, wanted{cut: true, code: chat.ErrorNetwork, calls: []llm.Call{call("f", `{"x":`)}}},
		"cut_at_the_length":        {[]string{text, strings.Replace(stop, "stop", "length", 1)}, wanted{finish: llm.FinishLength, cut: true, text: "Hello"}},
		"no_reason":                {[]string{text}, lost("Hello")},
		"a_reason_that_comes_always": {[]string{
			`{"choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":"stop"}]}`, `{"choices":[{"index":0,"delta":{"content":"l"},"finish_reason":"stop"}]}`,
		}, lost("Hell")},
		"a_reason_before_a_word": {[]string{stop}, wanted{cut: true, code: chat.ErrorNetwork}},
	} {
		for how, st := range map[string]step{"torn": {torn: true}, "held_open": {hang: true}, "held_open_with_signs_of_life": {alive: true}} {
			t.Run(name+"/"+how, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					st.status, st.body = 200, events(tt.frames...)
					start := time.Now()
					o, tr := play(t, t.Context(), openai.Options{Retries: -1}, st)
					check(t, o, tt.want)
					most := openai.Grace
					if how == "torn" {
						most = 0
					}
					if took := time.Since(start); tt.want.code == "" && took != most || len(tr.at) != 1 {
						t.Errorf("took %v and %d tries, want %v and one", took, len(tr.at), most)
					}
				})
			})
		}
	}
}

// TestEnd_mark_without_a_blank_line ends the answer at once, also where no reason was
// given and the connection stays open.
func TestEnd_mark_without_a_blank_line(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"alone":             events(said(`{"content":"Hello"}`)) + "data: [DONE]\n",
		"in_small":          events(said(`{"content":"Hello"}`)) + "data: [done]\n",
		"crlf":              events(said(`{"content":"Hello"}`)) + "data: [DONE]\r\n",
		"in_the_same_event": "data: " + said(`{"content":"Hello"}`) + "\ndata: [DONE]\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				o, tr := play(t, t.Context(), openai.Options{}, step{status: 200, hang: true, body: body})
				check(t, o, wanted{finish: llm.FinishStop, text: "Hello"})
				if took := time.Since(start); took != 0 || len(tr.at) != 1 {
					t.Errorf("took %v and %d tries", took, len(tr.at))
				}
			})
		})
	}
}
