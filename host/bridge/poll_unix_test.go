//go:build unix

package bridge_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/margay/margay/host/bridge"
)

// TestPolledPipesKnowDeadlines, which only those do that the runtime waits for.
// The pipes are made as a process finds its standard input and output.
func TestPolledPipesKnowDeadlines(t *testing.T) {
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	in, out := os.NewFile(uintptr(fds[0]), "in"), os.NewFile(uintptr(fds[1]), "out")
	defer func() { _, _ = in.Close(), out.Close() }()
	if err := in.SetReadDeadline(time.Time{}); !errors.Is(err, os.ErrNoDeadline) {
		t.Fatalf("a plain pipe: %v, want %v", err, os.ErrNoDeadline)
	}
	r, w := bridge.Polled(in), bridge.Polled(out)
	defer func() { _, _ = r.Close(), w.Close() }()
	if err := errors.Join(r.SetReadDeadline(time.Time{}), w.SetWriteDeadline(time.Time{})); err != nil {
		t.Fatal(err)
	}
	if again := bridge.Polled(r); again != r {
		t.Error("a pipe that is waited for already was taken for another")
	}
	go func() { _, _ = w.Write([]byte("said")) }()
	got := make([]byte, 4)
	if _, err := r.Read(got); err != nil || string(got) != "said" {
		t.Errorf("read %q, %v", got, err)
	}
}

func TestPolledLeavesOtherFilesAlone(t *testing.T) {
	t.Parallel()
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if bridge.Polled(f) != f {
		t.Error("a plain file became another")
	}
}
