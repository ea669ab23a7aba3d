package chromium

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// inherit gives the browser the pipe as two handles, which are named on its
// command line: Windows has no descriptor numbers that a child would know.
func inherit(cmd *exec.Cmd, in, out *os.File) error {
	for _, f := range []*os.File{in, out} {
		if err := syscall.SetHandleInformation(syscall.Handle(f.Fd()), syscall.HANDLE_FLAG_INHERIT, syscall.HANDLE_FLAG_INHERIT); err != nil {
			return fmt.Errorf("let the browser inherit its pipe: %w", err)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		AdditionalInheritedHandles: []syscall.Handle{syscall.Handle(in.Fd()), syscall.Handle(out.Fd())},
	}
	cmd.Args = append(cmd.Args, fmt.Sprintf("--remote-debugging-io-pipes=%d,%d", in.Fd(), out.Fd()))
	return nil
}

func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr.CreationFlags |= syscall.CREATE_NEW_PROCESS_GROUP }

// killGroup ends the browser's first process; its helpers end with it, because
// Chromium puts them in a job object.
func killGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}
