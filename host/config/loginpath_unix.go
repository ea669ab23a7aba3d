//go:build unix

package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// LoginPathTimeout bounds how long a login shell may take to tell its PATH.
const LoginPathTimeout = 3 * time.Second

// LoginPath asks the login shell for its PATH: a browser that was started from
// the desktop hands on a shorter one than a person has in a terminal. What the
// start files of the shell print is passed over. The shell and all that it
// started are ended when the time is over.
func LoginPath(ctx context.Context, shell string, environ []string) (string, error) {
	if !filepath.IsAbs(shell) {
		return "", fmt.Errorf("learn PATH: %q is no absolute path of a shell", shell)
	}
	ctx, cancel := context.WithTimeout(ctx, LoginPathTimeout)
	defer cancel()
	const mark = "\x01margay\x01"
	// env prints the variable as programs get it, whatever the shell calls it.
	cmd := exec.CommandContext(ctx, shell, "-l", "-c", `printf '\001margay\001'; printenv PATH; printf '\001margay\001'`)
	cmd.Env = environ
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to stop on, and one group to end
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 100 * time.Millisecond
	if home, err := os.UserHomeDir(); err == nil {
		cmd.Dir = home
	}
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("learn PATH from %s: %w", shell, err)
	}
	parts := bytes.Split(out, []byte(mark))
	if len(parts) < 3 {
		return "", fmt.Errorf("learn PATH from %s: its answer has no PATH", shell)
	}
	path := string(bytes.TrimSpace(parts[1]))
	if path == "" {
		return "", errors.New("learn PATH: it is empty")
	}
	return path, nil
}
