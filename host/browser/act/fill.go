package act

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/chromedp/cdproto/input"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/keys"
	"github.com/margay/margay/tools/page"
)

// Fill implements page.Driver.
func (p *Pages) Fill(ctx context.Context, target page.Target, value string) (page.Report, error) {
	value = strings.ReplaceAll(value, "\r\n", "\n")
	return p.act(ctx, target, func(ctx context.Context, t *tab) (string, bool, error) { return p.fill(ctx, t, target, value) })
}

func (p *Pages) fill(ctx context.Context, t *tab, target page.Target, value string) (did string, failed bool, err error) {
	e, err := call(ctx, t, target.Document, pagescript.Locate, pagescript.LocateArgs{Ref: target.Ref})
	if err != nil {
		return "", false, err
	}
	if err := fillable(target, e); err != nil {
		return "", false, err
	}
	if err := t.inFront(ctx, target, e); err != nil {
		return "", false, err
	}
	switch e.Kind {
	case "check":
		return p.tick(ctx, t, target, e, value)
	case "select", "set":
		return p.set(ctx, t, target, e, value)
	}
	return p.enterText(ctx, t, target, e, value)
}

// fillable refuses what cannot hold a value now.
func fillable(target page.Target, e pagescript.Element) error {
	what := target.Words
	switch {
	case e.Gone:
		return gone(target.Ref, e)
	case seen(target.Document, e) != target.Seen:
		return refused(fmt.Sprintf("%s has become %s, so nothing was filled in.", what, inWords(e)), "Take a snapshot.")
	case e.Kind == "none" && dials(e):
		return refused(what+" is no field: the page draws it.", "Move it with press_key and its ref: ArrowRight or ArrowLeft, PageUp, Home, End.")
	case e.Kind == "none" || e.Kind == "":
		return refused(what+" is no field.", "Click it, or take a snapshot to find the field.")
	case e.Kind == "file":
		return refused(what+" takes a file, which cannot be filled in.", "Ask the person to choose the file.")
	case !e.Enabled:
		return refused(what+" is disabled, so nothing was filled in.", "Something else may have to be filled in first.")
	case e.ReadOnly:
		return refused(fmt.Sprintf("%s is read-only; it holds %s.", what, tools.Quote(e.Value)), "Leave it as it is.")
	case !e.Visible && e.Kind != "check" && e.Kind != "select":
		return refused(what+" cannot be seen, so nothing was filled in.", "Something may have to be opened first: take a snapshot.")
	}
	return nil
}

// inFront refuses what is in a frame that a dialog of a document around it keeps from being used: its own document cannot tell.
func (t *tab) inFront(ctx context.Context, target page.Target, e pagescript.Element) error {
	if e.Frame == "" {
		return nil
	}
	frames, err := t.Transport.Frames(ctx, t.Native)
	if err != nil {
		return nil // what is read of the field itself counts
	}
	parents := map[string]string{}
	for _, f := range frames {
		parents[f.Document] = f.Parent
	}
	document := parents[target.Document]
	for path := e.Frame; path != "" && document != ""; path = path[:max(strings.LastIndexByte(path, '.'), 0)] {
		around, err := call(ctx, t, document, pagescript.Locate, pagescript.LocateArgs{Ref: "frame:" + path})
		if err == nil && around.Inert {
			return behindIt(target.Words, "filled in")
		}
		document = parents[document]
	}
	return nil
}

// behindIt refuses what a dialog that is open keeps from being used.
func behindIt(what, done string) error {
	return refused(what+" is inert: a dialog that is open keeps it from being used, so nothing was "+done+".", "Answer or close the dialog first; take a snapshot to see it.")
}

// dials reports whether the page draws something that shows a value and takes arrow keys.
func dials(e pagescript.Element) bool { return e.Role == "slider" || e.Role == "spinbutton" }

// The states of a box that is ticked, in the words of snapshots.
const (
	ticked   = "checked"
	unticked = "unchecked"
)

