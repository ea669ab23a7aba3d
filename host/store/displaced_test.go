//go:build unix

package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
)

// What is written to a file to which no name leads is lost, and not told as stored;
// one that was moved keeps it.
func TestDisplaced(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		displace  func(dir, path string) error
		displaced bool
		removed   bool
	}{
		"in_its_place": {displace: func(string, string) error { return nil }},
		"away_and_back": {displace: func(_, path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.Rename(path+".old", path))
		}},
		"file_removed":   {displace: func(_, path string) error { return os.Remove(path) }, displaced: true, removed: true},
		"folder_removed": {displace: func(dir, _ string) error { return os.RemoveAll(dir) }, displaced: true, removed: true},
		"folder_moved":   {displace: func(dir, _ string) error { return os.Rename(dir, dir+".old") }, displaced: true},
		"backup_put_back": {displace: func(_, path string) error {
			return errors.Join(os.Remove(path), os.WriteFile(path, []byte("a backup"), 0o600))
		}, displaced: true, removed: true},
		"backup_put_over_it": {displace: func(_, path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte("a backup"), 0o600), os.Rename(path+".new", path))
		}, displaced: true, removed: true},
		"backup_put_beside_it": {displace: func(_, path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, []byte("a backup"), 0o600))
		}, displaced: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			s := storetest.OpenIn(t, dir)
			begun := send(t, s, "", "before")
			if err := tc.displace(dir, filepath.Join(dir, "margay.db")); err != nil {
				t.Fatal(err)
			}
			if got := s.Displaced(); got != tc.displaced {
				t.Errorf("displaced: %v, want %v", got, tc.displaced)
			}
			err := s.ParkRun(t.Context(), begun.Run)
			if removed := (*store.RemovedError)(nil); errors.As(err, &removed) != tc.removed || err == nil == tc.removed {
				t.Fatalf("a commit says %v", err)
			}
			if tc.removed && !strings.Contains(err.Error(), filepath.Join(dir, "margay.db")+" was removed or replaced") {
				t.Errorf("it says %q", err)
			}
		})
	}
}

// A database that wants to be compacted does not take the place of what was put there.
func TestCompact_leaves_another_file_alone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "margay.db")
	log := make(notes, 100)
	s := must[*store.Store](t)(store.Open(store.Options{Dir: dir, Quiet: 300 * time.Millisecond, Log: zerolog.New(log)}))
	gone := settled(t, s, "gone")
	if err := s.DeleteConversation(t.Context(), gone.ID, gone.Generation); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, []byte("another"), 0o600), os.WriteFile(path+".compact", []byte("another"), 0o600)); err != nil {
		t.Fatal(err)
	}
	log.until(t, "the database was not compacted")
	for _, file := range []string{path, path + ".compact"} {
		if text, err := os.ReadFile(file); err != nil || string(text) != "another" {
			t.Errorf("%s has %d bytes now (%v)", file, len(text), err)
		}
	}
	storetest.Close(t, s)
}
