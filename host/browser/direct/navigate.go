package direct

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// Navigate implements browser.Transport. It returns when the document is
// committed and its DOM is whole, or 10 s after the commit.
func (d *Driver) Navigate(ctx context.Context, id int64, url string, move driver.Move) (driver.Tab, error) {
	ctx, cancel := browser.Within(ctx, browser.NavigateTime)
	defer cancel()
	t, err := d.tab(ctx, id)
	if err != nil {
		return driver.Tab{}, err
	}
	if move != "" {
		err = d.move(ctx, t, move)
	} else {
		err = d.goTo(ctx, t, url)
	}
	if err != nil {
		return driver.Tab{}, d.lost(ctx, err, true)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.describe(t), nil
}

func (d *Driver) goTo(ctx context.Context, t *tab, url string) error {
	// Chrome passes over an address that is already on its way (a page that does
	// not come, asked for again) and calls that aborted: that ends first. An
	// error page that is still coming cannot be stopped, and need not be.
	to := caller{conn: d.conn, session: t.session}
	_, _ = cdp.Call(ctx, to, page.StopLoading, cdp.Empty{})
	r, err := cdp.Call(ctx, to, page.Navigate, page.NavigateParams{URL: url})
	if err != nil {
		return err
	}
	switch {
	case r.IsDownload:
		return protocol.NewFault(protocol.ReasonNotPage, fmt.Sprintf("%s is a download, not a page; the tab shows what it showed before.", url))
	case r.ErrorText == "net::ERR_ABORTED":
		return protocol.NewFault(protocol.ReasonNotFound, fmt.Sprintf("%s gave no page; the tab shows what it showed before.", url))
	case r.ErrorText != "":
		// The browser's error page is on its way; until it is there the tab
		// refuses most commands.
		bounded, cancel := context.WithTimeout(ctx, readyTime)
		defer cancel()
		_ = d.until(bounded, t, func() bool { top := t.top(); return top != nil && top.failed })
		return protocol.NewFault(protocol.ReasonNotFound, fmt.Sprintf("The browser could not open %s: %s.", url, r.ErrorText)).
			WithNext("Check the address.")
	case r.LoaderID == "": // the same document under another address
		return nil
	}
	return d.awaitDOM(ctx, t, func(loader cdp.LoaderID) bool { return loader == r.LoaderID })
}

// awaitDOM waits until the top frame has a document that is wanted and whose
// DOM is whole; the second wait is bounded and its end is no error.
func (d *Driver) awaitDOM(ctx context.Context, t *tab, wanted func(cdp.LoaderID) bool) error {
	committed := func() bool { top := t.top(); return top != nil && wanted(top.loader) }
	if err := d.until(ctx, t, committed); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	err := d.until(bounded, t, func() bool { top := t.top(); return top != nil && t.domReady == top.loader })
	if bounded.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// until waits for a condition that is looked at with mu held.
func (d *Driver) until(ctx context.Context, t *tab, condition func() bool) error {
	for {
		d.mu.Lock()
		met, changed := condition(), t.changed
		d.mu.Unlock()
		if met {
			return nil
		}
		select {
		case <-changed:
		case <-t.gone:
			return noTab()
		case <-d.conn.done:
			return protocol.NewFault(protocol.ReasonNoBrowser, "The browser has ended.")
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (d *Driver) move(ctx context.Context, t *tab, move driver.Move) error {
	s := caller{conn: d.conn, session: t.session}
	d.mu.Lock()
	var before cdp.LoaderID
	var address string
	if top := t.top(); top != nil {
		before, address = top.loader, top.url
	}
	d.mu.Unlock()
	other := func(loader cdp.LoaderID) bool { return loader != before }
	if move == driver.MoveReload {
		if _, err := cdp.Call(ctx, s, page.Reload, page.ReloadParams{}); err != nil {
			return err
		}
		return d.awaitDOM(ctx, t, other)
	}
	history, err := cdp.Call(ctx, s, page.GetNavigationHistory, cdp.Empty{})
	if err != nil {
		return err
	}
	to := history.CurrentIndex + 1
	if move == driver.MoveBack {
		to = history.CurrentIndex - 1
	}
	if to < 0 || to >= int64(len(history.Entries)) {
		return protocol.NewFault(protocol.ReasonNotStarted, fmt.Sprintf("The tab's history has nothing to go %s to.", move))
	}
	if _, err := cdp.Call(ctx, s, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: history.Entries[to].ID}); err != nil {
		return err
	}
	// A step within one document changes the address only.
	moved := func() bool { top := t.top(); return top != nil && (other(top.loader) || top.url != address) }
	if err := d.until(ctx, t, moved); err != nil {
		return err
	}
	return d.awaitDOM(ctx, t, func(cdp.LoaderID) bool { return true })
}
