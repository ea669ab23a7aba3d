package rpc

import (
	"errors"
	"sync"

	"github.com/margay/margay/protocol"
)

// Lane orders messages. Messages of one lane arrive in the order in which they
// were queued; between lanes, the pieces of long messages and whole short ones
// take turns. Lane 0 is the link's own; every call has one.
type Lane int64

// MaxQueued is how many bytes may wait to be written on one link. A link whose
// other side reads so slowly that more would wait is closed: replies cannot be
// held back, and events have credit.
const MaxQueued = 64 << 20

var (
	errSealed = errors.New("the link is closed")
	// ErrBehind is why a link was closed whose other side did not read.
	ErrBehind = errors.New("the other side does not read: too much waits to be written")
)

// queue holds what waits to be written and chooses what goes next.
//
// A message is ready when everything before it in its lane has been handed to
// the writer; others wait in their lane. Ready short messages go first, in the
// order in which they came; ready long ones take turns, one piece at a time.
// After as many bytes of short messages as a piece holds, a piece goes.
type queue struct {
	wake chan struct{} // holds a token when the writer has something to look at

	mu     sync.Mutex // guards all below
	lanes  map[Lane]*lane
	short  []*outgoing
	long   []*outgoing
	bytes  int // of all messages that are not wholly handed over
	passed int // bytes of short messages since the last piece
	stream int64
	sealed bool
}

type lane struct {
	ready   int // messages of the lane in short and long
	long    bool
	waiting []*outgoing
}

// outgoing is a message on its way out.
type outgoing struct {
	lane   Lane
	body   []byte
	route  string
	pieces int // 0: it goes whole
	stream int64
	next   int
}

func newQueue() *queue {
	return &queue{wake: make(chan struct{}, 1), lanes: map[Lane]*lane{}}
}

// put queues a message. Route is the one whose cap holds for it.
func (q *queue) put(in Lane, body []byte, route string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.sealed:
		return errSealed
	case q.bytes+len(body) > MaxQueued:
		return ErrBehind
	}
	q.bytes += len(body)
	m := &outgoing{lane: in, body: body, route: route, pieces: protocol.Pieces(len(body))}
	l := q.lanes[in]
	if l == nil {
		l = &lane{}
		q.lanes[in] = l
	}
	l.waiting = append(l.waiting, m)
	q.promote(l)
	q.signal()
	return nil
}

// promote makes ready what may go: short messages up to the next long one, or a
// long one alone.
func (q *queue) promote(l *lane) {
	for len(l.waiting) > 0 && !l.long {
		m := l.waiting[0]
		if m.pieces > 0 {
			if l.ready > 0 {
				return
			}
			q.stream++
			m.stream = q.stream
			l.long = true
			q.long = append(q.long, m)
		} else {
			q.short = append(q.short, m)
		}
		l.ready++
		l.waiting[0] = nil
		l.waiting = l.waiting[1:]
	}
}

// take returns the message to write next and which piece of it; nil when
// nothing waits.
func (q *queue) take() (m *outgoing, piece int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.short) > 0 && (len(q.long) == 0 || q.passed < protocol.ChunkBytes) {
		m = pop(&q.short)
		q.passed += len(m.body)
		q.handed(m)
		return m, 0
	}
	if len(q.long) == 0 {
		return nil, 0
	}
	q.passed = 0
	m = pop(&q.long)
	piece = m.next
	if m.next++; m.next < m.pieces {
		q.long = append(q.long, m)
	} else {
		q.handed(m)
	}
	return m, piece
}

// handed notes that all of a message is with the writer.
func (q *queue) handed(m *outgoing) {
	q.bytes -= len(m.body)
	l := q.lanes[m.lane]
	l.ready--
	l.long = l.long && m.pieces == 0
	q.promote(l)
	if l.ready == 0 && len(l.waiting) == 0 {
		delete(q.lanes, m.lane)
	}
}

// seal lets nothing more in. What waits is still handed out.
func (q *queue) seal() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sealed = true
	q.signal()
}

func (q *queue) finished() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.sealed && q.bytes == 0
}

func (q *queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func pop(list *[]*outgoing) *outgoing {
	m := (*list)[0]
	(*list)[0] = nil
	*list = (*list)[1:]
	return m
}
