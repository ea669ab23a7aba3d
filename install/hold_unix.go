//go:build unix

package install

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryHold locks the directory itself, so that no file is left of it.
func tryHold(dir string) (release func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	release = func() { _ = f.Close() } // only read
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
	case errors.Is(err, unix.EWOULDBLOCK):
		release()
		return nil, errHeld
	case err != nil:
		return release, nil //nolint:nilerr // a file system without such locks, over a network as a rule: better without than not at all
	}
	// It may have been removed, and made anew, while we came to it.
	now, errNow := os.Stat(dir)
	was, errWas := f.Stat()
	if errNow != nil || errWas != nil || !os.SameFile(now, was) {
		release()
		return nil, errHeld
	}
	return release, nil
}
