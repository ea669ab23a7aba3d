package act

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/address"
	"github.com/margay/margay/tools/page"
)

// call calls a function of the page script.
func call[P, R any](ctx context.Context, t *tab, document string, f pagescript.Func[P, R], args P) (R, error) {
	var result R
	if f.Name == pagescript.Set.Name || f.Name == pagescript.Scroll.Name { // the other acts of the page script only prepare one
		t.sending()
	}
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

// look looks at a tab: fn gets its documents, the top one first. It ends when
// a dialog opens, because the page stands still then.
func (p *Pages) look(ctx context.Context, at page.At, fn func(ctx context.Context, t *tab, frames []browser.Frame) error) error {
	ctx, cancel := context.WithTimeout(ctx, p.o.Look)
	defer cancel()
	t, err := p.resolve(ctx, at)
	if err != nil {
		return err
	}
	if t.ID == p.current(at.Run, at.Home) {
		p.courses.looked(at.Run) // also by a refusal, which names the tab
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
	err = p.unheld(ctx, t, func(ctx context.Context) error {
		err := once(ctx)
		if isFault(err, protocol.ReasonNoDocument) {
			err = once(ctx) // the tab navigated in between; the next document will do
		}
		return err
	})
	var frame *silentFrame
	switch {
	case errors.As(err, &frame):
		return frame.Fault
	case isFault(err, protocol.ReasonNotPage) && t.asleep(ctx):
		return t.sleeping()
	case isFault(err, protocol.ReasonNotPage) && t.empty(ctx):
		return protocol.NewFault(protocol.ReasonNotPage, fmt.Sprintf("Tab %d shows an empty page: there is nothing to read or to press.", t.ID)).WithNext("Navigate it.")
	case isFault(err, protocol.ReasonDeadline):
		return p.silent(ctx, t)
	}
	return err
}

// Snapshot implements page.Driver.
func (p *Pages) Snapshot(ctx context.Context, at page.At, maxChars int) (reading page.Reading, err error) {
	p.followed(ctx, at)
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		top, err := call(ctx, t, frames[0].Document, pagescript.Snapshot, pagescript.SnapshotArgs{MaxChars: maxChars})
		if err != nil {
			return err
		}
		text, busy := top.Text, top.Busy
		if len(frames) > 1 {
			var inside string
			text, inside = t.nest(ctx, text, frames[1:], maxChars)
			busy = cmp.Or(busy, inside)
		}
		if err := cutShort(ctx); err != nil {
			return err
		}
		t.show(at, frames[0].Document)
		p.courses.reads(at, t.ID, text)
		reading = page.Reading{Since: t.news(), Tab: int(t.ID), URL: top.URL, Title: top.Title, Text: text, Busy: busy}
		return nil
	})
	return reading, err
}

// show remembers which document's refs a run has been given.
func (t *tab) show(at page.At, document string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown[at.Run].document == document {
		return // its refs are known since an earlier look
	}
	if len(t.shown) >= mostShown {
		clear(t.shown)
	}
	t.shown[at.Run] = shown{document, at.Round}
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

// Find implements page.Driver.
func (p *Pages) Find(ctx context.Context, at page.At, q pagescript.FindArgs) (found page.Found, err error) {
	p.followed(ctx, at)
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		top, err := call(ctx, t, frames[0].Document, pagescript.Find, q)
		if err != nil {
			return err
		}
		read := frames[1:min(len(frames), mostFrames+1)]
		found = page.Found{Tab: int(t.ID), URL: frames[0].URL, Unread: len(frames) - 1 - len(read)}
		hits, errs := t.search(ctx, read, q)
		if err := cutShort(ctx); err != nil {
			return err
		}
		for i, h := range append([]pagescript.FindResult{top}, hits...) {
			if i > 0 && missed(errs[i-1]) {
				found.Unread++
			}
			found.Total += h.Total // nothing of a child that cannot be read, or is gone
			found.Lines = append(found.Lines, h.Lines[:min(len(h.Lines), q.Limit-len(found.Lines))]...)
		}
		t.show(at, frames[0].Document)
		p.courses.reads(at, t.ID, strings.Join(found.Lines, "\n"))
		found.Since = t.news()
		return nil
	})
	return found, err
}

// Content implements page.Driver.
func (p *Pages) Content(ctx context.Context, at page.At, q pagescript.ContentArgs) (reading page.Reading, err error) {
	p.followed(ctx, at)
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
	if err := p.sure(ctx, at, ref); err != nil {
		return target, err
	}
	defer func() {
		if err != nil {
			p.courses.missed(at.Run)
		}
	}()
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		f, e, err := t.locate(ctx, at, frames, form, ref)
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

// locate finds the element of a ref, which may be in a child document.
func (t *tab) locate(ctx context.Context, at page.At, frames []browser.Frame, form form, ref string) (browser.Frame, pagescript.Element, error) {
	f, err := t.holder(at, frames, form.frame, ref)
	if err != nil {
		return f, pagescript.Element{}, err
	}
	ask := func(ctx context.Context) (pagescript.Element, error) {
		return call(ctx, t, f.Document, pagescript.Locate, pagescript.LocateArgs{Ref: form.element})
	}
	if f.Document == frames[0].Document {
		e, err := ask(ctx)
		return f, e, err
	}
	e, err := within(ctx, f, ask)
	return f, e, err
}

// holder finds the document that a ref is from. A ref of a document that is no
// longer there is refused: the same ref may name something else in the next one.
func (t *tab) holder(at page.At, frames []browser.Frame, number, ref string) (browser.Frame, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if number == "" {
		last, ok := t.shown[at.Run]
		switch {
		case !ok:
			return browser.Frame{}, refused(fmt.Sprintf("You have not read tab %d yet, so %s names nothing.", t.ID, ref), "Take a snapshot.")
		case last.document == frames[0].Document && at.Round != 0 && last.round == at.Round:
			return browser.Frame{}, refused(fmt.Sprintf("%s was written before you had read what tab %d shows now, so nothing was done.", ref, t.ID), "Read it first: your next answer can name it, without opening the page again.")
		case last.document == frames[0].Document:
			return frames[0], nil
		}
		return browser.Frame{}, refused(fmt.Sprintf("%s is from another page: tab %d is at %s now.", ref, t.ID, frames[0].URL), "Take a snapshot.")
	}
	for _, f := range frames {
		if n, ok := t.numbers[f.Document]; ok && strconv.Itoa(n) == number {
			return f, nil
		}
	}
	if anySilent(frames) {
		return browser.Frame{}, newSilentFrame()
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
