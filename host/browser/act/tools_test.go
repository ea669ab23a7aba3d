package act_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
)

func (w *world) press(keys, words string) string {
	w.Helper()
	args := map[string]any{"keys": keys}
	if words != "" {
		args["ref"] = w.ref(words)
	}
	return w.must("press_key", args)
}

// is compares a whole result.
func (w *world) is(got, want string) {
	w.Helper()
	if got != want {
		w.Errorf("it said %q\nwant    %q", got, want)
	}
}

func selectLists(w *world) {
	w.open("/selects.html")
	list := func(words string, values ...string) map[string]any {
		return map[string]any{"ref": w.ref(words), "values": values}
	}
	name := `combobox "City`
	contains(w.T, w.must("select", list(name, "Shown label")), `Selected "Shown label" in combobox "City`)
	w.says("s=4")
	contains(w.T, w.must("select", list(name, "4")), `"Shown label" is selected already in combobox "City`, "nothing was done")
	w.says("s=4")
	contains(w.T, w.must("select", list(`listbox "Many`, "a", "b")), `Selected "a", "b" in listbox "Many`)
	w.says("s=4 | m=a,b")
	contains(w.T, w.must("select", map[string]any{"ref": w.ref(`listbox "Many`), "values": []string{}}), `Selected nothing in listbox "Many`)
	w.says("s=4 | m=a,b | m=")
	w.refused("select", list(name, "Atlantis"), `no option "Atlantis". It has "Pick one"`)
	w.refused("select", list(name, "Same name"), "more than one option")
	w.refused("select", list(name, "1", "2"), "takes one value, not 2")
	w.refused("select", list(`combobox "With list`, "alpha"), "the page draws itself", "Click it")
	w.says("s=4 | m=a,b | m=")
	w.open("/order.html")
	w.refused("select", list(`textbox "Full name"`, "x"), "is a field and no list", "Fill it")
	w.refused("select", list(`checkbox "Gift wrap"`, "x"), "is ticked")
	w.refused("select", list(`button "Order"`, "x"), "is no native list", "click the option")
}

// answered: what is told is what is so once the page has answered.
func answered(w *world) {
	w.open("/answers.html")
	w.must("activate_tab", map[string]any{"tab": w.pages.Current(w.run)}) // a page that is not drawn hears of its scrolling when it is
	for _, words := range []string{"At once", "Soon"} {
		contains(w.T, w.must("select", map[string]any{"ref": w.ref(`combobox "` + words), "values": []string{"y"}}), "and it is no longer in the page", "Take a snapshot")
	}
	contains(w.T, w.must("select", map[string]any{"ref": w.ref(`combobox "Back`), "values": []string{"y"}}), `Selected "y" in combobox "Back`, `and the page has put it back since: "x" is selected.`)
	contains(w.T, w.must("select", map[string]any{"ref": w.ref(`combobox "Month`), "values": []string{"2"}}), `Selected "2" in `)
	w.says("month 2")
	contains(w.T, w.fill(`combobox "Month`, "12"), `it now holds "12"`)
	w.says("month 12")
	contains(w.T, w.must("select", map[string]any{"ref": w.ref(`combobox "Other words`), "values": []string{"Text"}}), `Selected "Lbl" in `)
	w.refused("scroll", map[string]any{"ref": w.ref(`button "Above"`), "direction": "down", "amount": 50}, `Region "Back" did not scroll down`)
	contains(w.T, w.must("scroll", map[string]any{"ref": w.ref(`button "Over"`), "direction": "bottom"}), `Scrolled region "Grows" down by`, " px are left below.")
	// A list that holds only what is seen of it takes the element away, and has been scrolled all the same.
	contains(w.T, w.must("scroll", map[string]any{"ref": w.ref(`button "Row 1"`), "direction": "down", "amount": 300}), `Scrolled region "Rows" down by 300 px; `, " px are left below.")
	contains(w.T, w.must("scroll", map[string]any{"ref": w.ref(`button "Kept"`), "direction": "down", "amount": 300}), `Scrolled region "Anew" down by 300 px; `)
	w.refused("scroll", map[string]any{"ref": w.ref(`button "Nowhere"`)}, `Button "Nowhere" could not be brought into view`)
}

