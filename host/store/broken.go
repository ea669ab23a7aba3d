package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/protocol"
)

// brokenSuffix names the mark beside a database that was found broken.
const brokenSuffix = ".broken"

// update is bbolt's Update for a file that may turn to noise under our hands.
// Where bbolt panics outside of fn, it keeps its locks, and whoever used the
// database next would wait for ever; so it is used no more. Who waits for them at
// that moment waits until the process ends, which [Options.Broken] is to bring about.
func (s *Store) update(fn func(*bbolt.Tx) error) error {
	if s.broken.Load() {
		return s.brokenFault()
	}
	var inner error
	err := guard(func() error {
		return s.db.Update(func(b *bbolt.Tx) error {
			inner = fn(b)
			return inner
		})
	})
	s.judge(err, inner == nil || !errors.Is(err, inner))
	return err
}

// read is bbolt's View for the same. A transaction that has begun ends also
// where fn panics; one that could not begin keeps its locks.
func (s *Store) read(fn func(*bbolt.Tx) error) error {
	if s.broken.Load() {
		return s.brokenFault()
	}
	began := false
	err := guard(func() error {
		return s.db.View(func(b *bbolt.Tx) error {
			began = true
			return fn(b)
		})
	})
	s.judge(err, !began)
	return err
}

// judge notes that the database is broken where bbolt panicked outside. The mark is for
// the next Open, which may not read the page that is damaged and would serve it anew.
func (s *Store) judge(err error, outside bool) {
	var panicked *panicError
	if outside && errors.As(err, &panicked) && !s.broken.Swap(true) {
		s.log.Error().Err(err).Str("path", s.path).Msg("database broken while it was open")
		if err := os.WriteFile(s.path+brokenSuffix, nil, 0o600); err != nil {
			s.log.Error().Err(err).Msg("the broken database was not marked")
		}
		if s.tell != nil {
			s.tell()
		}
	}
}

// unmarked is damage where the life before found the database broken.
func (s *Store) unmarked() error {
	switch _, err := os.Stat(s.path + brokenSuffix); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return damage{"it made no sense while it was in use"}
}

// unmark removes the mark of a database that is not there any more.
func (s *Store) unmark() error {
	if err := os.Remove(s.path + brokenSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (s *Store) brokenFault() error {
	return protocol.NewFault(protocol.ReasonStoreBroken, fmt.Sprintf("The data file %s was damaged while Margay used it.", s.path)).
		WithNext("Margay starts anew by itself and keeps the file under another name. Then try again.")
}

// closeFile closes the database. That of a broken one waits for a transaction
// that never ends, so its file is closed instead; the mapping ends with the process.
func (s *Store) closeFile() error {
	if !s.broken.Load() {
		return s.db.Close()
	}
	unlock(s.file)
	return s.file.Close()
}
