package openai_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// TestReasons: the words by which providers say that an answer is not whole, each
// with a whole call before it, which must not run then. Words of a sound end, and
// unknown ones, leave it as it is.
func TestReasons(t *testing.T) {
	t.Parallel()
	const cut, brokenOff, sound, outOfContext, filtered = "cut", "broken off", "sound", "out of context", "filtered"
	for reason, want := range map[string]string{
		"length": cut, "max_tokens": cut, "MAX_TOKENS": cut, "maxTokens": cut, "time_limit": cut, "token_limit": cut, "max_new_tokens": cut,
		"max_completion_tokens": cut, "max_output_tokens": cut, "model_length": cut, "incomplete": cut, "truncated": cut,
		"failed": brokenOff, "engine_overloaded": brokenOff, "unexpected_tool_call": brokenOff, "UNEXPECTED_TOOL_CALL": brokenOff,
		"not_finished": brokenOff, "TOO_MANY_TOOL_CALLS": brokenOff, "cancelled": brokenOff, "timedOut": brokenOff, "network_error": brokenOff, "rate_limit": brokenOff,
		"insufficient_system_resource": brokenOff, "MALFORMED_FUNCTION_CALL": brokenOff, "terminated": brokenOff,
		"model_context_window_exceeded": outOfContext, "contentFilter": filtered, "content-filter": filtered, "SAFETY": filtered, "LANGUAGE": filtered,
		"stop": sound, "STOP": sound, "end_turn": sound, "eos_token": sound, "eos": sound, "stop_sequence": sound, "tool_use": sound, "tool_calls": sound,
		"function_call": sound, "completed": sound, "COMPLETE": sound, "finished": sound, "success": sound,
	} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			body := events(callOf(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`), strings.Replace(stop, "stop", reason, 1), "[DONE]")
			m, _ := serve(t, 200, []byte(body), openai.Options{Retries: -1})
			expected := map[string]wanted{
				cut:          {finish: llm.FinishLength, cut: true},
				brokenOff:    {cut: true, code: chat.ErrorNetwork, words: reason},
				sound:        {finish: llm.FinishCalls},
				outOfContext: {cut: true, code: chat.ErrorContextTooLarge},
				filtered:     {finish: llm.FinishBlocked, cut: true, code: chat.ErrorRefused},
			}[want]
			expected.calls = []llm.Call{call("f", "{}")}
			check(t, ask(t, m, llm.Request{Messages: words("go")}), expected)
		})
	}
}
