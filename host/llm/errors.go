package llm

import (
	"strings"
	"time"

	"github.com/margay/margay/host/lazyregexp"
	"github.com/margay/margay/protocol/chat"
)

// contextWords say that a request has more than the model takes, in the words of
// OpenAI, Anthropic, Google, Zhipu, SiliconFlow, Qwen, xAI, Moonshot, Baidu, Text
// Generation Inference and others. That an answer may not be so long is none of it.
var contextWords = lazyregexp.New(`(?i)context[\s_-]*(length|window|size|limit)|exceeds?[^.]{0,40}context|context[^.]{0,40}(exceed|too long|too large)|maximum context|too many tokens|(prompt|inputs?) (is|was|are) too long|reduce the length` +
	`|prompt exceeds max|range of input length|max_seq_len|maximum prompt length|exceeded model token limit|max message tokens|max input (characters|tokens)|inputs.{0,3} tokens \+ .{0,3}max_new_tokens` +
	`|(prompt|input)[\s_]*(tokens?|length)\b[^.]{0,80}(exceed|too (long|large|many)|must be less|longer than|greater than|larger than)` +
	`|(输入|提示词|[Pp]rompt)[^。]{0,20}(超长|过长|超过|超出)|上下文[^。]{0,20}(超|过长)|(超过|超出)[^。]{0,20}(上下文|最大输入|输入长度)`)

// filterWords say that what was asked is not allowed to be answered.
var filterWords = lazyregexp.New(`(?i)content_filter|content management policy|content policy|responsibleaipolicy|data_?inspection_?failed|input was flagged|不安全或敏感|敏感内容`)

// creditWords say that an account is empty. “Billing” and the like are not among
// them: limits that pass name the page where one can pay for higher ones.
var creditWords = lazyregexp.New(`(?i)insufficient[\s_-]+(account[\s_-]+)?(balance|quota|credits?|funds)|(balance|credits?|quota) (is|are) (insufficient|not enough|too low|exhausted|used up)|quota used up|exceeded[\s_]+(your[\s_]+)?current[\s_]+quota|(out of|no|used all available) credits?\b|credits? (have |has )?expired|credit limit|spending limit|payment[\s_]+required|billing[\s_](hard[\s_]limit|not[\s_]active)|account is not active|arrear|余额不足|余额已用|欠费`)

// waitWords say when to ask again: “try again in 1m2.5s”, “retry after 26 seconds”,
// and the member retryDelay of Google's errors.
var waitWords = lazyregexp.New(`(?i)(?:try(?:ing)? again (?:in|after)|retry(?:ing)? (?:in|after)|wait(?: for)?|"?retryDelay"?\s*:\s*"?)\s*((?:\d+h)?(?:\d+m)?\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b`)

// Classify sorts a failure by its HTTP status (0 if there was none) and the
// provider's own words, which decide where the status is too coarse.
func Classify(status int, words string) chat.ErrorCode {
	lower := strings.ToLower(words)
	switch {
	case status == 429: // limits speak of tokens and windows, too
		return chat.ErrorRateLimit
	case contextWords.MatchString(words) || status == 413:
		return chat.ErrorContextTooLarge
	case filterWords.MatchString(words):
		return chat.ErrorRefused
	case status == 401 || status == 403 || strings.Contains(lower, "invalid api key") ||
		strings.Contains(lower, "incorrect api key") || strings.Contains(lower, "api key not valid") || strings.Contains(lower, "invalid_api_key"):
		return chat.ErrorAuth
	case strings.Contains(lower, "rate limit") || strings.Contains(lower, "rate_limit"):
		return chat.ErrorRateLimit
	case status == 503 || status == 529 || strings.Contains(lower, "overloaded"):
		return chat.ErrorOverloaded
	case status == 408 || status == 425 || status == 502 || status == 504:
		return chat.ErrorNetwork
	}
	return chat.ErrorAPI
}

// OutOfCredit reports whether the provider's words say that the account has
// nothing left: waiting does not help, although the status is often 429. Words
// that say when to ask again mean a limit, whatever else they speak of.
func OutOfCredit(words string) bool {
	_, limit := WaitIn(words)
	return !limit && creditWords.MatchString(words)
}

// WaitIn finds how long a provider's words ask to wait.
func WaitIn(words string) (time.Duration, bool) {
	found := waitWords.FindStringSubmatch(words)
	if found == nil {
		return 0, false
	}
	number, unit := found[1], strings.ToLower(found[2])
	switch {
	case strings.HasPrefix(unit, "ms"), strings.HasPrefix(unit, "milli"):
		unit = "ms"
	case strings.HasPrefix(unit, "m"):
		unit = "m"
	case strings.HasPrefix(unit, "h"):
		unit = "h"
	default:
		unit = "s"
	}
	wait, err := time.ParseDuration(strings.ToLower(number) + unit)
	return wait, err == nil && wait > 0
}

// NextStep says what a person can do about a failure of that kind.
func NextStep(code chat.ErrorCode) string {
	switch code {
	case chat.ErrorAuth:
		return "Check the API key of this provider and that it may use this model."
	case chat.ErrorRateLimit:
		return "Wait a little and try again, or choose another model."
	case chat.ErrorContextTooLarge:
		return "Start a new chat, or ask for less at a time: this conversation no longer fits the model."
	case chat.ErrorOverloaded:
		return "The provider is overloaded. Send again in a minute, or choose another model."
	case chat.ErrorNetwork:
		return "Check the network and the provider's address, then try again."
	case chat.ErrorRefused:
		return "Say it in other words, or choose another model."
	case chat.ErrorOutputTooLong:
		return "Ask for a shorter answer, or for one part at a time."
	}
	return "Send again. If it happens again, check the model's name and the provider's address."
}
