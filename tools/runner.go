package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime/debug"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/protocol/chat"
)

// Hooks stand between Prepare and Do. They are called on the goroutine of Run,
// one at a time; any of them may be nil.
type Hooks struct {
	// Leaving is called when a call with effects is about to act. An error keeps
	// it, and everything after it, from running.
	Leaving func(ctx context.Context, i int, effect Effect) error
	// Running is called when a call is about to run Do.
	Running func(i int)
	// Settled is called when a call has its outcome, in the order in which they settle.
	Settled func(i int, o Outcome)
}

// Runner runs batches of calls. The zero value of its limits means the defaults.
type Runner struct {
	Catalog *Catalog
	Hooks   Hooks
	// Timeout bounds one call, 60 s by default.
	Timeout time.Duration
	// Grace is how long a call may take to return after it was told to end, 50 ms
	// by default. What takes longer is abandoned.
	Grace time.Duration
	// Parallel bounds the read-only calls that run together, 4 by default.
	Parallel int
	// SlotWait is how long a call may wait for its turn among them, 30 s by default.
	SlotWait time.Duration
	Log      zerolog.Logger
}

// Run runs the calls: read-only and parallel neighbours together, all others
// one after the other in order. It returns one outcome for each call, in the
// order of the calls; the error is the one that Leaving returned.
func (r *Runner) Run(ctx context.Context, calls []Call) ([]Outcome, error) {
	b := batch{
		Runner: r, calls: calls, outcomes: make([]Outcome, len(calls)),
		flights: make([]flight, len(calls)), steps: make(chan step, stepsPerCall*len(calls)),
	}
	for i := 0; i < len(calls); {
		n := b.together(i)
		if err := b.group(ctx, i, i+n); err != nil {
			return b.outcomes, err
		}
		i += n
	}
	return b.outcomes, nil
}

func (r *Runner) timeout() time.Duration { return orDefault(r.Timeout, 60*time.Second) }
func (r *Runner) grace() time.Duration   { return orDefault(r.Grace, 50*time.Millisecond) }
func (r *Runner) parallel() int          { return orDefault(r.Parallel, 4) }
func (r *Runner) slotWait() time.Duration {
	return orDefault(r.SlotWait, 30*time.Second)
}

func orDefault[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}

// stepsPerCall is how many steps one call can send: prepared, done, expired.
// With this much room in the channel nobody ever waits to send, so a goroutine
// that was abandoned ends as soon as its tool returns.
const stepsPerCall = 3

// step is news from the goroutine of a call.
type step struct {
	i        int
	action   Action // prepared, waiting for leave to act
	finished bool   // res and err are what it gave
	res      Result
	err      error
	expired  bool // was told to end and did not
}

// flight is a call under way.
type flight struct {
	// ctx is the life of the call: it ends with the run, the time limit or the outcome.
	ctx    context.Context
	cancel context.CancelFunc
	// proceed is sent true when the prepared call may act, false when it may not.
	proceed chan bool
	settled chan struct{} // closed when the call has its outcome
	began   time.Time
	left    bool // it was about to change something
	mended  json.RawMessage
}

type batch struct {
	*Runner
	calls    []Call
	outcomes []Outcome
	flights  []flight
	steps    chan step
}

// together counts the calls from i on that may run beside each other.
func (b *batch) together(i int) int {
	n := 0
	for _, c := range b.calls[i:] {
		e, err := b.Catalog.lookup(c.Name)
		if err != nil || !e.ReadOnly || !e.Parallel {
			break
		}
		n++
	}
	return max(n, 1)
}

// group runs calls from..to-1 beside each other.
func (b *batch) group(ctx context.Context, from, to int) error {
	next, live := from, 0
	var failure error
	slots := time.NewTimer(b.slotWait()) // all of a group ask at once
	defer slots.Stop()
	for next < to || live > 0 {
		if next < to && live < b.parallel() {
			if b.begin(ctx, next) {
				live++
			}
			next++
			continue
		}
		var s step
		select {
		case s = <-b.steps:
		case <-slots.C:
			for ; next < to; next++ {
				b.settle(next, said(chat.CallTimedOut, "Not begun: %d other calls of this answer took all of %s. Ask again for what you still need.", live, b.slotWait()))
			}
			continue
		}
		ended, err := b.take(ctx, s)
		if ended {
			live--
		}
		if err != nil {
			failure = err
			b.notRun(next, len(b.calls))
			next = to
		}
	}
	return failure
}

