package browser

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// arrival is how long a call waits for a first browser, and after the start of
// the daemon for that of a known tab: the extension needs a moment to come back.
const arrival = 10 * time.Second

// Registry knows the browsers that offer their tabs and gives the tabs their
// host numbers. It is safe for use by several goroutines.
type Registry struct {
	mu       sync.Mutex // guards the rest; no transport is called with it held
	browsers []*member
	tabs     map[TabID]*tabRecord
	last     TabID
	// began is when this life of the registry began.
	began time.Time
	// come is closed and made anew when a browser is added.
	come chan struct{}

	// file holds the ledger, empty where nothing is kept.
	file   string
	ledger ledger
	// unsaved is told of the first of several failures to write it.
	unsaved func(error)
	failing bool
}

// member is a browser in the registry.
type member struct {
	name      string
	identity  string
	transport Transport
	ids       map[int64]TabID
}

// tabRecord is what the registry remembers of a tab, also when it is gone.
type tabRecord struct {
	member *member
	native int64
	title  string
	// gone says why the tab can no longer be used, empty while it can.
	gone string
	// opener is the tab whose page has opened this one, 0 where it was not seen to.
	opener TabID
}

// Place is where a tab is.
type Place struct {
	ID        TabID
	Browser   string
	Transport Transport
	// Native is the browser's own number.
	Native int64
}

// NewRegistry makes an empty registry.
func NewRegistry() *Registry {
	return &Registry{tabs: map[TabID]*tabRecord{}, come: make(chan struct{}), began: time.Now()}
}

// Add takes a browser in. The name that it gets is unique: a second “chromium”
// is chromium-2. remove takes it out again; its tabs are then dead, and whoever
// uses one of them is told why.
func (r *Registry) Add(name string, t Transport) (instance string, remove func(why string)) {
	m := &member{transport: t, ids: map[int64]TabID{}}
	r.mu.Lock()
	m.name = r.freeName(name)
	r.recall(m)
	r.browsers = append(r.browsers, m)
	close(r.come)
	r.come = make(chan struct{})
	r.mu.Unlock()
	cancel := t.Changes(func(c driver.TabChange) { r.changed(m, c) })
	return m.name, func(why string) {
		cancel()
		r.remove(m, why)
	}
}

// freeName is called with mu held.
func (r *Registry) freeName(name string) string {
	if name == "" {
		name = "browser"
	}
	candidate := name
	for n := 2; r.named(candidate) != nil; n++ {
		candidate = fmt.Sprintf("%s-%d", name, n)
	}
	return candidate
}

// named is called with mu held.
func (r *Registry) named(name string) *member {
	for _, m := range r.browsers {
		if m.name == name {
			return m
		}
	}
	return nil
}

func (r *Registry) remove(m *member, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, other := range r.browsers {
		if other == m {
			r.browsers = append(r.browsers[:i:i], r.browsers[i+1:]...)
			break
		}
	}
	for _, id := range m.ids {
		r.tabs[id].gone = why
		r.tabs[id].member = nil
	}
}

func (r *Registry) changed(m *member, c driver.TabChange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id, ok := m.ids[c.Tab.ID]
	if !ok {
		return // nobody has been told of it yet
	}
	if c.Kind != driver.TabRemoved {
		r.tabs[id].title = c.Tab.Title
		return
	}
	r.tabs[id].gone = "it was closed"
	r.tabs[id].member = nil
	delete(m.ids, c.Tab.ID)
}

// number gives a tab its host number. Called with mu held.
func (r *Registry) number(m *member, tab driver.Tab) TabID {
	id, ok := m.ids[tab.ID]
	if !ok {
		r.last++
		id = r.last
		m.ids[tab.ID] = id
		r.tabs[id] = &tabRecord{member: m, native: tab.ID}
		r.save()
	}
	if tab.Title != "" {
		r.tabs[id].title = tab.Title
	}
	return id
}

// name is what a tab says of its browser: nothing while there is only one.
// Called with mu held.
func (r *Registry) name(m *member) string {
	if len(r.browsers) == 1 {
		return ""
	}
	return m.name
}

