package llm

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
	"github.com/margay/margay/protocol/chat"
)

var contextWords = lazyregexp.New(`(?i)context[\s_-]*(length|window|size|limit)|exceeds?[^.]{0,40}context|context[^.]{0,40}(exceed|too long|too large)|maximum context|too many tokens|(prompt|input) (is|was) too long|reduce the length`)

// Classify sorts a failure by its HTTP status (0 if there was none) and the
// provider's own words, which decide where the status is too coarse.
func Classify(status int, words string) chat.ErrorCode {
	lower := strings.ToLower(words)
	switch {
	case contextWords.MatchString(words) || status == 413:
		return chat.ErrorContextTooLarge
	case status == 401 || status == 403 || strings.Contains(lower, "invalid api key") ||
		strings.Contains(lower, "incorrect api key") || strings.Contains(lower, "api key not valid") || strings.Contains(lower, "invalid_api_key"):
		return chat.ErrorAuth
	case status == 429 || strings.Contains(lower, "rate limit") || strings.Contains(lower, "rate_limit"):
		return chat.ErrorRateLimit
	case status == 503 || status == 529 || strings.Contains(lower, "overloaded"):
		return chat.ErrorOverloaded
	case status == 408 || status == 425 || status == 502 || status == 504:
		return chat.ErrorNetwork
	}
	return chat.ErrorAPI
}

// OutOfCredit reports whether the provider's words say that the account has
// nothing left: waiting does not help, although the status is often 429.
func OutOfCredit(words string) bool {
	lower := strings.ToLower(words)
	for _, sign := range []string{
		"insufficient balance", "insufficient_quota", "insufficient quota", "insufficient credit",
		"exceeded your current quota", "out of credit", "payment required", "billing",
	} {
		if strings.Contains(lower, sign) {
			return true
		}
	}
	return false
}

// NextStep says what a person can do about a failure of that kind.
func NextStep(code chat.ErrorCode) string {
	switch code {
	case chat.ErrorAuth:
		return "Check the API key of this provider and that it may use this model."
	case chat.ErrorRateLimit:
		return "Wait a little and send again, or choose another model."
	case chat.ErrorContextTooLarge:
		return "Start a new chat, or ask for less at a time: this conversation no longer fits the model."
	case chat.ErrorOverloaded:
		return "The provider is overloaded. Send again in a minute, or choose another model."
	case chat.ErrorNetwork:
		return "Check the network and the provider's address, then send again."
	case chat.ErrorRefused:
		return "Say it in other words, or choose another model."
	case chat.ErrorOutputTooLong:
		return "Ask for a shorter answer, or for one part at a time."
	}
	return "Send again. If it happens again, check the model's name and the provider's address."
}