// begin checks a call and starts its goroutine; false means that it is settled already.
func (b *batch) begin(ctx context.Context, i int) bool {
	call := b.calls[i]
	if call.Progress == nil {
		call.Progress = func(Update) {}
	}
	f := &b.flights[i]
	f.began = time.Now()
	if ctx.Err() != nil {
		b.settle(i, cutShort(ctx, b.timeout(), false))
		return false
	}
	e, err := b.Catalog.lookup(call.Name)
	if err == nil {
		mended := e.check.mend(call.Args)
		if len(call.Args) > 0 && !bytes.Equal(mended, call.Args) {
			f.mended = mended
		}
		call.Args = mended
		err = e.check.check(call.Args)
	}
	if err != nil {
		b.settle(i, said(chat.CallError, "%s", err))
		return false
	}
	f.ctx, f.cancel = context.WithTimeoutCause(ctx, b.timeout(), errTimeout)
	f.proceed, f.settled = make(chan bool, 1), make(chan struct{})
	b.watch(i)
	go b.fly(f.ctx, i, e.tool, call, f.proceed)
	return true
}

// watch sends expired when the call does not return in the grace after its end
// was asked for. It ends with the call.
func (b *batch) watch(i int) {
	f, grace := b.flights[i], b.grace()
	context.AfterFunc(f.ctx, func() {
		t := time.NewTimer(grace)
		defer t.Stop()
		select {
		case <-t.C:
			b.steps <- step{i: i, expired: true}
		case <-f.settled:
		}
	})
}

// fly is the goroutine of a call. It ends when the tool returns.
func (b *batch) fly(ctx context.Context, i int, t Tool, call Call, proceed <-chan bool) {
	defer func() {
		if p := recover(); p != nil {
			b.Log.Error().Str("tool", call.Name).Interface("panic", p).Bytes("stack", debug.Stack()).Msg("tool panicked")
			b.steps <- step{i: i, finished: true, err: errPanic}
		}
	}()
	action, err := t.Prepare(ctx, call)
	if err != nil {
		b.steps <- step{i: i, finished: true, err: err}
		return
	}
	b.steps <- step{i: i, action: action}
	if !<-proceed {
		return
	}
	res, err := action.Do(ctx)
	b.steps <- step{i: i, finished: true, res: res, err: err}
}

// take handles news of a call; ended says that the call is settled by it.
func (b *batch) take(ctx context.Context, s step) (ended bool, err error) {
	f := &b.flights[s.i]
	select {
	case <-f.settled:
		return false, nil // late news of an abandoned call
	default:
	}
	switch {
	case s.action != nil:
		return b.release(ctx, s.i, s.action.Effect())
	case s.expired:
		o := cutShort(f.ctx, b.timeout(), f.left)
		o.Abandoned = true
		b.settle(s.i, o)
	default:
		b.settle(s.i, outcomeOf(f.ctx, b.timeout(), f.left, s.res, s.err))
	}
	return true, nil
}

// release lets a prepared call act, or settles it.
func (b *batch) release(ctx context.Context, i int, effect Effect) (ended bool, err error) {
	f, spec := &b.flights[i], b.spec(i)
	acts := effect.Class != ClassRead
	if acts && spec.ReadOnly {
		b.Log.Error().Str("tool", spec.Name).Str("class", string(effect.Class)).Msg("tool is declared read-only and wants to act")
		f.proceed <- false
		b.settle(i, said(chat.CallError, "The tool %s is declared read-only and was kept from acting.", spec.Name))
		return true, nil
	}
	if acts && b.Hooks.Leaving != nil && f.ctx.Err() == nil {
		if err := b.Hooks.Leaving(ctx, i, effect); err != nil {
			f.proceed <- false
			b.settle(i, said(chat.CallNotRun, "Not run: it could not be recorded (%s).", err))
			return true, err
		}
	}
	if f.ctx.Err() != nil {
		f.proceed <- false
		b.settle(i, cutShort(f.ctx, b.timeout(), false))
		return true, nil
	}
	f.left = acts
	if b.Hooks.Running != nil {
		b.Hooks.Running(i)
	}
	f.proceed <- true
	return false, nil
}

func (b *batch) spec(i int) Spec {
	e, err := b.Catalog.lookup(b.calls[i].Name)
	if err != nil {
		return Spec{Name: b.calls[i].Name}
	}
	return e.Spec
}

func (b *batch) settle(i int, o Outcome) {
	f := &b.flights[i]
	if !f.began.IsZero() {
		o.Duration = time.Since(f.began)
	}
	o.Args = f.mended
	b.outcomes[i] = o
	if f.settled == nil {
		f.settled = make(chan struct{})
	}
	close(f.settled)
	if f.cancel != nil {
		f.cancel()
	}
	if b.Hooks.Settled != nil {
		b.Hooks.Settled(i, o)
	}
}

func (b *batch) notRun(from, to int) {
	for i := from; i < to; i++ {
		b.settle(i, said(chat.CallNotRun, "Not run: an earlier call could not be recorded."))
	}
}
