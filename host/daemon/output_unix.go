//go:build unix

package daemon

import (
	"os"

	"golang.org/x/sys/unix"
)

// takeOutput makes descriptors 1 and 2 copies of f.
func takeOutput(f *os.File) error {
	for _, fd := range []int{1, 2} {
		if err := dup(int(f.Fd()), fd); err != nil {
			return err
		}
	}
	return nil
}

// KeepOutput returns a private copy of a standard stream, for what must still
// be said after the stream itself has been pointed elsewhere.
func KeepOutput(std *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(std.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), std.Name()), nil
}
