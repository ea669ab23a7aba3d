package store_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// everyStatus are the states of the calls of an open round, and settledStatus
// what recovery makes of them.
var (
	everyStatus = []chat.CallStatus{
		chat.CallCompleted, chat.CallError, chat.CallCancelled, chat.CallUnknown, chat.CallNotRun,
		chat.CallStarted, chat.CallPending, chat.CallStarted,
	}
	settledStatus = []chat.CallStatus{
		chat.CallCompleted, chat.CallError, chat.CallCancelled, chat.CallUnknown, chat.CallNotRun,
		chat.CallUnknown, chat.CallNotRun, chat.CallUnknown,
	}
)

// found makes a run that a start finds in a state, with or without an open round.
type found struct {
	was  chat.RunState
	open bool
}

func (f found) make(t *testing.T, s *store.Store, run chat.Run) {
	t.Helper()
	ctx, j := t.Context(), s.Journal(run.ID)
	var err error
	if f.open && !f.was.Final() {
		err = j.OpenRound(ctx, round(run, 1, everyStatus...))
	}
	switch f.was {
	case chat.RunRunning:
	case chat.RunStopping:
		_, stop := s.SetRunState(ctx, run.ID, chat.RunStopping, chat.RunRunning)
		err = errors.Join(err, stop)
	case chat.RunParked:
		err = s.ParkRun(ctx, run)
	case chat.RunInterrupted:
		_, err = s.RecoverRun(ctx, run.ID)
	default:
		err = j.Finish(ctx, answer(run, "the end"), f.was)
	}
	if f.open && f.was.Final() { // cannot happen, so no method does it
		err = errors.Join(err, store.PlantRoundForTest(ctx, s, run.ID, round(run, 1, everyStatus...)))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestRecover_walks_the_table follows host/README.md, "Recovery". The rows about
// single calls are in each case with an open round.
func TestRecover_walks_the_table(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		found
		want chat.RunState
	}{
		"running_no_round":     {found{chat.RunRunning, false}, chat.RunInterrupted},
		"running_open_round":   {found{chat.RunRunning, true}, chat.RunInterrupted},
		"stopping_no_round":    {found{chat.RunStopping, false}, chat.RunCancelled},
		"stopping_open_round":  {found{chat.RunStopping, true}, chat.RunCancelled},
		"done_open_round":      {found{chat.RunDone, true}, chat.RunDone},
		"failed_open_round":    {found{chat.RunFailed, true}, chat.RunFailed},
		"cancelled_open_round": {found{chat.RunCancelled, true}, chat.RunCancelled},
		"parked":               {found{chat.RunParked, false}, chat.RunParked},
		"interrupted_before":   {found{chat.RunInterrupted, false}, chat.RunInterrupted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := must[*store.Store](t)(open(dir))
			begun := send(t, s, "", "do it")
			test.make(t, s, begun.Run)
			before := must[[]chat.Message](t)(s.History(begun.Conversation.ID))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			s = must[*store.Store](t)(store.Open(store.Options{Dir: dir, Program: "1.0.0", Log: zerolog.New(&log)}))
			t.Cleanup(func() { storetest.Close(t, s) })
			recovered := must[[]store.Recovered](t)(s.Recover(t.Context()))
			if len(recovered) != 1 || recovered[0].Was != test.was || recovered[0].Run.State != test.want {
				t.Fatalf("recovered %+v", recovered)
			}
			r := recovered[0]
			if noted := strings.Contains(log.String(), `"level":"error"`); noted != (test.open && test.was.Final()) {
				t.Errorf("what cannot happen is noted: %v, in the log: %s", noted, &log)
			}
			checkRound(t, r, before, must[[]chat.Message](t)(s.History(begun.Conversation.ID)), test.open)
			if test.was == chat.RunStopping && (r.Run.EndedAt == nil || r.Run.ErrorCode != chat.ErrorCancelled || r.Run.Error == "") {
				t.Errorf("a run that was stopped ended as %+v", r.Run)
			}
			again := must[[]store.Recovered](t)(s.Recover(t.Context()))
			if test.want.Final() {
				if len(again) != 0 {
					t.Errorf("the second time it recovered %+v", again)
				}
				return
			}
			if len(again) != 1 || again[0].Was != test.want || again[0].Run.State != test.want || again[0].Closed != "" {
				t.Errorf("the second time it recovered %+v", again)
			}
		})
	}
}

// checkRound looks that an open round has joined the history with every call
// settled, or that nothing has where none was open.
func checkRound(t *testing.T, r store.Recovered, before, after []chat.Message, open bool) {
	t.Helper()
	if !open {
		if len(after) != len(before) || r.Closed != "" {
			t.Errorf("history is %+v, closed %q", after, r.Closed)
		}
		return
	}
	if len(after) != len(before)+1 {
		t.Fatalf("history is %+v", after)
	}
	closed := after[len(after)-1]
	checkSettled(t, closed.ToolCalls, settledStatus)
	if r.Unknown != 2 || r.NotRun != 1 || r.Closed != closed.ID {
		t.Errorf("recovered %+v", r)
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
