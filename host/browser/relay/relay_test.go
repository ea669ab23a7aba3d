package relay_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/relay"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// house is a hub with a registry that keeps what it is told.
type house struct {
	hub     *relay.Hub
	mux     *rpc.Mux
	browser browser.Transport
	removed []string
}

func newHouse(t *testing.T) *house {
	h := &house{mux: rpc.NewMux()}
	h.hub = relay.NewHub(relay.Options{Registry: h, Log: zerolog.Nop()})
	h.hub.Register(h.mux)
	t.Cleanup(h.hub.Close)
	return h
}

func (h *house) Add(name string, b browser.Transport) (string, func(string)) {
	h.browser = b
	return name, func(why string) { h.removed = append(h.removed, why) }
}

// worker is a scripted service worker.
type worker struct {
	peer *rpc.Peer
	// acts counts the batches that arrived, looks the lists of tabs.
	acts, looks int
	// on is called with each batch; its outcome is the answer.
	on func(ctx context.Context, b driver.Batch) driver.Outcome
	// fate answers what became of an act.
	fate func(ask driver.AskOutcomes) driver.ActionState
	slow chan struct{} // lists of tabs wait for it
	// attach is called when a tab is attached to by name.
	attach func()
}

func (h *house) connect(t *testing.T, w *worker, session, name string) {
	t.Helper()
	mux := rpc.NewMux()
	rpc.Handle(mux, driver.CDPBatch, func(ctx context.Context, _ *rpc.Request, b driver.Batch) (driver.Outcome, error) {
		w.acts++
		return w.on(ctx, b), nil
	})
	rpc.Handle(mux, driver.TabsList, func(ctx context.Context, _ *rpc.Request, _ protocol.Empty) (driver.Tabs, error) {
		w.looks++
		if w.slow != nil {
			select {
			case <-w.slow:
			case <-ctx.Done():
				return driver.Tabs{}, ctx.Err()
			}
		}
		return driver.Tabs{Tabs: []driver.Tab{{ID: 7}}}, nil
	})
	rpc.Handle(mux, driver.Attach, func(context.Context, *rpc.Request, driver.TabRef) (driver.Attached, error) {
		w.attach()
		return driver.Attached{}, nil
	})
	rpc.Handle(mux, driver.LastOutcomes, func(_ context.Context, _ *rpc.Request, ask driver.AskOutcomes) (driver.Outcomes, error) {
		return driver.Outcomes{Outcomes: []driver.Outcome{{
			ID: ask.IDs[0], State: w.fate(ask), Replies: []driver.CDPReply{{Result: []byte(`"kept"`)}},
		}}}, nil
	})
	_, w.peer = rpc.Pipe(
		rpc.Options{Mux: h.mux, Log: zerolog.Nop(), Groups: []protocol.Group{protocol.GroupDriver}},
		rpc.Options{Mux: mux, Log: zerolog.Nop(), Groups: []protocol.Group{protocol.GroupBrowser}},
	)
	t.Cleanup(func() { _ = w.peer.Close() })
	if _, err := rpc.Call(t.Context(), w.peer, driver.Register, driver.Registration{
		Install: "install", Session: session, Worker: name, Name: "Chromium", Version: "1", Tabs: []driver.Tab{{ID: 7}},
	}); err != nil {
		t.Fatal(err)
	}
}

func press(h *house, d time.Duration) ([]driver.CDPReply, error) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return h.browser.CDP(ctx, 7, true, driver.CDPCommand{Method: "Input.press"})
}

func reason(err error) protocol.Reason {
	var f *protocol.Fault
	if errors.As(err, &f) {
		return f.Reason()
	}
	if err != nil {
		return protocol.Reason(err.Error())
	}
	return ""
}

