package openai_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// callOf is a frame with one piece of a call.
func callOf(piece string) string { return said(`{"tool_calls":[` + piece + `]}`) }

// TestOddCalls: providers that number and name calls as nobody should.
func TestOddCalls(t *testing.T) {
	t.Parallel()
	two := []llm.Call{call("f", `{"x":1}`), call("g", `{"y":2}`)}
	one, whole := two[:1], callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}`)
	twice := []llm.Call{call("f", `{"x":1}`), call("f", `{"x":2}`)}
	for name, tt := range map[string]struct {
		frames []string
		want   []llm.Call
	}{
		"one_id_for_all_by_index": {[]string{
			callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"index":1,"id":"c","function":{"name":"g","arguments":"{\"y\":2}"}}`),
		}, two},
		"one_id_for_all_in_pieces": {[]string{
			callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":""}}`), callOf(`{"index":1,"id":"c","function":{"name":"g","arguments":""}}`),
			callOf(`{"index":1,"id":"c","function":{"arguments":"{\"y\""}}`), callOf(`{"index":0,"id":"c","function":{"arguments":"{\"x\""}}`),
			callOf(`{"index":1,"function":{"arguments":":2}"}}`), callOf(`{"index":0,"function":{"arguments":":1}"}}`),
		}, two},
		"one_id_for_all_same_name": {[]string{
			callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"index":1,"id":"c","function":{"name":"f","arguments":"{\"x\":2}"}}`),
		}, twice},
		"one_id_no_index": {[]string{
			callOf(`{"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"id":"c","function":{"name":"f","arguments":"{\"x\":2}"}}`),
		}, twice},
		"one_index_no_ids": {[]string{
			callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"index":0,"function":{"name":"g","arguments":"{\"y\":2}"}}`),
		}, two},
		"one_index_no_ids_in_pieces": {[]string{
			callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\""}}`), callOf(`{"index":0,"function":{"arguments":":1}"}}`),
			callOf(`{"index":0,"function":{"name":"g","arguments":""}}`), callOf(`{"index":0,"function":{"arguments":"{\"y\":2}"}}`),
		}, two},
		"one_index_no_ids_same_name": {[]string{
			callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\":2}"}}`),
		}, twice},
		"empty_ids": {[]string{
			callOf(`{"index":0,"id":"","function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"index":1,"id":"","function":{"name":"g","arguments":"{\"y\":2}"}}`),
		}, two},
		"the_index_counts_pieces": {[]string{
			callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\""}}`), callOf(`{"index":1,"id":"c","function":{"name":"f","arguments":":1"}}`),
			callOf(`{"index":2,"id":"c","function":{"arguments":"}"}}`),
		}, []llm.Call{call("f", `{"x":1}`)}},
		"said_once_more_at_the_end": {[]string{
			callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":""}}`),
			callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":null}}`), callOf(`{"index":0,"id":"c","function":null}`),
		}, []llm.Call{call("f", `{"x":1}`)}},
		"both_ways": {[]string{
			said(`{"function_call":{"name":"f","arguments":"{\"x\":1}"},"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]}`),
			callOf(`{"index":1,"id":"b","function":{"name":"g","arguments":"{\"y\":2}"}}`),
		}, two},
		"both_ways_in_pieces": {[]string{
			said(`{"function_call":{"name":"f","arguments":"{\"x\""},"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}]}`),
			said(`{"function_call":{"name":"f","arguments":":1}"},"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":":1}"}}]}`),
		}, []llm.Call{call("f", `{"x":1}`)}},
		"both_ways_one_before_the_other": {[]string{
			said(`{"function_call":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}`),
		}, []llm.Call{call("f", `{"x":1}`)}},
		"both_ways_in_a_message": {[]string{
			`{"choices":[{"index":0,"message":{"function_call":{"name":"f","arguments":"{\"x\":1}"},"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]}}]}`,
		}, []llm.Call{call("f", `{"x":1}`)}},
		"both_ways_and_one_has_no_name": {[]string{
			said(`{"function_call":{"name":"f","arguments":"{\"x\":1}"},"tool_calls":[{"index":0,"id":"a"}]}`),
		}, []llm.Call{call("f", `{"x":1}`)}},
		"said_again_with_blanks":            {[]string{whole, callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\": 1}\n"}}`)}, one},
		"said_again_as_an_object":           {[]string{whole, callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":{"x":  1}}}`)}, one},
		"said_again_by_its_index":           {[]string{whole, callOf(`{"index":0,"function":{"arguments":"{\"x\": 1}"}}`)}, one},
		"said_again_named_by_index":         {[]string{whole, callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\": 1}"}}`)}, one},
		"said_again_without_an_id":          {[]string{whole, callOf(`{"function":{"name":"f","arguments":"{\"x\":1}"}}`)}, one},
		"said_again_in_another_order":       {[]string{callOf(`{"id":"c","function":{"name":"f","arguments":"{\"x\":1,\"y\":[2]}"}}`), callOf(`{"id":"c","function":{"name":"f","arguments":"{\"y\":[2],\"x\":1}"}}`)}, []llm.Call{call("f", `{"x":1,"y":[2]}`)}},
		"said_again_by_another_id":          {[]string{whole, callOf(`{"index":0,"id":"d","function":{"name":"f","arguments":"{\"x\":1}"}}`)}, []llm.Call{one[0], one[0]}},
		"said_again_at_another_index":       {[]string{whole, callOf(`{"index":1,"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}`)}, []llm.Call{one[0], one[0]}},
		"twice_in_one_list":                 {[]string{callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}},{"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}}`)}, []llm.Call{one[0], one[0]}},
		"said_again_in_another_list":        {[]string{callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}}`)}, one},
		"another_id_after_pieces":           {[]string{callOf(`{"id":"c","function":{"name":"f","arguments":"{\"x\""}}`), callOf(`{"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"id":"d","function":{"name":"f","arguments":"{\"x\":1}"}}`)}, []llm.Call{one[0], one[0]}},
		"said_again_by_who_names_none":      {[]string{callOf(`{"function":{"name":"f","arguments":"{\"x\":1}"}}`), callOf(`{"function":{"name":"f","arguments":"{\"x\":1}"}}`)}, []llm.Call{one[0], one[0]}},
		"large_numbers_that_differ":         {[]string{callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":12345678901234567890}"}}`), callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":12345678901234567891}"}}`)}, []llm.Call{call("f", `{"x":12345678901234567890}`), call("f", `{"x":12345678901234567891}`)}},
		"beside_the_id":                     {[]string{callOf(`{"index":0,"id":"c","name":"f","arguments":"{\"x\":1}"}`)}, one},
		"by_their_numbers":                  {[]string{said(`{"tool_calls":{"1":{"id":"b","function":{"name":"g","arguments":"{\"y\":2}"}},"0":{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}}}`)}, two},
		"parameters":                        {[]string{callOf(`{"index":0,"id":"c","function":{"name":"f","parameters":{"x":1}}}`)}, []llm.Call{call("f", `{"x":1}`)}},
		"parameters_and_arguments":          {[]string{callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":1}","parameters":{"type":"object"}}}`)}, one},
		"parameters_beside_an_empty_text":   {[]string{callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"","parameters":{"x":1}}}`)}, one},
		"parameters_beside_an_empty_object": {[]string{callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{ }","parameters":"{\"x\":1}"}}`)}, one},
		"parameters_beside_none_and_the_id": {[]string{callOf(`{"index":0,"id":"c","name":"f","arguments":{},"parameters":{"x":1}}`)}, one},
		"a_schema_beside_no_arguments":      {[]string{callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{}","parameters":{"type":"object","properties":{}}}}`)}, []llm.Call{call("f", "{}")}},
		"parameters_that_have_a_type":       {[]string{callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{}","parameters":{"type":"object"}}}`)}, []llm.Call{call("f", `{"type":"object"}`)}},
		"empty_parameters_too":              {[]string{callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{}","parameters":{}}}`)}, []llm.Call{call("f", "{}")}},
		"both_in_one_frame_one_index": {[]string{
			said(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}},{"index":0,"id":"b","function":{"name":"g","arguments":"{\"y\":2}"}}]}`),
		}, two},
		"whole_message_after_the_deltas": {[]string{
			callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}`),
			`{"choices":[{"index":0,"delta":{},"message":{"content":null,"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\"x\":1}"}}]},"finish_reason":"tool_calls"}]}`,
		}, []llm.Call{call("f", `{"x":1}`)}},
	} {
		for _, n := range []int{1, 7, 1 << 20} {
			t.Run(fmt.Sprintf("%s/pieces_of_%d", name, n), func(t *testing.T) {
				t.Parallel()
				m, _ := serve(t, 200, []byte(events(append(tt.frames, stop)...)), openai.Options{Transport: inPieces{n}, Retries: -1})
				o := ask(t, m, llm.Request{Messages: words("go")})
				check(t, o, wanted{finish: llm.FinishCalls, calls: tt.want})
				ask(t, m, llm.Request{Messages: append(words("go"), stored(o.reply))}) // whose ids are told apart
			})
		}
	}
}

