//go:build crashpoints

package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/margay/margay/host/crash/crashtest"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// TestCrashpoints kills a process at each passing of each point of this
// package. Whatever was acknowledged before is there, nothing is there by half,
// and the store opens, recovers and goes on.
func TestCrashpoints(t *testing.T) {
	crashtest.Test{Points: []string{"store."}, Work: work, Check: afterCrash}.Run(t)
}

func afterCrash(t *testing.T, dir, printed string) {
	s := must[*store.Store](t)(open(dir))
	must[[]store.Recovered](t)(s.Recover(t.Context()))
	history := map[chat.MessageID]chat.Message{}
	list, _, err := s.Conversations("", 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		for _, msg := range must[[]chat.Message](t)(s.History(c.ID)) {
			history[msg.ID] = msg
		}
	}
	checkAcknowledged(t, printed, history)
	storetest.Close(t, s)
	s = must[*store.Store](t)(open(dir)) // and once more, with the work going on
	finish(t, s, send(t, s, "", "goes on").Run, "done")
	storetest.Close(t, s)
}

// checkAcknowledged holds what the process said against what it left.
func checkAcknowledged(t *testing.T, printed string, history map[chat.MessageID]chat.Message) {
	t.Helper()
	for line := range strings.Lines(printed) {
		what, id, found := strings.Cut(strings.TrimSpace(line), " ")
		if !found || what != "stored" && what != "started" {
			continue
		}
		msg, there := history[chat.MessageID(id)]
		if !there {
			t.Errorf("%s was acknowledged and is gone", id)
			continue
		}
		for _, c := range msg.ToolCalls {
			if !c.Status.Final() || c.Result == "" {
				t.Errorf("call %s of the history is %s", c.ID, c.Status)
			}
			if what == "started" && c.Status == chat.CallNotRun && c.Effects {
				t.Errorf("call %s was started and is told as not run", c.ID)
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
