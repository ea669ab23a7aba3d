package run

import (
	"context"

	"github.com/margay/margay/host/event"
)

// Park lets every run end at its next safe place, to go on in the next daemon,
// and waits for that until ctx ends. No run is started from now on.
func (m *Manager) Park(ctx context.Context) error {
	m.mu.Lock()
	if !m.leaving {
		m.leaving = true
		close(m.park)
	}
	m.mu.Unlock()
	gone := make(chan struct{})
	go func() { // ends with the last run; Close sees to that
		m.running.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-ctx.Done():
		return ctx.Err()
	}
	for _, log := range m.forgetAll() {
		log.Close(ctx) // clients are told that their runs are parked
	}
	return nil
}

// Close cuts off the runs that Park did not park, if any, and waits for their
// goroutines. They are interrupted, as after a crash.
func (m *Manager) Close() error {
	m.sealed.Store(true)
	m.mu.Lock()
	if !m.leaving {
		m.leaving = true
		close(m.park)
	}
	m.mu.Unlock()
	m.cut()
	m.running.Wait()
	for _, log := range m.forgetAll() {
		log.Close(m.life)
	}
	return nil
}

// forgetAll empties the memory of runs and returns their logs.
func (m *Manager) forgetAll() []*event.Log {
	m.mu.Lock()
	defer m.mu.Unlock()
	var logs []*event.Log
	for _, a := range m.active {
		m.forget(a)
		if a.log != nil {
			logs = append(logs, a.log)
		}
	}
	return logs
}
