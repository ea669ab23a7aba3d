package cli

import (
	"sync"

	"github.com/margay/margay/protocol/client"
)

// queue passes deliveries from the reading side of a link, which must not
// wait, to the one goroutine that shows them. It stays small because a
// subscription has credit.
type queue struct {
	mu    sync.Mutex // guards items
	items []client.Delivery
	// more has room for one signal.
	more chan struct{}
}

func newQueue() *queue { return &queue{more: make(chan struct{}, 1)} }

func (q *queue) put(d client.Delivery) {
	q.mu.Lock()
	q.items = append(q.items, d)
	q.mu.Unlock()
	select {
	case q.more <- struct{}{}:
	default:
	}
}

func (q *queue) take() (client.Delivery, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return client.Delivery{}, false
	}
	d := q.items[0]
	q.items = q.items[1:]
	return d, true
}

func (q *queue) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items) == 0
}
