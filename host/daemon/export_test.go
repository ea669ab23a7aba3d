package daemon

import (
	"context"
	"time"
)

// Presence is the timer logic alone, for tests in simulated time.
type Presence struct{ p *presence }

func NewPresence(patience time.Duration) Presence { return Presence{newPresence(patience)} }

func (p Presence) Opened() bool                { return p.p.opened() }
func (p Presence) Closed(linger time.Duration) { p.p.closed(linger) }
func (p Presence) LeaveIfLast() bool           { return p.p.leaveIfLast() }
func (p Presence) UntilIdle(ctx context.Context, w work, rest time.Duration, resting func()) {
	p.p.untilIdle(ctx, w, rest, resting)
}

// Resting is what a daemon that runs a program does in a quiet time; it returns
// why the daemon leaves, and "" where it stays.
func Resting(program string, w work) func() string {
	d := &daemon{stop: make(chan string, 1)}
	rest := d.resting(w, watch(program))
	return func() string {
		rest()
		select {
		case why := <-d.stop:
			return why
		default:
			return ""
		}
	}
}

// Believed is who holds the lock where the system does not tell.
var Believed = believed

// ProcessStart tells a process from a later one with the same pid.
func ProcessStart(pid int) string { return processStart(pid) }
