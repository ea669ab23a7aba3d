//go:build !darwin

package install

// quarantined knows no such mark on this system.
func quarantined(string) bool { return false }
