package llm_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		status int
		words  string
		want   chat.ErrorCode
	}{
		{"key", 401, "no", chat.ErrorAuth},
		{"key_in_words", 400, "Incorrect API key provided", chat.ErrorAuth},
		{"limit", 429, "slow down", chat.ErrorRateLimit},
		{"limit_in_words", 0, "Rate limit reached", chat.ErrorRateLimit},
		{"context", 400, "This model's maximum context length is 8192 tokens", chat.ErrorContextTooLarge},
		{"limit_of_tokens", 429, "too many tokens, please wait", chat.ErrorRateLimit},
		{"filter_by_a_code", 400, "The response was filtered content_filter", chat.ErrorRefused},
		{"filter_in_chinese", 400, "系统检测到输入或生成内容可能包含不安全或敏感内容", chat.ErrorRefused},
		{"filter_as_forbidden", 403, "Your chosen model requires moderation and your input was flagged", chat.ErrorRefused},
		{"prompt_too_long", 400, "prompt is too long: 210000 tokens", chat.ErrorContextTooLarge},
		{"context_of_zhipu", 400, "Prompt exceeds max length 1261", chat.ErrorContextTooLarge},
		{"context_of_zhipu_in_chinese", 400, "Prompt 超长", chat.ErrorContextTooLarge},
		{"context_of_siliconflow", 400, "length of prompt_tokens (140000) must be less than max_seq_len (131072).", chat.ErrorContextTooLarge},
		{"context_of_gemini", 400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", chat.ErrorContextTooLarge},
		{"context_of_qwen", 400, "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]", chat.ErrorContextTooLarge},
		{"context_of_xai", 400, "This model's maximum prompt length is 131072 but the request contains 140000 tokens.", chat.ErrorContextTooLarge},
		{"context_of_moonshot", 400, "Invalid request: Your request exceeded model token limit: 8192", chat.ErrorContextTooLarge},
		{"context_of_moonshot_by_length", 400, "Input token length too long", chat.ErrorContextTooLarge},
		{"context_of_minimax", 400, "invalid params, context window exceeds limit (2013)", chat.ErrorContextTooLarge},
		{"context_of_volcengine", 400, "Total tokens of image and text exceed max message tokens", chat.ErrorContextTooLarge},
		{"context_of_tgi", 422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000", chat.ErrorContextTooLarge},
		{"context_of_llama_cpp", 400, "the request exceeds the available context size", chat.ErrorContextTooLarge},
		{"context_of_sglang", 400, "The input (9000 tokens) is longer than the model's context length (8192 tokens).", chat.ErrorContextTooLarge},
		{"context_in_chinese", 400, "输入长度超过模型限制", chat.ErrorContextTooLarge},
		{"context_is_not_the_answer", 400, "max_tokens must be less than or equal to 8192", chat.ErrorAPI},
		{"context_is_not_a_range", 400, "Range of max_tokens should be [1, 8192]", chat.ErrorAPI},
		{"context_is_not_an_image", 400, "messages.0.content.1.image.source: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes", chat.ErrorAPI},
		{"context_is_not_a_field", 400, "input exceeds the maximum number of attachments", chat.ErrorAPI},
		{"context_as_such_is_none", 400, "the context of the request is missing", chat.ErrorAPI},
		{"overloaded", 529, "", chat.ErrorOverloaded},
		{"gateway", 502, "bad gateway", chat.ErrorNetwork},
		{"server", 500, "oops", chat.ErrorAPI},
		{"nothing", 0, "", chat.ErrorAPI},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := llm.Classify(c.status, c.words); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if llm.NextStep(c.want) == "" {
				t.Errorf("%q has no next step", c.want)
			}
		})
	}
}

func TestResultTextIsNeverEmptyAndTellsTheOutcome(t *testing.T) {
	t.Parallel()
	for status, mark := range map[chat.CallStatus]string{
		chat.CallCompleted: "", chat.CallError: llm.MarkFailed, chat.CallUnknown: llm.MarkUnknown,
		chat.CallNotRun: llm.MarkNotRun, chat.CallCancelled: llm.MarkCancelled,
	} {
		empty := llm.ResultText(chat.ToolCall{Status: status, Result: " \n"})
		full := llm.ResultText(chat.ToolCall{Status: status, Result: "the \xff text"})
		if strings.TrimSpace(strings.TrimPrefix(empty, mark)) == "" || !strings.HasPrefix(empty, mark) {
			t.Errorf("%s without text: %q", status, empty)
		}
		if !strings.HasPrefix(full, mark) || !strings.HasSuffix(full, "the \uFFFD text") {
			t.Errorf("%s: %q", status, full)
		}
	}
}

func TestCheckRequest(t *testing.T) {
	t.Parallel()
	call := func(s chat.CallStatus) chat.Message {
		return chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{Name: "click", Status: s}}}
	}
	for _, s := range []chat.CallStatus{chat.CallCompleted, chat.CallError, chat.CallUnknown, chat.CallNotRun, chat.CallCancelled} {
		if err := llm.CheckRequest(llm.Request{Messages: []chat.Message{call(s)}}); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	for _, m := range []chat.Message{call(chat.CallPending), call(chat.CallStarted), call(""), {Error: "stopped"}} {
		if llm.CheckRequest(llm.Request{Messages: []chat.Message{m}}) == nil {
			t.Errorf("%+v passed", m)
		}
	}
}
