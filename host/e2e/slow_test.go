package e2e_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// flood is a model that says its words one by one, each a delta. It stops
// before each word that has a gate until the gate is opened.
type flood struct {
	words int
	gates map[int]chan struct{}
}

// Name implements llm.Model.
func (f *flood) Name() string { return "flood" }

// Stream implements llm.Model.
func (f *flood) Stream(ctx context.Context, _ llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	for i := range f.words {
		if gate := f.gates[i]; gate != nil {
			select {
			case <-gate:
			case <-ctx.Done():
			}
		}
		if ctx.Err() != nil {
			return llm.Reply{Cut: true}, &llm.Error{Message: "stopped", Err: ctx.Err()}
		}
		// A paragraph has twenty words, as text has.
		between := " "
		if i%20 == 19 {
			between = "\n\n"
		}
		emit(llm.Delta{Text: fmt.Sprintf("%05d%s", i, between)})
	}
	return llm.Reply{Finish: llm.FinishStop, Usage: chat.Usage{InputTokens: 1, OutputTokens: int64(f.words)}}, nil
}

// shownWords looks at the words that the panel shows: how many, and the first
// that is not where it should be, -1 if all are.
func shownWords(t *testing.T, ctx context.Context, p *rig.Panel) (count, wrong int) {
	t.Helper()
	const look = `(() => {
		const text = [...document.querySelectorAll("[data-message][data-role=assistant]")].map(m => m.textContent).join("\n");
		const words = text.match(/\d{5}/g) ?? [];
		return {Count: words.length, Wrong: words.findIndex((word, i) => Number(word) !== i)};
	})()`
	var seen struct{ Count, Wrong int }
	if err := p.Eval(ctx, look, &seen); err != nil {
		t.Fatal(err)
	}
	return seen.Count, seen.Wrong
}

// awaitWords waits until the panel shows so many words.
func awaitWords(t *testing.T, ctx context.Context, p *rig.Panel, count int) {
	t.Helper()
	const shown = `([...document.querySelectorAll("[data-message][data-role=assistant]")].map(m => m.textContent).join("\n").match(/\d{5}/g) ?? []).length`
	if err := p.Await(ctx, fmt.Sprintf("%s >= %d", shown, count)); err != nil {
		var now string
		_ = p.Eval(ctx, `document.body.innerText.slice(-500) + JSON.stringify(document.querySelector("#status").dataset)`, &now)
		t.Fatalf("%v; it shows …%s", err, now)
	}
}

// Bounds of what a surface that stands still may cost. Measured were 36 MiB for
// the daemon, up to 116 MiB more or less for the browser, which comes and goes
// with credit or without, at most 64 writes while the model spoke, and 803 KiB
// for the end: see the log of the test. Where credit did not count, it was over
// 650 writes. Bytes do not tell: deltas are joined, so what is written without
// credit is hardly more than the text, which the end takes anyway.
const (
	blockedFor = 10 * time.Second
	mostDaemon = 128 << 20
	mostGrowth = 256 << 20
	mostWrites = protocol.CreditFrames + 32 // the worker's link, and what is cut, count too
	// mostEnd is for the end, which needs no credit: the text once, of a little
	// over 6 bytes a word, in chunks of base64.
	mostEnd        = blockedDeltas * 7 * 4 / 3
	blockedDeltas  = 100_000
	reopenedDeltas = 20_000
)

// TestPanel_that_is_blocked for ten seconds, while 100,000 deltas come: neither
// the daemon nor the browser keeps them for it, because nothing is sent without
// credit. Afterwards it shows the whole text.
func TestPanel_that_is_blocked(t *testing.T) {
	t.Parallel()
	ctx := patience(t)
	begin, end := make(chan struct{}), make(chan struct{})
	m := newModel(t, &flood{words: blockedDeltas, gates: map[int]chan struct{}{0: begin, blockedDeltas - 1: end}})
	r := newRig(t, ordinary, m.environ()...)
	panel := must[*rig.Panel](t)(r.Panel(ctx))
	run := chat.RunID(must[string](t)(panel.Send(ctx, "Count")))
	c := must[*dial.Client](t)(r.Dial(ctx, dial.Options{}))
	defer func() { _ = c.Peer.Close() }()

	before := measure(t, r, c.Reply().Pid)
	thaw := must[func(context.Context) error](t)(panel.Freeze(ctx))
	blocked := time.Now()
	close(begin)
	var spoken *figures // before the last word, and so before the end
	awaitEnd(t, ctx, r, run, func(e chat.Event) {
		if spoken == nil && holds(e, fmt.Sprintf("%05d", blockedDeltas-2)) {
			now := measure(t, r, c.Reply().Pid)
			spoken = &now
			close(end)
		}
	})
	streamed := time.Since(blocked)
	if streamed < blockedFor {
		<-time.After(blockedFor - streamed)
	}
	ended := measure(t, r, c.Reply().Pid)
	if err := thaw(ctx); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d deltas in %v, the panel was blocked for %v", blockedDeltas, streamed.Round(time.Millisecond), time.Since(blocked).Round(time.Millisecond))
	t.Logf("before: %v", before)
	t.Logf("spoken: %v", spoken)
	t.Logf("ended:  %v", ended)
	checkBlocked(t, before, *spoken, ended)
	if err := panel.Ended(ctx); err != nil {
		t.Fatal(err)
	}
	awaitWords(t, ctx, panel, blockedDeltas)
	if count, wrong := shownWords(t, ctx, panel); count != blockedDeltas || wrong >= 0 {
		t.Errorf("it shows %d words, word %d is wrong", count, wrong)
	}
}