// members waits for the first browser and returns those there are.
func (r *Registry) members(ctx context.Context) ([]*member, error) {
	timer := time.NewTimer(arrival)
	defer timer.Stop()
	for {
		r.mu.Lock()
		list, come := append([]*member(nil), r.browsers...), r.come
		r.mu.Unlock()
		if len(list) > 0 {
			return list, nil
		}
		select {
		case <-come:
		case <-timer.C:
			return nil, noBrowser()
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func noBrowser() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNoBrowser, "No browser offers its tabs.").
		WithNext("Start the browser that has the extension, or open its side panel to see what is missing.")
}

// Tabs lists the tabs of all browsers. A browser that does not answer is left
// out unless it is the only one.
func (r *Registry) Tabs(ctx context.Context) ([]Tab, error) {
	members, err := r.members(ctx)
	if err != nil {
		return nil, err
	}
	var list []Tab
	var failed error
	for _, m := range members {
		tabs, err := m.transport.Tabs(ctx)
		if err != nil {
			failed = err
			continue
		}
		r.mu.Lock()
		for _, t := range tabs {
			list = append(list, Tab{ID: r.number(m, t), Browser: r.name(m), Tab: t})
		}
		r.mu.Unlock()
	}
	if list == nil && failed != nil {
		return nil, failed
	}
	return list, nil
}

// Tab finds a tab by its host number.
func (r *Registry) Tab(id TabID) (Place, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.tabs[id]
	switch {
	case !ok:
		return Place{}, protocol.NewFault(protocol.ReasonNoTab, fmt.Sprintf("There is no tab %d.", id)).
			WithNext("List the tabs to see which there are.")
	case k.gone != "":
		return Place{}, protocol.NewFault(protocol.ReasonNoTab, fmt.Sprintf("Tab %d (%q) is gone: %s.", id, k.title, k.gone)).
			WithNext("List the tabs and name one of them; open_tab opens a new one.")
	}
	return Place{ID: id, Browser: r.name(k.member), Transport: k.member.transport, Native: k.native}, nil
}

// SetOpener notes the tab whose page has opened another. One that came later is none.
func (r *Registry) SetOpener(tab, opener TabID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k := r.tabs[tab]; k != nil && opener < tab {
		k.opener = opener
	}
}

// Opener is the tab whose page has opened another, also when that is gone; 0 where it was not seen to.
func (r *Registry) Opener(tab TabID) TabID {
	r.mu.Lock()
	defer r.mu.Unlock()
	if k := r.tabs[tab]; k != nil {
		return k.opener
	}
	return 0
}

// Await waits, where a tab is not known, for the first browser and then for the
// one that had the tab: after a start of the daemon the numbers of an earlier
// life come back with their browsers, one after the other.
func (r *Registry) Await(ctx context.Context, id TabID) error {
	r.mu.Lock()
	_, known := r.tabs[id]
	r.mu.Unlock()
	if known {
		return nil
	}
	if _, err := r.members(ctx); err != nil {
		return err
	}
	timer := time.NewTimer(time.Until(r.began.Add(arrival)))
	defer timer.Stop()
	for {
		r.mu.Lock()
		_, known := r.tabs[id]
		expected, come := r.ledger.has(id), r.come
		r.mu.Unlock()
		if known || !expected {
			return nil
		}
		select {
		case <-come:
		case <-timer.C:
			return nil // whoever uses the tab is told that it is not there
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// ID is the host number of a tab that a transport told of.
func (r *Registry) ID(t Transport, tab driver.Tab) TabID {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.browsers {
		if m.transport == t {
			return r.number(m, tab)
		}
	}
	return 0
}

// Open opens an empty tab: in the browser that has another tab, or, where that
// is 0 or gone, in the one that came last: that a person has just started.
func (r *Registry) Open(ctx context.Context, beside TabID, active bool) (Place, error) {
	members, err := r.members(ctx)
	if err != nil {
		return Place{}, err
	}
	m := members[len(members)-1]
	r.mu.Lock()
	if k, ok := r.tabs[beside]; ok && k.member != nil {
		m = k.member
	}
	r.mu.Unlock()
	tab, err := m.transport.OpenTab(ctx, "about:blank", active)
	if err != nil {
		return Place{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return Place{ID: r.number(m, tab), Browser: r.name(m), Transport: m.transport, Native: tab.ID}, nil
}