// TestAct walks the table “A command to a browser” for an act that was under
// way when the link was lost.
func TestAct(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		// after is how long the browser is away, 0 for ever.
		after   time.Duration
		session string
		state   driver.ActionState
		want    protocol.Reason
		within  time.Duration
	}{
		{"done", 3 * time.Second, "s", driver.ActionDone, "", 3 * time.Second},
		{"not_started", 3 * time.Second, "s", driver.ActionNotStarted, protocol.ReasonNotStarted, 3 * time.Second},
		{"no_record", 3 * time.Second, "s", driver.ActionUnknown, protocol.ReasonUnknown, 3 * time.Second},
		{"browser_restarted", 3 * time.Second, "other", "", protocol.ReasonUnknown, 3 * time.Second},
		{"never_back", 0, "", "", protocol.ReasonUnknown, 10 * time.Second},
		{"back_too_late", 11 * time.Second, "s", driver.ActionDone, protocol.ReasonUnknown, 10 * time.Second},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				first := &worker{on: func(ctx context.Context, _ driver.Batch) driver.Outcome {
					<-ctx.Done()
					return driver.Outcome{}
				}}
				h.connect(t, first, "s", "w1")
				go func() {
					synctest.Wait()
					_ = first.peer.Close()
				}()
				second := &worker{fate: func(ask driver.AskOutcomes) driver.ActionState {
					if ask.Worker != "w1" {
						t.Errorf("asked for acts of worker %q", ask.Worker)
					}
					return c.state
				}}
				back := make(chan struct{})
				go func() {
					defer close(back)
					if c.after > 0 {
						time.Sleep(c.after)
						h.connect(t, second, c.session, "w2")
					}
				}()
				start := time.Now()
				replies, err := press(h, 30*time.Second)
				if reason(err) != c.want {
					t.Errorf("got %v, want %q", err, c.want)
				}
				if c.want == "" && string(replies[0].Result) != `"kept"` {
					t.Errorf("got %s", replies[0].Result)
				}
				if took := time.Since(start); took != c.within {
					t.Errorf("it took %s, want %s", took, c.within)
				}
				<-back
				if first.acts != 1 || second.acts != 0 {
					t.Errorf("the act was sent %d and %d times", first.acts, second.acts)
				}
			})
		})
	}
}

// TestActBrokenOff: an act that had begun did not happen only where what was said of it means so.
func TestActBrokenOff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		outcome driver.Outcome
		want    protocol.Reason
	}{
		{"words_that_nobody_knows", driver.Outcome{State: driver.ActionDone, Fault: protocol.NewFault(protocol.ReasonInternal, "Detached.")}, protocol.ReasonUnknown},
		{"the_same_before_it_began", driver.Outcome{State: driver.ActionNotStarted, Fault: protocol.NewFault(protocol.ReasonInternal, "Detached.")}, protocol.ReasonInternal},
		{"a_refusal", driver.Outcome{State: driver.ActionDone, Fault: protocol.NewFault(protocol.ReasonNotStarted, "Ended before.")}, protocol.ReasonNotStarted},
		{"too_few_answers", driver.Outcome{State: driver.ActionDone}, protocol.ReasonUnknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.connect(t, &worker{on: func(context.Context, driver.Batch) driver.Outcome { return c.outcome }}, "s", "w1")
			if _, err := press(h, 5*time.Second); reason(err) != c.want {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestActWithoutLink: an act that has not left waits, is sent once when the
// browser is back, and did not happen when it does not come.
func TestActWithoutLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		after  time.Duration
		limit  time.Duration
		want   protocol.Reason
		within time.Duration
		acts   int
	}{
		{"back_in_time", 4 * time.Second, time.Minute, "", 4 * time.Second, 1},
		{"away_for_long", 20 * time.Second, time.Minute, protocol.ReasonNotStarted, 10 * time.Second, 0},
		{"deadline_before", 4 * time.Second, 2 * time.Second, protocol.ReasonNotStarted, 2 * time.Second, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				first := &worker{}
				h.connect(t, first, "s", "w1")
				_ = first.peer.Close()
				synctest.Wait()
				second := &worker{on: func(_ context.Context, b driver.Batch) driver.Outcome {
					return driver.Outcome{ID: b.Command.ID, State: driver.ActionDone, Replies: make([]driver.CDPReply, 1)}
				}}
				back := make(chan struct{})
				go func() {
					defer close(back)
					time.Sleep(c.after)
					h.connect(t, second, "s", "w2")
				}()
				start := time.Now()
				_, err := press(h, c.limit)
				if reason(err) != c.want || time.Since(start) != c.within {
					t.Errorf("got %v after %s, want %q after %s", err, time.Since(start), c.want, c.within)
				}
				<-back
				if second.acts != c.acts {
					t.Errorf("sent %d times, want %d", second.acts, c.acts)
				}
			})
		})
	}
}

