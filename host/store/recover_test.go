package store_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// TestRecover_walks_the_table follows host/README.md, "Recovery".
func TestRecover_walks_the_table(t *testing.T) {
	t.Parallel()
	all := []chat.CallStatus{
		chat.CallCompleted, chat.CallError, chat.CallCancelled, chat.CallUnknown, chat.CallNotRun,
		chat.CallStarted, chat.CallPending, chat.CallStarted,
	}
	for _, test := range []struct {
		name   string
		before func(*store.Store, store.Begun) error
		was    chat.RunState
		want   chat.RunState
		calls  []chat.CallStatus
	}{
		{"running_no_round", func(*store.Store, store.Begun) error { return nil }, chat.RunRunning, chat.RunInterrupted, nil},
		{
			"open_round",
			func(s *store.Store, b store.Begun) error {
				return s.Journal(b.Run.ID).OpenRound(context.Background(), round(b.Run, 1, all...))
			},
			chat.RunRunning, chat.RunInterrupted,
			[]chat.CallStatus{
				chat.CallCompleted, chat.CallError, chat.CallCancelled, chat.CallUnknown, chat.CallNotRun,
				chat.CallUnknown, chat.CallNotRun, chat.CallUnknown,
			},
		},
		{
			"stopping_open_round",
			func(s *store.Store, b store.Begun) error {
				j := s.Journal(b.Run.ID)
				if err := j.OpenRound(context.Background(), round(b.Run, 1, all...)); err != nil {
					return err
				}
				_, err := s.SetRunState(context.Background(), b.Run.ID, chat.RunStopping, chat.RunRunning)
				return err
			},
			chat.RunStopping, chat.RunCancelled,
			[]chat.CallStatus{
				chat.CallCompleted, chat.CallError, chat.CallCancelled, chat.CallUnknown, chat.CallNotRun,
				chat.CallUnknown, chat.CallNotRun, chat.CallUnknown,
			},
		},
		{
			"parked",
			func(s *store.Store, b store.Begun) error { return s.ParkRun(context.Background(), b.Run) },
			chat.RunParked, chat.RunParked, nil,
		},
		{
			"interrupted_before",
			func(s *store.Store, b store.Begun) error {
				_, err := s.RecoverRun(context.Background(), b.Run.ID)
				return err
			},
			chat.RunInterrupted, chat.RunInterrupted, nil,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := must[*store.Store](t)(open(dir))
			begun := send(t, s, "", "do it")
			if err := test.before(s, begun); err != nil {
				t.Fatal(err)
			}
			storetest.Close(t, s)
			s = storetest.OpenIn(t, dir)
			found := must[[]store.Recovered](t)(s.Recover(t.Context()))
			if len(found) != 1 || found[0].Was != test.was || found[0].Run.State != test.want {
				t.Fatalf("recovered %+v", found)
			}
			history := must[[]chat.Message](t)(s.History(begun.Conversation.ID))
			if test.calls == nil {
				if len(history) != 1 || found[0].Closed != "" {
					t.Fatalf("history is %+v, closed %q", history, found[0].Closed)
				}
				return
			}
			checkSettled(t, history[1].ToolCalls, test.calls)
			if found[0].Unknown != 2 || found[0].NotRun != 1 || found[0].Closed != history[1].ID {
				t.Errorf("recovered %+v", found[0])
			}
			again := must[[]store.Recovered](t)(s.Recover(t.Context()))
			if test.want.Final() {
				if run := found[0].Run; len(again) != 0 || run.EndedAt == nil || run.ErrorCode != chat.ErrorCancelled || run.Error == "" {
					t.Errorf("ended as %+v, the second time it recovered %+v", run, again)
				}
				return
			}
			if len(again) != 1 || again[0].Was != test.want || again[0].Closed != "" {
				t.Errorf("the second time it recovered %+v", again)
			}
		})
	}
}

// What the rounds of a run have cost is not lost with the program that ran them.
func TestRecover_keeps_the_usage_of_rounds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := must[*store.Store](t)(open(dir))
	run := send(t, s, "", "do it").Run
	j := s.Journal(run.ID)
	costs := func(n int, status chat.CallStatus) chat.Message {
		msg := round(run, n, status)
		msg.Usage = &chat.Usage{InputTokens: 10 * int64(n), OutputTokens: int64(n)}
		return msg
	}
	if err := errors.Join(
		j.CloseRound(t.Context(), costs(1, chat.CallCompleted)),
		j.CloseRound(t.Context(), costs(2, chat.CallCompleted)),
		j.OpenRound(t.Context(), costs(3, chat.CallStarted)),
	); err != nil {
		t.Fatal(err)
	}
	storetest.Close(t, s)
	s = storetest.OpenIn(t, dir)
	found := must[[]store.Recovered](t)(s.Recover(t.Context()))
	if want := (chat.Usage{InputTokens: 60, OutputTokens: 6}); len(found) != 1 || found[0].Run.Usage != want {
		t.Errorf("recovered %+v, want a usage of %+v", found, want)
	}
}

func checkSettled(t *testing.T, calls []chat.ToolCall, want []chat.CallStatus) {
	t.Helper()
	var got []chat.CallStatus
	for _, c := range calls {
		got = append(got, c.Status)
		if c.Result == "" {
			t.Errorf("call %s has no result", c.ID)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("calls are %v, want %v", got, want)
	}
	if says := calls[5].Result; !strings.Contains(says, "Look before you repeat it") {
		t.Errorf("a started call says %q", says)
	}
	if says := calls[6].Result; !strings.HasPrefix(says, "Not run") {
		t.Errorf("a pending call says %q", says)
	}
}
