package act

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools/address"
	"github.com/margay/margay/tools/page"
)

// Whole implements page.Driver.
func (p *Pages) Whole(ctx context.Context, at page.At) (target page.Target, err error) {
	if err := p.sure(ctx, at, ""); err != nil {
		return target, err
	}
	err = p.look(ctx, at, func(_ context.Context, t *tab, frames []browser.Frame) error {
		target = page.Target{
			Tab: int(t.ID), Run: at.Run, Document: frames[0].Document, Words: "the page",
			Site: address.Origin(frames[0].URL), Seen: seen(frames[0].Document, pagescript.Element{}),
		}
		return nil
	})
	return target, err
}

// Look implements page.Driver. An element whose document is no longer there is gone.
func (p *Pages) Look(ctx context.Context, at page.At, ref string) (stand page.Stand, err error) {
	ref, form, err := refParts(ref)
	if err != nil {
		return stand, err
	}
	if err := p.sure(ctx, at, ref); err != nil {
		return stand, err
	}
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		if t.left(at.Run, frames, form.frame) {
			stand = page.Stand{Words: "the element " + ref, Line: "in a page that is no longer there", Gone: true}
			return nil
		}
		_, e, err := t.locate(ctx, at, frames, form, ref)
		if err != nil {
			return err
		}
		stand = page.Stand{Words: inWords(e), Line: e.Line, Gone: e.Gone, Visible: e.Visible, Enabled: e.Enabled, Checked: e.Checked}
		if e.Gone {
			stand.Words = "the element " + ref
		}
		return nil
	})
	return stand, err
}

// left reports whether the document that the run was shown has gone.
func (t *tab) left(run chat.RunID, frames []browser.Frame, number string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if number == "" {
		is, ok := t.shown[run]
		return ok && is.document != frames[0].Document
	}
	if anySilent(frames) {
		return false // it may be in one that does not answer
	}
	n, err := strconv.Atoi(number)
	return err == nil && n > 0 && n <= len(t.numbers) && !t.has(frames, n)
}

// has is called with mu held.
func (t *tab) has(frames []browser.Frame, number int) bool {
	return slices.ContainsFunc(frames, func(f browser.Frame) bool { return t.numbers[f.Document] == number })
}

// still refuses an element that is no longer the one that was looked at.
func still(target page.Target, e pagescript.Element) error {
	switch {
	case e.Gone:
		return gone(target.Ref, e)
	case seen(target.Document, e) != target.Seen:
		return refused(fmt.Sprintf("%s has become %s, so nothing was done.", target.Words, inWords(e)), "Take a snapshot.")
	}
	return nil
}
