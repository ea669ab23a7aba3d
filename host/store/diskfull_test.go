//go:build unix

package store_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// TestDiskFull runs itself again in a process whose files may not grow beyond a
// limit, which is a full disk as far as a program can tell.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("MARGAY_TEST_DISKFULL"); dir != "" {
		diskFull(t, dir)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestDiskFull$", "-test.v")
	cmd.Env = append(os.Environ(), "MARGAY_TEST_DISKFULL="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestDiskFull") {
		t.Fatalf("%v\n%s", err, out)
	}
}

func diskFull(t *testing.T, dir string) {
	signal.Ignore(syscall.SIGXFSZ)
	s := must[*store.Store](t)(open(dir))
	begun := send(t, s, "", "before")
	restore := limitFiles(t, 1<<20)

	var err error
	stored := 1
	for n := 0; err == nil && n < 1000; n++ {
		msg := round(begun.Run, n+1, chat.CallCompleted)
		msg.Content = text(strings.Repeat(fmt.Sprint(n, " "), 10_000))
		if err = s.Journal(begun.Run.ID).CloseRound(t.Context(), msg); err == nil {
			stored++
		}
	}
	wantFault(t, err, protocol.ReasonInternal, "The disk is full", "Make space")
	_, err = s.PutBlob(t.Context(), begun.Conversation.ID, chat.Block{}, noise(2<<20))
	wantFault(t, err, protocol.ReasonInternal, "The disk is full")
	if n := len(must[[]chat.Message](t)(s.History(begun.Conversation.ID))); n != stored {
		t.Errorf("reading gives %d messages, %d were stored", n, stored)
	}
	restore()
	finish(t, s, begun.Run, strings.Repeat("after ", 5000))
	if n := len(must[[]chat.Message](t)(s.History(begun.Conversation.ID))); n != stored+1 {
		t.Errorf("after space was made: %d messages, want %d", n, stored+1)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func limitFiles(t *testing.T, bytes uint64) (restore func()) {
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	now := was
	now.Cur = bytes
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
			t.Fatal(err)
		}
	}
}

// noise does not compress.
func noise(n int) []byte {
	b := make([]byte, n)
	x := uint32(1)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return b
}
