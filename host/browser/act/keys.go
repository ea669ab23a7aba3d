package act

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/chromedp/cdproto/input"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/keys"
	"github.com/margay/margay/tools/page"
)

// Press implements page.Driver. What has the focus when the keys leave has it
// when they arrive, or the page is told nothing of them.
func (p *Pages) Press(ctx context.Context, target page.Target, chords []keys.Chord) (page.Report, error) {
	if p.o.Mac {
		chords = onMac(chords)
	}
	if target.Ref == "" && slices.ContainsFunc(chords, acts) && p.courses.unfinished(target.Run) {
		return page.Report{}, refused("A call before this one was not done, so nothing was pressed: what has the focus now may not be what the keys were for.", "Take a snapshot to see how far it has come.")
	}
	return p.act(ctx, target, func(ctx context.Context, t *tab) (string, bool, error) {
		var done pressed
		err := t.racing(ctx, func(ctx context.Context) error {
			for range inputTries {
				var err error
				if done, err = t.pressKeys(ctx, target, chords); err != nil || done.arrived() {
					return err
				}
			}
			return refused(done.words(target)+" loses the focus before a key reaches it, so nothing was pressed.", "Something may have opened: take a snapshot.")
		})
		switch {
		case isDialog(err) && !done.sent:
			return fmt.Sprintf("A dialog opened when %s got the focus, so nothing was pressed.", done.words(target)), true, nil
		case err != nil && !isDialog(err):
			return "", false, err
		}
		return join(done.did(target, keys.Line(chords)), done.changed(), done.focus()), done.failed(), nil
	})
}

// acts reports whether a key does more than move about: Enter and blank press what has the focus.
func acts(c keys.Chord) bool { return c.Text != "" }

// pressed is what is known of keys that have been sent.
type pressed struct {
	before pagescript.Element
	// after is nil where there was nothing to read back.
	after *pagescript.LandedResult
	// stayed says that the element held what it did before when it was looked at once more, once the page had had its time.
	stayed bool
	// astray says that another document of the tab would have got some of them,
	// sent that they were sent at all.
	astray, sent bool
	// keys is how many were sent, without those that are only held for others.
	keys int
	// types says that one of them puts something into a field, or takes something out.
	types bool
}

// lost is how many keys no document of ours has seen: where a page puts the
// focus into a frame meanwhile, they may have reached nobody.
func (d pressed) lost() int {
	if d.landed() != pagescript.OnTarget {
		return 0
	}
	return max(d.keys-d.after.Keys, 0)
}

func (d pressed) landed() string {
	if d.after == nil {
		return ""
	}
	return d.after.Landed
}

// arrived reports whether keys have reached the element: then none is pressed
// again, although the rest may have been held back.
func (d pressed) arrived() bool {
	return d.landed() != pagescript.Elsewhere && (!d.astray || d.landed() == pagescript.OnTarget)
}

func (d pressed) failed() bool { return d.astray || d.lost() > 0 || d.landed() == pagescript.Nowhere }

// pressKeys guards what has, or gets, the focus, and sends the keys.
func (t *tab) pressKeys(ctx context.Context, target page.Target, chords []keys.Chord) (done pressed, err error) {
	document, focused, err := t.focus(ctx, target)
	if err != nil {
		t.liftAll(ctx) // a person's keys must not be held back
		return done, unaimed(err)
	}
	done.before = focused
	lift := t.guard(ctx, document, pagescript.InputTyping)
	defer func() { done.astray = lift(guardTime) }()
	// To the tab itself: the browser brings keys to the document with the focus,
	// whichever process draws it.
	var batch []driver.CDPCommand
	for _, c := range chords {
		batch = append(batch, tap(c)...)
		if !slices.ContainsFunc(holds, func(h hold) bool { return h.key.Name == c.Name }) {
			done.keys++
		}
		done.types = done.types || changes(c)
	}
	done.sent = true
	replies, err := t.Transport.CDP(ctx, t.Native, true, batch...)
	if err == nil {
		err = actError(replies)
	}
	read := func() (err error) {
		done.after, err = t.readBack(ctx, document, pagescript.LandedArgs{Ref: focused.Ref, Focus: true})
		if err == nil && done.unchanged() {
			done.stayed, done.after.Element = t.again(ctx, document, done.after.Element)
		}
		return err
	}
	switch {
	case err == nil:
		return done, read()
	case isFault(err, protocol.ReasonUnknown) && read() == nil && done.landed() == pagescript.OnTarget && done.lost() == 0:
		return done, nil
	}
	t.lift(ctx, document)
	return done, err
}

