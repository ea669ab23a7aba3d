package act_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/browsertest"
)

// TestPages is the list of pages that have defeated other agents, with the
// right outcome of each. Every case runs with each driver.
func TestPages(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		test func(*world)
	}{
		{"order_form_with_confirmation", orderForm},
		{"overlay_is_named", overlay},
		{"sticky_header_is_not_hit", stickyHeader},
		{"runs_from_the_pointer", runsAway},
		{"loses_the_focus", losesFocus},
		{"field_owned_by_a_framework", controlledInput},
		{"selects", selects},
		{"hidden_radio_and_checkbox", checkboxUnderLabel},
		{"inputs_with_a_fixed_format", nativeValues},
		{"shadow_roots", shadowRoots},
		{"nested_frames", nestedFrames},
		{"frame_of_another_site", crossSite},
		{"frame_under_a_veil", coveredFrame},
		{"tiny_and_hidden", tinyAndHidden},
		{"modal_dialog", modal},
		{"new_tabs", newTabs},
		{"strict_policy", strictPolicy},
		{"native_dialogs", dialogs},
		{"rich_editor", richEditor},
		{"secrets", secrets},
		{"odd_characters", oddCharacters},
		{"stale_refs", staleRefs},
		{"address_within_the_page", withinPage},
		{"back_by_a_button", back},
		{"steps_in_the_history", steps},
		{"no_page_at_the_address", noPage},
		{"browsers_own_page", ownPage},
		{"tabs_and_numbers", tabNumbers},
		{"news_of_later_events", news},
		{"downloads", downloads},
		{"select_in_native_lists", selectLists},
		{"pages_that_answer", answered},
		{"keys", pressKeys},
		{"keys_that_submit", keySubmits},
		{"keys_in_another_field", keyElsewhere},
		{"keys_in_frames", keysInFrames},
		{"keys_that_move", keysThatMove},
		{"folded_away", folded},
		{"paper", paper},
		{"paper_that_does_not_come", paperStalled},
		{"formats_of_fields", formats},
		{"keys_that_open_a_dialog", keyDialog},
		{"scrolling", scrolling},
		{"waiting", waiting},
		{"scripts", scripts},
		{"scripts_that_fail", scriptsFail},
		{"scripts_in_a_page_that_is_hostile", scriptsHostile},
		{"scripts_that_do_not_end", scriptsEndless},
		{"scripts_in_frames", scriptsInFrames},
		{"scripts_that_leave", scriptsLeave},
		{"tabs_of_the_run", ownTabs},
		{"tabs_that_come_to_nothing", tabsFail},
		{"tab_that_asks_before_it_closes", askingTab},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorld(t, b)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.test(w.sub(t)) })
		}
	})
}

func orderForm(w *world) {
	w.open("/order.html")
	text := w.snapshot()
	contains(w.T, text, "url: "+w.site.URL+"/order.html\ntitle: Order form\ntab: ")
	contains(w.T, w.fill(`textbox "Full name"`, "Mira Lind"), `Filled textbox "Full name": it now holds "Mira Lind".`)
	contains(w.T, w.fill(`combobox "Size"`, "Large"), `Filled combobox "Size": it now holds "Large".`)
	contains(w.T, w.fill(`checkbox "Gift wrap"`, "true"), `Filled checkbox "Gift wrap": it is now checked.`)
	contains(w.T, w.fill(`textbox "Password"`, "secret"), `it now holds 6 characters`)
	contains(w.T, w.fill(`textbox "Note"`, "one\ntwo"), `it now holds "one\ntwo".`)
	contains(w.T, w.click(`button "Order"`), `Clicked button "Order". The page went to `+w.site.URL+`/done?`, `(title "Thanks").`)
	contains(w.T, w.must("get_tab_content", nil), "Order 4711 for Mira Lind, size Large, gift wrap on.")
}

func overlay(w *world) {
	w.open("/overlay-intercept.html")
	w.refused("click", map[string]any{"ref": w.ref(`button "Place order"`)}, `button "Place order" is covered by`, "not pressed")
	w.says("idle")
	w.click(`button "Reject"`)
	w.click(`button "Place order"`)
	w.says("rejected | order")
}

