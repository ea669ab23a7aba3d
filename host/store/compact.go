package store

import (
	"errors"
	"os"
	"runtime"
	"time"

	"go.etcd.io/bbolt"
)

const (
	// compactSuffix names the copy while it is made; a start removes what a crash
	// left of it.
	compactSuffix = ".compact"
	// compactBatch is how many bytes of the copy are one transaction.
	compactBatch = 4 << 20
)

// compact replaces the file by a copy without what was deleted, where something
// was. The writer calls it, so nothing is written meanwhile; reads go on, and
// wait only for the exchange of the two. Whenever the program dies, one whole file
// bears the name: the old one or the copy, which say the same.
func (s *Store) compact() {
	if runtime.GOOS == "windows" || !s.compactWanted() {
		return
	}
	began := time.Now()
	before, after, err := s.compactNow()
	if err != nil {
		s.log.Warn().Err(err).Msg("the database was not compacted; it is tried again later")
		return
	}
	s.log.Info().Int64("before", before).Int64("after", after).Dur("took", time.Since(began)).Msg("database compacted")
}

func (s *Store) compactWanted() (wanted bool) {
	err := s.view(func(t tx) error {
		wanted = t.top(inMeta).Get([]byte(keyCompact)) != nil
		return nil
	})
	return wanted && err == nil
}

func (s *Store) compactNow() (before, after int64, err error) {
	if s.displaced() {
		return 0, 0, errDisplaced
	}
	path := s.path + compactSuffix
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, 0, err
	}
	half, err := s.openHalf(path, time.Second)
	if err != nil {
		return 0, 0, err
	}
	old := s.db
	if err = s.fillCopy(half); err == nil {
		// Both are open and locked, so that no other program can come in between.
		err = s.exchange(path, half)
	}
	if err != nil {
		return 0, 0, errors.Join(err, half.closeFile(), os.Remove(path))
	}
	// The copy is the database now, whatever the rest says.
	err = syncDir(s.dir)
	before, after = fileSize(old), fileSize(half.db)
	return before, after, errors.Join(err, old.Close())
}

// exchange puts the copy in the place of the file. For who reads, the two change
// together: else the file would look displaced in between.
func (s *Store) exchange(path string, half *Store) error {
	s.swap.Lock()
	defer s.swap.Unlock()
	if s.displaced() {
		return errDisplaced
	}
	if err := os.Rename(path, s.path); err != nil {
		return err
	}
	s.db, s.file = half.db, half.file
	return nil
}

// fillCopy copies everything but the wish for a copy, and syncs once at the end.
func (s *Store) fillCopy(half *Store) error {
	half.db.NoSync = true
	err := guard(func() error { return bbolt.Compact(half.db, s.db, compactBatch) })
	if err != nil {
		return err
	}
	if err := half.commitAlone(func(t tx) error { return t.top(inMeta).Delete([]byte(keyCompact)) }); err != nil {
		return err
	}
	half.db.NoSync = false
	return half.db.Sync()
}

func fileSize(db *bbolt.DB) (size int64) {
	_ = db.View(func(t *bbolt.Tx) error {
		size = t.Size()
		return nil
	})
	return size
}
