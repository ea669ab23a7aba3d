package rpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/margay/margay/protocol"
)

// pending is a call of ours that waits for its answer.
type pending struct {
	route  protocol.Info
	answer chan answer // holds one
}

// answer is an answer to a call of ours on its way to who waits for it.
type answer struct {
	protocol.Message
	// long, where set, is the text of an answer that came in chunks. It is read
	// by who waits: reading megabytes on the reading goroutine would hold up
	// every small message behind them.
	long []byte
}

// read returns the answer. What cannot be read, or turns out to be another
// message, fails the call.
func (a answer) read() protocol.Message {
	if a.long == nil {
		return a.Message
	}
	m, fault := protocol.ParseMessage(a.long)
	switch {
	case fault != nil:
		return protocol.Message{Error: fault}
	case !m.Answer():
		return protocol.Message{Error: otherThanSaid("an answer")}
	}
	return m
}

// Call implements Caller. The request has a lane of its own.
func (p *Peer) Call(ctx context.Context, route protocol.Info, params, result any) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("call %s: %w", route.Name, err)
	}
	raw, err := encodeParams(params)
	if err != nil {
		return fmt.Errorf("call %s: %w", route.Name, err)
	}
	id := protocol.ID(strconv.FormatInt(p.ids.Add(1), 10))
	c := &pending{route: route, answer: make(chan answer, 1)}
	p.mu.Lock()
	p.pending[id] = c
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.pending, id)
		p.mu.Unlock()
	}()
	in := p.newLane()
	if err := p.send(in, protocol.AppendCall(nil, id, route.Name, raw), route); err != nil {
		return err
	}
	a, err := p.await(ctx, c)
	if err != nil {
		if ctx.Err() != nil {
			// The call is ours to end; where the link has ended too this does nothing.
			_ = p.NotifyIn(in, protocol.CancelNotice.Info(), protocol.Cancel{ID: id})
		}
		return err
	}
	m := a.read()
	if m.Error != nil {
		return m.Error
	}
	if result == nil {
		return nil
	}
	if err := protocol.Unmarshal(m.Result, result); err != nil {
		return fmt.Errorf("call %s: read the answer: %w", route.Name, err)
	}
	return nil
}

// await waits for the answer, the end of ctx or the end of the link.
func (p *Peer) await(ctx context.Context, c *pending) (answer, error) {
	select {
	case a := <-c.answer:
		return a, nil
	case <-ctx.Done():
		return answer{}, fmt.Errorf("call %s: %w", c.route.Name, ctx.Err())
	case <-p.done:
	}
	select {
	case a := <-c.answer: // it came before the end
		return a, nil
	default:
		return answer{}, p.closedFault()
	}
}

// Notify implements Caller. Notices share the link's own lane.
func (p *Peer) Notify(notice protocol.Info, params any) error {
	return p.NotifyIn(0, notice, params)
}

// NotifyIn queues a notice in a lane and returns: it follows what was queued in
// that lane before.
func (p *Peer) NotifyIn(in Lane, notice protocol.Info, params any) error {
	raw, err := encodeParams(params)
	if err != nil {
		return fmt.Errorf("notify %s: %w", notice.Name, err)
	}
	return p.send(in, protocol.AppendCall(nil, "", notice.Name, raw), notice)
}

// encodeParams refuses what JSON-RPC does: the other side could only answer it
// without an id, and the call would wait for ever.
func encodeParams(params any) ([]byte, error) {
	if params == nil {
		return nil, nil
	}
	raw, err := protocol.Marshal(params)
	if err == nil && !bytes.HasPrefix(raw, []byte("{")) && !bytes.HasPrefix(raw, []byte("[")) {
		err = errors.New("parameters must be an object")
	}
	return raw, err
}

// settle hands an answer of size bytes to the call of ours that id names. One
// that nobody waits for any more is passed over: the call was given up.
func (p *Peer) settle(id *protocol.ID, a answer, size int) {
	if id == nil {
		if a.Error != nil {
			p.opts.Log.Warn().Str("fault", a.Error.Message).Msg("the other side could not read something of ours")
		}
		return
	}
	c := p.waiting(id)
	if c == nil {
		return
	}
	if size > c.route.Limit() {
		a = answer{Message: protocol.Message{Error: protocol.TooLarge(c.route.Name, size, c.route.Limit())}}
	}
	select {
	case c.answer <- a:
	default: // a second answer to one call
	}
}

// fail ends a call of ours with a fault.
func (p *Peer) fail(id *protocol.ID, fault *protocol.Fault) {
	p.settle(id, answer{Message: protocol.Message{Error: fault}}, 0)
}

// waiting returns the call of ours that an id names.
func (p *Peer) waiting(id *protocol.ID) *pending {
	if id == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pending[*id]
}
