package daemon

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/lockowner"
)

// Process is one that holds the lock of a data directory, as far as it is known.
type Process struct {
	// Pid is 0 where it is not known.
	Pid int
	// Name is what the system calls it; empty where it is not asked.
	Name string
	// Stopped says that it was stopped (SIGSTOP, or Ctrl+Z in a terminal) and does
	// nothing until it is let go on.
	Stopped bool
}

// Holder tells who holds the lock: on Linux the system is asked, elsewhere what is
// noted of it is believed.
func Holder(d config.Dirs) Process {
	if pid, known := lockowner.Of(d.Lock()); known {
		return Look(pid)
	}
	return believed(d)
}

// believed is the process of which the lock's text, else the beacon, speaks, where such
// a process is there. Both outlive who wrote them, and their number may be an innocent
// process's by now; so they count only while the lock is held.
func believed(d config.Dirs) Process {
	if held, err := Locked(d); err != nil || !held {
		return Process{}
	}
	pid := noted(d)
	if pid <= 0 || !alive(pid) {
		return Process{}
	}
	return Look(pid)
}

// noted is the number in the lock's text, else in the beacon: there are systems that do
// not let a locked file be read.
func noted(d config.Dirs) int {
	if f, err := os.Open(d.Lock()); err == nil {
		text, _ := io.ReadAll(io.LimitReader(f, 32))
		_ = f.Close()
		if pid, err := strconv.Atoi(string(bytes.TrimSpace(text))); err == nil {
			return pid
		}
	}
	b, err := d.ReadBeacon()
	if err != nil {
		return 0
	}
	return b.Pid
}

// alive reports whether there is a process of that number.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()              //nolint:errcheck // nothing was done with it
	if runtime.GOOS == "windows" { // finding it is having it there
		return true
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}
