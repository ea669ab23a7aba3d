package act_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// TestPages_rounds: the calls of one round are written before the first of them has its result. What they mean for a page
// is never done in another one.
func TestPages_rounds(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		test func(*world)
	}{
		{"a_window_that_has_closed", windowClosed},
		{"a_window_that_has_closed_and_was_looked_for", windowLookedFor},
		{"a_window_that_an_act_has_closed", windowClosedByAct},
		{"a_tab_that_the_run_closes", closesOwn},
		{"a_tab_that_the_run_opens", opensOther},
		{"a_page_that_was_read_in_the_same_round", readInRound},
		{"calls_without_rounds", withoutRounds},
		{"a_dialog_where_the_run_falls_back_without_rounds", dialogWithoutRounds},
		{"a_tab_that_the_round_itself_chooses", choosesInRound},
		{"keys_after_what_was_refused", keysAfterRefusal},
		{"a_ref_that_was_read_in_another_tab", readElsewhere},
		{"a_window_of_a_person", windowOfPerson},
		{"keys_after_a_fill_that_was_refused", keysAfterFill},
		{"a_ref_of_the_page_behind_what_was_closed", closedBefore},
		{"a_person_closes_what_the_run_opened", personCloses},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorld(t, b)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.test(w.sub(t)) })
		}
	})
}

// asked is a call as a model writes it.
type asked struct {
	tool string
	args map[string]any
}

func ref(tool, ref string, more ...any) asked {
	args := map[string]any{"ref": ref}
	for i := 0; i < len(more); i += 2 {
		args[more[i].(string)] = more[i+1]
	}
	return asked{tool, args}
}

// round runs the calls of one answer, as the loop does.
func (w *world) round(n int, list ...asked) []tools.Outcome {
	w.Helper()
	var all []tools.Tool
	for _, t := range w.tools {
		all = append(all, t)
	}
	catalog, err := tools.NewCatalog(all...)
	if err != nil {
		w.Fatal(err)
	}
	calls := make([]tools.Call, len(list))
	for i, one := range list {
		raw, err := json.Marshal(one.args)
		if err != nil || one.args == nil {
			raw = nil
		}
		calls[i] = tools.Call{Name: one.tool, Args: raw, Scope: tools.Scope{Run: w.run, Tab: int(w.home)}, Round: n}
	}
	runner := tools.Runner{Catalog: catalog, Log: browsertest.Log(w.T)}
	outcomes, err := runner.Run(w.Context(), calls)
	if err != nil {
		w.Fatal(err)
	}
	return outcomes
}

// done is a round that must do all it is asked; it gives the last result.
func (w *world) done(n int, list ...asked) string {
	w.Helper()
	last := ""
	for i, o := range w.round(n, list...) {
		if o.Status != chat.CallCompleted {
			w.Fatalf("%s %v: %s", list[i].tool, list[i].args, o.Result.Text)
		}
		last = o.Result.Text
	}
	return last
}

// allRefused checks that nothing was done, with these words.
func allRefused(w *world, outcomes []tools.Outcome, words ...string) {
	w.Helper()
	for i, o := range outcomes {
		if o.Status == chat.CallCompleted {
			w.Errorf("call %d was done: %s", i, o.Result.Text)
		}
		contains(w.T, o.Result.Text, words...)
	}
}

// inWindow is a run that works in the window which its shop has opened; both pages have the refs e1 to e3.
func inWindow(w *world) (shop, window browser.TabID) {
	w.Helper()
	w.done(1, asked{"navigate", map[string]any{"url": w.site.URL + "/shop-window.html"}}, asked{"snapshot", nil})
	shop = w.pages.Current(w.run)
	_, text, _ := strings.Cut(w.done(2, ref("click", "e4")), "It opened tab ")
	if _, err := fmt.Sscanf(text, "%d", &window); err != nil {
		w.Fatalf("no tab was opened: %q", text)
	}
	contains(w.T, w.done(3, asked{"snapshot", map[string]any{"tab": window}}), `textbox "User" [ref=e1]`, `button "Enter" [ref=e3]`)
	w.done(4, ref("fill", "e1", "tab", window, "value", "mira"))
	return shop, window
}

