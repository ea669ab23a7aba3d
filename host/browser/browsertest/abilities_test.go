package browsertest_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

func listTabs(e env) {
	e.open("/terms.html")
	list, err := e.b.Tabs(e.ctx())
	e.ok(err)
	for _, t := range list {
		if t.ID == e.tab {
			if t.URL != e.site.URL+"/terms.html" || t.Title != "Terms" {
				e.Errorf("listed as %+v", t)
			}
			return
		}
	}
	e.Errorf("tab %d is not in %+v", e.tab, list)
}

func openInBackground(e env) {
	list, err := e.b.Tabs(e.ctx())
	e.ok(err)
	active := 0
	for _, t := range list {
		if t.ID == e.tab && t.Active {
			e.Error("the tab was opened in the foreground")
		}
		if t.Active {
			active++
		}
	}
	if active == 0 {
		e.Error("no tab is active")
	}
}

func closeTab(e env) {
	e.ok(e.b.CloseTab(e.ctx(), e.tab))
	e.fault(e.b.CloseTab(e.ctx(), e.tab), protocol.ReasonNoTab)
}

func activateTab(e env) {
	e.ok(e.b.ActivateTab(e.ctx(), e.tab))
	e.eventually("the tab is active", func() bool {
		list, err := e.b.Tabs(e.ctx())
		e.ok(err)
		for _, t := range list {
			if t.ID == e.tab {
				return t.Active
			}
		}
		return false
	})
}

func navigateReady(e env) {
	if tab := e.open("/terms.html"); tab.ID != e.tab || tab.URL != e.site.URL+"/terms.html" {
		e.Errorf("arrived at %+v", tab)
	}
	text, err := e.text(e.top())
	e.ok(err)
	if !strings.Contains(text, "No returns.") {
		e.Errorf("the page was not whole: %q", text)
	}
}

func navigateFails(e env) {
	e.open("/terms.html")
	for _, path := range []string{"/nothing", "/download"} {
		_, err := e.b.Navigate(e.ctx(), e.tab, e.site.URL+path, "")
		e.fault(err, protocol.ReasonNotFound, protocol.ReasonNotPage)
	}
	if _, err := e.text(e.top()); err != nil {
		e.Errorf("the page that was there cannot be read any more: %v", err)
	}
	_, err := e.b.Navigate(e.ctx(), e.tab, "http://127.0.0.1:1/", "")
	e.fault(err, protocol.ReasonNotFound)
	_, err = e.b.Frames(e.ctx(), e.tab)
	e.fault(err, protocol.ReasonNotPage)
	e.open("/terms.html")
}

// A person stops a page that does not come, and asks for it again.
func navigateAgain(e env) {
	e.open("/terms.html")
	first, cancel := context.WithTimeout(e.ctx(), 300*time.Millisecond)
	defer cancel()
	if _, err := e.b.Navigate(first, e.tab, e.site.URL+"/slow", ""); err == nil {
		e.Error("the slow page was there at once")
	}
	if tab := e.open("/slow"); tab.URL != e.site.URL+"/slow" {
		e.Errorf("arrived at %+v", tab)
	}
	e.open("/terms.html")
}

func history(e env) {
	e.open("/terms.html")
	e.open("/order.html")
	for _, step := range []struct {
		move driver.Move
		url  string
	}{{driver.MoveBack, "/terms.html"}, {driver.MoveForward, "/order.html"}, {driver.MoveReload, "/order.html"}} {
		tab, err := e.b.Navigate(e.ctx(), e.tab, "", step.move)
		e.ok(err)
		if tab.URL != e.site.URL+step.url {
			e.Errorf("%s went to %s, want %s", step.move, tab.URL, step.url)
		}
	}
	_, err := e.b.Navigate(e.ctx(), e.tab, "", driver.MoveForward)
	e.fault(err, protocol.ReasonNotStarted)
}

func pageCall(e env) {
	e.open("/order.html")
	document := e.top()
	text, err := e.text(document)
	e.ok(err)
	if !strings.Contains(text, "Order") {
		e.Errorf("read %q", text)
	}
	e.evaluate(`document.querySelector("h1").textContent = "Changed"`)
	if text, err = e.text(document); err != nil || !strings.Contains(text, "Changed") {
		e.Errorf("read %q, %v", text, err)
	}
	if got := e.evaluate("typeof __margay"); got != "undefined" {
		e.Errorf("the page can see the page script: %s", got)
	}
}

func pageError(e env) {
	e.open("/order.html")
	_, err := e.b.Page(e.ctx(), e.tab, e.top(), "content", map[string]any{"selector": "[[", "maxChars": 10}, false)
	e.fault(err, protocol.ReasonInvalidParams)
	if !strings.Contains(err.Error(), "[[") {
		e.Errorf("the page script's words are lost: %v", err)
	}
}