// checkBlocked holds what a panel that stands still has cost to the bounds.
func checkBlocked(t *testing.T, before, spoken, ended figures) {
	t.Helper()
	if ended.daemonPeak > mostDaemon {
		t.Errorf("the daemon took %d MiB", ended.daemonPeak>>20)
	}
	if grown := ended.browser - before.browser; grown > mostGrowth {
		t.Errorf("the browser grew by %d MiB", grown>>20)
	}
	if n := spoken.writes - before.writes; n > mostWrites {
		t.Errorf("%d frames went to a panel that stands still, credit is %d", n, protocol.CreditFrames)
	}
	if n := ended.written - spoken.written; n > mostEnd {
		t.Errorf("the end of the run took %d KiB, the text once takes at most %d KiB", n>>10, mostEnd>>10)
	}
}

// holds reports whether an event, or the state that stands for many, has a word.
func holds(e chat.Event, word string) bool {
	if strings.Contains(e.Delta, word) {
		return true
	}
	return e.View != nil && slices.ContainsFunc(e.View.Messages, func(m chat.Message) bool {
		return slices.ContainsFunc(m.Content, func(b chat.Block) bool { return strings.Contains(b.Text, word) })
	})
}

// awaitEnd follows a run to its end, as a client that is not blocked.
func awaitEnd(t *testing.T, ctx context.Context, r *rig.Rig, run chat.RunID, event func(chat.Event)) {
	t.Helper()
	p := &pursuit{rig: r, run: run, event: func(_ *dial.Client, e chat.Event) { event(e) }}
	if ended, err := p.toEnd(ctx); err != nil || ended.State != chat.RunDone {
		t.Fatalf("the run ended as %s (%s), %v", ended.State, ended.Error, err)
	}
}

// TestPanel_that_is_closed_and_opened in mid-run shows the whole run each time:
// text is neither missing nor there twice. Once the model waits while nobody
// looks, once it goes on.
func TestPanel_that_is_closed_and_opened(t *testing.T) {
	t.Parallel()
	ctx := patience(t)
	const half = reopenedDeltas / 2
	gate := make(chan struct{})
	m := newModel(t, &flood{words: reopenedDeltas, gates: map[int]chan struct{}{half: gate}})
	r := newRig(t, ordinary, m.environ()...)
	panel := must[*rig.Panel](t)(r.Panel(ctx))
	run := chat.RunID(must[string](t)(panel.Send(ctx, "Count")))

	reopen := func() {
		t.Helper()
		if err := panel.Close(ctx); err != nil {
			t.Fatal(err)
		}
		panel = must[*rig.Panel](t)(r.Panel(ctx))
	}
	reopen() // while the first half comes
	awaitWords(t, ctx, panel, half)
	if count, wrong := shownWords(t, ctx, panel); count != half || wrong >= 0 {
		t.Errorf("in mid-run it shows %d words, word %d is wrong", count, wrong)
	}
	close(gate)
	awaitWords(t, ctx, panel, half+1)
	reopen() // while the second half comes
	awaitEnd(t, ctx, r, run, func(chat.Event) {})
	awaitWords(t, ctx, panel, reopenedDeltas)
	if err := panel.Await(ctx, `document.querySelector("#status").dataset.state === "ready"`); err != nil {
		t.Fatal(err)
	}
	if count, wrong := shownWords(t, ctx, panel); count != reopenedDeltas || wrong >= 0 {
		t.Errorf("at the end it shows %d words, word %d is wrong", count, wrong)
	}
	shown := must[rig.Shown](t)(panel.Shown(ctx))
	if !strings.Contains(shown.Footer, "20k out") {
		t.Errorf("the footer is %q", shown.Footer)
	}
	c := must[*dial.Client](t)(r.Dial(ctx, dial.Options{}))
	defer func() { _ = c.Peer.Close() }()
	live := must[client.RunPage](t)(rpc.Call(ctx, c, client.RunList, protocol.Empty{}))
	if len(live.Runs) != 0 {
		t.Errorf("runs are left: %+v", live.Runs)
	}
}