// focus gives an element the focus, or finds what has it: in the top document
// or in a child, whichever the keys reach.
func (t *tab) focus(ctx context.Context, target page.Target) (document string, focused pagescript.Element, err error) {
	got, err := call(ctx, t, target.Document, pagescript.Focus, pagescript.FocusArgs{Ref: target.Ref, Keep: true})
	switch {
	case err != nil:
		return "", focused, err
	case target.Ref == "" && got.Child:
		return t.focusedChild(ctx, target.Document)
	case target.Ref == "":
		return target.Document, got.Element, nil
	}
	if err := still(target, got.Element); err != nil {
		return "", focused, err
	}
	if !got.Element.Focused && got.Element.Inert {
		return "", focused, behindIt(target.Words, "pressed")
	}
	if !got.Element.Focused {
		return "", focused, refused(target.Words+" does not take the focus, so nothing was pressed.", "Click it first, or press the key without a ref.")
	}
	return target.Document, got.Element, nil
}

// focusedChild finds the child document that the keys reach.
func (t *tab) focusedChild(ctx context.Context, document string) (string, pagescript.Element, error) {
	frames, err := t.Transport.Frames(ctx, t.Native)
	if err != nil {
		return "", pagescript.Element{}, err
	}
	for {
		next, got := t.childWithFocus(ctx, frames, document)
		if next == "" {
			return "", pagescript.Element{}, refused("What has the focus is in a frame that cannot be reached, so nothing was pressed.", "Give the ref of the element.")
		}
		if document = next; !got.Child {
			return document, got.Element, nil
		}
	}
}

func (t *tab) childWithFocus(ctx context.Context, frames []browser.Frame, parent string) (string, pagescript.FocusResult) {
	for _, f := range frames {
		if f.Parent != parent {
			continue
		}
		got, err := call(ctx, t, f.Document, pagescript.Focus, pagescript.FocusArgs{Keep: true})
		if err == nil && got.Here {
			return f.Document, got
		}
	}
	return "", pagescript.FocusResult{}
}

// words name what the keys were meant for.
func (d pressed) words(target page.Target) string {
	switch {
	case target.Ref != "":
		return target.Words
	case d.before.Ref != "":
		return inWords(d.before)
	}
	return "The page"
}

func (d pressed) did(target page.Target, chords string) string {
	where := ""
	if target.Ref != "" || d.before.Ref != "" {
		where = " in " + d.words(target)
	}
	if d.landed() == pagescript.Nowhere {
		return fmt.Sprintf("Pressed %s%s, but the page saw no key there. Take a snapshot to see what it did. %s", chords, where, whereItStays)
	}
	if d.astray {
		return fmt.Sprintf("Pressed %s%s, but not to the end: the focus went into another frame, where the rest was held back.", chords, where)
	}
	if lost := d.lost(); lost > 0 {
		return fmt.Sprintf("Pressed %s%s, but the page saw %d of the %d keys there: the focus went elsewhere, and the rest may have reached nobody. Take a snapshot.", chords, where, d.keys-lost, d.keys)
	}
	return fmt.Sprintf("Pressed %s%s.", chords, where)
}

// changed says what became of the element that the keys were pressed in.
func (d pressed) changed() string {
	switch {
	case d.after == nil:
		return ""
	case d.after.Element.Gone && d.before.Ref != "":
		return "It is no longer in the page: take a snapshot."
	case d.after.Element.Gone:
		return ""
	}
	if text := checkedNow(d.before, d.after); text != "" {
		return text
	}
	now := d.after.Element
	switch {
	case now.Value != d.before.Value && dials(now) && now.Kind == "none":
		return "It now shows " + inside(now) + "."
	case now.Value == d.before.Value && d.stayed:
		return "It still holds " + inside(now) + "."
	case now.Value == d.before.Value || now.Kind == "none":
		return ""
	}
	return "It now holds " + inside(now) + "."
}

// unchanged reports whether keys that type have reached a field which has the focus still and holds at once what it did
// before, as far as one can tell.
func (d pressed) unchanged() bool {
	return d.types && d.landed() == pagescript.OnTarget && d.lost() == 0 && d.after.Focus != nil && d.after.Focus.Ref == d.before.Ref &&
		isText(d.before) && !d.after.Element.Gone && d.after.Element.Value == d.before.Value
}

// again looks at a field once more when the page has had its time, since some write what was typed later; stayed says that
// it still holds what it did. now is what it is then, or was before where it cannot be seen.
func (t *tab) again(ctx context.Context, document string, before pagescript.Element) (stayed bool, now pagescript.Element) {
	if !t.restedDrawn(ctx) || t.moving() || t.clear() != nil {
		return false, before
	}
	now, err := whileHere(ctx, t, func(ctx context.Context) (pagescript.Element, error) {
		return call(ctx, t, document, pagescript.Locate, pagescript.LocateArgs{Ref: before.Ref})
	})
	if err != nil {
		return false, before // settle tells what has come of the page
	}
	return !now.Gone && now.Focused && now.Value == before.Value, now
}

// changes reports whether a key puts something into a field, or takes something out. What Enter does is for the page.
func changes(c keys.Chord) bool {
	return c.Text != "" && c.Text != "\r" || c.Name == "Backspace" || c.Name == "Delete"
}

