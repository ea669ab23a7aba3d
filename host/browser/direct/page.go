package direct

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// worldName names our isolated world in a document.
const worldName = "margay"

// document is the opaque id: the frame and its loader. A frame that navigates
// gets another loader.
func document(f *frame) string { return string(f.id) + "." + string(f.loader) }

// Frames implements browser.Transport.
func (d *Driver) Frames(ctx context.Context, id int64) ([]browser.Frame, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	t, err := d.tab(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := d.readable(t); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	t.prune()
	frames := make([]browser.Frame, 0, len(t.frames))
	for _, f := range t.frames {
		if f.parent != "" && notAPage(f.url, false) != nil {
			continue // of the browser's own, such as what draws a PDF
		}
		b := browser.Frame{Document: document(f), URL: f.url}
		if p := t.frames[f.parent]; p != nil {
			b.Parent = document(p)
		}
		frames = append(frames, b)
	}
	sort.Slice(frames, func(i, j int) bool {
		if (frames[i].Parent == "") != (frames[j].Parent == "") {
			return frames[i].Parent == ""
		}
		return frames[i].Document < frames[j].Document
	})
	return frames, nil
}

// Session implements browser.Sessions.
func (d *Driver) Session(ctx context.Context, id int64, doc string) (string, error) {
	t, err := d.tab(ctx, id)
	if err != nil {
		return "", err
	}
	f, err := d.find(t, doc)
	if err != nil || f.session == t.session {
		return "", err
	}
	return f.session, nil
}

// readable refuses the browser's own pages, which look scriptable over CDP
// and are not to be driven.
func (d *Driver) readable(t *tab) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	top := t.top()
	if top == nil {
		return protocol.NewFault(protocol.ReasonNoDocument, "The tab has no document yet.").WithNext("Try again.")
	}
	return notAPage(top.url, top.failed)
}

// notAPage says why a document cannot be read, or nil.
func notAPage(url string, failed bool) error {
	if failed || strings.HasPrefix(url, "chrome-error:") {
		return protocol.NewFault(protocol.ReasonNotPage, "The tab shows the browser's error page, because the address could not be loaded.").
			WithNext("Navigate to an address that works.")
	}
	for _, scheme := range []string{"chrome:", "chrome-untrusted:", "chrome-extension:", "devtools:", "view-source:"} {
		if strings.HasPrefix(url, scheme) {
			return protocol.NewFault(protocol.ReasonNotPage, fmt.Sprintf("%s is the browser's own page; it cannot be read or driven.", url)).
				WithNext("Navigate to a web page, or use another tab.")
		}
	}
	return nil
}

// Page implements browser.Transport.
func (d *Driver) Page(ctx context.Context, id int64, doc, function string, args any, act bool) (json.RawMessage, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	t, err := d.tab(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := d.readable(t); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("arguments of %s: %w", function, err)
	}
	w, session, err := d.enter(ctx, t, doc)
	if err != nil {
		return nil, d.lost(ctx, err, false) // nothing of ours has run yet
	}
	result, err := d.call(ctx, session, w, function, string(encoded))
	if err != nil {
		return nil, d.lost(ctx, err, act)
	}
	return result, nil
}

// enter finds or makes our world in a document.
func (d *Driver) enter(ctx context.Context, t *tab, doc string) (world, string, error) {
	f, err := d.find(t, doc)
	if err != nil {
		return world{}, "", err
	}
	if f.world != nil {
		return *f.world, f.session, nil
	}
	s := caller{conn: d.conn, session: f.session}
	made, err := cdp.Call(ctx, s, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: f.id, WorldName: worldName})
	if err != nil {
		return world{}, "", err
	}
	w, err := d.record(t, doc, f.session, made.ExecutionContextID)
	if err != nil {
		return world{}, "", err
	}
	loaded, err := cdp.Call(ctx, s, runtime.Evaluate, runtime.EvaluateParams{
		Expression: d.script + "\n;void 0", UniqueContextID: w.context, Silent: new(true),
	})
	if err != nil {
		return world{}, "", err
	}
	if loaded.ExceptionDetails != nil {
		return world{}, "", fmt.Errorf("load the page script: %s", exceptionText(loaded.ExceptionDetails))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if now := t.frames[f.id]; now != nil && now.loader == f.loader {
		now.world = &w
	}
	return w, f.session, nil
}

