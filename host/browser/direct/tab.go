package direct

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// tab is a page with its sessions. Its fields but the channels are guarded by
// Driver.mu and change on the reading goroutine only.
type tab struct {
	id      int64
	target  target.ID
	session string // of the page itself
	opener  int64
	url     string
	title   string
	loading bool

	frames map[cdp.FrameID]*frame
	// ready is closed when the frames are known, gone when the tab has closed.
	ready chan struct{}
	gone  chan struct{}
	// dialog is what told of the dialog that is open, nil where none is; asks is closed when the first one opens.
	// A page may open one as it loads, and until it is answered the frames are not known.
	dialog *driver.Event
	asks   chan struct{}
	asked  bool
	// domReady is the last loader of the top frame whose DOM was whole.
	domReady cdp.LoaderID
	// changed is closed and made anew at each change that Navigate waits for.
	changed chan struct{}
}

// frame is a place for documents; loader names the one that is there.
type frame struct {
	id      cdp.FrameID
	parent  cdp.FrameID
	session string
	loader  cdp.LoaderID
	url     string
	failed  bool // the browser's own error page stands in for the document
	world   *world
}

// world is our isolated world in one document.
type world struct {
	loader  cdp.LoaderID
	context string // the unique id, which never names another document's context
}

// session is a flat session: of a page, or of a frame in another process.
type session struct {
	id     string
	tab    *tab
	parent cdp.FrameID // of a frame session's root
	// contexts maps the context ids of this session to unique ones.
	contexts map[runtime.ExecutionContextID]string
}

// await waits until the tab can be used.
func (t *tab) await(ctx context.Context, d *Driver) error { return t.awaitAny(ctx, d, nil) }

// awaitAny is await, and ends early when ready is closed, if it is not nil.
func (t *tab) awaitAny(ctx context.Context, d *Driver, ready <-chan struct{}) error {
	select {
	case <-t.ready:
		return nil
	case <-ready:
		return nil
	case <-t.gone:
		return noTab()
	case <-d.conn.done:
		return protocol.NewFault(protocol.ReasonNoBrowser, "The browser has ended.")
	case <-ctx.Done():
		return d.lost(ctx, context.Cause(ctx), false)
	}
}

// top is the frame of the page itself, nil while it is not known.
func (t *tab) top() *frame {
	for _, f := range t.frames {
		if f.parent == "" {
			return f
		}
	}
	return nil
}

// wake tells those who wait for a change. Called with Driver.mu held.
func (t *tab) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// byTarget is called with mu held.
func (d *Driver) byTarget(id target.ID) *tab {
	for _, t := range d.tabs {
		if t.target == id {
			return t
		}
	}
	return nil
}

func raw[P any](method string, session string, params P) command {
	encoded, err := jsonv2.Marshal(params)
	if err != nil {
		panic("direct: " + method + " has parameters that are no JSON: " + err.Error())
	}
	return command{session: session, method: method, params: encoded}
}

// setUp prepares a new session: what it reports, frames in other processes,
// and which documents it has. It does not wait; it is called on the reading
// goroutine without mu. The tab is ready when all commands are answered: some
// are answered by the browser and overtake those that the page answers, and a
// navigation before Page.enable has come into force would not be reported.
func (d *Driver) setUp(s *session) {
	frames := target.Filter{{Type: "iframe"}, {Exclude: true}}
	commands := []command{
		raw(page.Enable.Method, s.id, page.EnableParams{}),
		raw(page.SetLifecycleEventsEnabled.Method, s.id, page.SetLifecycleEventsEnabledParams{Enabled: true}),
		raw(runtime.Enable.Method, s.id, cdp.Empty{}),
		raw(target.SetAutoAttach.Method, s.id, target.SetAutoAttachParams{AutoAttach: true, Flatten: new(true), Filter: frames}),
		raw(page.GetFrameTree.Method, s.id, cdp.Empty{}),
		// Although nothing is told to wait, a window.open stays inside its call
		// until the new window hears this (seen in Chromium 156).
		raw(runtime.RunIfWaitingForDebugger.Method, s.id, cdp.Empty{}),
	}
	var answered atomic.Int32 // answers may come from the reader and from Close
	_, err := d.conn.send(func(i int, a answer) {
		if commands[i].method == page.GetFrameTree.Method {
			d.tookTree(s, a)
		}
		if int(answered.Add(1)) == len(commands) {
			d.prepared(s, a)
		}
	}, commands...)
	if err != nil {
		d.log.Debug().Err(err).Int64("tab", s.tab.id).Msg("session not prepared")
	}
}

// prepared opens the tab for use. A tab that went away meanwhile says so itself.
func (d *Driver) prepared(s *session, last answer) {
	if last.err == nil && s.id == s.tab.session {
		close(s.tab.ready)
	}
}

// tookTree takes the frames of a session, in order with the events about them.
func (d *Driver) tookTree(s *session, a answer) {
	if a.err != nil {
		return // the session is gone; its tab says so
	}
	var tree page.GetFrameTreeResult
	if err := unmarshal(a.result, &tree); err != nil {
		d.log.Warn().Err(err).Msg("frame tree not understood")
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if tree.FrameTree != nil {
		s.take(tree.FrameTree)
	}
}

// take records a subtree. Called with Driver.mu held.
func (s *session) take(tree *page.FrameTree) {
	s.navigated(tree.Frame)
	for _, child := range tree.ChildFrames {
		s.take(child)
	}
}

// navigated records the document of a frame. Called with Driver.mu held.
func (s *session) navigated(f *cdp.Frame) {
	parent := f.ParentID
	if parent == "" && s.id != s.tab.session {
		parent = s.parent
	}
	old := s.tab.frames[f.ID]
	now := &frame{
		id: f.ID, parent: parent, session: s.id, loader: f.LoaderID,
		url: f.URL + f.URLFragment, failed: f.UnreachableURL != "",
	}
	if old != nil && old.loader == now.loader && old.session == now.session {
		now.world = old.world
	}
	if old != nil && old.loader != now.loader {
		s.tab.dropBelow(f.ID)
	}
	s.tab.frames[f.ID] = now
	if parent == "" {
		s.tab.url = now.url
		// A page may come back under another frame id (from a prerendering).
		for id, other := range s.tab.frames {
			if other.parent == "" && id != f.ID {
				delete(s.tab.frames, id)
			}
		}
		s.tab.wake()
	}
}

// dropBelow drops the frames of a document that is gone. Called with Driver.mu held.
func (t *tab) dropBelow(id cdp.FrameID) {
	for child, f := range t.frames {
		if f.parent == id {
			delete(t.frames, child)
			t.dropBelow(child)
		}
	}
}

// orphan reports whether no chain of parents leads from f to the top.
func (t *tab) orphan(f *frame) bool {
	for range t.frames {
		if f.parent == "" {
			return false
		}
		next, ok := t.frames[f.parent]
		if !ok {
			return true
		}
		f = next
	}
	return true
}

// prune drops frames that nothing holds any more. Called with Driver.mu held.
func (t *tab) prune() {
	for id, f := range t.frames {
		if t.orphan(f) {
			delete(t.frames, id)
		}
	}
}

func eventOf(t *tab, m message) driver.Event {
	child := m.Session
	if child == t.session {
		child = ""
	}
	return driver.Event{Tab: t.id, Session: child, Method: m.Method, Params: json.RawMessage(m.Params)}
}
