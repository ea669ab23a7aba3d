// Package dial reaches the daemon, starting it where it must be started, and
// greets it.
//
// It guarantees: a *Client has been greeted, and both sides speak a common
// protocol version; of any number of processes that dial at once, all get the
// same daemon; a daemon that is leaving is waited for and never talked to; a
// strictly older daemon gives way first; an error is a fault that says what to
// do next, or the context's.
package dial

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/version"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// Options say whom to reach and as what. Dirs is required.
type Options struct {
	Dirs config.Dirs
	// Kind is what the daemon is told that we are; cli where it is empty.
	Kind protocol.Kind
	// Start starts a daemon where none answers, and lets a strictly older one
	// give way.
	Start bool
	// Mux answers what the daemon calls and says; nothing where it is nil.
	Mux *rpc.Mux
	Log zerolog.Logger
	// Exe is the program to start; "" means this one.
	Exe string
	// Environ is what the daemon's environment is chosen from; nil means ours.
	Environ []string
	// Version and Build are this program's where they are empty.
	Version string
	Build   string
	// Timeout bounds reaching and greeting; 0 means 40 s, longer than a daemon
	// may take to leave.
	Timeout time.Duration
}

const defaultTimeout = 40 * time.Second

func (o Options) complete() (Options, error) {
	if o.Kind == "" {
		o.Kind = protocol.KindCLI
	}
	if o.Mux == nil {
		o.Mux = rpc.NewMux()
	}
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	if o.Version == "" {
		o.Version = version.Version()
	}
	if o.Build == "" {
		o.Build = version.Build()
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Exe == "" {
		exe, err := os.Executable()
		if err != nil {
			return o, protocol.NewFault(protocol.ReasonNoDaemon, "This program does not know where it lies: "+err.Error()+".").
				WithNext("Run: margay serve")
		}
		o.Exe = exe
	}
	return o, nil
}

// Client is a greeted link to the daemon. It is an rpc.Caller.
type Client struct {
	*rpc.Peer
	reply protocol.HelloReply
	ended <-chan struct{}
}

// Reply is what the daemon answered to hello.
func (c *Client) Reply() protocol.HelloReply { return c.reply }

// Started reports whether this process started the daemon.
func (c *Client) Started() bool { return c.ended != nil }

// endWait bounds how long Close waits for a daemon that leaves.
const endWait = 5 * time.Second

// Close ends the link. A daemon that this process started and that nothing else
// needs is told to leave and waited for, so that a one-shot command leaves
// nothing behind. One that others need goes on and is not waited for.
func (c *Client) Close() error {
	leaves := c.ended != nil && c.reply.LingerMs == 0 && c.unneeded()
	err := c.Peer.Close()
	if leaves {
		awaitEnd(c.ended)
	}
	return err
}

// unneeded asks the daemon to leave unless something but this link needs it,
// and reports whether it does. One that has ended does too.
func (c *Client) unneeded() bool {
	ctx, cancel := context.WithTimeout(context.Background(), endWait)
	defer cancel()
	_, err := rpc.Call(ctx, c, client.DaemonStop, client.Stop{IfUnneeded: true})
	return err == nil || leaving(err)
}

// awaitEnd waits for a daemon that this process started; others are not
// waited for.
func awaitEnd(ended <-chan struct{}) {
	if ended == nil {
		return
	}
	over := time.NewTimer(endWait)
	defer over.Stop()
	select {
	case <-ended:
	case <-over.C:
	}
}

// Dial reaches the daemon and says hello.
func Dial(ctx context.Context, o Options) (*Client, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	for {
		link, err := Reach(ctx, o)
		if err != nil {
			return nil, err
		}
		c, err := greet(ctx, link, o)
		if err == nil || !leaving(err) || ctx.Err() != nil {
			return c, err
		}
		// It left between our connecting and our greeting. Its beacon is gone in
		// a moment, and the next turn waits for its lock.
		select {
		case <-time.After(connectEvery):
		case <-ctx.Done():
		}
	}
}

// leaving reports whether a greeting failed because the daemon is going away.
func leaving(err error) bool {
	var f *protocol.Fault
	return errors.As(err, &f) && (f.Reason() == protocol.ReasonClosed || f.Reason() == protocol.ReasonShutdown)
}

// greet says hello on a fresh link and closes it where that fails.
func greet(ctx context.Context, link *Link, o Options) (*Client, error) {
	p := rpc.New(link.Conn, rpc.Options{
		Mux: o.Mux, Log: o.Log,
		Groups: []protocol.Group{protocol.GroupClient, protocol.GroupBrowser},
	})
	hello := protocol.Hello{
		Product: protocol.Product, Version: o.Version, Build: o.Build, Kind: o.Kind,
		Protocol: protocol.Versions{Min: protocol.VersionMin, Max: protocol.VersionMax},
	}
	reply, err := rpc.Call(ctx, p, protocol.HelloRoute, hello)
	if err != nil {
		_ = p.Close()
		awaitEnd(link.Ended) // one that refuses leaves with whom it told
		return nil, err
	}
	return &Client{Peer: p, reply: reply, ended: link.Ended}, nil
}
