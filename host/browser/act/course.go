package act

import (
	"context"
	"fmt"
	"sync"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools/page"
)

// courses know of each run whether its calls can mean the tab that it works in. The calls of one round are written before
// the first of them has its result: what they name without a tab was meant for the one that the round began in.
type courses struct {
	mu  sync.Mutex // guards all
	all map[chat.RunID]course
}

// course is how a run came to the tab that it works in.
type course struct {
	round int
	// began is the tab that the run worked in as the round began, 0 for none.
	began browser.TabID
	// moved says what has brought the run into another tab than it had chosen, empty where nothing has, or it knows by now.
	moved string
}

// hear takes notice of a call. The first one of a later round was written by who had read all results of the rounds before.
func (p *Pages) hear(at page.At) {
	began := p.current(at.Run, at.Home)
	p.courses.change(at.Run, func(c *course) {
		if at.Round != 0 && at.Round != c.round {
			*c = course{round: at.Round, began: began}
		}
	})
}

// move notes that a run works in another tab than it had chosen, and why.
func (c *courses) move(run chat.RunID, why string) {
	c.change(run, func(one *course) { one.moved = why })
}

// closed notes that a run works in another tab because it has closed its own. Where calls have no rounds, it has been told.
func (c *courses) closed(run chat.RunID, id browser.TabID) {
	c.change(run, func(one *course) {
		if one.round != 0 {
			one.moved = fmt.Sprintf("Tab %d is closed", id)
		}
	})
}

// looked notes that a run was shown the tab that it works in. Where calls have no rounds, whoever makes the next one knows.
func (c *courses) looked(run chat.RunID) {
	c.change(run, func(one *course) {
		if one.round == 0 {
			one.moved = ""
		}
	})
}

func (c *courses) change(run chat.RunID, do func(*course)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[chat.RunID]course{}
	}
	one, known := c.all[run]
	if !known && len(c.all) >= mostShown {
		clear(c.all)
	}
	do(&one)
	c.all[run] = one
}

func (c *courses) of(run chat.RunID) course {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[run]
}

func (c *courses) forget(run chat.RunID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.all, run)
}

// sure refuses what names no tab and may have been meant for another one than the run works in: all of it where the run was
// moved, and a ref where a call before in the round has moved it, since both pages may have that ref.
func (p *Pages) sure(ctx context.Context, at page.At, ref string) error {
	p.follow(ctx, at)
	if at.Tab != 0 {
		return nil
	}
	c, now := p.courses.of(at.Run), p.current(at.Run, at.Home)
	if _, err := p.o.Registry.Tab(now); err != nil {
		return nil // whoever looks for it says that there is none
	}
	switch {
	case c.moved != "":
		return protocol.NewFault(protocol.ReasonNoTab, fmt.Sprintf("%s. You work in tab %d now.", c.moved, now)).WithNext("Take a snapshot.")
	case ref != "" && at.Round != 0 && c.began != 0 && c.began != now:
		return refused(fmt.Sprintf("%s was written when you worked in tab %d, and you work in tab %d now, so nothing was done.", ref, c.began, now), "Give the ref with its tab.")
	}
	return nil
}
