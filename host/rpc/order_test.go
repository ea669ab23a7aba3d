package rpc_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// TestReplyComesBeforeItsEvents also with a reply that travels in pieces.
func TestReplyComesBeforeItsEvents(t *testing.T) {
	t.Parallel()
	for name, bytes := range map[string]int{"short_reply": 0, "long_reply": 2_000_000} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				_, w := link(t, client(t))
				w.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"test.events","params":{"count":50,"bytes":%d}}`, bytes))
				synctest.Wait()
				pieces := protocol.Pieces(len(protocol.AppendResult(nil, "1", padding(max(bytes, 2)))))
				for i := range max(pieces, 1) {
					if m := w.message(); pieces == 0 && m.ID == nil || pieces > 0 && m.Method != "$/chunk" {
						t.Fatalf("message %d is %s", i, m.Method)
					}
				}
				for n := 1; n <= 50; n++ {
					w.expect(fmt.Sprintf(`{"jsonrpc":"2.0","method":"test.event","params":{"n":%d}}`, n))
				}
			})
		})
	}
}

// TestALongAnswerIsHandedOverInItsTurn: it is read where the call waits, but
// belongs to the call as soon as its last piece came. A notice behind it is not
// held up, and neither the end of the link nor another answer takes its place.
func TestALongAnswerIsHandedOverInItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := client(t)
		noticed := make(chan note, 1)
		heard := protocol.Notice[note]{Name: "test.heard", Group: protocol.GroupClient}
		rpc.On(o.Mux, heard, func(_ *rpc.Peer, n note) { noticed <- n })
		p, w := link(t, o)
		answered := make(chan error, 1)
		var got note
		go func() { answered <- p.Call(t.Context(), notesRoute.Info(), protocol.Empty{}, &got) }()
		w.message()
		text := strings.Repeat("x", 600_000)
		long := protocol.AppendResult(nil, "1", []byte(`{"text":"`+text+`"}`))
		for n := range protocol.Pieces(len(long)) {
			w.say(string(protocol.AppendPiece(nil, long, 1, n, notesRoute.Name)))
		}
		w.say(`{"jsonrpc":"2.0","method":"test.heard","params":{"text":"behind"}}`)
		w.say(`{"jsonrpc":"2.0","id":1,"result":{"text":"second"}}`)
		if err := w.conn.Close(); err != nil {
			t.Fatal(err)
		}
		if n := <-noticed; n.Text != "behind" {
			t.Errorf("noticed %q", n.Text)
		}
		if err := <-answered; err != nil || got.Text != text {
			t.Errorf("answered %v with %d bytes", err, len(got.Text))
		}
	})
}

// TestNothingFollowsAFault drops what was to follow a reply that could not be sent.
func TestNothingFollowsAFault(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, w := link(t, client(t))
		w.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"test.events","params":{"count":1,"bytes":%d}}`, protocol.MaxMessage+1))
		if reason, id := w.fault(); reason != protocol.ReasonTooLarge || id != "1" {
			t.Errorf("%s for %s", reason, id)
		}
		w.say(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
		if got := brief(w.message()); got != `2 {"product":"margay"}` {
			t.Errorf("then %s", got)
		}
	})
}

// TestShortMessagesPassLongOnes puts calls behind a long reply: they need not
// wait for it, and it goes on all the same.
func TestShortMessagesPassLongOnes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, w := link(t, client(t))
		w.say(`{"jsonrpc":"2.0","id":"long","method":"test.events","params":{"count":1,"bytes":5000000}}`)
		synctest.Wait() // its first piece is being written
		var heard []string
		for n := range 5 {
			w.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, n))
			synctest.Wait()
			for {
				m := w.message()
				if m.Method != "$/chunk" {
					heard = append(heard, string(*m.ID))
					break
				}
				heard = append(heard, "piece")
			}
		}
		// At most the piece that was being written goes before each answer.
		if got := strings.Join(heard, " "); strings.Contains(got, "piece piece") {
			t.Errorf("heard %s", got)
		}
		for {
			if m := w.message(); m.Method == "test.event" {
				break
			}
		}
	})
}

