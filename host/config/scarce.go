package config

import (
	"errors"
	"runtime"
	"syscall"
)

// windowsFull is what Windows says in place of ENOSPC, which package syscall has there as
// a number of its own.
const windowsFull = syscall.Errno(112)

// BrowserFiles is how many files a process should be able to open where it starts a
// browser: some start with fewer, and others do not.
const BrowserFiles = 256

// Scarce says what a person does where an error is that the machine ran out of something:
// space, files on the disk, or open files; "" for all other errors. The system's words for
// the second are those for the first.
func Scarce(err error) (next string) {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "The disk is full, or takes no more files (“df -h” and “df -i” tell which): delete there what you do not need, then try again."
	case runtime.GOOS == "windows" && errors.Is(err, windowsFull):
		return "The disk is full: delete there what you do not need, then try again."
	case errors.Is(err, syscall.EMFILE):
		return "Too few files may be open in this terminal: run “ulimit -n 1024” in it, or use another one, then try again."
	}
	return ""
}
