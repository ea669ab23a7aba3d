package install_test

import (
	"os"
	"path/filepath"
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

func TestUnpack_leaves_nothing_old(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "old", "gone.js"), "x")
	files := fstest.MapFS{"manifest.json": {Data: []byte("{}")}, "icons/16.png": {Data: []byte("png")}}
	if err := install.Unpack(files, dir, "manifest.json"); err != nil {
		t.Fatal(err)
	}
	if read(t, filepath.Join(dir, "icons", "16.png")) != "png" || read(t, filepath.Join(dir, "manifest.json")) != "{}" {
		t.Error("files are missing")
	}
	if _, err := os.Stat(filepath.Join(dir, "old", "gone.js")); err == nil {
		t.Error("a file of an earlier version is still there")
	}
}
