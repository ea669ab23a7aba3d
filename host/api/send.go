package api

import (
	"context"
	"fmt"
	"strings"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Limits of a person's message.
const (
	maxText   = 1 << 20
	maxBlocks = 64
	maxName   = 256 // of models, nonces, files
	maxURL    = 8 << 10
)

// Send stores a person's message and starts a run. start, where it is not nil,
// lets the events of the subscription flow.
func (s *Service) Send(ctx context.Context, c *Client, p client.Send, deliver Deliver) (reply client.SendReply, start func(), err error) {
	if err := checkSend(c, p); err != nil {
		return reply, nil, err
	}
	env, number, err := c.prepare(p.Env, p.Attach)
	if err != nil {
		return reply, nil, err
	}
	begun, err := s.o.Runs.Start(ctx, run.Request{
		Conversation: p.Conversation, Content: p.Content, Nonce: p.Nonce, Model: p.Model,
		Given: run.Given{Context: s.placed(c, p.Context), Headless: p.Headless}, Env: env,
	})
	if err != nil {
		return reply, nil, err
	}
	return s.begun(ctx, c, number, begun, p.Attach, deliver)
}

// placed says which browser a tab is in, where the client did not.
func (s *Service) placed(c *Client, at *client.PageContext) *client.PageContext {
	if at == nil || at.Instance != "" || c.BrowserPid == 0 {
		return at
	}
	named := *at
	named.Instance = s.o.Instance(c.BrowserPid)
	return &named
}

// Resume goes on with a run that was interrupted or parked.
func (s *Service) Resume(ctx context.Context, c *Client, p client.Resume, deliver Deliver) (reply client.SendReply, start func(), err error) {
	env, number, err := c.prepare(p.Env, p.Attach)
	if err != nil {
		return reply, nil, err
	}
	begun, err := s.o.Runs.Resume(ctx, p.Run, env)
	if err != nil {
		return reply, nil, err
	}
	return s.begun(ctx, c, number, begun, p.Attach, deliver)
}

// prepare takes from the client what a run and its subscription need, before
// the run starts: a refusal after that would tell of a failure that is none.
func (c *Client) prepare(sent map[string]string, attach *client.AttachOptions) (env map[string]string, number int64, err error) {
	if env, err = c.env(sent); err == nil && attach != nil {
		number, err = c.reserve()
	}
	return env, number, err
}

func (s *Service) begun(ctx context.Context, c *Client, number int64, b store.Begun, attach *client.AttachOptions, deliver Deliver) (reply client.SendReply, start func(), err error) {
	reply = client.SendReply{Conversation: b.Conversation, Run: b.Run, Message: b.Message}
	if attach == nil {
		return reply, nil, nil
	}
	attached, start, err := s.attach(ctx, c, number, b.Run.ID, credit(attach), deliver)
	if err != nil {
		return reply, nil, err
	}
	reply.Attached = &attached
	return reply, start, nil
}

func credit(o *client.AttachOptions) event.SubscribeOptions {
	if o == nil {
		return event.SubscribeOptions{}
	}
	return event.SubscribeOptions{Frames: o.Frames, Bytes: o.Bytes}
}

// checkSend refuses what no run should be started for.
func checkSend(c *Client, p client.Send) error {
	size, empty := 0, true
	for i, b := range p.Content {
		if err := checkBlock(i, b); err != nil {
			return err
		}
		size += len(b.Text)
		empty = empty && b.Blob == "" && strings.TrimSpace(b.Text) == ""
	}
	switch {
	case empty:
		return protocol.NewFault(protocol.ReasonInvalidParams, "The message is empty.").WithNext("Write something and send it again.")
	case size > maxText:
		return protocol.NewFault(protocol.ReasonTooLarge, fmt.Sprintf("The message has %d bytes; at most %d can be sent.", size, maxText)).
			WithNext("Send less text, or let the agent read it from a page.")
	case len(p.Content) > maxBlocks:
		return protocol.NewFault(protocol.ReasonTooLarge, fmt.Sprintf("The message has %d parts; at most %d can be sent.", len(p.Content), maxBlocks))
	case len(p.Nonce) > maxName, len(p.Model) > maxName:
		return protocol.NewFault(protocol.ReasonInvalidParams, fmt.Sprintf("A nonce or a model's name has at most %d bytes.", maxName))
	case p.Headless != nil && max(len(p.Headless.URL), len(p.Headless.Program)) > maxURL:
		return protocol.NewFault(protocol.ReasonInvalidParams, fmt.Sprintf("An address, or a path, has at most %d bytes.", maxURL))
	case p.Headless != nil && p.Headless.Program != "" && !c.Trusted:
		return protocol.NewFault(protocol.ReasonNotAllowed, "A browser may not say which program is started.").
			WithNext("Leave the program out.")
	}
	return nil
}

func checkBlock(i int, b chat.Block) error {
	switch {
	case b.Type == chat.BlockText && b.Blob == "":
	case (b.Type == chat.BlockImage || b.Type == chat.BlockFile) && b.Blob != "" && b.Text == "":
	default:
		return protocol.NewFault(protocol.ReasonInvalidParams,
			fmt.Sprintf("Part %d of the message is neither text nor a stored image or file.", i+1))
	}
	if len(b.Name) > maxName || len(b.MimeType) > maxName {
		return protocol.NewFault(protocol.ReasonInvalidParams, fmt.Sprintf("The name of part %d is too long.", i+1))
	}
	return nil
}
