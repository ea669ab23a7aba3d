package act

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools/page"
)

// begin claims the tab of a target for an act.
func (p *Pages) begin(ctx context.Context, target page.Target) (t *tab, since string, release func(), err error) {
	if t, err = p.resolve(ctx, page.At{Run: target.Run, Tab: target.Tab}); err != nil {
		return nil, "", nil, err
	}
	if release, err = t.claim(ctx); err != nil {
		return nil, "", nil, err
	}
	if err = t.fit(); err == nil {
		err = unaimed(t.arm(ctx))
	}
	if err != nil {
		release()
		return nil, "", nil, err
	}
	t.mu.Lock()
	kept := t.waiting
	t.stray, t.fruitless, t.waiting = nil, false, nil
	t.sent, t.unread = false, false
	if t.nav.phase == committed {
		t.nav = navigation{} // this page is worked in as far as it has come; only the next one is waited for
	}
	t.mu.Unlock()
	if kept != nil {
		kept.lift(guardTime) // somebody else has answered the dialog
	}
	return t, t.news(), release, nil
}

// act is what all acts have in common: the tab is claimed, something is done in
// it and read back, and the report says what that caused.
func (p *Pages) act(ctx context.Context, target page.Target, do func(context.Context, *tab) (did string, failed bool, err error)) (page.Report, error) {
	ctx, cancel := context.WithTimeout(ctx, p.o.Act+p.o.Settle)
	defer cancel()
	t, since, release, err := p.begin(ctx, target)
	if err != nil {
		return page.Report{}, err
	}
	defer release()
	did, failed, err := do(ctx, t)
	if err != nil && t.isOut() {
		err = t.unsure(err)
	}
	p.acted(target.Run, t, err)
	if err != nil || failed {
		p.courses.missed(target.Run)
	}
	if err != nil {
		return page.Report{}, err
	}
	return page.Report{Since: since, Text: join(did, p.settle(ctx, t, target.Run), p.waits(t)), Failed: failed}, nil
}

// sending notes that the act in progress is on its way to the page: what fails from now on does not mean that it was not done.
func (t *tab) sending() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent = true
}

// isOut reports whether the act in progress is on its way to the page.
func (t *tab) isOut() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sent
}

// unsure says of what was on its way when a page, or the time for it, ended that its outcome is not known.
func (t *tab) unsure(err error) error {
	var f *protocol.Fault
	lost := isFault(err, protocol.ReasonDeadline, protocol.ReasonCancelled, protocol.ReasonInternal) || isFault(err, protocol.ReasonNotPage) && t.whole() != nil
	if !lost || !errors.As(err, &f) {
		return err
	}
	return browser.Unknown(strings.TrimSuffix(f.Message, "."))
}

// waits says why a page could not be read back, where another tab has a dialog open: pages of one process stand still
// together. Of a tab that came from this one it has been said.
func (p *Pages) waits(t *tab) string {
	t.mu.Lock()
	silent := t.unread && t.beside == 0 && t.nav.phase != announced && t.dialog == nil
	t.mu.Unlock()
	other, d := t.beyond()
	if !silent || d == nil {
		return ""
	}
	return fmt.Sprintf("Its page does not answer now: it may wait for tab %d, which has %s open: %s. Answer it with handle_dialog in tab %d, and look before you do this again.", other, d.named(), d.said(), other)
}

// Click implements page.Driver.
func (p *Pages) Click(ctx context.Context, target page.Target) (page.Report, error) {
	return p.act(ctx, target, func(ctx context.Context, t *tab) (string, bool, error) { return p.click(ctx, t, target) })
}

// whereItStays is what to do where no press and no key reaches a page any more: the browser's question whether another program
// may open a link (tel:, weixin:) stands in front of the tab, outlives navigations, and cannot be seen from here.
const whereItStays = "Where it stays so, the browser may ask in front of the tab whether another program may open a link: a person can answer that, and open_tab opens the page in a tab that takes presses."

func (p *Pages) click(ctx context.Context, t *tab, target page.Target) (did string, failed bool, err error) {
	before, after, err := p.press(ctx, t, target)
	if err != nil {
		return "", false, err
	}
	if after != nil && !after.Slipped {
		after.Element = t.turning(ctx, target, before, after.Element)
	}
	did = fmt.Sprintf("Clicked %s.", target.Words)
	switch {
	case after == nil:
	case after.Landed == pagescript.Nowhere:
		did, failed = fmt.Sprintf("Pressed where %s is, but its document saw no press there. Take a snapshot to see what it did. %s", target.Words, whereItStays), true
	case after.Slipped && after.away:
		did = fmt.Sprintf("Pressed %s, and as the button went down the page asked for an address that brings no page, as one for another program (a mail, a call) does: that ended the press, and no click came of it. Take a snapshot to see what it did.", target.Words)
	case after.Slipped && !after.Element.Gone && after.Element.Visible:
		did, failed = fmt.Sprintf("Pressed %s, but it was not under the pointer any more when the button was released, so no click came of it: take a snapshot, and click it again if it is still to be clicked.", target.Words), true
	case before.Role == "file":
		did += " Only a person can choose a file: the browser shows them its window for it, where one can be seen."
	}
	if after == nil {
		return did, false, nil
	}
	return join(did, checkedNow(before, &after.LandedResult), turned(before, &after.LandedResult), wentAway(before, after)), failed, nil
}

