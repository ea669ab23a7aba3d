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

// holdBy is hold by means of a try to take the lock of a folder.
func (s Setup) holdBy(try func(dir string) (release func(), err error), prepare func() error) (release func(), err error) {
	dir := s.Machine.file(s.Data)
	deadline := time.Now().Add(holdTime)
	for vanished := 0; ; time.Sleep(holdEvery) {
		if prepare != nil {
			err := prepare()
			if errors.Is(err, fs.ErrNotExist) && vanished < holdVanished {
				vanished++
				continue
			}
			if err != nil {
				return nil, err
			}
		}
		release, err := try(dir)
		gone := errors.Is(err, fs.ErrNotExist)
		switch {
		case err == nil:
			return release, nil
		case gone && prepare == nil:
			return func() {}, nil
		case !gone && !errors.Is(err, errHeld):
			return nil, fmt.Errorf("hold the data directory: %w", err)
		case time.Now().After(deadline):
			return nil, fmt.Errorf("%s could not be had for %v: %w; wait for the end of what holds it, then try again", s.Data, holdTime, err)
		}
	}
}
