package rpc_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// TestALinkThatIsNotReadIsClosed queues without end while nobody reads.
func TestALinkThatIsNotReadIsClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _ := link(t, client(t))
		text := note{Text: strings.Repeat("x", 1<<20)}
		sent := 0
		var err error
		for ; err == nil && sent < 1000; sent++ {
			err = p.Notify(noteNotice.Info(), text)
		}
		if !errors.Is(err, protocol.NewFault(protocol.ReasonClosed, "")) || sent > rpc.MaxQueued>>20+1 {
			t.Errorf("%d MiB were queued, then %v", sent, err)
		}
		<-p.Done()
		if !errors.Is(p.Err(), rpc.ErrBehind) {
			t.Errorf("ended with %v", p.Err())
		}
	})
}

// TestCloseLetsTheLastWordsOut and does not wait for ever for somebody to hear them.
func TestCloseLetsTheLastWordsOut(t *testing.T) {
	t.Parallel()
	t.Run("heard", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			p, w := link(t, client(t))
			for n := range 10 {
				if err := p.Notify(noteNotice.Info(), note{Text: fmt.Sprint(n)}); err != nil {
					t.Fatal(err)
				}
			}
			go func() { _ = p.Close() }()
			for n := range 10 {
				w.expect(fmt.Sprintf(`{"jsonrpc":"2.0","method":"test.note","params":{"text":"%d"}}`, n))
			}
			w.over()
		})
	})
	t.Run("not_heard", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			p, _ := link(t, client(t))
			if err := p.Notify(noteNotice.Info(), note{}); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			if err := p.Close(); err != nil || time.Since(start) != time.Second {
				t.Errorf("%v after %v", err, time.Since(start))
			}
		})
	})
}

// TestTooManyCalls answers busy instead of starting goroutines without end.
func TestTooManyCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, w := link(t, client(t))
		for n := range 1024 {
			w.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"test.wait"}`, n))
		}
		w.say(`{"jsonrpc":"2.0","id":"more","method":"test.echo","params":{}}`)
		if reason, id := w.fault(); reason != protocol.ReasonBusy || id != `"more"` {
			t.Errorf("%s for %s", reason, id)
		}
		w.say(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":0}}`)
		w.fault()
		synctest.Wait()
		w.say(`{"jsonrpc":"2.0","id":"more","method":"test.echo","params":{}}`)
		w.expect(`{"jsonrpc":"2.0","id":"more","result":{}}`)
	})
}

// chunk is one frame of a message that comes in pieces.
func chunk(route string, stream, number, total, size int, data string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/chunk","params":{"stream":%d,"number":%d,"total":%d,"size":%d,"route":%q,"data":%q}}`,
		stream, number, total, size, route, base64.StdEncoding.EncodeToString([]byte(data)))
}

// TestChunksAreChecked against the route that they are said to carry.
func TestChunksAreChecked(t *testing.T) {
	t.Parallel()
	const call = `{"jsonrpc":"2.0","id":"q","method":"test.echo","params":{}}`
	const notice = `{"jsonrpc":"2.0","method":"test.note","params":{"text":"joined"}}`
	cases := map[string]struct {
		frames []string
		want   string
	}{
		"call":              {[]string{chunk("test.echo", 1, 0, 2, len(call), call[:50]), chunk("", 1, 1, 2, len(call), call[50:])}, `"q" {}`},
		"one_piece":         {[]string{chunk("test.echo", 1, 0, 1, len(call), call)}, `"q" {}`},
		"other_route":       {[]string{chunk("test.notes", 1, 0, 1, len(call), call)}, `"q" invalid_request`},
		"no_route":          {[]string{chunk("", 1, 0, 1, len(call), call)}, `"q" invalid_request`},
		"not_allowed":       {[]string{chunk("test.admin", 1, 0, 9, 900, `{"id":"q","method":"test.admin","params":{`)}, `"q" not_allowed`},
		"unknown_route":     {[]string{chunk("no.such", 1, 0, 9, 900, `{"id":"q","method":"no.such","params":{`)}, `"q" method_not_found`},
		"over_the_cap":      {[]string{chunk("test.small", 1, 0, 9, 500_000, `{"id":"q","method":"test.small","params":{`)}, `"q" too_large`},
		"head_not_in_front": {[]string{chunk("test.echo", 1, 0, 9, 900, `{"params":{`)}, `null invalid_request`},
		"unreadable":        {[]string{`{"jsonrpc":"2.0","method":"$/chunk","params":{"Stream":1}}`}, `null invalid_params`},
		"no_json_inside":    {[]string{chunk("test.echo", 1, 0, 2, 60, call[:50]), chunk("", 1, 1, 2, 60, "##########")}, `"q" parse_error`},
		"turns_out_other": {[]string{
			chunk("test.echo", 1, 0, 2, 82, `{"id":"q","method":"test.echo","params":{},`[:42]), chunk("", 1, 1, 2, 82, `,"method":"test.notes","jsonrpc":"2.0"}`+" "),
		}, `"q" parse_error`},
		"chunk_in_chunks":  {[]string{chunk("$/chunk", 1, 0, 1, 60, `{"jsonrpc":"2.0","method":"$/chunk","params":{}}            `)}, ""},
		"notice_refused":   {[]string{chunk("no.such", 1, 0, 1, 41, `{"jsonrpc":"2.0","method":"no.such"      }`[:41])}, ""},
		"answer_to_nobody": {[]string{chunk("x", 1, 0, 9, 900, `{"jsonrpc":"2.0","id":77,"result":{`)}, ""},
		"notice":           {[]string{chunk("test.note", 1, 0, 1, len(notice), notice)}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				_, w := link(t, client(t))
				for _, f := range c.frames {
					w.say(f)
				}
				if c.want != "" {
					if got := brief(w.message()); got != c.want {
						t.Errorf("said %s, want %s", got, c.want)
					}
				}
				w.say(`{"jsonrpc":"2.0","id":1,"method":"test.notes"}`)
				want := `1 {"notes":[]}`
				if name == "notice" {
					want = `1 {"notes":["joined"]}`
				}
				if got := brief(w.message()); got != want {
					t.Errorf("then %s, want %s", got, want)
				}
			})
		})
	}
}

