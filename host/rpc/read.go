package rpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/margay/margay/protocol"
)

// read is the reading goroutine: it takes frames until the link ends.
func (p *Peer) read() {
	defer p.work.Done()
	for {
		body, err := p.frames.Next()
		var skipped *protocol.SkippedError
		switch {
		case errors.As(err, &skipped):
			p.gate.count()
			p.answer(0, "", "", skipped.Fault())
			continue
		case err != nil:
			p.end(err)
			p.hangUp()
			return
		}
		if err := p.frame(body); err != nil {
			p.opts.Log.Warn().Err(err).Msg("the link is ended")
			p.end(err)
			p.hangUp()
			return
		}
	}
}

// frame takes the body of one frame. An error ends the link.
func (p *Peer) frame(body []byte) error {
	first := p.gate.count()
	m, fault := protocol.ParseMessage(body)
	switch {
	case fault != nil:
		p.answer(0, "", "", fault)
	case m.Method == protocol.ChunkNotice.Name && m.ID == nil:
		p.chunk(m)
		p.frames.Reuse(body) // its data has been copied
	case m.Method == protocol.PrefaceNotice.Name && m.ID == nil:
		return p.takePreface(m, first)
	default:
		p.message(m, len(body))
	}
	return nil
}

// message takes a whole message.
func (p *Peer) message(m protocol.Message, size int) {
	switch {
	case m.Answer():
		p.settle(m.ID, answer{Message: m}, size)
	case m.Method == protocol.CancelNotice.Name && m.ID == nil:
		p.takeCancel(m)
	case m.ID == nil:
		p.takeNotice(m, size)
	default:
		p.takeCall(m, size, func() (json.RawMessage, error) { return m.Params, nil })
	}
}

func (p *Peer) takePreface(m protocol.Message, first bool) error {
	if !first || p.opts.OnPreface == nil {
		p.opts.Log.Warn().Bool("first", first).Msg("a preface came where none is believed; it is passed over")
		return nil
	}
	var preface protocol.Preface
	if err := protocol.Unmarshal(m.Params, &preface); err != nil {
		return fmt.Errorf("read the preface: %w", err)
	}
	groups, err := p.opts.OnPreface(p, preface)
	if err != nil {
		return fmt.Errorf("refuse the preface: %w", err)
	}
	p.gate.groups = groups
	p.mu.Lock()
	p.preface = &preface
	p.mu.Unlock()
	return nil
}

