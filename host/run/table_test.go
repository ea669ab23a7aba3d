package run_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// TestRun_walks_the_table follows host/README.md, "A run", row by row.
func TestRun_walks_the_table(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		do   func(t *testing.T, r *rig, begun store.Begun, c *call)
		want chat.RunState
	}{
		{"send_is_running", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			if history, err := r.store.History(begun.Conversation.ID); err != nil || len(history) != 1 {
				t.Errorf("the person's message is not stored: %v, %v", history, err)
			}
		}, chat.RunRunning},
		{"no_more_calls_is_done", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			w := r.follow(begun.Run.ID)
			c.done("answer")
			if e := w.over(); e.Type != chat.EventDone || e.Usage.InputTokens != 10 || e.DurationMs != 5 {
				t.Errorf("ended with %+v", e)
			}
		}, chat.RunDone},
		{"loop_fails_is_failed", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			w := r.follow(begun.Run.ID)
			c.back <- c.end(chat.RunFailed, "no network", chat.ErrorNetwork)
			if e := w.over(); e.Type != chat.EventError || e.ErrorCode != chat.ErrorNetwork {
				t.Errorf("ended with %+v", e)
			}
		}, chat.RunFailed},
		{"stop_is_cancelled", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			w := r.follow(begun.Run.ID)
			stopping, err := r.Stop(t.Context(), begun.Run.ID)
			if err != nil || stopping.State != chat.RunStopping && stopping.State != chat.RunCancelled {
				t.Errorf("stop says %+v, %v", stopping, err)
			}
			if e := w.over(); e.ErrorCode != chat.ErrorCancelled || e.Usage == nil {
				t.Errorf("ended with %+v", e)
			}
			if first := w.events[0]; first.Type != chat.EventState || first.State != chat.RunStopping {
				t.Errorf("first said %+v", first)
			}
		}, chat.RunCancelled},
		{"daemon_gives_way_is_parked", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			w := r.follow(begun.Run.ID)
			if err := r.Park(t.Context()); err != nil {
				t.Error(err)
			}
			if e := w.over(); e.Type != chat.EventState || e.State != chat.RunParked {
				t.Errorf("said %+v", e)
			}
		}, chat.RunParked},
		{"daemon_dies_is_interrupted", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			if err := r.Close(); err != nil { // cuts it off
				t.Error(err)
			}
			next := newRig(t, r.store)
			if err := next.Recover(t.Context()); err != nil {
				t.Error(err)
			}
		}, chat.RunInterrupted},
		{"parked_goes_on_by_itself", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			if err := r.Park(t.Context()); err != nil {
				t.Error(err)
			}
			next := newRig(t, r.store)
			if err := next.Recover(t.Context()); err != nil {
				t.Error(err)
			}
			again := <-next.calls
			if !again.Resumed || again.Run.ID != begun.Run.ID || len(again.History) != 1 || again.Given.Context.BrowserTab != 7 {
				t.Errorf("went on with %+v", again.Input)
			}
		}, chat.RunRunning},
		{"interrupted_resume_is_running", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			next := interrupt(t, r)
			resumed, err := next.Resume(t.Context(), begun.Run.ID, map[string]string{"KEY": "v"})
			if err != nil || resumed.Run.State != chat.RunRunning || resumed.Message != begun.Message {
				t.Errorf("resumed as %+v, %v", resumed, err)
			}
			again := <-next.calls
			if !again.Resumed || again.Env["KEY"] != "v" {
				t.Errorf("went on with %+v", again.Input)
			}
			if twice, err := next.Resume(t.Context(), begun.Run.ID, nil); err != nil || twice.Run.State != chat.RunRunning {
				t.Errorf("a second client resumed as %+v, %v", twice, err)
			}
			w := next.follow(begun.Run.ID)
			again.done("late answer")
			if e := w.over(); e.Type != chat.EventDone {
				t.Errorf("ended with %+v", e)
			}
		}, chat.RunDone},
		{"interrupted_send_is_cancelled", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			next := interrupt(t, r)
			if second := next.send(begun.Conversation.ID, "something else"); second.Replaced != begun.Run.ID {
				t.Errorf("replaced %q", second.Replaced)
			}
		}, chat.RunCancelled},
		{"interrupted_stop_is_cancelled", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			next := interrupt(t, r)
			if stopped, err := next.Stop(t.Context(), begun.Run.ID); err != nil || stopped.State != chat.RunCancelled {
				t.Errorf("stop says %+v, %v", stopped, err)
			}
		}, chat.RunCancelled},
		{"ended_stays", func(t *testing.T, r *rig, begun store.Begun, c *call) {
			c.done("answer")
			r.settle()
			if stopped, err := r.Stop(t.Context(), begun.Run.ID); err != nil || stopped.State != chat.RunDone {
				t.Errorf("stop says %+v, %v", stopped, err)
			}
			_, err := r.Resume(t.Context(), begun.Run.ID, nil)
			wantFault(t, err, protocol.ReasonConflict)
		}, chat.RunDone},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, storetest.Open(t))
			req := request("", "do it")
			req.Given.Context = pageContext(7)
			begun, err := r.Start(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			test.do(t, r, begun, <-r.calls)
			if got := r.state(begun.Run.ID); got != test.want {
				t.Errorf("stored as %s, want %s", got, test.want)
			}
		})
	}
}

