package act

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/tools"
)

// attend begins to listen to a tab that a page has opened while an act was in progress in it: its page may open a dialog
// before anybody looks at it, and a browser shows a dialog that nobody listens to, where it cannot be answered from here.
// It is called with opener.mu held and does not wait; Close waits for what it starts.
func (p *Pages) attend(opener *tab, came driver.Tab) {
	p.attended(func() {
		place, err := p.o.Registry.Tab(p.o.Registry.ID(opener.Transport, came))
		if err != nil {
			return // it has closed again
		}
		t := p.listen(place)
		t.openedBy(opener)
		p.idle.follow(opener, t)
		ctx, cancel := context.WithTimeout(p.over, p.o.Alive)
		defer cancel()
		if err := t.racing(ctx, t.arm); err != nil && !isDialog(err) {
			p.o.Log.Debug().Err(err).Int("tab", int(t.ID)).Msg("tab that was opened not listened to yet")
		}
	})
}

// attended runs fn beside what goes on, unless the end has come. Close waits for it.
func (p *Pages) attended(fn func()) (begun bool) {
	p.ending.Lock()
	defer p.ending.Unlock()
	if p.over.Err() != nil {
		return false
	}
	p.attending.Go(fn)
	return true
}

// openedBy notes which tab a tab has come from, and tells it of a dialog that is open already.
func (t *tab) openedBy(opener *tab) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.opener = opener
	if t.dialog != nil {
		opener.asksBeside(*t.dialog, t.ID)
	}
}

// asks notes that a dialog has opened, or with nil that none is open. Called with mu held.
func (t *tab) asks(d *dialog) {
	had := t.dialog != nil
	t.dialog = d
	switch {
	case t.opener == nil:
	case d != nil:
		t.opener.asksBeside(*d, t.ID)
	case had:
		t.opener.answeredBeside()
	}
}

// asksBeside notes a dialog of a tab that came from this one. Where they share a process the browser lets both stand still
// until it is answered, so that nothing that is done here can be read back. Called with the other tab's mu held.
func (t *tab) asksBeside(d dialog, id browser.TabID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notes.add(note{kind: noteBeside, dialog: d, id: id})
	t.beside++
	t.wake()
}

func (t *tab) answeredBeside() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.beside--
}

// besideTime is how long a page may take to answer while another tab has a dialog open, before it is asked for a sign of
// life, and how long that may take.
const besideTime = 500 * time.Millisecond

// unheld is looking that does not wait for a page which a dialog of another tab holds back: that is told at once.
func (p *Pages) unheld(ctx context.Context, t *tab, fn func(context.Context) error) error {
	_, asked := p.askedBeside(t)
	held := func(ctx context.Context) bool {
		return t.until(ctx, func() bool { return asked != nil || t.beside > 0 })
	}
	_, err := whileNot(ctx, besideTime, held, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, t.looking(ctx, fn)
	})
	switch {
	case !errors.Is(err, errLeaving):
		return err
	case t.alive(ctx, besideTime):
		return t.looking(ctx, fn) // it is another page that the dialog holds back
	}
	return t.silent()
}

// askedBeside finds another tab of the browser that has a dialog open, nil where there is none.
func (p *Pages) askedBeside(t *tab) (other *tab, d *dialog) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, other := range p.tabs {
		if other == t || other.Transport != t.Transport {
			continue
		}
		if d := other.asking(); d != nil {
			return other, d
		}
	}
	return nil, nil
}

// beyond is askedBeside for a tab itself.
func (p *Pages) beyond(t *tab) (browser.TabID, *dialog) {
	other, d := p.askedBeside(t)
	if d == nil {
		return 0, nil
	}
	return other.ID, d
}

// silent says of a tab that does not answer what can be done: it may wait for a dialog of a tab that shares its process,
// or the browser itself does not answer.
func (p *Pages) silent(ctx context.Context, t *tab) *protocol.Fault {
	if away := t.away(ctx); away != nil {
		return away
	}
	if other, d := p.askedBeside(t); d != nil {
		return protocol.NewFault(protocol.ReasonDeadline, fmt.Sprintf("Tab %d does not answer: it may wait for tab %d, which has %s open: %s.", t.ID, other.ID, d.named(), tools.Quote(d.message))).
			WithNext(fmt.Sprintf("Answer it with handle_dialog in tab %d, and try again.", other.ID))
	}
	return t.silent()
}

// asking is the dialog that is open in a tab, nil where there is none.
func (t *tab) asking() *dialog {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.dialog
}
