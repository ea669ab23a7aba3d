package act

import (
	"context"
	"sync"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/pagescript"
)

// Bounds of guarding a tab's other documents: how many, and how long each may
// take. One that is busy is left alone; the act does not wait for it.
const (
	mostGuarded = 64
	guardTime   = 300 * time.Millisecond
)

// have notes the documents that a tab was seen to have.
func (t *tab) have(frames []browser.Frame) {
	documents := make([]string, 0, len(frames))
	for _, f := range frames {
		if !f.Silent {
			documents = append(documents, f.Document)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.documents = documents
}

// others are the documents of a tab beside the one that input is meant for, as
// they were seen last.
func (t *tab) others(document string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var others []string
	for _, d := range t.documents {
		if d != document && len(others) < mostGuarded {
			others = append(others, d)
		}
	}
	return others
}

// guard holds input back from every other document of the tab. lift ends that
// and says whether one of them would have got it; each has so much time to say so. The input is sent right after it.
func (t *tab) guard(ctx context.Context, document string, kind pagescript.InputKind) (lift func(limit time.Duration) (astray bool)) {
	if frames, err := t.Transport.Frames(ctx, t.Native); err == nil {
		t.have(frames) // they come and go while a person is asked
	}
	others := t.others(document)
	each(others, func(d string) {
		ctx, cancel := context.WithTimeout(ctx, guardTime)
		defer cancel()
		_, _ = call(ctx, t, d, pagescript.Guard, pagescript.GuardArgs{Kind: kind}) // gone, or busy
	})
	t.sending()
	return func(limit time.Duration) bool {
		var mu sync.Mutex
		astray := false
		each(others, func(d string) {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
			defer cancel()
			got, err := call(ctx, t, d, pagescript.Landed, pagescript.LandedArgs{})
			mu.Lock()
			defer mu.Unlock()
			astray = astray || err == nil && got.Landed == pagescript.Elsewhere
		})
		return astray
	}
}

// lift lifts the guard of a document after input that was not sent.
func (t *tab) lift(ctx context.Context, document string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), guardTime)
	defer cancel()
	_, _ = call(ctx, t, document, pagescript.Landed, pagescript.LandedArgs{}) // gone, or busy: it ends by itself
}

// liftAll lifts what guards there may be after an act that was refused, or that
// a dialog has cut short.
func (t *tab) liftAll(ctx context.Context) {
	each(t.others(""), func(d string) { t.lift(ctx, d) })
}

// each runs fn for all documents at once and waits.
func each(documents []string, fn func(string)) {
	var wg sync.WaitGroup
	for _, d := range documents {
		wg.Go(func() { fn(d) })
	}
	wg.Wait()
}