// TestLook: a look that lost its link is sent again.
func TestLook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		first, second := &worker{slow: make(chan struct{})}, &worker{}
		h.connect(t, first, "s", "w1")
		back := make(chan struct{})
		go func() {
			defer close(back)
			synctest.Wait()
			_ = first.peer.Close()
			time.Sleep(5 * time.Second)
			h.connect(t, second, "s", "w1")
		}()
		tabs, err := h.browser.Tabs(t.Context())
		if err != nil || len(tabs) != 1 {
			t.Errorf("got %v, %v", tabs, err)
		}
		<-back
		if first.looks != 1 || second.looks != 1 {
			t.Errorf("asked %d and %d times", first.looks, second.looks)
		}
	})
}

// TestRestartedBrowser: the same install with another session is a new
// browser; the old one's tabs are dead and say why.
func TestRestartedBrowser(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		h.connect(t, &worker{}, "s1", "w1")
		old := h.browser
		h.connect(t, &worker{}, "s2", "w2")
		if old == h.browser {
			t.Fatal("the restarted browser was taken for the old one")
		}
		if len(h.removed) != 1 {
			t.Errorf("removed %v", h.removed)
		}
		_, err := old.Tabs(t.Context())
		if reason(err) != protocol.ReasonNoTab {
			t.Errorf("the old browser said %v", err)
		}
		if list := h.hub.Browsers(); len(list) != 1 || !list[0].Connected {
			t.Errorf("the hub knows %+v", list)
		}
	})
}

// TestNotices: events and changes reach those who asked, in order, and what
// was missed while the link was lost is made up for.
func TestNotices(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		w := &worker{}
		h.connect(t, w, "s", "w1")
		var events, changes []string
		cancel := h.browser.Events(7, func(e driver.Event) { events = append(events, e.Method) })
		h.browser.Changes(func(c driver.TabChange) { changes = append(changes, string(c.Kind)) })
		say := func(err error) {
			if err != nil {
				t.Error(err)
			}
		}
		say(rpc.Notify(w.peer, driver.CDPEvent, driver.Event{Tab: 7, Method: "A"}))
		say(rpc.Notify(w.peer, driver.CDPEvent, driver.Event{Tab: 8, Method: "other tab"}))
		say(rpc.Notify(w.peer, driver.CDPEvent, driver.Event{Tab: 7, Method: "B"}))
		say(rpc.Notify(w.peer, driver.Detached, driver.Detachment{Tab: 7, Reason: "canceled_by_user"}))
		say(rpc.Notify(w.peer, driver.TabChanged, driver.TabChange{Kind: driver.TabCreated, Tab: driver.Tab{ID: 9}}))
		synctest.Wait()
		_ = w.peer.Close()
		synctest.Wait()
		h.connect(t, &worker{}, "s", "w2") // which has tab 7 only
		cancel()
		synctest.Wait()
		equal(t, events, "A", "B", "Inspector.detached", "Inspector.detached")
		equal(t, changes, "created", "removed")
	})
}

func equal(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

// TestTakenTab: a tab that a person took away stays refused until a person
// asks for it again; then it is attached to by name, once.
func TestTakenTab(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		taken := false
		w := &worker{}
		w.on = func(_ context.Context, b driver.Batch) driver.Outcome {
			if taken {
				return driver.Outcome{ID: b.Command.ID, State: driver.ActionNotStarted, Fault: protocol.NewFault(protocol.ReasonDebugger, "taken away")}
			}
			return driver.Outcome{ID: b.Command.ID, State: driver.ActionDone, Replies: make([]driver.CDPReply, 1)}
		}
		w.attach = func() { taken = false }
		h.connect(t, w, "s", "w1")
		ask := h.browser.(browser.Asker).Ask
		take := func() {
			taken = true
			if err := rpc.Notify(w.peer, driver.Detached, driver.Detachment{Tab: 7, Reason: "canceled_by_user"}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		ask(7)
		take() // what was asked for before does not count
		if _, err := press(h, time.Second); reason(err) != protocol.ReasonDebugger || !taken {
			t.Fatalf("got %v, want a refusal", err)
		}
		ask(7)
		if _, err := press(h, time.Second); err != nil || taken {
			t.Fatalf("asked for again: %v", err)
		}
		take()
		if _, err := press(h, time.Second); reason(err) != protocol.ReasonDebugger || !taken {
			t.Errorf("taken away again: %v", err)
		}
	})
}
