package act_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/browsertest"
)

// TestPages_daily: what is told of a day's work is so. A tab is changed by acts
// alone, and a field holds what it is said to hold once the page has answered.
func TestPages_daily(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		test func(*world)
	}{
		{"looking_elsewhere_moves_nothing", looksElsewhere},
		{"staying_on_a_page_that_asks", staysByLink},
		{"masked_fields", maskedFields},
		{"fields_that_change_later", changesLater},
		{"boxes_that_change_later", boxesLater},
		{"an_address_that_is_not_opened_yet", notOpenedYet},
		{"a_list_that_grows_in_the_background", growsUnseen},
		{"text_that_stands_in_a_field", textInFields},
		{"a_paper_that_the_browser_draws", paperDrawn},
		{"a_long_talk", longTalk},
		{"dials_and_lost_focus", dials},
		{"a_page_whose_text_does_not_end", unended},
		{"a_dialog_while_it_waits", dialogWhileWaiting},
		{"none_of_a_list_with_an_empty_value", noneOfList},
		{"a_list_that_answers_a_choice", listAnswers},
		{"a_page_that_says_it_is_busy", saysBusy},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorld(t, b)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.test(w.sub(t)) })
		}
	})
}

// looksElsewhere: a run goes on where it works, whatever else it has looked at.
func looksElsewhere(w *world) {
	w.open("/delete-b.html")
	other := int(w.pages.Current(w.run))
	w.must("open_tab", map[string]any{"url": w.site.URL + "/delete-a.html"})
	own := w.pages.Current(w.run)
	w.snapshot()
	for name, args := range map[string]map[string]any{
		"snapshot":        {},
		"get_tab_content": {},
		"find":            {"text": "Delete"},
		"screenshot":      {},
		"wait_for":        {"text": "Delete B"},
		"handle_dialog":   {"accept": true},     // refused: there is none
		"click":           {"ref": "e99"},       // refused: no such element
		"fill":            {"ref": "e1"},        // refused: no field
		"press_key":       {"keys": "nonsense"}, // refused: no key
	} {
		args["tab"] = other
		_, _ = w.try(name, args)
		if now := w.pages.Current(w.run); now != own {
			w.Errorf("%s moved the run to tab %d", name, now)
			w.must("activate_tab", map[string]any{"tab": int(own)})
		}
	}
	w.snapshot() // the other tab has an e1, too, and was read last
	w.is(w.must("click", map[string]any{"ref": "e1"}), `Clicked button "Delete A".`)
	// An act in it is what makes it the run's own.
	contains(w.T, w.must("snapshot", map[string]any{"tab": other}), `button "Delete B" [ref=e1]`)
	w.is(w.must("click", map[string]any{"ref": "e1", "tab": other}), `Clicked button "Delete B".`)
	if now := w.pages.Current(w.run); int(now) != other {
		w.Errorf("after an act in tab %d the run works in tab %d", other, now)
	}
}

// staysByLink: a page that is not left after all is not told as loading, then or later.
func staysByLink(w *world) {
	w.open("/leave-by-link.html")
	w.click(`button "Write"`) // a page may ask only when somebody has used it
	contains(w.T, w.click(`link "Docs"`), "A beforeunload dialog opened")
	w.is(w.must("handle_dialog", map[string]any{"accept": false}), `Dismissed the beforeunload dialog "". The page stays.`)
	contains(w.T, w.fill(`textbox "Note"`, "x"), `Filled textbox "Note": it now holds "x".`)
	if text := w.press("End", `textbox "Note"`); strings.Contains(text, "loading") {
		w.Errorf("it says %q", text)
	}
	contains(w.T, w.click(`link "Docs"`), "A beforeunload dialog opened")
	contains(w.T, w.must("handle_dialog", map[string]any{"accept": true}), "The page went to "+w.site.URL+"/terms.html")
}

// maskedFields: whether a field has taken what nobody may read is asked of the page.
func maskedFields(w *world) {
	w.open("/masked.html")
	fill := func(name, value string) (string, error) {
		text, err := w.try("fill", map[string]any{"ref": w.ref(`textbox "` + name + `"`), "value": value})
		if value != "" && strings.Contains(text, value) {
			w.Errorf("%s: the secret is repeated: %s", name, text)
		}
		return text, err
	}
	for name, value := range map[string]string{"PIN": "1234", "Old card": "4111111111111111", "Secret": "abcd", "Passphrase": "mira-lind"} {
		text, err := fill(name, value)
		if err == nil {
			w.Errorf("%s is told as filled: %s", name, text)
		}
		contains(w.T, text, `Could not fill textbox "`+name+`"`, "something else than what was filled in")
	}
	for name, c := range map[string]struct{ value, said string }{
		"Card": {"4111111111111111", "it now holds 19 characters, with the separators of its own way to write it"},
		"Code": {"123456", "it now holds 7 characters, with the separators of its own way to write it"},
	} {
		text, err := fill(name, c.value)
		if err != nil {
			w.Errorf("%s: %v", name, err)
		}
		contains(w.T, text, c.said)
	}
	text, err := fill("Card", "")
	if err != nil {
		w.Errorf("emptied: %v", err)
	}
	contains(w.T, text, "it now holds 0 characters")
}

