//go:build darwin || windows

package secret

// reachable: these systems have a keyring of their own.
func reachable(func(string) string) bool { return true }
