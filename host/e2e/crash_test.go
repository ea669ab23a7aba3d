package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// TestCrashpoints kills the daemon at each crash point while it works on a job,
// at some of them also at later passings, and lets a client stay with the run.
// What must hold afterwards is in [world.check].
func TestCrashpoints(t *testing.T) {
	t.Parallel()
	w := newWorld(t, crashing)
	for _, c := range crashCases() {
		t.Run(c.name, func(t *testing.T) { w.crash(t, c) })
	}
}

// crashCase is one job with the points at which its daemons die, one after the
// other.
type crashCase struct {
	name   string
	orders []string
	// stop tells the daemon to leave during the first tool call, so that it
	// parks the run.
	stop bool
}

// points are the orders without their counts.
func (c crashCase) points() []string {
	var points []string
	for _, o := range c.orders {
		name, _, _ := strings.Cut(o, ":")
		points = append(points, name)
	}
	return points
}

// passings are where the work passes a point more than once and the later
// passing is another situation: within the first round with acts, between two
// acts, in the last round. Points that are not listed die at their first.
func passings(name string) []int {
	switch strings.TrimSuffix(strings.TrimSuffix(name, ".before"), ".after") {
	case "agent.ask", "agent.open_round", "store.open_round", "agent.close_round", "store.close_round":
		return []int{1, 2, 3}
	case "agent.start_call", "store.start_call":
		return []int{1, 2}
	case "agent.call":
		return []int{1, 3, 5}
	case "relay.act":
		return []int{1, 2, 3}
	case "relay.look":
		return []int{1, 6}
	case "store.commit":
		return []int{1, 3, 6}
	case "event.emit", "api.deliver":
		return []int{1, 5, 12}
	}
	return []int{1}
}

func crashCases() []crashCase {
	var cases []crashCase
	for _, name := range crash.Names() {
		for _, n := range passings(name) {
			c := crashCase{name: name, orders: []string{fmt.Sprintf("%s:%d", name, n)}}
			if n > 1 {
				c.name = fmt.Sprintf("%s_%d", name, n)
			}
			switch {
			case strings.HasPrefix(name, "store.park_run."):
				c.stop = true
			case strings.HasPrefix(name, "store.recover."), strings.HasPrefix(name, "store.run_state."):
				// Passed by the daemon that comes after one that died.
				c.orders = append([]string{"agent.call.before:3"}, c.orders...)
			}
			cases = append(cases, c)
		}
	}
	return cases
}

func (w *world) crash(t *testing.T, c crashCase) {
	ctx := patience(t)
	if err := os.WriteFile(w.orders, []byte(strings.Join(c.orders, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	p := w.pursue(t, ctx)
	if c.stop {
		p.event = stopOnce(t, ctx)
	}
	run, err := p.toEnd(ctx)
	if err != nil {
		t.Fatal(err)
	}
	// The run may be told as done by a daemon that is about to die.
	if err := w.awaitDeaths(ctx, len(c.orders)); err != nil {
		t.Error(err)
	}
	w.check(t, ctx, run)
	if died := w.died(t); !slices.Equal(died, c.points()) {
		t.Errorf("daemons died at %q, should have at %q", died, c.orders)
	}
}

// stopOnce tells the daemon to leave during the first tool call that is seen.
func stopOnce(t *testing.T, ctx context.Context) func(*dial.Client, chat.Event) {
	told := false
	return func(c *dial.Client, e chat.Event) {
		if told || e.Type != chat.EventCallRunning {
			return
		}
		told = true
		if _, err := rpc.Call(ctx, c, client.DaemonStop, client.Stop{}); err != nil && !errors.Is(err, protocol.NewFault(protocol.ReasonClosed, "")) {
			t.Errorf("tell the daemon to leave: %v", err)
		}
	}
}

// death is a daemon that was told to die.
type death struct {
	point string
	pid   int
}

// deaths reads which daemons have come to where they were told to die, since
// that was last taken. The last of them may still be on its way out.
func (w *world) deaths() ([]death, error) {
	text, err := os.ReadFile(w.orders + hit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []death
	for line := range strings.Lines(string(text)) {
		var d death
		if _, err := fmt.Sscanln(line, &d.point, &d.pid); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		all = append(all, d)
	}
	return all, nil
}

// awaitDeaths waits until as many daemons are gone as were told to die: a
// client may have the end of the run from one that is about to.
func (w *world) awaitDeaths(ctx context.Context, n int) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		all, err := w.deaths()
		if err != nil {
			return err
		}
		running, err := w.rig.Processes()
		if err != nil {
			return err
		}
		alive := func(d death) bool { return slices.Contains(running, d.pid) }
		if len(all) >= n && !slices.ContainsFunc(all, alive) {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("of %d daemons that were to die, these came to it: %v; there run %v", n, all, running)
		}
	}
}

// died takes the names of the points at which daemons died since it was last
// asked, and the orders that nobody has taken.
func (w *world) died(t *testing.T) []string {
	t.Helper()
	if left, err := os.ReadFile(w.orders); err == nil {
		t.Errorf("nobody took the order to die at %s", left)
		if err := os.Remove(w.orders); err != nil {
			t.Fatal(err)
		}
	}
	var points []string
	for _, d := range must[[]death](t)(w.deaths()) {
		points = append(points, d.point)
	}
	if err := os.Remove(w.orders + hit); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return points
}

// hit ends the name of the file in which daemons write where they die.
const hit = ".hit"

// ordersIn is where the orders for daemons lie.
func ordersIn(dir string) string { return filepath.Join(dir, "orders") }
