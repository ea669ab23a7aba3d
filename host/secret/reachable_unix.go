//go:build unix && !darwin

package secret

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// reachable tells whether there is a session bus. Where there is none, the
// library would start one, which nobody would end.
func reachable(getenv func(string) string) bool {
	switch bus := getenv("DBUS_SESSION_BUS_ADDRESS"); {
	case bus == "autolaunch:", strings.HasPrefix(bus, "disabled:"):
		return false
	case bus != "":
		return true
	}
	dir := getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		dir = filepath.Join("/run/user", strconv.Itoa(os.Getuid()))
	}
	_, err := os.Stat(filepath.Join(dir, "bus"))
	return err == nil
}
