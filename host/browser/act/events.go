package act

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/inspector"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/margay/margay/protocol/driver"
)

// told is the part of all events that is read here.
type told struct {
	FrameID        string `json:"frameId"`
	URL            string `json:"url"`
	Disposition    string `json:"disposition"`
	NavigationType string `json:"navigationType"`
	Type           string `json:"type"`
	Message        string `json:"message"`
	DefaultPrompt  string `json:"defaultPrompt"`
	FileName       string `json:"suggestedFilename"`
	// Result is how a dialog was answered. Other events may call other things so.
	Result json.RawMessage `json:"result"`
	Frame  struct {
		ID       string `json:"id"`
		ParentID string `json:"parentId"`
		URL      string `json:"url"`
		Fragment string `json:"urlFragment"`
		// UnreachableURL is the address that an error page stands for.
		UnreachableURL string `json:"unreachableUrl"`
	} `json:"frame"`
}

// downloadWillBegin is deprecated for an event of the browser itself, which no
// tab's debugger is told. Without it a download would not be mentioned.
const downloadWillBegin = "Page.downloadWillBegin"

// event takes an event of the tab; it must not wait.
func (t *tab) event(e driver.Event) {
	var p told
	if json.Unmarshal(e.Params, &p) != nil {
		return // an event of another shape is none that is awaited here
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.wake()
	switch e.Method {
	case cdppage.JavascriptDialogOpening.Method:
		t.dialogOpened(p)
	case cdppage.JavascriptDialogClosed.Method:
		if t.dialog != nil && t.dialog.kind == leaveDialog && string(p.Result) == "false" {
			t.nav = navigation{} // the page stays; no event of the browser's says so
		}
		t.asks(nil)
		t.closing = false // by whomever: a tab that is to close now does
	case downloadWillBegin:
		t.fruitless = false
		t.notes.add(note{kind: noteDownload, file: p.FileName})
	case inspector.TargetCrashed.Method:
		if e.Session == "" {
			t.crash()
		}
	case "Inspector.detached":
		// Nobody tells of another document now: what was known of the page is known no more.
		t.crashed = false
		t.asks(nil)
		// An address for another program takes the debugger away before the browser has told that no document comes.
		t.fruitless = t.fruitless || t.nav.phase == announced
		t.armed, t.closing, t.nav = false, false, navigation{}
	}
	if e.Session == "" {
		t.navigating(e.Method, p)
	}
}

// wake is called with mu held.
func (t *tab) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

func (t *tab) dialogOpened(p told) {
	if t.dialog != nil {
		return // a tab has one at a time: it was told to a new listener, and again in order
	}
	t.dialogs++
	t.asks(&dialog{number: t.dialogs, kind: p.Type, message: p.Message, preset: p.DefaultPrompt, url: p.URL})
	t.notes.add(note{kind: noteDialog, dialog: *t.dialog})
	t.interrupt(errDialog)
}

// crash is called with mu held.
func (t *tab) crash() {
	t.asks(nil)
	t.crashed, t.closing, t.nav = true, false, navigation{}
	t.interrupt(errCrash)
}

// interrupt ends what is in progress. Called with mu held.
func (t *tab) interrupt(why error) {
	for interrupt := range t.interrupts {
		(*interrupt)(why)
	}
}

// navigating follows the top document. Called with mu held.
func (t *tab) navigating(method string, p told) {
	top := p.FrameID == t.top
	switch method {
	case cdppage.WindowOpen.Method:
		t.announce()
	case cdppage.FrameRequestedNavigation.Method:
		if p.Disposition == "newTab" || p.Disposition == "newWindow" {
			t.announce()
		}
		if top && p.Disposition == "currentTab" && !strings.HasPrefix(p.URL, "javascript:") && t.nav.phase == atRest {
			t.nav = navigation{announced, p.URL}
		}
	case cdppage.FrameStartedNavigating.Method:
		if top && !strings.Contains(strings.ToLower(p.NavigationType), "samedocument") {
			t.nav = navigation{announced, p.URL}
		}
	case cdppage.FrameNavigated.Method:
		if p.Frame.ParentID == "" {
			t.top, t.crashed = p.Frame.ID, false
			t.nav = navigation{committed, p.Frame.URL + p.Frame.Fragment}
			if lost := p.Frame.UnreachableURL; lost != "" {
				t.notes.add(note{kind: noteFailed, url: lost})
			} else {
				t.notes.add(note{kind: noteWent, url: t.nav.url})
			}
			if p.Type == string(cdppage.NavigationTypeBackForwardCacheRestore) {
				t.nav = navigation{} // it was whole when it was put aside
			}
		}
	case cdppage.NavigatedWithinDocument.Method:
		if top {
			t.nav = navigation{}
			t.notes.add(note{kind: noteAddress, url: p.URL})
		}
	case cdppage.DomContentEventFired.Method:
		if t.nav.phase == committed {
			t.nav = navigation{}
		}
	case cdppage.FrameStoppedLoading.Method:
		// Also the end of an address that turned out to be a download or had no
		// content: nothing was committed.
		if top {
			t.fruitless = t.nav.phase == announced
			t.nav = navigation{}
		}
	}
}

// announce notes that another tab is coming from this one. Called with mu held.
func (t *tab) announce() {
	if t.window {
		return // one window may be announced by two events
	}
	if t.stray == nil {
		t.window = true
		return
	}
	t.opened(*t.stray)
	t.stray = nil
}

// opened notes a tab that the page has opened. Called with mu held.
func (t *tab) opened(came driver.Tab) {
	t.notes.add(note{kind: noteOpened, tab: came})
	if len(t.acting) > 0 { // else a person may have pressed, whose tab it is
		t.opens(came)
	}
}

// tabChanged takes what the browser tells of any tab; it must not wait.
//
// A new tab's opener is no proof that it came from this one: Chrome names the
// tab that was active, also for a tab that a person opens. The page's own
// announcement is, which may come before or after the tab.
func (t *tab) tabChanged(c driver.TabChange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case c.Kind == driver.TabRemoved && c.Tab.ID == t.Native:
		t.gone = true
		t.asks(nil)
		t.notes.add(note{kind: noteClosed})
	case c.Kind == driver.TabCreated && t.window:
		t.window = false
		t.opened(c.Tab)
	case c.Kind == driver.TabCreated:
		t.stray = &c.Tab
		return
	case c.Kind == driver.TabUpdated && t.notes.update(c.Tab):
	default:
		return
	}
	t.wake()
}
