package lockowner_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gofrs/flock"

	"github.com/margay/margay/host/lockowner"
)

func TestOf(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	if _, known := lockowner.Of(path); known {
		t.Error("it is known who locks what is not there")
	}
	l := flock.New(path)
	if ok, err := l.TryLock(); err != nil || !ok {
		t.Fatal(ok, err)
	}
	if pid, known := lockowner.Of(path); pid != os.Getpid() || !known {
		t.Errorf("held: %d, %t", pid, known)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !lockowner.Opened(os.Getpid(), info) {
		t.Error("it is open, and not found to be")
	}
	if err := l.Unlock(); err != nil {
		t.Fatal(err)
	}
	if pid, known := lockowner.Of(path); pid != 0 || !known {
		t.Errorf("let go: %d, %t", pid, known)
	}
	if lockowner.Opened(os.Getpid(), info) {
		t.Error("it is closed, and found to be open")
	}
}

// Of locks on files with the same inode that of another disk names nobody, whom a
// person might be told to end.
func TestIn(t *testing.T) {
	t.Parallel()
	opened := func(pid int) bool { return pid == 11 }
	for name, tc := range map[string]struct {
		list string
		want int
	}{
		"none":                  {"3: POSIX  ADVISORY  WRITE 3547 fe:00:42 1073741824 1073742335\n4: FLOCK  ADVISORY  WRITE 11 fe:00:142 0 EOF\n", 0},
		"one":                   {"1: FLOCK  ADVISORY  WRITE 99 fe:00:42 0 EOF\n", 99},
		"with_one_waiting":      {"1: FLOCK  ADVISORY  WRITE 99 fe:00:42 0 EOF\n1: -> FLOCK  ADVISORY  WRITE 11 fe:00:42 0 EOF\n", 99},
		"the_same_device":       {"1: FLOCK  ADVISORY  WRITE 11 fe:01:42 0 EOF\n2: FLOCK  ADVISORY  WRITE 99 fe:00:42 0 EOF\n", 99},
		"another_disk":          {"1: FLOCK  ADVISORY  WRITE 99 fe:01:42 0 EOF\n", 0},
		"a_device_of_two_names": {"1: FLOCK  ADVISORY  WRITE 11 00:2b:42 0 EOF\n2: FLOCK  ADVISORY  WRITE 99 fe:01:42 0 EOF\n", 11},
		"of_another_namespace":  {"1: FLOCK  ADVISORY  WRITE 0 fe:00:42 0 EOF\n", 0},
		"noise":                 {"FLOCK\n\n: : :\n1: FLOCK ADVISORY WRITE x fe:00:42 0 EOF\n", 0},
	} {
		if got := lockowner.In(tc.list, "fe:00", 42, opened); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
}
