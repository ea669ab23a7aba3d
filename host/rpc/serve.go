package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"

	"github.com/margay/margay/protocol"
)

// maxCalls is how many calls one link may have under way. It bounds goroutines,
// not work: a surface has a handful.
const maxCalls = 1024

// Request is a call of the other side while it is served.
type Request struct {
	Peer *Peer

	route  protocol.Info
	id     protocol.ID
	lane   Lane
	cancel context.CancelFunc
	after  []func()
	// before is a call under the same id that is still under way; this one is
	// served after it. Peer.mu guards it.
	before *Request
	ended  chan struct{}
}

// Lane is the lane of the reply. What is notified in it from AfterReply on
// follows the reply.
func (r *Request) Lane() Lane { return r.lane }

// AfterReply has fn run once the reply is queued; the handler calls it before
// it returns. Where the reply is a fault, or the link has ended, fn does not run.
func (r *Request) AfterReply(fn func()) { r.after = append(r.after, fn) }

// takeCall takes a call on the reading goroutine: it is registered here, in the
// order of arrival, so that a cancel behind it finds it, and then forked. params
// reads its parameters; for a forked call it is called where the call is served.
func (p *Peer) takeCall(m protocol.Message, size int, params func() (json.RawMessage, error)) {
	r := &Request{Peer: p, id: *m.ID, lane: p.newLane(), ended: make(chan struct{})}
	e, known := p.opts.Mux.find(m.Method, false)
	if !known {
		p.answer(r.lane, r.id, m.Method, noMethod(m.Method))
		return
	}
	r.route = e.info
	if fault := p.gate.pass(e.info); fault != nil {
		p.answer(r.lane, r.id, m.Method, fault)
		return
	}
	if size > e.info.Limit() {
		p.answer(r.lane, r.id, m.Method, protocol.TooLarge(e.info.Name, size, e.info.Limit()))
		return
	}
	switch e.info.Name {
	case protocol.PingRoute.Name:
		p.reply(r, func() ([]byte, error) { return protocol.Marshal(protocol.Pong{Product: protocol.Product}) })
	case protocol.HelloRoute.Name:
		p.reply(r, func() ([]byte, error) { return p.takeHello(m.Method, params) })
	default:
		p.fork(r, m.Method, params, e)
	}
}

// fork serves a call in a goroutine of its own, which ends when the handler
// returns; the handler's context ends with the call or the link.
func (p *Peer) fork(r *Request, method string, params func() (json.RawMessage, error), e routeEntry) {
	ctx, cancel := context.WithCancel(p.ctx)
	r.cancel = cancel
	p.mu.Lock()
	full := p.count >= maxCalls
	if !full {
		p.count++
		r.before = p.serving[r.id]
		p.serving[r.id] = r
	}
	before := r.before
	p.mu.Unlock()
	if full {
		cancel()
		p.answer(r.lane, r.id, method, protocol.NewFault(protocol.ReasonBusy, "Too many calls are under way on this link.").
			WithNext("Wait for the answers of some."))
		return
	}
	p.work.Add(1)
	go func() {
		defer p.work.Done()
		defer p.finish(r)
		if before != nil {
			<-before.ended
		}
		p.reply(r, func() ([]byte, error) {
			raw, err := params()
			if err != nil {
				return nil, err
			}
			return e.call(ctx, r, raw)
		})
	}()
}

func (p *Peer) finish(r *Request) {
	r.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count--
	if p.serving[r.id] == r {
		delete(p.serving, r.id)
	}
	for s := p.serving[r.id]; s != nil; s = s.before {
		if s.before == r {
			s.before = nil
		}
	}
	close(r.ended)
}

// reply runs what answers a call and queues the answer, then what was to follow it.
func (p *Peer) reply(r *Request, run func() ([]byte, error)) {
	result, err := p.guarded(r, run)
	if err == nil {
		err = p.send(r.lane, protocol.AppendResult(nil, r.id, result), r.route)
		if err == nil {
			p.follow(r)
			return
		}
	}
	p.answer(r.lane, r.id, r.route.Name, p.faultOf(r, err))
}

func (p *Peer) follow(r *Request) {
	for _, fn := range r.after {
		_, _ = p.guarded(r, func() ([]byte, error) { fn(); return nil, nil })
	}
}

// guarded turns a panic into an error and logs it with its stack.
func (p *Peer) guarded(r *Request, run func() ([]byte, error)) (result []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			p.opts.Log.Error().Str("route", r.route.Name).Interface("panic", v).Bytes("stack", debug.Stack()).Msg("serving a call panicked")
			err = errPanic
		}
	}()
	return run()
}

var errPanic = errors.New("it panicked; the log has the trace")

// faultOf turns a handler's error into what travels.
func (p *Peer) faultOf(r *Request, err error) *protocol.Fault {
	var fault *protocol.Fault
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, context.Canceled):
		return protocol.NewFault(protocol.ReasonCancelled, r.route.Name+" was cancelled.")
	case errors.Is(err, context.DeadlineExceeded):
		return protocol.NewFault(protocol.ReasonDeadline, r.route.Name+" took longer than it may.")
	case !errors.Is(err, errPanic):
		p.opts.Log.Error().Err(err).Str("route", r.route.Name).Msg("serving a call failed")
	}
	return protocol.NewFault(protocol.ReasonInternal, r.route.Name+" failed: "+err.Error()+".").
		WithNext("The log of the program has more.")
}

// takeHello opens a fresh link, on the reading goroutine: what comes behind it
// finds the link open.
func (p *Peer) takeHello(method string, params func() (json.RawMessage, error)) ([]byte, error) {
	switch {
	case p.opts.Hello == nil:
		return nil, noMethod(method)
	case !p.gate.fresh:
		return nil, protocol.NewFault(protocol.ReasonConflict, "hello was said before on this link.").
			WithNext("Open another link.")
	}
	raw, err := params()
	if err != nil {
		return nil, err
	}
	var hello protocol.Hello
	if err := decodeParams(raw, &hello, method); err != nil {
		return nil, err
	}
	version, fault := hello.Choose()
	if fault != nil {
		return nil, fault
	}
	reply, err := p.opts.Hello(p.ctx, p, hello)
	if err != nil {
		return nil, err
	}
	reply.Product, reply.Protocol = protocol.Product, version
	p.mu.Lock()
	p.hello = hello
	p.mu.Unlock()
	p.gate.fresh = false
	return protocol.Marshal(reply)
}
