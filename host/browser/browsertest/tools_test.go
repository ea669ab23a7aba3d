package browsertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/margay/margay/protocol/driver"
)

// What the tools beside click and fill stand on.

// accepted sends commands that the browser must all take.
func (e env) accepted(commands ...driver.CDPCommand) []driver.CDPReply {
	e.Helper()
	replies, err := e.b.CDP(e.ctx(), e.tab, true, commands...)
	e.ok(err)
	for i, r := range replies {
		if r.Error != "" {
			e.Fatalf("%s: %s", commands[i].Method, r.Error)
		}
	}
	return replies
}

// field reads one member of an answer, by a path of names.
func field(e env, raw json.RawMessage, path ...string) json.RawMessage {
	e.Helper()
	for _, name := range path {
		var fields map[string]json.RawMessage
		e.ok(json.Unmarshal(raw, &fields))
		raw = fields[name]
	}
	return raw
}

const focusOn = "Emulation.setFocusEmulationEnabled"

func keyCodes(e env) {
	e.open("/keys.html")
	// Not in one batch: the browser may take input before the page is through with an evaluation.
	e.accepted(raw(focusOn, `{"enabled":true}`), evaluation(`document.getElementById("search").focus()`))
	e.accepted(
		raw("Input.dispatchKeyEvent", `{"type":"rawKeyDown","key":"ArrowDown","code":"ArrowDown","windowsVirtualKeyCode":40}`),
		raw("Input.dispatchKeyEvent", `{"type":"keyUp","key":"ArrowDown","code":"ArrowDown","windowsVirtualKeyCode":40}`),
		raw("Input.dispatchKeyEvent", `{"type":"keyDown","key":"A","code":"KeyA","windowsVirtualKeyCode":65,"text":"A","modifiers":8}`),
		raw("Input.dispatchKeyEvent", `{"type":"keyUp","key":"A","code":"KeyA","windowsVirtualKeyCode":65,"modifiers":8}`))
	if got := e.evaluate("result.textContent + ' ' + search.value"); got != "ArrowDown/ArrowDown/40//true | A/KeyA/65/S/true A" {
		e.Errorf("the page saw %q", got)
	}
}

// picture: a hidden tab that takes input is drawn only while a screencast runs.
func picture(e env) {
	e.open("/draw.html")
	replies := e.accepted(raw(focusOn, `{"enabled":true}`), raw("Page.enable", `{}`),
		raw("Page.startScreencast", `{"format":"jpeg","quality":1,"maxWidth":16,"maxHeight":16,"everyNthFrame":1000}`),
		raw("Page.captureScreenshot", `{"clip":{"x":0,"y":0,"width":200,"height":100,"scale":1}}`))
	e.accepted(raw("Page.stopScreencast", `{}`))
	var data []byte
	e.ok(json.Unmarshal(field(e, replies[3].Result, "data"), &data))
	if len(data) < 100 || string(data[1:4]) != "PNG" {
		e.Errorf("the picture has %d bytes", len(data))
	}
}

// endedEvaluation: an evaluation is ended by its own limit, and the page goes on.
func endedEvaluation(e env) {
	e.open("/terms.html")
	began := time.Now()
	replies, err := e.b.CDP(e.ctx(), e.tab, true, raw("Runtime.evaluate", `{"expression":"for (;;);","timeout":300}`))
	e.ok(err)
	if took := time.Since(began); took < 300*time.Millisecond {
		e.Errorf("it ended after %s: %s %s", took, replies[0].Result, replies[0].Error)
	}
	if got := e.evaluate("1 + 1"); got != "2" {
		e.Errorf("the page does not go on: %s", got)
	}
}

func frameObject(e env) {
	e.open("/script.html")
	var id string
	e.eventually("the frame's document", func() bool {
		frame := e.accepted(raw("Runtime.evaluate", `{"expression":"document.querySelector('iframe')"}`))
		object := field(e, frame[0].Result, "result", "objectId")
		node := e.accepted(raw("DOM.describeNode", fmt.Sprintf(`{"objectId":%s,"pierce":true}`, object)))
		backend := field(e, node[0].Result, "node", "contentDocument", "backendNodeId")
		resolved := e.accepted(raw("DOM.resolveNode", fmt.Sprintf(`{"backendNodeId":%s}`, backend)))
		e.ok(json.Unmarshal(field(e, resolved[0].Result, "object", "objectId"), &id))
		text := e.accepted(raw("Runtime.callFunctionOn", fmt.Sprintf(`{"objectId":%q,"functionDeclaration":"function() { return this.body?.textContent }","returnByValue":true}`, id)))
		return string(field(e, text[0].Result, "result", "value")) == `"Inside"`
	})
}

// asksBeforeClosing: a page that somebody has used may ask whether one wants to
// leave it; the tab closes when the answer is yes.
func asksBeforeClosing(e env) {
	e.open("/leave.html")
	var h heard
	defer e.b.Events(e.tab, h.take)()
	e.accepted(raw("Page.enable", `{}`), raw(focusOn, `{"enabled":true}`),
		raw("Input.dispatchMouseEvent", `{"type":"mousePressed","x":20,"y":20,"button":"left","buttons":1,"clickCount":1}`),
		raw("Input.dispatchMouseEvent", `{"type":"mouseReleased","x":20,"y":20,"button":"left","clickCount":1}`))
	ctx, cancel := context.WithCancel(e.ctx())
	done := make(chan error, 1)
	go func() { done <- e.b.CloseTab(ctx, e.tab) }()
	e.eventually("the page asks", func() bool { _, ok := h.find("Page.javascriptDialogOpening"); return ok })
	list, err := e.b.Tabs(e.ctx())
	e.ok(err)
	there := false
	for _, t := range list {
		there = there || t.ID == e.tab
	}
	if !there {
		e.Error("the tab is gone before the answer")
	}
	_, _ = e.b.CDP(e.ctx(), e.tab, true, raw("Page.handleJavaScriptDialog", `{"accept":true}`)) // the tab may go before it has answered
	e.eventually("the tab is gone", func() bool {
		_, err := e.b.Frames(e.ctx(), e.tab)
		return err != nil
	})
	cancel()
	<-done
}
