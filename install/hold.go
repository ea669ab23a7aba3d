package install

import (
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// holdTime is how long another installation of the same data directory is
// waited for, which takes a second; holdEvery is the wait between two tries;
// holdVanished is how often the directory may vanish while it is prepared,
// because another takes it away at that moment, and not because there is no
// making it.
const (
	holdTime     = 30 * time.Second
	holdEvery    = 20 * time.Millisecond
	holdVanished = 10
)

// hold keeps two installations of one data directory from each other, since
// both write the record and the extension. prepare makes the directory;
// without it, a directory that is not there is held by nobody. Nothing is left
// of it afterwards, and the system gives it back when the process ends.
func (s Setup) hold(prepare func() error) (release func(), err error) {
	return s.holdBy(tryHold, prepare)
}

// errHeld says that another holds the directory, as far as can be told; what
// the system said is with it where that may mean something else.
var errHeld = errors.New("another process is installing or uninstalling it")

// holdBy is hold by means of a try to take the lock of a folder. The directory
// is prepared while it is held, so that nobody removes it meanwhile; one that is
// not there has to be made before.
func (s Setup) holdBy(try func(dir string) (release func(), err error), prepare func() error) (release func(), err error) {
	dir := s.Machine.file(s.Data)
	deadline := time.Now().Add(holdTime)
	for vanished := 0; ; time.Sleep(holdEvery) {
		release, err := try(dir)
		gone := errors.Is(err, fs.ErrNotExist)
		if gone && prepare == nil {
			return func() {}, nil
		}
		if err == nil || gone {
			errPrepare := prepared(release, prepare)
			if errors.Is(errPrepare, fs.ErrNotExist) && vanished < holdVanished {
				vanished++
				continue
			}
			if errPrepare != nil {
				return nil, errPrepare
			}
		}
		switch {
		case err == nil:
			return release, nil
		case !gone && !errors.Is(err, errHeld):
			return nil, fmt.Errorf("hold the data directory: %w", err)
		case time.Now().After(deadline):
			return nil, fmt.Errorf("%s could not be had for %v: %w; wait for the end of what holds it, then try again", s.Data, holdTime, err)
		}
	}
}

// prepared prepares a directory that is held, or is to be; where that fails it
// is held no more.
func prepared(release func(), prepare func() error) error {
	if prepare == nil {
		return nil
	}
	err := prepare()
	if err != nil && release != nil {
		release()
	}
	return err
}
