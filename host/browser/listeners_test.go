package browser_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/margay/margay/host/browser"
)

func TestListeners(t *testing.T) {
	t.Parallel()
	var l browser.Listeners[string]
	var heard []string
	hear := func(who string) func(string) { return func(what string) { heard = append(heard, who+" "+what) } }
	cancel := l.Add(1, hear("first"))
	l.Add(2, hear("other"))
	l.Add(1, hear("second"))
	l.Tell(1, "a")
	cancel()
	cancel() // a second time is no harm
	l.Tell(1, "b")
	l.TellAll(func(tab int64) string { return []string{"", "of 1", "of 2"}[tab] })
	if want := []string{"first a", "second a", "second b", "other of 2", "second of 1"}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

// A listener may end itself, and others may come, while an event is told.
func TestListeners_change_while_told(t *testing.T) {
	t.Parallel()
	var l browser.Listeners[int]
	calls := 0
	var cancel func()
	cancel = l.Add(0, func(int) {
		calls++
		cancel()
		l.Add(0, func(int) { calls += 10 })
	})
	l.Tell(0, 1)
	if calls != 1 {
		t.Errorf("one that came meanwhile was told of what was before it: %d", calls)
	}
	l.Tell(0, 2)
	if calls != 11 {
		t.Errorf("%d calls in the end", calls)
	}
}

func TestListeners_hammer(t *testing.T) {
	t.Parallel()
	var l browser.Listeners[int]
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 500 {
				cancel := l.Add(int64(i%2), func(int) {})
				l.Tell(int64(i%2), i)
				cancel()
			}
		})
	}
	wg.Wait()
}
