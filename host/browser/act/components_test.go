package act_test

import (
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
	w.refused("fill", map[string]any{"ref": w.ref(`textbox "Most"`), "value": "250"}, `it holds "100" and not "250"`)
	w.says("saved Graz") // once
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
