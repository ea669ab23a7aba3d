package act

import (
	"context"
	"sync"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/chat"
)

// idle lets go of tabs that no run has worked in for a while, so that the
// browser's bar about debugging does not stay after the work is done.
type idle struct {
	mu     sync.Mutex // guards the rest; no transport is called with it held
	users  map[*tab]map[chat.RunID]bool
	timers map[*tab]*time.Timer
	closed bool
	// letting are the releases under way; close waits for them.
	letting sync.WaitGroup
}

// entered notes that a run works in a tab.
func (i *idle) entered(t *tab, run chat.RunID) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.users == nil {
		i.users, i.timers = map[*tab]map[chat.RunID]bool{}, map[*tab]*time.Timer{}
	}
	if i.users[t] == nil {
		i.users[t] = map[chat.RunID]bool{}
	}
	i.users[t][run] = true
	i.stop(t)
}

// follow notes that the runs that work in a tab have got another one through it.
func (i *idle) follow(from, to *tab) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for run := range i.users[from] {
		if i.users[to] == nil {
			i.users[to] = map[chat.RunID]bool{}
		}
		i.users[to][run] = true
		i.stop(to)
	}
}

// left notes that a run has ended. The last one leaves the tab to its timer.
func (i *idle) left(t *tab, run chat.RunID, o Options) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.users[t][run] {
		return
	}
	delete(i.users[t], run)
	if len(i.users[t]) > 0 || i.closed {
		return
	}
	delete(i.users, t)
	held, ok := t.Transport.(browser.Releaser)
	if !ok {
		return
	}
	i.timers[t] = time.AfterFunc(o.Idle, func() { i.release(t, held, o) })
}

// gone forgets a tab that has closed.
func (i *idle) gone(t *tab) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.users, t)
	i.stop(t)
}

// stop is called with mu held.
func (i *idle) stop(t *tab) {
	if timer := i.timers[t]; timer != nil {
		timer.Stop()
		delete(i.timers, t)
	}
}

// release lets go of a tab unless a run has come back to it.
func (i *idle) release(t *tab, held browser.Releaser, o Options) {
	i.mu.Lock()
	if i.closed || i.timers[t] == nil {
		i.mu.Unlock()
		return
	}
	delete(i.timers, t)
	i.letting.Add(1)
	i.mu.Unlock()
	defer i.letting.Done()
	ctx, cancel := context.WithTimeout(context.Background(), o.Act)
	defer cancel()
	done, err := t.claim(ctx)
	if err != nil {
		return // somebody acts in it after all
	}
	defer done()
	if err := held.Release(ctx, t.Native); err != nil {
		o.Log.Info().Err(err).Int("tab", int(t.ID)).Msg("idle tab not let go of")
	}
}

func (i *idle) close() {
	i.mu.Lock()
	i.closed = true
	for t := range i.timers {
		i.stop(t)
	}
	i.mu.Unlock()
	i.letting.Wait()
}
