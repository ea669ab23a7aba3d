package run_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// rig is a manager over a real store, with a loop that the test drives.
type rig struct {
	*run.Manager
	t     testing.TB
	store *store.Store
	calls chan *call
}

// call is one segment of a run, held until the test says how it goes on.
type call struct {
	run.Input
	ctx  context.Context
	back chan run.Output
}

func newRig(t testing.TB, s *store.Store, change ...func(*run.Options)) *rig {
	r := &rig{t: t, store: s, calls: make(chan *call, 8)}
	o := run.Options{Store: s, Epoch: chat.NewID(), Log: zerolog.New(zerolog.NewTestWriter(t)), Loop: r.loop}
	for _, c := range change {
		c(&o)
	}
	r.Manager = run.New(o)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func (r *rig) loop(ctx context.Context, in run.Input) run.Output {
	c := &call{Input: in, ctx: ctx, back: make(chan run.Output, 1)}
	r.calls <- c
	select {
	case out := <-c.back:
		return out
	case <-ctx.Done():
	case <-in.Park:
		return run.Output{State: chat.RunParked, Run: in.Run}
	}
	return c.end(chat.RunCancelled, "Stopped.", chat.ErrorCancelled)
}

// end commits and says an end as the real loop does, and returns it.
func (c *call) end(state chat.RunState, text string, code chat.ErrorCode) run.Output {
	usage := chat.Usage{InputTokens: 10, OutputTokens: 2}
	msg := c.message()
	e := chat.Event{Type: chat.EventDone, Usage: &usage, DurationMs: 5}
	if state == chat.RunDone {
		msg.Content = []chat.Block{{Type: chat.BlockText, Text: text}}
	} else {
		msg.Error, msg.ErrorCode = text, code
		e.Type, e.Message, e.ErrorCode = chat.EventError, text, code
	}
	msg.Usage, msg.DurationMs = &usage, 5
	if err := c.Journal.Finish(context.WithoutCancel(c.ctx), msg, state); err != nil {
		e = chat.Event{Type: chat.EventError, Message: err.Error(), ErrorCode: chat.ErrorPersistFailed}
		state = chat.RunFailed
	}
	c.Sink.Emit(e)
	out := run.Output{State: state, Run: c.Run}
	out.Run.Usage, out.Run.DurationMs = usage, 5
	return out
}

func (c *call) message() chat.Message {
	return chat.Message{
		ID: chat.MessageID(chat.NewID()), Conversation: c.Run.Conversation, Run: c.Run.ID,
		Role: chat.RoleAssistant, Content: []chat.Block{}, CreatedAt: time.Now().UTC(),
	}
}

// done ends the segment with an answer.
func (c *call) done(text string) { c.back <- c.end(chat.RunDone, text, "") }

func (r *rig) send(in chat.ConversationID, words string) store.Begun {
	r.t.Helper()
	begun, err := r.Start(r.t.Context(), request(in, words))
	if err != nil {
		r.t.Fatal(err)
	}
	return begun
}

func request(in chat.ConversationID, words string) run.Request {
	return run.Request{Conversation: in, Content: []chat.Block{{Type: chat.BlockText, Text: words}}, Model: "offline"}
}

// follow attaches and returns a channel that is closed after the last event,
// with all of them.
func (r *rig) follow(id chat.RunID) *watcher {
	r.t.Helper()
	w := &watcher{}
	sub, err := r.Attach(r.t.Context(), id, event.SubscribeOptions{Send: func(n chat.Numbered) (int, error) {
		w.events = append(w.events, n.Event)
		return 1, nil
	}})
	if err != nil {
		r.t.Fatal(err)
	}
	w.sub = sub
	sub.Start()
	return w
}

// watcher collects events; they may be read once it is over.
type watcher struct {
	sub    *event.Subscription
	events []chat.Event
}

// over waits for the end and returns the last event.
func (w *watcher) over() chat.Event {
	<-w.sub.Done()
	if len(w.events) == 0 {
		return chat.Event{}
	}
	return w.events[len(w.events)-1]
}

// settle waits until no run is under way and the ended ones are dealt with.
func (r *rig) settle() {
	for r.Busy() {
		<-r.Changed()
	}
	r.Tidied()
}

func (r *rig) state(id chat.RunID) chat.RunState {
	r.t.Helper()
	stored, err := r.store.Run(id)
	if err != nil {
		r.t.Fatal(err)
	}
	return stored.State
}

func wantFault(t testing.TB, err error, reason protocol.Reason) *protocol.Fault {
	t.Helper()
	var fault *protocol.Fault
	if !errors.As(err, &fault) || fault.Reason() != reason {
		t.Fatalf("got %v, want a fault %s", err, reason)
	}
	return fault
}

func reopened(t testing.TB, s *store.Store, dir string) *store.Store {
	t.Helper()
	storetest.Close(t, s)
	return storetest.OpenIn(t, dir)
}
