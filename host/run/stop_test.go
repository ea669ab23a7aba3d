package run_test

import (
	"context"
	"errors"
	"testing"

	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// deaf is a loop that comes to no end when it is stopped, only when the daemon
// goes.
func deaf(out chat.RunState) run.Loop {
	return func(ctx context.Context, in run.Input) run.Output {
		<-ctx.Done()
		<-in.Park
		return run.Output{State: out, Run: in.Run}
	}
}

// A stop that was acknowledged is on disk: after a crash nobody's resume, asked
// for because a panel saw the link go, brings the run back.
func TestStop_is_kept_over_a_crash(t *testing.T) {
	t.Parallel()
	r := newRig(t, storetest.Open(t), func(o *run.Options) { o.Loop = deaf(chat.RunCancelled) })
	begun := r.send("", "do it")
	for range 2 { // two panels
		if stopping, err := r.Stop(t.Context(), begun.Run.ID); err != nil || stopping.State != chat.RunStopping {
			t.Fatalf("stop says %+v, %v", stopping, err)
		}
	}
	next := interrupt(t, r)
	_, err := next.Resume(t.Context(), begun.Run.ID, nil)
	wantFault(t, err, protocol.ReasonConflict)
	stored, err := r.store.Run(begun.Run.ID)
	if err != nil || stored.State != chat.RunCancelled || stored.ErrorCode != chat.ErrorCancelled || stored.Error == "" || stored.EndedAt == nil {
		t.Errorf("stored as %+v, %v", stored, err)
	}
	next.send(begun.Conversation.ID, "something else") // the conversation is free
}

// The end that a stopped loop comes to is stored as ever.
func TestStop_that_is_stored_does_not_hinder_the_end(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	s := &telling{Store: storetest.Open(t), stopping: make(chan struct{})}
	r := newRig(t, s.Store, func(o *run.Options) {
		o.Store = s
		o.Loop = func(ctx context.Context, in run.Input) run.Output {
			c := &call{Input: in, ctx: ctx}
			msg := c.message()
			msg.Round, msg.ToolCalls = 1, []chat.ToolCall{{ID: "c", Name: "click", Status: chat.CallStarted}}
			errOpen := in.Journal.OpenRound(context.WithoutCancel(ctx), msg)
			<-s.stopping
			msg.ToolCalls = []chat.ToolCall{{ID: "c", Name: "click", Status: chat.CallUnknown, Result: "?"}}
			ended <- errors.Join(errOpen, in.Journal.CloseRound(context.WithoutCancel(ctx), msg))
			return c.end(chat.RunCancelled, "Stopped.", chat.ErrorCancelled)
		}
	})
	begun := r.send("", "do it")
	w := r.follow(begun.Run.ID)
	if _, err := r.Stop(t.Context(), begun.Run.ID); err != nil {
		t.Fatal(err)
	}
	if e := w.over(); e.ErrorCode != chat.ErrorCancelled {
		t.Errorf("ended with %+v", e)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if got := r.state(begun.Run.ID); got != chat.RunCancelled {
		t.Errorf("stored as %s", got)
	}
}

// A run that was stopped is not parked: it would go on by itself.
func TestStop_wins_over_parking(t *testing.T) {
	t.Parallel()
	t.Run("before", func(t *testing.T) {
		t.Parallel()
		r := newRig(t, storetest.Open(t), func(o *run.Options) { o.Loop = deaf(chat.RunParked) })
		begun := r.send("", "do it")
		if _, err := r.Stop(t.Context(), begun.Run.ID); err != nil {
			t.Fatal(err)
		}
		if err := r.Park(t.Context()); err != nil {
			t.Fatal(err)
		}
		interrupt(t, r)
		if got := r.state(begun.Run.ID); got != chat.RunCancelled {
			t.Errorf("stored as %s", got)
		}
	})
	t.Run("after", func(t *testing.T) {
		t.Parallel()
		s := &telling{Store: storetest.Open(t)}
		r := newRig(t, s.Store, func(o *run.Options) { o.Store = s })
		s.parked = func(id chat.RunID) {
			if stopped, err := r.Stop(context.Background(), id); err != nil || stopped.State != chat.RunCancelled {
				t.Errorf("stop says %+v, %v", stopped, err)
			}
		}
		begun := r.send("", "do it")
		<-r.calls
		if err := r.Park(t.Context()); err != nil {
			t.Fatal(err)
		}
		interrupt(t, r)
		if got := r.state(begun.Run.ID); got != chat.RunCancelled {
			t.Errorf("stored as %s", got)
		}
	})
}

// telling is a store that tells of commits before the manager knows of them.
type telling struct {
	*store.Store
	stopping chan struct{} // closed when the stop is on disk
	parked   func(chat.RunID)
}

func (s *telling) SetRunState(ctx context.Context, id chat.RunID, to chat.RunState, from ...chat.RunState) (chat.Run, error) {
	r, err := s.Store.SetRunState(ctx, id, to, from...)
	if err == nil && to == chat.RunStopping {
		close(s.stopping)
	}
	return r, err
}

func (s *telling) ParkRun(ctx context.Context, r chat.Run) error {
	err := s.Store.ParkRun(ctx, r)
	if err == nil {
		s.parked(r.ID)
	}
	return err
}
