package act

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/protocol"
)

// fate is what became of a page that did not answer: left, ended, or empty where it answers.
type fate string

// What becomes of a page that does not answer.
const (
	wasLeft  fate = "left"
	wasEnded fate = "ended"
)

// of says it of what a sentence calls the page.
func (f fate) of(what string) string {
	if f == "" {
		return ""
	}
	return fmt.Sprintf("%s did not answer any more and was %s.", what, f)
}

// aside leaves a page that is busy for good, and says so; empty where the page answers. An address of the same site would
// be brought to the very process that is busy, and wait for it; an empty page gets one of its own, and from there any
// address can be opened. A page that is to be asked whether one may leave it cannot be left so: its process is ended. All
// tabs that this process draws stand still as well. A page that is only slow loses nothing: it is being left. One that
// wakes and asks is not ended: whoever called looks whether a dialog is open now.
func (t *tab) aside(ctx context.Context, limit time.Duration) fate {
	if t.whole() != nil || t.asleep(ctx) {
		return "" // a tab without a page is left at once
	}
	if t.free(ctx, limit) {
		return ""
	}
	web := t.ofTheWeb(ctx)
	err := t.within(ctx, 2*limit, func(ctx context.Context) error {
		_, err := t.Transport.Navigate(ctx, t.Native, "about:blank", "")
		return err
	})
	switch {
	case err == nil:
		return wasLeft
	case isDialog(err) || t.clear() != nil || !web:
		return ""
	case t.free(ctx, limit) || t.clear() != nil:
		return "" // asked again, because a machine that is busy is no page that is
	}
	_ = t.within(ctx, limit, func(ctx context.Context) error { // a page that ends gives no answer
		_, err := t.Transport.CDP(ctx, t.Native, true, cmd(cdppage.Crash, cdp.Empty{}))
		return err
	})
	return wasEnded
}

// free is alive for a tab that is about to be sent elsewhere or closed. While another document is on its way the browser
// holds every question to the page back, so that a page that is well seems busy: what is on its way, which nobody waits
// for any more, is stopped before the page is taken for one that does not answer.
func (t *tab) free(ctx context.Context, limit time.Duration) bool {
	if t.alive(ctx, limit) {
		return true
	}
	_ = t.within(ctx, limit, func(ctx context.Context) error { // the next question tells what came of it
		_, err := t.Transport.CDP(ctx, t.Native, true, cmd(cdppage.StopLoading, cdp.Empty{}))
		return err
	})
	return t.alive(ctx, limit)
}

// ofTheWeb reports whether a tab shows a page of the web. An empty one that an
// extension has opened shares the extension's process, which must not end.
func (t *tab) ofTheWeb(ctx context.Context) bool {
	listed, _ := t.listed(ctx)
	return strings.HasPrefix(listed.URL, "http:") || strings.HasPrefix(listed.URL, "https:")
}

// alive reports whether a page runs anything. One that cannot be asked is not known to be busy. The tab is armed with the
// question: nobody would hear of a dialog else, with which a page asks whether one may leave it.
func (t *tab) alive(ctx context.Context, limit time.Duration) bool {
	err := t.within(ctx, limit, func(ctx context.Context) error {
		if err := t.arm(ctx); err != nil {
			return err
		}
		_, err := t.Transport.CDP(ctx, t.Native, false, cmd(runtime.Evaluate, runtime.EvaluateParams{Expression: "0", Silent: new(true)}))
		return err
	})
	return !isFault(err, protocol.ReasonDeadline, protocol.ReasonUnknown) || ctx.Err() != nil
}

// within is racing with a limit.
func (t *tab) within(ctx context.Context, limit time.Duration, fn func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return t.racing(ctx, fn)
}

// away says that the browser of a tab does not answer; nil where it does. A question to a page may have ended because of
// that, and says nothing of the page then.
func (t *tab) away(ctx context.Context) *protocol.Fault {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), titleTime) // asked when the time of another question is over
	defer cancel()
	_, err := t.Transport.Tabs(ctx)
	var f *protocol.Fault
	switch {
	case err == nil:
		return nil
	case errors.As(err, &f) && f.Reason() != protocol.ReasonDeadline && f.Reason() != protocol.ReasonCancelled:
		return f
	}
	return protocol.NewFault(protocol.ReasonNoBrowser, fmt.Sprintf("The browser of tab %d does not answer: it may have ended, or lost its connection.", t.ID)).
		WithNext("See that it is running, then list the tabs.")
}

// silent says of a tab that does not answer what can be done.
func (t *tab) silent() *protocol.Fault {
	t.mu.Lock()
	nav := t.nav
	t.mu.Unlock()
	if nav.phase == announced {
		return protocol.NewFault(protocol.ReasonDeadline, fmt.Sprintf("Tab %d is still loading %s: its server has not answered yet, and until then the page before cannot be read.", t.ID, shorten(nav.url, longestURL))).
			WithNext("Wait, and try again; or navigate the tab elsewhere, which ends the loading.")
	}
	return protocol.NewFault(protocol.ReasonDeadline, fmt.Sprintf("Tab %d does not answer: its page is busy, perhaps with a script that does not end, or with a dialog that opened before anybody listened.", t.ID)).
		WithNext("Try again. If it stays so, a person can answer such a dialog in front of the tab; or navigate the tab, to the same address if need be, or close it: both work.")
}

// fit refuses a tab in which nothing can be looked at or done now.
func (t *tab) fit() error {
	if err := t.clear(); err != nil {
		return err
	}
	return t.whole()
}

// whole refuses a tab whose page has crashed.
func (t *tab) whole() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.crashed {
		return nil
	}
	return t.broken()
}

// emptyAddress is where a tab begins that has not been sent anywhere.
const emptyAddress = "about:blank"

// empty reports whether a tab shows no more than an empty page. An extension may
// not read one that it has made itself.
func (t *tab) empty(ctx context.Context) bool {
	listed, _ := t.listed(ctx)
	return listed.URL == emptyAddress
}

// asleep reports whether the browser has dropped the page of a tab to save
// memory: it has an address then and nothing else.
func (t *tab) asleep(ctx context.Context) bool {
	listed, _ := t.listed(ctx)
	return listed.Discarded
}

// sleeping says of a tab that is asleep what can be done. To read it is not to
// wake it: that would load the page again.
func (t *tab) sleeping() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNotPage, fmt.Sprintf("The browser has put tab %d to sleep to save memory, so there is no page to read.", t.ID)).
		WithNext("activate_tab wakes it and loads it again, in front of the person; or open its address in a tab of your own.")
}

// broken says of a tab whose page has crashed what can be done.
func (t *tab) broken() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNotPage, fmt.Sprintf("The page in tab %d has crashed.", t.ID)).
		WithNext("Navigate the tab, to the same address if need be, or close it.")
}
