//go:build unix

package dial

import (
	"os"
	"os/exec"
	"syscall"
)

// startDetached starts a command in a session of its own: the browser ends its
// process group when it ends.
func startDetached(command func() *exec.Cmd) (*exec.Cmd, error) {
	cmd := command()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd, cmd.Start()
}

// Executable reports whether a file may be started.
func Executable(info os.FileInfo) bool { return info.Mode().Perm()&0o111 != 0 }

// killCommand ends a process, whose number follows. One that is stopped or stuck
// heeds nothing less, and the store outlives it.
const killCommand = "kill -9"
