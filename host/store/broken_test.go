//go:build unix

package store_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"

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

// marks reports whether the database of a directory is marked.
func marks(t *testing.T, dir string) bool {
	t.Helper()
	_, err := os.Stat(filepath.Join(dir, "margay.db.broken"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

// opensAll opens a store twice and looks for its conversations.
func opensAll(t *testing.T, dir string, want int) {
	t.Helper()
	for range 2 {
		s := must[*store.Store](t)(open(dir))
		list, _, err := s.Conversations("", 100)
		if err != nil || len(list) != want {
			t.Errorf("%d conversations, want %d: %v", len(list), want, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if marks(t, dir) {
		t.Error("the mark is left")
	}
}

// What broke is looked at by the next start. A disk that could not be read for a
// moment breaks it too, and puts nothing aside.
func TestOpen_goes_on_with_what_broke_and_is_sound(t *testing.T) {
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
	if !marks(t, dir) {
		t.Error("it broke and is not marked")
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	opensAll(t, dir, 20)
}

// A page is damaged that opening does not read: only with the mark it is looked at.
func TestOpen_puts_aside_what_broke(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(page []byte){
		"no_page":                 func(page []byte) { page[8] = 0xFF },
		"leads_out_of_the_file":   func(page []byte) { copy(page[20:24], "\x00\x00\x00\x40") }, // where the first key lies
		"keys_out_of_their_order": func(page []byte) { page[bytes.Index(page, []byte("record"))] = 'a' },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filled(t)
			path := filepath.Join(dir, "margay.db")
			damageLeaf(t, path, damage)
			s := must[*store.Store](t)(open(dir))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path+".broken", nil, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := open(dir)
			wantFault(t, err, protocol.ReasonStoreBroken, "while it was in use", "kept as margay.db.damaged-")
			if marks(t, dir) {
				t.Error("the mark is left")
			}
			if err := os.WriteFile(path+".broken", nil, 0o600); err != nil { // putting aside was cut off
				t.Fatal(err)
			}
			opensAll(t, dir, 0)
		})
	}
}

// Looking at all of a database may end the program, which must not start for ever.
func TestOpen_gives_up_looking(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	if err := os.WriteFile(filepath.Join(dir, "margay.db.broken"), make([]byte, 3), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := open(dir)
	wantFault(t, err, protocol.ReasonStoreBroken, "came to no end", "kept as margay.db.damaged-")
	opensAll(t, dir, 0)
}

// damageLeaf changes the last page of a database that holds a conversation.
func damageLeaf(t *testing.T, path string, change func(page []byte)) {
	t.Helper()
	all, size := must[[]byte](t)(os.ReadFile(path)), os.Getpagesize()
	db := must[*bbolt.DB](t)(bbolt.Open(path, 0o600, nil))
	last := 0
	err := db.View(func(tx *bbolt.Tx) error {
		for id := range len(all) / size {
			if info, err := tx.Page(id); err != nil || info == nil {
				return err
			} else if info.Type == "leaf" && bytes.Contains(all[id*size:(id+1)*size], []byte("record")) {
				last = id
			}
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil || last == 0 {
		t.Fatal(last, err)
	}
	change(all[last*size : (last+1)*size])
	if err := os.WriteFile(path, all, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A copy that breaks while it is made says nothing of the database, which is sound.
func TestStore_is_not_marked_by_its_copy(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	path := filepath.Join(dir, "margay.db.compact")
	whole := must[[]byte](t)(os.ReadFile(filepath.Join(dir, "margay.db")))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := soon(t, "commit", func() error {
		return store.BreakHalf(dir, path, func() { overwrite(t, path, 0) })
	}); err == nil {
		t.Error("noise took a change")
	}
	for _, name := range []string{"margay.db.broken", "margay.db.compact.broken"} {
		if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	opensAll(t, dir, 20)
}
