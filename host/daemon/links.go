package daemon

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/version"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

type helloFunc func(ctx context.Context, p *rpc.Peer, h protocol.Hello) (protocol.HelloReply, error)

// door takes links at the socket and keeps count of them.
type door struct {
	d      *daemon
	l      *net.UnixListener
	socket watched
	mux    *rpc.Mux
	hello  helloFunc

	mu    sync.Mutex // guards peers and ended
	peers map[*rpc.Peer]struct{}
	ended bool

	accepting sync.WaitGroup
	serving   sync.WaitGroup
}

func newDoor(l *net.UnixListener, socket watched, d *daemon, mux *rpc.Mux, hello helloFunc) *door {
	r := &door{d: d, l: l, socket: socket, mux: mux, hello: hello, peers: map[*rpc.Peer]struct{}{}}
	r.acceptFrom(l)
	return r
}

// acceptFrom takes the links of a listener until shut or reopen closes it.
func (r *door) acceptFrom(l *net.UnixListener) { r.accepting.Go(func() { r.accept(l) }) }

// reopen listens at the path anew, where the socket is gone from it. Links that are
// open stay. Not at the same time as shut.
func (r *door) reopen() error {
	l, path, err := listen(r.d.o.Dirs)
	if err != nil {
		return err
	}
	old := r.l
	r.l, r.socket = l, watch(path)
	r.acceptFrom(l)
	return old.Close()
}

func (r *door) accept(l *net.UnixListener) {
	for {
		conn, err := l.AcceptUnix()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			// Out of descriptors, most likely: links that end give some back.
			r.d.log.Error().Err(err).Msg("link not taken")
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if err := sameUser(conn); err != nil {
			r.d.log.Warn().Err(err).Msg("link refused")
			_ = conn.Close()
			continue
		}
		if !r.d.presence.opened() {
			_ = conn.Close() // the client waits for the lock and comes again
			continue
		}
		r.serving.Go(func() { r.serve(conn) }) // ends with the link
	}
}

func (r *door) serve(conn *net.UnixConn) {
	p := rpc.New(conn, rpc.Options{
		Mux:       r.mux,
		Log:       r.d.log,
		Groups:    []protocol.Group{protocol.GroupClient, protocol.GroupAdmin, protocol.GroupDriver},
		Hello:     r.hello,
		OnPreface: r.d.preface,
	})
	if !r.enter(p) {
		_ = p.Close()
	}
	<-p.Done()
	r.mu.Lock()
	delete(r.peers, p)
	r.mu.Unlock()
	r.d.presence.closed(r.d.lingerOf(p))
}

func (r *door) enter(p *rpc.Peer) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return false
	}
	r.peers[p] = struct{}{}
	return true
}

// shut takes no more links and removes the socket. While it listens, no other file
// can have the socket's number, so it is removed before.
func (r *door) shut() error {
	err := errors.Join(r.socket.remove(), r.l.Close())
	r.accepting.Wait()
	return err
}

// endLinks closes every link and waits until its handlers have returned.
func (r *door) endLinks() {
	r.mu.Lock()
	r.ended = true
	open := make([]*rpc.Peer, 0, len(r.peers))
	for p := range r.peers {
		open = append(open, p)
	}
	r.mu.Unlock()
	for _, p := range open {
		// Each gets a moment to read what is queued for it, all the same moment.
		r.serving.Go(func() { _ = p.Close() }) // it has no error of its own
	}
	r.serving.Wait()
}

// lingerOf is how long a link leaves the daemon staying: a bridge comes back
// soon, a one-shot command does not.
func (d *daemon) lingerOf(p *rpc.Peer) time.Duration {
	if _, bridge := p.Preface(); bridge {
		return d.o.Linger
	}
	return 0
}

// preface decides which groups a bridge's link may use.
func (d *daemon) preface(_ *rpc.Peer, pre protocol.Preface) ([]protocol.Group, error) {
	if !slices.Contains(d.o.Origins, pre.Origin) {
		return nil, fmt.Errorf("link of origin %q refused: it is not our extension", pre.Origin)
	}
	return []protocol.Group{protocol.GroupClient, protocol.GroupDriver, protocol.GroupScript}, nil
}

// hello greets a client; product and protocol version are rpc's business.
func (d *daemon) hello(_ context.Context, p *rpc.Peer, _ protocol.Hello) (protocol.HelloReply, error) {
	reply := protocol.HelloReply{
		Product: protocol.Product, Version: d.o.Version, Build: d.o.Build, Epoch: d.epoch,
		LingerMs: int(d.lingerOf(p).Milliseconds()), DataDir: d.o.Dirs.Data, Pid: os.Getpid(),
	}
	if d.o.ExtensionBuild != nil {
		reply.ExtensionBuild = d.o.ExtensionBuild()
	}
	return reply, nil
}

// refusal answers every hello with the fault.
func refusal(fault *protocol.Fault) helloFunc {
	return func(context.Context, *rpc.Peer, protocol.Hello) (protocol.HelloReply, error) {
		return protocol.HelloReply{}, fault
	}
}

// addStop adds the route by which the daemon is told to leave.
func (d *daemon) addStop(svc Service) {
	rpc.Handle(svc.Mux(), client.DaemonStop, func(_ context.Context, req *rpc.Request, s client.Stop) (protocol.Empty, error) {
		reason := "stopped by a person"
		if s.ForVersion != "" {
			if !version.Newer(s.ForVersion, d.o.Version) {
				return protocol.Empty{}, protocol.NewFault(protocol.ReasonConflict, fmt.Sprintf(
					"The daemon is version %s and gives way only to a newer one, not to %s.", d.o.Version, s.ForVersion))
			}
			reason = "giving way to version " + s.ForVersion
		}
		if s.IfUnneeded {
			if svc.Busy() || !d.presence.leaveIfLast() {
				return protocol.Empty{}, protocol.NewFault(protocol.ReasonBusy, "The daemon is still needed.")
			}
			reason = "its last client ends"
		}
		req.AfterReply(func() { d.leaveFor(reason) })
		return protocol.Empty{}, nil
	})
}
