package act

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools/page"
	"github.com/margay/margay/tools/tabs"
)

// List implements tabs.Driver.
func (p *Pages) List(ctx context.Context, who tabs.Who) ([]tabs.Tab, error) {
	ctx, cancel := context.WithTimeout(ctx, p.o.Look+p.o.Act)
	defer cancel()
	all, err := p.o.Registry.Tabs(ctx)
	if err != nil {
		return nil, err
	}
	p.followed(ctx, own(who))
	current := p.current(who.Run, who.Home)
	list := make([]tabs.Tab, len(all))
	for i, t := range all {
		list[i] = tabs.Tab{
			ID: int(t.ID), Browser: t.Browser, Title: shorten(t.Title, longestTitle), URL: shorten(t.URL, longestURL),
			Active: t.Active, Current: t.ID == current, Loading: t.Loading, Discarded: t.Discarded, Own: p.owns(who, t.ID),
		}
	}
	return list, nil
}

// own is the tab that a run works in, as a call that names none means it.
func own(who tabs.Who) page.At { return page.At{Run: who.Run, Home: who.Home, Round: who.Round} }

// owns reports whether a run may close a tab: it opened it, or was started in it.
func (p *Pages) owns(who tabs.Who, id browser.TabID) bool {
	return id == browser.TabID(who.Home) || slices.Contains(p.o.Registry.Opened(string(who.Run)), id)
}

// LookTab implements tabs.Driver.
func (p *Pages) LookTab(ctx context.Context, who tabs.Who, id int) (tabs.Tab, error) {
	if _, err := p.place(ctx, browser.TabID(id)); err != nil {
		return tabs.Tab{}, err
	}
	list, err := p.List(ctx, who)
	if err != nil {
		return tabs.Tab{}, err
	}
	for _, t := range list {
		if t.ID == id {
			return t, nil
		}
	}
	return tabs.Tab{}, protocol.NewFault(protocol.ReasonNoTab, fmt.Sprintf("Tab %d is gone.", id)).WithNext("List the tabs.")
}

// OpenTab implements tabs.Driver. A tab whose address turns out to be none is
// closed again, and the run is where it was.
func (p *Pages) OpenTab(ctx context.Context, who tabs.Who, url string, active bool) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, p.o.Open+p.o.Act)
	defer cancel()
	p.hear(own(who))
	before := p.Current(who.Run)
	place, err := p.o.Registry.Open(ctx, p.current(who.Run, who.Home), active)
	if err != nil {
		return "", err
	}
	t := p.enter(who.Run, place)
	p.o.Registry.SetOpened(string(who.Run), place.ID)
	release, err := t.claim(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	// A dialog that the page opens as it loads is told only to who listens before.
	if err := t.within(ctx, p.o.Alive, t.arm); err != nil {
		p.o.Log.Debug().Err(err).Int("tab", int(t.ID)).Msg("tab sent off without listening")
	}
	to, err := p.goTo(ctx, t, who.Run, url, "")
	if err == nil {
		p.courses.chose(who.Run)
		return join(fmt.Sprintf("Opened tab %d %s.", t.ID, to.where), to.caused), nil
	}
	if isFault(err, protocol.ReasonNotFound, protocol.ReasonNotPage, protocol.ReasonInvalidParams, protocol.ReasonNotStarted) {
		p.o.Registry.SetRun(string(who.Run), before)
		if err := t.Transport.CloseTab(ctx, t.Native); err != nil {
			p.o.Log.Info().Err(err).Int("tab", int(t.ID)).Msg("tab without a page not closed")
		}
		err = unopened(err)
	}
	return "", err
}

// unopened says of an address that gave no page what it means for a tab that was opened for it.
func unopened(err error) error {
	var f *protocol.Fault
	if !errors.As(err, &f) {
		return err
	}
	said := *f
	said.Message = strings.Replace(f.Message, "the tab shows what it showed before", "no tab was opened for it", 1)
	return &said
}

