package install

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// tryHold opens a file that nobody else may open meanwhile and that goes with
// its handle. It lies apart from the directory, which could not be removed
// with a file open in it.
func tryHold(dir string) (release func(), err error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(strings.ToLower(filepath.Clean(dir))))
	name := filepath.Join(os.TempDir(), "margay-install-"+hex.EncodeToString(sum[:8])+".lock")
	name16, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	const alone = 0
	h, err := windows.CreateFile(name16, windows.GENERIC_WRITE, alone, nil, windows.OPEN_ALWAYS, windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	switch {
	case errors.Is(err, windows.ERROR_SHARING_VIOLATION):
		return nil, errHeld
	case errors.Is(err, windows.ERROR_ACCESS_DENIED): // while it is being deleted, or for good: another's file, or a guard's no
		return nil, fmt.Errorf("%w, or %s may not be written: %w", errHeld, name, err)
	case err != nil:
		return nil, err
	}
	return func() { _ = windows.CloseHandle(h) }, nil // the handle is ours
}
