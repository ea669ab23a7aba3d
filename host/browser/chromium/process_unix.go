//go:build !windows

package chromium

import (
	"os"
	"os/exec"
	"syscall"
)

// inherit gives the browser the pipe as descriptors 3 (it reads) and 4 (it writes).
func inherit(cmd *exec.Cmd, in, out *os.File) error {
	cmd.ExtraFiles = []*os.File{in, out}
	return nil
}

func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends what is left of the group. Nobody being left is the usual case.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
