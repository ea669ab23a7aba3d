// Package offline is the model that needs no network: a planner of fixed rules
// that drives the real tools.
//
// It sees what any model sees (the messages, the tools, results as text) and
// guarantees: the reply follows from the request alone, so a run goes on after
// a crash where it stood; every statement about the page rests on a result
// that it saw; of two things that fit equally well it takes neither and asks;
// an act whose outcome is unknown is looked at before anything is repeated, and
// a press is never repeated on a guess. It fills, chooses, ticks, presses,
// opens, reads, finds and lists, scrolls, waits, takes screenshots and goes from
// tab to tab, alone or in chains. What it cannot do it says, and how to set up a
// model that can.
package offline

import (
	"context"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// Model is the offline model. Its zero value works.
type Model struct{}

// New makes the model.
func New() *Model { return &Model{} }

// Name is "offline".
func (*Model) Name() string { return "offline" }

// piece is how many runes a delta has.
const piece = 12

// Stream works out the next reply and emits it in small pieces.
func (*Model) Stream(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	words, calls := plan(req)
	reply := llm.Reply{Finish: llm.FinishStop, Usage: estimate(req, words, calls)}
	stopped := func() (llm.Reply, error) {
		reply.Cut = true
		return reply, &llm.Error{Code: chat.ErrorCancelled, Message: "stopped", Err: context.Cause(ctx)}
	}
	for rest := []rune(words); len(rest) > 0; {
		if ctx.Err() != nil {
			return stopped()
		}
		n := min(piece, len(rest))
		emit(llm.Delta{Text: string(rest[:n])})
		if len(reply.Content) == 0 {
			reply.Content = []chat.Block{{Type: chat.BlockText}}
		}
		reply.Content[0].Text += string(rest[:n])
		rest = rest[n:]
	}
	for i, c := range calls {
		if ctx.Err() != nil {
			return stopped()
		}
		emit(llm.Delta{Index: i, Start: &llm.CallStart{ModelID: c.ModelID, Name: c.Name}})
		emit(llm.Delta{Index: i, Arguments: c.Arguments})
		reply.Calls = append(reply.Calls, c)
		reply.Finish = llm.FinishCalls
	}
	return reply, nil
}

// plan gives the next reply: words, and calls if there is more to do.
func plan(req llm.Request) (string, []llm.Call) {
	s, prompt := newSession(req)
	r := &runner{s: s, tongue: tongueOf(prompt)}
	_, r.asciiCommas = widened(prompt)
	var steps []step
	s.heed, s.gate = newHeed(prompt), r.gate
	open, veil := veils(prompt)
	steps, r.passed = parsePrompt(open)
	steps, r.passed = veil.unveiled(steps), veil.unveiled(r.passed)
	err := r.run(steps)
	if errors.Is(err, errAsk) {
		return r.saying, s.calls()
	}
	if errors.Is(err, errDiverged) {
		return r.tongue.say(diverged), nil
	}
	return r.report(), nil
}

const diverged = "I am the offline model, and an earlier version of me began this run; I cannot tell for sure what it had still to do. " +
	"The steps above show what was done. Please look at the page and send what is missing as a new message."

// estimate counts four characters as a token, which is near enough to show how
// a conversation grows.
func estimate(req llm.Request, words string, calls []llm.Call) chat.Usage {
	in := utf8.RuneCountInString(req.System)
	for _, m := range req.Messages {
		for _, b := range m.Content {
			in += utf8.RuneCountInString(b.Text)
		}
		for _, c := range m.ToolCalls {
			in += utf8.RuneCountInString(c.Name) + utf8.RuneCountInString(c.Arguments) + utf8.RuneCountInString(c.Result)
		}
	}
	for _, t := range req.Tools {
		in += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	out := utf8.RuneCountInString(words)
	for _, c := range calls {
		text, _ := json.Marshal(c)
		out += len(text)
	}
	return chat.Usage{InputTokens: int64(in+3) / 4, OutputTokens: int64(out+3) / 4}
}
