package api_test

import (
	"testing"

	"github.com/margay/margay/host/api"
	"github.com/margay/margay/protocol/chat"
)

// liveRuns are the runs that have not ended.
type liveRuns struct {
	api.Runs
	states []chat.RunState
}

func (l liveRuns) Live(chat.ConversationID) ([]chat.Run, error) {
	var runs []chat.Run
	for _, s := range l.states {
		runs = append(runs, chat.Run{State: s})
	}
	return runs, nil
}

func (liveRuns) Abandoned() int { return 0 }

// TestStatus_counts_runs_under_way: one that waits for a person to resume it is not.
func TestStatus_counts_runs_under_way(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		states []chat.RunState
		want   int
	}{
		{nil, 0},
		{[]chat.RunState{chat.RunInterrupted, chat.RunInterrupted}, 0},
		{[]chat.RunState{chat.RunRunning, chat.RunInterrupted, chat.RunStopping, chat.RunParked}, 3},
	} {
		s := api.New(api.Options{Runs: liveRuns{states: tt.states}})
		if status, err := s.Status(t.Context(), &api.Client{}); err != nil || status.LiveRuns != tt.want {
			t.Errorf("%v: %d, %v, want %d", tt.states, status.LiveRuns, err, tt.want)
		}
	}
}
