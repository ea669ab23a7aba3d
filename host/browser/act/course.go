package act

import (
	"context"
	"fmt"
	"strings"
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
	// read is the tab in which each run has read a ref last.
	read map[chat.RunID]map[string]reading
}

// course is how a run came to the tab that it works in.
type course struct {
	round int
	// began is the tab that the run worked in as the round began, 0 for none.
	began browser.TabID
	// moved says what has brought the run into another tab than it had chosen, empty where nothing has, or it knows by now.
	moved string
	// missed says that an act of the round was refused, or failed.
	missed bool
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

// chose notes that a run has said itself where it goes on: what it means by the calls after that is what it has chosen.
func (c *courses) chose(run chat.RunID) {
	c.change(run, func(one *course) { one.moved = "" })
}

// missed notes that an act was refused or has failed, on which later calls of the round may have counted.
func (c *courses) missed(run chat.RunID) {
	c.change(run, func(one *course) { one.missed = true })
}

// dropped forgets what a run has read in a tab that it has closed itself: it knows that a ref means another one since.
func (c *courses) dropped(run chat.RunID, tab browser.TabID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ref, one := range c.read[run] {
		if one.tab == tab {
			delete(c.read[run], ref)
		}
	}
}

// unfinished reports whether an act of the round that a run is in was refused, or has failed. Where calls have no rounds,
// whoever makes the next one knows.
func (c *courses) unfinished(run chat.RunID) bool {
	one := c.of(run)
	return one.round != 0 && one.missed
}

// looked notes that a run was told of the tab that it works in. Where calls have no rounds, whoever makes the next one knows.
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
	delete(c.read, run)
}

// reading is where a run has read a ref last, and where before the round of that: what is written in that round means this.
type reading struct {
	tab, before browser.TabID
	round       int
}

// mostRead bounds the refs of a run that are remembered.
const mostRead = 20_000

// reads notes the refs that a run has read in a tab.
func (c *courses) reads(at page.At, tab browser.TabID, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.read == nil || c.read[at.Run] == nil && len(c.read) >= mostShown {
		c.read = map[chat.RunID]map[string]reading{}
	}
	known := c.read[at.Run]
	if known == nil || len(known) >= mostRead {
		known = map[string]reading{}
		c.read[at.Run] = known
	}
	for _, ref := range refsOf(text) {
		before := known[ref].tab
		if at.Round != 0 && known[ref].round == at.Round {
			before = known[ref].before
		}
		known[ref] = reading{tab, before, at.Round}
	}
}

// refsOf are the refs of the lines of a reading. What the page itself says is in quotes, and gives none.
func refsOf(text string) []string {
	var refs []string
	quoted := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case quoted && text[i] == '\\':
			i++
		case !quoted && strings.HasPrefix(text[i:], "[ref="):
			ref, _, _ := strings.Cut(text[i+len("[ref="):], "]")
			refs = append(refs, ref)
		}
	}
	return refs
}

// readIn is the tab that a ref was read in last when a call was written, 0 where that is not known.
func (c *courses) readIn(at page.At, ref string) browser.TabID {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.read[at.Run][ref]
	if at.Round != 0 && one.round == at.Round {
		return one.before
	}
	return one.tab
}

// sure refuses what names no tab and may have been meant for another one than the run works in: all of it where the run was
// moved; a ref where a call before in the round has moved it, since both pages may have that ref, or that was read in another
// tab last; and what names no element where the round has moved and missed an act, since it may belong to that.
func (p *Pages) sure(ctx context.Context, at page.At, ref string) error {
	p.follow(ctx, at)
	if at.Tab != 0 {
		return nil
	}
	now := p.current(at.Run, at.Home)
	if _, err := p.o.Registry.Tab(now); err != nil {
		return nil // whoever looks for it says that there is none
	}
	err := p.courses.doubt(at, ref, now, func(id browser.TabID) bool {
		_, err := p.o.Registry.Tab(id)
		return err == nil
	})
	if err == nil {
		return nil
	}
	p.courses.missed(at.Run)
	if at.Round == 0 {
		p.courses.looked(at.Run) // the refusal says it
	}
	return err
}

// doubt is why a call that names no tab may not mean the one that the run works in, nil where nothing speaks for that.
// there reports whether a tab is still there.
func (c *courses) doubt(at page.At, ref string, now browser.TabID, there func(browser.TabID) bool) error {
	one, read := c.of(at.Run), c.readIn(at, ref)
	left := at.Round != 0 && one.began != 0 && one.began != now
	switch {
	case one.moved != "":
		return protocol.NewFault(protocol.ReasonNoTab, fmt.Sprintf("%s. You work in tab %d now.", one.moved, now)).WithNext("Take a snapshot.")
	case ref != "" && left:
		return refused(fmt.Sprintf("%s was written when you worked in tab %d, and you work in tab %d now, so nothing was done.", ref, one.began, now), "Give the ref with its tab.")
	case ref == "" && left && one.missed:
		return refused(fmt.Sprintf("A call before this one was not done, and you work in tab %d now and not in tab %d, where you began, so nothing was done.", now, one.began), "Take a snapshot to see how far it has come.")
	case read != 0 && read != now && !there(read):
		return refused(fmt.Sprintf("You have read %s in tab %d last, which is gone, and you work in tab %d, so nothing was done.", ref, read, now), fmt.Sprintf("Take a snapshot of tab %d.", now))
	case read != 0 && read != now:
		return refused(fmt.Sprintf("You have read %s in tab %d last, and you work in tab %d, so nothing was done.", ref, read, now), fmt.Sprintf("Give it with tab %d, or take a snapshot of tab %d.", read, now))
	}
	return nil
}
