package bridge

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/margay/margay/protocol"
)

// writeError is the failure of the side that is written to.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }

// copyFrames passes a stream of frames on as it comes, so a frame of any
// length needs no more room than the buffer, and two frames in one read are
// one write. Only lengths are looked at: one over limit is none, and nothing
// of that read is passed on. It returns nil at the end of the stream.
func copyFrames(dst io.Writer, src io.Reader, limit uint32) error {
	buf := make([]byte, copyBuffer)
	seen := lengths{limit: limit}
	for {
		n, err := src.Read(buf)
		if n > 0 {
			if err := seen.pass(buf[:n]); err != nil {
				return err
			}
			if _, err := dst.Write(buf[:n]); err != nil {
				return &writeError{err}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// lengths follows the lengths in a stream of frames.
type lengths struct {
	limit uint32
	// left is how much of the current body is still to come.
	left uint32
	head [4]byte
	have int
}

// pass moves over the next bytes of the stream.
func (l *lengths) pass(p []byte) error {
	for len(p) > 0 {
		if l.left > 0 {
			n := min(uint64(l.left), uint64(len(p)))
			l.left -= uint32(n)
			p = p[n:]
			continue
		}
		n := copy(l.head[l.have:], p)
		l.have += n
		p = p[n:]
		if l.have == len(l.head) {
			l.have = 0
			if l.left = binary.NativeEndian.Uint32(l.head[:]); l.left > l.limit {
				return protocol.ErrNotFrames
			}
		}
	}
	return nil
}
