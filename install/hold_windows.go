package install

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// tryHold opens a file that nobody else may open meanwhile and that goes with
// its handle. It lies apart from the directory, which could not be removed
// with a file open in it.
func tryHold(dir string) (release func(), held bool, err error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, false, err
	}
	sum := sha256.Sum256([]byte(strings.ToLower(filepath.Clean(dir))))
	name, err := windows.UTF16PtrFromString(filepath.Join(os.TempDir(), "margay-install-"+hex.EncodeToString(sum[:8])+".lock"))
	if err != nil {
		return nil, false, err
	}
	const alone = 0
	h, err := windows.CreateFile(name, windows.GENERIC_WRITE, alone, nil, windows.OPEN_ALWAYS, windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	switch {
	case errors.Is(err, windows.ERROR_SHARING_VIOLATION), errors.Is(err, windows.ERROR_ACCESS_DENIED): // the latter while it is being deleted
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	return func() { _ = windows.CloseHandle(h) }, true, nil // the handle is ours
}
