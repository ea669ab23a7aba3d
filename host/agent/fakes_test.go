package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// turn is one answer of the scripted model.
type turn func(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error)

// script is a model that plays turns and keeps what it was asked.
type script struct {
	t        testing.TB
	turns    []turn
	requests []llm.Request
}

func (s *script) Name() string { return "scripted" }

func (s *script) Stream(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	s.requests = append(s.requests, req)
	for _, m := range req.Messages {
		for _, c := range m.ToolCalls {
			if !c.Status.Final() {
				s.t.Errorf("the model was sent half a round: call %s is %s", c.ID, c.Status)
			}
		}
		if m.Error != "" {
			s.t.Errorf("the model was sent a message that failed: %q", m.Error)
		}
	}
	if len(s.turns) == 0 {
		return llm.Reply{}, errors.New("the script is at its end")
	}
	next := s.turns[0]
	s.turns = s.turns[1:]
	return next(ctx, req, emit)
}

func says(text string) turn {
	return func(_ context.Context, _ llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		for _, word := range strings.SplitAfter(text, " ") {
			emit(llm.Delta{Text: word})
		}
		return llm.Reply{Content: []chat.Block{{Type: chat.BlockText, Text: text}}, Finish: llm.FinishStop, Usage: chat.Usage{InputTokens: 10, OutputTokens: 2}}, nil
	}
}

// calls asks for tools; each word is "name" or "name {json}".
func calls(list ...string) turn {
	return func(_ context.Context, _ llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		r := llm.Reply{Finish: llm.FinishCalls, Usage: chat.Usage{InputTokens: 10, OutputTokens: 5}}
		for i, c := range list {
			name, args, _ := strings.Cut(c, " ")
			id := fmt.Sprintf("call_%d", i)
			emit(llm.Delta{Start: &llm.CallStart{ModelID: id, Name: name}, Index: i})
			emit(llm.Delta{Arguments: args, Index: i})
			r.Calls = append(r.Calls, llm.Call{ModelID: id, Name: name, Arguments: args})
		}
		return r, nil
	}
}

func cut(t turn) turn {
	return func(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		r, err := t(ctx, req, emit)
		r.Cut, r.Finish = true, llm.FinishLength
		return r, err
	}
}

// hidden are turns whose calls held the key.
func hidden(turns []turn) (list []turn) {
	for _, t := range turns {
		list = append(list, func(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
			r, err := t(ctx, req, emit)
			r.Hidden = true
			return r, err
		})
	}
	return list
}

func fails(err error) turn {
	return func(_ context.Context, _ llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		emit(llm.Delta{Text: "half an ans"})
		return llm.Reply{Content: []chat.Block{{Type: chat.BlockText, Text: "half an ans"}}, Cut: true, Usage: chat.Usage{InputTokens: 7}}, err
	}
}

// journal keeps what was committed, as words, and checks the order of a round.
type journal struct {
	t       testing.TB
	log     []string
	open    map[chat.MessageID]chat.Message
	history []chat.Message
	ended   []chat.Message
	broken  map[string]error
}

func newJournal(t testing.TB) *journal {
	return &journal{t: t, open: map[chat.MessageID]chat.Message{}, broken: map[string]error{}}
}

func (j *journal) note(format string, a ...any) error {
	s := fmt.Sprintf(format, a...)
	j.log = append(j.log, s)
	return j.broken[strings.SplitN(s, " ", 2)[0]]
}

func (j *journal) OpenRound(_ context.Context, m chat.Message) error {
	j.open[m.ID] = m
	return j.note("open %s", states(m))
}

func (j *journal) StartCall(_ context.Context, m chat.MessageID, c chat.CallID, settled []chat.ToolCall) error {
	if _, ok := j.open[m]; !ok {
		j.t.Errorf("call %s is started in a round that is not open", c)
	}
	var words []string
	for _, s := range settled {
		words = append(words, string(s.Status))
	}
	return j.note("start %s after [%s]", last(string(c)), strings.Join(words, " "))
}

func (j *journal) CloseRound(_ context.Context, m chat.Message) error {
	for _, c := range m.ToolCalls {
		if !c.Status.Final() || c.Result == "" {
			j.t.Errorf("a round is closed with call %s %s %q", c.ID, c.Status, c.Result)
		}
	}
	delete(j.open, m.ID)
	j.history = append(j.history, m)
	return j.note("close %s", states(m))
}

func (j *journal) Finish(_ context.Context, m chat.Message, s chat.RunState) error {
	j.ended = append(j.ended, m)
	return j.note("finish %s", s)
}

func states(m chat.Message) string {
	var words []string
	for _, c := range m.ToolCalls {
		words = append(words, c.Name+":"+string(c.Status))
	}
	return strings.Join(words, " ")
}

func last(id string) string { return id[strings.LastIndexByte(id, '/')+1:] }

// sink gathers events.
type sink struct {
	mu     sync.Mutex
	events []chat.Event
}

func (s *sink) Emit(e chat.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, e)
}

// sinkFunc is a sink that looks at each event as it comes.
type sinkFunc func(chat.Event)

func (f sinkFunc) Emit(e chat.Event) { f(e) }

// types lists the events with runs of deltas as one.
func (s *sink) types() string {
	var words []string
	for _, e := range s.events {
		if n := len(words); n == 0 || words[n-1] != string(e.Type) {
			words = append(words, string(e.Type))
		}
	}
	return strings.Join(words, " ")
}

// announced reports whether a message was begun by an event.
func (s *sink) announced(id chat.MessageID) bool {
	return slices.ContainsFunc(s.events, func(e chat.Event) bool { return e.Begins != nil && e.Begins.ID == id })
}

func (s *sink) terminal(t testing.TB) chat.Event {
	t.Helper()
	var ends []chat.Event
	for _, e := range s.events {
		if e.Type.Terminal() {
			ends = append(ends, e)
		}
	}
	if len(ends) != 1 || !s.events[len(s.events)-1].Type.Terminal() {
		t.Fatalf("%d terminal events, want one at the end: %s", len(ends), s.types())
	}
	return ends[0]
}

// bench is a loop with everything in reach.
type bench struct {
	options agent.Options
	model   *script
	journal *journal
	sink    *sink
}

func newBench(t testing.TB, turns []turn, list ...tools.Tool) *bench {
	t.Helper()
	c, err := tools.NewCatalog(list...)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{model: &script{t: t, turns: turns}, journal: newJournal(t), sink: &sink{}}
	b.options = agent.Options{
		Run: chat.Run{ID: "r", Conversation: "c"}, System: "be kind", Model: b.model, Tools: c,
		History: []chat.Message{{ID: "m0", Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "do it"}}}},
		Journal: b.journal, Sink: b.sink,
	}
	return b
}

type toolFunc func(ctx context.Context, call tools.Call) (tools.Result, error)

func tool(name string, reads bool, fn toolFunc) tools.Tool {
	spec := tools.Spec{
		Name: name, ReadOnly: reads, Parallel: reads, Class: tools.ClassPage,
		Parameters: json.RawMessage(`{"type":"object","properties":{}}`),
	}
	return tools.Func(spec, func(ctx context.Context, _ map[string]any, call tools.Call) (tools.Result, error) {
		return fn(ctx, call)
	})
}

func gives(text string) toolFunc {
	return func(context.Context, tools.Call) (tools.Result, error) { return tools.Result{Text: text}, nil }
}