// shut closes a tab as a person does, or a page by itself.
func (w *world) shut(tab browser.TabID) {
	w.Helper()
	place, err := w.reg.Tab(tab)
	if err != nil {
		w.Fatal(err)
	}
	if err := place.Transport.CloseTab(w.Context(), place.Native); err != nil {
		w.Fatal(err)
	}
	w.away(tab)
}

// meant is what a model writes for the window, and would buy something in the shop.
func meant() []asked {
	return []asked{
		ref("fill", "e1", "value", "mira"), ref("fill", "e2", "value", "s3cret!"), ref("click", "e3"), ref("select", "e1", "values", []string{"a"}),
		{"press_key", map[string]any{"keys": "Enter"}},
		{"scroll", map[string]any{"direction": "down"}},
		{"execute_script", map[string]any{"code": "order()"}},
		{"navigate", map[string]any{"step": "back"}},
		{"handle_dialog", map[string]any{"accept": true}},
		ref("wait_for", "e3"), ref("screenshot", "e3"),
	}
}

// nothingOrdered checks that the shop is as it was, and that the next round works in it.
func nothingOrdered(w *world, shop browser.TabID, next int) {
	w.Helper()
	contains(w.T, w.done(next, asked{"snapshot", nil}), fmt.Sprintf("tab: %d", shop), `textbox "Comment" [ref=e1]`+"\n", `status "idle"`)
	w.is(w.done(next+1, ref("fill", "e1", "value", "thanks"), ref("click", "e3")), `Clicked button "Buy now".`)
	contains(w.T, w.done(next+2, asked{"snapshot", nil}), "ordered with thanks")
}

func windowClosed(w *world) {
	shop, window := inWindow(w)
	w.shut(window)
	said := fmt.Sprintf(`Tab %d ("Sign in") is gone: it was closed. You work in tab %d now.`, window, shop)
	allRefused(w, w.round(5, meant()...), said, "Take a snapshot.")
	nothingOrdered(w, shop, 6)
}

// windowLookedFor: a look of the same round goes on in the shop and says so; what acts was still meant for the window. An
// address goes on there, too.
func windowLookedFor(w *world) {
	shop, window := inWindow(w)
	w.shut(window)
	outcomes := w.round(5, append([]asked{{"snapshot", nil}}, meant()...)...)
	contains(w.T, outcomes[0].Result.Text, fmt.Sprintf("is gone: it was closed; you work in tab %d now.", shop), "title: The shop")
	allRefused(w, outcomes[1:], fmt.Sprintf("You work in tab %d now.", shop))
	nothingOrdered(w, shop, 6)
	contains(w.T, w.done(9, asked{"navigate", map[string]any{"url": w.site.URL + "/terms.html"}}), fmt.Sprintf("Tab %d is at ", shop))
}

func windowClosedByAct(w *world) {
	shop, window := inWindow(w)
	outcomes := w.round(5, append([]asked{ref("click", "e3")}, meant()...)...)
	if o := outcomes[0]; o.Status != chat.CallCompleted && o.Status != chat.CallUnknown { // the browser may have broken off
		w.Errorf("the window was not closed: %s", o.Result.Text)
	}
	allRefused(w, outcomes[1:], fmt.Sprintf("Tab %d", window), fmt.Sprintf("is gone: it was closed. You work in tab %d now.", shop))
	nothingOrdered(w, shop, 6)
}

func closesOwn(w *world) {
	shop, window := inWindow(w)
	outcomes := w.round(5, append([]asked{{"close_tab", map[string]any{"tab": window}}}, meant()...)...)
	contains(w.T, outcomes[0].Result.Text, fmt.Sprintf("Closed tab %d. You work in tab %d now.", window, shop))
	allRefused(w, outcomes[1:], fmt.Sprintf("Tab %d is closed. You work in tab %d now.", window, shop))
	nothingOrdered(w, shop, 6)
}