// TestOddAnswers: what is said in places and shapes of a provider's own.
func TestOddAnswers(t *testing.T) {
	t.Parallel()
	hello := wanted{finish: llm.FinishStop, text: "Hello"}
	fails := func(code chat.ErrorCode, text, words string) wanted {
		return wanted{text: text, cut: true, code: code, words: words}
	}
	begun := said(`{"content":"Hel"}`)
	blocked := wanted{finish: llm.FinishBlocked, text: "Hel", cut: true, code: chat.ErrorRefused, words: "content filter"}
	for name, tt := range map[string]struct {
		body string
		want wanted
	}{
		"whole_message_after_the_deltas": {events(begun, said(`{"content":"lo"}`), `{"choices":[{"index":0,"delta":{"content":""},"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}`), hello},
		"messages_in_place_of_deltas":    {events(`{"choices":[{"index":0,"message":{"content":"Hel"}}]}`, `{"choices":[{"index":0,"message":{"content":"lo"},"finish_reason":"stop"}]}`), hello},
		"whole_without_a_reason":         {`{"choices":[{"index":0,"message":{"content":"Hello"},"finish_reason":null}]}`, hello},
		"whole_and_cut":                  {`{"choices":[{"index":0,"message":{"content":"Hel`, fails(chat.ErrorNetwork, "", "damaged")},
		"reasoning_said_twice":           {events(said(`{"reasoning":"hm","reasoning_content":"hm"}`), said(`{"content":"Hello"}`), stop), wanted{finish: llm.FinishStop, text: "Hello", thinking: "hm"}},
		"reasoning_in_details":           {events(said(`{"reasoning_details":[{"type":"reasoning.text","text":"hm"},{"type":"reasoning.encrypted","data":"x"}]}`), said(`{"content":"Hello"}`), stop), wanted{finish: llm.FinishStop, text: "Hello", thinking: "hm"}},
		"reasoning_and_its_details":      {events(said(`{"reasoning":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm"}]}`), said(`{"content":"Hello"}`), stop), wanted{finish: llm.FinishStop, text: "Hello", thinking: "hm"}},
		"reasoning_and_think_tags":       {events(said(`{"reasoning_content":"h"}`), said(`{"content":"<think>m</think>Hello"}`), stop), wanted{finish: llm.FinishStop, text: "Hello", thinking: "hm"}},
		"reasoning_is_null":              {events(said(`{"reasoning_content":null,"content":"Hello"}`), stop), hello},

		"only_thinking":              {events(said(`{"content":"<think>hm</think>"}`), stop, "[DONE]"), wanted{thinking: "hm", cut: true, code: chat.ErrorAPI, words: "only thought, and gave no answer"}},
		"only_thinking_to_the_limit": {events(said(`{"content":"<think>hm"}`), strings.Replace(stop, "stop", "length", 1), "[DONE]"), wanted{thinking: "hm", finish: llm.FinishLength, cut: true, code: chat.ErrorOutputTooLong, words: "while it still thought"}},
		"text_to_the_limit":          {events(said(`{"content":"<think>hm</think>Hel"}`), strings.Replace(stop, "stop", "length", 1), "[DONE]"), wanted{thinking: "hm", text: "Hel", finish: llm.FinishLength, cut: true}},
		"only_thinking_and_blanks":   {events(said(`{"content":"<think>hm</think>\n\n"}`), stop, "[DONE]"), wanted{text: "\n\n", thinking: "hm", cut: true, code: chat.ErrorAPI, words: "only thought, and gave no answer"}},
		"only_reasoning":             {events(said(`{"reasoning_content":"hm"}`), stop, "[DONE]"), wanted{thinking: "hm", cut: true, code: chat.ErrorAPI, words: "only thought, and gave no answer"}},
		"only_thinking_of_nothing":   {events(said(`{"content":"<think>\n</think>"}`), stop, "[DONE]"), wanted{thinking: "\n", cut: true, code: chat.ErrorAPI, words: "returned nothing"}},
		"lines_in_one_event":         {"data: " + strings.Join([]string{begun, said(`{"content":"lo"}`), stop, "[DONE]"}, "\ndata: ") + "\n\n", hello},
		"lines_and_no_last_blank":    {"data: " + strings.Join([]string{begun, "ping", said(`{"content":"lo"}`), stop, "[DONE]"}, "\ndata: ") + "\n", hello},
		"lines_and_one_is_damaged":   {"data: " + strings.Join([]string{begun, `{"choices":[{"ind`, "[DONE]"}, "\ndata: ") + "\n\n", fails(chat.ErrorNetwork, "", "damaged")},
		"lines_of_a_log":             {events(begun, "[INFO] 12 tokens/s", said(`{"content":"lo"}`), "[2026-11-30 21:00:01] done", stop, "[done]"), hello},
		"a_log_within_an_event":      {"data: " + strings.Join([]string{begun, "[WARN] slow", said(`{"content":"lo"}`), stop}, "\ndata: ") + "\n\n", hello},
		"json_over_lines":            {"data: " + strings.ReplaceAll(said(`{"content":"Hello"}`), ",", ",\ndata: ") + "\n\n" + events(stop), hello},
		"numbers_that_json_has_not":  {events(`{"choices":[{"index":0,"delta":{"content":"Hello"},"logprobs":{"content":[{"logprob":NaN,"top":[-Infinity,Infinity]}]}}]}`, stop), hello},
		"such_words_in_text":         {events(`{"choices":[{"index":0,"delta":{"content":"\"NaN\" is Infinity"},"logprobs":NaN}]}`, stop), wanted{finish: llm.FinishStop, text: `"NaN" is Infinity`}},

		"usage_of_groq":            {events(said(`{"content":"Hello"}`), `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"usage":{"prompt_tokens":5,"completion_tokens":2}}}`, "[DONE]"), wanted{finish: llm.FinishStop, text: "Hello", usage: chat.Usage{InputTokens: 5, OutputTokens: 2}}},
		"usage_of_kimi":            {events(said(`{"content":"Hello"}`), `{"choices":[{"index":0,"delta":{},"finish_reason":"stop","usage":{"prompt_tokens":9,"completion_tokens":4,"cached_tokens":8}}]}`), wanted{finish: llm.FinishStop, text: "Hello", usage: chat.Usage{InputTokens: 9, OutputTokens: 4, CacheReadInputTokens: 8}}},
		"usage_of_zeros_at_last":   {events(`{"choices":[{"index":0,"delta":{"content":"Hello"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}`, stop, `{"choices":[],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}}`, "[DONE]"), wanted{finish: llm.FinishStop, text: "Hello", usage: chat.Usage{InputTokens: 5, OutputTokens: 1}}},
		"filter_with_its_reason":   {events(begun, strings.Replace(stop, "stop", "content_filter: RECITATION", 1)), blocked},
		"filter_by_a_list":         {events(begun, strings.Replace(stop, "stop", "BLOCKLIST", 1)), blocked},
		"filter_by_its_short_name": {events(begun, strings.Replace(stop, "stop", "SPII", 1)), blocked},
		"ended_by_a_timeout":       {events(begun, strings.Replace(stop, "stop", "timeout", 1)), fails(chat.ErrorNetwork, "Hel", "timeout")},
		"ended_by_a_server":        {events(begun, strings.Replace(stop, "stop", "server_error", 1)), fails(chat.ErrorNetwork, "Hel", "server_error")},
		"ended_by_a_bad_call":      {events(begun, strings.Replace(stop, "stop", "MALFORMED_FUNCTION_CALL", 1)), fails(chat.ErrorNetwork, "Hel", "MALFORMED")},
		"ended_by_another_word":    {events(said(`{"content":"Hello"}`), strings.Replace(stop, "stop", "eos_token", 1)), hello},

		"no_reason_as_a_number":   {events(begun, strings.Replace(stop, `"stop"`, "0", 1)), fails(chat.ErrorNetwork, "Hel", "before the answer was whole")},
		"no_reason_as_a_word":     {events(begun, strings.Replace(stop, "stop", "None", 1)), fails(chat.ErrorNetwork, "Hel", "before the answer was whole")},
		"no_reason_and_then_done": {events(said(`{"content":"Hello"}`), strings.Replace(stop, "stop", "null", 1), "[DONE]"), hello},

		"usage_below_nothing":             {events(said(`{"content":"Hello"}`), `{"choices":[],"usage":{"prompt_tokens":-5,"completion_tokens":2,"cached_tokens":-1}}`, stop), wanted{finish: llm.FinishStop, text: "Hello", usage: chat.Usage{OutputTokens: 2}}},
		"closed_and_then_calls":           {`{"choices":[{"message":{"content":"I look.\n</think>\n\n","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`, wanted{finish: llm.FinishCalls, thinking: "I look.\n", calls: []llm.Call{call("f", "{}")}}},
		"no_success":                      {events(begun, `{"success":false,"message":"it broke"}`, "[DONE]"), fails(chat.ErrorAPI, "Hel", "it broke")},
		"no_success_at_all":               {`{"success":false,"message":"quota used up"}`, fails(chat.ErrorAPI, "", "quota used up")},
		"no_success_but_a_list":           {`{"success":false,"errors":["no such key","and more"],"result":null}`, fails(chat.ErrorAPI, "", "no such key")},
		"no_success_and_an_object":        {`{"success":false,"errors":{"model":["no such model"]}}`, fails(chat.ErrorAPI, "", "no such model")},
		"no_success_by_a_number":          {`{"success":0,"detail":["no such key"]}`, fails(chat.ErrorAPI, "", "no such key")},
		"no_success_and_no_answer":        {`{"success":false,"choices":[],"errors":["no such key"]}`, fails(chat.ErrorAPI, "", "no such key")},
		"no_success_and_not_why":          {`{"success":false,"error":"","errors":[],"result":null}`, fails(chat.ErrorAPI, "", "said no, and not why")},
		"no_success_in_other_words":       {`{"success":false,"reason":"out of luck"}`, fails(chat.ErrorAPI, "", "out of luck")},
		"no_success_in_a_stream":          {events(begun, `{"success":false,"errors":["it broke"]}`, "[DONE]"), fails(chat.ErrorAPI, "Hel", "it broke")},
		"no_success_there_not_why":        {events(begun, `{"success":"false","error":{}}`, "[DONE]"), fails(chat.ErrorAPI, "Hel", "said no, and not why")},
		"no_success_but_words_of_a_field": {`{"success":false,"errors":{"url":[],"model":["no such model"]}}`, fails(chat.ErrorAPI, "", "no such model")},
		"no_success_but_messages":         {`{"success":false,"errors":[],"messages":[{"code":7,"message":"no such key"}],"result":null}`, fails(chat.ErrorAPI, "", "no such key")},
		"no_success_but_plain_messages":   {`{"success":false,"messages":["no such key"]}`, fails(chat.ErrorAPI, "", "no such key")},
		"no_success_but_data":             {`{"success":false,"data":{"message":"no such key"}}`, fails(chat.ErrorAPI, "", "no such key")},
		"no_success_and_an_empty_choice":  {`{"success":false,"choices":[{}]}`, fails(chat.ErrorAPI, "", "said no, and not why")},
		"no_success_but_an_empty_choice":  {`{"success":false,"choices":[{"index":0,"delta":{}}],"message":"no such key"}`, fails(chat.ErrorAPI, "", "no such key")},
		"no_success_beside_usage":         {events(begun, `{"success":false,"choices":[],"usage":{"prompt_tokens":5}}`, said(`{"content":"lo"}`), stop), wanted{finish: llm.FinishStop, text: "Hello", usage: chat.Usage{InputTokens: 5}}},
		"no_success_beside_a_pause":       {events(begun, `{"success":false,"choices":[{"index":0,"delta":{}}]}`, said(`{"content":"lo"}`), stop), hello},
		"no_success_beside_usage_and_why": {events(begun, `{"success":false,"choices":[],"usage":{"prompt_tokens":5},"message":"it broke"}`, "[DONE]"), wanted{text: "Hel", cut: true, code: chat.ErrorAPI, words: "it broke", usage: chat.Usage{InputTokens: 5}}},
		"no_success_and_the_answer":       {`{"success":false,"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}`, hello},
		"success":                         {events(`{"success":true,"message":"begun"}`, said(`{"content":"Hello"}`), stop, "[DONE]"), hello},
		"nothing_but_a_text":              {`"rate limit reached"`, fails(chat.ErrorRateLimit, "", "rate limit reached")},

		"error_behind_the_end":     {events(said(`{"content":"Hello"}`), stop, `{"error":{"message":"usage could not be counted","code":500}}`), hello},
		"reason_behind_the_end":    {events(said(`{"content":"Hello"}`), stop, `{"error":{"message":"usage could not be counted","code":500},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}`), hello},
		"error_with_more_words":    {events(begun, stop, `{"error":{"message":"overloaded","code":503},"choices":[{"index":0,"delta":{"content":"p"},"finish_reason":"error"}]}`), fails(chat.ErrorOverloaded, "Help", "overloaded")},
		"filter_behind_the_end":    {events(begun, stop, `{"error":{"message":"content_filter","code":"content_filter"}}`), fails(chat.ErrorRefused, "Hel", "content_filter")},
		"error_of_a_choice":        {events(begun, `{"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error","error":{"code":502,"message":"no upstream"}}]}`), fails(chat.ErrorNetwork, "Hel", "no upstream")},
		"error_as_an_object":       {events(begun, `{"object":"error","message":"out of memory","type":"InternalServerError","code":50000}`, "[DONE]"), fails(chat.ErrorAPI, "Hel", "out of memory")},
		"error_by_its_type":        {events(begun, `{"type":"error","message":"it broke"}`, "[DONE]"), fails(chat.ErrorAPI, "Hel", "it broke")},
		"error_by_its_code":        {events(begun, `{"code":1301,"msg":"not allowed"}`, "[DONE]"), fails(chat.ErrorAPI, "Hel", "not allowed")},
		"error_by_base_resp":       {events(begun, `{"choices":null,"base_resp":{"status_code":1002,"status_msg":"rate limit"}}`, "[DONE]"), fails(chat.ErrorRateLimit, "Hel", "rate limit")},
		"all_is_well_by_base_resp": {events(said(`{"content":"Hello"}`), stop, `{"choices":null,"base_resp":{"status_code":0,"status_msg":"success"}}`, "[DONE]"), hello},
		"notes_are_no_errors":      {events(`{"type":"ping","message":"alive"}`, said(`{"content":"Hello"}`), `{"code":0,"message":"ok"}`, `{"code":200,"msg":"ok"}`, stop), hello},
		"error_false":              {events(`{"error":false}`, `{"error":{}}`, `{"error":""}`, `{"error":[]}`, said(`{"content":"Hello"}`), stop), hello},
		"error_true":               {`{"error":true,"message":"too many"}`, fails(chat.ErrorAPI, "", "too many")},
		"error_within_an_error":    {`{"error":{"error":{"message":"no such key"}}}`, fails(chat.ErrorAPI, "", "no such key")},
		"error_called_msg":         {`{"error":{"msg":"no such key","code":"x"}}`, fails(chat.ErrorAPI, "", "no such key")},
		"error_with_an_odd_code":   {`{"error":{"message":"no such key","code":{"a":1},"param":7}}`, fails(chat.ErrorAPI, "", "no such key")},
		"error_as_a_list":          {`{"error":["no such key","and more"]}`, fails(chat.ErrorAPI, "", "no such key")},
		"error_in_the_detail":      {`{"detail":{"error":{"message":"no such key"}}}`, fails(chat.ErrorAPI, "", "no such key")},
		"error_of_an_upstream":     {`{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"no such key\"}}"}}}`, fails(chat.ErrorAPI, "", "no such key")},
		"credit_by_its_code":       {`{"error":{"message":"Sorry","code":402}}`, fails(chat.ErrorAPI, "", "Sorry")},
		"very_long_words":          {`{"error":{"message":"` + strings.Repeat("x", 100_000) + `"}}`, fails(chat.ErrorAPI, "", "xxx…")},
	} {
		for _, n := range []int{1, 7, 1 << 20} {
			t.Run(fmt.Sprintf("%s/pieces_of_%d", name, n), func(t *testing.T) {
				t.Parallel()
				m, _ := serve(t, 200, []byte(tt.body), openai.Options{Transport: inPieces{n}, Retries: -1})
				o := ask(t, m, llm.Request{Messages: words("go")})
				check(t, o, tt.want)
				if o.err != nil && strings.HasPrefix(name, "no_success_but") && o.err.Message != tt.want.words {
					t.Errorf("said: %q", o.err.Message)
				}
				if o.err != nil && strings.Contains(name, "credit") && !strings.Contains(o.err.Next, "top it up") {
					t.Errorf("next: %q", o.err.Next)
				}
			})
		}
	}
}

