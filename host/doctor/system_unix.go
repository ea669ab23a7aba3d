//go:build unix

package doctor

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"github.com/margay/margay/host/dial"
)

// moves is the command that gives a file another name.
const moves = "mv"

// foreign is the number of the user whose a file is where it is not ours.
func foreign(info os.FileInfo) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Getuid() {
		return strconv.Itoa(int(st.Uid))
	}
	return ""
}

// open reports whether others can look into a folder.
func open(info os.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

func full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

func openUp(path string) string      { return "chmod u+rwX " + dial.Quote(path) }
func closeUp(path string) string     { return "chmod 700 " + dial.Quote(path) }
func keepPrivate(path string) string { return "chmod 600 " + dial.Quote(path) }
func giveBack(path string) string {
	return "sudo chown -R " + strconv.Itoa(os.Getuid()) + ":" + strconv.Itoa(os.Getgid()) + " " + dial.Quote(path)
}
func makeRun(path string) string { return "chmod u+x " + dial.Quote(path) }
func endProcess(pid int) string  { return fmt.Sprintf("kill %d", pid) }
func endStuck(pid int) string    { return fmt.Sprintf("kill -9 %d", pid) }
