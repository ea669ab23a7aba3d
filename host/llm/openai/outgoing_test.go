package openai_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
)

// slowServer takes one request over a real socket, whose body serve reads as it likes,
// and answers it soundly.
func slowServer(t *testing.T, serve func(body io.Reader)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is closed with the test
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	t.Cleanup(func() { _ = l.Close(); <-done })
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()                              //nolint:errcheck // of a test
		_ = conn.(*net.TCPConn).SetReadBuffer(32 << 10) // what lies here is sent
		req, err := http.ReadRequest(bufio.NewReaderSize(conn, 1<<10))
		if err != nil {
			return
		}
		serve(req.Body)
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"+sound)
	}()
	return "http://" + l.Addr().String() + "/v1"
}

// TestOutgoing_of_a_slow_way: the last of a request goes out of this machine for
// several times the silence, and is life as long as some of it goes.
func TestOutgoing_of_a_slow_way(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("what a connection has taken counts as sent here")
	}
	url := slowServer(t, func(body io.Reader) {
		// As much each time as the system lets the other side know of.
		for piece := make([]byte, 32<<10); ; time.Sleep(500 * time.Millisecond) {
			if _, err := io.ReadFull(body, piece); err != nil {
				return
			}
		}
	})
	m := openai.New(openai.Options{Model: "m", BaseURL: url, Silence: 3 * time.Second, Retries: -1})
	o := ask(t, m, llm.Request{Messages: words(strings.Repeat("x", 480<<10))})
	if o.err != nil || o.reply.Text() != "ok" {
		t.Errorf("%q, %v; want the answer", o.reply.Text(), o.err)
	}
}

// TestOutgoing_lies_here_in_part: a connection takes no more of a request than some
// hundred kilobytes that cannot go out, so that more of it is taken when some went.
func TestOutgoing_lies_here_in_part(t *testing.T) {
	t.Parallel()
	const size = 16 << 20
	failed, took := make(chan struct{}), make(chan int64, 1)
	url := slowServer(t, func(body io.Reader) {
		<-failed // it reads nothing before
		n, _ := io.Copy(io.Discard, body)
		took <- n
	})
	m := openai.New(openai.Options{Model: "m", BaseURL: url, Silence: 300 * time.Millisecond, Retries: -1})
	o := ask(t, m, llm.Request{Messages: words(strings.Repeat("x", size))})
	close(failed)
	if o.err == nil || !strings.Contains(o.err.Message, "sent nothing for 300ms") {
		t.Errorf("%v, want that nothing was sent", o.err)
	}
	if n := <-took; n > 1<<20 {
		t.Errorf("the connection took %d bytes that lay there", n)
	}
}
