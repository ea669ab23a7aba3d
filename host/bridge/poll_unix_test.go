//go:build unix

package bridge_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/margay/margay/host/bridge"
)

// inherited is a file as a process finds its standard input and output: what
// the runtime knows of it is the descriptor.
func inherited(t *testing.T, fd int) *os.File {
	t.Helper()
	f := os.NewFile(uintptr(fd), "inherited")
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// nonblocking reports whether whoever shares the file finds it so.
func nonblocking(t *testing.T, f *os.File) bool {
	t.Helper()
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	if err != nil {
		t.Fatal(err)
	}
	return flags&unix.O_NONBLOCK != 0
}

// TestPolledPipesKnowDeadlines, which only those do that the runtime waits for.
func TestPolledPipesKnowDeadlines(t *testing.T) {
	t.Parallel()
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	in, out := inherited(t, fds[0]), inherited(t, fds[1])
	if err := in.SetReadDeadline(time.Time{}); !errors.Is(err, os.ErrNoDeadline) {
		t.Fatalf("a plain pipe: %v, want %v", err, os.ErrNoDeadline)
	}
	r, restoreIn := bridge.Polled(in)
	w, restoreOut := bridge.Polled(out)
	defer func() { _, _ = r.Close(), w.Close() }()
	if err := errors.Join(r.SetReadDeadline(time.Time{}), w.SetWriteDeadline(time.Time{})); err != nil {
		t.Fatal(err)
	}
	if again, _ := bridge.Polled(r); again != r {
		t.Error("a pipe that is waited for already was taken for another")
	}
	go func() { _, _ = w.Write([]byte("said")) }()
	got := make([]byte, 4)
	if _, err := r.Read(got); err != nil || string(got) != "said" {
		t.Errorf("read %q, %v", got, err)
	}
	if !nonblocking(t, in) || !nonblocking(t, out) {
		t.Error("the pipes block, so there is nothing to restore")
	}
	restoreIn()
	restoreOut()
	if nonblocking(t, in) || nonblocking(t, out) {
		t.Error("whoever shares the pipes finds them changed")
	}
}

// TestPolledLeavesOtherFilesAlone, which somebody else goes on using.
func TestPolledLeavesOtherFilesAlone(t *testing.T) {
	t.Parallel()
	plain := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, path string }{
		{"a_plain_file", plain},
		{"a_terminal", "/dev/ptmx"},
		{"nothing", os.DevNull},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			fd, err := syscall.Open(tc.path, syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_CLOEXEC, 0)
			if err != nil {
				t.Fatal(err)
			}
			f := inherited(t, fd)
			polled, restore := bridge.Polled(f)
			if polled != f || nonblocking(t, f) {
				t.Error("it became another, or was changed")
			}
			restore()
		})
	}
}