// CloseTab implements tabs.Driver.
func (p *Pages) CloseTab(ctx context.Context, who tabs.Who, id int) (string, error) {
	p.hear(own(who))
	place, err := p.place(ctx, browser.TabID(id))
	switch {
	case err != nil:
		return "", err
	case !p.owns(who, place.ID):
		return "", refused(fmt.Sprintf("Tab %d is not yours to close.", id), "Leave it open.")
	}
	if err := p.last(ctx, place); err != nil {
		return "", err
	}
	t := p.listen(place)
	_, release, err := t.own(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	// The browser's own page asks nothing; a page that is busy does not answer, and closes all the same.
	left := t.aside(ctx, p.o.Alive).of("Its page")
	if err := t.clear(); err != nil {
		return "", err // it has woken, and asks whether one may leave it
	}
	t.take()
	ctx, cancel := context.WithTimeout(ctx, p.o.Act+p.o.Settle)
	defer cancel()
	if err := t.close(ctx); isDialog(err) {
		return join(fmt.Sprintf("Tab %d is not closed yet.", id), left, p.sentences(ctx, t, who.Run, t.take())), nil
	} else if err != nil {
		return "", besides(err, left)
	}
	return join(p.closed(who, place.ID), left), nil
}

// last refuses to close the only tab: it would end the browser.
func (p *Pages) last(ctx context.Context, place browser.Place) error {
	ctx, cancel := context.WithTimeout(ctx, p.o.Look)
	defer cancel()
	list, err := place.Transport.Tabs(ctx)
	if err == nil && len(list) == 1 {
		err = refused(fmt.Sprintf("Tab %d is the only one of its browser, which would end with it, so it was not closed.", place.ID), "Leave it open, or navigate it elsewhere.")
	}
	return err
}

// close closes the tab. A page that asks whether one wants to leave keeps it
// open until the dialog is answered.
func (t *tab) close(ctx context.Context) error {
	err := t.racing(ctx, func(ctx context.Context) error { return t.Transport.CloseTab(ctx, t.Native) })
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closing = isDialog(err) && t.dialog != nil // a person may have answered already
	if isFault(err, protocol.ReasonDeadline) {
		return browser.Unknown("The browser did not say in time whether the tab has closed")
	}
	return err
}

// closed says that a tab is closed and in which one the run works now. Unlike a run whose tab was taken from it, one that
// closes its own is back where it was started: it is told so, and nothing has been done there yet.
func (p *Pages) closed(who tabs.Who, id browser.TabID) string {
	p.courses.dropped(who.Run, id)
	next := p.current(who.Run, who.Home)
	if _, err := p.o.Registry.Tab(next); next == id || err != nil {
		next = p.fallBack(who.Run, id, browser.TabID(who.Home))
		p.o.Registry.SetRun(string(who.Run), next)
		p.courses.closed(who.Run, id)
	}
	if next == 0 {
		return fmt.Sprintf("Closed tab %d. You have no tab now; open_tab opens one.", id)
	}
	return fmt.Sprintf("Closed tab %d. You work in tab %d now.", id, next)
}

// fallBack is the tab for a run whose own has closed: the one that it came from, the last that the run opened, the last
// that it worked in, or one of those given; never another one of the person's. What the tab came from may be the person's
// as well: it counts where the run has opened it or worked in it, as it has where an act of its own opened the tab from
// there. 0 where there is none.
func (p *Pages) fallBack(run chat.RunID, closed browser.TabID, last ...browser.TabID) browser.TabID {
	opened, worked := p.o.Registry.Opened(string(run)), p.o.Registry.Worked(string(run))
	var candidates []browser.TabID
	for id := p.o.Registry.Opener(closed); id != 0; id = p.o.Registry.Opener(id) {
		if slices.Contains(opened, id) || slices.Contains(worked, id) {
			candidates = append(candidates, id)
		}
	}
	for _, its := range [][]browser.TabID{opened, worked} {
		slices.Reverse(its)
		candidates = append(candidates, its...)
	}
	for _, id := range append(candidates, last...) {
		if _, err := p.o.Registry.Tab(id); err == nil && id != closed {
			return id
		}
	}
	return 0
}

// backFrom says where a run works whose tab has closed under an act of its own; empty where that is not known.
func (p *Pages) backFrom(t *tab, run chat.RunID) string {
	if p.Current(run) != t.ID {
		return ""
	}
	next := p.fallBack(run, t.ID)
	if next == 0 {
		return ""
	}
	p.o.Registry.SetRun(string(run), next)
	p.courses.move(run, fmt.Sprintf("Tab %d is gone: it was closed", t.ID))
	return fmt.Sprintf("You work in tab %d now.", next)
}

// follow takes a run whose tab has closed by itself, or by a person, back to the tab before, and says why; 0 where there is
// none, or nothing of the kind has happened.
func (p *Pages) follow(ctx context.Context, at page.At) (next browser.TabID, why string) {
	p.hear(at)
	id := p.current(at.Run, at.Home)
	if at.Tab != 0 || id == 0 {
		return 0, ""
	}
	_, err := p.place(ctx, id)
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != protocol.ReasonNoTab {
		return 0, ""
	}
	if next = p.fallBack(at.Run, id); next == 0 {
		return 0, ""
	}
	why = strings.TrimSuffix(f.Message, ".")
	p.o.Registry.SetRun(string(at.Run), next)
	p.courses.move(at.Run, why)
	return next, why
}

// followed is follow for what goes on in the tab before: its report begins with it.
func (p *Pages) followed(ctx context.Context, at page.At) {
	next, why := p.follow(ctx, at)
	if next == 0 {
		return
	}
	place, err := p.place(ctx, next)
	if err != nil {
		return // it has gone too, which the caller is told
	}
	t := p.attach(at.Run, place)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notes.add(note{kind: noteBack, said: fmt.Sprintf("t%s; you work in tab %d now", strings.TrimPrefix(why, "T"), next)})
}

// closeTime is how long a tab may take to close once its page has let go.
const closeTime = 5 * time.Second

// leaving says what the answer to the question of a page means for its tab
// that is to be closed.
func (p *Pages) leaving(ctx context.Context, t *tab, who tabs.Who, accepted bool) string {
	if !accepted {
		return fmt.Sprintf("Tab %d stays open.", t.ID)
	}
	bounded, cancel := context.WithTimeout(ctx, closeTime)
	defer cancel()
	if !t.until(bounded, func() bool { return t.gone }) {
		return fmt.Sprintf("Tab %d is still closing.", t.ID)
	}
	t.take()
	return p.closed(who, t.ID)
}

// ActivateTab implements tabs.Driver.
func (p *Pages) ActivateTab(ctx context.Context, who tabs.Who, id int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, p.o.Act)
	defer cancel()
	p.hear(own(who))
	place, err := p.place(ctx, browser.TabID(id))
	if err != nil {
		return "", err
	}
	if err := place.Transport.ActivateTab(ctx, place.Native); err != nil {
		return "", err
	}
	p.enter(who.Run, place)
	p.courses.chose(who.Run)
	return fmt.Sprintf("Tab %d is in front.", id), nil
}