// wentAway says of a box whose page has taken it away that nothing is known of its state.
func wentAway(before pagescript.Element, after *landed) string {
	if before.Checked == "" || after.Landed != pagescript.OnTarget || !after.Element.Gone {
		return ""
	}
	return "It is no longer in the page: take a snapshot."
}

// landed is what became of a press. away says that the page was sent to an address meanwhile that has brought no document:
// one that is for another program ends a press in the middle.
type landed struct {
	pagescript.LandedResult

	away bool
}

// inputTries is how often input is sent that the page script has to hold back,
// because the target moves away from the pointer or loses the focus.
const inputTries = 3

// press aims at the target and presses it: one batch of real input. A press
// that would have landed on something else was held back by the page script,
// and is aimed anew. after is what became of it, nil where there was nothing to
// read back.
func (p *Pages) press(ctx context.Context, t *tab, target page.Target) (before pagescript.Element, after *landed, err error) {
	for range inputTries {
		var at point
		if at, before, err = p.aim(ctx, t, target); err != nil {
			return before, nil, err
		}
		lift := t.guard(ctx, target.Document, pagescript.InputPress)
		var arrived <-chan struct{}
		arrived, after, err = p.pressAt(ctx, t, at, target)
		if isDialog(err) {
			t.await(heldPress{target, arrived, lift})
			return before, nil, nil // settle tells of it
		}
		astray := lift(guardTime)
		switch {
		case err != nil:
			t.lift(ctx, target.Document)
			return before, nil, err
		case after == nil && astray:
			return before, nil, refused("The document of "+target.Words+" went away as it was about to be pressed; nothing else was pressed.", "Take a snapshot.")
		case after == nil || after.Landed == pagescript.OnTarget || after.Landed == pagescript.Nowhere && !astray:
			return before, after, nil // what else was held back was a person's
		}
	}
	return before, nil, refused(target.Words+" moves away from the pointer, so it was not pressed.", "Take a snapshot and try again.")
}

// pressAt presses at a point and reads back what became of it. arrived is closed once the browser has told that the press
// has arrived, also where a dialog has come before it.
func (p *Pages) pressAt(ctx context.Context, t *tab, at point, target page.Target) (arrived <-chan struct{}, after *landed, err error) {
	err = t.racing(ctx, func(ctx context.Context) error {
		arrived, err = p.input(ctx, t, at.press())
		if err != nil && !isFault(err, protocol.ReasonUnknown) {
			return err
		}
		read, unread := t.readBack(ctx, target.Document, pagescript.LandedArgs{Ref: target.Ref})
		if read != nil {
			after = &landed{*read, err != nil || read.Slipped && t.sentNowhere(ctx)}
		}
		if err == nil {
			return unread
		}
		// An address that is for another program (mail, a call) makes the browser let go of the page, which still answers:
		// what it has seen counts.
		if unread == nil && after != nil && after.Landed == pagescript.OnTarget {
			return nil
		}
		return err
	})
	return arrived, after, err
}

// sentNowhere reports whether the page was sent to an address that has brought no document yet, or never does. The browser
// may say so a little later.
func (t *tab) sentNowhere(ctx context.Context) bool {
	bounded, cancel := context.WithTimeout(ctx, downloadTime)
	defer cancel()
	return t.until(bounded, func() bool { return t.fruitless || t.nav.phase == announced })
}

