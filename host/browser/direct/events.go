package direct

import (
	"encoding/json"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// Events implements browser.Transport. Of a dialog that is open already fn is told at once: a page may have opened it
// before anybody asked. It may be told so again, in order with the rest.
func (d *Driver) Events(tab int64, fn func(driver.Event)) func() {
	d.mu.Lock()
	defer d.mu.Unlock() // the books are not written meanwhile, so that the end of the dialog is told after it
	cancel := d.events.Add(tab, fn)
	if t := d.tabs[tab]; t != nil && t.dialog != nil {
		fn(*t.dialog)
	}
	return cancel
}

// Changes implements browser.Transport.
func (d *Driver) Changes(fn func(driver.TabChange)) func() { return d.changes.Add(0, fn) }

// event takes an event on the reading goroutine: first our own books, then
// those who asked.
func (d *Driver) event(m message) {
	switch m.Method {
	case target.AttachedToTarget.Method:
		d.attached(m)
	case target.DetachedFromTarget.Method:
		d.detached(m)
	case target.TargetInfoChanged.Method:
		d.infoChanged(m)
	case target.TargetCrashed.Method:
		d.crashed(m)
	default:
		d.inSession(m)
	}
	d.mu.Lock()
	s, ok := d.sessions[m.Session]
	d.mu.Unlock()
	if ok {
		d.events.Tell(s.tab.id, eventOf(s.tab, m))
	}
}

func (d *Driver) tell(kind driver.ChangeKind, t *tab) {
	d.mu.Lock()
	change := driver.TabChange{Kind: kind, Tab: d.describe(t)}
	d.mu.Unlock()
	d.changes.Tell(0, change)
}

func (d *Driver) attached(m message) {
	e, ok := decode(target.AttachedToTarget, m)
	if !ok || e.TargetInfo == nil {
		return
	}
	d.mu.Lock()
	s := &session{id: string(e.SessionID), contexts: map[runtime.ExecutionContextID]string{}}
	if m.Session != "" { // a frame in another process
		parent, ok := d.sessions[m.Session]
		if !ok || e.TargetInfo.Type != "iframe" {
			d.mu.Unlock()
			return
		}
		s.tab, s.parent = parent.tab, e.TargetInfo.ParentFrameID
		d.sessions[s.id] = s
		d.mu.Unlock()
		d.setUp(s)
		return
	}
	if e.TargetInfo.Type != "page" || e.TargetInfo.Subtype != "" {
		d.mu.Unlock()
		return
	}
	d.lastTab++
	t := &tab{
		id: d.lastTab, target: e.TargetInfo.TargetID, session: s.id,
		url: e.TargetInfo.URL, title: e.TargetInfo.Title,
		frames: map[cdp.FrameID]*frame{}, ready: make(chan struct{}), asks: make(chan struct{}), gone: make(chan struct{}), changed: make(chan struct{}),
	}
	if opener := d.byTarget(e.TargetInfo.OpenerID); opener != nil {
		t.opener = opener.id
	}
	s.tab = t
	d.tabs[t.id], d.sessions[s.id] = t, s
	if d.active == 0 {
		d.active = t.id
	}
	d.mu.Unlock()
	d.setUp(s)
	d.tell(driver.TabCreated, t)
}

func (d *Driver) detached(m message) {
	e, ok := decode(target.DetachedFromTarget, m)
	if !ok {
		return
	}
	id := string(e.SessionID)
	d.mu.Lock()
	s, ok := d.sessions[id]
	delete(d.sessions, id)
	if !ok {
		d.mu.Unlock()
		return
	}
	t := s.tab
	whole := t.session == id
	if whole {
		delete(d.tabs, t.id)
		close(t.gone)
		t.wake()
	} else {
		for fid, f := range t.frames {
			if f.session == id {
				delete(t.frames, fid)
			}
		}
	}
	d.mu.Unlock()
	if whole {
		d.conn.failSession(id, noTab())
		d.tell(driver.TabRemoved, t)
		return
	}
	d.conn.failSession(id, browser.NoDocument())
}

func (d *Driver) infoChanged(m message) {
	e, ok := decode(target.TargetInfoChanged, m)
	if !ok || e.TargetInfo == nil {
		return
	}
	d.mu.Lock()
	t := d.byTarget(e.TargetInfo.TargetID)
	if t != nil {
		t.url, t.title = e.TargetInfo.URL, e.TargetInfo.Title
	}
	d.mu.Unlock()
	if t != nil {
		d.tell(driver.TabUpdated, t)
	}
}

func (d *Driver) crashed(m message) {
	e, ok := decode(target.TargetCrashed, m)
	if !ok {
		return
	}
	d.mu.Lock()
	t := d.byTarget(e.TargetID)
	d.mu.Unlock()
	if t != nil {
		d.conn.failSession(t.session, protocol.NewFault(protocol.ReasonNoDocument, "The page has crashed.").
			WithNext("Navigate the tab again."))
	}
}

// inSession keeps the books of frames and contexts.
func (d *Driver) inSession(m message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, ok := d.sessions[m.Session]
	if !ok {
		return
	}
	t := s.tab
	switch m.Method {
	case page.FrameNavigated.Method:
		if e, ok := decode(page.FrameNavigated, m); ok && e.Frame != nil {
			s.navigated(e.Frame)
			t.prune()
			if e.Type == page.NavigationTypeBackForwardCacheRestore && e.Frame.ParentID == "" {
				t.domReady = e.Frame.LoaderID // it was whole when it was put aside
			}
		}
	case page.NavigatedWithinDocument.Method:
		if e, ok := decode(page.NavigatedWithinDocument, m); ok && t.frames[e.FrameID] != nil {
			t.frames[e.FrameID].url = e.URL
			if t.frames[e.FrameID].parent == "" {
				t.url = e.URL
			}
			t.wake()
		}
	case page.FrameDetached.Method:
		if e, ok := decode(page.FrameDetached, m); ok && e.Reason != page.FrameDetachedReasonSwap {
			delete(t.frames, e.FrameID)
			t.prune()
		}
	case page.JavascriptDialogOpening.Method:
		t.dialog = new(eventOf(t, m))
		if !t.asked {
			t.asked = true
			close(t.asks)
		}
	case page.JavascriptDialogClosed.Method:
		t.dialog = nil
	default:
		s.progress(m)
	}
}

// progress follows loading and contexts. Called with Driver.mu held.
func (s *session) progress(m message) {
	t := s.tab
	switch m.Method {
	case page.LifecycleEvent.Method:
		e, ok := decode(page.LifecycleEvent, m)
		if top := t.top(); ok && e.Name == "DOMContentLoaded" && top != nil && e.FrameID == top.id {
			t.domReady = e.LoaderID
			t.wake()
		}
	case page.FrameStartedLoading.Method, page.FrameStoppedLoading.Method:
		var e struct {
			FrameID cdp.FrameID `json:"frameId"`
		}
		if top := t.top(); json.Unmarshal(m.Params, &e) == nil && top != nil && top.id == e.FrameID {
			t.loading = m.Method == page.FrameStartedLoading.Method
			t.wake()
		}
	case runtime.ExecutionContextCreated.Method:
		if e, ok := decode(runtime.ExecutionContextCreated, m); ok && e.Context != nil && e.Context.Name == worldName {
			s.contexts[e.Context.ID] = e.Context.UniqueID
		}
	case runtime.ExecutionContextDestroyed.Method:
		if e, ok := decode(runtime.ExecutionContextDestroyed, m); ok {
			for id, unique := range s.contexts {
				if unique == e.ExecutionContextUniqueID {
					delete(s.contexts, id)
				}
			}
		}
	case runtime.ExecutionContextsCleared.Method:
		clear(s.contexts)
	}
}