// find returns a copy of the frame that holds the document.
func (d *Driver) find(t *tab, doc string) (frame, error) {
	id, loader, _ := strings.Cut(doc, ".")
	d.mu.Lock()
	defer d.mu.Unlock()
	f := t.frames[cdp.FrameID(id)]
	if f == nil || f.loader != cdp.LoaderID(loader) {
		return frame{}, browser.NoDocument()
	}
	return *f, nil
}

// record ties the new context to the document. Every event before the answer
// has been taken, so if the frame still has its loader, the context is this
// document's; if it navigates later, the unique id no longer names anything.
func (d *Driver) record(t *tab, doc, session string, id runtime.ExecutionContextID) (world, error) {
	f, err := d.find(t, doc)
	if err != nil {
		return world{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.sessions[session]
	if s == nil || s.contexts[id] == "" {
		return world{}, browser.NoDocument()
	}
	return world{loader: f.loader, context: s.contexts[id]}, nil
}

// invoke runs in our world. The result travels as JSON text: one string
// crosses faster than a tree that the inspector copies value by value.
const invoke = `async function(name, args) { return JSON.stringify(await globalThis.__margay.call(name, JSON.parse(args))) }`

func (d *Driver) call(ctx context.Context, session string, w world, function, args string) (json.RawMessage, error) {
	name, err := json.Marshal(function)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	r, err := cdp.Call(ctx, caller{conn: d.conn, session: session}, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: invoke, UniqueContextID: w.context,
		Arguments:    []*runtime.CallArgument{{Value: name}, {Value: text}},
		AwaitPromise: new(true), ReturnByValue: new(true), Silent: new(true),
	})
	if err != nil {
		return nil, err
	}
	if r.ExceptionDetails != nil {
		return nil, protocol.NewFault(protocol.ReasonInvalidParams, exceptionText(r.ExceptionDetails))
	}
	if r.Result == nil || len(r.Result.Value) == 0 {
		return json.RawMessage("null"), nil
	}
	var result string
	if err := unmarshal(r.Result.Value, &result); err != nil {
		return nil, fmt.Errorf("read what %s returned: %w", function, err)
	}
	return json.RawMessage(result), nil
}

// exceptionText is the message of a thrown error without its stack.
func exceptionText(e *runtime.ExceptionDetails) string {
	text := e.Text
	if e.Exception != nil && e.Exception.Description != "" {
		text = e.Exception.Description
	}
	text, _, _ = strings.Cut(text, "\n    at ")
	for _, kind := range []string{"Error: ", "TypeError: ", "SyntaxError: "} {
		text = strings.TrimPrefix(text, kind)
	}
	return text
}

// CDP implements browser.Transport.
func (d *Driver) CDP(ctx context.Context, id int64, act bool, commands ...driver.CDPCommand) ([]driver.CDPReply, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	t, err := d.reachable(ctx, id)
	if err != nil {
		return nil, err
	}
	batch, err := d.address(t, commands)
	if err != nil {
		return nil, err
	}
	answers, err := d.conn.batch(ctx, batch...)
	if err != nil {
		return nil, d.lost(ctx, err, act)
	}
	replies := make([]driver.CDPReply, len(answers))
	for i, a := range answers {
		replies[i].Result = a.result
		var said *cdpError
		if errors.As(a.err, &said) {
			replies[i].Error = said.Error()
		} else if a.err != nil {
			return nil, d.lost(ctx, a.err, act)
		}
	}
	return replies, nil
}

// address puts the session in: a child session must be one of this tab's.
func (d *Driver) address(t *tab, commands []driver.CDPCommand) ([]command, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	batch := make([]command, len(commands))
	for i, c := range commands {
		session := c.Session
		if session == "" {
			session = t.session
		} else if s := d.sessions[session]; s == nil || s.tab != t {
			return nil, browser.NoDocument()
		}
		batch[i] = command{session: session, method: c.Method, params: c.Params}
	}
	return batch, nil
}
