package openai

import (
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
	part  string
	means reason
}{
	{"context_window", outOfContext},
	{"length", tooLong},
	{"max_tokens", tooLong},
	{"max_output_tokens", tooLong},
	{"filter", filtered},
	{"sensitive", filtered},
	{"safety", filtered},
	{"block", filtered},
	{"prohibited", filtered},
	{"recitation", filtered},
	{"spii", filtered},
	{"refus", filtered},
	{"policy", filtered},
	{"guardrail", filtered},
	{"error", brokenOff},
	{"abort", brokenOff},
	{"timeout", brokenOff},
	{"timed_out", brokenOff},
	{"cancel", brokenOff},
	{"interrupt", brokenOff},
	{"malformed", brokenOff}, // of a call that the provider could not read
	{"insufficient_system_resource", brokenOff},
}

func reasonOf(finish string) reason {
	finish = strings.ReplaceAll(strings.ToLower(finish), "-", "_")
	for _, s := range signs {
		if strings.Contains(finish, s.part) {
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
		return r, &failure{Error: llm.Error{
			Code: chat.ErrorAPI, Message: "the model returned nothing",
			Next: "Send again, or say it in other words.",
		}}
	}
	r.Finish = llm.FinishStop
	return r, nil
}