// TestLongMessagesAreNotStarved keeps short messages coming and still gets the long one.
func TestLongMessagesAreNotStarved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, w := link(t, client(t))
		long := note{Text: strings.Repeat("x", 1_000_000)}
		short := note{Text: strings.Repeat("y", 1000)}
		if err := p.NotifyIn(1, noteNotice.Info(), long); err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			if err := p.NotifyIn(2, noteNotice.Info(), short); err != nil {
				t.Fatal(err)
			}
		}
		pieces, shorts := 0, 0
		for pieces < 6 {
			if w.message().Method == "$/chunk" {
				pieces++
			} else {
				shorts++
			}
		}
		if shorts > 6*200 || shorts == 0 {
			t.Errorf("%d short messages went before the last piece", shorts)
		}
		for ; shorts < 1000; shorts++ {
			w.message()
		}
	})
}

// TestLanesKeepOrder mixes long and short messages in several lanes.
func TestLanesKeepOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type mark struct {
			Lane int    `json:"lane"`
			N    int    `json:"n"`
			Pad  string `json:"pad"`
		}
		notice := protocol.Notice[mark]{Name: "test.mark", Group: protocol.GroupClient}
		const lanes, each = 4, 12
		last := map[int]int{}
		o := rpc.Options{Mux: rpc.NewMux(), Log: logTo(t), Groups: []protocol.Group{protocol.GroupClient}}
		done := make(chan struct{})
		count := 0
		rpc.On(o.Mux, notice, func(_ *rpc.Peer, m mark) {
			if m.N != last[m.Lane]+1 {
				t.Errorf("lane %d: %d came after %d", m.Lane, m.N, last[m.Lane])
			}
			last[m.Lane] = m.N
			if count++; count == lanes*each {
				close(done)
			}
		})
		a, b := rpc.Pipe(rpc.Options{Log: logTo(t)}, o)
		defer func() { _, _ = a.Close(), b.Close() }()
		for n := 1; n <= each; n++ {
			for l := 1; l <= lanes; l++ {
				m := mark{Lane: l, N: n}
				if (n*l)%3 == 0 {
					m.Pad = strings.Repeat("z", 270_000+20_000*l)
				}
				if err := a.NotifyIn(rpc.Lane(l), notice.Info(), m); err != nil {
					t.Fatal(err)
				}
			}
		}
		<-done
	})
}

func TestCancel(t *testing.T) {
	t.Parallel()
	t.Run("by_the_other_side", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			_, w := link(t, client(t))
			// The cancel is right behind its call and still finds it.
			w.say(`{"jsonrpc":"2.0","id":"c","method":"test.wait"}`)
			w.say(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":"c"}}`)
			if reason, id := w.fault(); reason != protocol.ReasonCancelled || id != `"c"` {
				t.Errorf("%s for %s", reason, id)
			}
			for _, params := range []string{`{"id":"c"}`, `{"id":99}`, `{"id":null}`, `{}`} {
				w.say(`{"jsonrpc":"2.0","method":"$/cancel","params":` + params + `}`)
			}
			w.say(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
			w.message()
		})
	})
	t.Run("by_the_callers_context", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			p, w := link(t, client(t))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			failed := make(chan error, 1)
			go func() { failed <- p.Call(ctx, waitRoute.Info(), protocol.Empty{}, nil) }()
			w.expect(`{"jsonrpc":"2.0","id":1,"method":"test.wait","params":{}}`)
			if err := <-failed; !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("failed with %v", err)
			}
			w.expect(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}`)
			// The answer that crossed it is passed over, and so is another one.
			w.say(`{"jsonrpc":"2.0","id":1,"result":{}}`)
			w.say(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
			w.message()
		})
	})
	t.Run("through_both_sides", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a, b := rpc.Pipe(client(t), client(t))
			defer func() { _, _ = a.Close(), b.Close() }()
			ctx, cancel := context.WithCancel(t.Context())
			failed := make(chan error, 1)
			go func() { _, err := rpc.Call(ctx, a, waitRoute, protocol.Empty{}); failed <- err }()
			synctest.Wait()
			cancel()
			if err := <-failed; !errors.Is(err, context.Canceled) {
				t.Errorf("failed with %v", err)
			}
			if _, err := rpc.Call(t.Context(), a, echoRoute, []byte(`"text"`)); err == nil || !strings.Contains(err.Error(), "must be an object") {
				t.Errorf("parameters that are no object: %v", err)
			}
			if _, err := rpc.Call(ctx, a, echoRoute, []byte(`{}`)); !errors.Is(err, context.Canceled) {
				t.Errorf("a call with a context that has ended: %v", err)
			}
		})
	})
}

// TestSameIDTwice serves both, the second after the first.
func TestSameIDTwice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, w := link(t, client(t))
		w.say(`{"jsonrpc":"2.0","id":1,"method":"test.wait"}`)
		w.say(`{"jsonrpc":"2.0","id":1,"method":"test.echo","params":{"second":true}}`)
		w.say(`{"jsonrpc":"2.0","id":2,"method":"test.echo","params":{"other":true}}`)
		w.expect(`{"jsonrpc":"2.0","id":2,"result":{"other":true}}`)
		w.say(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}`)
		if reason, id := w.fault(); reason != protocol.ReasonCancelled || id != "1" {
			t.Errorf("%s for %s", reason, id)
		}
		w.expect(`{"jsonrpc":"2.0","id":1,"result":{"second":true}}`)
	})
}

