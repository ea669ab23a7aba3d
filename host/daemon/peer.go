//go:build linux || darwin

package daemon

import "net"

// peerUID is the user at the other end.
func peerUID(conn *net.UnixConn) (int, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return -1, err
	}
	uid, errGet := -1, error(nil)
	err = raw.Control(func(fd uintptr) { uid, errGet = socketUID(int(fd)) })
	if err != nil {
		return -1, err
	}
	return uid, errGet
}
