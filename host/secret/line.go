package secret

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zalando/go-keyring"
)

// line lets one call of the keyring through at a time. A call cannot be ended
// from outside, so one that is silent goes on in its goroutine.
type line struct {
	wait time.Duration
	// turn has a token when no call is under way.
	turn chan struct{}
	// overdue counts the calls whose callers have left.
	overdue *atomic.Int32
}

const (
	// lost is how many times the wait a call may be overdue before it is taken for
	// one that never ends: its prompt's answer was lost with the keyring's process.
	lost = 20
	// mostLost bounds the goroutines that such calls keep.
	mostLost = 4
)

func newLine(wait time.Duration) line {
	l := line{wait: wait, turn: make(chan struct{}, 1), overdue: new(atomic.Int32)}
	l.turn <- struct{}{}
	return l
}

// silentError says that the keyring did not answer in time. asked is false where
// this call had not begun, because another one is under way.
type silentError struct {
	wait  time.Duration
	asked bool
}

func (e *silentError) Error() string {
	return fmt.Sprintf("the system's keyring did not answer within %s: unlock it and try again", e.wait)
}

// ask makes one call of the keyring and waits for it as long as is allowed. late,
// where it is set, runs when the call succeeded after that.
func (l line) ask(ctx context.Context, call func() error, late func()) error {
	ctx, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()
	if l.overdue.Load() > 0 && !l.free() {
		return &silentError{wait: l.wait} // it has had the wait, and more
	}
	select {
	case <-l.turn:
	case <-ctx.Done():
		return &silentError{wait: l.wait}
	}
	c := &asked{line: l, late: late, done: make(chan error, 1)}
	go c.run(call) // ends when the keyring answers; see mostLost
	select {
	case err := <-c.done:
		return plain(err)
	case <-ctx.Done():
	}
	if err, came := c.leave(); came {
		return plain(err)
	}
	return &silentError{wait: l.wait, asked: true}
}

// free reports whether a call may begin now.
func (l line) free() bool { return len(l.turn) > 0 }

// asked is a call under way.
type asked struct {
	line line
	late func()
	done chan error

	mu sync.Mutex // guards what follows
	// gone says that the caller has left, given that the turn was given back.
	gone, given bool
	lost        *time.Timer
}

func (c *asked) run(call func() error) {
	err := guarded(call)
	c.mu.Lock()
	gone := c.gone
	c.done <- err
	c.mu.Unlock()
	if gone && err == nil && c.late != nil {
		_ = guarded(func() error { c.late(); return nil })
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost != nil {
		c.lost.Stop()
	}
	if c.gone {
		c.line.overdue.Add(-1)
	}
	c.giveBack()
}

// leave is called when the caller waits no longer. Where the answer came just
// now, it is that.
func (c *asked) leave() (error, bool) { //nolint:revive // the error is the keyring's answer, not that of leave
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case err := <-c.done:
		return err, true
	default:
	}
	c.gone = true
	if c.line.overdue.Add(1) < mostLost { // the last one keeps the turn
		c.lost = time.AfterFunc(lost*c.line.wait, c.giveUp)
	}
	return nil, false
}

// giveUp lets others ask again.
func (c *asked) giveUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.giveBack()
}

// giveBack is called with mu locked.
func (c *asked) giveBack() {
	if !c.given {
		c.given = true
		c.line.turn <- struct{}{}
	}
}

// guarded keeps a panic of the library from ending the daemon.
func guarded(call func() error) (err error) {
	defer func() {
		if recover() != nil { // what it says may hold the key
			err = errors.New("the keyring's library failed")
		}
	}()
	return call()
}

// plain is an error of the keyring in words; the library's own hold no key.
func plain(err error) error {
	switch {
	case err == nil || errors.Is(err, keyring.ErrNotFound):
		return err
	case strings.Contains(err.Error(), "not provided by any .service file"), strings.Contains(err.Error(), "name is not activatable"):
		return errNone // a session bus with no keyring on it, in the words of either message bus
	case strings.Contains(err.Error(), "failed to unlock") && strings.Contains(err.Error(), "/aliases/default"): // where there is none of the login
		return errors.New("the system's keyring is locked, or was never set up: unlock it, or make a keyring in Passwords and Keys, and try again")
	case strings.Contains(err.Error(), "failed to unlock"): // its prompt was closed, or there is no desktop to show it
		return errors.New("the system's keyring is locked: unlock it and try again")
	}
	return fmt.Errorf("the system's keyring cannot be used (%w): unlock it and try again", err)
}