func stickyHeader(w *world) {
	w.open("/sticky-header.html")
	w.click(`button "Read more"`)
	w.says("target")
}

// runsAway: what the page puts under the pointer in place of the target is not
// pressed, not focused and told nothing.
func runsAway(w *world) {
	w.open("/runs-away.html")
	contains(w.T, w.click(`button "Save"`), `Clicked button "Save".`)
	w.says("saved")
	w.refused("click", map[string]any{"ref": w.ref(`button "Shy"`)}, `button "Shy" moves away`, "not pressed")
	w.says("saved")
	contains(w.T, w.click(`button "Early"`), `Clicked button "Early".`)
	w.says("saved | early")
	w.refused("click", map[string]any{"ref": w.ref(`button "Deaf"`)}, `Pressed where button "Deaf" is, but its document saw no press`)
}

// losesFocus: what was meant for one field is not typed into another.
func losesFocus(w *world) {
	w.open("/steals-focus.html")
	contains(w.T, w.fill(`textbox "Note"`, "milk"), `Filled textbox "Note": it now holds "milk".`)
	w.says("note=milk shy= letter= chat=")
	for _, field := range []string{"Shy", "Letter"} {
		for _, value := range []string{"secret", ""} {
			w.refused("fill", map[string]any{"ref": w.ref(`textbox "` + field + `"`), "value": value}, `textbox "`+field+`" loses the focus`, "nothing was typed")
		}
	}
	w.says("note=milk shy= letter= chat=")
}

func controlledInput(w *world) {
	w.open("/controlled-input.html")
	w.refused("click", map[string]any{"ref": w.ref(`button "Save"`)}, "disabled")
	contains(w.T, w.fill(`textbox "Name"`, "Mira"), `it now holds "Mira".`)
	w.click(`button "Save"`)
	w.says(`saved:{"name":"Mira","bio":""}`)
	contains(w.T, w.fill(`textbox "Name"`, ""), `it now holds "".`)
	w.refused("click", map[string]any{"ref": w.ref(`button "Save"`)}, "disabled")
}

func selects(w *world) {
	w.open("/selects.html")
	contains(w.T, w.fill(`combobox "City`, "4"), `it now holds "Shown label"`)
	w.says("s=4")
	w.refused("fill", map[string]any{"ref": w.ref(`combobox "City`), "value": "Same name"}, "Same name")
	w.refused("fill", map[string]any{"ref": w.ref(`combobox "City`), "value": "Closed"}, "Closed")
	w.says("s=4")
	w.fill(`listbox "Many`, "a\nb")
	w.says("s=4 | m=a,b")
}

func checkboxUnderLabel(w *world) {
	w.open("/checkbox-under-label.html")
	contains(w.T, w.fill(`checkbox "Agree to terms"`, "true"), "it is now checked")
	contains(w.T, w.fill(`checkbox "Agree to terms"`, "true"), "is checked already")
	contains(w.T, w.click(`radio "Plan B`), "It is now checked.")
	w.fill(`switch "Dark mode"`, "true")
	w.says("agree=true | plan=b | dark=true")
}

func nativeValues(w *world) {
	w.open("/native-value-inputs.html")
	for words, value := range map[string]string{
		`date "Date`: "2026-12-24", `time "Time`: "10:15", `datetime "Both`: "2026-12-24T10:15", `month "Month`: "2026-12",
		`week "Week`: "2026-W52", `spinbutton "Number`: "7.5", `slider "Range`: "35", `color "Colour`: "#a1b2c3",
	} {
		contains(w.T, w.fill(words, value), `it now holds "`+value+`"`)
	}
	w.refused("fill", map[string]any{"ref": w.ref(`textbox "Limited`), "value": "123456"}, "123456")
	w.refused("fill", map[string]any{"ref": w.ref(`textbox "Read only`), "value": "x"}, "read-only", "fixed")
	contains(w.T, w.fill(`spinbutton "Number`, "12"), "not valid")
	w.fill(`spinbutton "Number`, "7.5")
	w.fill(`textbox "Limited`, "12345")
	w.click(`button "Show"`)
	w.says("d=2026-12-24,t=10:15,dt=2026-12-24T10:15,m=2026-12,w=2026-W52,n=7.5,r=35,c=#a1b2c3,x=12345,ro=fixed changed=c,d,dt,m,n,r,t,w,x")
}

