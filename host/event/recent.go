package event

import (
	"slices"

	"github.com/margay/margay/protocol/chat"
)

// What is kept for clients that come back and name the last number they saw.
const (
	recentEvents = 1024
	recentBytes  = 1 << 20
)

// recent is the newest events of a log, bounded.
type recent struct {
	events []chat.Numbered
	sizes  []int
	bytes  int
	// floor is the number of the last event that is not kept any more.
	floor int64
}

func (r *recent) add(n chat.Numbered, size int) {
	r.events, r.sizes = append(r.events, n), append(r.sizes, size)
	r.bytes += size
	for len(r.events) > recentEvents || r.bytes > recentBytes {
		r.floor = r.events[0].Seq
		r.bytes -= r.sizes[0]
		r.events[0] = chat.Numbered{} // the text goes, the slot when the slice grows
		r.events, r.sizes = r.events[1:], r.sizes[1:]
	}
}

// after returns the events that follow number seen. False means that they are
// not all kept, or that seen lies within an event (the client cannot have seen
// it from this log): then only a view helps.
func (r *recent) after(seen int64) ([]chat.Numbered, bool) {
	if seen == r.floor {
		return r.events, true
	}
	at, found := slices.BinarySearchFunc(r.events, seen, func(n chat.Numbered, seq int64) int {
		return int(min(max(n.Seq-seq, -1), 1))
	})
	if !found {
		return nil, false
	}
	return r.events[at+1:], true
}
