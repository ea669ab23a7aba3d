// Package direct drives a browser over the debugging protocol itself, by a
// pipe, with no extension in between.
//
// It guarantees: a page call runs in the document that it names or fails, also
// when the tab navigates at that moment, because it names the context that
// belongs to that document; commands of a batch leave in one write; whoever
// has an answer has been given every event that came before it; when the pipe
// ends, a tab goes or a page crashes, everything that waits for it fails at
// once; nothing waits without a deadline.
package direct

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/rs/zerolog"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

var (
	_ browser.Transport = (*Driver)(nil)
	_ browser.Sessions  = (*Driver)(nil)
)

// Options describe a driver.
type Options struct {
	// PageScript is the text of the page script. It is put into a document's
	// isolated world when a page call needs it.
	PageScript string
	Log        zerolog.Logger
}

// readyTime is how long a committed document may take until its DOM is there.
const readyTime = 10 * time.Second

// Driver drives one browser. It implements browser.Transport.
type Driver struct {
	conn   *conn
	script string
	log    zerolog.Logger
	name   string
	// Those who asked are told on the reading goroutine, without mu.
	events  browser.Listeners[driver.Event]
	changes browser.Listeners[driver.TabChange]

	mu       sync.Mutex // guards the rest, and everything inside tabs and sessions
	tabs     map[int64]*tab
	sessions map[string]*session
	lastTab  int64
	active   int64
}

// New takes over the browser at the other end of the pipe, which Close closes.
func New(ctx context.Context, pipe io.ReadWriteCloser, o Options) (*Driver, error) {
	d := &Driver{
		script: o.PageScript, log: o.Log,
		tabs: map[int64]*tab{}, sessions: map[string]*session{},
	}
	d.conn = newConn(pipe, d.event)
	go d.conn.read()  // ends with the pipe; Close waits for it
	go d.conn.write() // ends with the reader; Close waits for it
	ctx, cancel := browser.Within(ctx, browser.NavigateTime)
	defer cancel()
	if err := d.begin(ctx); err != nil {
		_ = d.Close()
		return nil, fmt.Errorf("take over the browser: %w", err)
	}
	return d, nil
}

func (d *Driver) begin(ctx context.Context) error {
	root := caller{conn: d.conn}
	version, err := cdp.Call(ctx, root, cdpbrowser.GetVersion, cdp.Empty{})
	if err != nil {
		return err
	}
	d.name = version.Product
	if _, err := cdp.Call(ctx, root, target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true}); err != nil {
		return err
	}
	pages := target.Filter{{Type: "page"}, {Exclude: true}}
	if _, err := cdp.Call(ctx, root, target.SetAutoAttach, target.SetAutoAttachParams{
		AutoAttach: true, Flatten: new(true), Filter: pages,
	}); err != nil {
		return err
	}
	for _, t := range d.allTabs() {
		if err := t.await(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// Name is the browser's product and version, such as Chrome/156.0.1.
func (d *Driver) Name() string { return strings.TrimPrefix(d.name, "Headless") }

// Done is closed when the browser is gone.
func (d *Driver) Done() <-chan struct{} { return d.conn.done }

// Close closes the pipe. A browser that lives by it ends.
func (d *Driver) Close() error { return d.conn.close() }

// noTab names no number: ours mean nothing to whoever reads it.
func noTab() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNoTab, "The tab is gone.").WithNext("List the tabs.")
}

// tab finds a tab and waits until it can be used.
func (d *Driver) tab(ctx context.Context, id int64) (*tab, error) {
	d.mu.Lock()
	t, ok := d.tabs[id]
	d.mu.Unlock()
	if !ok {
		return nil, noTab()
	}
	return t, t.await(ctx, d)
}

// reachable finds a tab and waits until it can be used, or has a dialog open,
// which commands can answer.
func (d *Driver) reachable(ctx context.Context, id int64) (*tab, error) {
	d.mu.Lock()
	t, ok := d.tabs[id]
	d.mu.Unlock()
	if !ok {
		return nil, noTab()
	}
	return t, t.awaitAny(ctx, d, t.asks)
}

