//go:build windows

package doctor

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"

	"github.com/margay/margay/host/dial"
)

// moves is the command that gives a file another name.
const moves = "move"

// foreign, open: who may look into a folder follows from the folder above it,
// the user's own.
func foreign(os.FileInfo) string { return "" }
func open(os.FileInfo) bool      { return false }

// allowed: what a user may do follows from the folder above it, the user's own.
func allowed(string, bool, bool) bool { return true }

func full(err error) bool { return errors.Is(err, windows.ERROR_DISK_FULL) }

func openUp(path string) string { return `icacls ` + dial.Quote(path) + ` /grant "%USERNAME%:F"` }
func closeUp(path string) string {
	return `icacls ` + dial.Quote(path) + ` /inheritance:r /grant "%USERNAME%:F"`
}
func keepPrivate(path string) string { return closeUp(path) }
func giveBack(path string) string    { return openUp(path) }
func makeRun(path string) string     { return openUp(path) }
func endProcess(pid int) string      { return fmt.Sprintf("taskkill /PID %d", pid) }
func endStuck(pid int) string        { return fmt.Sprintf("taskkill /F /PID %d", pid) }

// diskOf asks for the disk of a folder.
func diskOf(dir string) (disk, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return disk{}, err
	}
	var d disk
	if err := windows.GetDiskFreeSpaceEx(name, &d.free, nil, nil); err != nil {
		return disk{}, err
	}
	root := make([]uint16, windows.MAX_PATH+1)
	if err := windows.GetVolumePathName(name, &root[0], uint32(len(root))); err != nil {
		return d, nil //nolint:nilerr // the space is known, and that is what matters most
	}
	if windows.GetDriveType(&root[0]) == windows.DRIVE_REMOTE {
		d.kind, d.network = windows.UTF16ToString(root), true
	}
	return d, nil
}
