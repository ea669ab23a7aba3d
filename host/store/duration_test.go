package store_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// TestJournal_counts_the_time_of_every_segment: the duration of a run is the
// sum of its segments. One that a crash cut off counts to its last commit.
func TestJournal_counts_the_time_of_every_segment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, dir := t.Context(), t.TempDir()
		open := func() *store.Store { return must[*store.Store](t)(store.Open(store.Options{Dir: dir})) }
		s := open()
		run := send(t, s, "", "do it").Run
		duration := func(want time.Duration) {
			t.Helper()
			if got := must[chat.Run](t)(s.Run(run.ID)).DurationMs; got != want.Milliseconds() {
				t.Errorf("the run has taken %d ms, want %v", got, want)
			}
		}
		crash := func() {
			t.Helper()
			storetest.Close(t, s)
			s = open()
			must[[]store.Recovered](t)(s.Recover(ctx))
		}
		resume := func() *store.Journal {
			t.Helper()
			must[chat.Run](t)(s.SetRunState(ctx, run.ID, chat.RunRunning, chat.RunInterrupted, chat.RunParked))
			return s.Journal(run.ID)
		}
		// Each commit of a round counts, and what is worked after the last is lost.
		j := s.Journal(run.ID)
		time.Sleep(3 * time.Second)
		msg := round(run, 1, chat.CallStarted, chat.CallPending)
		if err := j.OpenRound(ctx, msg); err != nil {
			t.Fatal(err)
		}
		duration(3 * time.Second)
		time.Sleep(2 * time.Second)
		if err := j.StartCall(ctx, msg.ID, msg.ToolCalls[1].ID, nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(40 * time.Second)
		crash()
		duration(5 * time.Second)
		// The time until it goes on is nobody's work.
		time.Sleep(time.Hour)
		j = resume()
		time.Sleep(time.Second)
		if err := j.CloseRound(ctx, round(run, 2, chat.CallCompleted)); err != nil {
			t.Fatal(err)
		}
		crash()
		duration(6 * time.Second)
		// A segment that is parked says itself how long the run has taken.
		resume()
		if err := s.ParkRun(ctx, chat.Run{ID: run.ID, DurationMs: 9000}); err != nil {
			t.Fatal(err)
		}
		j = resume()
		time.Sleep(time.Second)
		if err := j.CloseRound(ctx, round(run, 3, chat.CallCompleted)); err != nil {
			t.Fatal(err)
		}
		duration(10 * time.Second)
		storetest.Close(t, s)
	})
}
