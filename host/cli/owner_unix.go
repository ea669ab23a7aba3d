//go:build unix

package cli

import (
	"os"
	"syscall"
)

// ownerOf is the user id that a folder belongs to; -1 where that is not known.
func ownerOf(dir string) int {
	info, err := os.Stat(dir)
	if err != nil {
		return -1
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return -1
	}
	return int(st.Uid)
}
