package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// command makes the part that all commands share. The driver gets a little
// less time than there is, so that its own account of a failure arrives.
func (b *instance) command(ctx context.Context, act bool) driver.Command {
	left := browser.LookTime
	if deadline, ok := ctx.Deadline(); ok {
		left = time.Until(deadline)
	}
	left -= min(left/10, 250*time.Millisecond)
	return driver.Command{ID: b.hub.nextID(), Act: act, DeadlineMs: max(int(left.Milliseconds()), 1)}
}

// isClosed reports whether the link ended before the answer.
func isClosed(err error) bool {
	var f *protocol.Fault
	return errors.As(err, &f) && f.Reason() == protocol.ReasonClosed
}

// look sends a call that changes nothing, and sends it again when the link is
// lost and the browser comes back.
func look[P, R any](ctx context.Context, b *instance, route protocol.Route[P, R], params P) (R, error) {
	for {
		l, _, err := b.connection(ctx)
		if err != nil {
			var none R
			return none, ended(ctx, err)
		}
		crash.Point("relay.look.before")
		result, err := rpc.Call(ctx, l.peer, route, params)
		crash.Point("relay.look.after")
		if !isClosed(err) {
			return result, ended(ctx, err)
		}
		b.lost(l)
	}
}

// ended says of a look why there is no answer.
func ended(ctx context.Context, err error) error {
	var f *protocol.Fault
	if err == nil || errors.As(err, &f) || ctx.Err() == nil {
		return err
	}
	return browser.NoAnswer(ctx)
}

// act sends a command that may change something, once. When the link is lost,
// the browser is asked what became of it.
func act[P any](ctx context.Context, b *instance, route protocol.Route[P, driver.Outcome], id string, params P) (driver.Outcome, error) {
	l, worker, err := b.connection(ctx)
	if err != nil {
		return driver.Outcome{}, unsent(ctx, err)
	}
	crash.Point("relay.act.before")
	outcome, err := rpc.Call(ctx, l.peer, route, params)
	crash.Point("relay.act.after")
	if isClosed(err) {
		b.lost(l)
		outcome, err = b.fate(ctx, id, worker)
	}
	if err != nil {
		return outcome, uncertain(ctx, err)
	}
	return outcome, begun(outcome, settled(outcome))
}

// begun is the error of an act. What the browser said in words that the worker does not know, once the act had begun, does
// not tell that nothing was done.
func begun(o driver.Outcome, err error) error {
	var f *protocol.Fault
	if o.State != driver.ActionNotStarted && errors.As(err, &f) && f.Reason() == protocol.ReasonInternal {
		return browser.Unknown("The browser broke off (" + f.Message + ")")
	}
	return err
}

// unsent is a refusal of an act that never left.
func unsent(ctx context.Context, err error) error {
	var f *protocol.Fault
	if errors.As(err, &f) && f.Reason() == protocol.ReasonNoTab {
		return f
	}
	text := "The browser is not connected, so nothing was done."
	if ctx.Err() != nil {
		text = "Cancelled before it was sent to the browser; nothing was done."
	}
	return protocol.NewFault(protocol.ReasonNotStarted, text)
}

// fate asks the browser, when it is back, what became of an act.
func (b *instance) fate(ctx context.Context, id, worker string) (driver.Outcome, error) {
	answer, err := look(ctx, b, driver.LastOutcomes, driver.AskOutcomes{Worker: worker, IDs: []string{id}})
	if err != nil {
		return driver.Outcome{}, err
	}
	if len(answer.Outcomes) != 1 {
		return driver.Outcome{ID: id, State: driver.ActionUnknown}, nil
	}
	return answer.Outcomes[0], nil
}

// uncertain is the error of an act that left and has no answer.
func uncertain(ctx context.Context, err error) error {
	var f *protocol.Fault
	if errors.As(err, &f) && ctx.Err() == nil {
		switch f.Reason() {
		case protocol.ReasonNoBrowser, protocol.ReasonNoTab, protocol.ReasonClosed, protocol.ReasonDeadline, protocol.ReasonInternal:
			return browser.Unknown("The connection to the browser was lost while it acted (" + f.Message + ")")
		}
		return f
	}
	return browser.Unknown("The browser did not answer in time")
}

// settled turns an outcome into the error that it stands for.
func settled(o driver.Outcome) error {
	switch {
	case o.Fault != nil:
		return o.Fault
	case o.State == driver.ActionDone:
		return nil
	case o.State == driver.ActionNotStarted:
		return protocol.NewFault(protocol.ReasonNotStarted, "The connection to the browser was lost before the act began; nothing was done.").
			WithNext("Try again.")
	}
	return browser.Unknown("The connection to the browser was lost while it acted")
}

// either sends a command as what it is.
func either[P any](ctx context.Context, b *instance, route protocol.Route[P, driver.Outcome], c driver.Command, params P) (driver.Outcome, error) {
	if c.Act {
		return act(ctx, b, route, c.ID, params)
	}
	outcome, err := look(ctx, b, route, params)
	if err != nil {
		return outcome, err
	}
	return outcome, settled(outcome)
}

