package daemon

import (
	"errors"
	"io/fs"
	"os"
)

// watched is the file at a path, as it was when it was first looked at: the program
// that a daemon runs, the socket that it made.
type watched struct {
	path string
	was  os.FileInfo // nil where it could not be looked at: then it is never replaced
}

func watch(path string) watched {
	info, err := os.Stat(path)
	// Windows' numbers of a file are read when they are first compared, by its
	// path, where another file may lie by then. Compared with itself it has them
	// now; where they cannot be had, nothing can be told of it.
	if path == "" || err != nil || !os.SameFile(info, info) {
		return watched{path: path}
	}
	return watched{path, info}
}

// replaced reports whether another file lies there now. Versions do not tell of a
// program: somebody who builds Margay replaces it by one of the same version. One
// that was removed has no successor to leave for.
func (w watched) replaced() bool {
	if w.was == nil {
		return false
	}
	now, err := os.Stat(w.path)
	return err == nil && !os.SameFile(w.was, now)
}

// gone reports whether no file lies there any more, or another.
func (w watched) gone() bool {
	_, err := os.Stat(w.path)
	return errors.Is(err, fs.ErrNotExist) || w.replaced()
}

// remove removes the file, and lets be what another put there since.
func (w watched) remove() error {
	if w.replaced() {
		return nil
	}
	if err := os.Remove(w.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
