package dial

import (
	"context"
	"errors"
	"time"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// takeOver asks an older daemon to give way and waits for its end. Where it
// will not (a person may have put it there on purpose), a fresh link to it is
// returned; where it has gone, an error.
func takeOver(ctx context.Context, link *Link, o Options) (*Link, error) {
	err := askToLeave(ctx, link, o, client.Stop{ForVersion: o.Version})
	if err == nil {
		return nil, errGone
	}
	o.Log.Info().Err(err).Str("daemon", link.Beacon.Version).Msg("older daemon did not give way")
	return connect(ctx, o.Dirs)
}

var errGone = errors.New("the daemon has gone")

// askToLeave greets, asks the daemon to end and waits until the link closes.
// A daemon that only refuses leaves by itself when we close the link.
func askToLeave(ctx context.Context, link *Link, o Options, why client.Stop) error {
	c, err := greet(ctx, link, o)
	if err != nil {
		if f := (*protocol.Fault)(nil); errors.As(err, &f) && refuses(f.Reason()) {
			return nil
		}
		return err
	}
	defer func() { _ = c.Peer.Close() }() // the daemon closes it, as a rule
	if _, err := rpc.Call(ctx, c, client.DaemonStop, why); err != nil {
		return err
	}
	select {
	case <-c.Done():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func refuses(r protocol.Reason) bool {
	switch r {
	case protocol.ReasonStoreLocked, protocol.ReasonStoreNewer, protocol.ReasonStoreBroken, protocol.ReasonInternal, protocol.ReasonClosed:
		return true
	}
	return false
}

// Stop asks the daemon of the data directory to end and waits until it has
// given its lock back. It is no error if none runs.
func Stop(ctx context.Context, o Options) error {
	_, err := End(ctx, o)
	return err
}

// End is [Stop] that says which process ended, 0 where no daemon ran. One that
// holds the lock and takes no links is about to leave, and is waited for; where
// it stays, it is stuck, and the fault says how to end it.
func End(ctx context.Context, o Options) (pid int, err error) {
	if o, err = o.complete(); err != nil {
		return 0, err
	}
	limited, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	if link, err := connect(limited, o.Dirs); err == nil {
		pid = link.Beacon.Pid
		if p := daemon.Look(pid); p.Stopped {
			_ = link.Close() // nothing was said on it
			return pid, heldFault(o, p)
		}
		err = askToLeave(limited, link, o, client.Stop{})
		if err != nil && limited.Err() == nil {
			return 0, err
		}
	} else if held, err := daemon.Locked(o.Dirs); err != nil || !held {
		return 0, err
	} else {
		p := daemon.Holder(o.Dirs)
		if pid = p.Pid; p.Stopped {
			return pid, heldFault(o, p)
		}
	}
	err = awaitUnlocked(limited, o.Dirs)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = heldFault(o, daemon.Holder(o.Dirs))
	}
	return pid, err
}

// awaitUnlocked waits until the daemon has ended, which its lock tells however
// it ends.
func awaitUnlocked(ctx context.Context, d config.Dirs) error {
	tick := time.NewTicker(connectEvery)
	defer tick.Stop()
	for {
		if held, err := daemon.Locked(d); err != nil || !held {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
