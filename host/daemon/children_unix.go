//go:build unix

package daemon

import (
	"os/exec"
	"syscall"
)

// headGroup makes the command the head of a process group of its own.
func headGroup(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	if !cmd.SysProcAttr.Setsid { // a session of its own is a group too
		cmd.SysProcAttr.Setpgid = true
	}
}

func askGroup(pid int) error  { return syscall.Kill(-pid, syscall.SIGTERM) }
func killGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }
