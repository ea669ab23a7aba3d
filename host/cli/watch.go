package cli

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// link is what a watch needs of a link to the daemon.
type link interface {
	rpc.Caller
	Done() <-chan struct{}
	Close() error
}

// screen shows a run. After a view, only what it does not show yet is shown.
type screen interface {
	view(v chat.View)
	event(e chat.Event)
	// end shows how the run ended: an event that is terminal.
	end(e chat.Event)
}

// watch follows one run to its end, over as many links as that takes.
//
//	state        | link lost          | signal             | terminal event
//	sending      | dial, send again   | failed             | –
//	following    | dial, attach again | run.stop, stopping | exit code
//	stopping     | dial, attach again | failed, at once    | exit code
//	interrupted  | (the daemon died)  | resumed once, because the person is here; then needs an answer
type watch struct {
	dial    func(ctx context.Context, mux *rpc.Mux) (link, error)
	signals <-chan os.Signal
	show    screen
	note    func(string)
	env     map[string]string

	run      chat.RunID
	epoch    string
	seq      int64
	stopping bool
	resumed  bool
	// usage is what the run had used when the daemon last told its state.
	usage chat.Usage
}

// maxLinks bounds how often a run is picked up again, and a task sent.
const maxLinks = 20

// errQuit says that the person asked twice to end.
var errQuit = errors.New("left while the run was stopping")

// tap is one link with the deliveries that came on it.
type tap struct {
	link
	queue *queue
	// subscription is the one that is followed; others are left-overs.
	subscription int64
}

func (w *watch) connect(ctx context.Context) (*tap, error) {
	q := newQueue()
	mux := rpc.NewMux()
	rpc.On(mux, client.RunEvent, func(_ *rpc.Peer, d client.Delivery) { q.put(d) })
	l, err := w.dial(ctx, mux)
	if err != nil {
		return nil, err
	}
	return &tap{link: l, queue: q}, nil
}

// do sends the task and follows the run. Without an error the code is how it ended.
func (w *watch) do(ctx context.Context, task client.Send) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var t *tap
	var reply client.SendReply
	err := w.interruptible(ctx, cancel, func(ctx context.Context) (err error) {
		t, reply, err = w.send(ctx, task)
		return err
	})
	defer func() {
		if t != nil {
			_ = t.Close()
		}
	}()
	if err != nil {
		return ExitFailed, err
	}
	w.run = reply.Run.ID
	code, over, err := w.taken(ctx, t, reply.Attached)
	if lost(err) {
		over = false
	} else if err != nil {
		return ExitFailed, err
	}
	return w.toEnd(ctx, cancel, &t, code, over)
}

// send sends the task, again where the link was lost before the answer: its
// nonce keeps it from being done twice.
func (w *watch) send(ctx context.Context, task client.Send) (t *tap, reply client.SendReply, err error) {
	for range maxLinks {
		if t, err = w.connect(ctx); err != nil {
			return t, reply, err
		}
		if reply, err = rpc.Call(ctx, t, client.ConversationSend, task); !lost(err) {
			return t, reply, err
		}
		_ = t.Close()
	}
	return t, reply, err
}

// lost reports whether a call failed because its link ended.
func lost(err error) bool { return errors.Is(err, protocol.NewFault(protocol.ReasonClosed, "")) }

// join follows a run that is under way already.
func (w *watch) join(ctx context.Context, run chat.RunID) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.run = run
	var t *tap
	code, over, err := w.pickUp(ctx, cancel, &t)
	defer func() {
		if t != nil {
			_ = t.Close()
		}
	}()
	if err != nil {
		return ExitFailed, err
	}
	return w.toEnd(ctx, cancel, &t, code, over)
}

// toEnd follows the run to its end, over new links where one is lost.
func (w *watch) toEnd(ctx context.Context, cancel context.CancelFunc, t **tap, code int, over bool) (int, error) {
	var err error
	for links := 0; !over; links++ {
		if code, over, err = w.follow(ctx, *t); over || err != nil {
			return code, err
		}
		if links == maxLinks {
			return ExitFailed, protocol.NewFault(protocol.ReasonClosed, "The link to the daemon was lost too often.").
				WithNext("Look into the log of the daemon; the run is kept.")
		}
		w.note("The link to the daemon was lost; picking the run up again.")
		_ = (*t).Close()
		if code, over, err = w.pickUp(ctx, cancel, t); lost(err) {
			over = false
		} else if err != nil {
			return ExitFailed, err
		}
	}
	return code, nil
}

// interruptible runs fn, which a signal calls off.
func (w *watch) interruptible(ctx context.Context, cancel context.CancelFunc, fn func(context.Context) error) error {
	done := make(chan error, 1)
	go func() { done <- fn(ctx) }() // waited for in either case
	select {
	case err := <-done:
		return err
	case <-w.signals:
		cancel()
		if err := <-done; err != nil {
			return errCalledOff
		}
		return nil
	}
}

// attached takes over where the daemon says that the run is.
func (w *watch) attached(t *tap, a *client.AttachReply) (code int, over bool) {
	if a == nil {
		return ExitFailed, false
	}
	t.subscription, w.epoch, w.seq = a.Subscription, a.Epoch, a.Seq
	if a.View == nil {
		return 0, false
	}
	w.usage = a.View.Run.Usage
	w.show.view(*a.View)
	if !a.Ended && !a.View.Run.State.Final() {
		return 0, false
	}
	return w.end(terminal(a.View.Run)), true
}

// terminal is the event that ended a run, made from its record for whoever
// was not there when it came.
func terminal(r chat.Run) chat.Event {
	usage := r.Usage
	if r.State == chat.RunDone {
		return chat.Event{Type: chat.EventDone, Usage: &usage, DurationMs: r.DurationMs}
	}
	return chat.Event{Type: chat.EventError, Message: r.Error, ErrorCode: r.ErrorCode, Usage: &usage, DurationMs: r.DurationMs}
}

func (w *watch) end(e chat.Event) int {
	w.show.end(e)
	switch {
	case e.Type == chat.EventDone:
		return ExitDone
	case e.ErrorCode == chat.ErrorInterrupted:
		return ExitNeedsAnswer
	}
	return ExitFailed
}

// follow shows events until the run has ended (over) or the link is lost.
func (w *watch) follow(ctx context.Context, t *tap) (code int, over bool, err error) {
	for {
		for {
			d, ok := t.queue.take()
			if !ok {
				break
			}
			if code, over := w.take(t, d); over {
				return code, true, nil
			}
		}
		select {
		case <-t.queue.more:
		case <-t.Done():
			// What came before the end is still to be shown.
			if !t.queue.empty() {
				continue
			}
			return 0, false, nil
		case <-w.signals:
			if w.stopping {
				return ExitFailed, true, errQuit
			}
			w.stop(ctx, t)
		}
	}
}

// stop asks for the end of the run; its terminal event says when it has ended.
func (w *watch) stop(ctx context.Context, t *tap) {
	w.stopping = true
	w.note("Stopping. Press Ctrl-C again to leave at once.")
	if _, err := rpc.Call(ctx, t, client.RunStop, client.RunRef{Run: w.run}); err != nil {
		w.note("The run could not be told to stop: " + clean(err.Error()))
	}
}

// take shows one event and gives its credit back.
func (w *watch) take(t *tap, d client.Delivery) (code int, over bool) {
	if d.Subscription != t.subscription || d.Event.Run != w.run {
		return 0, false
	}
	if d.Event.Epoch == w.epoch && d.Event.Seq <= w.seq {
		return 0, false // seen before the link was lost
	}
	w.epoch, w.seq = d.Event.Epoch, d.Event.Seq
	e := d.Event.Event
	if e.Type.Terminal() {
		return w.end(e), true
	}
	if e.Type == chat.EventSync && e.View != nil {
		w.show.view(*e.View)
	} else {
		w.show.event(e)
	}
	w.credit(t, d)
	return 0, false
}

// credit gives back what has been drawn. A lost link is noticed elsewhere.
func (w *watch) credit(t *tap, d client.Delivery) {
	// The envelope counts on the wire too; more than was taken is no harm,
	// because the daemon never counts beyond what it gave at first.
	const envelope = 128
	body, err := json.Marshal(d)
	if err != nil {
		return
	}
	_ = rpc.Notify(t, client.RunCredit, client.Credit{Subscription: d.Subscription, Frames: 1, Bytes: len(body) + envelope})
}

// pickUp dials again and attaches to the run; a run that the daemon's death
// interrupted is resumed once.
func (w *watch) pickUp(ctx context.Context, cancel context.CancelFunc, t **tap) (code int, over bool, err error) {
	var reply client.AttachReply
	err = w.interruptible(ctx, cancel, func(ctx context.Context) error {
		next, err := w.connect(ctx)
		if err != nil {
			return err
		}
		*t = next
		reply, err = rpc.Call(ctx, next, client.RunAttach, client.Attach{Run: w.run, Epoch: w.epoch, After: w.seq, Options: &client.AttachOptions{}})
		return err
	})
	if err != nil {
		return ExitFailed, true, err
	}
	return w.taken(ctx, *t, &reply)
}

// taken takes over where the daemon says that the run is.
func (w *watch) taken(ctx context.Context, t *tap, a *client.AttachReply) (code int, over bool, err error) {
	if a == nil || a.View == nil || a.View.Run.State != chat.RunInterrupted {
		code, over = w.attached(t, a)
		return code, over, nil
	}
	if w.resumed || w.stopping {
		w.show.view(*a.View)
		run := a.View.Run
		run.ErrorCode, run.Error = chat.ErrorInterrupted, "The run was interrupted, and what it did last is not known. Open Margay's panel to look at it and to go on."
		return w.end(terminal(run)), true, nil
	}
	return w.resume(ctx, t)
}

func (w *watch) resume(ctx context.Context, t *tap) (code int, over bool, err error) {
	w.resumed = true
	w.note("The daemon died and was started again; the run goes on.")
	reply, err := rpc.Call(ctx, t, client.RunResume, client.Resume{Run: w.run, Attach: &client.AttachOptions{}, Env: w.env})
	if err != nil {
		return ExitFailed, true, err
	}
	code, over = w.attached(t, reply.Attached)
	return code, over, nil
}