// opensOther: a ref without a tab that was written for the page before is not looked for in the next one.
func opensOther(w *world) {
	w.done(1, asked{"navigate", map[string]any{"url": w.site.URL + "/shop-window.html"}}, asked{"snapshot", nil})
	shop := w.pages.Current(w.run)
	outcomes := w.round(2, asked{"open_tab", map[string]any{"url": w.site.URL + "/shop-window.html"}}, asked{"snapshot", nil}, ref("click", "e3"), ref("fill", "e1", "value", "x"))
	other := w.pages.Current(w.run)
	allRefused(w, outcomes[2:], fmt.Sprintf(" was written when you worked in tab %d, and you work in tab %d now, so nothing was done.", shop, other), "Give the ref with its tab.")
	// What names no element is done in the tab that was just opened.
	w.done(3, asked{"open_tab", map[string]any{"url": w.site.URL + "/order.html"}}, asked{"press_key", map[string]any{"keys": "Tab"}})
	// An act in another tab moves the run as well: from then on the round has to say what it means.
	w.done(4, asked{"activate_tab", map[string]any{"tab": shop}})
	outcomes = w.round(5, ref("fill", "e1", "tab", other, "value", "x"), ref("click", "e3"), ref("click", "e3", "tab", shop))
	contains(w.T, outcomes[0].Result.Text, "Filled ")
	allRefused(w, outcomes[1:2], fmt.Sprintf("e3 was written when you worked in tab %d", shop))
	w.is(outcomes[2].Result.Text, `Clicked button "Buy now".`)
}

// readInRound: a ref was not read where the look that gives it stands in the same answer.
func readInRound(w *world) {
	w.done(1, asked{"navigate", map[string]any{"url": w.site.URL + "/order.html"}}, asked{"snapshot", nil})
	outcomes := w.round(2, asked{"navigate", map[string]any{"url": w.site.URL + "/shop-window.html"}}, asked{"snapshot", nil}, ref("click", "e3"))
	allRefused(w, outcomes[2:], "e3 was written before you had read what tab ", "so nothing was done. Read it first: your next answer can name it")
	w.is(w.done(3, asked{"snapshot", nil}, ref("click", "e3")), `Clicked button "Buy now".`)
}

// withoutRounds: where calls come one by one, a look that has shown the tab tells which one it is.
func withoutRounds(w *world) {
	w.open("/shop-window.html")
	w.snapshot()
	w.must("open_tab", map[string]any{"url": w.site.URL + "/shop-login.html"})
	w.snapshot()
	w.shut(w.pages.Current(w.run))
	w.refused("press_key", map[string]any{"keys": "Enter"}, "is gone: it was closed. You work in tab ", "Take a snapshot.")
	w.refused("click", map[string]any{"ref": "e3"}, "You have read e3 in tab ", " last, which is gone, and you work in tab ") // whoever has been told knows
	w.must("press_key", map[string]any{"keys": "Tab"})
	w.says("idle")
	w.snapshot()
	w.is(w.must("click", map[string]any{"ref": "e3"}), `Clicked button "Buy now".`)
}

