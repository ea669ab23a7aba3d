//go:build crashpoints

package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// TestCrashpoints kills a process at each passing of each point of this package
// and of event, while runs end, are parked and go on. The next manager settles
// what it finds, loses no message that was acknowledged, and runs on.
func TestCrashpoints(t *testing.T) {
	if dir := os.Getenv("MARGAY_TEST_CRASH"); dir != "" {
		work(t, dir)
		return
	}
	for _, name := range crash.Names() {
		if !strings.HasPrefix(name, "run.") && !strings.HasPrefix(name, "event.") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			n := 1
			for crashAt(t, fmt.Sprintf("%s:%d", name, n)) {
				n++
			}
			if n == 1 {
				t.Errorf("the work never passes %s", name)
			}
		})
	}
}

func crashAt(t *testing.T, point string) bool {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestCrashpoints$")
	cmd.Env = append(os.Environ(), "MARGAY_TEST_CRASH="+dir, "MARGAY_CRASH="+point)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err == nil {
		return false
	}
	if !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("%s: %v\n%s", point, err, out)
	}
	s := storetest.OpenIn(t, dir)
	r := newRig(t, s, func(o *run.Options) { o.Loop = answering })
	if err := r.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.settle()
	for line := range strings.Lines(string(out)) {
		id, ok := strings.CutPrefix(strings.TrimSpace(line), "started ")
		if !ok {
			continue
		}
		state := r.state(chat.RunID(id))
		if !state.Final() && state != chat.RunInterrupted {
			t.Errorf("%s: run %s is %s", point, id, state)
		}
		if state == chat.RunInterrupted {
			if _, err := r.Resume(t.Context(), chat.RunID(id), nil); err != nil {
				t.Errorf("%s: %v", point, err)
			}
			r.settle()
			if state = r.state(chat.RunID(id)); state != chat.RunDone {
				t.Errorf("%s: the resumed run is %s", point, state)
			}
		}
	}
	return true
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
