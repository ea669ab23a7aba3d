//go:build windows

package daemon

import (
	"os"

	"golang.org/x/sys/windows"
)

// takeOutput makes a copy of f the process's standard output and error.
func takeOutput(f *os.File) error {
	var own windows.Handle
	self := windows.CurrentProcess()
	if err := windows.DuplicateHandle(self, windows.Handle(f.Fd()), self, &own, 0, false, windows.DUPLICATE_SAME_ACCESS); err != nil {
		return err
	}
	for _, std := range []uint32{windows.STD_OUTPUT_HANDLE, windows.STD_ERROR_HANDLE} {
		if err := windows.SetStdHandle(std, own); err != nil {
			return err
		}
	}
	return nil
}

// KeepOutput returns a private copy of a standard stream, for what must still
// be said after the stream itself has been pointed elsewhere.
func KeepOutput(std *os.File) (*os.File, error) {
	var own windows.Handle
	self := windows.CurrentProcess()
	err := windows.DuplicateHandle(self, windows.Handle(std.Fd()), self, &own, 0, false, windows.DUPLICATE_SAME_ACCESS)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(own), std.Name()), nil
}
