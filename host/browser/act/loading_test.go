package act_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/tools/page"
)

// TestPages_loading: a page that waits for a slow server is told as that, and is
// neither taken for one that hangs nor ended.
func TestPages_loading(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		test func(*world)
	}{
		{"a_page_that_is_left_slowly_lives", leftSlowly},
		{"acts_that_lead_to_a_slow_server", slowActs},
		{"a_slow_server_at_an_address", slowAddress},
		{"a_step_back_that_does_not_arrive", slowStep},
		{"a_dialog_before_the_page_is_there", loud},
		{"a_dialog_in_a_tab_that_an_act_opens", loudBeside},
		{"an_empty_page", emptyPage},
		{"a_page_that_loops_before_it_is_listened_to", loopsFirst},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorldWith(t, b, act.Options{Look: 3 * time.Second, Settle: time.Second, Open: 6 * time.Second, Alive: 700 * time.Millisecond})
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.test(w.sub(t)) })
		}
	})
}

// leftSlowly: a question that the browser holds back until a document comes is
// no sign that the page before does not answer. It is asked whether it may be left.
func leftSlowly(w *world) {
	w.open("/leave.html")
	// It lets the first go and asks the second.
	w.execute("removeEventListener('beforeunload', ask); let left = 0; addEventListener('beforeunload', (e) => { if (left++ > 0) e.preventDefault(); })" +
		"\nconst a = document.createElement('a'); a.href = '/never'; a.textContent = 'Away'; document.body.append(a); return 1")
	w.click(`button "Write"`) // a page may ask only when somebody has used it
	contains(w.T, w.click(`link "Away"`), "The page is still loading "+w.site.URL+"/never.")
	text := w.must("navigate", map[string]any{"url": w.site.URL + "/terms.html"})
	contains(w.T, text, "beforeunload dialog opened")
	w.must("handle_dialog", map[string]any{"accept": true})
	w.settled("Terms")
}

func slowActs(w *world) {
	for _, act := range []func() string{
		func() string { return w.click(`link "Leave"`) },
		func() string { return w.click(`button "Go"`) },
		func() string { return w.press("Enter", `link "Leave"`) },
	} {
		w.open("/leave-slowly.html")
		contains(w.T, act(), "The page is still loading "+w.site.URL+"/never.")
	}
	// The browser holds the question back, or it does not: the drivers ask in different ways.
	late := "is still loading " + w.site.URL + "/never"
	if text, err := w.try("snapshot", nil); err != nil {
		contains(w.T, err.Error(), late)
	} else {
		contains(w.T, text, `heading "Waiting room"`)
	}
	w.refused("navigate", map[string]any{"step": "back"}, late)
}

// slowStep: a step in the history is told as done once its page is there.
func slowStep(w *world) {
	w.open("/once?" + url.QueryEscape(w.Name()))
	w.open("/leave.html")
	w.click(`button "Write"`) // a page may ask only when somebody has used it
	tab := w.pages.Current(w.run)
	text := w.must("navigate", map[string]any{"step": "back"})
	contains(w.T, text, fmt.Sprintf("Not gone back yet: tab %d is at %s/leave.html", tab, w.site.URL), "A beforeunload dialog opened")
	w.must("handle_dialog", map[string]any{"accept": false})
	w.execute("removeEventListener('beforeunload', ask); return 1")
	contains(w.T, w.must("navigate", map[string]any{"step": "back"}), fmt.Sprintf("Not gone back yet: tab %d is still loading the page that is back in its history", tab))
}

func slowAddress(w *world) {
	never := w.site.URL + "/never"
	w.open("/terms.html")
	tab := w.pages.Current(w.run)
	late := fmt.Sprintf("still loading %s: its server has not answered within 6s.", never)
	w.is(w.must("navigate", map[string]any{"url": never}), fmt.Sprintf("Tab %d is %s", tab, late))
	text := w.must("open_tab", map[string]any{"url": never})
	w.is(text, fmt.Sprintf("Opened tab %d %s", w.pages.Current(w.run), late))
	w.must("close_tab", map[string]any{"tab": w.pages.Current(w.run)})
	w.must("navigate", map[string]any{"tab": tab, "url": w.site.URL + "/order.html"})
}

// loopsFirst: closing and leaving a tab need nothing of its page.
func loopsFirst(w *world) {
	loops := func() browser.TabID {
		place, err := w.reg.Open(w.Context(), 0, false)
		if err != nil {
			w.Fatal(err)
		}
		w.reg.SetOpened(string(w.run), place.ID)
		if _, err := place.Transport.Navigate(w.Context(), place.Native, w.site.URL+"/loops.html", ""); err != nil {
			w.Fatal(err)
		}
		pause := time.NewTicker(20 * time.Millisecond)
		defer pause.Stop()
		for began, looping := time.Now(), false; !looping; <-pause.C {
			if time.Since(began) > 20*time.Second {
				w.Fatal("the page that loops has not come")
			}
			list, err := w.reg.Tabs(w.Context())
			if err != nil {
				w.Fatal(err)
			}
			looping = slices.ContainsFunc(list, func(one browser.Tab) bool { return one.ID == place.ID && one.Title == "Looping" })
		}
		return place.ID
	}
	w.open("/terms.html")
	tab := loops()
	began := time.Now()
	contains(w.T, w.must("close_tab", map[string]any{"tab": tab}), fmt.Sprintf("Closed tab %d.", tab))
	if took := time.Since(began); took > 10*time.Second {
		w.Errorf("it took %s to close a tab that loops", took)
	}
	tab = loops()
	contains(w.T, w.must("navigate", map[string]any{"tab": tab, "url": w.site.URL + "/order.html"}), fmt.Sprintf(`Tab %d is at %s/order.html`, tab, w.site.URL))
}

