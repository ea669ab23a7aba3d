//go:build unix

package store

import (
	"os"
	"syscall"
)

// unlock lets go of the lock of a file whose opening panicked half-way. Closing
// is not enough: the mapping that bbolt left behind keeps the file open.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// linked reports whether a name still leads to an open file.
func linked(f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return true
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || stat.Nlink > 0
}
