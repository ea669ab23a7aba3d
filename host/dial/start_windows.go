//go:build windows

package dial

import (
	"os"
	"os/exec"
	"strings"
	"syscall"

	"golang.org/x/sys/windows"
)

// detach takes the command out of the browser's console, group and, where the
// browser's job allows it, job.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_BREAKAWAY_FROM_JOB,
		HideWindow:    true,
	}
}

func executable(os.FileInfo) bool { return true }

// quote makes a word safe to paste into a command line.
func quote(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t&()[]{}^=;!'+,`~") {
		return s
	}
	return `"` + s + `"`
}
