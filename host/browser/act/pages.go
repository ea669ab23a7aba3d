// Package act does with a browser what the page tools want: it finds the
// element, checks that it can be acted on, acts, and reports what that caused.
// Composite behaviour lives here and nowhere else.
//
// It guarantees: an act is aimed at the element that was looked at before, in
// the same document, or is refused; a press is one batch of real input at a
// point where nothing covers the element; what a field holds is read back;
// nothing is claimed that was not seen; an act is sent once, and when its fate
// is not known the error says so. Nothing sleeps: navigations and dialogs are
// events, and what comes later is told by the next call of that tab.
package act

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
	"github.com/margay/margay/tools/tabs"
)

// Options describe Pages. The zero value of a duration means its default.
type Options struct {
	Registry *browser.Registry
	// Mac says that the browser runs on macOS, where Meta is held for what
	// Control does elsewhere. A browser runs where this program does.
	Mac bool
	Log zerolog.Logger
	// Look bounds one look at a page, 10 s.
	Look time.Duration
	// Act bounds one act, 10 s.
	Act time.Duration
	// Open bounds a navigation, 30 s.
	Open time.Duration
	// Settle bounds the wait for a document that an act has announced, 10 s.
	Settle time.Duration
	// Script bounds a script of the model's, 10 s.
	Script time.Duration
	// Alive is how long a page may take to show that it runs anything before its
	// tab is taken from it, to be sent elsewhere or closed, 2 s.
	Alive time.Duration
	// Idle is how long a tab that no run works in is held on to, 60 s.
	Idle time.Duration
}

// Pages acts on the tabs of all browsers. It implements page.Driver and
// tabs.Driver and is safe for use by several goroutines; acts on one tab wait
// for each other.
type Pages struct {
	o Options

	// over ends with Close, which waits for what is attended to. Nothing is begun once it has.
	over      context.Context
	end       context.CancelFunc
	ending    sync.Mutex // guards the end of over, and the beginning of what attending counts
	attending sync.WaitGroup

	mu   sync.Mutex // guards tabs
	tabs map[browser.TabID]*tab
	idle idle

	courses courses
}

var (
	_ page.Driver = (*Pages)(nil)
	_ tabs.Driver = (*Pages)(nil)
)

