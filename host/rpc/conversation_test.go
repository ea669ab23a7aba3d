package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// TestConversations replays the files that both languages share; their format
// is described beside them.
func TestConversations(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../protocol/testdata/conversations/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				r := replay{t: t, names: map[string]any{}, calls: map[string]*call{}}
				for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
					r.line = n + 1
					if !strings.HasPrefix(line, "#") && line != "" {
						r.step(line)
					}
				}
				r.finish()
			})
		})
	}
}

// replay is a conversation that is under way.
type replay struct {
	t     *testing.T
	line  int
	peer  *rpc.Peer
	wire  *wire
	names map[string]any
	calls map[string]*call
	ended bool
}

// call is a call of the peer's own.
type call struct {
	cancel context.CancelFunc
	result json.RawMessage
	err    error
	done   chan struct{}
}

func (r *replay) fatalf(format string, args ...any) {
	r.t.Helper()
	r.t.Fatalf("line %d: "+format, append([]any{r.line}, args...)...)
}

func (r *replay) step(line string) {
	r.t.Helper()
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "peer":
		r.start(rest)
	case "->":
		r.wire.say(r.fill(rest))
	case "<-":
		r.match(r.wire.hear(), rest)
	case "call":
		parts := strings.SplitN(rest, " ", 3)
		r.call(parts[0], parts[1], parts[2])
	case "cancel":
		r.calls[rest].cancel()
	case "result":
		name, want, _ := strings.Cut(rest, " ")
		c := r.over(name)
		if c.err != nil {
			r.fatalf("%s failed: %v", name, c.err)
		}
		r.match(string(c.result), want)
	case "fault":
		name, reason, _ := strings.Cut(rest, " ")
		if got := reasonOf(r.over(name).err); got != protocol.Reason(reason) {
			r.fatalf("%s failed with %q", name, got)
		}
	case "end":
		r.end()
	case "closed":
		if body, err := r.wire.r.Next(); !errors.Is(err, io.EOF) {
			r.fatalf("the peer said %s, %v", body, err)
		}
	default:
		r.fatalf("no such step: %s", line)
	}
}

func (r *replay) start(kind string) {
	switch kind {
	case "server":
		r.peer, r.wire = link(r.t, server(r.t))
	case "client":
		r.peer, r.wire = link(r.t, client(r.t))
	default:
		r.fatalf("no such peer: %s", kind)
	}
}

// end ends the link. What the peer still says first is one frame too many.
func (r *replay) end() {
	synctest.Wait()
	r.peer.NotifyIn(0, noteNotice.Info(), note{Text: "the last frame"}) //nolint:errcheck // heard below
	if got := r.wire.hear(); !strings.Contains(got, "the last frame") {
		r.fatalf("the peer said one more: %s", got)
	}
	_ = r.wire.conn.Close()
	r.ended = true
}

func (r *replay) finish() {
	if !r.ended {
		r.end()
	}
}

func (r *replay) call(name, method, params string) {
	ctx, cancel := context.WithCancel(r.t.Context())
	c := &call{cancel: cancel, done: make(chan struct{})}
	r.calls[name] = c
	go func() {
		defer close(c.done)
		defer cancel()
		c.err = r.peer.Call(ctx, protocol.Info{Name: method, Group: protocol.GroupClient}, json.RawMessage(params), &c.result)
	}()
}

func (r *replay) over(name string) *call {
	c := r.calls[name]
	if c == nil {
		r.fatalf("no call %s", name)
	}
	<-c.done
	return c
}

func reasonOf(err error) protocol.Reason {
	var f *protocol.Fault
	switch {
	case errors.As(err, &f):
		return f.Reason()
	case errors.Is(err, context.Canceled):
		return protocol.ReasonCancelled
	}
	return ""
}

var placeholder = regexp.MustCompile(`"<([a-z]+)>"`)

// fill puts what names stand for into a text.
func (r *replay) fill(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(s string) string {
		v, known := r.names[s[2:len(s)-2]]
		if !known {
			r.fatalf("%s stands for nothing yet", s)
		}
		b, err := json.Marshal(v)
		if err != nil {
			r.fatalf("%v", err)
		}
		return string(b)
	})
}

func (r *replay) match(got, want string) {
	r.t.Helper()
	var g, w any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		r.fatalf("heard %s: %v", got, err)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		r.fatalf("want %s: %v", want, err)
	}
	if !r.same(g, w) {
		r.fatalf("heard\n%s\nwant\n%s", got, want)
	}
}

// same compares values; in want, names and <any> stand for values.
func (r *replay) same(got, want any) bool {
	switch w := want.(type) {
	case string:
		return r.sameText(got, w)
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for k, v := range w {
			if other, there := g[k]; !there || !r.same(other, v) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for i := range w {
			if !r.same(g[i], w[i]) {
				return false
			}
		}
		return true
	}
	return got == want
}

func (r *replay) sameText(got any, want string) bool {
	m := placeholder.FindStringSubmatch(`"` + want + `"`)
	if m == nil || m[0] != `"`+want+`"` {
		return got == want
	}
	if m[1] == "any" {
		return true
	}
	known, there := r.names[m[1]]
	if !there {
		r.names[m[1]] = got
		return true
	}
	return known == got
}
