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
	if err := install.Unpack(files, dir); err != nil {
		t.Fatal(err)
	}
	if read(t, filepath.Join(dir, "icons", "16.png")) != "png" || read(t, filepath.Join(dir, "manifest.json")) != "{}" {
		t.Error("files are missing")
	}
	if _, err := os.Stat(filepath.Join(dir, "old", "gone.js")); err == nil {
		t.Error("a file of an earlier version is still there")
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	tests := []struct {
		goos string
		env  map[string]string
		want string
	}{
		{"linux", nil, "/home/m/.config/chromium"},
		{"linux", map[string]string{"XDG_CONFIG_HOME": "/x"}, "/x/chromium"},
		{"linux", map[string]string{"XDG_CONFIG_HOME": "rel"}, "/home/m/.config/chromium"},
		{"linux", map[string]string{"XDG_CONFIG_HOME": "/x", "CHROME_CONFIG_HOME": "/y"}, "/y/chromium"},
		{"darwin", nil, "/home/m/Library/Application Support/Chromium"},
	}
	for _, tt := range tests {
		list := install.Known(tt.goos, "/home/m", func(n string) string { return tt.env[n] })
		if len(list) != 2 || list[1].UserDataDir != tt.want {
			t.Errorf("%s %v: %v, want %s", tt.goos, tt.env, list, tt.want)
		}
	}
}

func TestFound_and_IsProfile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "chromium", "Local State"), "{}")
	write(t, filepath.Join(dir, "chromium", "Default", "Preferences"), "{}")
	list := []install.Browser{{Name: "Chrome", UserDataDir: filepath.Join(dir, "chrome")}, {Name: "Chromium", UserDataDir: filepath.Join(dir, "chromium")}}
	if found := install.Found(list); len(found) != 1 || found[0].Name != "Chromium" {
		t.Errorf("found %v", found)
	}
	if install.IsProfile(filepath.Join(dir, "chromium")) || !install.IsProfile(filepath.Join(dir, "chromium", "Default")) {
		t.Error("a profile and its data directory are not told apart")
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
