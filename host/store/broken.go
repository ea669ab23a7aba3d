package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/protocol"
)

// brokenSuffix names the mark beside a database that made no sense while it was in
// use. It is no verdict: a disk that could not be read for a moment looks the same.
const brokenSuffix = ".broken"

// proveMost is how often a marked database is looked at. The mark holds a byte for each
// time: damage of some kinds ends the program that looks, or takes all of its memory.
const proveMost = 3

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
// the next Open, which may not read the page that is damaged and would serve it anew. A
// database that does not serve marks nothing: the one that does is sound.
func (s *Store) judge(err error, outside bool) {
	var panicked *panicError
	if outside && errors.As(err, &panicked) && !s.broken.Swap(true) && s.serves {
		s.log.Error().Err(err).Str("path", s.path).Msg("database broken while it was open")
		if err := os.WriteFile(s.path+brokenSuffix, nil, 0o600); err != nil {
			s.log.Error().Err(err).Msg("the broken database was not marked")
		}
		if s.tell != nil {
			s.tell()
		}
	}
}

// marked reports whether the life before found that the database made no sense, and
// how often it was looked at since.
func (s *Store) marked() (looks int64, marked bool, err error) {
	info, err := os.Stat(s.path + brokenSuffix)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, false, nil
	case err != nil:
		return 0, false, err
	}
	return info.Size(), true, nil
}

// readMarked reads a marked file through before it is mapped. An error is the system's;
// and what could be read is at hand for all that follows.
func (s *Store) readMarked() error {
	if _, marked, err := s.marked(); err != nil || !marked {
		return err
	}
	return s.readThrough()
}

func (s *Store) readThrough() error {
	f, err := os.Open(s.path)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, f)
	return errors.Join(err, f.Close())
}

// prove looks at all of a database that is marked, and takes the mark away where it is
// sound.
func (s *Store) prove() error {
	looks, marked, err := s.marked()
	switch {
	case err != nil || !marked:
		return err
	case looks >= proveMost:
		return damage{"it made no sense while it was in use, and looking at all of it came to no end"}
	}
	if err := os.WriteFile(s.path+brokenSuffix, make([]byte, looks+1), 0o600); err != nil {
		s.log.Warn().Err(err).Msg("the look at the marked database was not counted")
	}
	if err := s.pages(); err != nil {
		if system := s.readThrough(); system != nil { // it can no more be read
			return system
		}
		return damage{fmt.Sprintf("it made no sense while it was in use: %v", err)}
	}
	s.log.Warn().Str("path", s.path).Msg("the database made no sense while it was in use, and is sound now")
	return s.unmark()
}

// pages reads every page and returns the first thing that is wrong. bbolt's check runs
// on a goroutine of its own, where a page that leads out of the file ends the program;
// so all is walked under guard before.
func (s *Store) pages() error {
	return s.view(func(t tx) (first error) {
		if err := t.ForEach(func(_ []byte, b *bbolt.Bucket) error { return walk(b) }); err != nil {
			return err
		}
		for err := range t.Check() { // it waits for whoever listens
			if first == nil {
				first = err
			}
		}
		return first
	})
}

// walk reads all of a bucket, to the last byte of each value.
func walk(b *bbolt.Bucket) error {
	return b.ForEach(func(key, value []byte) error {
		if value == nil {
			return walk(b.Bucket(key))
		}
		_ = crc32.ChecksumIEEE(value)
		return nil
	})
}

// unmark removes the mark of a database that is sound, or not there any more.
func (s *Store) unmark() error {
	if err := os.Remove(s.path + brokenSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (s *Store) brokenFault() error {
	return protocol.NewFault(protocol.ReasonStoreBroken, fmt.Sprintf("The data file %s was damaged while Margay used it.", s.path)).
		WithNext("Margay starts anew by itself and looks at all of the file: it goes on with a sound one, and keeps a damaged one under another name. Then try again.")
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