// loud: a dialog that a page opens while it loads is told, and can be answered.
func loud(w *world) {
	const asks = `A confirm dialog opened: "Are you of age?".`
	contains(w.T, w.must("open_tab", map[string]any{"url": w.site.URL + "/loud.html"}), asks)
	w.refused("snapshot", nil, "has a confirm dialog open", "handle_dialog")
	contains(w.T, w.must("handle_dialog", map[string]any{"accept": true}), `Accepted the confirm dialog "Are you of age?".`)
	contains(w.T, w.snapshot(), "title: Of age", "Come in")
	contains(w.T, w.must("navigate", map[string]any{"url": w.site.URL + "/loud.html"}), asks)
	w.must("handle_dialog", map[string]any{"accept": false})
	contains(w.T, w.snapshot(), "title: Loud", "Come in")
	w.open("/loud-links.html")
	contains(w.T, w.click(`link "Here"`), asks)
	w.must("handle_dialog", map[string]any{"accept": true})
	contains(w.T, w.snapshot(), "title: Of age", "Come in")
}

// hearing tells of each tab that is listened to from now on.
type hearing struct {
	browser.Transport
	heard chan struct{}
}

func (h hearing) CDP(ctx context.Context, tab int64, act bool, commands ...driver.CDPCommand) ([]driver.CDPReply, error) {
	replies, err := h.Transport.CDP(ctx, tab, act, commands...)
	if err == nil && commands[0].Method == "Page.enable" {
		select {
		case h.heard <- struct{}{}:
		default:
		}
	}
	return replies, err
}

// loudBeside: so is one of a tab that comes from an act, before anybody has looked at it.
func loudBeside(w *world) {
	place, err := w.reg.Open(w.Context(), 0, false)
	if err != nil {
		w.Fatal(err)
	}
	heard := make(chan struct{}, 1)
	// A page may be there before anybody listens, which nothing can be done about: this one is not.
	site := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/links":
			_, _ = io.WriteString(rw, `<!doctype html><title>Links</title><a href="/loud" target="_blank">Beside</a> <button onclick="window.open('/loud')">Window</button>`)
		case "/loud":
			_, _ = io.WriteString(rw, `<!doctype html><title>Loud</title><script src="/wait.js"></script><script>if (confirm("Are you of age?")) document.title = "Of age"</script><p>Come in`)
		case "/wait.js":
			rw.Header().Set("Content-Type", "text/javascript")
			select {
			case <-heard:
			case <-r.Context().Done():
			}
		default: // a picture for the tab, which no page asks for
			rw.WriteHeader(http.StatusNotFound)
		}
	}))
	w.Cleanup(func() { site.CloseClientConnections(); site.Close() })
	k := newWorldWith(w.T, hearing{place.Transport, heard}, act.Options{Look: 4 * time.Second})
	for _, opens := range []string{`link "Beside"`, `button "Window"`} {
		k.must("open_tab", map[string]any{"url": site.URL + "/links"})
		before := k.pages.Current(k.run)
		ref := k.ref(opens)
		<-heard // that was the page with the links
		contains(w.T, k.must("click", map[string]any{"ref": ref}), "It opened tab ")
		opened := k.reg.Opened(string(k.run))
		tab := opened[len(opened)-1]
		beside := map[string]any{"tab": tab}
		k.asks(tab)
		k.refused("snapshot", beside, "has a confirm dialog open", "handle_dialog")
		if opens == `button "Window"` { // whose page shares a process with this one
			began := time.Now()
			k.refused("snapshot", map[string]any{"tab": before}, fmt.Sprintf("it may wait for tab %d, which has a confirm dialog open", tab), "handle_dialog")
			if took := time.Since(began); took > 3*time.Second {
				w.Errorf("it took %s to tell which dialog holds the page back", took)
			}
		}
		k.must("handle_dialog", map[string]any{"tab": tab, "accept": true})
		contains(w.T, k.must("snapshot", beside), "title: Of age", "Come in")
		contains(w.T, k.must("snapshot", map[string]any{"tab": before}), `link "Beside"`)
	}
}

// asks waits until a tab has a dialog open.
func (w *world) asks(tab browser.TabID) {
	w.Helper()
	pause := time.NewTicker(20 * time.Millisecond)
	defer pause.Stop()
	for began := time.Now(); ; <-pause.C {
		if _, err := w.pages.Asking(w.Context(), page.At{Run: w.run, Tab: int(tab)}); err == nil {
			return
		}
		if time.Since(began) > 20*time.Second {
			w.Fatalf("tab %d asks nothing", tab)
		}
	}
}

// emptyPage: there is nothing in it, and that is said.
func emptyPage(w *world) {
	contains(w.T, w.must("open_tab", map[string]any{"url": "about:blank"}), `at about:blank (title ""). It is an empty page: there is nothing to read or to press.`)
	if text, err := w.try("snapshot", nil); err != nil {
		contains(w.T, err.Error(), "shows an empty page: there is nothing to read or to press.")
	} else {
		contains(w.T, text, "url: about:blank")
	}
	w.open("/loud-links.html")
	contains(w.T, w.snapshot(), `link "Here"`)
}
