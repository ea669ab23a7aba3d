package event

import (
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// What may wait for one subscription before it falls behind.
const (
	tailEvents = 64
	tailBytes  = 256 << 10
)

// maxCredit bounds what a client can give, so that sums do not overflow.
const maxCredit = 1 << 30

// SubscribeOptions says how to watch. Send is required.
type SubscribeOptions struct {
	// Frames and Bytes are the first credit; 0 means the limits of protocol.
	Frames, Bytes int
	// Epoch and After, where set, ask for the events after one that was seen.
	Epoch string
	After int64
	// Send delivers one event and returns its size on the wire. It is called on
	// the subscription's own goroutine and may wait; an error ends the subscription.
	Send func(chat.Numbered) (bytes int, err error)
}

// Subscription is one watcher of a log.
type Subscription struct {
	// Epoch, Seq and View are where the subscription begins: the state at Seq.
	// View is nil where the events that were asked for follow whole.
	Epoch string
	Seq   int64
	View  *chat.View
	// Ended says that the run had ended: nothing will be sent.
	Ended bool

	log  *Log
	send func(chat.Numbered) (int, error)
	wake chan struct{} // one token: something changed
	done chan struct{} // closed when nothing is sent any more

	// What follows is guarded by log.mu.
	frames, bytes int
	// sent are the sizes of the frames that were not given back yet; the first is
	// frame number given of the subscription.
	sent    []int
	given   int
	tail    []waiting
	size    int
	behind  bool
	final   *chat.Numbered
	started bool
	over    bool
}

// waiting is an event in the tail. Deltas that wait are joined.
type waiting struct {
	n    chat.Numbered
	text *gathered // instead of n, for deltas
	size int
}

// Subscribe begins to watch. Nothing is sent before Start, so that a reply that
// tells where the subscription begins can go first.
func (l *Log) Subscribe(o SubscribeOptions) *Subscription {
	s := &Subscription{
		Epoch: l.epoch, log: l, send: o.Send,
		wake: make(chan struct{}, 1), done: make(chan struct{}),
		frames: clamp(o.Frames, protocol.CreditFrames), bytes: clamp(o.Bytes, protocol.CreditBytes),
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	view, seq := l.now()
	s.Seq = seq
	if l.ended || l.closing {
		s.View, s.Ended = &view, true
		s.end()
		return s
	}
	l.subs[s] = struct{}{}
	if o.Epoch == l.epoch && o.After > 0 && s.replay(o.After) {
		s.Seq = o.After
		return s
	}
	s.View = &view
	return s
}

func clamp(credit, standard int) int {
	if credit <= 0 {
		return standard
	}
	return min(credit, maxCredit)
}

// replay fills the tail with the events after a number, if they are all kept
// and fit.
func (s *Subscription) replay(after int64) bool {
	events, ok := s.log.recent.after(after)
	if !ok {
		return false
	}
	for _, n := range events {
		s.offer(n, weigh(n.Event))
	}
	if s.behind {
		s.behind = false // the view stands for them
		return false
	}
	return true
}

// Start lets events flow. The goroutine ends with the terminal event, with
// Close, with the log, or when sending fails.
func (s *Subscription) Start() {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	if s.started || s.over {
		return
	}
	s.started = true
	s.poke()
	go s.run()
}

// Credit gives back credit for what was drawn. Frames are exact on both sides,
// but clients measure bytes in ways of their own, and a difference would add up
// until nothing flows. So the bytes of frames that were sent are those counted
// here; the number given counts only for what goes beyond them.
func (s *Subscription) Credit(frames, bytes int) {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	frames = min(max(frames, 0), maxCredit)
	known, owed := min(frames, len(s.sent)), 0
	for _, size := range s.sent[:known] {
		owed += size
	}
	s.sent, s.given = s.sent[known:], s.given+known
	if known == 0 || frames > known {
		owed = max(owed, min(bytes, maxCredit))
	}
	s.frames = min(s.frames+frames, maxCredit)
	s.bytes = min(s.bytes+owed, maxCredit)
	s.poke()
}

// Close ends the subscription and waits for a send in progress; nothing is sent
// after it returned.
func (s *Subscription) Close() {
	s.log.mu.Lock()
	s.over = true
	if !s.started {
		s.end()
	}
	s.poke()
	s.log.mu.Unlock()
	<-s.done
}

// Done is closed when nothing will be sent any more.
func (s *Subscription) Done() <-chan struct{} { return s.done }

// end takes the subscription from the log; called with the lock held, once the
// goroutine is over or where there is none.
func (s *Subscription) end() {
	s.over, s.tail = true, nil
	delete(s.log.subs, s)
	select {
	case <-s.done:
	default:
		close(s.done)
	}
}

func (s *Subscription) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// offer hands an event to the subscription; called with the lock held.
func (s *Subscription) offer(n chat.Numbered, size int) {
	switch {
	case s.over:
		return
	case n.Event.Type.Terminal():
		s.final = &n
	case s.behind:
		return
	default:
		s.keep(n, size)
	}
	s.poke()
}

// keep puts an event at the end of the tail; a tail that grew too long is
// dropped, and a sync will stand for it.
func (s *Subscription) keep(n chat.Numbered, size int) {
	last := len(s.tail) - 1
	switch {
	case last >= 0 && s.tail[last].text != nil && s.tail[last].text.takes(n.Event):
		s.tail[last].text.add(n)
		size = len(n.Event.Delta)
		s.tail[last].size += size
	case n.Event.Type.Replaceable():
		s.tail = append(s.tail, waiting{text: gather(n), size: size})
	default:
		s.tail = append(s.tail, waiting{n: n, size: size})
	}
	if s.size += size; len(s.tail) > tailEvents || s.size > tailBytes {
		s.tail, s.size, s.behind = nil, 0, true
	}
}

// run sends what there is until the subscription is over.
func (s *Subscription) run() {
	defer func() {
		s.log.mu.Lock()
		s.end()
		s.log.mu.Unlock()
	}()
	for {
		n, what := s.next()
		switch what {
		case nothing:
			<-s.wake
			continue
		case stop:
			return
		}
		if what == finish {
			_, _ = s.send(n)
			return
		}
		// Charged before it leaves, because its credit may come back at once.
		number := s.charge(weigh(n.Event))
		bytes, err := s.send(n)
		if err != nil {
			return
		}
		s.correct(number, bytes)
	}
}

// charge takes credit for a frame by an estimate of its size.
func (s *Subscription) charge(size int) (number int) {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	s.sent = append(s.sent, size)
	s.frames--
	s.bytes -= size
	return s.given + len(s.sent) - 1
}

// correct puts the size in place of the estimate, unless the credit is back already.
func (s *Subscription) correct(number, size int) {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	if at := number - s.given; at >= 0 {
		s.bytes -= size - s.sent[at]
		s.sent[at] = size
	}
}

// step is what the goroutine does next.
type step int

const (
	nothing step = iota // wait for a change
	deliver             // send this event
	finish              // send this event, the last one
	stop                // end
)

// next decides by the table of states in protocol/README.md.
func (s *Subscription) next() (chat.Numbered, step) {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	credit := s.frames > 0 && s.bytes > 0
	switch {
	case s.over:
		return chat.Numbered{}, stop
	case s.final != nil && s.behind: // at once, credit or not
		s.behind = false
		return s.sync(s.log.before, s.final.Seq-1), deliver
	case len(s.tail) > 0 && (credit || s.final != nil):
		return s.take(), deliver
	case s.final != nil:
		return *s.final, finish
	case s.behind && credit:
		view, seq := s.log.now()
		s.behind = false
		return s.sync(view, seq), deliver
	case s.log.closing:
		return chat.Numbered{}, stop
	default:
		return chat.Numbered{}, nothing
	}
}

// take removes the first event of the tail.
func (s *Subscription) take() chat.Numbered {
	w := s.tail[0]
	s.tail[0] = waiting{}
	s.tail = s.tail[1:]
	s.size -= w.size
	if w.text != nil {
		return w.text.event()
	}
	return w.n
}

func (s *Subscription) sync(view chat.View, seq int64) chat.Numbered {
	return chat.Numbered{Run: s.log.run, Epoch: s.log.epoch, Seq: seq, Event: chat.Event{Type: chat.EventSync, View: &view}}
}
