//go:build windows

package config

import "os"

// private has nothing to do: folders under a user's profile are closed to
// other users by what they inherit.
func private(string) error { return nil }

// What may be entered there, no mode tells.
func foreign(os.FileInfo) string { return "" }
func enterable(string) bool      { return true }

// openUp is the command that gives this user access to a folder. It names the user, since shells write variables in different ways.
func openUp(dir string) string {
	return "icacls " + Quote(dir) + " /grant " + Quote(os.Getenv("USERNAME")+":F")
}
