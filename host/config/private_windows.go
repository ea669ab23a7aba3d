//go:build windows

package config

// private has nothing to do: folders under a user's profile are closed to
// other users by what they inherit.
func private(string) error { return nil }