// isText reports whether all that a field holds is known, and is what is typed and nothing else. One for a number tells no
// value while what is in it is none, a masked one only how long it is, an editor leaves out blanks, and a long text is cut.
func isText(e pagescript.Element) bool {
	return (e.Kind == "text" || e.Kind == "multiline") && e.Role != "spinbutton" && !e.Masked && !isCut.MatchString(e.Value)
}

var isCut = regexp.MustCompile(`…\+\d+$`)

// inside is what a field holds, in words. Its lines stay lines.
func inside(e pagescript.Element) string {
	if e.Masked {
		return fmt.Sprintf("%d characters", utf8.RuneCountInString(e.Value))
	}
	return tools.Quote(clip(e.Value, longestURL))
}

// focus says where the focus has gone.
func (d pressed) focus() string {
	switch {
	case d.after == nil:
		return ""
	case d.after.Focus == nil && d.before.Ref != "" && !d.after.Element.Gone:
		return "It does not have the focus any more."
	case d.after.Focus == nil || d.after.Focus.Ref == d.before.Ref:
		return ""
	}
	now := *d.after.Focus
	if now.Value == "" || now.Kind == "none" {
		return fmt.Sprintf("The focus is now on %s.", inWords(now))
	}
	return fmt.Sprintf("The focus is now on %s, which holds %s.", inWords(now), inside(now)) // some of the keys may have gone there
}

// tap presses and lets go of a key while others are held.
func tap(c keys.Chord) []driver.CDPCommand {
	var down, up []driver.CDPCommand
	var held keys.Modifiers
	for _, m := range holds {
		if c.Modifiers&m.bit == 0 || m.key.Name == c.Name {
			continue
		}
		up = append(up, stroke(input.DispatchKeyEventTypeKeyUp, m.key, held))
		held |= m.bit
		down = append(down, stroke(input.DispatchKeyEventTypeRawKeyDown, m.key, held))
	}
	kind := input.DispatchKeyEventTypeRawKeyDown
	if c.Text != "" {
		kind = input.DispatchKeyEventTypeKeyDown
	}
	down = append(down, stroke(kind, c.Key, c.Modifiers), stroke(input.DispatchKeyEventTypeKeyUp, c.Key, c.Modifiers))
	for i := len(up) - 1; i >= 0; i-- {
		down = append(down, up[i])
	}
	return down
}

type hold struct {
	bit keys.Modifiers
	key keys.Key
}

// holds are the keys that are held, in the order in which a hand presses them.
var holds = []hold{
	{keys.Control, keys.Key{Name: "Control", Code: "ControlLeft", Virtual: 17}},
	{keys.Alt, keys.Key{Name: "Alt", Code: "AltLeft", Virtual: 18}},
	{keys.Shift, keys.Key{Name: "Shift", Code: "ShiftLeft", Virtual: 16}},
	{keys.Meta, keys.Key{Name: "Meta", Code: "MetaLeft", Virtual: 91}},
}

func stroke(kind input.DispatchKeyEventType, k keys.Key, held keys.Modifiers) driver.CDPCommand {
	p := input.DispatchKeyEventParams{Type: kind, Key: k.Name, Code: k.Code, WindowsVirtualKeyCode: k.Virtual, Modifiers: int64(held)}
	if kind == input.DispatchKeyEventTypeKeyDown {
		p.Text, p.UnmodifiedText = k.Text, k.Text
	}
	if kind == input.DispatchKeyEventTypeRawKeyDown && held == keys.Meta {
		p.Commands = editing[k.Code]
	}
	if kind == input.DispatchKeyEventTypeRawKeyDown && held == keys.Meta|keys.Shift && k.Code == "KeyZ" {
		p.Commands = []string{"redo"}
	}
	return cmd(input.DispatchKeyEvent, p)
}

// editing are the commands that macOS, and not the page, makes of a key with
// Meta: there the browser has to be told of them.
var editing = map[string][]string{
	"KeyA": {"selectAll"}, "KeyC": {"copy"}, "KeyX": {"cut"}, "KeyV": {"paste"}, "KeyZ": {"undo"},
	"ArrowLeft": {"moveToBeginningOfLine"}, "ArrowRight": {"moveToEndOfLine"},
	"ArrowUp": {"moveToBeginningOfDocument"}, "ArrowDown": {"moveToEndOfDocument"}, "Backspace": {"deleteToBeginningOfLine"},
}

// onMac turns the editing chords with Control into those that macOS has for
// them, so that Control+A selects all everywhere.
func onMac(chords []keys.Chord) []keys.Chord {
	out := make([]keys.Chord, len(chords))
	for i, c := range chords {
		if _, edits := editing[c.Code]; edits && len(c.Name) == 1 && c.Modifiers&keys.Control != 0 {
			c.Modifiers = c.Modifiers&^keys.Control | keys.Meta
		}
		out[i] = c
	}
	return out
}
