package relay

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// instance is one start of one browser. It implements browser.Transport.
type instance struct {
	hub              *Hub
	install, session string

	mu       sync.Mutex // guards the rest
	name     string
	product  string
	version  string
	worker   string
	link     *link
	lostAt   time.Time
	over     *protocol.Fault // why it will never come back
	remove   func(why string)
	changed  chan struct{} // closed and made anew when link or over change
	tabs     map[int64]driver.Tab
	children map[int64]*children // by tab
	asked    map[int64]struct{}  // tabs that a person asks for, see Ask

	events  browser.Listeners[driver.Event]
	changes browser.Listeners[driver.TabChange]
}

var (
	_ browser.Transport = (*instance)(nil)
	_ browser.Sessions  = (*instance)(nil)
	_ browser.Releaser  = (*instance)(nil)
	_ browser.Asker     = (*instance)(nil)
)

func newInstance(h *Hub, r driver.Registration) *instance {
	return &instance{
		hub: h, install: r.Install, session: r.Session,
		changed: make(chan struct{}), tabs: map[int64]driver.Tab{}, children: map[int64]*children{}, asked: map[int64]struct{}{}, remove: func(string) {},
	}
}

// Identity is the same as long as the browser's tab numbers mean the same tabs.
func (b *instance) Identity() string { return b.install + "/" + b.session }

func (b *instance) status() Browser {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := Browser{Instance: b.name, Name: b.product, Version: b.version, Connected: b.link != nil}
	if b.link != nil {
		hello := b.link.peer.Hello()
		s.Extension, s.ExtensionBuild = hello.Version, hello.Build
	}
	return s
}

func (b *instance) named(name string, remove func(string)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.name, b.remove = name, remove
}

// wake is called with mu held.
func (b *instance) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// back puts a link in. What happened while there was none is made up for: tabs
// that went are told of, and listeners hear that what they knew of a tab's
// debugger no longer holds.
func (b *instance) back(l *link, r driver.Registration) {
	b.mu.Lock()
	old := b.link
	b.link, b.worker, b.product, b.version = l, r.Worker, r.Name, r.Version
	b.wake()
	gone := b.tabs
	b.tabs = map[int64]driver.Tab{}
	for _, t := range r.Tabs {
		b.tabs[t.ID] = t
		delete(gone, t.ID)
	}
	clear(b.children)
	b.mu.Unlock()
	if old != nil && old != l {
		_ = old.peer.Close() // a worker has one link; the other end of this one is gone
	}
	b.events.TellAll(func(tab int64) driver.Event { return reset(tab, "link_lost") })
	for _, t := range gone {
		b.changes.Tell(0, driver.TabChange{Kind: driver.TabRemoved, Tab: t})
	}
}

// reset is the event by which listeners learn that a tab's debugger is gone or
// that they may have missed something.
func reset(tab int64, reason string) driver.Event {
	params, _ := json.Marshal(map[string]string{"reason": reason}) // strings always encode
	return driver.Event{Tab: tab, Method: "Inspector.detached", Params: params}
}

func (b *instance) lost(l *link) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.link != l {
		return // another one has taken its place
	}
	b.link, b.lostAt = nil, time.Now()
	b.wake()
}

// end says that the browser will not come back.
func (b *instance) end(why string) {
	b.mu.Lock()
	b.over = protocol.NewFault(protocol.ReasonNoTab, "The tab is gone: "+why+".").WithNext("List the tabs.")
	b.wake()
	remove, tabs := b.remove, b.tabs
	b.tabs = map[int64]driver.Tab{}
	b.mu.Unlock()
	remove(why) // before the tabs are told of: it knows the better reason
	for _, t := range tabs {
		b.changes.Tell(0, driver.TabChange{Kind: driver.TabRemoved, Tab: t})
	}
}

// Close implements browser.Transport.
func (b *instance) Close() error {
	b.hub.mu.Lock()
	for i, other := range b.hub.browsers {
		if other == b {
			b.hub.browsers = append(b.hub.browsers[:i:i], b.hub.browsers[i+1:]...)
			break
		}
	}
	b.hub.mu.Unlock()
	b.end("its browser was let go")
	return nil
}

// connection waits for the link: at most until Wait after it was lost.
func (b *instance) connection(ctx context.Context) (*link, string, error) {
	for {
		b.mu.Lock()
		l, worker, over, changed, left := b.link, b.worker, b.over, b.changed, b.hub.o.Wait-time.Since(b.lostAt)
		b.mu.Unlock()
		switch {
		case over != nil:
			return nil, "", over
		case l != nil:
			return l, worker, nil
		case left <= 0:
			return nil, "", away()
		}
		timer := time.NewTimer(left)
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, "", context.Cause(ctx)
		}
		timer.Stop()
	}
}

func away() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNoBrowser, "The browser is not connected.").
		WithNext("See that the browser with the extension is running.")
}

// Events implements browser.Transport.
func (b *instance) Events(tab int64, fn func(driver.Event)) func() { return b.events.Add(tab, fn) }

// Changes implements browser.Transport.
func (b *instance) Changes(fn func(driver.TabChange)) func() { return b.changes.Add(0, fn) }

func (b *instance) event(e driver.Event) {
	b.mu.Lock()
	b.follow(e)
	b.mu.Unlock()
	b.events.Tell(e.Tab, e)
}

// detached takes the end of an attachment. What a person asked for before they
// took the tab away no longer holds.
func (b *instance) detached(d driver.Detachment) {
	b.askedFor(d.Tab)
	b.event(reset(d.Tab, d.Reason))
}

func (b *instance) tabChanged(c driver.TabChange) {
	b.mu.Lock()
	if c.Kind == driver.TabRemoved {
		delete(b.tabs, c.Tab.ID)
		delete(b.children, c.Tab.ID)
		delete(b.asked, c.Tab.ID)
	} else {
		b.tabs[c.Tab.ID] = c.Tab
	}
	b.mu.Unlock()
	b.changes.Tell(0, c)
}
