package openai

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// reason is what a finish reason means, in whatever words.
type reason int

const (
	sound reason = iota // any that is not known, too
	tooLong
	filtered
	brokenOff
	outOfContext
)

// signs are parts of finish reasons and what they mean; the first hit counts.
var signs = []struct {
	means reason
	parts []string
}{
	{brokenOff, []string{"rate_limit", "ratelimit"}},
	{outOfContext, []string{"context"}},
	{filtered, []string{
		"filter", "sensitive", "safety", "block", "prohibited", "recitation", "spii", "refus", "policy", "guardrail", "moderat", "language",
	}},
	{tooLong, []string{"length", "max", "limit", "incomplete", "truncat", "partial", "exceed", "budget"}},
	{brokenOff, []string{
		"error", "fail", "abort", "timeout", "timed_out", "timedout", "cancel", "interrupt", "terminat", "unfinished", "not_finished", "overload",
		"unavailable", "preempt", "evict", "exhaust", "insufficient_system_resource", "disconnect",
		"malformed", "unexpected", "invalid", "too_many", // of calls that the provider did not take
	}},
}

// why is a finish reason. Some say that there is none in words.
type why string

func (w *why) UnmarshalJSON(data []byte) error {
	var text loose
	_ = text.UnmarshalJSON(data) // it takes anything
	switch strings.ToLower(strings.TrimSpace(string(text))) {
	case "", "null", "none", "nil", "undefined", "0":
		*w = ""
	default:
		*w = why(text)
	}
	return nil
}

func reasonOf(finish string) reason {
	finish = strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(finish))
	for _, s := range signs {
		if slices.ContainsFunc(s.parts, func(part string) bool { return strings.Contains(finish, part) }) {
			return s.means
		}
	}
	return sound
}

// end is the answer when the provider says that it is whole; its finish reason
// decides whether that is so.
func (a *answer) end() (llm.Reply, *failure) {
	r := a.reply()
	switch reasonOf(a.finish) {
	case tooLong:
		r.Finish, r.Cut = llm.FinishLength, true
		if len(r.Calls) == 0 && onlyThought(r) {
			return r, &failure{Error: llm.Error{
				Code: chat.ErrorOutputTooLong, Message: "the model reached its limit while it still thought, before any answer",
				Next: "Ask for one part at a time, or choose another model.",
			}}
		}
		return r, nil
	case filtered:
		r.Finish, r.Cut = llm.FinishBlocked, true
		return r, &failure{Error: llm.Error{
			Code:    chat.ErrorRefused,
			Message: "the provider's content filter blocked the answer (" + a.finish + ")",
			Next:    llm.NextStep(chat.ErrorRefused),
		}}
	case brokenOff:
		r.Cut = true
		f := lost()
		f.Message, f.Err = "the provider gave up before the answer was whole ("+a.finish+")", nil
		f.Next = "Send again, or choose another model."
		return r, f
	case outOfContext:
		r.Cut = true
		return r, &failure{Error: llm.Error{
			Code: chat.ErrorContextTooLarge, Message: "the conversation no longer fits the model",
			Next: llm.NextStep(chat.ErrorContextTooLarge),
		}}
	}
	if len(r.Calls) > 0 {
		r.Finish = llm.FinishCalls
		return r, nil
	}
	if strings.TrimSpace(r.Text()) == "" {
		r.Cut = true
		return r, noText(r)
	}
	if a.calls.tools.isCall(r.Text()) {
		r.Cut = true
		return r, &failure{passing: true, Error: llm.Error{
			Code: chat.ErrorAPI, Message: "the model wrote the call of a tool as text, which calls nothing",
			Next: "Choose another model, or set up its server to take calls of tools out of what the model writes.",
		}}
	}
	r.Finish = llm.FinishStop
	return r, nil
}

// noText is the failure of an answer without calls or text: some models only think,
// or never end their thinking.
func noText(r llm.Reply) *failure {
	f := &failure{Error: llm.Error{
		Code: chat.ErrorAPI, Message: "the model returned nothing",
		Next: "Send again, or say it in other words.",
	}}
	if onlyThought(r) {
		f.Message = "the model only thought, and gave no answer"
		f.Next = "Send again, ask for less at a time, or choose another model."
	}
	return f
}

// onlyThought reports whether there is thinking and no text.
func onlyThought(r llm.Reply) bool {
	return strings.TrimSpace(r.Text()) == "" && strings.TrimSpace(r.Thinking()) != ""
}
