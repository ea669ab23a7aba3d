//go:build unix

package bridge

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

// Polled makes the runtime wait for a pipe of the browser's as it does for the
// socket. A plain read of the pipe keeps a thread and its turn in the system
// call; where it was the thread that had waited for the socket, nobody did any
// more, and what the daemon said lay there for 10 ms.
//
// What is no pipe is returned as it is: a terminal is shared with the shell,
// which would find it changed. This end of a pipe is the bridge's alone where a
// browser made it, but a script that starts the bridge may go on to use its
// own; so restore, which may be called once the pipe is not used any more,
// makes it as it was. Where another file is returned, f must not be used.
func Polled(f *os.File) (polled *os.File, restore func()) {
	asItIs := func() {}
	info, err := f.Stat()
	if err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) == 0 || isPolled(f) {
		return f, asItIs
	}
	fd, err := dup(int(f.Fd()))
	if err != nil {
		return f, asItIs
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		_ = syscall.Close(fd)
		return f, asItIs
	}
	// It is a property of the pipe's end, which both descriptors are for.
	restore = func() { _ = syscall.SetNonblock(int(f.Fd()), false) }
	p := os.NewFile(uintptr(fd), f.Name())
	if !isPolled(p) {
		restore()
		_ = p.Close()
		return f, asItIs
	}
	return p, restore
}

// dup returns a second descriptor, so that each file closes its own. The
// daemon that a bridge starts must not inherit it: the browser would wait for
// the end of the pipe as long as the daemon lives.
func dup(fd int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	second, err := syscall.Dup(fd)
	if err == nil {
		syscall.CloseOnExec(second)
	}
	return second, err
}

// isPolled reports whether the runtime waits for a file: only then it knows
// deadlines.
func isPolled(f *os.File) bool { return f.SetDeadline(time.Time{}) == nil }