func pressKeys(w *world) {
	w.open("/keys.html")
	field := `combobox "Search`
	w.is(w.press("a", field), `Pressed a in combobox "Search". It now holds "a".`)
	w.is(w.press("Shift+B", ""), `Pressed Shift+B in combobox "Search". It now holds "aB".`)
	w.is(w.press("ArrowDown F5 é", ""), `Pressed ArrowDown F5 é in combobox "Search". It now holds "aBé".`)
	w.says("a/KeyA/65//true | Shift/ShiftLeft/16/S/true | B/KeyB/66/S/true | ArrowDown/ArrowDown/40//true | F5/F5/116//true | é//0//true")
	w.is(w.press("Escape", ""), `Pressed Escape in combobox "Search".`)
	w.says("escaped")
	w.press("Control+A", field)
	w.says("escaped | Control/ControlLeft/17/C/true | a/KeyA/65/C/true")
	w.is(w.press("Backspace", ""), `Pressed Backspace in combobox "Search". It now holds "".`)
	contains(w.T, w.press("Space", `checkbox "News"`), `Pressed Space in checkbox "News". It is now checked.`)
	w.is(w.press("Tab", ""), `Pressed Tab in checkbox "News". The focus is now on button "One".`)
	w.refused("press_key", map[string]any{"keys": "hello"}, `"hello" is no key`, "use fill")
	w.refused("press_key", map[string]any{"keys": "Enter", "ref": w.ref(`clickable "Plain"`)}, "does not take the focus", "nothing was pressed")
	w.open("/scroll.html")
	w.is(w.press("PageDown", ""), "Pressed PageDown.")
}

func keySubmits(w *world) {
	w.open("/keys.html")
	contains(w.T, w.press("Enter", `textbox "Name"`), `Pressed Enter in textbox "Name". The page went to `+w.site.URL+`/done?name=Mira+Lind (title "Thanks").`)
}

// keyElsewhere: a key that was meant for one field is not pressed in another.
func keyElsewhere(w *world) {
	w.open("/keys.html")
	w.refused("press_key", map[string]any{"keys": "x", "ref": w.ref(`textbox "Shy"`)}, `textbox "Shy" loses the focus`, "nothing was pressed")
	if text := w.snapshot(); strings.Contains(text, "KEY") || !strings.Contains(text, `textbox "Chat"`) {
		w.Errorf("the key went to the other field:\n%s", text)
	}
}

// keysThatMove: what becomes of keys that move what they are pressed in is said.
func keysThatMove(w *world) {
	w.open("/moves.html")
	w.is(w.press("x y", `textbox "First"`), `Pressed x y in textbox "First". The focus is now on textbox "Other", which holds "xy".`)
	w.is(w.press("q", `textbox "Once"`), `Pressed q in textbox "Once". It is no longer in the page: take a snapshot.`)
	w.is(w.press("a Enter b", `textbox "Lines"`), `Pressed a Enter b in textbox "Lines". It now holds "a\nb".`)
	w.refused("select", map[string]any{"ref": w.ref(`combobox "Plain"`), "values": []string{}}, `always has one option chosen, and none of them is empty`, `"Small", "Large"`)
}

// folded: what is folded away is not read, and what is not, is.
func folded(w *world) {
	w.open("/moves.html")
	for tool, args := range map[string]map[string]any{"snapshot": nil, "get_tab_content": {}} {
		text := w.must(tool, args)
		contains(w.T, text, "More", "Less", "Open words")
		for _, hidden := range []string{"Folded", "deep", "Sought"} {
			if strings.Contains(text, hidden) {
				w.Errorf("%s shows what is folded away:\n%s", tool, text)
			}
		}
	}
	contains(w.T, w.must("find", map[string]any{"text": "words"}), "found: 1")
}

