package daemon_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/daemon"
)

// workload is a service's need of the daemon.
type workload struct {
	mu      sync.Mutex
	busy    bool
	changed chan struct{}
}

func newWorkload() *workload { return &workload{changed: make(chan struct{}, 1)} }

func (w *workload) Changed() <-chan struct{} { return w.changed }

func (w *workload) Busy() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.busy
}

func (w *workload) set(busy bool) {
	w.mu.Lock()
	w.busy = busy
	w.mu.Unlock()
	w.changed <- struct{}{}
}

const bridgeLinger = 10 * time.Minute

// TestPresence tells, in simulated time, when the daemon leaves.
func TestPresence(t *testing.T) {
	t.Parallel()
	type scene struct {
		p daemon.Presence
		w *workload
	}
	for name, tc := range map[string]struct {
		play func(scene)
		want time.Duration
	}{
		"nobody_comes":               {func(scene) {}, 10 * time.Second},
		"one_shot_leaves_at_once":    {func(s scene) { s.p.Opened(); time.Sleep(time.Second); s.p.Closed(0) }, time.Second},
		"bridge_lingers":             {func(s scene) { s.p.Opened(); time.Sleep(time.Second); s.p.Closed(bridgeLinger) }, time.Second + bridgeLinger},
		"open_link_holds":            {func(s scene) { s.p.Opened(); time.Sleep(24 * time.Hour); s.p.Closed(0) }, 24 * time.Hour},
		"one_shot_after_bridge":      {func(s scene) { s.p.Opened(); s.p.Closed(bridgeLinger); s.p.Opened(); s.p.Closed(0) }, bridgeLinger},
		"bridge_again_lingers_anew":  {func(s scene) { link(s.p, bridgeLinger); time.Sleep(time.Minute); link(s.p, bridgeLinger) }, time.Minute + bridgeLinger},
		"two_links_one_stays":        {func(s scene) { s.p.Opened(); s.p.Opened(); s.p.Closed(0); time.Sleep(time.Hour); s.p.Closed(0) }, time.Hour},
		"work_holds_after_the_links": {func(s scene) { s.w.set(true); link(s.p, 0); time.Sleep(time.Hour); s.w.set(false) }, time.Hour},
		"linger_runs_beside_work":    {func(s scene) { s.w.set(true); link(s.p, bridgeLinger); time.Sleep(4 * time.Minute); s.w.set(false) }, bridgeLinger},
		"late_client_is_awaited":     {func(s scene) { time.Sleep(9 * time.Second); s.p.Opened(); time.Sleep(time.Minute); s.p.Closed(0) }, 9*time.Second + time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := scene{daemon.NewPresence(10 * time.Second), newWorkload()}
				began := time.Now()
				var left time.Duration
				done := make(chan struct{})
				go func() {
					defer close(done)
					s.p.UntilIdle(t.Context(), s.w, time.Hour, func() {})
					left = time.Since(began)
				}()
				synctest.Wait()
				tc.play(s)
				<-done
				if left != tc.want {
					t.Errorf("left after %v, want %v", left, tc.want)
				}
				if s.p.Opened() {
					t.Error("a link was taken after the decision to leave")
				}
			})
		})
	}
}

func link(p daemon.Presence, linger time.Duration) {
	p.Opened()
	p.Closed(linger)
}

func TestPresence_last_of_all(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		before func(daemon.Presence)
		want   bool
	}{
		"alone":                {func(daemon.Presence) {}, true},
		"beside_another":       {func(p daemon.Presence) { p.Opened() }, false},
		"after_another":        {func(p daemon.Presence) { link(p, 0) }, true},
		"a_bridge_lingers":     {func(p daemon.Presence) { link(p, bridgeLinger) }, false},
		"a_bridge_has_stopped": {func(p daemon.Presence) { link(p, bridgeLinger); time.Sleep(bridgeLinger) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := daemon.NewPresence(time.Hour)
				p.Opened()
				tc.before(p)
				if got := p.LeaveIfLast(); got != tc.want {
					t.Errorf("leaves: %v, want %v", got, tc.want)
				}
				if taken := p.Opened(); taken == tc.want {
					t.Errorf("a link that comes then is taken: %v", taken)
				}
			})
		})
	}
}

func TestPresence_told_to_leave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, w := daemon.NewPresence(0), newWorkload()
		p.Opened()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		p.UntilIdle(ctx, w, time.Hour, func() {})
		if p.Opened() {
			t.Error("a link was taken after the decision to leave")
		}
	})
}

func TestPresence_rests_once_in_each_quiet_time(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, w := daemon.NewPresence(time.Hour), newWorkload()
		var rests []time.Duration
		began := time.Now()
		go func() {
			time.Sleep(time.Minute)
			p.Opened()
			time.Sleep(time.Second)
			p.Closed(time.Hour)
		}()
		p.UntilIdle(t.Context(), w, 2*time.Second, func() { rests = append(rests, time.Since(began)) })
		want := []time.Duration{2 * time.Second, time.Minute + time.Second + 2*time.Second}
		if len(rests) != 2 || rests[0] != want[0] || rests[1] != want[1] {
			t.Errorf("rested at %v, want %v", rests, want)
		}
	})
}