func (p *Peer) takeCancel(m protocol.Message) {
	var c protocol.Cancel
	if err := protocol.Unmarshal(m.Params, &c); err != nil {
		p.opts.Log.Warn().Err(err).Msg("a cancel cannot be read; it is passed over")
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for r := p.serving[c.ID]; r != nil; r = r.before {
		r.cancel()
	}
}

func (p *Peer) takeNotice(m protocol.Message, size int) {
	e, known := p.opts.Mux.find(m.Method, true)
	switch {
	case !known:
		p.opts.Log.Debug().Str("notice", m.Method).Msg("an unknown notice is passed over")
		return
	case p.gate.pass(e.info) != nil:
		p.opts.Log.Warn().Str("notice", m.Method).Msg("a notice that is not open to this link is passed over")
		return
	case size > e.info.Limit():
		p.opts.Log.Warn().Str("notice", m.Method).Int("bytes", size).Msg("a notice that is too long is passed over")
		return
	}
	defer func() {
		if v := recover(); v != nil {
			p.opts.Log.Error().Str("notice", m.Method).Interface("panic", v).Bytes("stack", debug.Stack()).Msg("taking a notice panicked")
		}
	}()
	if err := e.notice(p, m.Params); err != nil {
		p.opts.Log.Warn().Str("notice", m.Method).Err(err).Msg("a notice cannot be read; it is passed over")
	}
}

// chunk takes a piece of a longer message.
func (p *Peer) chunk(m protocol.Message) {
	c, err := protocol.ReadChunk(m.Params, p.room)
	p.room = c.Data
	if err != nil {
		p.answer(0, "", "", protocol.NewFault(protocol.ReasonInvalidParams, "A chunk cannot be read: "+err.Error()+"."))
		return
	}
	whole, err := p.join.Add(c)
	var dropped *protocol.JoinError
	switch {
	case errors.As(err, &dropped):
		p.refuse(dropped.Head, dropped.Fault)
	case whole != nil:
		p.joined(whole)
	}
}

// joined takes a message that came in chunks. It must be what its first piece
// said, because that is what admitted it. A call or an answer is taken by its
// head, so that its place among what comes is kept, and read where it is served
// or awaited: reading megabytes here would hold up every small message behind
// it. A notice is read here, because notices are taken in order.
func (p *Peer) joined(whole *protocol.Joined) {
	switch head := whole.Head; {
	case head.ID == nil:
		p.joinedNotice(whole)
	case head.Method == "":
		p.settle(head.ID, answer{long: whole.Body}, len(whole.Body))
	default:
		p.takeCall(protocol.Message{ID: head.ID, Method: head.Method}, len(whole.Body), func() (json.RawMessage, error) {
			m, fault := protocol.ParseMessage(whole.Body)
			if fault != nil {
				return nil, fault
			}
			return m.Params, nil
		})
	}
}

func (p *Peer) joinedNotice(whole *protocol.Joined) {
	m, fault := protocol.ParseMessage(whole.Body)
	if fault != nil {
		p.answer(0, "", "", fault)
		return
	}
	if m.Method != whole.Route {
		p.refuse(protocol.Head{ID: m.ID, Method: m.Method}, otherThanSaid(whole.Route))
		return
	}
	p.message(m, len(whole.Body))
}

func otherThanSaid(what string) *protocol.Fault {
	return protocol.NewFault(protocol.ReasonInvalidRequest, "The chunks were said to carry "+what+", but the message is another.")
}

// routeOf names the route of a message: its own, or that of the call that it
// answers; empty for an answer that nobody waits for.
func (p *Peer) routeOf(head protocol.Head) string {
	if head.Method != "" {
		return head.Method
	}
	if c := p.waiting(head.ID); c != nil {
		return c.route.Name
	}
	return ""
}

// admit says what a message that begins to come in chunks may hold. It is the
// same check that a whole message meets, so that memory is kept only for what
// would be taken.
func (p *Peer) admit(head protocol.Head, route string) (int, *protocol.Fault) {
	if name := p.routeOf(head); name == "" || name != route {
		return 0, protocol.NewFault(protocol.ReasonInvalidRequest, "The first chunk does not begin with the id and method of what it is said to carry.")
	}
	if head.Method == "" {
		return p.waiting(head.ID).route.Limit(), nil
	}
	e, known := p.opts.Mux.find(head.Method, head.ID == nil)
	if !known {
		return 0, noMethod(head.Method)
	}
	if fault := p.gate.pass(e.info); fault != nil {
		return 0, fault
	}
	return e.info.Limit(), nil
}

// refuse answers a message that is dropped, as far as it is known what it was:
// a call gets the fault, our own call fails with it, a notice is never answered.
func (p *Peer) refuse(head protocol.Head, fault *protocol.Fault) {
	p.opts.Log.Warn().Str("route", head.Method).Str("reason", string(fault.Reason())).Msg("a message in chunks is dropped")
	switch {
	case head.Method == "" && head.ID != nil:
		p.fail(head.ID, fault)
	case head.Method == "":
		p.answer(0, "", "", fault)
	case head.ID != nil:
		p.answer(p.newLane(), *head.ID, head.Method, fault)
	}
}

// answer queues a fault that answers a call of a route. Both are empty where
// they could not be read.
func (p *Peer) answer(in Lane, id protocol.ID, route string, fault *protocol.Fault) {
	if err := p.send(in, protocol.AppendFault(nil, id, fault), protocol.Info{Name: route}); err != nil {
		p.opts.Log.Debug().Err(err).Msg("a fault could not be sent")
	}
}
