package act

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
)

// world is a place in the page's own world to run things in: a document of a
// session, the outermost one where object is empty.
type world struct {
	session string
	object  runtime.RemoteObjectID
}

// evaluated is the answer to an evaluation.
type evaluated struct {
	Result struct {
		ObjectID runtime.RemoteObjectID `json:"objectId"`
		Value    json.RawMessage        `json:"value"`
	} `json:"result"`
	ExceptionDetails *struct {
		Text       string `json:"text"`
		LineNumber int    `json:"lineNumber"`
		Exception  struct {
			Description string `json:"description"`
		} `json:"exception"`
	} `json:"exceptionDetails"`
}

// listen is a function that waits for one event and keeps the node it is about
// in a box, which stands under the event's name until it is taken.
//
//go:embed listen.js
var listen string

// box is an object in the page's own world that holds an element.
type box struct {
	world
	name   string
	object runtime.RemoteObjectID
}

// reveal shows an element of a document to the page's own world, in a box. The document itself says which node it is, so
// nothing is ever run in the next one.
func (t *tab) reveal(ctx context.Context, w world, document, ref string) (box, error) {
	name := "margay-" + rand.Text()
	var made evaluated
	err := t.ask(ctx, w.session, &made, w.call("function(name) { return ("+strings.TrimSpace(listen)+")(this.defaultView ?? this, name) }", name))
	if err != nil {
		return box{}, err
	}
	e, err := call(ctx, t, document, pagescript.Reveal, pagescript.RevealArgs{Ref: ref, Event: name})
	switch {
	case err != nil:
		return box{}, err
	case e.Gone:
		return box{}, gone(ref, e)
	case made.Result.ObjectID == "":
		return box{}, browser.NoDocument()
	}
	return box{w, name, made.Result.ObjectID}, nil
}

// take makes the command that calls a function with the box as this and awaits
// its promise. Where it can be said, the browser ends it after the limit.
func (b box) take(function string, limit time.Duration) (c driver.CDPCommand) {
	if b.world.object != "" {
		c = cmd(runtime.CallFunctionOn, runtime.CallFunctionOnParams{
			FunctionDeclaration: function, ObjectID: b.object, AwaitPromise: new(true), ReturnByValue: new(true), UserGesture: new(false), Silent: new(true),
		})
	} else {
		name, _ := json.Marshal(b.name) // a string always encodes
		c = cmd(runtime.Evaluate, runtime.EvaluateParams{
			Expression:   fmt.Sprintf("((box) => { delete globalThis[%s]; return (%s).call(box) })(globalThis[%s])", name, function, name),
			AwaitPromise: new(true), ReturnByValue: new(true), UserGesture: new(false), Silent: new(true), Timeout: runtime.TimeDelta(limit.Milliseconds()),
		})
	}
	c.Session = b.session
	return c
}

// call makes the command that calls a function in the world, with the document
// or the window as this.
func (w world) call(function string, arguments ...string) driver.CDPCommand {
	args := make([]*runtime.CallArgument, len(arguments))
	list := make([]string, len(arguments))
	for i, a := range arguments {
		raw, _ := json.Marshal(a) // strings always encode
		args[i], list[i] = &runtime.CallArgument{Value: raw}, string(raw)
	}
	if w.object != "" {
		return cmd(runtime.CallFunctionOn, runtime.CallFunctionOnParams{FunctionDeclaration: function, ObjectID: w.object, Arguments: args, Silent: new(true)})
	}
	expression := fmt.Sprintf("(%s).call(%s)", function, strings.Join(append([]string{"globalThis"}, list...), ", "))
	return cmd(runtime.Evaluate, runtime.EvaluateParams{Expression: expression, Silent: new(true)})
}

// ask sends one command to a session and reads its answer.
func (t *tab) ask(ctx context.Context, session string, answer any, c driver.CDPCommand) error {
	c.Session = session
	replies, err := t.Transport.CDP(ctx, t.Native, false, c)
	if err != nil {
		return err
	}
	if err := firstError(replies); err != nil {
		return err
	}
	return json.Unmarshal(replies[0].Result, answer)
}

// world finds the page's own world of a document. path is the document's own
// among the frames of the tab.
func (t *tab) world(ctx context.Context, frames []browser.Frame, document, path string) (world, error) {
	parent := ""
	for _, f := range frames {
		if f.Document == document {
			parent = f.Parent
		}
	}
	if parent == "" {
		return world{}, nil
	}
	session, err := t.session(ctx, document)
	if err != nil {
		return world{}, err
	}
	around, err := t.session(ctx, parent)
	if err != nil || around != session {
		return world{session: session}, err
	}
	if path == "" {
		return world{}, refused("The frame that it is in cannot be reached by scripts.", "Leave the ref out to run in the page itself.")
	}
	above, err := t.world(ctx, frames, parent, path[:max(strings.LastIndexByte(path, '.'), 0)])
	if err != nil {
		return world{}, err
	}
	held, err := t.reveal(ctx, above, parent, "frame:"+path)
	if err != nil {
		return world{}, err
	}
	object, err := t.content(ctx, session, held)
	return world{session, object}, err
}

// content is the document in the iframe that a box holds.
func (t *tab) content(ctx context.Context, session string, held box) (runtime.RemoteObjectID, error) {
	var element evaluated
	if err := t.ask(ctx, session, &element, world{object: held.object}.call("function() { return this.node }")); err != nil {
		return "", err
	}
	var node struct {
		Node struct {
			ContentDocument struct {
				BackendNodeID cdp.BackendNodeID `json:"backendNodeId"`
			} `json:"contentDocument"`
		} `json:"node"`
	}
	if err := t.ask(ctx, session, &node, cmd(dom.DescribeNode, dom.DescribeNodeParams{ObjectID: element.Result.ObjectID, Pierce: new(true)})); err != nil {
		return "", err
	}
	if node.Node.ContentDocument.BackendNodeID == 0 {
		return "", browser.NoDocument()
	}
	var resolved struct {
		Object struct {
			ObjectID runtime.RemoteObjectID `json:"objectId"`
		} `json:"object"`
	}
	err := t.ask(ctx, session, &resolved, cmd(dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: node.Node.ContentDocument.BackendNodeID}))
	return resolved.Object.ObjectID, err
}
