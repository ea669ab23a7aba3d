//go:build unix

package install

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// syncFolder puts the names in a folder on the disk. Not every file system can.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
