package act_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol"
)

// TestPages_happened: what was done is told as done, or as not known, also where the browser lets go of the page in the
// middle of it; and what a tab was left with is told.
func TestPages_happened(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		test func(*world)
	}{
		{"an_order_that_opens_a_mail", orderByMail},
		{"a_prompt_with_something_in_it", presetPrompt},
		{"a_window_that_closes_itself", closesItself},
		{"a_tab_that_a_person_closes", closedByPerson},
		{"pictures_of_low_and_wide_elements", lowPictures},
		{"a_page_that_is_not_there", statusTold},
		{"keys_that_a_field_does_not_take", keysNotTaken},
		{"keys_of_which_it_is_not_certain", keysUncertain},
		{"mail_as_the_button_goes_down", earlyMail},
		{"states_that_turn_later", turnsLater},
		{"search_by_role_alone", roleAlone},
		{"buttons_that_stay_down", staysDown},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorld(t, b)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.test(w.sub(t)) })
		}
	})
}

// orderByMail: an address that is for another program makes the browser let go of the page while a press or a key is under
// way. Each has a tab of its own: the browser puts a window over one that has asked for such a program a few times.
func orderByMail(w *world) {
	for _, c := range []struct{ what, said string }{
		{`button "Order by mail"`, "orders=1 mails=0"}, {`link "Write to us"`, "orders=0 mails=1"}, {`link "Call us"`, "orders=0 mails=1"},
	} {
		w.must("open_tab", map[string]any{"url": w.site.URL + "/mail.html"})
		contains(w.T, w.click(c.what), "Clicked "+c.what+".")
		w.says(c.said)
		w.must("open_tab", map[string]any{"url": w.site.URL + "/mail.html"})
		contains(w.T, w.must("press_key", map[string]any{"keys": "Enter", "ref": w.ref(c.what)}), "Pressed Enter in "+c.what+".")
		w.says(c.said)
	}
}

// presetPrompt: a prompt that is accepted as it is gives what stands in its field, as a person's OK does.
func presetPrompt(w *world) {
	w.open("/dialogs.html")
	const opened = `A prompt dialog opened: "New name?", with "old" in its field.`
	contains(w.T, w.click(`button "Prompt"`), opened)
	w.refused("snapshot", nil, `a prompt dialog open: "New name?", with "old" in its field.`)
	w.must("handle_dialog", map[string]any{"accept": true})
	w.says("prompt=old")
	w.click(`button "Prompt"`)
	w.must("handle_dialog", map[string]any{"accept": true, "text": ""})
	w.says("prompt=old | prompt=")
	w.click(`button "Prompt"`)
	w.must("handle_dialog", map[string]any{"accept": false})
	w.says("prompt=old | prompt= | prompt=null")
}

// signIn goes on in the window that the login has opened, and presses a button there.
func (w *world) signIn(button string) (before, window browser.TabID, said string) {
	w.Helper()
	w.open("/login.html")
	before = w.pages.Current(w.run)
	_, text, _ := strings.Cut(w.click(`button "Log in with the other site"`), "It opened tab ")
	if _, err := fmt.Sscanf(text, "%d", &window); err != nil {
		w.Fatalf("no tab was opened: %q", text)
	}
	ref := refOf.FindStringSubmatch(strings.SplitAfter(w.must("snapshot", map[string]any{"tab": int(window)}), button)[1])[1]
	said, err := w.try("click", map[string]any{"tab": int(window), "ref": ref})
	var fault *protocol.Fault
	if err != nil && (!errors.As(err, &fault) || fault.Reason() != protocol.ReasonUnknown) { // it may close before the press is told as done
		w.Fatal(err)
	}
	return before, window, said
}

// away waits until a tab is known to have closed.
func (w *world) away(tab browser.TabID) {
	w.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if _, err := w.reg.Tab(tab); err != nil {
			return
		}
	}
	w.Fatalf("tab %d does not close", tab)
}

