package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/margay/margay/protocol"
)

// RemovedError says that the file of the database was removed while it was open:
// nothing can be stored any more, and nobody will find what was.
type RemovedError struct{ *protocol.Fault }

func (e *RemovedError) Unwrap() error { return e.Fault }

// errDisplaced is why nothing is put at the path of the file.
var errDisplaced = errors.New("the database is no longer at its path")

// Displaced reports whether the database is no longer the file at its path: it was
// removed or moved, or another was put there.
func (s *Store) Displaced() bool {
	s.swap.RLock()
	defer s.swap.RUnlock()
	return s.displaced()
}

// displaced is Displaced for who may read s.file.
func (s *Store) displaced() bool {
	ours, err := s.file.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(s.path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(ours, now)
}

// removed is a *[RemovedError] where no name leads to the file any more. One that was
// moved keeps what is written to it. The writer calls it.
func (s *Store) removed() error {
	if !s.serves || !s.displaced() || linked(s.file) {
		return nil
	}
	what := fmt.Sprintf("The data file %s was removed or replaced while Margay used it: the change was not stored", s.path)
	return &RemovedError{protocol.NewFault(protocol.ReasonInternal, what+".").
		WithNext("Margay starts anew by itself with what lies there now. Then try again.")}
}
