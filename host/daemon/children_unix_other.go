//go:build unix && !linux

package daemon

import (
	"os/exec"
	"strconv"
	"strings"
)

// processStart names a process so that a later one with the same pid has
// another name; "" where there is none.
func processStart(pid int) string {
	out, err := exec.Command("/bin/ps", "-o", "lstart=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// killCarriers has no way to read other environments here; children end with
// the pipes to the daemon.
func killCarriers(string) int { return 0 }

// awaitExit cannot wait here without reaping.
func awaitExit(int) bool { return false }
