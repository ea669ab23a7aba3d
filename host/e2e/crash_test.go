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

// died takes the names of the points at which daemons died since it was last
// asked, and the orders that nobody has taken.
func (w *world) died(t *testing.T) []string {
	t.Helper()
	var died []string
	if left, err := os.ReadFile(w.orders); err == nil {
		t.Errorf("nobody took the order to die at %s", left)
		if err := os.Remove(w.orders); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(w.orders + ".hit")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.Remove(w.orders + ".hit")
	}
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		died = append(died, strings.TrimSpace(line))
	}
	return died
}

// ordersIn is where the orders for daemons lie.
func ordersIn(dir string) string { return filepath.Join(dir, "orders") }
