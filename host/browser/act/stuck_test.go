package act_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
)

// TestPages_stuck: a page that runs without end, or has crashed, is told as that,
// and its tab can be sent on and closed.
func TestPages_stuck(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		test func(*world)
	}{
		{"script_that_loops_later", loopsLater},
		{"page_that_stops_at_a_breakpoint", stopsAtBreakpoints},
		{"page_that_does_not_answer", doesNotAnswer},
		{"page_that_would_ask_before_it_is_left", wouldAsk},
		{"page_that_wakes_and_asks", wakesAndAsks},
		{"page_that_has_crashed", hasCrashed},
		{"frame_that_hangs", frameHangs},
		{"frames_that_hang", framesHang},
		{"leaving_that_a_person_declined", personStays},
		{"dialog_while_frames_are_read", asksMeanwhile},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorldWith(t, b, act.Options{Script: scriptTime, Look: 4 * time.Second, Alive: 700 * time.Millisecond})
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.test(w.sub(t)) })
		}
	})
}

// loopsLater: a loop after an await is out of reach of the limit that an evaluation can be given.
func loopsLater(w *world) {
	w = w.with(func(b browser.Transport) browser.Transport { return b }, act.Options{Script: endless})
	w.open("/script.html")
	for _, code := range []string{
		"console.log('on'); await new Promise((done) => setTimeout(done, 10)); for (;;);",
		"console.log('on'); await new Promise((done) => setTimeout(done, 10)); for (;;) try { for (;;); } catch {} finally { continue }",
	} {
		w.refused("execute_script", map[string]any{"code": code}, "The script did not end within 1s and was stopped.", `- log "on"`)
		w.is(w.execute("3"), "It returned:\n3")
	}
}

// stopsAtBreakpoints: pages that hold up whoever debugs them hold up no script.
func stopsAtBreakpoints(w *world) {
	w.open("/script.html")
	w.is(w.execute("setInterval(() => { debugger; }, 1); debugger; return 1"), "It returned:\n1")
	w.is(w.execute("await new Promise((done) => setTimeout(done, 50)); debugger; return 2"), "It returned:\n2")
	contains(w.T, w.snapshot(), `button "Buy"`)
}

// stick makes a page run without end, after the answer.
func (w *world) stick() {
	w.Helper()
	w.is(w.execute("setTimeout(() => { for (;;); }, 0); return 1"), "It returned:\n1")
}

func doesNotAnswer(w *world) {
	w.open("/script.html")
	w.stick()
	tab := w.pages.Current(w.run)
	silent := fmt.Sprintf("Tab %d does not answer: its page is busy", tab)
	w.refused("snapshot", nil, silent, "navigate the tab", "close it")
	w.refused("screenshot", nil, silent)
	w.refused("wait_for", map[string]any{"text": "Thanks", "timeout": 1}, "Waited 1 s, and the page could not be read meanwhile. "+silent)
	// To an address of the same site, which the same process would draw.
	contains(w.T, w.must("navigate", map[string]any{"url": w.site.URL + "/script.html"}),
		fmt.Sprintf(`Tab %d is at %s/script.html (title "Script"). The page before did not answer any more and was `, tab, w.site.URL))
	w.click(`button "Buy"`)
	w.must("open_tab", map[string]any{"url": w.site.URL + "/script.html"})
	w.stick()
	contains(w.T, w.must("close_tab", map[string]any{"tab": w.pages.Current(w.run)}), "Its page did not answer any more and was ", fmt.Sprintf("You work in tab %d now.", tab))
}

