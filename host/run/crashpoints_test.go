//go:build crashpoints

package run_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/margay/margay/host/crash/crashtest"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// TestCrashpoints kills a process at each passing of each point of this package
// and of event, while runs end, are parked and go on. The next manager settles
// what it finds, loses no message that was acknowledged, and runs on.
func TestCrashpoints(t *testing.T) {
	crashtest.Test{Points: []string{"run.", "event."}, Work: work, Check: afterCrash}.Run(t)
}

func afterCrash(t *testing.T, dir, printed string) {
	s := storetest.OpenIn(t, dir)
	r := newRig(t, s, func(o *run.Options) { o.Loop = answering })
	if err := r.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.settle()
	for line := range strings.Lines(printed) {
		id, ok := strings.CutPrefix(strings.TrimSpace(line), "started ")
		if !ok {
			continue
		}
		state := r.state(chat.RunID(id))
		if !state.Final() && state != chat.RunInterrupted {
			t.Errorf("run %s is %s", id, state)
		}
		if state == chat.RunInterrupted {
			if _, err := r.Resume(t.Context(), chat.RunID(id), nil); err != nil {
				t.Error(err)
			}
			r.settle()
			if state = r.state(chat.RunID(id)); state != chat.RunDone {
				t.Errorf("the resumed run is %s", state)
			}
		}
	}
}

// answering is a loop of one closed round and an answer.
func answering(ctx context.Context, in run.Input) run.Output {
	c := &call{Input: in, ctx: ctx}
	msg := c.message()
	msg.Round = in.Run.Round + 1
	c.Sink.Emit(chat.Event{Type: chat.EventNewMessage, Begins: &msg})
	c.Sink.Emit(chat.Event{Type: chat.EventContentDelta, Delta: "I click."})
	msg.ToolCalls = []chat.ToolCall{{ID: "c", Name: "click", Status: chat.CallStarted}}
	if err := in.Journal.OpenRound(ctx, msg); err != nil {
		panic(err)
	}
	msg.ToolCalls = []chat.ToolCall{{ID: "c", Name: "click", Status: chat.CallCompleted, Result: "ok"}}
	if err := in.Journal.CloseRound(ctx, msg); err != nil {
		panic(err)
	}
	return c.end(chat.RunDone, "done", "")
}

// work starts runs that end, and one that is parked and goes on.
func work(t *testing.T, dir string) {
	s, err := store.Open(store.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, s, func(o *run.Options) { o.Loop = answering })
	for range 2 {
		begun := r.send("", "do it")
		fmt.Println("started", begun.Run.ID)
		r.settle()
	}
	held := newRig(t, s)
	fmt.Println("started", held.send("", "do it").Run.ID)
	<-held.calls
	if err := held.Park(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := r.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.settle()
}