func shadowRoots(w *world) {
	w.open("/shadow-nested.html")
	w.fill(`textbox "Amount"`, "3")
	w.click(`button "Order now"`)
	w.says("open:order:3")
}

func nestedFrames(w *world) {
	w.open("/frames-nested.html")
	w.settled("Deep button", "Pay in frame")
	w.click(`button "Deep button"`)
	w.says("deep:clicked")
	w.fill(`textbox "Card number"`, "4000 0000")
	w.click(`button "Pay in frame"`)
	w.comes("deep:clicked | opaque:4000 0000") // a message between processes takes its time
}

func crossSite(w *world) {
	w.open("/cross.html")
	w.settled("Send inside")
	w.fill(`textbox "Code"`, "x7")
	w.click(`button "Send inside"`)
	w.comes("inside:true:x7")
}

func coveredFrame(w *world) {
	w.open("/covered-frame.html")
	w.settled("Inner button", "Far button")
	w.refused("click", map[string]any{"ref": w.ref(`button "Inner button"`)}, "frame", "covered")
	w.says("idle")
	w.click(`button "Lift the veil"`)
	w.click(`button "Inner button"`)
	w.says("pressed")
	w.click(`button "Far button"`)
	w.says("pressed far")
}

func tinyAndHidden(w *world) {
	w.open("/tiny-and-hidden.html")
	text := w.snapshot()
	for _, hidden := range []string{"Invisible", "None", "Inert", "Inside details"} {
		for _, line := range refLines(text) {
			if line == hidden {
				w.Errorf("%s is listed", hidden)
			}
		}
	}
	w.click(`button "One pixel"`)
	w.click(`button "Two line text"`)
	w.click(`link "A link that wraps`)
	w.says("dot | wrap | frag")
}

func modal(w *world) {
	w.open("/modal-dialog.html")
	w.click(`button "OK"`)
	w.says("ok")
	w.click(`button "Under the modal"`)
	w.says("ok | UNDER")
}

func newTabs(w *world) {
	w.open("/new-tab.html")
	contains(w.T, w.click(`button "window.open now"`), "It opened tab ")
	contains(w.T, w.click(`link "Open in new tab"`), "It opened tab ", "#opened-by-link")
	contains(w.T, w.click(`link "Script link"`), `Clicked link "Script link".`)
	w.comes("sync | js-link") // a script address runs in a task of its own
	contains(w.T, w.must("list_tabs", nil), "#opened-by-link", "#sync", "current")
}

func strictPolicy(w *world) {
	w.open("/csp-strict.html")
	w.fill(`textbox "Query"`, "words")
	w.click(`button "Count"`)
	w.says("clicks=1")
}

func richEditor(w *world) {
	w.open("/rich-editor.html")
	contains(w.T, w.fill(`textbox "Post text"`, "Hello there\nWorld"), `it now holds "Hello there\nWorld".`)
	w.click(`button "Send"`)
	w.says("sent:Hello there World") // the page's own line shows the break as a blank
	contains(w.T, w.fill(`textbox "Post text"`, "Other"), `it now holds "Other".`)
	w.click(`button "Send"`)
	w.says("sent:Hello there World | sent:Other")
	contains(w.T, w.fill(`textbox "Post text"`, ""), `it now holds "".`)
}

func secrets(w *world) {
	w.open("/secrets-in-fields.html")
	text := w.snapshot() + w.must("get_tab_content", nil)
	for _, canary := range []string{"CANARY-PW", "CANARY-OTP", "CANARY-CSRF", "CANARY-JS"} {
		if containsWord(text, canary) {
			w.Errorf("%s came out of the page", canary)
		}
	}
}