// closesItself: a run whose window has closed goes on in the tab that it came from, and is told so once.
func closesItself(w *world) {
	before, window, said := w.signIn(`button "Mira"`)
	if strings.Contains(said, "The tab was closed.") { // else it closes after the report
		contains(w.T, said, fmt.Sprintf("You work in tab %d now.", before))
	}
	w.away(window)
	w.says("signed in")

	back := func(before, window browser.TabID) string {
		return fmt.Sprintf(`tab %d ("The other site") is gone: it was closed; you work in tab %d now.`, window, before)
	}
	before, window, _ = w.signIn(`button "Mira, in a moment"`)
	w.away(window)
	contains(w.T, w.snapshot(), back(before, window), "title: Log in by another site", "signed in")
	if text := w.snapshot(); strings.Contains(text, "is gone") {
		w.Errorf("it is told again:\n%s", text)
	}

	// What was meant for the window is not done in another page, although that has such a ref.
	before, window, _ = w.signIn(`button "Mira, in a moment"`)
	w.away(window)
	w.refused("click", map[string]any{"ref": "e1"}, fmt.Sprintf(`Tab %d ("The other site") is gone: it was closed. You work in tab %d now.`, window, before), "Take a snapshot")
	w.snapshot()

	before, window, _ = w.signIn(`button "Mira, in a moment"`)
	w.is(w.must("wait_for", map[string]any{"ms": 2000}), fmt.Sprintf(`Waited 2 s. Tab %d ("The other site") is gone: it was closed. You work in tab %d now.`, window, before))
	w.says("signed in")

	before, window, _ = w.signIn(`button "Mira, in a moment"`)
	w.away(window)
	contains(w.T, w.must("navigate", map[string]any{"url": w.site.URL + "/terms.html"}), back(before, window), fmt.Sprintf("Tab %d is at ", before))
	w.refused("snapshot", map[string]any{"tab": int(window)}, "is gone: it was closed", "List the tabs")
}

// closedByPerson: a run without another tab opens one.
func closedByPerson(w *world) {
	w.open("/terms.html")
	own := w.pages.Current(w.run)
	place, err := w.reg.Tab(own)
	if err != nil {
		w.Fatal(err)
	}
	if err := place.Transport.CloseTab(w.Context(), place.Native); err != nil {
		w.Fatal(err)
	}
	w.away(own)
	w.refused("snapshot", nil, fmt.Sprintf("Tab %d", own), "closed")
	w.open("/terms.html")
	contains(w.T, w.snapshot(), "title: Terms")
}

// lowPictures: a tab in the background is drawn for a picture, however low the part is, and again.
func lowPictures(w *world) {
	w.must("open_tab", map[string]any{"url": w.site.URL + "/terms.html"})
	const low = `<button aria-label="%s" style="padding:0;border:0;background:#f00;width:%dpx;height:%dpx"></button><br>`
	var html string
	for i, size := range [][2]int{{688, 21}, {764, 18}, {600, 1}} {
		html += fmt.Sprintf(low, []string{"one", "two", "three"}[i], size[0], size[1])
	}
	w.execute("document.body.innerHTML = `" + html + "`")
	for range 4 {
		for _, name := range []string{"one", "two", "three"} {
			contains(w.T, w.must("screenshot", map[string]any{"ref": w.ref(`button "` + name + `"`)}), `A screenshot of button "`+name+`" in tab `)
		}
	}
}

// statusTold: a page may look well that its server calls an error.
func statusTold(w *world) {
	const said = " The server answered with status 404."
	contains(w.T, w.must("navigate", map[string]any{"url": w.site.URL + "/once?" + w.Name()}), `(title "Once").`+said)
	w.open("/terms.html")
	w.execute("document.body.innerHTML = '<a href=/nowhere>Nowhere</a>'")
	contains(w.T, w.click(`link "Nowhere"`), "The page went to "+w.site.URL+"/nowhere (title ", said)
	contains(w.T, w.must("open_tab", map[string]any{"url": w.site.URL + "/nowhere"}), "Opened tab ", said)
	if text := w.must("navigate", map[string]any{"url": w.site.URL + "/terms.html"}); strings.Contains(text, "status") {
		w.Errorf("of a page that is there it is said: %s", text)
	}
}