// tick brings a checkbox, radio or switch into a state by pressing it.
func (p *Pages) tick(ctx context.Context, t *tab, target page.Target, e pagescript.Element, value string) (string, bool, error) {
	want, err := truth(value)
	if err != nil {
		return "", false, err
	}
	if e.Checked == want {
		return fmt.Sprintf("%s is %s already; nothing was done.", capital(target.Words), want), false, nil
	}
	if e.Role == "radio" && want == unticked {
		return "", false, refused(target.Words+" cannot be unchecked by itself.", "Choose another one of its group instead.")
	}
	_, after, err := p.press(ctx, t, target)
	if err != nil {
		return "", false, err
	}
	if after != nil && !after.Element.Gone && after.Element.Checked != want {
		after.Element = t.turned(ctx, target, after.Element, want)
	}
	if after != nil && !after.Element.Gone && after.Element.Checked == want {
		after.Element = t.later(ctx, target, "", after.Element)
	}
	switch {
	case after == nil:
		return fmt.Sprintf("Pressed %s; it could not be read back.", target.Words), false, nil
	case after.Element.Gone:
		return fmt.Sprintf("Pressed %s, and it is no longer in the page: the page took it away, or put another in its place. Take a snapshot.", target.Words), false, nil
	case after.Element.Checked != want:
		return fmt.Sprintf("Could not fill %s: it was pressed and is %s.", target.Words, after.Element.Checked), true, nil
	}
	return fmt.Sprintf("Filled %s: it is now %s.", target.Words, after.Element.Checked), false, nil
}

// How long a box of the page's own may take to show that it was pressed, and
// how often it is looked at.
const (
	turnTime  = 600 * time.Millisecond
	turnEvery = 60 * time.Millisecond
)

// turned looks until a box shows the state that it was pressed for.
func (t *tab) turned(ctx context.Context, target page.Target, now pagescript.Element, want string) pagescript.Element {
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	every := time.NewTicker(turnEvery)
	defer every.Stop()
	for now.Checked != want {
		select {
		case <-ctx.Done():
			return now
		case <-every.C:
		}
		e, err := call(ctx, t, target.Document, pagescript.Locate, pagescript.LocateArgs{Ref: target.Ref})
		if err != nil {
			return now
		}
		if now = e; now.Gone {
			return now
		}
	}
	return now
}

func truth(value string) (string, error) {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "true", "yes", "on", "1", "checked", "x":
		return ticked, nil
	case "false", "no", "off", "0", "unchecked", "":
		return unticked, nil
	}
	return "", refused(fmt.Sprintf("%s is neither true nor false.", tools.Quote(value)), "Fill it with true or false.")
}

// set gives a control a value that cannot be typed.
func (p *Pages) set(ctx context.Context, t *tab, target page.Target, e pagescript.Element, value string) (did string, failed bool, err error) {
	values := []string{value}
	if e.Kind == "select" {
		values = choices(value)
	}
	after, err := t.put(ctx, target, values)
	if isDialog(err) {
		return fmt.Sprintf("Filled %s; it could not be read back.", target.Words), false, nil
	}
	if err != nil {
		return "", false, err
	}
	switch {
	case after.Gone:
		return fmt.Sprintf("Filled %s, and it is no longer in the page: the page took it away, or put another in its place. Take a snapshot.", target.Words), false, nil
	case e.Kind == "select" && !chosen(after) && !offers(e, after):
		return notHeld(target, value, after), true, nil
	case e.Kind == "select" && !chosen(after), e.Kind == "set" && !sameSet(value, after.Value):
		// It would not have come here with a value that the control does not take.
		did, failed = takenSince(target, value, e, after)
		return did, failed, nil
	}
	return held(target, after), false, nil
}

