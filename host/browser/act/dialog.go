package act

import (
	"context"
	"errors"
	"fmt"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/address"
	"github.com/margay/margay/tools/page"
	"github.com/margay/margay/tools/tabs"
)

// Asking implements page.Driver.
func (p *Pages) Asking(ctx context.Context, at page.At) (page.Dialog, error) {
	if err := p.sure(ctx, at, ""); err != nil {
		return page.Dialog{}, err
	}
	t, err := p.resolve(ctx, at)
	if err != nil {
		return page.Dialog{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.dialog == nil {
		return page.Dialog{}, refused(fmt.Sprintf("Tab %d has no dialog open.", t.ID), "Take a snapshot.")
	}
	d := t.dialog
	return page.Dialog{
		Tab: int(t.ID), Run: at.Run, Home: at.Home, Number: d.number, Kind: d.kind, Message: d.message, Preset: d.preset, Site: address.Origin(d.url),
	}, nil
}

// Answer implements page.Driver.
func (p *Pages) Answer(ctx context.Context, d page.Dialog, accept bool, text string) (page.Report, error) {
	ctx, cancel := context.WithTimeout(ctx, p.o.Act+p.o.Settle)
	defer cancel()
	t, err := p.resolve(ctx, page.At{Run: d.Run, Tab: d.Tab})
	if err != nil {
		return page.Report{}, err
	}
	release, err := t.claim(ctx)
	if err != nil {
		return page.Report{}, err
	}
	defer release()
	t.mu.Lock()
	now, closing := t.dialog, t.closing
	t.unread = false
	t.mu.Unlock()
	if now == nil || now.number != d.Number {
		return page.Report{}, refused("The dialog that was looked at is closed.", "Take a snapshot.")
	}
	t.take() // the dialog itself has been reported or is being answered
	err = t.racing(ctx, func(ctx context.Context) error {
		// The second command answers when the script that had asked is done, so
		// what it does next (another dialog, say) is seen.
		replies, err := whileHere(ctx, t, func(ctx context.Context) ([]driver.CDPReply, error) {
			return t.Transport.CDP(ctx, t.Native, true,
				cmd(cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: accept, PromptText: text}),
				cmd(runtime.Evaluate, runtime.EvaluateParams{Expression: "0", Silent: new(true)}))
		})
		switch {
		case errors.Is(err, errLeaving):
			return t.answered(d.Number)
		case err == nil:
			err = actError(replies[:1])
		}
		return t.unsure(err)
	})
	left := ""
	if !isDialog(err) {
		left = t.came(ctx)
	}
	switch {
	case !closing && d.Kind == leaveDialog && !accept && err == nil:
		left = join("The page stays.", left)
	case closing && !isDialog(err):
		left = p.leaving(ctx, t, tabs.Who{Run: d.Run, Home: d.Home}, accept) // the tab may close before its page has said so
	}
	if err != nil && !isDialog(err) && left == "" {
		return page.Report{}, err
	}
	if !closing { // a tab that closes has given the run another one
		p.acted(d.Run, t, nil)
	}
	verb := "Dismissed"
	if accept {
		verb = "Accepted"
	}
	did := fmt.Sprintf("%s the %s dialog %s.", verb, d.Kind, tools.Quote(d.Message))
	return page.Report{Text: join(did, left, p.settle(ctx, t, d.Run), p.waits(t))}, nil
}

// answered says of a dialog whose page gives no answer since whether it has taken the one that it got.
func (t *tab) answered(number int64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.dialog != nil && t.dialog.number == number {
		return browser.Unknown("The page did not answer in time")
	}
	return nil
}

// heldPress is a press that a dialog has come before: what it is meant for, when it has arrived, and
// what lifts the guards of the other documents. They hold until it has landed.
type heldPress struct {
	target  page.Target
	arrived <-chan struct{}
	lift    func(limit time.Duration) (astray bool)
}

// await notes a press that a dialog has come before.
func (t *tab) await(press heldPress) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = &press
}

// input sends input. Where a dialog ends the waiting for it, it is listened to all the same: the browser answers once it
// has arrived, which is after the dialog, and arrived is closed then.
func (p *Pages) input(ctx context.Context, t *tab, batch []driver.CDPCommand) (arrived <-chan struct{}, err error) {
	kept, end := p.beyondDialogs(ctx)
	came, answered := make(chan struct{}), make(chan error, 1)
	send := func() {
		defer close(came)
		defer end()
		replies, err := t.Transport.CDP(kept, t.Native, true, batch...)
		if err == nil {
			err = actError(replies)
		}
		answered <- err
	}
	if !p.attended(send) {
		send() // its context has ended, and it says so
	}
	select {
	case err = <-answered:
	case <-ctx.Done():
		if err = context.Cause(ctx); !isDialog(err) {
			err = <-answered // which knows what that means for what has been sent
		}
	}
	return came, err
}

// beyondDialogs is a context that ends as another does, but for a dialog: then it ends in its time.
func (p *Pages) beyondDialogs(ctx context.Context) (kept context.Context, end func()) {
	deadline, _ := ctx.Deadline() // every act has one
	kept, cancel := context.WithDeadline(p.over, deadline)
	stop := context.AfterFunc(ctx, func() {
		if !isDialog(context.Cause(ctx)) {
			cancel()
		}
	})
	return kept, func() { stop(); cancel() }
}

// came says of a press that has waited for a dialog where it did not come to
// what it was meant for, or where that cannot be told; empty where it did. No guard is left then.
func (t *tab) came(ctx context.Context) string {
	t.mu.Lock()
	press := t.waiting
	t.waiting = nil
	t.mu.Unlock()
	if press == nil {
		t.liftAll(ctx) // what else the dialog has cut short may have left a guard
		return ""
	}
	err := t.within(ctx, titleTime, press.come)
	switch {
	case isDialog(err):
		t.await(*press) // for the next one
		return ""
	case err != nil:
		t.await(*press) // the guards hold: what lifts them would let it through to anything
		return fmt.Sprintf("The page is busy, and the press of %s has not come yet: take a snapshot.", press.target.Words)
	}
	var after *pagescript.LandedResult
	err = t.within(ctx, titleTime, func(ctx context.Context) (err error) {
		after, err = t.readBack(ctx, press.target.Document, pagescript.LandedArgs{Ref: press.target.Ref})
		return err
	})
	if err == nil && after != nil && after.Landed == pagescript.OnTarget {
		press.lift(guardTime)
		return ""
	}
	astray := press.lift(titleTime)
	if err != nil {
		t.mute()
		t.lift(ctx, press.target.Document) // else it would hold a person back
	}
	switch {
	case astray || err == nil && after != nil && after.Landed == pagescript.Elsewhere:
		return fmt.Sprintf("Something else had come under the pointer meanwhile, so the press of %s was held back: take a snapshot.", press.target.Words)
	case err == nil && after == nil || isDialog(err):
		return "" // settle tells of it
	}
	return fmt.Sprintf("Whether the press of %s has landed could not be seen: take a snapshot.", press.target.Words)
}

// come waits until the press has arrived.
func (h heldPress) come(ctx context.Context) error {
	select {
	case <-h.arrived:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