// personCloses: a run whose tab a person closes takes none of theirs in its place, though it was started there.
func personCloses(w *world) {
	home, err := w.reg.Open(w.Context(), 0, false)
	if err != nil {
		w.Fatal(err)
	}
	if _, err := home.Transport.Navigate(w.Context(), home.Native, w.site.URL+"/shop-window.html", ""); err != nil {
		w.Fatal(err)
	}
	defer w.shut(home.ID)
	w.home = home.ID
	w.must("open_tab", map[string]any{"url": w.site.URL + "/terms.html"})
	own := w.pages.Current(w.run)
	w.shut(own)
	w.refused("snapshot", nil, fmt.Sprintf(`Tab %d ("Terms") is gone: it was closed.`, own))
	text := w.must("navigate", map[string]any{"url": w.site.URL + "/order.html"})
	contains(w.T, text, fmt.Sprintf(`Since your last action: tab %d ("Terms") is gone: it was closed.`, own), `(title "Order form")`)
	if now := w.pages.Current(w.run); now == home.ID {
		w.Errorf("the run took the person's tab: %s", text)
	}
	contains(w.T, w.must("snapshot", map[string]any{"tab": home.ID}), "title: The shop")

	// Where it has worked there, it goes back to it.
	w.must("press_key", map[string]any{"keys": "Tab", "tab": home.ID})
	w.must("open_tab", map[string]any{"url": w.site.URL + "/terms.html"})
	w.must("close_tab", map[string]any{"tab": w.reg.Opened(string(w.run))[1]})
	w.shut(w.pages.Current(w.run))
	contains(w.T, w.snapshot(), fmt.Sprintf("you work in tab %d now", home.ID))
}

// dialogWithoutRounds: a look that is refused by a dialog has named the tab, so that the dialog can be answered.
func dialogWithoutRounds(w *world) {
	w.open("/shop-window.html")
	shop := w.pages.Current(w.run)
	w.must("open_tab", map[string]any{"url": w.site.URL + "/shop-login.html"})
	window := w.pages.Current(w.run)
	w.must("execute_script", map[string]any{"tab": shop, "code": "setTimeout(() => confirm('Sure?'), 50); return 1"})
	w.must("activate_tab", map[string]any{"tab": window})
	w.shut(window)
	for range 50 { // until the dialog is open
		if _, err := w.try("snapshot", map[string]any{"tab": shop}); err != nil {
			break
		}
	}
	w.refused("snapshot", nil, "has a confirm dialog open")
	contains(w.T, w.must("handle_dialog", map[string]any{"accept": true}), `Accepted the confirm dialog "Sure?".`)
}

// choosesInRound: what names no element is meant for the tab that the round has said it goes on in.
func choosesInRound(w *world) {
	for i, chosen := range []asked{{"open_tab", map[string]any{"url": w.site.URL + "/order.html"}}, {"navigate", map[string]any{"url": w.site.URL + "/order.html"}}} {
		shop, window := inWindow(w)
		outcomes := w.round(5, asked{"close_tab", map[string]any{"tab": window}}, chosen, asked{"snapshot", nil},
			asked{"press_key", map[string]any{"keys": "Tab"}}, asked{"execute_script", map[string]any{"code": "1"}}, asked{"scroll", map[string]any{"direction": "down"}}, ref("click", "e3"))
		for _, o := range outcomes[:6] {
			if o.Status != chat.CallCompleted {
				w.Errorf("it was not done: %s", o.Result.Text)
			}
		}
		allRefused(w, outcomes[6:], "e3 was written when you worked in tab ")
		if now := w.pages.Current(w.run); (now == shop) != (i == 1) {
			w.Errorf("the run works in tab %d", now)
		}
		w.done(6, asked{"open_tab", map[string]any{"url": w.site.URL + "/terms.html"}})
	}
}

// keysAfterRefusal: keys that were to end what a round has filled in are not pressed where half of it was refused.
func keysAfterRefusal(w *world) {
	w.done(1, asked{"navigate", map[string]any{"url": w.site.URL + "/shop-window.html"}}, asked{"snapshot", nil})
	shop := w.pages.Current(w.run)
	w.done(2, asked{"open_tab", map[string]any{"url": w.site.URL + "/shop-login.html"}})
	login := w.pages.Current(w.run)
	w.done(3, asked{"snapshot", nil})
	w.done(4, asked{"activate_tab", map[string]any{"tab": shop}}, asked{"snapshot", nil})
	outcomes := w.round(5, ref("fill", "e1", "tab", login, "value", "mira"), ref("fill", "e2", "value", "s3cret!"), ref("click", "e3"), asked{"press_key", map[string]any{"keys": "Enter"}})
	contains(w.T, outcomes[0].Result.Text, "Filled ")
	allRefused(w, outcomes[1:3], fmt.Sprintf("was written when you worked in tab %d", shop))
	allRefused(w, outcomes[3:], "A call before this one was not done", fmt.Sprintf("you work in tab %d now and not in tab %d", login, shop))
	w.done(6, asked{"press_key", map[string]any{"keys": "Tab"}})
}

