package act_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
)

// TestPages_astray: what would reach another thing than was meant is held back,
// in this document and in every other one of the tab, and is never told as done.
func TestPages_astray(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		test func(*world)
	}{
		{"frames_drawn_otherwise", framesDrawnOtherwise},
		{"frame_that_gives_way", frameGivesWay},
		{"focus_into_a_frame", focusIntoFrame},
		{"focus_lost_in_the_middle", focusLostInTheMiddle},
		{"dialog_on_focus", dialogOnFocus},
		{"dialog_as_the_pointer_comes", dialogOnHover},
		{"dialog_before_a_frame_comes", dialogThenFrame},
		{"press_that_comes_late_after_a_dialog", latePress},
		{"press_that_cannot_be_read_back", unreadPress},
		{"first_frame_of_a_page", firstFrame},
		{"button_that_slips_away", slipsAway},
		{"values_that_are_rewritten", rewritten},
		{"box_that_turns_late", turnsLate},
		{"link_to_nowhere", linkToNowhere},
		{"refused_act_holds_nobody_back", refusedHoldsNobody},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorld(t, b)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.test(w.sub(t)) })
		}
	})
}

func framesDrawnOtherwise(w *world) {
	for _, hash := range []string{"", "?zoom"} {
		w.open("/frames-drawn-otherwise.html" + hash)
		var said []string
		for _, name := range []string{"scaled", "wide", "zoomed"} {
			for _, which := range []string{"first", "last"} {
				contains(w.T, w.click(`button "`+name+" "+which+`"`), "Clicked")
				said = append(said, name+" "+which)
			}
		}
		w.refused("click", map[string]any{"ref": w.ref(`button "turned first"`)}, "turned", "nothing was pressed")
		w.says(strings.Join(said, " | "))
	}
}

func frameGivesWay(w *world) {
	w.open("/frame-gives-way.html")
	_, err := w.try("click", map[string]any{"ref": w.ref(`button "Pay"`)})
	if err == nil {
		w.Error("a press that went elsewhere is told as done")
	}
	w.says("idle")
}

func focusIntoFrame(w *world) {
	w.open("/frame-gives-way.html")
	w.refused("fill", map[string]any{"ref": w.ref(`textbox "Card"`), "value": "4111"}, "loses the focus", "nothing was typed elsewhere")
	w.says("idle")
}

func focusLostInTheMiddle(w *world) {
	w.open("/frame-gives-way.html")
	w.refused("fill", map[string]any{"ref": w.ref(`textbox "Letter"`), "value": "one\ntwo\nthree"}, "loses the focus", "nothing was typed elsewhere")
	w.says("idle")
}

func dialogOnFocus(w *world) {
	w.open("/frame-gives-way.html")
	ref := w.ref(`textbox "Note"`)
	w.refused("fill", map[string]any{"ref": ref, "value": "milk"}, "nothing was typed")
	w.must("handle_dialog", map[string]any{"accept": true})
	other := w.ref(`textbox "Code"`)
	w.person(`code.focus()`)
	w.person(`0`, driver.CDPCommand{Method: "Input.insertText", Params: json.RawMessage(`{"text":"a person's"}`)})
	contains(w.T, w.must("find", map[string]any{"text": "Code"}), "a person's")
	contains(w.T, w.must("fill", map[string]any{"ref": other, "value": ""}), `it now holds ""`)
	contains(w.T, w.must("fill", map[string]any{"ref": ref, "value": "milk"}), `it now holds "milk"`)
}

// dialogOnHover: the browser keeps a press that a dialog has come before, until
// the dialog is answered; it then reaches what it was meant for, or nothing.
func dialogOnHover(w *world) {
	for _, c := range []struct{ then, said, result string }{
		{"", "", "pressed"},
		{"go.style.marginTop = '300px'", ` Something else had come under the pointer meanwhile, so the press of button "Buy" was held back: take a snapshot.`, "idle"},
	} {
		w.open("/script.html")
		w.execute(`document.body.addEventListener("mousedown", () => { result.textContent = "astray"; });
			go.addEventListener("mousedown", (e) => { e.stopPropagation(); result.textContent = "pressed"; });
			go.addEventListener("mouseover", () => { alert("Wait"); ` + c.then + ` }, { once: true });`)
		contains(w.T, w.click(`button "Buy"`), `An alert dialog opened: "Wait".`)
		w.is(w.must("handle_dialog", map[string]any{"accept": true}), `Accepted the alert dialog "Wait".`+c.said)
		w.says(c.result)
	}
}

