package event

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/protocol/chat"
)

const (
	// flushAfter is how long deltas are gathered into one event: about as long
	// as a frame of the screen is worth waiting for a second one.
	flushAfter = 4 * time.Millisecond
	// flushBytes is when they are not gathered any longer.
	flushBytes = 16 << 10
)

// Log is the stream of events of one run. It is safe for concurrent use.
type Log struct {
	run   chat.RunID
	epoch string

	// mu guards what follows, and the fields of the subscriptions. Nothing waits
	// or sends while it is held.
	mu      sync.Mutex
	seq     int64
	state   *state
	pending *gathered
	timer   *time.Timer // flushes pending
	recent  recent
	subs    map[*Subscription]struct{}
	// before is the state that the terminal event ended.
	before  chat.View
	ended   bool
	closing bool
}

// gathered is a run of deltas on its way to become one event.
type gathered struct {
	n    chat.Numbered // of the last part; Delta is empty
	text strings.Builder
}

// event is the deltas as one event.
func (g *gathered) event() chat.Numbered {
	n := g.n
	n.Event.Delta = g.text.String()
	return n
}

// takes reports whether the event adds to the same text.
func (g *gathered) takes(e chat.Event) bool {
	return e.Type.Replaceable() && e.Type == g.n.Event.Type && e.ID == g.n.Event.ID && same(e.Index, g.n.Event.Index)
}

func (g *gathered) add(n chat.Numbered) {
	g.text.WriteString(n.Event.Delta)
	g.n.Seq = n.Seq
}

func gather(n chat.Numbered) *gathered {
	g := &gathered{n: n}
	g.text.WriteString(n.Event.Delta)
	g.n.Event.Delta = ""
	return g
}

func same(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }

// NewLog begins the stream of a run whose state so far is view. Numbers start
// from 1 within the epoch.
func NewLog(epoch string, view chat.View) *Log {
	return &Log{run: view.Run.ID, epoch: epoch, state: newState(view), subs: map[*Subscription]struct{}{}}
}

// Emit adds an event. It never waits. After the terminal event, or after Close,
// events are dropped: there is one end.
func (l *Log) Emit(e chat.Event) {
	crash.Point("event.emit.before")
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || l.closing || e.Type == chat.EventSync {
		return
	}
	e = shorten(e)
	if l.pending != nil && !l.pending.takes(e) {
		l.flush()
	}
	if e.Type.Terminal() {
		l.before, l.ended = l.state.view(), true
	}
	l.seq++
	l.state.apply(e)
	n := chat.Numbered{Run: l.run, Epoch: l.epoch, Seq: l.seq, Event: e}
	if e.Type.Replaceable() {
		l.gather(n)
	} else {
		l.publish(n)
	}
	crash.Point("event.emit.after")
}

// gather joins a delta to those that are waiting for company.
func (l *Log) gather(n chat.Numbered) {
	if l.pending != nil {
		l.pending.add(n)
		if l.pending.text.Len() >= flushBytes {
			l.flush()
		}
		return
	}
	l.pending = gather(n)
	if l.timer == nil {
		l.timer = time.AfterFunc(flushAfter, l.tick)
	} else {
		l.timer.Reset(flushAfter)
	}
}

// tick runs on the timer's goroutine, which ends with it.
func (l *Log) tick() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flush()
}

// flush publishes what was gathered.
func (l *Log) flush() {
	if l.pending == nil {
		return
	}
	n := l.pending.event()
	l.pending = nil
	l.timer.Stop()
	l.publish(n)
}

func (l *Log) publish(n chat.Numbered) {
	size := weigh(n.Event)
	l.recent.add(n, size)
	for s := range l.subs {
		s.offer(n, size)
	}
}

// View returns the state of the run and the number of the last event in it.
func (l *Log) View() (chat.View, int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now()
}

// now flushes first: what the view holds must not come again as an event.
func (l *Log) now() (chat.View, int64) {
	l.flush()
	return l.state.view(), l.seq
}

// Close ends all subscriptions, each after it was sent what its credit still
// allows, and waits for that until ctx ends. Events emitted later are dropped.
func (l *Log) Close(ctx context.Context) {
	l.mu.Lock()
	l.flush()
	l.closing = true
	var left []*Subscription
	for s := range l.subs {
		left = append(left, s)
		if !s.started {
			s.end()
		}
		s.poke()
	}
	l.mu.Unlock()
	for _, s := range left {
		select {
		case <-s.done:
		case <-ctx.Done():
			return // its goroutine ends when its send does
		}
	}
}

// shorten cuts what an event must not carry whole. A result that is said before
// its round is committed has no blob yet that could be read.
func shorten(e chat.Event) chat.Event {
	if e.ToolCall != nil {
		c := e.ToolCall.Shortened()
		if e.Type == chat.EventCallResult {
			c.ResultBlob = ""
		}
		e.ToolCall = &c
		e.Truncated = c.ResultSize > int64(len(c.Result))
	}
	e.Result = chat.Preview(e.Result)
	return e
}

// around is what the members around a text take.
const around = 200

// weigh is roughly what an event takes on the wire and in memory.
func weigh(e chat.Event) int {
	n := around + len(e.Delta) + len(e.Message) + len(e.Error) + len(e.Result)
	if e.ToolCall != nil {
		n += weighCall(*e.ToolCall)
	}
	if e.Begins != nil {
		n += weighMessage(*e.Begins)
	}
	if e.View != nil {
		for _, m := range e.View.Messages {
			n += weighMessage(m)
		}
	}
	return n
}

func weighMessage(m chat.Message) int {
	n := around + len(m.Vendor)
	for _, b := range m.Content {
		n += around + len(b.Text)
	}
	for _, c := range m.ToolCalls {
		n += weighCall(c)
	}
	return n
}

func weighCall(c chat.ToolCall) int {
	return around + len(c.Arguments) + len(c.Result) + len(c.Vendor)
}