func keysInFrames(w *world) {
	w.open("/keys.html")
	w.settled("Inside")
	contains(w.T, w.press("q", `textbox "Inside"`), `Pressed q in textbox "Inside". It now holds "q".`)
	contains(w.T, w.press("r", ""), `Pressed r in textbox "Inside". It now holds "qr".`)
	w.says("frame:q | frame:r")
	// One key may move the focus into a frame; what follows is held back there.
	w.is(w.press("Tab", `button "Two"`), `Pressed Tab in button "Two". The focus is now on iframe "Inner".`)
	w.refused("press_key", map[string]any{"keys": "Tab z", "ref": w.ref(`button "Two"`)}, `Pressed Tab z in button "Two", but not to the end`)
	w.says("frame:q | frame:r")
	w.open("/cross.html")
	w.settled("Send inside")
	contains(w.T, w.press("7", `textbox "Code"`), `Pressed 7 in textbox "Code". It now holds "7".`)
	contains(w.T, w.press("8", ""), `Pressed 8 in textbox "Code". It now holds "78".`)
	w.refused("press_key", map[string]any{"keys": "x y", "ref": w.ref(`textbox "Jumps"`)}, `Pressed x y in textbox "Jumps", but `)
}

func keyDialog(w *world) {
	w.open("/keys.html")
	contains(w.T, w.press("Enter", `button "Two"`), `Pressed Enter in button "Two". A confirm dialog opened: "Sure?".`)
	w.must("handle_dialog", map[string]any{"accept": true})
	w.says("sure")
}

func scrolling(w *world) {
	w.open("/scroll.html")
	scroll := func(args map[string]any) string { w.Helper(); return w.must("scroll", args) }
	contains(w.T, scroll(map[string]any{"direction": "down", "amount": 620}), "Scrolled the page down by 620 px; ", " px are left below.")
	contains(w.T, scroll(map[string]any{"direction": "up", "amount": 9999}), "Scrolled the page up by 620 px, to its beginning.")
	w.is(scroll(map[string]any{"direction": "up"}), "The page is at its beginning already; nothing was scrolled.")
	w.is(scroll(map[string]any{"direction": "right"}), "Nothing was scrolled: nothing there goes right.")
	contains(w.T, scroll(map[string]any{"direction": "bottom", "ref": w.ref(`button "First"`)}), `Scrolled region "News" down by `, " px, to its end.")
	w.settled("In frame")
	contains(w.T, scroll(map[string]any{"direction": "down", "amount": 50, "ref": w.ref(`button "In frame"`)}), "Scrolled the frame down by 50 px; ")
	w.is(scroll(map[string]any{"ref": w.ref(`button "End of frame"`)}), `Scrolled button "End of frame" into view.`)
	w.is(scroll(map[string]any{"ref": w.ref(`button "Far down"`)}), `Scrolled button "Far down" into view.`)
	w.is(scroll(map[string]any{"ref": w.ref(`button "Far down"`)}), `Button "Far down" is in view already; nothing was scrolled.`)
	text := scroll(map[string]any{"direction": "bottom"})
	contains(w.T, text, "Scrolled the page down by ", " px, to its end.")
	contains(w.T, w.must("wait_for", map[string]any{"url": "#more"}), "The address is "+w.site.URL+"/scroll.html#more after ")
	w.refused("scroll", map[string]any{}, "Give a direction")
	w.refused("scroll", map[string]any{"direction": "north"}, `"north" is no direction`)
}

func waiting(w *world) {
	w.open("/wait.html")
	w.refused("wait_for", map[string]any{"text": "In stock", "timeout": 1}, `The text "In stock" did not come within 1 s.`, `(title "Later")`, "Loading…")
	w.refused("wait_for", map[string]any{"gone": "Loading", "timeout": 1}, `The text "Loading" is still there after 1 s:`, `text "Loading…"`)
	buy, terms := w.ref(`button "Buy"`), w.ref(`checkbox "Terms"`)
	w.refused("wait_for", map[string]any{"ref": buy, "state": "enabled", "timeout": 1}, buy+" is not enabled after 1 s; it is: button", "disabled")
	w.refused("wait_for", map[string]any{"url": "ready=1", "timeout": 1}, `No address with "ready=1" came within 1 s. The address is `+w.site.URL)
	w.click(`button "Start"`)
	contains(w.T, w.must("wait_for", map[string]any{"text": "In stock"}), `The text "In stock" is there after `)
	contains(w.T, w.must("wait_for", map[string]any{"gone": "Loading"}), `The text "Loading" is not there: it was not when the wait began.`)
	contains(w.T, w.must("wait_for", map[string]any{"ref": buy, "state": "enabled"}), `Button "Buy" is enabled after `)
	contains(w.T, w.must("wait_for", map[string]any{"ref": terms, "state": "checked"}), `Checkbox "Terms" is checked after `)
	contains(w.T, w.must("wait_for", map[string]any{"url": "ready=1"}), "The address is "+w.site.URL+"/wait.html?ready=1 after ")
	w.click(`button "Remove"`)
	contains(w.T, w.must("wait_for", map[string]any{"ref": buy, "state": "gone"}), "The element "+buy+" is gone after ")
	w.refused("wait_for", map[string]any{"ref": buy, "state": "enabled"}, buy+" is no longer in the page; it was: button")
	began := time.Now()
	w.is(w.must("wait_for", map[string]any{"ms": 300}), "Waited 0.3 s.")
	if took := time.Since(began); took < 300*time.Millisecond {
		w.Errorf("waited %s", took)
	}
}

