package clitest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/margay/margay/host/config"
)

// Patience is the deadline of everything that should happen soon.
const Patience = 60 * time.Second

// Dirs is a data directory of the test's own. With the test end the daemons on
// it, also one that was just starting and that nobody waited for; that none of
// them raced is checked.
func Dirs(t testing.TB) config.Dirs {
	t.Helper()
	dir, err := os.MkdirTemp("", "mg") // t.TempDir is too long for a socket's path
	if err != nil {
		t.Fatal(err)
	}
	d := config.Dirs{Data: filepath.Join(dir, "data")}
	t.Cleanup(func() {
		for _, pid := range processesOn(t, d.Data) {
			endProcess(t, pid)
		}
		if text, _ := os.ReadFile(d.Stray()); bytes.Contains(text, []byte("DATA RACE")) {
			t.Errorf("the daemon raced:\n%s", text)
		}
		_ = os.RemoveAll(dir)
	})
	return d
}

// processesOn are the processes that were started with a folder in an argument.
func processesOn(t testing.TB, dir string) (pids []int) {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range lines {
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(dir)) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

// endProcess tells a process to end and waits for that.
func endProcess(t testing.TB, pid int) {
	t.Helper()
	started := Started(pid)
	if started == "" {
		return
	}
	_ = syscall.Kill(pid, syscall.SIGTERM) // it may have ended by itself
	if err := awaitEnd(pid, started); err != nil {
		t.Error(err)
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func awaitEnd(pid int, started string) error {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(Patience)
	for Started(pid) == started {
		select {
		case <-tick.C:
		case <-deadline:
			return errors.New("process " + strconv.Itoa(pid) + " does not end")
		}
	}
	return nil
}

// ProcPath is a file that the system keeps of a process.
func ProcPath(pid int, name string) string {
	return filepath.Join("/proc", strconv.Itoa(pid), name)
}

// Stat is field n of a process's stat (proc(5), from 1), "" where there is none.
func Stat(pid, n int) string {
	text, err := os.ReadFile(ProcPath(pid, "stat"))
	if err != nil {
		return ""
	}
	// The name in parentheses may hold anything.
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))[n-3]
}

// Started tells a process from a later one with the same pid; "" where there is
// none, or only a zombie.
func Started(pid int) string {
	if Stat(pid, 3) == "Z" {
		return ""
	}
	return Stat(pid, 22)
}
