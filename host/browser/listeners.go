package browser

import "sync"

// Listeners are those who asked a transport for events of type E. They are
// called in order, one event after the other, by whoever calls Tell; none of
// them may wait. The zero value is ready, and methods may be called from any
// goroutine.
type Listeners[E any] struct {
	mu   sync.Mutex // guards the rest; not held while a listener is called
	last int
	// list is replaced and never changed in place: somebody may be going through it.
	list []listener[E]
}

type listener[E any] struct {
	id  int
	tab int64
	fn  func(E)
}

// Add calls fn for what is told of a tab, 0 for what is told of none in
// particular, until cancel is called.
func (l *Listeners[E]) Add(tab int64, fn func(E)) (cancel func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	id := l.last
	l.list = append(l.list[:len(l.list):len(l.list)], listener[E]{id, tab, fn})
	return func() { l.remove(id) }
}

func (l *Listeners[E]) remove(id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var rest []listener[E]
	for _, one := range l.list {
		if one.id != id {
			rest = append(rest, one)
		}
	}
	l.list = rest
}

// Tell tells those who asked about a tab.
func (l *Listeners[E]) Tell(tab int64, e E) {
	for _, one := range l.now() {
		if one.tab == tab {
			one.fn(e)
		}
	}
}

// TellAll tells everybody, each of the tab that they asked about.
func (l *Listeners[E]) TellAll(of func(tab int64) E) {
	for _, one := range l.now() {
		one.fn(of(one.tab))
	}
}

func (l *Listeners[E]) now() []listener[E] {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.list
}