// Tabs implements browser.Transport.
func (b *instance) Tabs(ctx context.Context) ([]driver.Tab, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	list, err := look(ctx, b, driver.TabsList, protocol.Empty{})
	return list.Tabs, err
}

// OpenTab implements browser.Transport.
func (b *instance) OpenTab(ctx context.Context, url string, active bool) (driver.Tab, error) {
	ctx, cancel := browser.Within(ctx, browser.NavigateTime)
	defer cancel()
	c := b.command(ctx, true)
	return tabOf(act(ctx, b, driver.TabOpen, c.ID, driver.Open{Command: c, URL: url, Active: active}))
}

// tabOf takes the tab out of an outcome.
func tabOf(o driver.Outcome, err error) (driver.Tab, error) {
	if err != nil {
		return driver.Tab{}, err
	}
	if o.Tab == nil {
		return driver.Tab{}, browser.Unknown("The browser did not say which tab it was")
	}
	return *o.Tab, nil
}

// CloseTab implements browser.Transport.
func (b *instance) CloseTab(ctx context.Context, tab int64) error {
	return b.tabAct(ctx, driver.TabClose, tab)
}

// ActivateTab implements browser.Transport.
func (b *instance) ActivateTab(ctx context.Context, tab int64) error {
	return b.tabAct(ctx, driver.TabActivate, tab)
}

func (b *instance) tabAct(ctx context.Context, route protocol.Route[driver.TabAct, driver.Outcome], tab int64) error {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	c := b.command(ctx, true)
	_, err := act(ctx, b, route, c.ID, driver.TabAct{Command: c, Tab: tab})
	return err
}

// Navigate implements browser.Transport.
func (b *instance) Navigate(ctx context.Context, tab int64, url string, move driver.Move) (driver.Tab, error) {
	ctx, cancel := browser.Within(ctx, browser.NavigateTime)
	defer cancel()
	c := b.command(ctx, true)
	return tabOf(act(ctx, b, driver.TabNavigate, c.ID, driver.Navigate{Command: c, Tab: tab, URL: url, Move: move}))
}

// Frames implements browser.Transport.
func (b *instance) Frames(ctx context.Context, tab int64) ([]browser.Frame, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	list, err := look(ctx, b, driver.FramesList, driver.TabRef{Tab: tab})
	if err != nil {
		return nil, err
	}
	frames := make([]browser.Frame, len(list.Frames))
	for i, f := range list.Frames {
		frames[i] = browser.Frame{Document: f.Document, Parent: f.Parent, URL: f.URL, Silent: f.Silent}
	}
	return frames, nil
}

// Page implements browser.Transport.
func (b *instance) Page(ctx context.Context, tab int64, document, function string, args any, act bool) (json.RawMessage, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	raw, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("arguments of %s: %w", function, err)
	}
	c := b.command(ctx, act)
	o, err := either(ctx, b, driver.PageCall, c, driver.Call{Command: c, Tab: tab, Document: document, Function: function, Args: raw})
	if err != nil {
		return nil, err
	}
	return o.Result, nil
}

// CDP implements browser.Transport.
func (b *instance) CDP(ctx context.Context, tab int64, act bool, commands ...driver.CDPCommand) ([]driver.CDPReply, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	replies, err := b.batch(ctx, tab, act, commands)
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != protocol.ReasonDebugger || !b.askedFor(tab) {
		return replies, err
	}
	// Nothing of the batch has left. A person has asked for the tab again since
	// it was taken away, so that it may be attached to by name.
	if _, err := look(ctx, b, driver.Attach, driver.TabRef{Tab: tab}); err != nil {
		return nil, err
	}
	return b.batch(ctx, tab, act, commands)
}

func (b *instance) batch(ctx context.Context, tab int64, act bool, commands []driver.CDPCommand) ([]driver.CDPReply, error) {
	c := b.command(ctx, act)
	o, err := either(ctx, b, driver.CDPBatch, c, driver.Batch{Command: c, Tab: tab, Commands: commands})
	if err != nil {
		return nil, err
	}
	if len(o.Replies) != len(commands) && act {
		return nil, browser.Unknown(fmt.Sprintf("The browser answered %d of %d commands", len(o.Replies), len(commands)))
	}
	if len(o.Replies) != len(commands) {
		return nil, fmt.Errorf("the browser answered %d of %d commands", len(o.Replies), len(commands))
	}
	return o.Replies, nil
}

// Ask implements browser.Asker.
func (b *instance) Ask(tab int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked[tab] = struct{}{}
}

// askedFor reports whether a person asks for a tab that was refused; it counts once.
func (b *instance) askedFor(tab int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, asked := b.asked[tab]
	delete(b.asked, tab)
	return asked
}

// Release implements browser.Releaser.
func (b *instance) Release(ctx context.Context, tab int64) error {
	l, _, err := b.connection(ctx)
	if err != nil {
		return err
	}
	if _, err := rpc.Call(ctx, l.peer, driver.Detach, driver.TabRef{Tab: tab}); err != nil {
		return err
	}
	// The browser does not announce what the extension itself lets go of.
	b.event(reset(tab, "released"))
	return nil
}
