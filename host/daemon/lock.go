package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/gofrs/flock"

	"github.com/margay/margay/host/config"
)

// HeldError says that another daemon serves the data directory.
type HeldError struct {
	Data string
	// Pid is the other's, 0 where it is not known.
	Pid int
}

func (e *HeldError) Error() string {
	if e.Pid == 0 {
		return "another daemon serves " + e.Data
	}
	return fmt.Sprintf("another daemon serves %s (process %d)", e.Data, e.Pid)
}

// lock is the right to serve a data directory. The system takes it back when
// the process ends, however it ends, so it is never stale.
type lock struct{ f *flock.Flock }

// takeLock takes the lock without waiting, or returns a *HeldError.
func takeLock(d config.Dirs) (*lock, error) {
	f := flock.New(d.Lock(), flock.SetPermissions(0o600))
	ok, err := f.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", d.Lock(), err)
	}
	if !ok {
		return nil, &HeldError{Data: d.Data, Pid: Holder(d).Pid}
	}
	// The pid in the file only serves messages: between the lock and the
	// beacon, it is all that others can know of us.
	_ = os.WriteFile(d.Lock(), []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
	return &lock{f: f}, nil
}

// Locked reports whether a daemon holds the data directory. It leaves nothing
// behind where none ever did. The shared lock is held for an instant only; a daemon
// that starts at that instant says that it is held off, and is started again.
func Locked(d config.Dirs) (bool, error) {
	if _, err := os.Stat(d.Lock()); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	f := flock.New(d.Lock(), flock.SetPermissions(0o600))
	free, err := f.TryRLock()
	return !free, errors.Join(err, f.Close())
}

// lost reports whether the file that is locked is no longer the one at its path:
// whoever comes now locks another, or none.
func (l *lock) lost() bool {
	locked, err := l.f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(l.f.Path())
	return errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(locked, now)
}

// release gives the lock back. The file stays: removing it would let two
// daemons hold locks on two files of the same name.
func (l *lock) release() error { return l.f.Unlock() }