// frameHangs: what hangs in a frame is told, and holds nothing else up.
func frameHangs(w *world) {
	w.open("/hung-frame.html")
	w.settled("Loading the offer", "Well and here")
	inside := w.ref(`button "Inside"`)
	w.click(`button "Hang it"`)
	contains(w.T, w.snapshot(), "Well and here", "1 frame did not answer: what is in there is not shown")
	contains(w.T, w.must("find", map[string]any{"text": "Loading the offer"}), "found: 0", "1 frame of the page was not searched.")
	// In the last look there may be no time left for the frame that answers.
	w.refused("wait_for", map[string]any{"gone": "Loading the offer", "timeout": 1}, "cannot be told after 1 s", " not searched and may hold it.")
	w.refused("wait_for", map[string]any{"text": "Thanks", "timeout": 1}, " not searched and may hold it.")
	contains(w.T, w.must("wait_for", map[string]any{"text": "Well and here"}), "is there")
	w.refused("click", map[string]any{"ref": inside}, "A frame of the page does not answer", "Go on with the rest of the page")
	w.refused("wait_for", map[string]any{"ref": inside, "timeout": 1}, "Waited 1 s", "A frame of the page does not answer")
	contains(w.T, w.click(`button "Press"`), `Clicked button "Press".`)
	w.says("pressed")
}

// framesHang: those that hang take their time together, not one after the other.
func framesHang(w *world) {
	w.open("/hung-frame.html")
	w.execute("for (let i = 0; i < 3; i++) { const more = document.createElement('iframe'); more.src = other.src; document.body.append(more); await new Promise((done) => { more.onload = done; }); } return 1")
	w.settled("Loading the offer", "Well and here")
	w.click(`button "Hang it"`)
	contains(w.T, w.snapshot(), "Well and here", "4 frames did not answer: what is in there is not shown")
	contains(w.T, w.must("find", map[string]any{"text": "Well and here"}), "found: 1", "4 frames of the page were not searched.")
}

// waking wakes a page that hangs just as it is sent to an empty page.
type waking struct {
	browser.Transport
	wake chan struct{}
}

func (k waking) Navigate(ctx context.Context, tab int64, url string, move driver.Move) (driver.Tab, error) {
	if url == "about:blank" {
		k.wake <- struct{}{}
	}
	return k.Transport.Navigate(ctx, tab, url, move)
}

// wakesAndAsks: what somebody has written is asked for, and not ended with its page.
func wakesAndAsks(w *world) {
	wake := make(chan struct{})
	holds := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Access-Control-Allow-Origin", "*")
		select {
		case <-wake:
		case <-r.Context().Done():
		}
	}))
	w.Cleanup(holds.Close)
	k := w.with(func(b browser.Transport) browser.Transport { return waking{b, wake} }, act.Options{Script: endless, Look: 4 * time.Second, Alive: 700 * time.Millisecond})
	k.must("open_tab", map[string]any{"url": w.site.URL + "/leave.html"})
	tab := k.pages.Current(k.run)
	for _, leave := range []func(){
		func() {
			k.refused("navigate", map[string]any{"url": w.site.URL + "/terms.html"}, "has a beforeunload dialog open", "handle_dialog")
		},
		func() {
			k.refused("close_tab", map[string]any{"tab": tab}, "has a beforeunload dialog open", "handle_dialog")
		},
	} {
		k.click(`button "Write"`) // a page may ask only when somebody has used it
		k.is(k.execute("setTimeout(() => { const held = new XMLHttpRequest(); held.open('GET', '"+holds.URL+"', false); held.send(); }, 0); return 1"), "It returned:\n1")
		leave()
		k.must("handle_dialog", map[string]any{"accept": false})
		contains(w.T, k.snapshot(), `button "Write"`)
	}
}

func wouldAsk(w *world) {
	for _, leave := range []func() string{
		func() string { return w.must("navigate", map[string]any{"url": w.site.URL + "/leave.html"}) },
		func() string { return w.must("close_tab", map[string]any{"tab": w.pages.Current(w.run)}) },
	} {
		w.must("open_tab", map[string]any{"url": w.site.URL + "/leave.html"})
		w.click(`button "Write"`) // a page may ask only when somebody has used it
		w.stick()
		if text := leave(); strings.Contains(text, "dialog") || !strings.Contains(text, "did not answer any more and was") && !strings.Contains(text, "Closed tab") {
			w.Errorf("it said %s", text)
		}
	}
	w.open("/script.html")
	w.stick()
	w.refused("navigate", map[string]any{"url": w.site.URL + "/nothing"}, "gave no page", "The page before did not answer any more and was left.")
}

