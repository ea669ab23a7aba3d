// Package storetest opens stores for tests.
//
// It guarantees that a store opened here is closed and found consistent when
// the test ends.
package storetest

import (
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/store"
)

// Open opens the store of a fresh directory.
func Open(t testing.TB) *store.Store {
	t.Helper()
	return OpenIn(t, t.TempDir())
}

// OpenIn opens the store of a directory.
func OpenIn(t testing.TB, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(store.Options{Dir: dir, Program: "1.0.0", Log: zerolog.New(zerolog.NewTestWriter(t))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Check(); err != nil {
			t.Errorf("the store is not consistent: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// Close checks and closes a store before the test ends.
func Close(t testing.TB, s *store.Store) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Errorf("the store is not consistent: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
