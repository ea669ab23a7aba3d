//go:build unix

package config

import (
	"math"

	"golang.org/x/sys/unix"
)

// OpenFiles is how many files this process may have open.
func OpenFiles() uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return math.MaxUint64
	}
	return uint64(limit.Cur)
}