// enterText replaces the text of a field through the editing pipeline, as
// typing does, so that frameworks and editors take part.
func (p *Pages) enterText(ctx context.Context, t *tab, target page.Target, e pagescript.Element, value string) (did string, failed bool, err error) {
	var got *pagescript.LandedResult
	sent, in := false, false
	err = t.racing(ctx, func(ctx context.Context) error {
		for range inputTries {
			var astray bool
			var err error
			if got, astray, err = t.typeOver(ctx, target, e.Kind, value, &sent); err != nil || got == nil && !astray {
				return err
			}
			if got == nil {
				return refused("The document of "+target.Words+" went away while it was to be filled in; nothing was typed elsewhere.", "Take a snapshot.")
			}
			if got.Landed == pagescript.OnTarget {
				in = entered(value, got)
				got.Element = t.later(ctx, target, value, got.Element)
			}
			if got.Landed == pagescript.OnTarget || got.Landed == pagescript.Nowhere && !astray {
				return nil // what else was held back was a person's
			}
		}
		return refused(target.Words+" loses the focus before all of it is typed, so it was not filled in; nothing was typed elsewhere.", "Something may have opened: take a snapshot.")
	})
	switch {
	case isDialog(err) && !sent:
		return fmt.Sprintf("Could not fill %s: a dialog opened when it got the focus, so nothing was typed.", target.Words), true, nil
	case isDialog(err):
		return fmt.Sprintf("Typed into %s; it could not be read back.", target.Words), false, nil
	case err != nil:
		return "", false, err
	case got == nil:
		return fmt.Sprintf("Typed into %s; the page went on before it could be read back.", target.Words), false, nil
	}
	after := got.Element
	switch {
	case got.Landed == pagescript.Nowhere:
		return fmt.Sprintf("Could not fill %s: its document saw nothing of what was typed. It holds %s.", target.Words, tools.Quote(after.Value)), true, nil
	case after.Gone:
		return fmt.Sprintf("Typed into %s, and it is no longer in the page: the page took it away, or put another in its place. Take a snapshot.", target.Words), false, nil
	case !took(value, after) && !in && value != "" && after.Value == "" && got.Typed != "":
		return emptiedAtOnce(target, value, got.Typed == pagescript.MatchEqual, after), false, nil
	case !took(value, after) && in:
		did, failed = takenSince(target, value, e, after)
		return did, failed, nil
	case !took(value, after) && after.Value == e.Value && got.Typed == pagescript.MatchEqual:
		return join(notHeld(target, value, after), lookFirst), true, nil // it came, and was put back as it came
	case !took(value, after):
		return notHeld(target, value, after), true, nil
	}
	return held(target, after), false, nil
}

// typeOver focuses a field and types in place of what it holds. astray says
// that another document of the tab would have got some of it; sent, that it was
// sent at all.
func (t *tab) typeOver(ctx context.Context, target page.Target, kind, value string, sent *bool) (got *pagescript.LandedResult, astray bool, err error) {
	focused, err := call(ctx, t, target.Document, pagescript.Focus, pagescript.FocusArgs{Ref: target.Ref})
	if err != nil {
		return got, false, err
	}
	if !focused.Element.Focused && focused.Element.Inert {
		return got, false, behindIt(target.Words, "filled in")
	}
	if !focused.Element.Focused {
		return got, false, refused(target.Words+" does not take the focus, so nothing was filled in.", "Click it first, then take a snapshot.")
	}
	lift := t.guard(ctx, target.Document, pagescript.InputTyping)
	*sent = true
	replies, err := t.Transport.CDP(ctx, t.Native, true, typing(kind, value)...)
	if err == nil {
		err = actError(replies)
	}
	switch {
	case err == nil:
		got, err = t.readBack(ctx, target.Document, pagescript.LandedArgs{Ref: target.Ref, Want: value})
	case isFault(err, protocol.ReasonUnknown):
		// The browser may have let go of a page that still answers: what the field holds counts.
		read, unread := t.readBack(ctx, target.Document, pagescript.LandedArgs{Ref: target.Ref, Want: value})
		if unread == nil && read != nil && read.Landed == pagescript.OnTarget && entered(value, read) {
			got, err = read, nil
		}
	}
	if err != nil {
		t.lift(ctx, target.Document)
	}
	astray = lift(guardTime)
	return got, astray, err
}

// typing is the batch that replaces a selection by text. In an editor a line
// ends with Shift+Enter, because Enter alone sends the message in many of them.
func typing(kind, value string) []driver.CDPCommand {
	if value == "" {
		return tap(keys.Chord{Key: keys.Key{Name: "Delete", Code: "Delete", Virtual: 46}})
	}
	if kind != "editable" {
		return []driver.CDPCommand{cmd(input.InsertText, input.InsertTextParams{Text: value})}
	}
	enter := keys.Chord{Modifiers: keys.Shift, Key: keys.Key{Name: "Enter", Code: "Enter", Virtual: 13, Text: "\r"}}
	var batch []driver.CDPCommand
	for i, line := range strings.Split(value, "\n") {
		if i > 0 {
			batch = append(batch, tap(enter)...)
		}
		if line != "" {
			batch = append(batch, cmd(input.InsertText, input.InsertTextParams{Text: line}))
		}
	}
	return batch
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
