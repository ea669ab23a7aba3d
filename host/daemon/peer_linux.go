package daemon

import (
	"net"

	"golang.org/x/sys/unix"
)

// peerUID is the user at the other end, or -1 where the system does not tell.
func peerUID(conn *net.UnixConn) (int, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return -1, err
	}
	var cred *unix.Ucred
	var errGet error
	err = raw.Control(func(fd uintptr) {
		cred, errGet = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err != nil {
		return -1, err
	}
	if errGet != nil {
		return -1, errGet
	}
	return int(cred.Uid), nil
}
