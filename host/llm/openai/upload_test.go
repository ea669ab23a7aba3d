package openai_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
)

// crawling reads what comes at 50 kB a second, up to so many bytes.
type crawling struct {
	net.Conn
	left int
	end  <-chan struct{}
}

func (c *crawling) Read(b []byte) (int, error) {
	const second = 50_000
	if c.left <= 0 {
		<-c.end // it reads no more
		return 0, io.EOF
	}
	n, err := c.Conn.Read(b[:min(len(b), second)])
	time.Sleep(time.Second * time.Duration(n) / second)
	c.left -= n
	return n, err
}

// TestUpload_is_life: silence begins when the last of a request was taken, however
// long that took.
func TestUpload_is_life(t *testing.T) {
	t.Parallel()
	const size = 4_000_000 // 80 s
	for name, tt := range map[string]struct {
		takes int
		thinks,
		atLeast, atMost time.Duration
		words string
	}{
		"all_of_it_and_answers_late": {takes: 2 * size, thinks: 58 * time.Second, atLeast: 138 * time.Second, atMost: 139 * time.Second},
		"all_of_it_and_is_silent":    {takes: 2 * size, thinks: time.Hour, atLeast: 139 * time.Second, atMost: 142 * time.Second, words: "sent nothing for 1m0s"},
		"a_part_and_stops":           {takes: 1_000_000, atLeast: 79 * time.Second, atMost: 82 * time.Second, words: "sent nothing for 1m0s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				defer theirs.Close() //nolint:errcheck // of a test
				go func() {
					in := bufio.NewReaderSize(&crawling{theirs, tt.takes, t.Context().Done()}, 1<<16)
					req, err := http.ReadRequest(in)
					if err != nil {
						return
					}
					_, _ = io.Copy(io.Discard, req.Body)
					select {
					case <-time.After(tt.thinks):
					case <-t.Context().Done():
					}
					_, _ = io.WriteString(theirs, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"+sound)
					_ = theirs.Close()
				}()
				transport := openai.NewTransport()
				transport.DialContext = func(context.Context, string, string) (net.Conn, error) { return ours, nil }
				m := openai.New(openai.Options{Model: "m", BaseURL: "http://a.test/v1", Transport: transport, Retries: -1})
				start := time.Now()
				o := ask(t, m, llm.Request{Messages: words(strings.Repeat("x", size))})
				took := time.Since(start)
				if took < tt.atLeast || took > tt.atMost {
					t.Errorf("took %v, want %v to %v", took, tt.atLeast, tt.atMost)
				}
				if tt.words == "" && (o.err != nil || o.reply.Text() != "ok") || tt.words != "" && (o.err == nil || !strings.Contains(o.err.Message, tt.words)) {
					t.Errorf("%q, %v; want %q", o.reply.Text(), o.err, tt.words)
				}
			})
		})
	}
}