// keysNotTaken: a field that has stayed as it was is told as that.
func keysNotTaken(w *world) {
	w.open("/script.html")
	w.execute(`document.body.innerHTML = '<input aria-label="Full" maxlength="3" value="abc"><input aria-label="Set" readonly value="fixed"><input aria-label="Free">'`)
	w.is(w.press("x", `textbox "Full"`), `Pressed x in textbox "Full". It still holds "abc".`)
	w.is(w.press("Backspace", `textbox "Set"`), `Pressed Backspace in textbox "Set". It still holds "fixed".`)
	w.is(w.press("x", `textbox "Free"`), `Pressed x in textbox "Free". It now holds "x".`)
	w.is(w.press("ArrowLeft", `textbox "Free"`), `Pressed ArrowLeft in textbox "Free".`)
}

// keysUncertain: that a key has changed nothing is said only where that is certain. Else it would be pressed again.
func keysUncertain(w *world) {
	w.open("/keys-later.html")
	w.is(w.press("x", `textbox "Late"`), `Pressed x in textbox "Late". It now holds "x".`)
	w.is(w.press("Control+A z z z", `textbox "Pass"`), `Pressed Control+A z z z in textbox "Pass".`)
	w.is(w.press("End Space", `textbox "Blank"`), `Pressed End Space in textbox "Blank". It now holds "abc ".`)
	for _, editor := range []string{"Editor", "Draws"} {
		w.is(w.press("End Space", `textbox "`+editor+`"`), `Pressed End Space in textbox "`+editor+`".`)
	}
	if text := w.press("Control+End Backspace y", `textbox "Long"`); strings.Contains(text, "still") {
		w.Errorf("of a text that is cut it is said: %s", text)
	}
	w.is(w.press("x", `textbox "Jumps"`), `Pressed x in textbox "Jumps".`)
	w.is(w.press("x", `textbox "Full"`), `Pressed x in textbox "Full". It still holds "abc".`)
	// Without a ref it is said where the key went.
	w.is(w.press("x", ""), `Pressed x in textbox "Full". It still holds "abc".`)
}

// earlyMail: an address for another program that is asked for before the button comes up ends the press; it did not move away.
func earlyMail(w *world) {
	for _, name := range []string{"Down", "Pointer"} {
		w.must("open_tab", map[string]any{"url": w.site.URL + "/mail-early.html"})
		contains(w.T, w.click(`button "`+name+`"`), `Pressed button "`+name+`", and as the button went down the page asked for an address that brings no page`, "no click came of it")
		w.says("idle mail")
	}
	w.must("open_tab", map[string]any{"url": w.site.URL + "/mail-early.html"})
	w.is(w.click(`button "Up"`), `Clicked button "Up".`)
	w.says("idle mail click")
}

// turnsLater: what shows a state is given the time to turn.
func turnsLater(w *world) {
	w.open("/keys-later.html")
	w.is(w.click(`button "Menu"`), `Clicked button "Menu". It is now expanded.`)
	w.is(w.click(`button "Menu"`), `Clicked button "Menu". It is now collapsed.`)
	w.is(w.click(`button "Bold"`), `Clicked button "Bold". It is not pressed any more.`)
	w.is(w.click(`checkbox "News"`), `Clicked checkbox "News". It is now checked.`)
	w.is(w.click(`button "Stays"`), `Clicked button "Stays".`)
}

func roleAlone(w *world) {
	w.open("/order.html")
	contains(w.T, w.must("find", map[string]any{"role": "button"}), "found: 1\n", `- button "Order" [ref=`)
	w.refused("find", nil, "Give a text, a pattern or a role to look for.")
}

// staysDown: what a button says of its state is told as that of a box is; its name is no state.
func staysDown(w *world) {
	w.open("/script.html")
	w.execute(`document.body.innerHTML = '<button aria-pressed="false">Bold</button><button aria-expanded="false">Menu</button><button>expanded "pressed</button>';
		for (const b of document.querySelectorAll("button")) b.onclick = () => {
			for (const name of ["aria-pressed", "aria-expanded"]) if (b.hasAttribute(name)) b.setAttribute(name, b.getAttribute(name) === "false");
		}`)
	w.is(w.click(`button "Bold"`), `Clicked button "Bold". It is now pressed.`)
	w.is(w.click(`button "Bold"`), `Clicked button "Bold". It is not pressed any more.`)
	w.is(w.click(`button "Menu"`), `Clicked button "Menu". It is now expanded.`)
	w.is(w.click(`button "Menu"`), `Clicked button "Menu". It is now collapsed.`)
	w.is(w.click(`button "expanded `), `Clicked button "expanded \"pressed".`)
}