// addFrame puts a frame below the view that comes over everything when cover is called.
const addFrame = `const veil = document.createElement("iframe");
	veil.srcdoc = "<body onmousedown=\"parent.result.textContent = 'astray'\" style='height:2000px'>";
	veil.style = "position:absolute;top:3000px;left:0;width:900px;height:900px";
	window.cover = () => { veil.style.top = "0"; veil.getBoundingClientRect(); };
	await new Promise((done) => { veil.onload = done; document.body.append(veil); });`

// dialogThenFrame: what a dialog has come before is held back from the other documents too.
func dialogThenFrame(w *world) {
	w.open("/script.html")
	w.execute(addFrame + ` go.addEventListener("mouseover", () => { alert("Wait"); cover(); }, { once: true }); return 1`)
	contains(w.T, w.click(`button "Buy"`), `An alert dialog opened: "Wait".`)
	w.is(w.must("handle_dialog", map[string]any{"accept": true}),
		`Accepted the alert dialog "Wait". Something else had come under the pointer meanwhile, so the press of button "Buy" was held back: take a snapshot.`)
	w.says("idle")
}

// late is a browser in which a press comes to the page a while after the dialog that was before it is answered.
type late struct{ browser.Transport }

func (l late) CDP(ctx context.Context, tab int64, act bool, commands ...driver.CDPCommand) ([]driver.CDPReply, error) {
	if len(commands) != 3 || commands[2].Method != "Input.dispatchMouseEvent" {
		return l.Transport.CDP(ctx, tab, act, commands...)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second) // the browser keeps it, whoever waits for it
	defer cancel()
	moved, err := l.Transport.CDP(ctx, tab, act, commands[0])
	if err != nil {
		return nil, err
	}
	<-time.After(700 * time.Millisecond)
	pressed, err := l.Transport.CDP(ctx, tab, act, commands[1:]...)
	return append(moved, pressed...), err
}

// latePress: no guard is lifted, and nothing is said of a press, before it has come.
func latePress(w *world) {
	k := w.with(func(b browser.Transport) browser.Transport { return late{b} }, act.Options{})
	k.must("open_tab", map[string]any{"url": w.site.URL + "/script.html"})
	k.execute(addFrame + ` go.addEventListener("mouseover", () => { alert("Wait"); cover(); }, { once: true }); return 1`)
	contains(w.T, k.click(`button "Buy"`), `An alert dialog opened: "Wait".`)
	contains(w.T, k.must("handle_dialog", map[string]any{"accept": true}), `the press of button "Buy" was held back`)
	k.says("idle")
}

// unread is a browser in which nobody hears what became of a press.
type unread struct{ browser.Transport }

func (u unread) Page(ctx context.Context, tab int64, document, function string, args any, act bool) (json.RawMessage, error) {
	if asked, ok := args.(pagescript.LandedArgs); ok && asked.Ref != "" {
		return nil, browser.NoAnswer(ctx)
	}
	return u.Transport.Page(ctx, tab, document, function, args, act)
}

// unreadPress: where it cannot be told what became of the press that a dialog has come before, a person is not held back.
func unreadPress(w *world) {
	k := w.with(func(b browser.Transport) browser.Transport { return unread{b} }, act.Options{})
	k.must("open_tab", map[string]any{"url": w.site.URL + "/script.html"})
	k.execute(`document.addEventListener("mousedown", () => { result.textContent = "a person's press"; });
		go.addEventListener("mouseover", () => { alert("Wait"); go.style.marginTop = "300px"; }, { once: true });`)
	contains(w.T, k.click(`button "Buy"`), `An alert dialog opened: "Wait".`)
	k.is(k.must("handle_dialog", map[string]any{"accept": true}),
		`Accepted the alert dialog "Wait". Whether the press of button "Buy" has landed could not be seen: take a snapshot.`)
	k.person("0", press("mousePressed", 1), press("mouseReleased", 0))
	k.says("a person's press")
}

// firstFrame: a page that had no frame as it was looked at may have one by the time it is pressed.
func firstFrame(w *world) {
	w.open("/script.html")
	args := json.RawMessage(`{"ref":"` + w.ref(`button "Buy"`) + `"}`)
	action, err := w.tools["click"].Prepare(w.Context(), tools.Call{Name: "click", Args: args, Scope: tools.Scope{Run: w.run}, Progress: func(tools.Update) {}})
	if err != nil {
		w.Fatal(err)
	}
	w.person(`window.ready = (async () => { `+addFrame+` go.addEventListener("mouseover", cover, { once: true }); })()`,
		driver.CDPCommand{Method: "Runtime.evaluate", Params: json.RawMessage(`{"expression":"ready","awaitPromise":true}`)})
	if result, err := action.Do(w.Context()); err == nil && !result.Failed {
		w.Errorf("a press that went elsewhere is told as done: %s", result.Text)
	}
	w.says("idle")
}