// TestAnswersAreChecked: a call fails when its answer is too long, or is not
// what its first piece said, instead of waiting for ever.
func TestAnswersAreChecked(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 500_000)
	cases := map[string]struct {
		frames []string
		reason protocol.Reason
	}{
		"too_long":           {[]string{`{"jsonrpc":"2.0","id":1,"result":"` + long + `"}`}, protocol.ReasonTooLarge},
		"too_long_in_chunks": {[]string{chunk("test.small", 1, 0, 9, 500_000, `{"jsonrpc":"2.0","id":1,"result":{`)}, protocol.ReasonTooLarge},
		"other_route":        {[]string{chunk("test.echo", 1, 0, 9, 500_000, `{"jsonrpc":"2.0","id":1,"result":{`)}, protocol.ReasonInvalidRequest},
		"no_json_inside":     {[]string{chunk("test.small", 1, 0, 1, 48, `{"jsonrpc":"2.0","id":1,"result":##############}`)}, protocol.ReasonParse},
		"turns_out_a_call":   {[]string{chunk("test.small", 1, 0, 2, 57, `{"jsonrpc":"2.0","id":1,"params":{}`), chunk("", 1, 1, 2, 57, `,"method":"test.echo"}`)}, protocol.ReasonInvalidRequest},
		"fault_in_chunks":    {[]string{chunk("test.small", 1, 0, 1, 62, `{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m"}}`)}, protocol.ReasonNoTab},
		"fault":              {[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m"}}`}, protocol.ReasonNoTab},
		"unreadable_fault":   {[]string{`{"jsonrpc":"2.0","id":1,"error":{"Code":1}}`}, protocol.ReasonInternal},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p, w := link(t, client(t))
				failed := make(chan error, 1)
				go func() {
					_, err := rpc.Call(t.Context(), p, smallRoute, []byte(`{}`))
					failed <- err
				}()
				w.message()
				for _, f := range c.frames {
					w.say(f)
				}
				if err := <-failed; !errors.Is(err, protocol.NewFault(c.reason, "")) {
					t.Errorf("failed with %v, want %s", err, c.reason)
				}
			})
		})
	}
}

// TestACallAboveItsCapIsNotSent fails at once and here.
func TestACallAboveItsCapIsNotSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _ := link(t, client(t))
		_, err := rpc.Call(t.Context(), p, smallRoute, []byte(`{"t":`+string(padding(500_000))+`}`))
		if !errors.Is(err, protocol.NewFault(protocol.ReasonTooLarge, "")) {
			t.Errorf("failed with %v", err)
		}
	})
}

// TestMessagesComeInChunksBeforeHello: memory is not kept for what may not come.
func TestChunksBeforeHello(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, w := link(t, server(t))
		w.say(chunk("test.echo", 1, 0, 9, 900_000, `{"jsonrpc":"2.0","id":1,"method":"test.echo","params":{`))
		if reason, id := w.fault(); reason != protocol.ReasonHelloFirst || id != "1" {
			t.Errorf("%s for %s", reason, id)
		}
	})
}

// TestHandlersEndWithTheLink: their context ends, and Close waits for them.
func TestHandlersEndWithTheLink(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := client(t)
		returned := false
		rpc.Handle(o.Mux, protocol.Route[protocol.Empty, protocol.Empty]{Name: "test.linger", Group: protocol.GroupClient},
			func(ctx context.Context, _ *rpc.Request, _ protocol.Empty) (protocol.Empty, error) {
				<-ctx.Done()
				time.Sleep(time.Hour) // of the bubble: work that takes its time to end
				returned = true
				return protocol.Empty{}, nil
			})
		near, far := net.Pipe()
		p := rpc.New(near, o)
		w := &wire{t: t, conn: far, r: protocol.NewReader(far), w: protocol.NewWriter(far)}
		w.say(`{"jsonrpc":"2.0","id":1,"method":"test.linger"}`)
		synctest.Wait()
		if err := p.Close(); err != nil || !returned {
			t.Errorf("Close returned %v; the handler had returned: %t", err, returned)
		}
	})
}