func TestFailuresAreAnswered(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		method, params string
		reason         protocol.Reason
	}{
		"panic":               {"test.crash", `{}`, protocol.ReasonInternal},
		"fault_inside_a_wrap": {"test.fail", `{"reason":"no_tab"}`, protocol.ReasonNoTab},
		"params_of_no_fit":    {"test.fail", `{"reason":5}`, protocol.ReasonInvalidParams},
		"params_doubled":      {"test.fail", `{"reason":"a","reason":"b"}`, protocol.ReasonInvalidParams},
		"params_other_case":   {"test.fail", `{"Reason":"a"}`, protocol.ReasonInvalidParams},
		"params_a_list":       {"test.fail", `[1]`, protocol.ReasonInvalidParams},
		"no_such_method":      {strings.Repeat("x", 500_000), `{}`, protocol.ReasonNoMethod},
		"a_notice_called":     {"test.note", `{"text":"x"}`, protocol.ReasonNoMethod},
		"the_links_own":       {"$/cancel", `{"id":1}`, protocol.ReasonNoMethod},
		"over_the_routes_cap": {"test.small", `{"x":"` + strings.Repeat("x", 500_000) + `"}`, protocol.ReasonTooLarge},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o := client(t)
				o.Log = o.Log.Level(5) // what is expected need not be logged
				_, w := link(t, o)
				w.say(`{"jsonrpc":"2.0","id":"q","method":"` + c.method + `","params":` + c.params + `}`)
				if reason, id := w.fault(); reason != c.reason || id != `"q"` {
					t.Errorf("%s for %s, want %s", reason, id, c.reason)
				}
				w.say(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
				w.message()
			})
		})
	}
}

// TestNoticesAreNeverAnswered, whatever is wrong with them.
func TestNoticesAreNeverAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := client(t)
		rpc.On(o.Mux, protocol.Notice[note]{Name: "test.trip", Group: protocol.GroupClient}, func(*rpc.Peer, note) { panic("as asked") })
		_, w := link(t, o)
		for _, body := range []string{
			`{"jsonrpc":"2.0","method":"no.such"}`, `{"jsonrpc":"2.0","method":"test.note","params":{"Text":"x"}}`,
			`{"jsonrpc":"2.0","method":"test.trip"}`, `{"jsonrpc":"2.0","method":"ping"}`,
			`{"jsonrpc":"2.0","method":"test.echo","params":{}}`, `{"jsonrpc":"2.0","method":"$/cancel"}`,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, `{"jsonrpc":"2.0","id":5,"result":{}}`,
			`{"jsonrpc":"2.0","method":"test.note","params":{"text":"kept"}}`,
		} {
			w.say(body)
		}
		w.say(`{"jsonrpc":"2.0","id":1,"method":"test.notes"}`)
		w.expect(`{"jsonrpc":"2.0","id":1,"result":{"notes":["kept"]}}`)
	})
}
