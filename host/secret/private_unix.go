//go:build unix

package secret

import (
	"fmt"
	"os"
	"syscall"
)

// checkPrivate refuses a file that is not the reader's own, or that others can read.
func checkPrivate(path string, info os.FileInfo) error {
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no plain file; put it aside and save the keys again", path)
	case !ok || int(st.Uid) != os.Getuid():
		return fmt.Errorf("%s belongs to another user; put it aside and save the keys again", path)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("others can read %s: run chmod 600 on it, and make new keys if others may have read them", path)
	}
	return nil
}
