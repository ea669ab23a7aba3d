package act

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/address"
	"github.com/margay/margay/tools/page"
)

// call calls a function of the page script.
func call[P, R any](ctx context.Context, t *tab, document string, f pagescript.Func[P, R], args P) (R, error) {
	var result R
	raw, err := t.Transport.Page(ctx, t.Native, document, f.Name, args, f.Act)
	if err != nil {
		return result, err
	}
	// Read once, where encoding/json reads three times: a page's text may be long.
	if err := jsonv2.Unmarshal(raw, &result, jsonv2.AllowInvalidUTF8(true)); err != nil {
		return result, fmt.Errorf("read what %s returned: %w", f.Name, err)
	}
	return result, nil
}

// mostFrames bounds the child documents that one look goes through, childTime
// the time for each: an advertisement that hangs must not hold the page up.
const (
	mostFrames = 24
	childTime  = 2 * time.Second
)

// look looks at a tab: fn gets its documents, the top one first. It ends when
// a dialog opens, because the page stands still then.
func (p *Pages) look(ctx context.Context, at page.At, fn func(ctx context.Context, t *tab, frames []browser.Frame) error) error {
	ctx, cancel := context.WithTimeout(ctx, p.o.Look)
	defer cancel()
	t, err := p.resolve(ctx, at)
	if err != nil {
		return err
	}
	if err := t.fit(); err != nil {
		return err
	}
	once := func(ctx context.Context) error {
		frames, err := t.Transport.Frames(ctx, t.Native)
		if err != nil {
			return err
		}
		if len(frames) == 0 {
			return protocol.NewFault(protocol.ReasonNoDocument, fmt.Sprintf("Tab %d has no document yet.", t.ID)).WithNext("Try again.")
		}
		t.have(frames)
		return fn(ctx, t, frames)
	}
	err = t.looking(ctx, func(ctx context.Context) error {
		err := once(ctx)
		if isFault(err, protocol.ReasonNoDocument) {
			err = once(ctx) // the tab navigated in between; the next document will do
		}
		return err
	})
	switch {
	case isFault(err, protocol.ReasonNotPage) && t.asleep(ctx):
		return t.sleeping()
	case isFault(err, protocol.ReasonDeadline):
		return t.silent()
	}
	return err
}

// Snapshot implements page.Driver.
func (p *Pages) Snapshot(ctx context.Context, at page.At, maxChars int) (reading page.Reading, err error) {
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		top, err := call(ctx, t, frames[0].Document, pagescript.Snapshot, pagescript.SnapshotArgs{MaxChars: maxChars})
		if err != nil {
			return err
		}
		t.show(at.Run, frames[0].Document)
		text := top.Text
		if len(frames) > 1 {
			text = t.nest(ctx, text, frames[1:], maxChars)
		}
		reading = page.Reading{Since: t.news(), Tab: int(t.ID), URL: top.URL, Title: top.Title, Text: text}
		return nil
	})
	return reading, err
}

// show remembers which document's refs a run has been given.
func (t *tab) show(run chat.RunID, document string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.shown) >= mostShown {
		clear(t.shown)
	}
	t.shown[run] = document
}

// prefix names a child document in refs.
func (t *tab) prefix(document string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, ok := t.numbers[document]
	if !ok {
		n = len(t.numbers) + 1
		t.numbers[document] = n
	}
	return "f" + strconv.Itoa(n)
}

// child is the snapshot of a child document.
type child struct {
	path string
	url  string
	text string
}

// nest puts the snapshots of child documents under the lines of their frames.
func (t *tab) nest(ctx context.Context, text string, frames []browser.Frame, maxChars int) string {
	left := maxChars - len(text)
	var children []child
	unread, silent := 0, 0
	for i, f := range frames {
		if i == mostFrames || maxChars > 0 && left <= 0 {
			unread = len(frames) - i
			break
		}
		s, err := t.child(ctx, f, max(left, 0))
		if isFault(err, protocol.ReasonDeadline) {
			silent++
		}
		if err != nil || s.text == "" {
			continue // gone by now, empty, or hidden
		}
		left -= len(s.text)
		children = append(children, s)
	}
	// A frame's line must be there before its child's is looked for in it.
	sort.SliceStable(children, func(i, j int) bool { return len(children[i].path) < len(children[j].path) })
	for _, c := range children {
		text = insert(text, c)
	}
	if unread > 0 {
		text += fmt.Sprintf("\n- … %d frames were not read: the limit was reached", unread)
	}
	if silent > 0 {
		text += fmt.Sprintf("\n- … %s did not answer: what is in there is not shown", frameCount(silent))
	}
	return text
}

