package direct

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/margay/margay/protocol"
)

// maxMessage bounds one message from the browser. The longest that we ask for
// is a page's text, which the page script cuts.
const maxMessage = 64 << 20

// message is any frame on the pipe: a command, its answer, or an event.
type message struct {
	ID      int64           `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *cdpError       `json:"error,omitempty"`
}

// cdpError is an error in the browser's words.
type cdpError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    string `json:"data"`
}

func (e *cdpError) Error() string {
	if e.Data != "" {
		return e.Message + ": " + e.Data
	}
	return e.Message
}

// answer is what became of one command.
type answer struct {
	result json.RawMessage
	err    error // *cdpError, or a *protocol.Fault where no answer can come any more
}

// pending is a command that waits for its answer. take is called once, on the
// goroutine that learns of the answer, and must not wait.
type pending struct {
	session string
	take    func(answer)
}

// conn speaks CDP on a byte stream. One goroutine reads; it hands answers and
// events on in the order in which they came, so whoever has an answer has seen
// every event before it. Another writes, so that neither the reader, which
// sends commands too, nor a caller with a deadline ever waits for the browser
// to take its input.
type conn struct {
	rwc io.ReadWriteCloser
	// onEvent is called on the reading goroutine and must not wait.
	onEvent func(message)
	done    chan struct{} // closed when the reader has ended
	written chan struct{} // closed when the writer has ended
	more    chan struct{} // of capacity one: something is queued

	mu      sync.Mutex // guards the rest
	next    int64
	queue   []byte
	waiting map[int64]pending
	closed  error
}

func newConn(rwc io.ReadWriteCloser, onEvent func(message)) *conn {
	return &conn{
		rwc: rwc, onEvent: onEvent, waiting: map[int64]pending{},
		done: make(chan struct{}), written: make(chan struct{}), more: make(chan struct{}, 1),
	}
}

// write runs until the reader has ended or a write fails.
func (c *conn) write() {
	defer close(c.written)
	for {
		select {
		case <-c.more:
		case <-c.done:
			return
		}
		c.mu.Lock()
		frames := c.queue
		c.queue = nil
		c.mu.Unlock()
		if _, err := c.rwc.Write(frames); err != nil {
			c.fail(err)
			return
		}
	}
}

// read runs until the stream ends.
func (c *conn) read() {
	defer close(c.done)
	r := bufio.NewReaderSize(c.rwc, 64<<10)
	for {
		raw, err := readMessage(r)
		if err != nil {
			c.fail(err)
			return
		}
		var m message
		if err := unmarshal(raw, &m); err != nil {
			c.fail(fmt.Errorf("read the browser's message: %w", err))
			return
		}
		if m.ID != 0 {
			c.settle(m)
		} else {
			c.onEvent(m)
		}
	}
}

// unmarshal reads what the browser sent. Its JSON comes from Chromium, so it is
// well formed but for halves of characters, which a page may put into any text.
// A snapshot of a large page passes here three times, once for each layer
// around it, so the decoder is the one that reads a text once.
func unmarshal(raw []byte, v any) error {
	return jsonv2.Unmarshal(raw, v, jsonv2.AllowInvalidUTF8(true))
}

// readMessage reads up to the zero byte that ends a message.
func readMessage(r *bufio.Reader) ([]byte, error) {
	var whole []byte
	for {
		part, err := r.ReadSlice(0)
		if len(whole)+len(part) > maxMessage {
			return nil, fmt.Errorf("the browser sent a message of more than %d bytes", maxMessage)
		}
		whole = append(whole, part...)
		if err == nil {
			return whole[:len(whole)-1], nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

func (c *conn) settle(m message) {
	c.mu.Lock()
	p, ok := c.waiting[m.ID]
	delete(c.waiting, m.ID)
	c.mu.Unlock()
	if !ok {
		return // the caller gave up
	}
	if m.Error != nil {
		p.take(answer{err: m.Error})
		return
	}
	p.take(answer{result: m.Result})
}

// fail ends the connection: every command that waits fails now.
func (c *conn) fail(err error) {
	c.mu.Lock()
	if c.closed == nil {
		c.closed = gone(err)
	}
	fault := c.closed
	all := c.waiting
	c.waiting = map[int64]pending{}
	c.mu.Unlock()
	for _, p := range all {
		p.take(answer{err: fault})
	}
}

func gone(err error) *protocol.Fault {
	text := "The browser has ended."
	if err != nil && !errors.Is(err, io.ErrClosedPipe) {
		text = fmt.Sprintf("The browser has ended (%v).", err)
	}
	return protocol.NewFault(protocol.ReasonNoBrowser, text).WithNext("Its tabs are lost; a new run starts a new browser.")
}

// failSession fails what waits in one session, because its target is gone or
// has crashed: the browser will not answer it.
func (c *conn) failSession(session string, err error) {
	c.mu.Lock()
	var lost []pending
	for id, p := range c.waiting {
		if p.session == session {
			lost = append(lost, p)
			delete(c.waiting, id)
		}
	}
	c.mu.Unlock()
	for _, p := range lost {
		p.take(answer{err: err})
	}
}

// command is one command to send.
type command struct {
	session string
	method  string
	params  json.RawMessage
}

// send writes the commands together, in order, and returns at once. take is
// called for each answer, with the command's place. forget gives up on answers
// that have not come.
func (c *conn) send(take func(int, answer), commands ...command) (forget func(), err error) {
	ids, err := c.reserve(len(commands))
	if err != nil {
		return nil, err
	}
	var frame []byte
	for i, cmd := range commands {
		raw, err := json.Marshal(message{ID: ids[i], Session: cmd.session, Method: cmd.method, Params: cmd.params})
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", cmd.method, err)
		}
		frame = append(append(frame, raw...), 0)
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed != nil {
		return nil, c.closed
	}
	for i, cmd := range commands {
		c.waiting[ids[i]] = pending{session: cmd.session, take: func(a answer) { take(i, a) }}
	}
	c.queue = append(c.queue, frame...)
	select {
	case c.more <- struct{}{}:
	default:
	}
	return func() { c.forget(ids) }, nil
}

func (c *conn) reserve(n int) ([]int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed != nil {
		return nil, c.closed
	}
	ids := make([]int64, n)
	for i := range ids {
		c.next++
		ids[i] = c.next
	}
	return ids, nil
}

func (c *conn) forget(ids []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		delete(c.waiting, id)
	}
}

// batch sends commands together and waits for all answers. The error is for
// what ended the wait; an answer's own error stands in the answer.
func (c *conn) batch(ctx context.Context, commands ...command) ([]answer, error) {
	type placed struct {
		i int
		a answer
	}
	// With room for all, whoever learns of an answer never waits for us.
	come := make(chan placed, len(commands))
	forget, err := c.send(func(i int, a answer) { come <- placed{i, a} }, commands...)
	if err != nil {
		return nil, err
	}
	answers := make([]answer, len(commands))
	for range commands {
		select {
		case p := <-come:
			answers[p.i] = p.a
		case <-ctx.Done():
			forget()
			return nil, context.Cause(ctx)
		}
	}
	return answers, nil
}

// close ends the stream and waits for reader and writer.
func (c *conn) close() error {
	c.fail(io.ErrClosedPipe)
	err := c.rwc.Close()
	<-c.done
	<-c.written
	return err
}
