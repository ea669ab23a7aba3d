// Package llmtest is models for tests: a script that answers turn by turn, in
// the process or as a server that speaks OpenAI's wire.
//
// It guarantees of a Script: turns are given in order, one to a request; every
// request is kept as it was sent; one that breaks the contract of
// [llm.Request] (half a round above all) is answered with an error and listed
// in Problems, so that a test that looks there cannot miss it. A Server
// answers with any model over real HTTP, in small pieces, and refuses what a
// strict provider would refuse.
package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// Turn is one answer. Its parts come in the order of the fields.
type Turn struct {
	// Wait holds the answer back until it is closed; nil does not.
	Wait     <-chan struct{}
	Thinking string
	Text     string
	Calls    []Call
	// Hang keeps the answer open, after what stands above, until the context ends.
	Hang bool
	// Err ends the answer. What is no *llm.Error becomes one.
	Err error
	// Finish is worked out from the calls where it is empty.
	Finish llm.Finish
	// Cut marks the reply as not whole.
	Cut bool
	// Usage is 10 in and 5 out where it is zero.
	Usage chat.Usage
	// Piece is how many runes a delta has; 0 means 4.
	Piece int
}

// Call is a call of a turn.
type Call struct {
	// ModelID is call_N where it is empty.
	ModelID string
	Name    string
	// Args is JSON text where it is a string, else a value to be written as
	// JSON; nil means {}.
	Args any
}

// Say is a turn of text.
func Say(text string) Turn { return Turn{Text: text} }

// Ask is a turn with one call.
func Ask(name string, args any) Turn { return Turn{Calls: []Call{{Name: name, Args: args}}} }

// Script is a model that answers with its turns. It is safe for concurrent use.
type Script struct {
	// Then answers when the turns are used up; nil makes that an error.
	// Set it before the first request.
	Then func(llm.Request) Turn

	mu       sync.Mutex // guards what follows
	turns    []Turn
	requests []llm.Request
	problems []string
	calls    int
}

// NewScript makes a model that answers with turns.
func NewScript(turns ...Turn) *Script { return &Script{turns: turns} }

// Name is "scripted".
func (s *Script) Name() string { return "scripted" }

// Requests are all requests so far, as they were sent.
func (s *Script) Requests() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]llm.Request(nil), s.requests...)
}

// Left is how many turns have not been asked for.
func (s *Script) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.turns)
}

// Problems lists the requests that broke the contract.
func (s *Script) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.problems...)
}

// Stream answers with the next turn.
func (s *Script) Stream(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	turn, err := s.next(req)
	if err != nil {
		return llm.Reply{Cut: true}, &llm.Error{Code: chat.ErrorInternal, Message: err.Error(), Next: "Mend the script or what asks it.", Err: err}
	}
	if turn.Wait != nil {
		select {
		case <-turn.Wait:
		case <-ctx.Done():
			return llm.Reply{Cut: true, Usage: turn.Usage}, stopped(ctx)
		}
	}
	reply, err := s.say(ctx, turn, emit)
	if err == nil && turn.Hang {
		<-ctx.Done()
		err = stopped(ctx)
	}
	if err == nil {
		err = asError(turn.Err)
	}
	if err != nil {
		reply.Cut = true
	}
	return reply, err
}

func (s *Script) next(req llm.Request) (Turn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
	n := len(s.requests)
	if err := llm.CheckRequest(req); err != nil {
		s.problems = append(s.problems, fmt.Sprintf("request %d: %v", n, err))
		return Turn{}, err
	}
	var turn Turn
	switch {
	case len(s.turns) > 0:
		turn, s.turns = s.turns[0], s.turns[1:]
	case s.Then != nil:
		turn = s.Then(req)
	default:
		s.problems = append(s.problems, fmt.Sprintf("request %d: the script has no turn left", n))
		return Turn{}, fmt.Errorf("request %d: the script has no turn left", n)
	}
	turn.Calls = append([]Call(nil), turn.Calls...)
	for i := range turn.Calls {
		s.calls++
		if turn.Calls[i].ModelID == "" {
			turn.Calls[i].ModelID = fmt.Sprintf("call_%d", s.calls)
		}
	}
	if turn.Usage == (chat.Usage{}) {
		turn.Usage = chat.Usage{InputTokens: 10, OutputTokens: 5}
	}
	return turn, nil
}

func (s *Script) say(ctx context.Context, turn Turn, emit func(llm.Delta)) (llm.Reply, error) {
	reply := llm.Reply{Finish: turn.Finish, Cut: turn.Cut, Usage: turn.Usage}
	if reply.Finish == "" {
		reply.Finish = llm.FinishStop
		if len(turn.Calls) > 0 {
			reply.Finish = llm.FinishCalls
		}
	}
	part := func(kind chat.BlockType, text string, delta func(string) llm.Delta) {
		for _, p := range Pieces(text, turn.Piece) {
			if ctx.Err() != nil {
				return
			}
			emit(delta(p))
			if n := len(reply.Content); n > 0 && reply.Content[n-1].Type == kind {
				reply.Content[n-1].Text += p
			} else {
				reply.Content = append(reply.Content, chat.Block{Type: kind, Text: p})
			}
		}
	}
	part(chat.BlockThinking, turn.Thinking, func(p string) llm.Delta { return llm.Delta{Thinking: p} })
	part(chat.BlockText, turn.Text, func(p string) llm.Delta { return llm.Delta{Text: p} })
	for i, c := range turn.Calls {
		if ctx.Err() != nil {
			break
		}
		args, err := c.arguments()
		if err != nil {
			return reply, asError(err)
		}
		emit(llm.Delta{Index: i, Start: &llm.CallStart{ModelID: c.ModelID, Name: c.Name}})
		for _, p := range Pieces(args, turn.Piece) {
			emit(llm.Delta{Index: i, Arguments: p})
		}
		reply.Calls = append(reply.Calls, llm.Call{ModelID: c.ModelID, Name: c.Name, Arguments: args})
	}
	if ctx.Err() != nil {
		return reply, stopped(ctx)
	}
	return reply, nil
}

func (c Call) arguments() (string, error) {
	switch a := c.Args.(type) {
	case nil:
		return "{}", nil
	case string:
		return a, nil
	}
	text, err := json.Marshal(c.Args)
	return string(text), err
}

// Pieces cuts text into pieces of n runes; 0 means 4.
func Pieces(text string, n int) []string {
	if n <= 0 {
		n = 4
	}
	var out []string
	for r := []rune(text); len(r) > 0; {
		k := min(n, len(r))
		out = append(out, string(r[:k]))
		r = r[k:]
	}
	return out
}

func stopped(ctx context.Context) error {
	return &llm.Error{Code: chat.ErrorCancelled, Message: "stopped", Err: context.Cause(ctx)}
}

func asError(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := err.(*llm.Error); ok { //nolint:errorlint // a wrapped one is wrapped on purpose
		return e
	}
	return &llm.Error{Code: chat.ErrorAPI, Message: err.Error(), Next: "Send again.", Err: err}
}