// interrupt lets the daemon of r die and returns the next one.
func interrupt(t *testing.T, r *rig) *rig {
	t.Helper()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	next := newRig(t, r.store)
	if err := next.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	return next
}

func TestStart_one_run_at_a_time(t *testing.T) {
	t.Parallel()
	r := newRig(t, storetest.Open(t))
	first := r.send("", "one")
	other := r.send("", "another conversation is free")
	_, err := r.Start(t.Context(), request(first.Conversation.ID, "two"))
	if f := wantFault(t, err, protocol.ReasonBusy); !strings.Contains(f.Message, string(first.Run.ID)) {
		t.Errorf("says %q", f.Message)
	}
	for range 2 {
		(<-r.calls).done("ok")
	}
	r.settle()
	if r.send(first.Conversation.ID, "two").Run.ID == first.Run.ID || other.Conversation.ID == first.Conversation.ID {
		t.Error("runs or conversations are shared")
	}
}

func TestStart_nonce_starts_once(t *testing.T) {
	t.Parallel()
	r := newRig(t, storetest.Open(t))
	req := request("", "once")
	req.Nonce = "n"
	var ids []chat.RunID
	for range 3 {
		begun, err := r.Start(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, begun.Run.ID)
	}
	if len(slices.Compact(ids)) != 1 {
		t.Errorf("runs %v", ids)
	}
	(<-r.calls).done("ok")
	r.settle()
	select {
	case <-r.calls:
		t.Error("it ran twice")
	default:
	}
}

func TestStart_model_is_checked_first(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	unknown := errors.New("no such model")
	r := newRig(t, s, func(o *run.Options) {
		o.Model = func(name string, env map[string]string) (string, error) {
			if name == "bad" {
				return "", unknown
			}
			return "openai:" + name + env["SUFFIX"], nil
		}
	})
	req := request("", "hello")
	req.Model = "bad"
	if _, err := r.Start(t.Context(), req); !errors.Is(err, unknown) {
		t.Errorf("got %v", err)
	}
	if list, _, err := s.Conversations("", 10); err != nil || len(list) != 0 {
		t.Errorf("it left %d conversations, %v", len(list), err)
	}
	req.Model, req.Env = "x", map[string]string{"SUFFIX": "-1"}
	begun, err := r.Start(t.Context(), req)
	if err != nil || begun.Run.Model != "openai:x-1" {
		t.Errorf("model %q, %v", begun.Run.Model, err)
	}
}

