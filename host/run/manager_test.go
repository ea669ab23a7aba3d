package run_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

func pageContext(tab int64) *client.PageContext { return &client.PageContext{BrowserTab: tab} }

var errFull = errors.New("no space left on device")

// fullDisk is a store that cannot settle runs while the disk is full.
type fullDisk struct {
	*store.Store
	full atomic.Bool
}

func (f *fullDisk) RecoverRun(ctx context.Context, id chat.RunID) (store.Recovered, error) {
	if f.full.Load() {
		return store.Recovered{}, errFull
	}
	return f.Store.RecoverRun(ctx, id)
}

// refusing is a journal whose end cannot be stored.
type refusing struct{ run.Journal }

func (refusing) Finish(context.Context, chat.Message, chat.RunState) error { return errFull }

// TestAttach_late is served from memory for a while and from the store after.
func TestAttach_late(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, storetest.Open(t))
		begun := r.send("", "do it")
		c := <-r.calls
		c.Sink.Emit(chat.Event{Type: chat.EventNewMessage, Begins: &chat.Message{ID: "m1", Role: chat.RoleAssistant}})
		c.Sink.Emit(chat.Event{Type: chat.EventContentDelta, Delta: "half an ans"})
		mid := r.follow(begun.Run.ID)
		if v := mid.sub.View; v == nil || !v.Live || v.Messages[1].Content[0].Text != "half an ans" || v.Messages[0].Content[0].Text != "do it" {
			t.Errorf("in mid-run it shows %+v", mid.sub.View)
		}
		c.done("answer")
		mid.over()
		r.settle()
		for _, wait := range []time.Duration{0, 29 * time.Second, 2 * time.Second, time.Hour} {
			time.Sleep(wait)
			sub, err := r.Attach(t.Context(), begun.Run.ID, event.SubscribeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if !sub.Ended || sub.View.Run.State != chat.RunDone || sub.View.Run.Usage.InputTokens != 10 || len(sub.View.Messages) != 2 {
				t.Errorf("after %s more it shows %+v", wait, sub.View)
			}
		}
		_, err := r.Attach(t.Context(), "no such run", event.SubscribeOptions{})
		wantFault(t, err, protocol.ReasonNotFound)
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestLive_tells_what_memory_knows(t *testing.T) {
	t.Parallel()
	r := newRig(t, storetest.Open(t))
	first, second := r.send("", "one"), r.send("", "two")
	c := <-r.calls
	c.Sink.Emit(chat.Event{Type: chat.EventNewMessage, Begins: &chat.Message{ID: "m1", Role: chat.RoleAssistant, Round: 3}})
	all, err := r.Live("")
	if err != nil || len(all) != 2 {
		t.Fatalf("live: %+v, %v", all, err)
	}
	for _, one := range all {
		if one.ID == c.Run.ID && one.Round != 3 {
			t.Errorf("run is told as %+v", one)
		}
	}
	in, err := r.Live(second.Conversation.ID)
	if err != nil || len(in) != 1 || in[0].ID != second.Run.ID {
		t.Errorf("in one conversation: %+v, %v", in, err)
	}
	c.done("ok")
	(<-r.calls).done("ok")
	r.settle()
	if all, err := r.Live(first.Conversation.ID); err != nil || len(all) != 0 {
		t.Errorf("after the end: %+v, %v", all, err)
	}
}

// TestPark_that_takes_too_long: what did not end is cut off by Close, and found
// as interrupted; its loop cannot store an end any more.
func TestPark_that_takes_too_long(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	returned := make(chan error, 1)
	r := newRig(t, s, func(o *run.Options) {
		o.Loop = func(ctx context.Context, in run.Input) run.Output {
			<-ctx.Done() // hears of no parking
			msg := chat.Message{ID: "m", Conversation: in.Run.Conversation, Run: in.Run.ID, Role: chat.RoleAssistant}
			returned <- in.Journal.Finish(context.WithoutCancel(ctx), msg, chat.RunCancelled)
			return run.Output{State: chat.RunCancelled, Run: in.Run}
		}
	})
	begun := r.send("", "do it")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := r.Park(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("park says %v", err)
	}
	_, err := r.Start(t.Context(), request("", "late"))
	wantFault(t, err, protocol.ReasonShutdown)
	_, err = r.Resume(t.Context(), begun.Run.ID, nil)
	wantFault(t, err, protocol.ReasonShutdown)
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	wantFault(t, <-returned, protocol.ReasonShutdown)
	found, err := s.Recover(t.Context())
	if err != nil || len(found) != 1 || found[0].Was != chat.RunRunning || found[0].Run.State != chat.RunInterrupted {
		t.Errorf("found %+v, %v", found, err)
	}
}

// TestRecover_parked_without_its_keys waits for a client that brings them.
func TestRecover_parked_without_its_keys(t *testing.T) {
	t.Parallel()
	needsKey := func(o *run.Options) {
		o.Model = func(name string, env map[string]string) (string, error) {
			if env["KEY"] == "" {
				return "", errors.New("no key")
			}
			return name, nil
		}
	}
	r := newRig(t, storetest.Open(t), needsKey)
	req := request("", "do it")
	req.Env = map[string]string{"KEY": "k"}
	begun, err := r.Start(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	<-r.calls
	if err := r.Park(t.Context()); err != nil {
		t.Fatal(err)
	}
	next := newRig(t, r.store, needsKey)
	if err := next.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := next.state(begun.Run.ID); got != chat.RunInterrupted {
		t.Errorf("stored as %s", got)
	}
	if _, err := next.Resume(t.Context(), begun.Run.ID, req.Env); err != nil {
		t.Error(err)
	}
	(<-next.calls).done("ok")
	next.settle()
}

// TestEpoch changes with each segment, since its numbers start over.
func TestEpoch(t *testing.T) {
	t.Parallel()
	full := &fullDisk{Store: storetest.Open(t)}
	r := newRig(t, full.Store, func(o *run.Options) { o.Store = full })
	begun := r.send("", "do it")
	c := <-r.calls
	first := r.follow(begun.Run.ID)
	c.Journal = refusing{c.Journal}
	c.done("answer")
	first.over()
	if _, err := r.Resume(t.Context(), begun.Run.ID, nil); err != nil {
		t.Fatal(err)
	}
	second := r.follow(begun.Run.ID)
	(<-r.calls).done("answer")
	second.over()
	if first.sub.Epoch == second.sub.Epoch {
		t.Errorf("both segments have epoch %q", first.sub.Epoch)
	}
}

// TestBusy_ends_with_the_terminal_event: a client that has read the end and
// asks whether the daemon is still needed is not told of the tidying up.
func TestBusy_ends_with_the_terminal_event(t *testing.T) {
	t.Parallel()
	said, tidied := make(chan struct{}), make(chan struct{})
	r := newRig(t, storetest.Open(t), func(o *run.Options) {
		o.Loop = func(ctx context.Context, in run.Input) run.Output {
			out := (&call{Input: in, ctx: ctx}).end(chat.RunDone, "ok", "")
			close(said)
			<-tidied // a browser of the run's own is closed
			return out
		}
	})
	begun := r.send("", "do it")
	<-said
	if r.Busy() {
		t.Error("busy with a run that has said its end")
	}
	resumed := make(chan error, 1)
	go func() {
		_, err := r.Resume(context.Background(), begun.Run.ID, nil)
		resumed <- err
	}()
	close(tidied)
	wantFault(t, <-resumed, protocol.ReasonConflict)
}

// TestManager_hammer: many clients, few conversations, everything at once.
func TestManager_hammer(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	r := newRig(t, s, func(o *run.Options) {
		o.Loop = func(ctx context.Context, in run.Input) run.Output {
			c := &call{Input: in, ctx: ctx}
			c.Sink.Emit(chat.Event{Type: chat.EventContentDelta, Delta: "x"})
			if ctx.Err() != nil {
				return c.end(chat.RunCancelled, "Stopped.", chat.ErrorCancelled)
			}
			return c.end(chat.RunDone, "ok", "")
		}
	})
	var rooms []chat.ConversationID
	for range 3 {
		rooms = append(rooms, r.send("", "room").Conversation.ID)
	}
	var all sync.WaitGroup
	var started atomic.Int64
	for i := range 8 {
		all.Go(func() {
			for n := range 12 {
				begun, err := r.Start(t.Context(), request(rooms[(i+n)%len(rooms)], "go"))
				if errors.Is(err, protocol.NewFault(protocol.ReasonBusy, "")) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				started.Add(1)
				if n%3 == 0 {
					if _, err := r.Stop(t.Context(), begun.Run.ID); err != nil {
						t.Error(err)
					}
				}
				if e := r.follow(begun.Run.ID); e.sub.Ended == false {
					e.over()
				}
				if _, err := r.Live(""); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	r.settle()
	if live, err := s.LiveRuns(""); err != nil || len(live) != 0 {
		t.Errorf("left behind: %+v, %v", live, err)
	}
	if started.Load() == 0 {
		t.Error("nothing was started")
	}
}

func TestReopened_store_keeps_it_all(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := store.Open(store.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, s)
	begun := r.send("", "do it")
	(<-r.calls).done("answer")
	r.settle()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	next := newRig(t, reopened(t, s, dir))
	if err := next.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	sub, err := next.Attach(t.Context(), begun.Run.ID, event.SubscribeOptions{})
	if err != nil || !sub.Ended || len(sub.View.Messages) != 2 {
		t.Errorf("it shows %+v, %v", sub, err)
	}
}

// TestDuration_is_the_sum_of_the_segments, that of one which a crash cut off
// included, and so says the event that ends the run.
func TestDuration_is_the_sum_of_the_segments(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := storetest.Open(t)
		first := newRig(t, s)
		begun := first.send("", "do it")
		c := <-first.calls
		time.Sleep(3 * time.Second)
		msg := c.message()
		msg.Round, msg.ToolCalls = 1, []chat.ToolCall{{ID: "c", Name: "click", Status: chat.CallStarted}}
		if err := c.Journal.OpenRound(t.Context(), msg); err != nil {
			t.Fatal(err)
		}
		if err := first.Close(); err != nil { // as a crash does, it stores no end
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		next := newRig(t, s, func(o *run.Options) {
			o.Loop = func(context.Context, run.Input) run.Output {
				time.Sleep(2 * time.Second)
				panic("oh")
			}
		})
		if err := next.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := next.Resume(t.Context(), begun.Run.ID, nil); err != nil {
			t.Fatal(err)
		}
		w := next.follow(begun.Run.ID)
		if e := w.over(); e.DurationMs != 5000 {
			t.Errorf("the end says %d ms, want 5000", e.DurationMs)
		}
		next.settle()
		if stored, err := s.Run(begun.Run.ID); err != nil || stored.DurationMs != 5000 {
			t.Errorf("stored as %d ms, want 5000 (%v)", stored.DurationMs, err)
		}
		if err := next.Close(); err != nil {
			t.Error(err)
		}
	})
}
