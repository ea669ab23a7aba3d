package protocol

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// ErrNotFrames means that what stands where a length belongs cannot be one:
// something else than frames is being written to this stream.
var ErrNotFrames = errors.New("the stream holds no frames: some other program, or a stray print, writes to it")

// SkippedError tells of a frame longer than MaxFrame whose body was read past
// without being kept. The stream is sound and the next frame can be read.
type SkippedError struct {
	// Size is the length that the frame stated.
	Size int
}

// Error says how long the frame was.
func (e *SkippedError) Error() string {
	return fmt.Sprintf("a frame of %d bytes was passed over: the limit is %d", e.Size, MaxFrame)
}

// Fault is the answer to the frame.
func (e *SkippedError) Fault() *Fault {
	return NewFault(ReasonTooLarge, e.Error()).WithNext("Send messages above 256 KiB as $/chunk frames.")
}

const (
	headerBytes = 4
	readBuffer  = 32 << 10
)

// Reader reads frames from a stream. It belongs to one goroutine.
type Reader struct {
	r *bufio.Reader
	// spare is a body that was given back.
	spare []byte
}

// NewReader returns a reader of frames.
func NewReader(r io.Reader) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, readBuffer)}
}

// Next returns the body of the next frame that has one; the caller owns it.
//
// Its errors: io.EOF for the quiet end of the stream (between frames, or inside
// a header), io.ErrUnexpectedEOF for an end inside a body, ErrNotFrames for a
// length that is none, a *SkippedError after which reading goes on, and
// whatever the stream fails with.
func (r *Reader) Next() ([]byte, error) {
	for {
		size, err := r.header()
		switch {
		case err != nil:
			return nil, err
		case size == 0:
			continue
		case size > MaxSkip:
			return nil, ErrNotFrames
		case size > MaxFrame:
			return nil, r.skip(int(size))
		}
		body := r.room(int(size))
		if _, err := io.ReadFull(r.r, body); err != nil {
			return nil, insideBody(err)
		}
		return body, nil
	}
}

// Reuse gives a body back that nothing points to any more. The next one of
// about its length is read into it: the pieces of a long message then cost the
// garbage collector nothing, and small calls beside them are not held up by it.
func (r *Reader) Reuse(body []byte) { r.spare = body }

// room returns a slice for a body, which may be the spare one. A much shorter
// body is not put into it, because its owner would keep all of it.
func (r *Reader) room(size int) []byte {
	if size > cap(r.spare) || size < cap(r.spare)/2 {
		return make([]byte, size)
	}
	body := r.spare[:size]
	r.spare = nil
	return body
}

// header reads a length. An end inside it is as quiet as one before it: the
// other side was killed, and nothing that it said is lost.
func (r *Reader) header() (uint32, error) {
	head, err := r.r.Peek(headerBytes)
	if err != nil {
		return 0, err
	}
	size := binary.NativeEndian.Uint32(head)
	_, err = r.r.Discard(headerBytes)
	return size, err
}

func (r *Reader) skip(size int) error {
	if _, err := r.r.Discard(size); err != nil {
		return insideBody(err)
	}
	return &SkippedError{Size: size}
}

func insideBody(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Writer writes frames to a stream, each with one Write, so that frames of a
// process stay whole whatever the stream is. It belongs to one goroutine.
type Writer struct {
	w   io.Writer
	buf []byte
}

// NewWriter returns a writer of frames.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// WriteFrame writes one frame. A body above MaxFrame is refused with a fault
// before anything is written: Chrome would close the port.
func (w *Writer) WriteFrame(body []byte) error {
	if len(body) > MaxFrame {
		return NewFault(ReasonTooLarge, fmt.Sprintf("a frame of %d bytes cannot be sent: the limit is %d", len(body), MaxFrame))
	}
	w.buf = AppendFrame(w.buf[:0], body)
	if _, err := w.w.Write(w.buf); err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	return nil
}

// AppendFrame appends a frame to dst.
func AppendFrame(dst, body []byte) []byte {
	dst = binary.NativeEndian.AppendUint32(dst, uint32(len(body))) //nolint:gosec // the callers' bodies are bounded by MaxFrame
	return append(dst, body...)
}
