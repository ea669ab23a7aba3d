package openai_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// recorded answers every request with the same recorded body, in pieces.
type recorded struct {
	status int
	kind   string
	body   []byte
	piece  int

	mu    sync.Mutex
	sent  [][]byte
	heads []http.Header
}

func (r *recorded) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	r.sent = append(r.sent, body)
	r.heads = append(r.heads, req.Header.Clone())
	r.mu.Unlock()
	w.Header().Set("Content-Type", r.kind)
	w.WriteHeader(r.status)
	_ = http.NewResponseController(w).Flush()
	for rest := r.body; len(rest) > 0; {
		n := min(r.piece, len(rest))
		_, _ = w.Write(rest[:n])
		rest = rest[n:]
	}
}

// inPieces cuts what a transport reads: whatever the network joined on the way
// reaches the parser in pieces of n bytes.
type inPieces struct{ n int }

func (p inPieces) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err == nil {
		resp.Body = &cutBody{ReadCloser: resp.Body, n: p.n}
	}
	return resp, err
}

type cutBody struct {
	io.ReadCloser
	n int
}

func (c *cutBody) Read(b []byte) (int, error) { return c.ReadCloser.Read(b[:min(len(b), c.n)]) }

// outcome is what a caller of Stream sees.
type outcome struct {
	reply  llm.Reply
	err    *llm.Error
	deltas []llm.Delta
}

// text and thinking are what the deltas of the last attempt add up to.
func (o outcome) text() string     { return o.sum(func(d llm.Delta) string { return d.Text }) }
func (o outcome) thinking() string { return o.sum(func(d llm.Delta) string { return d.Thinking }) }
func (o outcome) sum(part func(llm.Delta) string) string {
	var b strings.Builder
	for _, d := range o.deltas {
		if d.Retry != nil {
			b.Reset()
		}
		b.WriteString(part(d))
	}
	return b.String()
}

// assembled gives the calls as the deltas tell them.
func (o outcome) assembled() []llm.Call {
	var out []llm.Call
	for _, d := range o.deltas {
		if d.Retry != nil {
			out = nil
		}
		if d.Start != nil {
			out = append(out, llm.Call{ModelID: d.Start.ModelID, Name: d.Start.Name})
		}
		if d.Arguments != "" {
			out[d.Index].Arguments += d.Arguments
		}
	}
	return out
}

func ask(t *testing.T, m llm.Model, req llm.Request) outcome {
	t.Helper()
	var o outcome
	var err error
	o.reply, err = m.Stream(t.Context(), req, func(d llm.Delta) { o.deltas = append(o.deltas, d) })
	if err != nil {
		if !errors.As(err, &o.err) {
			t.Fatalf("the error is a %T, want *llm.Error: %v", err, err)
		}
	}
	return o
}

func words(text string) []chat.Message {
	return []chat.Message{{Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: text}}}}
}

// serve gives a model over real HTTP that is answered with body.
func serve(t *testing.T, status int, body []byte, o openai.Options) (*openai.Model, *recorded) {
	t.Helper()
	kind := "text/event-stream"
	if b := bytes.TrimSpace(body); len(b) > 0 && (b[0] == '{' || b[0] == '[') {
		kind = "application/json"
	}
	rec := &recorded{status: status, kind: kind, body: body, piece: 1 << 10}
	srv := httptest.NewServer(rec)
	t.Cleanup(srv.Close)
	o.BaseURL = srv.URL + "/v1"
	if o.Model == "" {
		o.Model = "test-model"
	}
	return openai.New(o), rec
}

// serveHanging gives a model whose answer begins and never goes on.
func serveHanging(t *testing.T) (*openai.Model, *httptest.Server) {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ha\"}}]}\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(srv.Close)
	return openai.New(openai.Options{Model: "m", BaseURL: srv.URL}), srv
}
