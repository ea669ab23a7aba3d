// Package sse reads event streams (text/event-stream).
//
// It guarantees: events come out the same however the bytes are cut; lines may
// end with LF, CR or CRLF; comments and unknown fields are passed over; data
// of several lines is joined with LF; there is no limit on a line, only the
// stated one on an event; the end of the input is io.EOF and never an event.
// An event that the end of the input cut off is still given, marked Cut, so
// that the reader decides: a server that forgets the last blank line is
// common, and so is a connection that breaks in the middle of JSON. The end mark
// of OpenAI's streams ends its event by itself, since some servers send nothing
// behind it and hold the connection open.
package sse

import (
	"bytes"
	"errors"
	"io"
)

// MaxEvent is the default bound on one event in bytes.
const MaxEvent = 16 << 20

// ErrTooLong says that an event passed the bound.
var ErrTooLong = errors.New("an event of the stream is too long")

// Event is one event.
type Event struct {
	// Name is the event's type; "message" where the stream gives none.
	Name string
	Data string
	// Cut says that the input ended before the blank line that ends an event.
	Cut bool
}

// Done reports whether the event is the end mark of OpenAI's streams.
func (e Event) Done() bool { return isDone([]byte(e.Data)) }

// Reader reads events.
type Reader struct {
	src   io.Reader
	limit int

	buf    []byte // read but not yet parsed
	start  int    // first unparsed byte of buf
	seen   int    // bytes of buf[start:] known to hold no line end
	afterC bool   // the last line ended with CR: a LF at once belongs to it
	first  bool   // nothing was parsed yet: a byte order mark may come
	err    error  // what ended the source

	name string
	data []byte
	has  bool
}

// NewReader reads from src. A limit of 0 means [MaxEvent].
func NewReader(src io.Reader, limit int) *Reader {
	if limit <= 0 {
		limit = MaxEvent
	}
	return &Reader{src: src, limit: limit, first: true}
}

// Next gives the next event that has data. Its error is io.EOF when the input
// has ended, [ErrTooLong], or what the source gave.
func (r *Reader) Next() (Event, error) {
	for {
		line, ok, err := r.line()
		if err != nil {
			return Event{}, err
		}
		if !ok { // the end of the input
			return r.last(line)
		}
		if len(line) == 0 {
			if ev, ok := r.flush(); ok {
				return ev, nil
			}
			continue
		}
		if err := r.field(line); err != nil {
			return Event{}, err
		}
		if r.has && isDone(lastLine(r.data)) {
			ev, _ := r.flush()
			return ev, nil
		}
	}
}

func lastLine(data []byte) []byte { return data[bytes.LastIndexByte(data, '\n')+1:] }

func isDone(line []byte) bool { return bytes.EqualFold(bytes.TrimSpace(line), []byte("[DONE]")) }

// last handles the end of the input, where rest is an unfinished line.
func (r *Reader) last(rest []byte) (Event, error) {
	if len(rest) > 0 {
		if err := r.field(rest); err != nil {
			return Event{}, err
		}
	}
	r.start, r.seen = len(r.buf), 0
	ev, ok := r.flush()
	if !ok {
		return Event{}, r.err
	}
	if r.err != io.EOF { //nolint:errorlint // io.EOF is never wrapped by line
		return Event{}, r.err
	}
	ev.Cut = true
	return ev, nil
}

func (r *Reader) flush() (Event, bool) {
	ev, ok := Event{Name: r.name, Data: string(r.data)}, r.has
	if ev.Name == "" {
		ev.Name = "message"
	}
	r.name, r.data, r.has = "", r.data[:0], false
	return ev, ok
}

func (r *Reader) field(line []byte) error {
	name, value, found := bytes.Cut(line, []byte(":"))
	if !found || len(name) == 0 { // no field, or a comment
		return nil
	}
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		r.name = string(value)
	case "data":
		if r.has {
			r.data = append(r.data, '\n')
		}
		r.has = true
		if len(r.data)+len(value) > r.limit {
			return ErrTooLong
		}
		r.data = append(r.data, value...)
	}
	return nil
}

// line gives the next line without its end; ok is false when the input ended,
// and then the line is what stood after the last end.
func (r *Reader) line() (line []byte, ok bool, err error) {
	for {
		r.skipStart()
		if i := bytes.IndexAny(r.buf[r.start+r.seen:], "\r\n"); i >= 0 {
			end := r.start + r.seen + i
			line = r.buf[r.start:end]
			r.afterC = r.buf[end] == '\r'
			r.start, r.seen = end+1, 0
			return line, true, nil
		}
		r.seen = len(r.buf) - r.start
		if r.seen > r.limit {
			return nil, false, ErrTooLong
		}
		if r.err != nil {
			return r.buf[r.start:], false, nil
		}
		r.fill()
	}
}

var mark = []byte("\xEF\xBB\xBF")

// skipStart drops the LF of a CRLF that was cut in two, and a byte order mark.
func (r *Reader) skipStart() {
	rest := r.buf[r.start:]
	if r.afterC && len(rest) > 0 {
		if rest[0] == '\n' {
			r.start++
			rest = rest[1:]
		}
		r.afterC = false
	}
	if r.first && (len(rest) >= len(mark) || r.err != nil) {
		if bytes.HasPrefix(rest, mark) {
			r.start += len(mark)
			r.seen = 0
		}
		r.first = false
	} else if r.first && !bytes.HasPrefix(mark, rest) {
		r.first = false
	}
}

func (r *Reader) fill() {
	if r.start > 0 && r.start == len(r.buf) {
		r.buf, r.start = r.buf[:0], 0
	} else if r.start > 0 && len(r.buf) == cap(r.buf) {
		r.buf = r.buf[:copy(r.buf, r.buf[r.start:])]
		r.start = 0
	}
	if len(r.buf) == cap(r.buf) {
		grown := make([]byte, len(r.buf), max(4<<10, 2*cap(r.buf)))
		copy(grown, r.buf)
		r.buf = grown
	}
	n, err := r.src.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf = r.buf[:len(r.buf)+n]
	r.err = err
}
