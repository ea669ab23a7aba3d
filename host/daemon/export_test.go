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

// ProcessStart tells a process from a later one with the same pid.
func ProcessStart(pid int) string { return processStart(pid) }
