package act_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/browsertest"
)

func TestPages_components(t *testing.T) {
	t.Parallel()
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorld(t, b)
		for _, s := range []struct {
			name string
			run  func(*world)
		}{
			{"slotted_words_are_pressed", slotted},
			{"a_field_is_left_when_it_is_filled_in", leftField},
			{"an_entry_is_added_once", entries},
			{"what_a_page_makes_of_an_entry", entriesTold},
			{"what_a_page_does_as_an_entry_comes", actsAtOnce},
			{"what_a_dialog_keeps_from_being_used", behindDialog},
			{"a_mask_with_a_currency", priced},
			{"a_cell_of_an_empty_sheet", sheet},
			{"a_page_that_shows_nothing", nothingShown},
		} {
			t.Run(s.name, func(t *testing.T) { s.run(w.sub(t)) })
		}
	})
}

func slotted(w *world) {
	w.open("/components.html")
	contains(w.T, w.click(`button "Save all"`), `Clicked button "Save all".`)
	w.says("saved all")
	contains(w.T, w.fill(`switch "Newsletter"`, "true"), `Filled switch "Newsletter": it is now checked.`)
}

// leftField: the page hears that a field has changed, and what it makes of it is told.
func leftField(w *world) {
	w.open("/components.html")
	contains(w.T, w.fill(`textbox "Town"`, "Graz"), `it now holds "Graz".`)
	w.says("saved Graz")
	contains(w.T, w.snapshot(), `textbox "Town"`, " focused")
	w.refused("fill", map[string]any{"ref": w.ref(`textbox "Most"`), "value": "250"}, `it took "250"`, `it holds "100" and not "250"`)
	w.says("saved Graz") // once
}

// entries: whether a page adds what is entered once it has changed, or on Enter, or on both: filling in and Enter add it once.
func entries(w *world) {
	w.open("/entries.html")
	const added = `: it took "milk", and the page has emptied it since. It may have been added, sent or refused: look before you do it again.`
	for name, said := range map[string]string{"On change": added, "On both": added, "On Enter": `: it now holds "milk".`} {
		w.open("/entries.html")
		field := fmt.Sprintf("textbox %q", name)
		w.is(w.fill(field, "milk"), "Filled "+field+said)
		contains(w.T, w.press("Enter", ""), "Pressed Enter in "+field+".")
		w.says(strings.ToLower(strings.TrimPrefix(name, "On ")) + " milk")
	}
}

// entriesTold: what a field took has reached the page, although the field holds it no more.
func entriesTold(w *world) {
	w.open("/entries.html")
	const look = " It may have been added, sent or refused: look before you do it again."
	w.is(w.fill(`textbox "Late"`, "tea"), `Filled textbox "Late": it took "tea", and the page has emptied it since.`+look)
	w.is(w.fill(`spinbutton "Amount"`, "5"), `Filled spinbutton "Amount": it took "5", and the page has emptied it since.`+look)
	w.is(w.fill(`textbox "Guests"`, "4"), `Filled textbox "Guests": it took "4", and the page has put back "1" since.`+look)
	w.is(w.fill(`textbox "Secret"`, "s3cret"), `Filled textbox "Secret": it took what was filled in, and the page has emptied it since.`+look)
	w.is(w.fill(`textbox "Message"`, "one\ntwo"), `Filled textbox "Message": it took "one\ntwo", and the page has emptied it since.`+look)
	w.is(w.must("select", map[string]any{"ref": w.ref(`combobox "Add label"`), "values": []string{"Bug"}}),
		`Selected "Bug" in combobox "Add label", and the page has put it back since: "Choose" is selected.`+look)
	w.is(w.fill(`combobox "Add label"`, "Bug"), `Filled combobox "Add label": it took "Bug", and the page has put back "Choose" since.`+look)
	w.is(w.fill(`textbox "Title"`, "New"), `Typed into textbox "Title", and it is no longer in the page: the page took it away, or put another in its place. Take a snapshot.`)
	w.refused("fill", map[string]any{"ref": w.ref(`textbox "Once only"`), "value": "me"}, `Could not fill textbox "Once only": it took "me", and the page has changed it since: it holds "none left" and not "me".`)
	w.says("late tea | amount 5 | guests 4 | secret taken | message one two | label Bug | label Bug | title New | once")
}

