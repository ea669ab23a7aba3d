//go:build windows

package dial

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// startDetached starts a command out of the browser's console, its group and
// its job, with which it would be ended. A job may forbid to leave it; then the
// command is better started within it than not at all.
func startDetached(command func() *exec.Cmd) (*exec.Cmd, error) {
	const apart = windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP
	cmd := command()
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: apart | windows.CREATE_BREAKAWAY_FROM_JOB, HideWindow: true}
	err := cmd.Start()
	if errors.Is(err, windows.ERROR_ACCESS_DENIED) {
		cmd = command()
		cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: apart, HideWindow: true}
		err = cmd.Start()
	}
	return cmd, err
}

// Executable reports whether a file may be started.
func Executable(os.FileInfo) bool { return true }

// killCommand ends a process, whose number follows. One without a window ends by
// force only.
const killCommand = "taskkill /F /PID"
