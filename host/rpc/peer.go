package rpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/protocol"
)

// ErrClosed is why a link ended that was closed at this end.
var ErrClosed = errors.New("the link was closed here")

// closeGrace is how long Close lets the other side read what is queued.
const closeGrace = time.Second

// Options say what a peer answers and to whom.
type Options struct {
	// Mux answers the other side's calls and notices; nil answers none.
	Mux *Mux
	// Log takes what goes wrong; the zero value drops it.
	Log zerolog.Logger
	// Groups are those that the other side may use, beside open, as long as no
	// preface says otherwise.
	Groups []protocol.Group
	// Hello, where set, makes this the serving side: the link starts fresh, and
	// all but ping waits for a hello that this function accepts. Product and
	// protocol version are checked before it is asked, and set in its reply.
	// It runs on the reading goroutine and must not wait.
	Hello func(ctx context.Context, p *Peer, hello protocol.Hello) (protocol.HelloReply, error)
	// OnPreface, where set, takes a preface that is the link's first frame and
	// returns the groups of the link in place of Groups. An error ends the link.
	// Where it is not set a preface is passed over.
	OnPreface func(p *Peer, preface protocol.Preface) ([]protocol.Group, error)
}

// Peer is one end of a link. It is a Caller; all methods may be called from
// any goroutine.
type Peer struct {
	conn  io.ReadWriteCloser
	opts  Options
	queue *queue

	// The reading goroutine's own.
	frames *protocol.Reader
	gate   gate
	join   *protocol.Joiner
	room   []byte // where the data of a chunk is decoded, before it is joined

	// ctx is the link's life: handlers run in it. It ends with the link.
	ctx    context.Context
	cancel context.CancelFunc
	// work counts the reading and the writing goroutine and the handlers.
	work    sync.WaitGroup
	flushed chan struct{} // closed when the writer has returned
	done    chan struct{} // closed when the link has ended; nothing is queued from then on
	ending  sync.Once
	closing sync.Once

	lanes atomic.Int64
	ids   atomic.Int64

	mu      sync.Mutex // guards all below
	err     error
	pending map[protocol.ID]*pending
	serving map[protocol.ID]*Request // the last one of each id
	count   int                      // of calls that are being served
	hello   protocol.Hello
	preface *protocol.Preface
}

var _ Caller = (*Peer)(nil)

// New begins to serve a link. The peer owns conn from then on.
func New(conn io.ReadWriteCloser, o Options) *Peer {
	p := &Peer{
		conn: conn, opts: o, queue: newQueue(),
		frames:  protocol.NewReader(conn),
		gate:    gate{fresh: o.Hello != nil, groups: o.Groups},
		flushed: make(chan struct{}), done: make(chan struct{}),
		pending: map[protocol.ID]*pending{}, serving: map[protocol.ID]*Request{},
	}
	// The link's life depends on nobody's call, only on Close and on the other side.
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.join = protocol.NewJoiner(p.admit)
	p.work.Add(2)
	go p.read()
	go p.write()
	return p
}

// Pipe links two peers within the process.
func Pipe(a, b Options) (*Peer, *Peer) {
	x, y := net.Pipe()
	return New(x, a), New(y, b)
}

// Done is closed when the link has ended and every pending call has failed.
func (p *Peer) Done() <-chan struct{} { return p.done }

// Err says why the link ended: nil while it is open, io.EOF when the other side
// ended it in peace, ErrClosed after Close, ErrBehind when the other side did
// not read, protocol.ErrNotFrames, or what reading or writing failed with.
func (p *Peer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Hello is the hello that was accepted on this link, zero before that.
func (p *Peer) Hello() protocol.Hello {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hello
}

// Preface is what the bridge said of this link, and whether there was one.
func (p *Peer) Preface() (protocol.Preface, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.preface == nil {
		return protocol.Preface{}, false
	}
	return *p.preface, true
}

// Close ends the link: pending calls fail, handlers are told to stop, and what
// is queued is still written if the other side reads it within a second. It
// returns when all goroutines of the link have, so that a handler must not call it.
func (p *Peer) Close() error {
	p.end(ErrClosed)
	p.hangUp()
	p.work.Wait()
	return nil
}

// end ends the link for everybody who waits on it. The first reason counts.
// Whoever calls it sees to it that the stream is closed.
func (p *Peer) end(why error) {
	p.ending.Do(func() {
		p.mu.Lock()
		p.err = why
		p.mu.Unlock()
		p.queue.seal()
		p.cancel()
		close(p.done)
	})
}

// hangUp closes the stream of a link that has ended, after what was queued has
// been written: a program that closed its output may still read our answers.
func (p *Peer) hangUp() {
	grace := time.NewTimer(closeGrace)
	defer grace.Stop()
	select {
	case <-p.flushed:
	case <-grace.C:
	}
	p.closeConn()
}

// abort ends the link and closes the stream at once.
func (p *Peer) abort(why error) {
	p.end(why)
	p.closeConn()
}

func (p *Peer) closeConn() {
	p.closing.Do(func() {
		if err := p.conn.Close(); err != nil {
			p.opts.Log.Debug().Err(err).Msg("closing the link's stream failed")
		}
	})
}

// write is the writing goroutine: it ends when the queue is sealed and empty,
// or when writing fails, as it does once the stream is closed.
func (p *Peer) write() {
	defer p.work.Done()
	defer close(p.flushed)
	w := protocol.NewWriter(p.conn)
	var buf []byte
	for {
		m, piece := p.queue.take()
		if m == nil {
			if p.queue.finished() {
				return
			}
			<-p.queue.wake
			continue
		}
		body := m.body
		if m.pieces > 0 {
			buf = protocol.AppendPiece(buf[:0], m.body, m.stream, piece, m.route)
			body = buf
		}
		if err := w.WriteFrame(body); err != nil {
			p.abort(fmt.Errorf("write to the link: %w", err))
			return
		}
	}
}

// send queues a message.
func (p *Peer) send(in Lane, body []byte, route protocol.Info) error {
	if len(body) > route.Limit() {
		return protocol.TooLarge(route.Name, len(body), route.Limit())
	}
	switch err := p.queue.put(in, body, route.Name); {
	case errors.Is(err, ErrBehind):
		p.abort(ErrBehind)
		return p.closedFault()
	case err != nil:
		return p.closedFault()
	}
	return nil
}

func (p *Peer) closedFault() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonClosed, "The link closed before the answer came.").
		WithNext("Connect again, then look what became of it before you repeat it.")
}

// newLane returns a lane that nothing else uses.
func (p *Peer) newLane() Lane { return Lane(p.lanes.Add(1)) }