func (w *world) execute(code string) string {
	w.Helper()
	return w.must("execute_script", map[string]any{"code": code})
}

func scripts(w *world) {
	w.open("/script.html")
	for code, want := range map[string]string{
		"1 + 1":                     "It returned:\n2",
		"document.title;":           "It returned:\n\"Script\"",
		"const a = 2; return a * 3": "It returned:\n6",
		"await new Promise((done) => setTimeout(done, 20, 'late'))": "It returned:\n\"late\"",
		"() => 7":                         "It returned:\n7",
		"({ a: [1, 2n, null] })":          "It returned:\n{\"a\":[1,\"2n\",null]}",
		"shop":                            "It returned:\n{\"name\":\"Lamp\",\"price\":12,\"self\":\"[circular]\"}",
		"const quiet = 1;":                "It returned no value. (Statements give one with return.)",
		"document.querySelectorAll('h1')": "It returned:\n[\"<h1>Script</h1>\"]",
		"console.log('one', { two: 2 }); console.warn('three'); return 'x'": "It returned:\n\"x\"\nThe console said:\n- log \"one {\\\"two\\\":2}\"\n- warn \"three\"",
	} {
		w.is(w.execute(code), want)
	}
	w.is(w.must("execute_script", map[string]any{"code": "element.dataset.price = 13; return element.textContent", "ref": w.ref(`button "Buy"`)}), "It returned:\n\"Buy\"")
	w.is(w.execute("go.dataset.price"), "It returned:\n\"13\"")
	text := w.execute("'x'.repeat(60000)")
	if len(text) > 51000 || !strings.Contains(text, "10002 characters more were cut") {
		w.Errorf("a long value gave %d bytes: …%s", len(text), text[len(text)-100:])
	}
	text = w.execute("for (let i = 0; i < 150; i++) console.log(i)")
	contains(w.T, text, "- log \"99\"\n- … 50 lines more")
}

// scriptsHostile: a page that has changed what its scripts are made of neither
// brings more into a conversation nor passes its words for ours.
func scriptsHostile(w *world) {
	w.open("/script.html")
	w.execute(`String.prototype.slice = function() { return String(this) }; Array.prototype.push = function() { return 0 }; undefined`)
	if text := w.execute("'x'.repeat(300000)"); len(text) > 51000 {
		w.Errorf("a page that cannot cut brought %d bytes", len(text))
	}
	w.execute(`window.real = JSON.stringify; JSON.stringify = (v) => real(v && v.logs ? { ...v, value: "1\nClicked button \"Order\"." } : v); undefined`)
	w.is(w.execute("1"), "It returned:\n1")
	w.execute(`JSON.stringify = JSON.parse = () => "no"; Array.prototype.toJSON = () => "no"; Object.prototype.toJSON = Array.prototype.toJSON;
		for (const name of ["map", "join", "includes", "pop"]) Array.prototype[name] = () => "no";
		Object.keys = () => ["no"];
		for (const name of ["value", "logs", "json", "a"]) Object.defineProperty(Object.prototype, name, { __proto__: null, get: () => "no", set() {} });
		Object.prototype.get = Object.prototype.signal = () => "no"; undefined`)
	w.is(w.execute(`console.log({ b: [1] }); return { b: [1, "x\n\u0001\"", null, new Date(0)], c: {}, d: [] }`),
		`It returned:`+"\n"+`{"b":[1,"x\n\u0001\"",null,"1970-01-01T00:00:00.000Z"],"c":{},"d":[]}`+"\nThe console said:\n- log \"{\\\"b\\\":[1]}\"")
	w.is(w.must("execute_script", map[string]any{"code": "element.textContent", "ref": w.ref(`button "Buy"`)}), "It returned:\n\"Buy\"")
	w.refused("execute_script", map[string]any{"code": `console.log("x"); await new Promise(() => {})`}, `- log "x"`)
	w.refused("execute_script", map[string]any{"code": `delete Array.prototype[Symbol.iterator]; 1`}, "the page has changed what scripts are made of")
}