func changesLater(w *world) {
	w.open("/changes-later.html")
	for _, name := range []string{"Empties", "Renames"} {
		contains(w.T, w.fill(`textbox "`+name+`"`, "stay"), `Filled textbox "`+name+`": it took "stay", and the page has emptied it since. It may have been added`)
	}
	for _, name := range []string{"Replaced", "Removed"} {
		contains(w.T, w.fill(`textbox "`+name+`"`, "stay"), `Typed into textbox "`+name+`", and it is no longer in the page`)
	}
	w.is(w.fill(`textbox "Draws later"`, "new"), `Filled textbox "Draws later": it now holds "new".`)
}

func boxesLater(w *world) {
	w.open("/changes-later.html")
	w.refused("fill", map[string]any{"ref": w.ref(`checkbox "Turns off"`), "value": "true"}, `Could not fill checkbox "Turns off": it was pressed and is unchecked`)
	for _, name := range []string{"Goes", "Goes at once", "Goes unturned"} {
		w.is(w.fill(`checkbox "`+name+`"`, "true"), `Pressed checkbox "`+name+`", and it is no longer in the page: the page took it away, or put another in its place. Take a snapshot.`)
	}
	w.open("/changes-later.html")
	w.is(w.click(`checkbox "Goes at once"`), `Clicked checkbox "Goes at once". It is no longer in the page: take a snapshot.`)
	w.is(w.fill(`checkbox "Stays"`, "true"), `Filled checkbox "Stays": it is now checked.`)
}

// notOpenedYet: an address that a page keeps from being opened is not where the tab is.
func notOpenedYet(w *world) {
	w.open("/leave-by-link.html")
	w.click(`button "Write"`)
	tab := w.pages.Current(w.run)
	to := w.site.URL + "/terms.html"
	text := w.must("navigate", map[string]any{"url": to})
	contains(w.T, text, fmt.Sprintf("%s was not opened yet: the page asks first. Tab %d is at %s/leave-by-link.html", to, tab, w.site.URL), "A beforeunload dialog opened")
	w.is(w.must("handle_dialog", map[string]any{"accept": false}), `Dismissed the beforeunload dialog "". The page stays.`)
}

// growsUnseen: a list that loads more when its end is seen does so in a tab that nobody sees.
func growsUnseen(w *world) {
	w.open("/terms.html")
	w.must("open_tab", map[string]any{"url": w.site.URL + "/terms.html", "active": true})
	w.must("open_tab", map[string]any{"url": w.site.URL + "/grows-when-seen.html"})
	for last := 20; last <= 50; last += 10 {
		contains(w.T, w.must("scroll", map[string]any{"direction": "bottom"}), "Scrolled the page down by")
		w.must("wait_for", map[string]any{"text": fmt.Sprintf("Item %d", last), "timeout": 30})
	}
	contains(w.T, w.must("snapshot", nil), "That is all.")
}

// textInFields: what was typed is no answer of the page, nor is what could be chosen.
func textInFields(w *world) {
	w.open("/search.html")
	w.fill(`textbox "Words"`, "results")
	contains(w.T, w.press("Enter", ""), "Pressed Enter")
	w.must("wait_for", map[string]any{"text": "results"})
	contains(w.T, w.must("get_tab_content", nil), "3 results for results")
	for _, text := range []string{"Los Angeles", "Lima", "Dear reader", "lamps"} {
		w.refused("wait_for", map[string]any{"text": text, "timeout": 1}, "did not come within 1 s", "It stands only where it does not count")
		contains(w.T, w.must("wait_for", map[string]any{"gone": text}), "is not there: it was not when the wait began.")
		contains(w.T, w.must("find", map[string]any{"text": text}), "found: 1")
	}
	w.must("wait_for", map[string]any{"text": "City"}) // labels are read
}

// paperDrawn: what cannot be done with a PDF is said, and not done by halves.
func paperDrawn(w *world) {
	w.open("/paper.pdf")
	w.refused("scroll", map[string]any{"direction": "down"}, "This is a PDF, which the browser draws itself", "cannot be scrolled")
	w.refused("press_key", map[string]any{"keys": "PageDown"}, "This is a PDF, which the browser draws itself", "no key reaches it")
	w.refused("screenshot", map[string]any{"full_page": true}, "This is a PDF, which the browser draws itself", "no more than what is in view", "full_page")
	contains(w.T, w.must("screenshot", nil), "A screenshot of tab")
}