// readElsewhere: a ref belongs to the tab in which it was read last, also where the run does not work there.
func readElsewhere(w *world) {
	w.done(1, asked{"navigate", map[string]any{"url": w.site.URL + "/shop-window.html"}}, asked{"snapshot", nil})
	shop := w.pages.Current(w.run)
	_, text, _ := strings.Cut(w.done(2, ref("click", "e4")), "It opened tab ")
	var login browser.TabID
	if _, err := fmt.Sscanf(text, "%d", &login); err != nil {
		w.Fatalf("no tab was opened: %q", text)
	}
	// What stands in the answer that reads the other tab was written before.
	w.is(w.done(3, asked{"snapshot", map[string]any{"tab": login}}, ref("click", "e3")), `Clicked button "Buy now".`)
	allRefused(w, w.round(4, ref("fill", "e2", "value", "s3cret!"), ref("click", "e3"), ref("wait_for", "e3")),
		fmt.Sprintf("in tab %d last, and you work in tab %d, so nothing was done. Give it with tab %d", login, shop, login))
	w.done(5, asked{"snapshot", nil})
	w.is(w.done(6, ref("click", "e3")), `Clicked button "Buy now".`)
	w.done(7, asked{"find", map[string]any{"tab": login, "role": "button"}})
	allRefused(w, w.round(8, ref("click", "e3")), "You have read e3 in tab ")
	contains(w.T, w.done(9, ref("fill", "e2", "tab", login, "value", "s3cret!")), "Filled ")
}

// keysAfterFill: Enter, which was to send what a fill of the same answer should have put in, would press what has the focus.
func keysAfterFill(w *world) {
	w.done(1, asked{"navigate", map[string]any{"url": w.site.URL + "/shop-window.html"}}, asked{"snapshot", nil})
	w.done(2, ref("click", "e3"))
	outcomes := w.round(3, ref("fill", "e99", "value", "shoes"), asked{"press_key", map[string]any{"keys": "Enter"}}, asked{"press_key", map[string]any{"keys": "Tab"}})
	allRefused(w, outcomes[1:2], "A call before this one was not done, so nothing was pressed")
	contains(w.T, outcomes[2].Result.Text, "Pressed Tab")
	w.done(4, asked{"press_key", map[string]any{"keys": "Enter"}}) // it was told, and knows
}

// closedBefore: whoever has closed a tab means another one by a ref of the same name.
func closedBefore(w *world) {
	w.done(1, asked{"navigate", map[string]any{"url": w.site.URL + "/shop-window.html"}}, asked{"snapshot", nil})
	w.done(2, asked{"open_tab", map[string]any{"url": w.site.URL + "/shop-login.html"}})
	login := w.pages.Current(w.run)
	w.done(3, asked{"snapshot", nil})
	w.done(4, asked{"close_tab", map[string]any{"tab": login}})
	w.is(w.done(5, ref("click", "e3")), `Clicked button "Buy now".`)
}

// windowOfPerson: what a window came from is a person's where the run was started in the window and has never worked there.
func windowOfPerson(w *world) {
	other := w.sub(w.T)
	other.run += "-before"
	shop, window := inWindow(other)
	w.home = window
	w.snapshot()
	w.shut(window)
	w.refused("snapshot", nil, "is gone: it was closed")
	w.must("navigate", map[string]any{"url": w.site.URL + "/terms.html"})
	if now := w.pages.Current(w.run); now == shop {
		w.Errorf("the run took tab %d, where it has never worked", now)
	}
	contains(w.T, w.must("snapshot", map[string]any{"tab": shop}), "title: The shop")
}
