package daemon

import (
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/margay/margay/host/config"
)

// listen opens the socket, 0600 in a folder that only the user can enter. A
// socket that is in the way belongs to a daemon that died: the caller holds
// the lock.
func listen(d config.Dirs) (*net.UnixListener, string, error) {
	path, err := d.Socket(config.SocketBases()...)
	if err != nil {
		return nil, "", err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, "", fmt.Errorf("remove stale socket: %w", err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, "", fmt.Errorf("listen on %s: %w", path, err)
	}
	l.SetUnlinkOnClose(false) // removed by hand, before the lock is released
	// The folder is closed to others already, so nobody came in between.
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, "", errors.Join(fmt.Errorf("listen on %s: %w", path, err), l.Close())
	}
	return l, path, nil
}

// sameUser refuses a peer that is another user, where the system tells. The
// folder and the mode keep others out already; this holds where somebody
// opened them.
func sameUser(conn *net.UnixConn) error {
	uid, err := peerUID(conn)
	if err != nil || uid < 0 {
		return err
	}
	if own := os.Getuid(); uid != own {
		return fmt.Errorf("link of user %d refused: the daemon serves user %d", uid, own)
	}
	return nil
}
