package api

import (
	"context"
	"sync"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// maxSubscriptions bounds what one client may watch at a time.
const maxSubscriptions = 64

// Deliver sends an event to a client and returns its size on the wire.
type Deliver func(client.Delivery) (bytes int, err error)

// Client is one end of a link as the operations see it: what it brought along
// and what it watches.
type Client struct {
	// Trusted says that it is a program of the same user and no browser.
	Trusted bool
	// BrowserPid is the process of the browser that it belongs to, 0 if none.
	BrowserPid int
	// Env holds the model variables that serve its runs.
	Env map[string]string

	mu     sync.Mutex // guards what follows
	last   int64
	subs   map[int64]*event.Subscription
	closed bool
}

// Close ends all subscriptions of the client and waits for sends in progress.
func (c *Client) Close() {
	c.mu.Lock()
	c.closed = true
	subs := c.subs
	c.subs = nil
	c.mu.Unlock()
	for _, s := range subs {
		s.Close()
	}
}

// env is what serves a run that the client asks for.
func (c *Client) env(sent map[string]string) (map[string]string, error) {
	if len(sent) == 0 {
		return c.Env, nil
	}
	if !c.Trusted {
		return nil, protocol.NewFault(protocol.ReasonNotAllowed, "A browser may not send model variables.").
			WithNext("Set them in the environment that the browser is started from.")
	}
	env := make(map[string]string, len(c.Env)+len(sent))
	for _, from := range []map[string]string{c.Env, sent} {
		for name, value := range from {
			env[name] = value
		}
	}
	return env, nil
}

// attach watches a run for the client under a number that was reserved. start
// lets the events flow and is called when the reply is queued; a client that
// has gone by then gets none.
func (s *Service) attach(ctx context.Context, c *Client, number int64, id chat.RunID, o event.SubscribeOptions, deliver Deliver) (reply client.AttachReply, start func(), err error) {
	o.Send = func(n chat.Numbered) (int, error) {
		size, err := deliver(client.Delivery{Subscription: number, Event: n})
		if err != nil || n.Event.Type.Terminal() {
			c.forget(number)
		}
		return size, err
	}
	sub, err := s.o.Runs.Attach(ctx, id, o)
	if err != nil {
		return reply, nil, err
	}
	if !sub.Ended && !c.keep(number, sub) {
		sub.Close()
		return reply, nil, protocol.NewFault(protocol.ReasonClosed, "The client is gone.")
	}
	return client.AttachReply{
		Subscription: number, Epoch: sub.Epoch, Seq: sub.Seq, View: sub.View, Ended: sub.Ended,
	}, sub.Start, nil
}

// reserve gives out the number of a subscription.
func (c *Client) reserve() (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.subs) >= maxSubscriptions {
		return 0, protocol.NewFault(protocol.ReasonTooLarge, "This client watches too many runs at a time.").
			WithNext("Detach from runs that are not shown.")
	}
	c.last++
	return c.last, nil
}

func (c *Client) keep(number int64, sub *event.Subscription) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	if c.subs == nil {
		c.subs = map[int64]*event.Subscription{}
	}
	c.subs[number] = sub
	return true
}

func (c *Client) forget(number int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.subs, number)
}

func (c *Client) find(number int64) *event.Subscription {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.subs[number]
}
