package install

import "golang.org/x/sys/unix"

// quarantined reports whether macOS marked the file as downloaded: it then asks
// a person before the first start, and a browser's child is simply not started.
func quarantined(path string) bool {
	size, err := unix.Getxattr(path, "com.apple.quarantine", nil)
	return err == nil && size > 0
}
