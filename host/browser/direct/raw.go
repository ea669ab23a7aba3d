package direct

import (
	"encoding/json"
	"io"
	"sync"

	"github.com/chromedp/cdproto/cdp"
)

// Raw speaks CDP without driving anything: it switches nothing on, so that what
// is seen through it is what a person would see. Tests and the demo watch the
// browser with it.
type Raw struct {
	conn *conn

	mu       sync.Mutex // guards handlers
	handlers []func(RawEvent)
}

// RawEvent is an event in the browser's words.
type RawEvent struct {
	Session string
	Method  string
	Params  json.RawMessage
}

// NewRaw takes over the browser at the other end of the pipe, which Close closes.
func NewRaw(pipe io.ReadWriteCloser) *Raw {
	r := &Raw{}
	r.conn = newConn(pipe, r.event)
	go r.conn.read()  // ends with the pipe; Close waits for it
	go r.conn.write() // ends with the reader; Close waits for it
	return r
}

// Session makes typed calls in a session; "" is the browser's own.
func (r *Raw) Session(id string) cdp.Session { return caller{r.conn, id} }

// On calls fn, in order, for each event from now on. fn must not wait.
func (r *Raw) On(fn func(RawEvent)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.handlers = append(r.handlers, fn)
}

func (r *Raw) event(m message) {
	r.mu.Lock()
	handlers := r.handlers
	r.mu.Unlock()
	for _, fn := range handlers {
		fn(RawEvent{Session: m.Session, Method: m.Method, Params: m.Params})
	}
}

// Close closes the pipe. A browser that lives by it ends.
func (r *Raw) Close() error { return r.conn.close() }