func oddCharacters(w *world) {
	w.open("/odd-characters.html")
	for tool, args := range map[string]map[string]any{"snapshot": {"max_chars": 5000}, "get_tab_content": {"max_chars": 5000}} {
		text := w.must(tool, args)
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x07\x1b\u202e") {
			w.Errorf("%s gave text that is not valid or has control marks: %.200q", tool, text)
		}
		if n := utf8.RuneCountInString(text); n > 5600 {
			w.Errorf("%s gave %d characters", tool, n)
		}
	}
}

func withinPage(w *world) {
	w.open("/tiny-and-hidden.html")
	contains(w.T, w.click(`link "A link that wraps`), "The address is now "+w.site.URL+"/tiny-and-hidden.html#x.")
}

// back: a page that comes out of the browser's cache is there at once. A step
// in the history begins in a task of its own, so either the click tells of it
// or the next result does.
func back(w *world) {
	w.open("/order.html")
	w.click(`link "Terms"`)
	start := time.Now()
	text := w.click(`button "Back"`)
	for !strings.Contains(text, "age went to "+w.site.URL+"/order.html") {
		if time.Since(start) > 5*time.Second {
			w.Fatalf("the step back was never told: %s", text)
		}
		text = w.snapshot()
	}
}

func steps(w *world) {
	w.open("/order.html")
	w.open("/terms.html")
	step := func(to string) map[string]any { return map[string]any{"step": to} }
	at := func(did, path, title string) string {
		return fmt.Sprintf("Went %s: tab %d is at %s (title %q).", did, w.pages.Current(w.run), w.site.URL+path, title)
	}
	w.is(w.must("navigate", step("back")), at("back", "/order.html", "Order form"))
	w.is(w.must("navigate", step("forward")), at("forward", "/terms.html", "Terms"))
	w.refused("navigate", step("forward"), "nothing to go forward to")
	w.refused("navigate", map[string]any{"url": "http://127.0.0.1:1/"}, "could not open")
	contains(w.T, w.must("navigate", step("back")), at("back", "/terms.html", "Terms"))
	contains(w.T, w.snapshot(), `button "Back"`)
}

func noPage(w *world) {
	w.refused("navigate", map[string]any{"url": w.site.URL + "/nothing"}, "gave no page")
	w.refused("navigate", map[string]any{"url": w.site.URL + "/download"}, "download")
	w.refused("navigate", map[string]any{"url": "http://127.0.0.1:1/"}, "could not open http://127.0.0.1:1/")
	w.refused("snapshot", nil, "error page")
	w.refused("navigate", map[string]any{"url": "javascript:alert(1)"}, "only http and https")
	w.open("/terms.html")
	contains(w.T, w.snapshot(), `heading "Terms"`)
}

// downloads are told with their names. Where the page has announced an address,
// the click tells; one that is announced by nothing is told by it or by the next
// result.
func downloads(w *world) {
	w.open("/downloads.html")
	contains(w.T, w.click(`link "The statement"`), `Clicked link "The statement". A download began: "a.bin".`)
	for link, name := range map[string]string{`link "The terms as a file"`: "terms of service.txt", `button "Export"`: "table.csv"} {
		text := w.click(link)
		for deadline := time.Now().Add(20 * time.Second); !strings.Contains(text, ` download began: "`+name+`".`); {
			if time.Now().After(deadline) {
				w.Fatalf("the download of %s was never told: %s", name, text)
			}
			text = w.snapshot()
		}
	}
	if text := w.click(`link "Nothing there"`); text != `Clicked link "Nothing there".` {
		w.Errorf("an address without content is told as %q", text)
	}
}

func ownPage(w *world) {
	place, err := w.reg.Open(w.Context(), 0, false)
	if err != nil {
		w.Fatal(err)
	}
	if _, err := place.Transport.Navigate(w.Context(), place.Native, "chrome://version/", ""); err != nil {
		w.Skipf("this driver does not open the browser's own pages: %v", err)
	}
	w.refused("snapshot", map[string]any{"tab": place.ID}, "cannot be read")
}
