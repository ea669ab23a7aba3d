package page

import (
	"context"
	"hash/maphash"
	"strings"
	"sync"
	"time"

	"github.com/margay/margay/protocol/chat"
)

const (
	// mostWait bounds the seconds that a snapshot waits.
	mostWait = 30
	// lookEvery is how long it rests between two looks; where a look takes long,
	// four times as long as that. The last look is at the end.
	lookEvery = 100 * time.Millisecond
	// mostShown bounds how many views are remembered.
	mostShown = 256
)

// watch reads pages and remembers how each run was shown them last, so that a
// wait also ends for a change that came before it began.
type watch struct {
	driver Driver
	seed   maphash.Seed

	mu    sync.Mutex // guards shown
	shown map[view]uint64
}

// view is a tab as a run sees it.
type view struct {
	run  chat.RunID
	tab  int
	most int
}

func newWatch(d Driver) *watch {
	return &watch{driver: d, seed: maphash.MakeSeed(), shown: map[view]uint64{}}
}

// read takes a snapshot. Given seconds it looks until the page is otherwise
// than it was shown last, has come to rest and does not say itself that it is
// busy, or the time is over.
func (w *watch) read(ctx context.Context, at At, most, seconds int) (Reading, error) {
	end := time.Now().Add(time.Duration(seconds) * time.Second)
	var since []string
	var before uint64
	changed := false
	for n := 0; ; n++ {
		began := time.Now()
		r, err := w.driver.Snapshot(ctx, at, most)
		if err != nil {
			return r, err
		}
		if r.Since != "" {
			since = append(since, r.Since)
		}
		// The focus moves with each act: that alone is not what is waited for.
		sum := maphash.String(w.seed, r.URL+"\n"+r.Title+"\n"+r.Busy+"\n"+strings.ReplaceAll(r.Text, " focused", ""))
		known := view{at.Run, r.Tab, most}
		rests := n > 0 && sum == before && r.Busy == ""
		changed = changed || n > 0 && sum != before || n == 0 && w.differs(known, sum)
		before = sum
		left := time.Until(end)
		pause := min(left, max(lookEvery, 4*time.Since(began)))
		if changed && rests || left <= 0 || !slept(ctx, pause) {
			w.remember(known, sum)
			r.Since = strings.Join(since, " ")
			if seconds == 0 {
				r.Busy = "" // nobody has waited for its end
			}
			return r, nil
		}
	}
}

// differs reports whether a view was shown, and otherwise.
func (w *watch) differs(v view, sum uint64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	old, ok := w.shown[v]
	return ok && old != sum
}

func (w *watch) remember(v view, sum uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.shown) >= mostShown {
		clear(w.shown)
	}
	w.shown[v] = sum
}

// slept reports whether the time passed before the context ended.
func slept(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
