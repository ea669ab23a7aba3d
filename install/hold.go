package install

import (
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// holdTime is how long another installation of the same data directory is
// waited for, which takes a second; holdEvery is the wait between two tries.
const (
	holdTime  = 30 * time.Second
	holdEvery = 20 * time.Millisecond
)

// hold keeps two installations of one data directory from each other, since
// both write the record and the extension. prepare makes the directory;
// without it, a directory that is not there is held by nobody. Nothing is left
// of it afterwards, and the system gives it back when the process ends.
func (s Setup) hold(prepare func() error) (release func(), err error) {
	dir := s.Machine.file(s.Data)
	deadline := time.Now().Add(holdTime)
	for {
		if prepare != nil {
			if err := prepare(); err != nil {
				return nil, err
			}
		}
		release, held, err := tryHold(dir)
		switch {
		case held:
			return release, nil
		case errors.Is(err, fs.ErrNotExist) && prepare == nil:
			return func() {}, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("hold the data directory: %w", err)
		case time.Now().After(deadline):
			return nil, fmt.Errorf("another process is installing or uninstalling %s: wait for its end, then try again", s.Data)
		}
		time.Sleep(holdEvery)
	}
}
