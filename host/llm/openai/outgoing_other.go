//go:build !linux && !darwin

package openai

import "syscall"

// unsentIn knows nothing here: what a connection has taken counts as sent.
func unsentIn(syscall.RawConn) (n int, ok bool) { return 0, false }
