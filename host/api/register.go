package api

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Links maps routes onto operations and keeps a [Client] for each link.
type Links struct {
	service *Service

	mu      sync.Mutex // guards clients
	clients map[*rpc.Peer]*Client
	waiting sync.WaitGroup // one for each link, until it has ended
}

// Register adds the routes of protocol/client to a mux, all but daemon.stop.
func Register(mux *rpc.Mux, s *Service) *Links {
	l := &Links{service: s, clients: map[*rpc.Peer]*Client{}}
	rpc.Handle(mux, client.ConversationSend, func(ctx context.Context, r *rpc.Request, p client.Send) (client.SendReply, error) {
		reply, start, err := s.Send(ctx, l.client(r.Peer), p, deliverer(r))
		follow(r, start)
		return reply, err
	})
	rpc.Handle(mux, client.ConversationList, func(ctx context.Context, _ *rpc.Request, p client.ListConversations) (client.ConversationPage, error) {
		return s.Conversations(ctx, p)
	})
	rpc.Handle(mux, client.ConversationMessages, func(ctx context.Context, _ *rpc.Request, p client.ListMessages) (client.MessagePage, error) {
		return s.Messages(ctx, p)
	})
	registerConversations(mux, s)
	registerDamage(mux, s)
	l.registerModels(mux)
	l.registerRuns(mux)
	l.registerDoctor(mux)
	rpc.Handle(mux, client.BlobRead, func(ctx context.Context, _ *rpc.Request, p client.ReadBlob) (client.BlobPiece, error) {
		return s.ReadBlob(ctx, p)
	})
	rpc.Handle(mux, client.BlobWrite, func(ctx context.Context, _ *rpc.Request, p client.WriteBlob) (chat.Block, error) {
		return s.WriteBlob(ctx, p)
	})
	rpc.Handle(mux, client.DaemonStatus, func(ctx context.Context, r *rpc.Request, _ protocol.Empty) (client.Status, error) {
		return s.Status(ctx, l.client(r.Peer))
	})
	rpc.Handle(mux, client.DaemonStorage, func(ctx context.Context, _ *rpc.Request, _ protocol.Empty) (client.StorageUse, error) {
		return s.o.Storage(ctx)
	})
	return l
}

func (l *Links) registerRuns(mux *rpc.Mux) {
	s := l.service
	rpc.Handle(mux, client.RunAttach, func(ctx context.Context, r *rpc.Request, p client.Attach) (client.AttachReply, error) {
		reply, start, err := s.Attach(ctx, l.client(r.Peer), p, deliverer(r))
		follow(r, start)
		return reply, err
	})
	rpc.Handle(mux, client.RunDetach, func(_ context.Context, r *rpc.Request, p client.Detach) (protocol.Empty, error) {
		s.Detach(l.client(r.Peer), p)
		return protocol.Empty{}, nil
	})
	rpc.Handle(mux, client.RunStop, func(ctx context.Context, _ *rpc.Request, p client.RunRef) (chat.Run, error) {
		return s.Stop(ctx, p)
	})
	rpc.Handle(mux, client.RunResume, func(ctx context.Context, r *rpc.Request, p client.Resume) (client.SendReply, error) {
		reply, start, err := s.Resume(ctx, l.client(r.Peer), p, deliverer(r))
		follow(r, start)
		return reply, err
	})
	rpc.Handle(mux, client.RunList, func(ctx context.Context, _ *rpc.Request, _ protocol.Empty) (client.RunPage, error) {
		return s.Runs(ctx)
	})
	rpc.On(mux, client.RunCredit, func(p *rpc.Peer, credit client.Credit) {
		s.Credit(l.client(p), credit)
	})
}

// Close waits for the links to end, which the daemon sees to.
func (l *Links) Close() { l.waiting.Wait() }

// client is the client of a link, made when it is first heard of.
func (l *Links) client(p *rpc.Peer) *Client {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.clients[p]; c != nil {
		return c
	}
	preface, browser := p.Preface()
	c := &Client{Trusted: !browser, BrowserPid: preface.BrowserPid, Env: preface.Env}
	l.clients[p] = c
	l.waiting.Go(func() { // ends with the link
		<-p.Done()
		c.Close()
		l.mu.Lock()
		delete(l.clients, p)
		l.mu.Unlock()
	})
	return c
}

// follow lets the events of a subscription flow once the reply that names it is queued.
func follow(r *rpc.Request, start func()) {
	if start != nil {
		r.AfterReply(start)
	}
}

// deliverer sends events in the lane of the reply that opens the subscription,
// so that none overtakes it.
func deliverer(r *rpc.Request) Deliver {
	peer, lane := r.Peer, r.Lane()
	return func(d client.Delivery) (int, error) {
		body, err := protocol.Marshal(d)
		if err != nil {
			return 0, err
		}
		crash.Point("api.deliver.before")
		err = peer.NotifyIn(lane, client.RunEvent.Info(), json.RawMessage(body))
		crash.Point("api.deliver.after")
		return len(body), err
	}
}
