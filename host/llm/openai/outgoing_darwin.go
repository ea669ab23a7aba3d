package openai

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// unsentIn is how much lies in a connection that the other side has not taken; it is
// not ok where that is not known.
func unsentIn(conn syscall.RawConn) (n int, ok bool) {
	var err error
	told := conn.Control(func(fd uintptr) { n, err = unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_NWRITE) })
	return n, told == nil && err == nil
}
