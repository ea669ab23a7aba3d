package store_test

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

func open(dir string) (*store.Store, error) {
	return store.Open(store.Options{Dir: dir, Program: "1.0.0", LockTimeout: 100 * time.Millisecond})
}

// filled makes a closed store with some history and returns its directory.
func filled(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	s := must[*store.Store](t)(open(dir))
	for range 20 {
		begun := send(t, s, "", strings.Repeat("words ", 2000))
		finish(t, s, begun.Run, strings.Repeat("answer ", 20_000))
	}
	storetest.Close(t, s)
	return dir
}

func TestOpen_is_private(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps files private by the folder they are in")
	}
	dir := filepath.Join(t.TempDir(), "deep", "data")
	s := storetest.OpenIn(t, dir)
	send(t, s, "", strings.Repeat("long ", 100_000))
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be read by others: %s", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpen_file_of_a_copy_is_made_private(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	path := filepath.Join(dir, "margay.db")
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	storetest.OpenIn(t, dir)
	info := must[os.FileInfo](t)(os.Stat(path))
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %s", info.Mode())
	}
}

func TestOpen_locked_says_by_whom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	storetest.OpenIn(t, dir)
	began := time.Now()
	_, err := open(dir)
	wantFault(t, err, protocol.ReasonStoreLocked, "process", "margay.db")
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it took %s to say so", took)
	}
}

func TestOpen_damaged_is_put_aside(t *testing.T) {
	t.Parallel()
	whole := must[[]byte](t)(os.ReadFile(filepath.Join(filled(t), "margay.db")))
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	gutted := bytes.Clone(whole)
	for i := 4 * os.Getpagesize(); i < len(gutted); i++ {
		gutted[i] = byte(rand.Uint32())
	}
	for i := 2 * os.Getpagesize(); i < 4*os.Getpagesize(); i++ {
		gutted[i] = 0xff
	}
	for name, content := range map[string][]byte{
		"zero_bytes":        {},
		"one_byte":          {1},
		"random":            noise,
		"text":              []byte(strings.Repeat("SQLite format 3\x00 and more ", 1000)),
		"cut_to_half":       whole[:len(whole)/2],
		"cut_to_two_pages":  whole[:2*os.Getpagesize()],
		"cut_inside_a_meta": whole[:os.Getpagesize()+20],
		"pages_overwritten": gutted,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filled(t)
			path := filepath.Join(dir, "margay.db")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := open(dir)
			wantFault(t, err, protocol.ReasonStoreBroken, "damaged", "kept as margay.db.damaged-", "goes on with an empty store")
			kept := must[[]string](t)(filepath.Glob(path + ".damaged-*"))
			if len(kept) != 1 || !bytes.Equal(must[[]byte](t)(os.ReadFile(kept[0])), content) {
				t.Fatalf("kept %v, or with other contents", kept)
			}
			if blobs := must[[]string](t)(filepath.Glob(filepath.Join(dir, "blobs.damaged-*", "*", "*.zst"))); len(blobs) == 0 {
				t.Error("the bytes that the damaged database refers to were not kept")
			}
			s := storetest.OpenIn(t, dir)
			if list, _, err := s.Conversations("", 10); err != nil || len(list) != 0 {
				t.Errorf("the fresh store has %d conversations, %v", len(list), err)
			}
		})
	}
}

func TestOpen_other_programs_database_is_put_aside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "margay.db")
	db := must[*bbolt.DB](t)(bbolt.Open(path, 0o600, nil))
	if err := db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("theirs"))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before := must[[]byte](t)(os.ReadFile(path))
	_, err := open(dir)
	wantFault(t, err, protocol.ReasonStoreBroken, "another program")
	kept := must[[]string](t)(filepath.Glob(path + ".damaged-*"))
	if len(kept) != 1 || !bytes.Equal(must[[]byte](t)(os.ReadFile(kept[0])), before) {
		t.Errorf("kept %v, or changed it", kept)
	}
}

func TestOpen_damaged_but_held_is_left(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	// The holder's file is seen as broken from outside; its holder knows better.
	path := filepath.Join(dir, "margay.db")
	held := must[*bbolt.DB](t)(bbolt.Open(path, 0o600, nil)) // not our store, which would look into the file meanwhile
	defer held.Close()
	intact := must[[]byte](t)(os.ReadFile(path))
	f := must[*os.File](t)(os.OpenFile(path, os.O_RDWR, 0))
	defer f.Close()
	must[int](t)(f.WriteAt(make([]byte, 2*os.Getpagesize()), 0))
	_, err := open(dir)
	must[int](t)(f.WriteAt(intact[:2*os.Getpagesize()], 0))
	wantFault(t, err, protocol.ReasonStoreLocked)
}

func TestOpen_newer_is_left(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	path := filepath.Join(dir, "margay.db")
	db := must[*bbolt.DB](t)(bbolt.Open(path, 0o600, nil))
	if err := db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte(`{"v":1,"d":{"version":99,"program":"7.2.0"}}`))
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before := must[[]byte](t)(os.ReadFile(path))
	_, err := open(dir)
	wantFault(t, err, protocol.ReasonStoreNewer, "7.2.0")
	if !bytes.Equal(must[[]byte](t)(os.ReadFile(path)), before) {
		t.Error("the newer version's file was changed")
	}
}

func TestOpen_left_over_of_a_crash_while_creating(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "margay.db.new"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	storetest.OpenIn(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "margay.db.new")); err == nil {
		t.Error("the left-over is still there")
	}
}

func TestClose_fails_later_writes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := must[*store.Store](t)(open(dir))
	begun := send(t, s, "", "hello")
	storetest.Close(t, s)
	if err := s.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	_, err := s.BeginRun(t.Context(), newRun("", "late"))
	wantFault(t, err, protocol.ReasonShutdown)
	if err := s.Journal(begun.Run.ID).Finish(t.Context(), answer(begun.Run, "late"), chat.RunDone); err == nil {
		t.Error("a closed store took a message")
	}
}

// FuzzOpen_survives_any_file opens what is no database, and databases whose
// beginning was changed or whose end is missing. (Changed bytes inside of pages
// are beyond what opening can see: bbolt has no checksums there.)
func FuzzOpen_survives_any_file(f *testing.F) {
	f.Add([]byte{}, uint32(0), byte(0), uint32(0))
	f.Add([]byte("text"), uint32(70), byte(1), uint32(1000))
	f.Add([]byte(nil), uint32(20), byte(0xff), uint32(1<<20))
	dir := f.TempDir()
	s, err := open(dir)
	if err != nil {
		f.Fatal(err)
	}
	if err := s.Close(); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "margay.db"))
	if err != nil {
		f.Fatal(err)
	}
	beginning := 2 * os.Getpagesize()
	f.Fuzz(func(t *testing.T, content []byte, at uint32, flip byte, length uint32) {
		if len(content) == 0 {
			content = bytes.Clone(whole[:min(int(length), len(whole))])
			if len(content) > 0 {
				content[int(at)%min(beginning, len(content))] ^= flip
			}
		}
		openKeeps(t, content)
	})
}

// openKeeps opens a file of that content: it opens, or it is still there.
func openKeeps(t *testing.T, content []byte) {
	dir := t.TempDir()
	path := filepath.Join(dir, "margay.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := open(dir)
	if err == nil {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, _ := filepath.Glob(path + "*")
	if len(kept) != 1 {
		t.Fatalf("%v left %v", err, kept)
	}
	if got, err := os.ReadFile(kept[0]); err != nil || !bytes.Equal(got, content) {
		t.Fatalf("the file was changed (%v)", err)
	}
}