// TestCutAnywhere: every recorded answer, cut off after each of its bytes, is the
// whole answer or an error that keeps what had come; never a short answer.
func TestCutAnywhere(t *testing.T) {
	t.Parallel()
	for name, body := range recordings(t) {
		if len(body) > 4<<10 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := askBytes(t, body)
			for n := range body {
				o := askBytes(t, body[:n])
				if o.err != nil {
					kept, _, _ := strings.Cut(o.reply.Text(), "<") // what may begin a tag is kept, too
					if !o.reply.Cut || !strings.HasPrefix(whole.reply.Text(), strings.TrimSuffix(kept, "\uFFFD")) {
						t.Fatalf("after %d bytes: %q, cut %t, %v", n, o.reply.Text(), o.reply.Cut, o.err)
					}
					continue
				}
				if whole.err != nil || o.reply.Text() != whole.reply.Text() || !slices.Equal(o.reply.Calls, whole.reply.Calls) || o.reply.Cut != whole.reply.Cut {
					t.Fatalf("after %d bytes: %+v is taken for whole", n, o.reply)
				}
			}
		})
	}
}

// askBytes asks a model that answers with a body, once and without a network.
func askBytes(t *testing.T, body []byte) outcome {
	t.Helper()
	m := openai.New(openai.Options{Model: "m", Transport: &steps{list: []step{{status: 200, body: string(body)}}}, Retries: -1})
	return ask(t, m, llm.Request{Messages: words("go")})
}