func (t *tab) child(ctx context.Context, f browser.Frame, maxChars int) (child, error) {
	if f.Silent {
		return child{}, silentFrame()
	}
	ctx, cancel := context.WithTimeout(ctx, childTime)
	defer cancel()
	s, err := call(ctx, t, f.Document, pagescript.Snapshot, pagescript.SnapshotArgs{MaxChars: maxChars, Prefix: t.prefix(f.Document)})
	if err != nil {
		return child{}, err
	}
	return child{path: s.Frame, url: s.URL, text: s.Text}, nil
}

// insert nests a child's lines under the line of its frame, or puts them at
// the end where its parent shows no such line.
func insert(text string, c child) string {
	lines := strings.Split(text, "\n")
	mark := "[frame=" + c.path + "]"
	for i, line := range lines {
		if c.path != "" && isFrameLine(line, mark) {
			indent := line[:len(line)-len(strings.TrimLeft(line, " "))] + "  "
			nested := indented(c.text, indent)
			return strings.Join(append(lines[:i+1:i+1], append(nested, lines[i+1:]...)...), "\n")
		}
	}
	tail := append([]string{"- iframe url=" + tools.Quote(c.url)}, indented(c.text, "  ")...)
	return strings.Join(append(lines, tail...), "\n")
}

// isFrameLine looks for the mark outside of the quoted name, which a page chooses.
func isFrameLine(line, mark string) bool {
	line = strings.TrimLeft(line, " ")
	if !strings.HasPrefix(line, "- iframe") {
		return false
	}
	return strings.Contains(unquoted.ReplaceAllString(line, ""), mark)
}

var unquoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

func indented(text, indent string) []string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// Find implements page.Driver.
func (p *Pages) Find(ctx context.Context, at page.At, q pagescript.FindArgs) (found page.Found, err error) {
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		found = page.Found{Tab: int(t.ID), URL: frames[0].URL, Unread: max(len(frames)-mostFrames-1, 0)}
		for i, f := range frames[:min(len(frames), mostFrames+1)] {
			hits, err := t.search(ctx, i, f, q)
			if err != nil && i == 0 {
				return err
			}
			if isFault(err, protocol.ReasonDeadline) {
				found.Unread++
			}
			if err != nil {
				continue // a child that does not answer, or is gone
			}
			found.Total += hits.Total
			found.Lines = append(found.Lines, hits.Lines[:min(len(hits.Lines), q.Limit-len(found.Lines))]...)
		}
		t.show(at.Run, frames[0].Document)
		found.Since = t.news()
		return nil
	})
	return found, err
}

func (t *tab) search(ctx context.Context, i int, f browser.Frame, q pagescript.FindArgs) (pagescript.FindResult, error) {
	if f.Silent {
		return pagescript.FindResult{}, silentFrame()
	}
	if i > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, childTime)
		defer cancel()
		q.Prefix = t.prefix(f.Document)
	}
	return call(ctx, t, f.Document, pagescript.Find, q)
}

// silentFrame says of a frame that it does not answer.
func silentFrame() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonDeadline, "A frame of the page does not answer: it is busy, perhaps with a script that does not end.").
		WithNext("Go on with the rest of the page, or navigate.")
}

func frameCount(n int) string {
	if n == 1 {
		return "1 frame"
	}
	return fmt.Sprintf("%d frames", n)
}

func anySilent(frames []browser.Frame) bool {
	return slices.ContainsFunc(frames, func(f browser.Frame) bool { return f.Silent })
}