// readBack says what became of guarded input; nil where it took the document
// away, and settle tells where to. It is also a fence: what the input has set
// off in the page (a form on its way, say) is announced before this answers.
func (t *tab) readBack(ctx context.Context, document string, args pagescript.LandedArgs) (*pagescript.LandedResult, error) {
	got, err := whileHere(ctx, t, func(ctx context.Context) (pagescript.LandedResult, error) {
		return call(ctx, t, document, pagescript.Landed, args)
	})
	switch {
	case errors.Is(err, errLeaving):
		return nil, nil
	case isFault(err, protocol.ReasonNoDocument, protocol.ReasonNoTab, protocol.ReasonNotPage):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &got, nil
}

// errLeaving says that a page gives no answer because another is on its way, or
// a dialog is open in another tab.
var errLeaving = errors.New("the page is being left")

// leavingTime is how long a page that is being left may take to answer: while
// it waits for a server, the browser holds the question back.
const leavingTime = 2 * time.Second

// besideEvery is how often it is looked whether a dialog has opened in another tab, of which no event of this one tells.
const besideEvery = 200 * time.Millisecond

// whileHere asks a page, and gives up a while after another has been announced,
// or another tab has a dialog open: the one that it came from, say, which was told of what is done here.
func whileHere[R any](ctx context.Context, t *tab, ask func(context.Context) (R, error)) (R, error) {
	got, err := whileNot(ctx, leavingTime, t.held, ask)
	if errors.Is(err, errLeaving) {
		t.mute()
	}
	return got, err
}

// mute notes that the page gave no answer to what was done in it.
func (t *tab) mute() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.unread = true
}

// held waits until a page may not answer because another is on its way, or a dialog of another tab holds it back. It
// reports whether that was so before ctx ended.
func (t *tab) held(ctx context.Context) bool {
	for ctx.Err() == nil {
		bounded, cancel := context.WithTimeout(ctx, besideEvery)
		leaving := t.until(bounded, func() bool { return t.nav.phase == announced || t.beside > 0 })
		cancel()
		if leaving {
			return true
		}
		if _, d := t.beyond(); d != nil {
			return true
		}
	}
	return false
}

// whileNot asks a page, and gives up with errLeaving a while after what is waited for meanwhile has come.
func whileNot[R any](ctx context.Context, limit time.Duration, come func(context.Context) bool, ask func(context.Context) (R, error)) (R, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	watch := make(chan struct{})
	go func() {
		defer close(watch)
		if !come(ctx) {
			return
		}
		over := time.NewTimer(limit)
		defer over.Stop()
		select {
		case <-over.C:
			cancel(errLeaving)
		case <-ctx.Done():
		}
	}()
	got, err := ask(ctx)
	if err != nil && errors.Is(context.Cause(ctx), errLeaving) {
		err = errLeaving
	}
	cancel(nil)
	<-watch
	return got, err
}

// point is where to press: in the coordinates of the outermost document of a
// session, which is the tab's own where it is empty.
type point struct {
	session string
	x, y    float64
}

// press is a press with the left button, as a hand does it.
func (at point) press() []driver.CDPCommand {
	event := func(kind input.DispatchMouseEventType, button input.MouseButton, buttons, count int64) driver.CDPCommand {
		c := cmd(input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: at.x, Y: at.y, Button: button, Buttons: buttons, ClickCount: count,
		})
		c.Session = at.session
		return c
	}
	return []driver.CDPCommand{
		event(input.DispatchMouseEventTypeMouseMoved, input.MouseButtonNone, 0, 0),
		event(input.DispatchMouseEventTypeMousePressed, input.MouseButtonLeft, 1, 1),
		event(input.DispatchMouseEventTypeMouseReleased, input.MouseButtonLeft, 0, 1),
	}
}

// aim finds the point to press, and leaves it guarded.
func (p *Pages) aim(ctx context.Context, t *tab, target page.Target) (point, pagescript.Element, error) {
	a, err := call(ctx, t, target.Document, pagescript.Aim, pagescript.AimArgs{Ref: target.Ref, Guard: true})
	if err != nil {
		return point{}, a.Element, unaimed(err)
	}
	at := point{x: a.X, y: a.Y}
	if err = aimed(target, a); err == nil && a.Frame != "" {
		at, err = t.outward(ctx, at, target.Document, a)
	}
	if err != nil && a.Problem == "" {
		t.lift(ctx, target.Document)
	}
	return at, a.Element, err
}

// unaimed turns an unknown outcome of aiming into a refusal: scrolling, or giving
// the focus, is all that can have happened.
func unaimed(err error) error {
	if isFault(err, protocol.ReasonUnknown) {
		return refused("The page did not answer while the element was looked for, so nothing was done.", "Take a snapshot and try again.")
	}
	return err
}

