package api

import (
	"context"

	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Attach watches a run. start lets its events flow.
func (s *Service) Attach(ctx context.Context, c *Client, p client.Attach, deliver Deliver) (client.AttachReply, func(), error) {
	number, err := c.reserve()
	if err != nil {
		return client.AttachReply{}, nil, err
	}
	o := credit(p.Options)
	o.Epoch, o.After = p.Epoch, p.After
	return s.attach(ctx, c, number, p.Run, o, deliver)
}

// Detach ends a subscription; one that is not there has ended already.
func (s *Service) Detach(c *Client, p client.Detach) {
	if sub := c.find(p.Subscription); sub != nil {
		c.forget(p.Subscription)
		sub.Close()
	}
}

// Credit gives back credit for what a client has drawn. It does not wait.
func (s *Service) Credit(c *Client, p client.Credit) {
	if sub := c.find(p.Subscription); sub != nil {
		sub.Credit(p.Frames, p.Bytes)
	}
}

// Stop asks a run to stop.
func (s *Service) Stop(ctx context.Context, p client.RunRef) (chat.Run, error) {
	return s.o.Runs.Stop(ctx, p.Run)
}

// Runs lists the runs that have not ended.
func (s *Service) Runs(context.Context) (client.RunPage, error) {
	live, err := s.o.Runs.Live("")
	return client.RunPage{Runs: filled(live)}, err
}