// TestStart_title is the beginning of the first message.
func TestStart_title(t *testing.T) {
	t.Parallel()
	r := newRig(t, storetest.Open(t))
	for words, want := range map[string]string{
		"short":                          "short",
		strings.Repeat("é", 30):          strings.Repeat("é", 30),
		strings.Repeat("é", 200):         strings.Repeat("é", 200),
		strings.Repeat("é", 201):         strings.Repeat("é", 199) + "…",
		"  two\n\nlines\tand\xff more  ": "two lines and\uFFFD more",
	} {
		if got := r.send("", words).Conversation.Title; got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
}

func TestHistory_leaves_errors_out(t *testing.T) {
	t.Parallel()
	r := newRig(t, storetest.Open(t))
	first := r.send("", "one")
	c := <-r.calls
	c.back <- c.end(chat.RunFailed, "no network", chat.ErrorNetwork)
	r.settle()
	r.send(first.Conversation.ID, "two")
	var said []string
	for _, msg := range (<-r.calls).History {
		said = append(said, string(msg.Role)+":"+msg.Content[0].Text)
	}
	if !slices.Equal(said, []string{"user:one", "user:two"}) {
		t.Errorf("the model is sent %v", said)
	}
}

// TestLoop_that_misbehaves still ends with one terminal event, stored.
func TestLoop_that_misbehaves(t *testing.T) {
	t.Parallel()
	for name, loop := range map[string]run.Loop{
		"panics":              func(context.Context, run.Input) run.Output { panic("oh") },
		"returns_without_end": func(_ context.Context, in run.Input) run.Output { return run.Output{State: chat.RunDone, Run: in.Run} },
		"returns_running": func(_ context.Context, in run.Input) run.Output {
			return run.Output{State: chat.RunRunning, Run: in.Run}
		},
		"leaves_its_round_open": func(ctx context.Context, in run.Input) run.Output {
			msg := chat.Message{ID: "m", Conversation: in.Run.Conversation, Run: in.Run.ID, Role: chat.RoleAssistant, Round: 1}
			msg.ToolCalls = []chat.ToolCall{{ID: "c", Name: "click", Status: chat.CallStarted}}
			if err := in.Journal.OpenRound(ctx, msg); err != nil {
				panic(err)
			}
			panic("in mid-round")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			release := make(chan struct{})
			r := newRig(t, storetest.Open(t), func(o *run.Options) {
				o.Loop = func(ctx context.Context, in run.Input) run.Output {
					<-release
					return loop(ctx, in)
				}
			})
			begun := r.send("", "do it")
			w := r.follow(begun.Run.ID)
			close(release)
			if e := w.over(); e.Type != chat.EventError || e.ErrorCode != chat.ErrorInternal || len(w.events) != 1 {
				t.Errorf("said %+v", w.events)
			}
			r.settle()
			if got := r.state(begun.Run.ID); got != chat.RunFailed {
				t.Errorf("stored as %s", got)
			}
			for _, msg := range mustHistory(t, r, begun.Conversation.ID) {
				for _, c := range msg.ToolCalls {
					if !c.Status.Final() {
						t.Errorf("call %s is %s in history", c.ID, c.Status)
					}
				}
			}
		})
	}
}

func mustHistory(t *testing.T, r *rig, id chat.ConversationID) []chat.Message {
	t.Helper()
	history, err := r.store.History(id)
	if err != nil {
		t.Fatal(err)
	}
	return history
}

// A run whose database was removed goes on with no daemon: it ends where it would be
// parked, and says why.
func TestPark_of_a_run_whose_database_was_removed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := newRig(t, storetest.OpenIn(t, dir))
	w := r.follow(r.send("", "do it").Run.ID)
	<-r.calls
	if err := os.Remove(filepath.Join(dir, "margay.db")); err != nil {
		t.Fatal(err)
	}
	if err := r.Park(t.Context()); err != nil {
		t.Error(err)
	}
	if e := w.over(); e.Type != chat.EventError || e.ErrorCode != chat.ErrorPersistFailed || !strings.Contains(e.Message, "was removed or replaced") {
		t.Errorf("ended with %+v", e)
	}
}

// TestEnd_that_cannot_be_stored is said nevertheless, and does not hold the
// conversation for ever.
func TestEnd_that_cannot_be_stored(t *testing.T) {
	t.Parallel()
	full := &fullDisk{Store: storetest.Open(t)}
	r := newRig(t, full.Store, func(o *run.Options) { o.Store = full })
	begun := r.send("", "do it")
	c := <-r.calls
	full.full.Store(true)
	w := r.follow(begun.Run.ID)
	c.Journal = refusing{c.Journal}
	c.done("answer")
	if e := w.over(); e.ErrorCode != chat.ErrorPersistFailed {
		t.Errorf("ended with %+v", e)
	}
	r.settle()
	_, err := r.Start(t.Context(), request(begun.Conversation.ID, "again"))
	wantFault(t, err, protocol.ReasonBusy) // the disk is full still
	full.full.Store(false)
	second := r.send(begun.Conversation.ID, "again")
	if second.Replaced != begun.Run.ID {
		t.Errorf("replaced %q", second.Replaced)
	}
	if got := r.state(begun.Run.ID); got != chat.RunCancelled {
		t.Errorf("the first is stored as %s", got)
	}
}