// aimed refuses what cannot be pressed, in words that say what to do.
func aimed(target page.Target, a pagescript.AimResult) error {
	what := target.Words
	switch a.Problem {
	case "":
	case "gone":
		return gone(target.Ref, a.Element)
	case "hidden":
		return refused(what+" cannot be seen, so it was not pressed.", "Something may have to be opened first: take a snapshot.")
	case "disabled":
		return refused(what+" is disabled, so it was not pressed.", "Something else may have to be filled in first.")
	case "moving":
		return refused(what+" does not stand still, so it was not pressed.", "Try again.")
	case "covered":
		return refused(fmt.Sprintf("%s is covered by %s, so it was not pressed.", what, a.Cover), "Deal with what covers it first.")
	case "empty_middle":
		return refused(what+" has nothing at its middle that could be hit, so it was not pressed.", "Press something inside it.")
	default:
		return refused(fmt.Sprintf("%s cannot be pressed: %s.", what, strings.ReplaceAll(a.Problem, "_", " ")), "Take a snapshot.")
	}
	if seen(target.Document, a.Element) != target.Seen {
		return refused(fmt.Sprintf("%s has become %s, so it was not pressed.", what, inWords(a.Element)), "Take a snapshot.")
	}
	return nil
}

// outward takes a point of a child document out through the frames that hold
// it, and sees on the way that it is covered in none of them. What is returned
// is the point in the outermost document of its process.
func (t *tab) outward(ctx context.Context, at point, document string, a pagescript.AimResult) (point, error) {
	frames, err := t.Transport.Frames(ctx, t.Native)
	if err != nil {
		return at, err
	}
	parents := map[string]string{}
	for _, f := range frames {
		parents[f.Document] = f.Parent
	}
	if at.session, err = t.session(ctx, document); err != nil {
		return at, err
	}
	path := a.Frame
	for same := true; path != ""; {
		if document = parents[document]; document == "" {
			return at, refused("The frame that holds this is gone, so nothing was pressed.", "Take a snapshot.")
		}
		inside := pagescript.Inside{X: a.X, Y: a.Y, Width: a.Width, Height: a.Height}
		if a, err = call(ctx, t, document, pagescript.Aim, pagescript.AimArgs{Ref: "frame:" + path, Inside: &inside}); err != nil {
			return at, unaimed(err)
		}
		if err := reached(a); err != nil {
			return at, err
		}
		session, err := t.session(ctx, document)
		if err != nil {
			return at, err
		}
		if same = same && session == at.session; same {
			at.x, at.y = a.X, a.Y
		}
		cut := strings.LastIndexByte(path, '.')
		path = path[:max(cut, 0)]
	}
	return at, nil
}

// reached refuses a frame through which the point in it cannot be pressed.
func reached(a pagescript.AimResult) error {
	switch a.Problem {
	case "":
		return nil
	case "covered":
		return refused(fmt.Sprintf("The frame that it is in is covered by %s, so nothing was pressed.", a.Cover), "Deal with what covers it first.")
	case "turned":
		return refused("The frame that it is in is drawn turned, where a press cannot be aimed, so nothing was pressed.", "Use the keyboard, or open the frame's own address.")
	case "moving":
		return refused("The frame that it is in does not stand still, so nothing was pressed.", "Try again.")
	}
	return refused("The frame that it is in cannot be reached there, so nothing was pressed.", "Scroll it into view, and take a snapshot.")
}

// session is the session that reaches a document. A transport without sessions
// has only the tab's own.
func (t *tab) session(ctx context.Context, document string) (string, error) {
	s, ok := t.Transport.(browser.Sessions)
	if !ok {
		return "", nil
	}
	return s.Session(ctx, t.Native, document)
}

// settle waits for a document that the act has announced, and says what the
// act caused.
func (p *Pages) settle(ctx context.Context, t *tab, run chat.RunID) string {
	bounded, cancel := context.WithTimeout(ctx, p.o.Settle)
	defer cancel()
	arrived := t.until(bounded, func() bool { return t.nav.phase == atRest || t.dialog != nil || t.gone })
	t.windows(ctx)
	t.downloads(ctx)
	caused := t.take()
	text := p.sentences(ctx, t, run, caused)
	if !arrived {
		t.mu.Lock()
		url := t.nav.url
		t.mu.Unlock()
		text = join(text, "The page is still loading "+url+".")
	}
	return text
}

// How long the report waits for a tab that has been announced, and then for
// its address: most windows are opened empty and sent to their address at once.
const (
	windowTime = time.Second
	nameTime   = 300 * time.Millisecond
)

func (t *tab) windows(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, windowTime)
	defer cancel()
	t.until(bounded, func() bool { return !t.window || t.dialog != nil || t.gone })
	named, cancel := context.WithTimeout(ctx, nameTime)
	defer cancel()
	t.until(named, func() bool { return !t.notes.nameless() || t.dialog != nil })
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window, t.stray = false, nil
}

// downloadTime is how long the report waits to hear of a download, once an
// address has brought no document: it may also have had no content.
const downloadTime = 300 * time.Millisecond

func (t *tab) downloads(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, downloadTime)
	defer cancel()
	t.until(bounded, func() bool { return !t.fruitless || t.dialog != nil || t.gone })
}