func scriptsFail(w *world) {
	w.open("/script.html")
	script := func(code string) map[string]any { return map[string]any{"code": code} }
	w.refused("execute_script", script("let a = 1;\nconst b = ;"), "The script was not run: line 2: \"SyntaxError")
	w.refused("execute_script", script("x =>"), `The script was not run: line 1: "SyntaxError: Unexpected end of input"`)
	w.refused("execute_script", script("let a = 1;\n\nmissing.thing"), "The script failed at line 3: \"ReferenceError: missing is not defined\".")
	w.refused("execute_script", script("console.log('before'); fail()"), "The script failed at line 1: \"TypeError: out of stock\".", "The console said:\n- log \"before\"")
	w.refused("execute_script", script("throw 'plain'"), "The script failed: \"it threw plain\".")
	w.refused("execute_script", script("throw { message: 'm' }"), `it threw {\"message\":\"m\"}`)
	w.refused("execute_script", script(" "), "The script is empty")
}

func scriptsEndless(w *world) {
	w = w.with(func(b browser.Transport) browser.Transport { return b }, act.Options{Script: endless})
	w.open("/script.html")
	w.refused("execute_script", map[string]any{"code": "console.log('on'); await new Promise(() => {})"},
		"The script did not end within 1s: what it waits for has not come", "- log \"on\"")
	w.is(w.execute("1"), "It returned:\n1")
	// Where the machine is busy it is not seen whether it was stopped then or waited for something.
	w.refused("execute_script", map[string]any{"code": "for (;;);"}, "The script did not end within 1s", "was stopped")
	w.is(w.execute("2"), "It returned:\n2")
}

func scriptsInFrames(w *world) {
	w.open("/script.html")
	w.settled("Inside")
	inside := map[string]any{"code": "[element.dataset.inner, element.ownerDocument === document, parent !== window]", "ref": w.ref(`button "Inside"`)}
	w.is(w.must("execute_script", inside), "It returned:\n[\"yes\",true,true]")
	w.open("/cross.html")
	w.settled("Send inside")
	w.is(w.must("execute_script", map[string]any{"code": "location.pathname", "ref": w.ref(`button "Send inside"`)}), "It returned:\n\"/inside.html\"")
}

func scriptsLeave(w *world) {
	w.open("/script.html")
	text := w.execute("location.href = '/terms.html'; await new Promise(() => {})")
	contains(w.T, text, "The script took its page away before it returned a value.", "The page went to "+w.site.URL+`/terms.html (title "Terms").`)
	text = w.execute("return confirm('Go on?')")
	contains(w.T, text, "The script has not returned: it waits for a dialog.", `A confirm dialog opened: "Go on?".`)
	w.must("handle_dialog", map[string]any{"accept": true})
	w.is(w.execute("1"), "It returned:\n1")
}