// Content implements page.Driver.
func (p *Pages) Content(ctx context.Context, at page.At, q pagescript.ContentArgs) (reading page.Reading, err error) {
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		c, err := call(ctx, t, frames[0].Document, pagescript.Content, q)
		if err != nil {
			return err
		}
		if c.Missing {
			return protocol.NewFault(protocol.ReasonNotFound, fmt.Sprintf("Nothing in the page matches the selector %s.", tools.Quote(q.Selector))).
				WithNext("Leave the selector out, or use find.")
		}
		reading = page.Reading{Since: t.news(), Tab: int(t.ID), URL: c.URL, Title: c.Title, Text: c.Text, Total: c.Total}
		return nil
	})
	return reading, err
}

var refForm = regexp.MustCompile(`^(?:f(\d+))?(e\d+)$`)

// form is a ref taken apart: the number of its child document, empty for the
// top one, and the ref in its document.
type form struct{ frame, element string }

// refParts takes a ref as models write it.
func refParts(text string) (ref string, parts form, err error) {
	ref = strings.TrimPrefix(strings.Trim(strings.TrimSpace(text), "[]"), "ref=")
	m := refForm.FindStringSubmatch(ref)
	if m == nil {
		return ref, parts, refused(fmt.Sprintf("%s is no ref.", tools.Quote(ref)), "Use a ref from a snapshot, such as e7 or f1e3.")
	}
	return ref, form{m[1], m[2]}, nil
}

// Locate implements page.Driver.
func (p *Pages) Locate(ctx context.Context, at page.At, ref string) (target page.Target, err error) {
	ref, form, err := refParts(ref)
	if err != nil {
		return target, err
	}
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		f, err := t.holder(at.Run, frames, form.frame, ref)
		if err != nil {
			return err
		}
		e, err := call(ctx, t, f.Document, pagescript.Locate, pagescript.LocateArgs{Ref: form.element})
		if err != nil {
			return err
		}
		if e.Gone {
			return gone(ref, e)
		}
		target = page.Target{
			Tab: int(t.ID), Run: at.Run, Document: f.Document, Ref: form.element,
			Words: inWords(e), Site: address.Origin(frames[0].URL), Seen: seen(f.Document, e),
		}
		return nil
	})
	return target, err
}

// holder finds the document that a ref is from. A ref of a document that is no
// longer there is refused: the same ref may name something else in the next one.
func (t *tab) holder(run chat.RunID, frames []browser.Frame, number, ref string) (browser.Frame, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if number == "" {
		switch t.shown[run] {
		case frames[0].Document:
			return frames[0], nil
		case "":
			return browser.Frame{}, refused(fmt.Sprintf("You have not read tab %d yet, so %s names nothing.", t.ID, ref), "Take a snapshot.")
		}
		return browser.Frame{}, refused(fmt.Sprintf("%s is from another page: tab %d is at %s now.", ref, t.ID, frames[0].URL), "Take a snapshot.")
	}
	for _, f := range frames {
		if n, ok := t.numbers[f.Document]; ok && strconv.Itoa(n) == number {
			return f, nil
		}
	}
	if anySilent(frames) {
		return browser.Frame{}, silentFrame()
	}
	return browser.Frame{}, refused(fmt.Sprintf("The frame that %s was in is gone.", ref), "Take a snapshot.")
}

// refused is a fault for an act that did not happen.
func refused(text, next string) *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNotStarted, text).WithNext(next)
}

func gone(ref string, e pagescript.Element) *protocol.Fault {
	return refused(fmt.Sprintf("%s is no longer in the page; it was: %s.", ref, e.Line), "Take a snapshot to see what is there now.")
}

// inWords names an element for a person.
func inWords(e pagescript.Element) string {
	role := e.Role
	if role == "" {
		role = "element"
	}
	if e.Name == "" {
		return role
	}
	return role + " " + tools.Quote(e.Name)
}

// seen is a hash of what makes an element what it is. State and value are left
// out: they may change between look and act.
func seen(document string, e pagescript.Element) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{document, e.Ref, e.Role, e.Name, e.Kind}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// isFault reports whether err is a fault with one of the reasons.
func isFault(err error, reasons ...protocol.Reason) bool {
	var f *protocol.Fault
	if !errors.As(err, &f) {
		return false
	}
	for _, r := range reasons {
		if f.Reason() == r {
			return true
		}
	}
	return false
}
