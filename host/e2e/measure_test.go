package e2e_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/e2e/rig"
)

// figures are what the parts of a rig cost at a moment.
type figures struct {
	// daemonPeak is the most memory that the daemon ever had.
	daemonPeak int64
	// browser is the memory of all processes of the browser, shared parts
	// counted once.
	browser int64
	// writes and written are how often the bridges have written, and how many
	// bytes: to the browser, but for the little that the panel says itself. A
	// frame is one write, unless it is long or the pipe is almost full; then the
	// pipe takes it in pieces, and how many is chance.
	writes, written int64
}

func (f figures) String() string {
	return fmt.Sprintf("daemon at most %d MiB, browser %d MiB, %d writes of %d KiB to it", f.daemonPeak>>20, f.browser>>20, f.writes, f.written>>10)
}

func measure(t *testing.T, r *rig.Rig, daemon int) (f figures) {
	t.Helper()
	if runtime.GOOS != "linux" {
		browsertest.Missing(t, "memory is read from /proc, which only Linux has")
	}
	f.daemonPeak = must[int64](t)(field(daemon, "status", "VmHWM:")) << 10
	for _, pid := range must[[]int](t)(r.Bridges()) {
		f.writes += must[int64](t)(field(pid, "io", "syscw:"))
		f.written += must[int64](t)(field(pid, "io", "wchar:"))
	}
	folders := must[[]string](t)(filepath.Glob("/proc/[0-9]*"))
	for _, folder := range folders {
		pid := must[int](t)(strconv.Atoi(filepath.Base(folder)))
		line, err := os.ReadFile(filepath.Join(folder, "cmdline"))
		group, errGroup := rig.Group(pid)
		if err != nil || errGroup != nil || group != r.Browser.Pid() || strings.HasPrefix(string(line), r.Dirs.Bin()) {
			continue // another's, or gone, or a bridge
		}
		if pss, err := field(pid, "smaps_rollup", "Pss:"); err == nil {
			f.browser += pss << 10
		}
	}
	return f
}

// field reads a number from a file of a process in /proc.
func field(pid int, file, name string) (int64, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/%s", pid, file))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == name {
			return strconv.ParseInt(words[1], 10, 64)
		}
	}
	return 0, fmt.Errorf("/proc/%d/%s has no %s", pid, file, name)
}
