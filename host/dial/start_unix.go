//go:build unix

package dial

import (
	"os"
	"os/exec"
	"strings"
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

// Quote makes a word safe to paste into a shell.
func Quote(s string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@%", r)
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !safe(r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