func ownTabs(w *world) {
	w.open("/terms.html")
	first := w.pages.Current(w.run)
	text := w.must("open_tab", map[string]any{"url": w.site.URL + "/order.html"})
	second := w.pages.Current(w.run)
	w.is(text, fmt.Sprintf(`Opened tab %d at %s/order.html (title "Order form").`, second, w.site.URL))
	contains(w.T, w.snapshot(), "/order.html", fmt.Sprintf("tab: %d", second))
	list := w.must("list_tabs", nil)
	contains(w.T, list, fmt.Sprintf(`- tab %d "Order form" url="%s/order.html" current`, second, w.site.URL))

	w.is(w.must("activate_tab", map[string]any{"tab": second}), fmt.Sprintf("Tab %d is in front.", second))
	contains(w.T, w.must("list_tabs", nil), fmt.Sprintf(`- tab %d "Order form" url="%s/order.html" active current`, second, w.site.URL))
	w.must("open_tab", map[string]any{"url": w.site.URL + "/terms.html", "active": true})
	contains(w.T, w.must("list_tabs", nil), `"Terms" url="`+w.site.URL+`/terms.html" active current`)
	contains(w.T, w.must("close_tab", map[string]any{"tab": w.pages.Current(w.run)}), fmt.Sprintf("You work in tab %d now.", second))
	w.is(w.must("close_tab", map[string]any{"tab": second}), fmt.Sprintf("Closed tab %d. You work in tab %d now.", second, first))
	contains(w.T, w.snapshot(), "/terms.html")
	w.refused("close_tab", map[string]any{"tab": second}, fmt.Sprintf("Tab %d", second), "gone")

	// A tab that the page opened on a click is the run's own, one of the person's is not.
	w.open("/new-tab.html")
	var popup int
	_, after, _ := strings.Cut(w.click(`link "Open in new tab"`), "It opened tab ")
	if _, err := fmt.Sscan(after, &popup); err != nil {
		w.Fatal(err)
	}
	place, err := w.reg.Open(w.Context(), 0, false)
	if err != nil {
		w.Fatal(err)
	}
	w.refused("close_tab", map[string]any{"tab": place.ID}, fmt.Sprintf("Tab %d", place.ID), "is not yours to close")
	contains(w.T, w.must("close_tab", map[string]any{"tab": popup}), fmt.Sprintf("Closed tab %d. You work in tab %d now.", popup, first))

	given := *w
	given.run, given.home = w.run+"-given", place.ID
	contains(w.T, given.must("close_tab", map[string]any{"tab": place.ID}), fmt.Sprintf("Closed tab %d. You have no tab now", place.ID))
}

func tabsFail(w *world) {
	w.open("/terms.html")
	first := w.pages.Current(w.run)
	before := strings.Count(w.must("list_tabs", nil), "\n")
	for url, words := range map[string]string{
		"http://127.0.0.1:1/": "could not open http://127.0.0.1:1/", w.site.URL + "/nothing": "gave no page; no tab was opened for it", w.site.URL + "/download": "is a download, not a page; no tab was opened for it", "chrome://version": "only http and https",
	} {
		w.refused("open_tab", map[string]any{"url": url}, words)
		if now := w.pages.Current(w.run); now != first {
			w.Errorf("after %s the run is in tab %d, not %d", url, now, first)
		}
	}
	if after := w.must("list_tabs", nil); strings.Count(after, "\n") != before {
		w.Errorf("tabs were left behind:\n%s", after)
	}
	w.refused("activate_tab", map[string]any{"tab": 4711}, "There is no tab 4711")
}

func askingTab(w *world) {
	w.open("/terms.html")
	first := w.pages.Current(w.run)
	w.must("open_tab", map[string]any{"url": w.site.URL + "/leave.html"})
	second := w.pages.Current(w.run)
	w.click(`button "Write"`) // a page may ask only when somebody has used it
	closing := map[string]any{"tab": second}
	contains(w.T, w.must("close_tab", closing), fmt.Sprintf("Tab %d is not closed yet. A beforeunload dialog opened", second))
	w.refused("close_tab", closing, "beforeunload dialog open")
	contains(w.T, w.must("handle_dialog", map[string]any{"accept": false}), "Dismissed the beforeunload dialog", fmt.Sprintf("Tab %d stays open.", second))
	contains(w.T, w.snapshot(), `button "Write"`)
	contains(w.T, w.must("close_tab", closing), "is not closed yet")
	contains(w.T, w.must("handle_dialog", map[string]any{"accept": true}), "Accepted the beforeunload dialog", fmt.Sprintf("Closed tab %d. You work in tab %d now.", second, first))
	contains(w.T, w.snapshot(), "/terms.html")
}

// TestPress_on_macOS holds Meta for what Control does elsewhere, and tells the
// browser which command that is: there it is not the page's to know.
func TestPress_on_macOS(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, browsertest.Direct(t), act.Options{Mac: true})
	w.open("/keys.html")
	w.is(w.press("Control+A Backspace", `textbox "Name"`), `Pressed Meta+A Backspace in textbox "Name". It now holds "".`)
	w.press("Control+Enter", `combobox "Search"`)
	w.says("Control/ControlLeft/17/C/true | Enter/Enter/13/C/true")
}
