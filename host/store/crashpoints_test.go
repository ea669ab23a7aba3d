//go:build crashpoints

package store_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// TestCrashpoints kills a process at each passing of each point of this
// package. Whatever was acknowledged before is there, nothing is there by half,
// and the store opens, recovers and goes on.
func TestCrashpoints(t *testing.T) {
	if dir := os.Getenv("MARGAY_TEST_CRASH"); dir != "" {
		work(t, dir)
		return
	}
	hit := 0
	for _, name := range crash.Names() {
		if !strings.HasPrefix(name, "store.") {
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
			hit += n - 1
		})
	}
	t.Logf("killed %d times", hit)
}

// crashAt runs the work in a process that dies at a point, and examines what it
// left. False means that it did not die.
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
	s := must[*store.Store](t)(open(dir))
	must[[]store.Recovered](t)(s.Recover(t.Context()))
	history := map[chat.MessageID]chat.Message{}
	list, _, err := s.Conversations("", 10)
	if err != nil {
		t.Fatalf("%s: %v", point, err)
	}
	for _, c := range list {
		for _, msg := range must[[]chat.Message](t)(s.History(c.ID)) {
			history[msg.ID] = msg
		}
	}
	checkAcknowledged(t, point, out, history)
	storetest.Close(t, s)
	s = must[*store.Store](t)(open(dir)) // and once more, with the work going on
	finish(t, s, send(t, s, "", "goes on").Run, "done")
	storetest.Close(t, s)
	return true
}

// checkAcknowledged holds what the process said against what it left.
func checkAcknowledged(t *testing.T, point string, out []byte, history map[chat.MessageID]chat.Message) {
	t.Helper()
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		what, id, found := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if !found || what != "stored" && what != "started" {
			continue
		}
		msg, there := history[chat.MessageID(id)]
		if !there {
			t.Errorf("%s: %s was acknowledged and is gone", point, id)
			continue
		}
		for _, c := range msg.ToolCalls {
			if !c.Status.Final() || c.Result == "" {
				t.Errorf("%s: call %s of the history is %s", point, c.ID, c.Status)
			}
			if what == "started" && c.Status == chat.CallNotRun && c.Effects {
				t.Errorf("%s: call %s was started and is told as not run", point, c.ID)
			}
		}
	}
}

// work passes every point of the package and says what was acknowledged.
func work(t *testing.T, dir string) {
	ctx := t.Context()
	s := must[*store.Store](t)(open(dir))
	said := func(what string, id chat.MessageID) { fmt.Println(what, id) }
	begun := send(t, s, "", "do it")
	said("stored", begun.Message)
	j := s.Journal(begun.Run.ID)
	msg := round(begun.Run, 1, chat.CallCompleted, chat.CallStarted, chat.CallPending)
	msg.ToolCalls[0].Result = strings.Repeat("long ", 5000)
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ok(j.OpenRound(ctx, msg))
	said("started", msg.ID)
	msg.ToolCalls[1].Status, msg.ToolCalls[1].Result = chat.CallCompleted, strings.Repeat("clicked ", 3000)
	ok(j.StartCall(ctx, msg.ID, msg.ToolCalls[2].ID, msg.ToolCalls[1:2]))
	said("started", msg.ID)
	msg.ToolCalls[2].Status, msg.ToolCalls[2].Result = chat.CallError, "no"
	ok(j.CloseRound(ctx, msg))
	said("stored", msg.ID)
	ok(s.ParkRun(ctx, begun.Run))
	must[chat.Run](t)(s.SetRunState(ctx, begun.Run.ID, chat.RunRunning, chat.RunParked))
	last := round(begun.Run, 2, chat.CallStarted)
	ok(s.Journal(begun.Run.ID).OpenRound(ctx, last))
	said("started", last.ID)
	must[store.Recovered](t)(s.RecoverRun(ctx, begun.Run.ID))
	must[chat.Run](t)(s.SetRunState(ctx, begun.Run.ID, chat.RunRunning, chat.RunInterrupted))
	said("stored", finish(t, s, begun.Run, "done").ID)
	ok(s.Close())
}