func documentGone(e env) {
	e.open("/order.html")
	old := e.top()
	_, err := e.text(old)
	e.ok(err)
	e.open("/terms.html")
	_, err = e.text(old)
	e.fault(err, protocol.ReasonNoDocument)
	// The same address is another document all the same.
	e.open("/order.html")
	_, err = e.text(old)
	e.fault(err, protocol.ReasonNoDocument)
}

func frames(e env) {
	for _, page := range []struct {
		path, inside string
		count        int
	}{{"/frames-nested.html", "Deep button", 4}, {"/cross.html", "Send inside", 2}} {
		e.open(page.path)
		var last string
		e.eventually("all frames of "+page.path, func() bool {
			list, err := e.b.Frames(e.ctx(), e.tab)
			e.ok(err)
			if len(list) != page.count || list[0].Parent != "" {
				return false
			}
			for _, f := range list[1:] {
				raw, err := e.b.Page(e.ctx(), e.tab, f.Document, "snapshot", map[string]any{"maxChars": 0}, false)
				if err == nil && strings.Contains(string(raw), page.inside) {
					last = f.Parent
					return true
				}
			}
			return false
		})
		if last == "" {
			e.Errorf("the frame with %q has no parent", page.inside)
		}
	}
}

func sessionOf(e env) {
	s, ok := e.b.(browser.Sessions)
	if !ok {
		e.Skip("this driver has no sessions")
	}
	e.open("/cross.html")
	var inner string
	e.eventually("the frame of the other site", func() bool {
		list, err := e.b.Frames(e.ctx(), e.tab)
		e.ok(err)
		if len(list) == 2 && strings.HasPrefix(list[1].URL, e.site.Other) {
			inner = list[1].Document
		}
		return inner != ""
	})
	for document, want := range map[string]string{e.top(): "/cross.html", inner: "/inside.html"} {
		session, err := s.Session(e.ctx(), e.tab, document)
		e.ok(err)
		c := evaluation("location.pathname")
		c.Session = session
		replies, err := e.b.CDP(e.ctx(), e.tab, false, c)
		e.ok(err)
		if got := value(e, replies[0]); got != want {
			e.Errorf("the session of %s draws %s", want, got)
		}
	}
}

func batchInOrder(e env) {
	e.open("/order.html")
	replies, err := e.b.CDP(e.ctx(), e.tab, true,
		evaluation("window.n = 1"), evaluation("window.n = window.n * 10"), evaluation("window.n + 5"))
	e.ok(err)
	if got := value(e, replies[2]); got != "15" {
		e.Errorf("got %s", got)
	}
}

func batchError(e env) {
	e.open("/order.html")
	replies, err := e.b.CDP(e.ctx(), e.tab, false, evaluation("1"), raw("No.suchMethod", `{}`), evaluation("3"))
	e.ok(err)
	if replies[1].Error == "" || value(e, replies[0]) != "1" || value(e, replies[2]) != "3" {
		e.Errorf("got %+v", replies)
	}
	_, err = e.b.CDP(e.ctx(), e.tab, false, driver.CDPCommand{Method: "Runtime.evaluate", Session: "no-such-session"})
	if err == nil {
		replies, err = e.b.CDP(e.ctx(), e.tab, false, driver.CDPCommand{Method: "Runtime.evaluate", Session: "no-such-session"})
		e.ok(err)
		if replies[0].Error == "" {
			e.Error("a session of nobody answered")
		}
	}
}

func hiddenInput(e env) {
	e.open("/input.html")
	replies, err := e.b.CDP(e.ctx(), e.tab, true, raw("Emulation.setFocusEmulationEnabled", `{"enabled":true}`),
		raw("Input.dispatchMouseEvent", `{"type":"mouseMoved","x":100,"y":90}`),
		raw("Input.dispatchMouseEvent", `{"type":"mousePressed","x":100,"y":90,"button":"left","buttons":1,"clickCount":1}`),
		raw("Input.dispatchMouseEvent", `{"type":"mouseReleased","x":100,"y":90,"button":"left","clickCount":1}`))
	e.ok(err)
	for _, r := range replies {
		if r.Error != "" {
			e.Error(r.Error)
		}
	}
	if got := e.evaluate("pad.textContent"); got != "mousemove:true mousedown:true mouseup:true click:true" {
		e.Errorf("the page saw %q", got)
	}
}

// heard collects events.
type heard struct {
	mu   sync.Mutex // guards list
	list []driver.Event
}

func (h *heard) take(e driver.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = append(h.list, e)
}

func (h *heard) find(method string) (driver.Event, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.list {
		if e.Method == method {
			return e, true
		}
	}
	return driver.Event{}, false
}

func eventsFirst(e env) {
	e.open("/order.html")
	var h heard
	defer e.b.Events(e.tab, h.take)()
	_, err := e.b.CDP(e.ctx(), e.tab, true, raw("Page.enable", `{}`), evaluation(`location.hash = "here"; 1`))
	e.ok(err)
	if _, ok := h.find("Page.navigatedWithinDocument"); !ok {
		e.Errorf("the answer came before the event; heard %+v", h.list)
	}
}