func hasCrashed(w *world) {
	w.open("/script.html")
	buy := w.ref(`button "Buy"`)
	w.click(`button "Buy"`)
	place, err := w.reg.Tab(w.pages.Current(w.run))
	if err != nil {
		w.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(w.Context(), time.Second)
	defer cancel()
	_, _ = place.Transport.CDP(ctx, place.Native, true, driver.CDPCommand{Method: "Page.crash"}) // it gives no answer
	crashed := fmt.Sprintf("The page in tab %d has crashed.", place.ID)
	w.refused("snapshot", nil, crashed, "Navigate the tab")
	w.refused("click", map[string]any{"ref": buy}, crashed)
	w.open("/script.html")
	w.click(`button "Buy"`)
}

// asking is a browser in which a dialog opens as soon as a frame is read.
type asking struct{ browser.Transport }

func (a asking) Page(ctx context.Context, tab int64, document, function string, args any, act bool) (json.RawMessage, error) {
	snapshot, _ := args.(pagescript.SnapshotArgs)
	find, _ := args.(pagescript.FindArgs)
	if snapshot.Prefix+find.Prefix != "" {
		opens := driver.CDPCommand{Method: "Runtime.evaluate", Params: json.RawMessage(`{"expression":"setTimeout(() => alert('Wait'))"}`)}
		if _, err := a.CDP(ctx, tab, false, opens); err != nil {
			return nil, err
		}
		<-ctx.Done()
	}
	return a.Transport.Page(ctx, tab, document, function, args, act)
}

// asksMeanwhile: the dialog is told, and not that there are frames which cannot be read.
func asksMeanwhile(w *world) {
	k := w.with(func(b browser.Transport) browser.Transport { return asking{b} }, act.Options{Look: 4 * time.Second})
	k.must("open_tab", map[string]any{"url": w.site.URL + "/script.html"})
	k.execute(addFrame + " return 1")
	for tool, args := range map[string]map[string]any{"snapshot": nil, "find": {"text": "Buy"}} {
		k.refused(tool, args, `has an alert dialog open: "Wait"`, "handle_dialog")
		k.must("handle_dialog", map[string]any{"accept": true})
	}
}

// TestPages_asleep: a tab that the browser has put to sleep is told as that, and
// can be woken and sent elsewhere.
func TestPages_asleep(t *testing.T) {
	t.Parallel()
	e := browsertest.Relay(t)
	w := newWorld(t, e.Transport)
	sleeping := func() browser.TabID {
		place, err := w.reg.Open(w.Context(), 0, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := place.Transport.Navigate(w.Context(), place.Native, w.site.URL+"/terms.html", ""); err != nil {
			t.Fatal(err)
		}
		e.Discard(t, place.Native)
		list, err := w.reg.Tabs(w.Context())
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(one browser.Tab) bool { return one.Discarded })
		if i < 0 {
			t.Fatal("no tab sleeps")
		}
		return list[i].ID
	}
	id := sleeping()
	in := map[string]any{"tab": id}
	for _, tool := range []string{"snapshot", "screenshot"} {
		w.refused(tool, in, fmt.Sprintf("The browser has put tab %d to sleep", id), "activate_tab wakes it")
	}
	w.must("activate_tab", in)
	w.settled("Terms")
	w.is(w.must("navigate", map[string]any{"tab": sleeping(), "url": w.site.URL + "/order.html"}),
		fmt.Sprintf(`Tab %d is at %s/order.html (title "Order form").`, w.pages.Current(w.run), w.site.URL))
}

// personStays: a person answers the question whether the tab may close; a dialog
// that comes later has nothing to do with that.
func personStays(w *world) {
	w.open("/terms.html")
	w.must("open_tab", map[string]any{"url": w.site.URL + "/leave.html"})
	tab := w.pages.Current(w.run)
	w.click(`button "Write"`)
	contains(w.T, w.must("close_tab", map[string]any{"tab": tab}), "is not closed yet")
	w.person("0", driver.CDPCommand{Method: "Page.handleJavaScriptDialog", Params: []byte(`{"accept":false}`)})
	w.execute("return confirm('Go on?')")
	w.is(w.must("handle_dialog", map[string]any{"accept": true}), `Accepted the confirm dialog "Go on?".`)
	contains(w.T, w.snapshot(), `button "Write"`)
}