// New makes Pages. Close ends it.
func New(o Options) *Pages {
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{{&o.Look, 10 * time.Second}, {&o.Act, 10 * time.Second}, {&o.Open, 30 * time.Second}, {&o.Settle, 10 * time.Second}, {&o.Script, 10 * time.Second}, {&o.Alive, 2 * time.Second}, {&o.Idle, time.Minute}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	over, end := context.WithCancel(context.Background())
	return &Pages{o: o, over: over, end: end, tabs: map[browser.TabID]*tab{}}
}

// Close stops listening to the tabs.
func (p *Pages) Close() {
	p.ending.Lock()
	p.end()
	p.ending.Unlock()
	p.attending.Wait()
	p.idle.close()
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, t := range p.tabs {
		t.cancel()
		delete(p.tabs, id)
	}
}

// Forget drops what is kept for a run that has ended for good. A run that is
// parked or interrupted is not forgotten: it finds its tab again.
func (p *Pages) Forget(run chat.RunID) {
	p.o.Registry.SetRun(string(run), 0)
	p.courses.forget(run)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, t := range p.tabs {
		t.mu.Lock()
		delete(t.shown, run)
		t.mu.Unlock()
		p.idle.left(t, run, p.o)
	}
}

// Current is the tab that a run works in, 0 if it has none.
func (p *Pages) Current(run chat.RunID) browser.TabID {
	return p.o.Registry.Run(string(run))
}

// resolve finds the tab that a call means. A run goes on where it works: only what is done in a tab makes it the run's own.
func (p *Pages) resolve(ctx context.Context, at page.At) (*tab, error) {
	id := browser.TabID(at.Tab)
	if id == 0 {
		id = p.current(at.Run, at.Home)
	}
	if id == 0 {
		return nil, protocol.NewFault(protocol.ReasonNotFound, "You have no tab yet.").
			WithNext("Navigate opens one; or list the tabs and name one.")
	}
	place, err := p.place(ctx, id)
	if err != nil {
		return nil, err
	}
	return p.attach(at.Run, place), nil
}

// current is the tab that a run works in, at first the one it was started with.
func (p *Pages) current(run chat.RunID, home int) browser.TabID {
	if id := p.Current(run); id != 0 {
		return id
	}
	return browser.TabID(home)
}

func (p *Pages) place(ctx context.Context, id browser.TabID) (browser.Place, error) {
	if err := p.o.Registry.Await(ctx, id); err != nil {
		return browser.Place{}, err
	}
	return p.o.Registry.Tab(id)
}

// attach begins to listen to a tab, which is held on to as long as the run lasts.
func (p *Pages) attach(run chat.RunID, place browser.Place) *tab {
	t := p.listen(place)
	p.idle.entered(t, run)
	return t
}

// enter makes a place the run's tab and begins to listen to it.
func (p *Pages) enter(run chat.RunID, place browser.Place) *tab {
	p.o.Registry.SetRun(string(run), place.ID)
	return p.attach(run, place)
}

// acted makes a tab the run's own once something was done in it, or may have been. What was refused moves nothing.
func (p *Pages) acted(run chat.RunID, t *tab, err error) {
	if err == nil || isFault(err, protocol.ReasonUnknown) {
		p.o.Registry.SetRun(string(run), t.ID)
	}
}

// listen begins to listen to a tab.
func (p *Pages) listen(place browser.Place) *tab {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.tabs[place.ID]
	if !ok {
		p.drop()
		t = newTab(place, p.attend, p.beyond)
		p.tabs[place.ID] = t
	}
	return t
}

// drop forgets tabs that have closed. Called with mu held.
func (p *Pages) drop() {
	for id, t := range p.tabs {
		t.mu.Lock()
		gone := t.gone
		t.mu.Unlock()
		if gone {
			t.cancel()
			p.idle.gone(t)
			delete(p.tabs, id)
		}
	}
}

// Navigate implements page.Driver.
func (p *Pages) Navigate(ctx context.Context, at page.At, url string) (page.Report, error) {
	p.followed(ctx, at)
	t, gone, err := p.openIn(ctx, at)
	if err != nil {
		return page.Report{}, err
	}
	since, release, err := t.own(ctx)
	if err != nil {
		return page.Report{}, err
	}
	defer release()
	since = join(gone, since)
	left := t.aside(ctx, p.o.Alive).of("The page before")
	if err := t.clear(); err != nil {
		return page.Report{}, err // it has woken, and asks whether one may leave it
	}
	ctx, cancel := context.WithTimeout(ctx, p.o.Open+p.o.Act)
	defer cancel()
	to, err := p.goTo(ctx, t, at.Run, url, "")
	if left != "" && isFault(err, protocol.ReasonNotFound, protocol.ReasonNotPage) {
		to, err = p.goTo(ctx, t, at.Run, url, "") // the end of the page before may have taken it along
	}
	p.acted(at.Run, t, err)
	if err != nil {
		return page.Report{}, besides(err, left)
	}
	p.courses.chose(at.Run)
	did := ""
	if to.held != "" {
		did = fmt.Sprintf("%s was not opened yet: %s.", shorten(url, longestURL), to.held)
	}
	return page.Report{Since: since, Text: join(did, fmt.Sprintf("Tab %d is %s.", t.ID, to.where), left, to.caused)}, nil
}

// openIn is the tab that an address is opened in: a new one where the run has none. gone says what became of the one that it had.
func (p *Pages) openIn(ctx context.Context, at page.At) (t *tab, gone string, err error) {
	t, err = p.resolve(ctx, at)
	if err == nil || at.Tab != 0 || !isFault(err, protocol.ReasonNotFound, protocol.ReasonNoTab) {
		return t, "", err
	}
	var f *protocol.Fault
	if errors.As(err, &f) && f.Reason() == protocol.ReasonNoTab {
		gone = "t" + strings.TrimPrefix(f.Message, "T")
	}
	t, err = p.open(ctx, at.Run)
	return t, gone, err
}

// besides adds to an error what has happened before it.
func besides(err error, before string) error {
	var f *protocol.Fault
	if before == "" || !errors.As(err, &f) {
		return err
	}
	said := *f
	said.Message = join(f.Message, before)
	return &said
}

// Walk implements page.Driver.
func (p *Pages) Walk(ctx context.Context, at page.At, step page.Step) (page.Report, error) {
	ctx, cancel := context.WithTimeout(ctx, p.o.Open+p.o.Act)
	defer cancel()
	if err := p.sure(ctx, at, ""); err != nil {
		return page.Report{}, err
	}
	t, err := p.resolve(ctx, at)
	if err != nil {
		return page.Report{}, err
	}
	since, release, err := t.own(ctx)
	if err != nil {
		return page.Report{}, err
	}
	defer release()
	// Nothing but an address leads on from a page that is busy for good, or from one that waits for a server.
	if t.whole() == nil && !t.alive(ctx, p.o.Alive) {
		return page.Report{}, p.silent(ctx, t)
	}
	to, err := p.goTo(ctx, t, at.Run, "", driver.Move(step))
	p.acted(at.Run, t, err)
	if err != nil {
		return page.Report{}, err
	}
	did := "Went " + string(step)
	if !to.arrived {
		did = fmt.Sprintf("Not gone %s yet", step)
	}
	return page.Report{Since: since, Text: join(fmt.Sprintf("%s: tab %d is %s.", did, t.ID, to.where), to.caused)}, nil
}

// arrival is where a tab is that was sent elsewhere.
type arrival struct {
	// where ends a sentence about the tab.
	where string
	// caused is what that caused besides, in sentences.
	caused string
	// arrived says that the page is there that it was sent to.
	arrived bool
	// held says what keeps it from being opened, empty where nothing does.
	held string
}

// goTo sends a tab to an address, or a step in its history, and waits until the page is there.
func (p *Pages) goTo(ctx context.Context, t *tab, run chat.RunID, url string, move driver.Move) (arrival, error) {
	bounded, cancel := context.WithTimeout(ctx, p.o.Open)
	defer cancel()
	err := t.racing(bounded, func(ctx context.Context) error {
		_, err := t.Transport.Navigate(ctx, t.Native, url, move)
		return err
	})
	if isFault(err, protocol.ReasonUnknown, protocol.ReasonDeadline) && ctx.Err() == nil && t.loading(ctx) {
		return arrival{where: fmt.Sprintf("still loading %s: its server has not answered within %s", onItsWay(url, move), p.o.Open)}, nil
	}
	if err != nil && !isDialog(err) {
		t.told(noteFailed) // the error says it
		if isFault(err, protocol.ReasonDeadline) {
			err = t.unsure(err)
		}
		return arrival{}, err
	}
	if err == nil {
		t.renewed()
	}
	now := t.whereabouts(ctx) // with its answer has come whatever the browser says of the arrival
	notes := t.take()
	arrived := err == nil || notes.have(noteWent) // a page may open a dialog as it comes
	if err == nil {
		notes = notes.without(noteWent, noteFailed, noteAddress)
	}
	caused := p.sentences(ctx, t, run, notes)
	if now.url == "" {
		return arrival{where: "still loading " + onItsWay(url, move), caused: caused}, nil
	}
	if arrived {
		caused = join(now.refusal(), caused)
	}
	if now.url == emptyAddress {
		caused = join("It is an empty page: there is nothing to read or to press.", caused)
	}
	where := fmt.Sprintf("at %s (title %s)", shorten(now.url, longestURL), tools.Quote(shorten(now.title, longestTitle)))
	return arrival{where: where, caused: caused, arrived: arrived, held: heldBy(notes, arrived)}, nil
}

// heldBy says which dialog keeps a page from being left; empty where none does.
func heldBy(told notes, arrived bool) string {
	i := slices.IndexFunc(told, func(n note) bool { return n.kind == noteDialog })
	switch {
	case arrived || i < 0:
		return ""
	case told[i].dialog.kind == leaveDialog:
		return "the page asks first"
	}
	return "a dialog opened first"
}

// renewed notes that another document is there, also where no event tells of it: the tab may not be armed.
func (t *tab) renewed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.crashed = false
}

// onItsWay names what a tab was sent to.
func onItsWay(url string, move driver.Move) string {
	if url == "" {
		return fmt.Sprintf("the page that is %s in its history", move)
	}
	return shorten(url, longestURL)
}

// loading reports whether the browser still waits for a document of the tab.
func (t *tab) loading(ctx context.Context) bool {
	t.mu.Lock()
	phase := t.nav.phase
	t.mu.Unlock()
	if phase == announced {
		return true
	}
	listed, _ := t.listed(ctx)
	return listed.Loading
}

func (p *Pages) open(ctx context.Context, run chat.RunID) (*tab, error) {
	ctx, cancel := context.WithTimeout(ctx, p.o.Open)
	defer cancel()
	place, err := p.o.Registry.Open(ctx, 0, false)
	if err != nil {
		return nil, err
	}
	t := p.enter(run, place)
	p.o.Registry.SetOpened(string(run), place.ID)
	return t, nil
}