func dialogAnnounced(e env) {
	e.open("/dialogs.html")
	var h heard
	defer e.b.Events(e.tab, h.take)()
	ctx, cancel := context.WithCancel(e.ctx())
	done := make(chan error, 1)
	_, err := e.b.CDP(ctx, e.tab, true, raw("Page.enable", `{}`))
	e.ok(err)
	go func() {
		_, err := e.b.CDP(ctx, e.tab, true, evaluation(`alert("Stop")`))
		done <- err
	}()
	e.eventually("the dialog is announced", func() bool { _, ok := h.find("Page.javascriptDialogOpening"); return ok })
	cancel()
	e.fault(<-done, protocol.ReasonUnknown)
	_, err = e.b.CDP(e.ctx(), e.tab, true, raw("Page.handleJavaScriptDialog", `{"accept":true}`))
	e.ok(err)
	if got := e.evaluate("1+1"); got != "2" {
		e.Errorf("the page does not go on: %s", got)
	}
}

func busyPage(e env) {
	e.open("/order.html")
	document := e.top()
	_, err := e.b.CDP(e.ctx(), e.tab, true, evaluation(`setTimeout(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 0)`))
	e.ok(err)
	ctx, cancel := context.WithTimeout(e.ctx(), 400*time.Millisecond)
	defer cancel()
	_, err = e.b.Page(ctx, e.tab, document, "content", map[string]any{"maxChars": 10}, false)
	e.fault(err, protocol.ReasonDeadline)
	if _, err := e.text(document); err != nil {
		e.Errorf("the page cannot be read after its block: %v", err)
	}
}

func cancelLook(e env) {
	e.open("/order.html")
	document := e.top()
	_, err := e.b.CDP(e.ctx(), e.tab, true, evaluation(`setTimeout(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 0)`))
	e.ok(err)
	ctx, cancel := context.WithCancel(e.ctx())
	cancel()
	if _, err := e.b.Page(ctx, e.tab, document, "content", map[string]any{"maxChars": 10}, false); err == nil {
		e.Error("a cancelled look gave an answer")
	}
}

func closedTab(e env) {
	e.open("/order.html")
	done := make(chan error, 1)
	go func() {
		_, err := e.b.CDP(e.ctx(), e.tab, false, raw("Runtime.evaluate", `{"expression":"new Promise(() => {})","awaitPromise":true}`))
		done <- err
	}()
	e.ok(e.b.CloseTab(e.ctx(), e.tab))
	select {
	case err := <-done:
		if err == nil {
			return // the browser answered it with an error of its own
		}
		e.fault(err, protocol.ReasonNoTab, protocol.ReasonNotStarted, protocol.ReasonNoDocument, protocol.ReasonInvalidParams)
	case <-time.After(5 * time.Second):
		e.Error("a call of a closed tab still waits after 5 s")
	}
}

func changes(e env) {
	var mu sync.Mutex
	var seen []driver.TabChange
	cancel := e.b.Changes(func(c driver.TabChange) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, c)
	})
	defer cancel()
	tab, err := e.b.OpenTab(e.ctx(), "about:blank", false)
	e.ok(err)
	_, err = e.b.Navigate(e.ctx(), tab.ID, e.site.URL+"/terms.html", "")
	e.ok(err)
	e.ok(e.b.CloseTab(e.ctx(), tab.ID))
	has := func(kind driver.ChangeKind, url string) bool {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range seen {
			if c.Kind == kind && c.Tab.ID == tab.ID && strings.HasSuffix(c.Tab.URL, url) {
				return true
			}
		}
		return false
	}
	e.eventually("created", func() bool { return has(driver.TabCreated, "") })
	e.eventually("updated", func() bool { return has(driver.TabUpdated, "/terms.html") })
	e.eventually("removed", func() bool { return has(driver.TabRemoved, "") })
}

func ownPage(e env) {
	if _, err := e.b.Navigate(e.ctx(), e.tab, "chrome://version/", ""); err != nil {
		e.fault(err, protocol.ReasonNotPage, protocol.ReasonInvalidParams, protocol.ReasonNotFound)
		return
	}
	_, err := e.b.Frames(e.ctx(), e.tab)
	e.fault(err, protocol.ReasonNotPage)
}

func unknownTab(e env) {
	_, err := e.b.Frames(e.ctx(), 99999999)
	e.fault(err, protocol.ReasonNoTab)
	_, err = e.b.CDP(e.ctx(), 99999999, true, evaluation("1"))
	e.fault(err, protocol.ReasonNoTab)
	_, err = e.b.Navigate(e.ctx(), 99999999, e.site.URL+"/terms.html", "")
	var f *protocol.Fault
	if !errors.As(err, &f) {
		e.Errorf("got %v", err)
	}
}