func (d *Driver) allTabs() []*tab {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := make([]*tab, 0, len(d.tabs))
	for id := int64(1); id <= d.lastTab; id++ {
		if t, ok := d.tabs[id]; ok {
			all = append(all, t)
		}
	}
	return all
}

// Tabs implements browser.Transport.
func (d *Driver) Tabs(ctx context.Context) ([]driver.Tab, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	// Asked anew, because the events about titles lag behind.
	infos, err := cdp.Call(ctx, caller{conn: d.conn}, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		return nil, d.lost(ctx, err, false)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	list := []driver.Tab{}
	for id := int64(1); id <= d.lastTab; id++ {
		t, ok := d.tabs[id]
		if !ok {
			continue
		}
		for _, info := range infos.TargetInfos {
			if info.TargetID == t.target {
				t.url, t.title = info.URL, info.Title
			}
		}
		list = append(list, d.describe(t))
	}
	return list, nil
}

// describe is called with mu held. A page that asks whether one may leave it is still there, although the browser lists
// the tab under the address that it is to go to.
func (d *Driver) describe(t *tab) driver.Tab {
	url := t.url
	if top := t.top(); t.dialog != nil && top != nil && !top.failed {
		url = top.url
	}
	return driver.Tab{
		ID: t.id, Window: 1, Index: int(t.id), URL: url, Title: t.title,
		Active: t.id == d.active, Loading: t.loading, Opener: t.opener,
	}
}

// OpenTab implements browser.Transport.
func (d *Driver) OpenTab(ctx context.Context, url string, active bool) (driver.Tab, error) {
	ctx, cancel := browser.Within(ctx, browser.NavigateTime)
	defer cancel()
	made, err := cdp.Call(ctx, caller{conn: d.conn}, target.CreateTarget, target.CreateTargetParams{
		URL: url, Background: new(!active),
	})
	if err != nil {
		return driver.Tab{}, d.lost(ctx, err, true)
	}
	// The attachment was announced before the answer.
	d.mu.Lock()
	t := d.byTarget(made.TargetID)
	if t != nil && active {
		d.active = t.id
	}
	d.mu.Unlock()
	if t == nil {
		return driver.Tab{}, protocol.NewFault(protocol.ReasonUnknown, "The browser made a tab and did not show it. List the tabs.")
	}
	if err := t.await(ctx, d); err != nil {
		return driver.Tab{}, d.lost(ctx, err, true)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.describe(t), nil
}

// CloseTab implements browser.Transport.
func (d *Driver) CloseTab(ctx context.Context, id int64) error {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	t, err := d.tab(ctx, id)
	if err != nil {
		return err
	}
	// Of the page and not of the target, so that it is asked whether one may
	// leave; an error page takes no such command and asks nothing.
	if _, err = cdp.Call(ctx, caller{conn: d.conn, session: t.session}, page.Close, cdp.Empty{}); err != nil && ctx.Err() == nil {
		_, err = cdp.Call(ctx, caller{conn: d.conn}, target.CloseTarget, target.CloseTargetParams{TargetID: t.target})
	}
	select {
	case <-t.gone:
		return nil // it may be gone before it has answered
	default:
	}
	if err != nil {
		return d.lost(ctx, err, true)
	}
	select {
	case <-t.gone:
		return nil
	case <-ctx.Done():
		return d.lost(ctx, context.Cause(ctx), true)
	}
}

// ActivateTab implements browser.Transport.
func (d *Driver) ActivateTab(ctx context.Context, id int64) error {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	t, err := d.tab(ctx, id)
	if err != nil {
		return err
	}
	if _, err := cdp.Call(ctx, caller{conn: d.conn}, target.ActivateTarget, target.ActivateTargetParams{TargetID: t.target}); err != nil {
		return d.lost(ctx, err, true)
	}
	d.mu.Lock()
	d.active = id
	d.mu.Unlock()
	return nil
}