// longTalk: the newest of a long talk is read, each message on a line of its own.
func longTalk(w *world) {
	w.open("/dials.html")
	contains(w.T, w.snapshot(), `- log "Talk"`, `- text "Message 1 of a long talk"`, `- text "Message 30 of a long talk"`)
	contains(w.T, w.must("find", map[string]any{"text": "Message 30"}), `- text "Message 30 of a long talk"`)
}

func dials(w *world) {
	w.open("/dials.html")
	w.is(w.press("ArrowRight", `slider "Loud"`), `Pressed ArrowRight in slider "Loud". It now shows "5".`)
	w.refused("fill", map[string]any{"ref": w.ref(`slider "Loud"`), "value": "7"}, `slider "Loud" is no field`, "press_key", "ArrowRight")
	w.is(w.press("x", `button "Last"`), `Pressed x in button "Last". It does not have the focus any more.`)
}

// unended: a page whose HTML is still coming is worked in as it is.
func unended(w *world) {
	w.open("/unended")
	w.is(w.click(`button "Here"`), `Clicked button "Here".`)
	w.is(w.press("x", `button "Here"`), `Pressed x in button "Here".`)
}

// dialogWhileWaiting: a wait for nothing but time says what stands in the way after it.
func dialogWhileWaiting(w *world) {
	w.open("/dialogs.html")
	w.click(`button "Alert in a second"`)
	contains(w.T, w.must("wait_for", map[string]any{"ms": 3000}), `Waited 3 s. An alert dialog is open: "From a timer". Nothing else works in this tab until handle_dialog answers it.`)
	w.must("handle_dialog", map[string]any{"accept": true})
}

func noneOfList(w *world) {
	w.open("/any-or-none.html")
	w.is(w.must("select", map[string]any{"ref": w.ref(`listbox "Tags"`), "values": []string{}}), `Selected nothing in listbox "Tags".`)
	w.says("chosen: none")
	w.is(w.must("select", map[string]any{"ref": w.ref(`listbox "Tags"`), "values": []string{"Any"}}), `Selected "Any" in listbox "Tags".`)
	contains(w.T, w.fill(`listbox "Tags"`, ""), `Filled listbox "Tags": it now holds "".`)
	w.says("chosen: none")
}

// listAnswers: what a page makes of a list as something is chosen in it is told.
func listAnswers(w *world) {
	w.open("/script.html")
	w.execute(`for (const name of ["Off", "More", "Other"]) document.body.insertAdjacentHTML("beforeend",
			"<select id=" + name + " aria-label=" + name + "><option>One</option><option>Two</option></select>");
		Off.onchange = () => setTimeout(() => { Off.disabled = true; }, 20);
		More.onchange = () => More.add(new Option("Three"));
		Other.onchange = () => Other.replaceChildren(new Option("Four"), new Option("Five")); undefined`)
	choose := func(name string) map[string]any {
		return map[string]any{"ref": w.ref(fmt.Sprintf("combobox %q", name)), "values": []string{"Two"}}
	}
	w.is(w.must("select", choose("Off")), `Selected "Two" in combobox "Off". The list is disabled now.`)
	w.is(w.must("select", choose("More")), `Selected "Two" in combobox "More". The page has changed its options since: take a snapshot before choosing in it again.`)
	w.refused("select", choose("Other"), `Chose in combobox "Other", and the page has put other options in it since: "Four" is selected. Take a snapshot.`)
}

// saysBusy: a page that shows that it is busy is no page at rest.
func saysBusy(w *world) {
	w.open("/script.html")
	for _, busy := range []string{
		`<div role=progressbar aria-label=Offers style=\"width:40px;height:40px\"></div>`,
		`<progress aria-label=Offers></progress>`,
		`<section aria-busy=true aria-label=Offers></section>`,
	} {
		w.snapshot()
		w.execute(`const spin = document.createElement("div"); document.body.append(spin); spin.innerHTML = "` + busy + `<p>Please wait</p>";
			setTimeout(() => { spin.innerHTML = "<p>Two offers</p>"; }, 1200); undefined`)
		contains(w.T, w.must("snapshot", map[string]any{"wait": 20}), "Two offers")
		w.execute(`spin = document.createElement("div"); document.body.append(spin); spin.innerHTML = "` + busy + `<p>For good</p>"; undefined`)
		text := w.must("snapshot", map[string]any{"wait": 1})
		contains(w.T, text, "busy: after 1 s the page still says so with ", `"Offers"`, "For good")
		w.open("/script.html")
	}
}
