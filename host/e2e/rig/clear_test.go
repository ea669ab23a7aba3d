package rig_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/margay/margay/host/e2e/rig"
)

// TestClear leaves in a folder what a rig that was killed leaves: its program,
// here played by a copy of sleep, and what names its profile. A process that
// merely reads a file there stays.
func TestClear(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("needs a list of processes as files")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "data", "bin", "margay")
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(sleep)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(program), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, text, 0o700); err != nil {
		t.Fatal(err)
	}
	ends := []played{
		start(t, program, "20"),
		start(t, "sh", "-c", "read line", "browser", "--user-data-dir="+filepath.Join(dir, "profile")),
	}
	stays := start(t, "sh", "-c", "read line", "pager", filepath.Join(dir, "data", "margay.log"))
	if err := rig.Clear(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	for _, c := range ends {
		err := c.Wait()
		if gone := (*exec.ExitError)(nil); !errors.As(err, &gone) || gone.Exited() {
			t.Errorf("%v was not killed: %v", c.Args, err)
		}
	}
	if _, err := io.WriteString(stays.in, "end\n"); err != nil {
		t.Error(err)
	}
	if err := stays.Wait(); err != nil {
		t.Errorf("the pager did not stay: %v", err)
	}
}

// played is a process that reads a line and ends.
type played struct {
	*exec.Cmd
	in io.Writer
}

func start(t *testing.T, name string, args ...string) played {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return played{cmd, in}
}