// actsAtOnce: a page that acts on what is typed as it comes has emptied the field by then; what it never let in did not come.
func actsAtOnce(w *world) {
	w.open("/acts-at-once.html")
	const look = " It may have been added, sent or refused: look before you do it again."
	for _, c := range []struct{ name, value, took string }{
		{"Code", "123456", "what was filled in"},
		{"Scan", "4006381333931", `"4006381333931"`},
		{"Tag", "milk,", `"milk,"`},
		{"Note", "one", `"one"`},
		{"Password", "s3cret", "what was filled in"},
		{"In the way", "on", `"on"`},
	} {
		w.is(w.fill(`textbox "`+c.name+`"`, c.value), `Filled textbox "`+c.name+`": it took `+c.took+`, and the page has emptied it since.`+look)
	}
	// What the page does before anybody can see it, or what an editor held, is not known in full.
	for _, name := range []string{"Before all", "Chips"} {
		w.is(w.fill(`textbox "`+name+`"`, "on"), `Typed into textbox "`+name+`", and it holds nothing now.`+look)
	}
	w.refused("fill", map[string]any{"ref": w.ref(`textbox "Count"`), "value": "4"}, `Could not fill textbox "Count": it holds "1" and not "4".`+look)
	for name, said := range map[string]string{"Shut": `it holds "" and not "x"`, "Sealed": "it holds 0 characters, and something else than what was filled in."} {
		if text, err := w.try("fill", map[string]any{"ref": w.ref(`textbox "` + name + `"`), "value": "x"}); err == nil || !strings.Contains(text, said) || strings.Contains(text, "It may have been") {
			w.Errorf("%s takes nothing: %s %v", name, text, err)
		}
	}
	w.says("code 123456 | scan 4006381333931 | tag milk, | note one | password taken | way on | first on | chips on | count 4")
}

// behindDialog: a dialog that is in front of a frame is in front of all in it.
func behindDialog(w *world) {
	w.open("/script.html")
	w.execute(`document.body.insertAdjacentHTML("beforeend", '<input aria-label=Behind><iframe title=Kid srcdoc="<input aria-label=Within><p>Words</p>"></iframe><dialog><button>Yes</button></dialog>'); undefined`)
	w.settled(`textbox "Within"`)
	field, within := w.ref(`textbox "Behind"`), w.ref(`textbox "Within"`)
	w.execute(`document.querySelector("dialog").showModal(); undefined`)
	text := w.snapshot()
	if !regexp.MustCompile(`textbox "Within" \[ref=f\d+e\d+\] inert`).MatchString(text) {
		w.Errorf("what is in the frame is not marked:\n%s", text)
	}
	contains(w.T, text, `text "Words"`)
	w.refused("fill", map[string]any{"ref": field, "value": "x"}, `textbox "Behind" is inert: a dialog that is open keeps it from being used`, "close the dialog first")
	w.refused("fill", map[string]any{"ref": within, "value": "x"}, `textbox "Within" is inert: a dialog that is open keeps it from being used, so nothing was filled in`, "close the dialog first")
	w.refused("press_key", map[string]any{"ref": field, "keys": "x"}, `textbox "Behind" is inert: a dialog that is open keeps it from being used, so nothing was pressed`, "close the dialog first")
}

func priced(w *world) {
	w.open("/components.html")
	w.is(w.fill(`textbox "Price"`, "1234"), `Filled textbox "Price": it now holds "$1,234".`)
}

func sheet(w *world) {
	w.open("/components.html")
	contains(w.T, w.must("find", map[string]any{"text": "A1"}), `- clickable "A1" [ref=`)
	contains(w.T, w.snapshot(), `grid "Sheet" [ref=`)
	w.click(`clickable "A1"`)
	w.says("A1")
}

func nothingShown(w *world) {
	w.open("/empty.html")
	contains(w.T, w.snapshot(), "\n\nThe page shows nothing.")
}
