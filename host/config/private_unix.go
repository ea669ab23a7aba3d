//go:build unix

package config

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// private checks that dir is a folder of ours that nobody else can enter, and
// closes it to others where it is ours. A folder of somebody else, or a link
// in its place, is refused: whoever made it could put another socket in it.
func private(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		// A person may keep the data directory elsewhere by a link of their own.
		if !owned(info) {
			return fmt.Errorf("%s is a link of another user", dir)
		}
		if info, err = os.Stat(dir); err != nil {
			return err
		}
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no folder", dir)
	}
	if !owned(info) {
		return fmt.Errorf("%s belongs to another user; choose another data directory with MARGAY_DATA", dir)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return os.Chmod(dir, 0o700)
	}
	return nil
}

func owned(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}

// foreign is the number of the user whose a folder is where it is not ours.
func foreign(info os.FileInfo) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok && !owned(info) {
		return strconv.Itoa(int(st.Uid))
	}
	return ""
}

// enterable reports whether this user may look into a folder and use what lies in it.
func enterable(dir string) bool {
	return !errors.Is(unix.Access(dir, unix.R_OK|unix.X_OK), unix.EACCES)
}

// openUp is the command that gives a folder's owner access to it.
func openUp(dir string) string { return "chmod u+rwX " + Quote(dir) }
