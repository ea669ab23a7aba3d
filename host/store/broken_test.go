//go:build unix

package store_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
)

// overwrite turns a file into noise in place from an offset on, as a copy over
// it does.
func overwrite(t *testing.T, path string, from int64) {
	t.Helper()
	size := must[os.FileInfo](t)(os.Stat(path)).Size() - from
	noise := make([]byte, size)
	for i := range noise {
		noise[i] = byte(rand.Uint32()) | 1
	}
	f := must[*os.File](t)(os.OpenFile(path, os.O_WRONLY, 0))
	if _, err := f.WriteAt(noise, from); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// soon fails the test where fn does not return.
func soon(t *testing.T, what string, fn func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- fn() }()
	select {
	case err := <-done:
		return err
	case <-time.After(20 * time.Second):
		t.Fatalf("%s does not return", what)
		return nil
	}
}

// places are where the noise begins: with the first page, and behind those
// that say whether the file is whole, so that only the work meets it.
func places() map[string]int64 {
	page := int64(os.Getpagesize())
	return map[string]int64{"all": 0, "behind_the_beginning": 2 * page, "all_but_the_freelist": 3 * page}
}

func TestOpen_ends_where_the_file_is_overwritten_meanwhile(t *testing.T) {
	t.Parallel()
	for name, from := range places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filled(t)
			path := filepath.Join(dir, "margay.db")
			err := soon(t, "open", func() error {
				return store.OpenAround(dir, func() { overwrite(t, path, from) })
			})
			wantFault(t, err, protocol.ReasonStoreBroken, "damaged", "kept as margay.db.damaged-")
			s := must[*store.Store](t)(open(dir))
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A file that is overwritten while it is used fails what needs it, and neither
// hangs nor keeps the store from closing.
func TestStore_fails_and_closes_where_the_file_is_overwritten(t *testing.T) {
	t.Parallel()
	for name, from := range places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filled(t)
			s := must[*store.Store](t)(open(dir))
			store.WaitSwept(s)
			overwrite(t, filepath.Join(dir, "margay.db"), from)
			for range 3 {
				if err := soon(t, "write", func() error { return s.Choose(t.Context(), "n", "1") }); err == nil {
					t.Error("noise took a change")
				}
				if err := soon(t, "read", func() error {
					_, _, err := s.Conversations("", 10)
					return err
				}); err == nil {
					t.Error("noise was read")
				}
			}
			if err := soon(t, "close", s.Close); err != nil {
				t.Error(err)
			}
			_, err := open(dir)
			wantFault(t, err, protocol.ReasonStoreBroken, "damaged")
		})
	}
}

// A file that broke is put aside by the next start, even where that reads nothing of
// what is damaged: it would serve the file anew, and break again.
func TestOpen_puts_aside_what_broke(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	path := filepath.Join(dir, "margay.db")
	s := must[*store.Store](t)(open(dir))
	store.WaitSwept(s)
	whole := must[[]byte](t)(os.ReadFile(path))
	overwrite(t, path, 0)
	if err := soon(t, "write", func() error { return s.Choose(t.Context(), "n", "1") }); err == nil {
		t.Error("noise took a change")
	}
	if err := soon(t, "close", s.Close); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil { // all that opening reads is sound
		t.Fatal(err)
	}
	_, err := open(dir)
	wantFault(t, err, protocol.ReasonStoreBroken, "while it was in use", "kept as margay.db.damaged-")
	if _, err := os.Stat(path + ".broken"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the mark is left: %v", err)
	}
	if err := os.WriteFile(path+".broken", nil, 0o600); err != nil { // putting aside was cut off
		t.Fatal(err)
	}
	for range 2 {
		s = must[*store.Store](t)(open(dir))
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
