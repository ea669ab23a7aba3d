package install_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/margay/margay/install"
)

func TestProgram_replaces_by_rename(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "bin", "margay")
	write(t, from, "second")
	write(t, to, "first")
	held, err := os.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	for range 2 { // the second time nothing changes
		if err := install.Program(from, to); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, to); got != "second" {
		t.Errorf("the program is %q", got)
	}
	was := make([]byte, 5)
	if _, err := held.ReadAt(was, 0); err != nil || string(was) != "first" {
		t.Errorf("a copy that runs sees %q, %v", was, err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := install.Program(to, to); err != nil || read(t, to) != "second" {
		t.Errorf("onto itself: %v", err)
	}
	if err := install.Program(filepath.Join(dir, "none"), to); err == nil {
		t.Error("a program that is not there was copied")
	}
}

// Windows lets a program that runs be renamed, but not replaced.
func TestProgramAside_never_renames_onto_a_program_that_runs(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		held, broken bool // something runs at the place; nothing new can come there
		want         string
	}{
		"first":                     {false, false, "new"},
		"held":                      {true, false, "new"},
		"held_and_cannot_come":      {true, true, "old"},
		"nothing_there_cannot_come": {false, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			from, to := filepath.Join(dir, "new"), filepath.Join(dir, "bin [1]", "margay.exe")
			write(t, from, "new")
			write(t, filepath.Join(dir, "bin [1]", "margay.exe.old-1"), "older")
			if tc.held {
				write(t, to, "old")
			}
			rename := func(a, b string) error {
				if _, err := os.Lstat(b); err == nil {
					return fs.ErrExist
				}
				if tc.broken && b == to && strings.HasPrefix(filepath.Base(a), ".") {
					return fs.ErrPermission
				}
				return os.Rename(a, b)
			}
			err := install.ProgramAside(from, to, rename)
			if (err == nil) == tc.broken || err != nil && !strings.Contains(err.Error(), "margay stop") {
				t.Errorf("error %v", err)
			}
			if got, _ := os.ReadFile(to); string(got) != tc.want {
				t.Errorf("the program is %q, want %q", got, tc.want)
			}
			list, err := os.ReadDir(filepath.Dir(to))
			if want := min(len(tc.want), 1); err != nil || len(list) != want {
				t.Errorf("left: %v, %v", list, err)
			}
		})
	}
}

// Whoever sees the last file new finds all others new.
func TestUnpack_writes_the_last_file_last(t *testing.T) {
	t.Parallel()
	files := &readOrder{FS: fstest.MapFS{"a.js": {}, "build.txt": {}, "m/n.js": {}, "z.js": {}, ".placeholder": {}}}
	dir := t.TempDir()
	if err := install.Unpack(files, dir, "build.txt", nil); err != nil {
		t.Fatal(err)
	}
	if want := []string{"a.js", "m/n.js", "z.js", "build.txt"}; !slices.Equal(files.read, want) {
		t.Errorf("written in the order %q, want %q", files.read, want)
	}
	if _, err := os.Stat(filepath.Join(dir, ".placeholder")); err == nil {
		t.Error("what only the build needs was unpacked")
	}
}

// readOrder notes which files are read.
type readOrder struct {
	fs.FS
	read []string
}

func (r *readOrder) ReadFile(name string) ([]byte, error) {
	r.read = append(r.read, name)
	return fs.ReadFile(r.FS, name)
}

func TestUnpack_leaves_nothing_old(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "old", "gone.js"), "x")
	files := fstest.MapFS{"manifest.json": {Data: []byte("{}")}, "icons/16.png": {Data: []byte("png")}}
	if err := install.Unpack(files, dir, "manifest.json", []string{"old/gone.js", "manifest.json"}); err != nil {
		t.Fatal(err)
	}
	if read(t, filepath.Join(dir, "icons", "16.png")) != "png" || read(t, filepath.Join(dir, "manifest.json")) != "{}" {
		t.Error("files are missing")
	}
	if _, err := os.Stat(filepath.Join(dir, "old", "gone.js")); err == nil {
		t.Error("a file of an earlier version is still there")
	}
}
