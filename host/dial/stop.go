package dial

import (
	"context"
	"errors"
	"time"

	"github.com/gofrs/flock"

	"github.com/margay/margay/host/config"
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
	o, err := o.complete()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	link, err := connect(ctx, o.Dirs)
	if err != nil {
		return nil // nobody answers: there is nothing to stop
	}
	if err := askToLeave(ctx, link, o, client.Stop{}); err != nil {
		return err
	}
	return awaitUnlocked(ctx, o.Dirs)
}

// awaitUnlocked waits until the daemon has ended, which its lock tells however
// it ends. The shared lock is held for an instant only; a daemon that starts
// at that instant says that it is held off, and is started again.
func awaitUnlocked(ctx context.Context, d config.Dirs) error {
	tick := time.NewTicker(connectEvery)
	defer tick.Stop()
	for {
		f := flock.New(d.Lock(), flock.SetPermissions(0o600))
		if ok, err := f.TryRLock(); err != nil || ok {
			return errors.Join(err, f.Close())
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
