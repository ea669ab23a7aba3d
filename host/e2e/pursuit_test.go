package e2e_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// mostLives bounds how many daemons a pursuit goes through.
const mostLives = 50

// pursuit sends a task and stays with its run to the end, over as many daemons
// as that takes: it sends again what was not answered, attaches again where the
// link was lost, and resumes what was interrupted, as a person would.
type pursuit struct {
	rig  *rig.Rig
	task client.Send
	env  map[string]string
	// life is called with each daemon that the pursuit reaches; nil is not.
	life func(c *dial.Client)
	// event is called with each event; nil is not.
	event func(c *dial.Client, e chat.Event)
	// lost is called each time that a daemon was lost; nil is not.
	lost func(ctx context.Context) error

	run   chat.RunID
	lives int
}

// toEnd returns how the run ended.
func (p *pursuit) toEnd(ctx context.Context) (chat.Run, error) {
	p.task.Nonce, p.task.Env, p.task.Attach = rand.Text(), p.env, &client.AttachOptions{}
	for p.lives < mostLives {
		p.lives++
		run, err := p.follow(ctx)
		if err == nil || ctx.Err() != nil || !away(err) {
			return run, err
		}
		if p.lost != nil {
			if err := p.lost(ctx); err != nil {
				return run, err
			}
		}
	}
	return chat.Run{}, fmt.Errorf("the run has not ended in %d lives of the daemon", p.lives)
}

// away reports whether an error says that the daemon has gone.
func away(err error) bool {
	var f *protocol.Fault
	if !errors.As(err, &f) {
		return false
	}
	switch f.Reason() {
	case protocol.ReasonClosed, protocol.ReasonShutdown, protocol.ReasonNoDaemon:
		return true
	}
	return false
}

// follow follows the run in one life of the daemon.
func (p *pursuit) follow(ctx context.Context) (chat.Run, error) {
	// Room for all that credit lets come, and the end.
	come := make(chan client.Delivery, 2*protocol.CreditFrames)
	mux := rpc.NewMux()
	rpc.On(mux, client.RunEvent, func(_ *rpc.Peer, d client.Delivery) { come <- d })
	c, err := p.rig.Dial(ctx, dial.Options{Mux: mux, Start: true})
	if err != nil {
		return chat.Run{}, err
	}
	// Not Client.Close: the daemon stays for the browser, and need not be waited for.
	defer func() { _ = c.Peer.Close() }()
	if p.life != nil {
		p.life(c)
	}
	at, err := p.attach(ctx, c)
	for err == nil && !at.Ended {
		select {
		case d := <-come:
			if p.event != nil {
				p.event(c, d.Event.Event)
			}
			if d.Event.Event.Type.Terminal() {
				return p.ended(ctx, c)
			}
			err = rpc.Notify(c, client.RunCredit, client.Credit{Subscription: d.Subscription, Frames: 1, Bytes: protocol.CreditBytes})
		case <-c.Done():
			return chat.Run{}, protocol.NewFault(protocol.ReasonClosed, "The link was lost.")
		case <-ctx.Done():
			return chat.Run{}, ctx.Err()
		}
	}
	if err != nil {
		return chat.Run{}, err
	}
	return p.ended(ctx, c)
}

// attach sends the task, or finds its run again.
func (p *pursuit) attach(ctx context.Context, c *dial.Client) (*client.AttachReply, error) {
	if p.run == "" {
		reply, err := rpc.Call(ctx, c, client.ConversationSend, p.task)
		if err != nil {
			return nil, err
		}
		p.run = reply.Run.ID
		if reply.Run.State == chat.RunRunning {
			return reply.Attached, nil
		}
	}
	at, err := rpc.Call(ctx, c, client.RunAttach, client.Attach{Run: p.run})
	if err != nil || at.View == nil {
		return &at, err
	}
	switch at.View.Run.State {
	case chat.RunInterrupted, chat.RunParked:
		reply, err := rpc.Call(ctx, c, client.RunResume, client.Resume{Run: p.run, Attach: &client.AttachOptions{}, Env: p.env})
		return reply.Attached, err
	}
	return &at, nil
}

// ended asks for the run as it is stored.
func (p *pursuit) ended(ctx context.Context, c *dial.Client) (chat.Run, error) {
	at, err := rpc.Call(ctx, c, client.RunAttach, client.Attach{Run: p.run})
	if err != nil {
		return chat.Run{}, err
	}
	return at.View.Run, nil
}
