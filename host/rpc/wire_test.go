package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// The routes of the tests, as protocol/testdata/README.md lists them, and some more.
var (
	echoRoute   = protocol.Route[json.RawMessage, json.RawMessage]{Name: "test.echo", Group: protocol.GroupClient}
	waitRoute   = protocol.Route[protocol.Empty, protocol.Empty]{Name: "test.wait", Group: protocol.GroupClient}
	failRoute   = protocol.Route[failing, protocol.Empty]{Name: "test.fail", Group: protocol.GroupClient}
	crashRoute  = protocol.Route[protocol.Empty, protocol.Empty]{Name: "test.crash", Group: protocol.GroupClient}
	eventsRoute = protocol.Route[events, json.RawMessage]{Name: "test.events", Group: protocol.GroupClient}
	notesRoute  = protocol.Route[protocol.Empty, notes]{Name: "test.notes", Group: protocol.GroupClient}
	adminRoute  = protocol.Route[protocol.Empty, protocol.Empty]{Name: "test.admin", Group: protocol.GroupAdmin}
	smallRoute  = protocol.Route[json.RawMessage, json.RawMessage]{Name: "test.small", Group: protocol.GroupClient, MaxBytes: 400_000}

	noteNotice  = protocol.Notice[note]{Name: "test.note", Group: protocol.GroupClient}
	eventNotice = protocol.Notice[event]{Name: "test.event", Group: protocol.GroupClient}
)

type (
	failing struct {
		Reason protocol.Reason `json:"reason"`
		Next   string          `json:"next,omitempty"`
	}
	events struct {
		Count int `json:"count"`
		// Bytes makes the reply that long.
		Bytes int `json:"bytes,omitempty"`
	}
	event struct {
		N int `json:"n"`
	}
	note struct {
		Text string `json:"text"`
	}
	notes struct {
		Notes []string `json:"notes"`
	}
)

func echo(_ context.Context, _ *rpc.Request, params json.RawMessage) (json.RawMessage, error) {
	return params, nil
}

// testMux answers the routes of the tests.
func testMux() *rpc.Mux {
	m := rpc.NewMux()
	rpc.Handle(m, echoRoute, echo)
	rpc.Handle(m, smallRoute, echo)
	rpc.Handle(m, waitRoute, func(ctx context.Context, _ *rpc.Request, _ protocol.Empty) (protocol.Empty, error) {
		<-ctx.Done()
		return protocol.Empty{}, ctx.Err()
	})
	rpc.Handle(m, failRoute, func(_ context.Context, _ *rpc.Request, f failing) (protocol.Empty, error) {
		return protocol.Empty{}, fmt.Errorf("wrapped: %w", protocol.NewFault(f.Reason, "as asked").WithNext(f.Next))
	})
	rpc.Handle(m, crashRoute, func(context.Context, *rpc.Request, protocol.Empty) (protocol.Empty, error) {
		panic("as asked")
	})
	rpc.Handle(m, eventsRoute, func(_ context.Context, r *rpc.Request, e events) (json.RawMessage, error) {
		r.AfterReply(func() {
			for n := 1; n <= e.Count; n++ {
				_ = r.Peer.NotifyIn(r.Lane(), eventNotice.Info(), event{N: n})
			}
		})
		if e.Bytes == 0 {
			return json.RawMessage(`{}`), nil
		}
		return padding(e.Bytes), nil
	})
	rpc.Handle(m, adminRoute, func(context.Context, *rpc.Request, protocol.Empty) (protocol.Empty, error) {
		return protocol.Empty{}, nil
	})
	var mu sync.Mutex
	var all notes
	rpc.On(m, noteNotice, func(_ *rpc.Peer, n note) {
		mu.Lock()
		defer mu.Unlock()
		all.Notes = append(all.Notes, n.Text)
	})
	rpc.Handle(m, notesRoute, func(context.Context, *rpc.Request, protocol.Empty) (notes, error) {
		mu.Lock()
		defer mu.Unlock()
		return notes{Notes: append([]string(nil), all.Notes...)}, nil
	})
	return m
}

// padding is JSON text of exactly n bytes.
func padding(n int) json.RawMessage {
	text := make([]byte, n)
	for i := range text {
		text[i] = 'x'
	}
	text[0], text[n-1] = '"', '"'
	return text
}

func logTo(t testing.TB) zerolog.Logger { return zerolog.New(zerolog.NewTestWriter(t)) }

// client are the options of a link that is open at once.
func client(t testing.TB) rpc.Options {
	return rpc.Options{Mux: testMux(), Log: logTo(t), Groups: []protocol.Group{protocol.GroupClient}}
}

// server are the options of a link that demands hello.
func server(t testing.TB) rpc.Options {
	o := client(t)
	o.Hello = func(context.Context, *rpc.Peer, protocol.Hello) (protocol.HelloReply, error) {
		return protocol.HelloReply{Version: "1.0.0", Epoch: "e1"}, nil
	}
	return o
}

// wire is the other end of a peer's link, in frames.
type wire struct {
	t    testing.TB
	conn net.Conn
	r    *protocol.Reader
	w    *protocol.Writer
}

// link makes a peer and the wire to it. The peer is closed with the test.
func link(t testing.TB, o rpc.Options) (*rpc.Peer, *wire) {
	t.Helper()
	near, far := net.Pipe()
	p := rpc.New(near, o)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { _ = far.Close() })
	return p, &wire{t: t, conn: far, r: protocol.NewReader(far), w: protocol.NewWriter(far)}
}

func (w *wire) say(body string) {
	w.t.Helper()
	if err := w.w.WriteFrame([]byte(body)); err != nil {
		w.t.Fatalf("say: %v", err)
	}
}

func (w *wire) hear() string {
	w.t.Helper()
	body, err := w.r.Next()
	if err != nil {
		w.t.Fatalf("hear: %v", err)
	}
	return string(body)
}

// message hears one message and reads its envelope.
func (w *wire) message() protocol.Message {
	w.t.Helper()
	m, fault := protocol.ParseMessage([]byte(w.hear()))
	if fault != nil {
		w.t.Fatal(fault)
	}
	return m
}

// expect hears a message and compares it as JSON.
func (w *wire) expect(want string) {
	w.t.Helper()
	if got := w.hear(); !sameJSON(w.t, got, want) {
		w.t.Fatalf("heard\n%s\nwant\n%s", got, want)
	}
}

// fault hears a fault and returns its reason and whom it answers.
func (w *wire) fault() (protocol.Reason, string) {
	w.t.Helper()
	m := w.message()
	if m.Error == nil {
		w.t.Fatalf("heard %+v, want a fault", m)
	}
	if m.ID == nil {
		return m.Error.Reason(), "null"
	}
	return m.Error.Reason(), string(*m.ID)
}

// over checks that nothing more was said.
func (w *wire) over() {
	w.t.Helper()
	if body, err := w.r.Next(); !errors.Is(err, io.EOF) {
		w.t.Fatalf("heard %s, %v; want the end", body, err)
	}
}

func sameJSON(t testing.TB, a, b string) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal([]byte(a), &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}

const hello = `{"jsonrpc":"2.0","id":"h","method":"hello","params":{"product":"margay","version":"1.0.0","build":"b","protocol":{"min":1,"max":1},"kind":"test"}}`
