//go:build unix

package doctor

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

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

// allowed reports whether this user may read what stands there, and write to it
// or go into it where that is asked.
func allowed(path string, write, enter bool) bool {
	mode := uint32(unix.R_OK)
	if write {
		mode |= unix.W_OK
	}
	if enter {
		mode |= unix.X_OK
	}
	return unix.Access(path, mode) == nil
}

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
