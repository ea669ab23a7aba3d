package daemon

import (
	"context"
	"sync"
	"time"
)

// presence knows whether somebody needs the daemon: the links that are open,
// and the linger that the last ones left behind.
type presence struct {
	mu sync.Mutex // guards all below
	// open counts links; ever says that there has been one.
	open int
	ever bool
	// until is the end of the longest linger left behind so far.
	until time.Time
	// leaving is set by the decision to leave: no link counts from then on.
	leaving bool
	// changed has room for one signal, for the one goroutine that waits.
	changed chan struct{}
}

// newPresence expects the first client within patience.
func newPresence(patience time.Duration) *presence {
	return &presence{until: time.Now().Add(patience), changed: make(chan struct{}, 1)}
}

// opened counts a link, or returns false when the daemon has decided to leave.
func (p *presence) opened() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.leaving {
		return false
	}
	if !p.ever {
		// The client that the daemon was started for is there: what remains of
		// the patience for it must not keep the daemon after a one-shot command.
		p.ever, p.until = true, time.Time{}
	}
	p.open++
	p.signal()
	return true
}

func (p *presence) closed(linger time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open--
	if until := time.Now().Add(linger); until.After(p.until) {
		p.until = until
	}
	p.signal()
}

func (p *presence) signal() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// leave decides to leave, whoever is there.
func (p *presence) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leaving = true
}

// leaveIfIdle decides to leave if no link is open and the linger is over.
// Looking and deciding are one step, so that a link that comes at this moment
// is either counted or sent away before anything is promised to it. Otherwise
// wait is how long the linger lasts, or 0 while a link is open.
func (p *presence) leaveIfIdle() (left bool, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open > 0 {
		return false, 0
	}
	wait = time.Until(p.until)
	p.leaving = wait <= 0
	return p.leaving, wait
}

// leaveIfLast decides to leave if the one link that asks is all that is left:
// no other is open, and none lingers.
func (p *presence) leaveIfLast() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open > 1 || time.Until(p.until) > 0 {
		return false
	}
	p.leaving = true
	return true
}

// work is what of a service says whether it is needed.
type work interface {
	Busy() bool
	Changed() <-chan struct{}
}

// untilIdle returns when nobody is linked, the service is not busy and the
// linger is over, or when ctx ends. Once per quiet time, when nothing has
// changed for rest, it calls resting.
func (p *presence) untilIdle(ctx context.Context, w work, rest time.Duration, resting func()) {
	rested := time.NewTimer(rest)
	defer rested.Stop()
	for {
		var over <-chan time.Time
		if !w.Busy() {
			left, wait := p.leaveIfIdle()
			if left {
				return
			}
			if wait > 0 {
				over = time.After(wait)
			}
		}
		select {
		case <-ctx.Done():
			p.leave()
			return
		case <-over:
		case <-rested.C:
			resting()
			continue
		case <-p.changed:
		case <-w.Changed():
		}
		rested.Reset(rest)
	}
}
