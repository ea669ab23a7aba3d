package run

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// Manager owns the runs of one daemon. It is safe for concurrent use.
type Manager struct {
	o Options
	// life ends when Close cuts off what Park did not park. Runs are nobody's
	// call, so it hangs on no caller's context.
	life    context.Context
	cut     context.CancelFunc
	changed chan struct{}
	// park is closed once by Park.
	park chan struct{}
	// sealed stops the journals: what is cut off must not be stored as an end.
	sealed    atomic.Bool
	abandoned atomic.Int64
	running   sync.WaitGroup // calls that may start a run, and runs

	mu sync.Mutex // guards what follows, and the mutable part of each active
	// active holds the runs under way and those that ended a moment ago.
	active   map[chat.RunID]*active
	leaving  bool
	segments int
}

// active is a run in memory.
type active struct {
	id chat.RunID
	// ready is closed when log is set, or when starting failed.
	ready chan struct{}
	// done is closed when the loop has ended and its end is dealt with.
	done chan struct{}
	// said tells that the terminal event was emitted.
	said atomic.Bool

	// Guarded by Manager.mu:
	run    chat.Run
	log    *event.Log
	stop   context.CancelFunc
	over   bool
	retire *time.Timer
}

// New makes a manager. Call Recover before the first Start.
func New(o Options) *Manager {
	if o.Retain == 0 {
		o.Retain = 30 * time.Second
	}
	if o.Model == nil {
		o.Model = func(name string, _ map[string]string) (string, error) { return name, nil }
	}
	life, cut := context.WithCancel(context.Background())
	return &Manager{
		o: o, life: life, cut: cut, changed: make(chan struct{}, 1), park: make(chan struct{}),
		active: map[chat.RunID]*active{},
	}
}

// Busy reports whether a run is under way. One whose end was said is not: what
// it leaves to be tidied up, Park and Close wait for.
func (m *Manager) Busy() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, a := range m.active {
		if !a.over && !a.said.Load() {
			return true
		}
	}
	return false
}

// Changed gets a token when Busy may have changed. It is one channel for one listener.
func (m *Manager) Changed() <-chan struct{} { return m.changed }

// Abandoned counts the tools that did not return when they were told to stop.
func (m *Manager) Abandoned() int { return int(m.abandoned.Load()) }

func (m *Manager) poke() {
	select {
	case m.changed <- struct{}{}:
	default:
	}
}

// enter lets a call in that may start a run, so that Park can wait for it.
func (m *Manager) enter() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.leaving {
		return protocol.NewFault(protocol.ReasonShutdown, "The program is stopping; no run is started now.").
			WithNext("Try again in a moment: the next program is started by itself.")
	}
	m.running.Add(1)
	return nil
}

// reserve takes the place of a run before the store says that it is under way,
// so that nobody takes it for one that was left behind. False means that the
// run is under way; then its place is returned.
func (m *Manager) reserve(run chat.Run) (*active, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a := m.active[run.ID]; a != nil && !a.over {
		return a, false
	} else if a != nil {
		m.forget(a)
	}
	a := &active{id: run.ID, run: run, ready: make(chan struct{}), done: make(chan struct{})}
	m.active[run.ID] = a
	return a, true
}

// giveUp frees the place of a run that was not started.
func (m *Manager) giveUp(a *active) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a.over = true
	m.forget(a)
	close(a.ready)
	close(a.done)
}

// forget drops an ended run from memory; called with the lock held.
func (m *Manager) forget(a *active) {
	if m.active[a.id] == a {
		delete(m.active, a.id)
	}
	if a.retire != nil {
		a.retire.Stop()
	}
}

func (m *Manager) find(id chat.RunID) *active {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.active[id]
}