// person runs an expression in the page and sends raw input, as no act does.
func (w *world) person(expression string, input ...driver.CDPCommand) {
	w.Helper()
	id := currentTab.FindStringSubmatch(w.must("list_tabs", nil))
	if id == nil {
		w.Fatal("no current tab")
	}
	n, err := strconv.Atoi(id[1])
	if err != nil {
		w.Fatal(err)
	}
	place, err := w.reg.Tab(browser.TabID(n))
	if err != nil {
		w.Fatal(err)
	}
	evaluate := driver.CDPCommand{Method: "Runtime.evaluate", Params: fmt.Appendf(nil, `{"expression":%q}`, expression)}
	if _, err := place.Transport.CDP(w.Context(), place.Native, true, append([]driver.CDPCommand{evaluate}, input...)...); err != nil {
		w.Fatal(err)
	}
}

func slipsAway(w *world) {
	w.open("/frame-gives-way.html")
	w.fill(`textbox "Code"`, "1")
	w.refused("click", map[string]any{"ref": w.ref(`button "Save"`)}, `Pressed button "Save", but it was not under the pointer any more when the button was released, so no click came of it`)
	w.says("idle")
	contains(w.T, w.click(`button "Save"`), `Clicked button "Save".`)
	w.says("saved")
	w.open("/frame-gives-way.html")
	w.fill(`textbox "Code"`, "1")
	w.refused("click", map[string]any{"ref": w.ref(`file "Paper"`)}, `Pressed file "Paper", but it was not under the pointer any more`)
}

func rewritten(w *world) {
	w.open("/rewrites.html")
	becomes, field := w.ref(`textbox "Becomes"`), w.ref(`textbox "Field"`)
	for _, c := range []struct {
		value, becomes string
		same           bool
	}{
		{"4111111111111111", "4111 1111 1111 1111", true},
		{"0171-5550142", "0171 5550142", true},
		{"1715550142", "(171) 555-0142", true},
		{"12345", "12,345", true},
		{"12345.50", "12,345.50", true},
		{"1234567", "1'234'567", true},
		{"12.50", "12,50", true},
		{"24/12/2026", "24.12.2026", true},
		{"12.50", "1250", false},
		{"-5", "5", false},
		{"5", "-5", false},
		{"1.11.2026", "11.1.2026", false},
		{"1.5", "15", false},
		{"15", "1.5", false},
		{"12.345", "12345", false},
		{"123", "12", false},
		{"10-12", "1012", false},
		{"(50)", "50", false},
		{"1/2", "1.2", false},
		{"Mira Lind", "MiraLind", false},
	} {
		w.must("fill", map[string]any{"ref": becomes, "value": c.becomes})
		text, err := w.try("fill", map[string]any{"ref": field, "value": c.value})
		if (err == nil) != c.same {
			w.Errorf("%q that became %q: %s, %v", c.value, c.becomes, text, err)
		}
	}
	// What empties itself at once may have added it.
	w.must("fill", map[string]any{"ref": becomes, "value": ""})
	contains(w.T, w.must("fill", map[string]any{"ref": field, "value": "x"}), `it took "x", and the page has emptied it since`)
}

func turnsLate(w *world) {
	w.open("/rewrites.html")
	contains(w.T, w.fill(`checkbox "Slow box"`, "true"), "it is now checked")
}

func linkToNowhere(w *world) {
	w.open("/rewrites.html")
	contains(w.T, w.click(`link "Nowhere"`), `Clicked link "Nowhere". It led to http://127.0.0.1:1/, which could not be opened`)
}

// refusedHoldsNobody: after an act that was refused a person's press gets
// through at once.
func refusedHoldsNobody(w *world) {
	w.open("/rewrites.html")
	ref := w.ref(`button "Basket"`)
	args := json.RawMessage(`{"ref":"` + ref + `"}`)
	call := tools.Call{Name: "click", Args: args, Scope: tools.Scope{Run: w.run}, Progress: func(tools.Update) {}}
	action, err := w.tools["click"].Prepare(w.Context(), call)
	if err != nil {
		w.Fatal(err)
	}
	contains(w.T, w.click(`button "Fill the basket"`), "Clicked")
	if result, err := action.Do(w.Context()); err == nil {
		w.Fatalf("not refused: %s", result.Text)
	}
	w.person("0", press("mousePressed", 1), press("mouseReleased", 0))
	w.says("a person's press")
}

// press is half of a press that no act makes.
func press(kind string, buttons int) driver.CDPCommand {
	return driver.CDPCommand{Method: "Input.dispatchMouseEvent", Params: fmt.Appendf(nil, `{"type":%q,"x":60,"y":260,"button":"left","buttons":%d,"clickCount":1}`, kind, buttons)}
}

var currentTab = regexp.MustCompile(`tab (\d+) .* current`)
