package bridge_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/margay/margay/host/bridge"
	"github.com/margay/margay/protocol"
)

const origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop/"

func frame(body string) []byte { return protocol.AppendFrame(nil, []byte(body)) }

// header is the beginning of a frame that states its size.
func header(size uint32) []byte { return binary.NativeEndian.AppendUint32(nil, size) }

// fakeDaemon is the daemon's end of a link: it reads the preface and the ping
// and answers with reply.
func fakeDaemon(t *testing.T, reply string) (near net.Conn, far chan io.ReadWriteCloser) {
	t.Helper()
	near, end := net.Pipe()
	far = make(chan io.ReadWriteCloser, 1)
	go func() {
		in := protocol.NewReader(end)
		preface, err := in.Next()
		if err != nil || !bytes.Contains(preface, []byte(`"$/preface"`)) || !bytes.Contains(preface, []byte(origin)) {
			t.Errorf("first frame %s, %v, want the preface", preface, err)
		}
		if ping, err := in.Next(); err != nil || !bytes.Contains(ping, []byte(`"ping"`)) {
			t.Errorf("second frame %s, %v, want a ping", ping, err)
		}
		if reply != "" {
			_, _ = end.Write(frame(reply))
		} else {
			_ = end.Close()
		}
		far <- end
	}()
	return near, far
}

const pong = `{"jsonrpc":"2.0","id":"bridge","result":{"product":"margay"}}`

func options(stdin io.Reader, stdout io.Writer, reach func(context.Context) (net.Conn, error)) bridge.Options {
	return bridge.Options{
		Preface: protocol.Preface{Origin: origin}, Origins: []string{origin}, Reach: reach,
		Run:   func(command string) string { return "/opt/bin/margay " + command + " --data /d" },
		Stdin: stdin, Stdout: stdout, Stderr: io.Discard,
	}
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		args []string
		want string
	}{
		"linux": {[]string{origin}, origin}, "windows": {[]string{origin, "--parent-window=0"}, origin},
		"command": {[]string{"run", origin}, ""}, "nothing": {nil, ""}, "web": {[]string{"https://example.com/"}, ""},
	} {
		if got, ok := bridge.Origin(tc.args); got != tc.want || ok != (tc.want != "") {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}

func TestRun_carries_both_ways_until_the_daemon_goes(t *testing.T) {
	t.Parallel()
	near, far := fakeDaemon(t, pong)
	stdin, browser := io.Pipe()
	defer func() { _ = browser.Close() }()
	var out bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- bridge.Run(t.Context(), options(stdin, &out, func(context.Context) (net.Conn, error) { return near, nil }))
	}()
	end := <-far
	asked := frame(`{"jsonrpc":"2.0","id":1,"method":"hello"}`)
	if _, err := browser.Write(asked); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(asked))
	if _, err := io.ReadFull(end, got); err != nil || !bytes.Equal(got, asked) {
		t.Errorf("to the daemon went %q, %v", got, err)
	}
	answer := frame(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	if _, err := end.Write(answer); err != nil {
		t.Fatal(err)
	}
	_ = end.Close()
	if c := <-code; c != bridge.ExitDaemonGone {
		t.Errorf("exit code %d", c)
	}
	if !bytes.Equal(out.Bytes(), answer) {
		t.Errorf("to the browser went %q", out.Bytes())
	}
}

func TestRun_tries_again_while_the_daemon_is_leaving(t *testing.T) {
	t.Parallel()
	var reached atomic.Int32
	reach := func(context.Context) (net.Conn, error) {
		if reached.Add(1) < 3 {
			near, _ := fakeDaemon(t, "")
			return near, nil
		}
		near, _ := fakeDaemon(t, pong)
		return near, nil
	}
	if code := bridge.Run(t.Context(), options(strings.NewReader(""), io.Discard, reach)); code != bridge.ExitOK || reached.Load() != 3 {
		t.Errorf("exit code %d after %d tries", code, reached.Load())
	}
}

func TestRun_answers_when_no_daemon_can_be_had(t *testing.T) {
	t.Parallel()
	fault := protocol.NewFault(protocol.ReasonStoreLocked, "Process 7 holds it.").WithNext("Run: kill 7")
	for name, tc := range map[string]struct {
		err   error
		in    []byte
		out   []string // what each answer must hold
		code  int
		reply string // what the daemon says to the ping; "-" keeps Reach from connecting
	}{
		"hello_twice":        {err: fault, in: append(frame(`{"jsonrpc":"2.0","id":1,"method":"hello"}`), frame(`{"jsonrpc":"2.0","id":"x","method":"hello"}`)...), out: []string{`"id":1,"error":{"code":-32012,"message":"Process 7 holds it.","data":{"reason":"store_locked","next":"Run: kill 7"}}`, `"id":"x"`}, code: bridge.ExitNoDaemon, reply: "-"},
		"plain_error":        {err: errors.New("no room"), in: frame(`{"jsonrpc":"2.0","id":1,"method":"hello"}`), out: []string{`no room.","data":{"reason":"no_daemon","next":"To see why, and what mends it, run: /opt/bin/margay doctor --data /d."`}, code: bridge.ExitNoDaemon, reply: "-"},
		"ping":               {err: fault, in: frame(`{"jsonrpc":"2.0","id":1,"method":"ping"}`), out: []string{`"result":{"product":"margay"}`}, code: bridge.ExitNoDaemon, reply: "-"},
		"another_call":       {err: fault, in: frame(`{"jsonrpc":"2.0","id":1,"method":"run.list"}`), out: []string{`hello_first`}, code: bridge.ExitNoDaemon, reply: "-"},
		"notice_and_answer":  {err: fault, in: append(frame(`{"jsonrpc":"2.0","method":"run.credit"}`), frame(`{"jsonrpc":"2.0","id":3,"result":{}}`)...), code: bridge.ExitNoDaemon, reply: "-"},
		"no_json":            {err: fault, in: frame(`hello`), out: []string{`"id":null,"error":{"code":-32700`}, code: bridge.ExitNoDaemon, reply: "-"},
		"too_long":           {err: fault, in: append(header(protocol.MaxFrame+1), make([]byte, protocol.MaxFrame+1)...), out: []string{`too_large`}, code: bridge.ExitNoDaemon, reply: "-"},
		"cut_in_header":      {err: fault, in: []byte{40, 0}, code: bridge.ExitNoDaemon, reply: "-"},
		"text":               {err: fault, in: []byte("loading settings...\n"), code: bridge.ExitNotFrames, reply: "-"},
		"daemon_refuses":     {in: frame(`{"jsonrpc":"2.0","id":1,"method":"hello"}`), out: []string{`does not answer`}, code: bridge.ExitNoDaemon, reply: `{"jsonrpc":"2.0","id":"bridge","error":{"code":-32603,"message":"broken"}}`},
		"daemon_is_no_peer":  {in: frame(`{"jsonrpc":"2.0","id":1,"method":"hello"}`), out: []string{`does not answer`}, code: bridge.ExitNoDaemon, reply: `{"jsonrpc":"2.0","id":"other","result":{}}`},
		"daemon_speaks_junk": {in: frame(`{"jsonrpc":"2.0","id":1,"method":"hello"}`), out: []string{`Run: /opt/bin/margay stop --data /d. If`}, code: bridge.ExitNoDaemon, reply: `junk`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			code := bridge.Run(t.Context(), options(bytes.NewReader(tc.in), &out, func(context.Context) (net.Conn, error) {
				if tc.reply == "-" {
					return nil, tc.err
				}
				near, _ := fakeDaemon(t, tc.reply)
				return near, nil
			}))
			if code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
			answers := protocol.NewReader(&out)
			for _, want := range tc.out {
				if body, err := answers.Next(); err != nil || !strings.Contains(string(body), want) {
					t.Errorf("answer %s, %v, want one with %s", body, err, want)
				}
			}
			if body, err := answers.Next(); !errors.Is(err, io.EOF) {
				t.Errorf("one answer too many: %s, %v", body, err)
			}
		})
	}
}

func TestRun_foreign_caller_that_says_nothing(t *testing.T) {
	t.Parallel()
	stdin, browser := io.Pipe()
	defer func() { _ = browser.Close() }()
	o := options(stdin, io.Discard, nil) // reaching would panic
	o.Preface.Origin = "https://example.com/"
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if code := bridge.Run(ctx, o); code != bridge.ExitForeign {
		t.Errorf("exit code %d", code)
	}
}

func TestCopyFrames(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("x", 300<<10)
	for name, tc := range map[string]struct {
		in    []byte
		limit uint32
		want  error
		kept  int // bytes that pass; -1: all
	}{
		"empty":             {nil, 10, nil, -1},
		"zero_length":       {append(header(0), frame("{}")...), 10, nil, -1},
		"two_in_one_read":   {append(frame("{}"), frame("[]")...), 10, nil, -1},
		"longer_than_buf":   {append(frame(big), frame("{}")...), 1 << 20, nil, -1},
		"at_the_limit":      {frame("1234567890"), 10, nil, -1},
		"over_the_limit":    {frame("12345678901"), 10, protocol.ErrNotFrames, 0},
		"text":              {[]byte("loading settings..."), protocol.MaxSkip, protocol.ErrNotFrames, 0},
		"cut_in_header":     {[]byte{40, 0}, 100, nil, -1},
		"cut_in_body":       {frame("{}")[:5], 100, nil, -1},
		"newline_in_length": {append(header(0x0d0a), make([]byte, 0x0d0a)...), protocol.MaxFrame, nil, -1},
	} {
		for reader, wrap := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "bytewise": iotest.OneByteReader, "halves": iotest.HalfReader,
		} {
			t.Run(name+"_"+reader, func(t *testing.T) {
				t.Parallel()
				var out bytes.Buffer
				err := bridge.CopyFrames(&out, wrap(bytes.NewReader(tc.in)), tc.limit)
				if !errors.Is(err, tc.want) {
					t.Errorf("error %v, want %v", err, tc.want)
				}
				if tc.kept < 0 && !bytes.Equal(out.Bytes(), tc.in) {
					t.Errorf("%d bytes passed of %d", out.Len(), len(tc.in))
				}
				// What came before the length was whole may have passed; the body never does.
				if tc.kept == 0 && out.Len() > 3 {
					t.Errorf("%d bytes passed of what is no frame", out.Len())
				}
			})
		}
	}
}

// FuzzCopyFrames compares the copy with the reader of frames: the same streams
// are sound to both.
func FuzzCopyFrames(f *testing.F) {
	f.Add([]byte(nil), byte(1))
	f.Add(append(frame("{}"), frame(`{"a":1}`)...), byte(3))
	f.Add([]byte("loading settings...\n"), byte(7))
	f.Add([]byte{40, 0}, byte(1))
	f.Add(frame("{}")[:5], byte(2))
	f.Fuzz(func(t *testing.T, in []byte, piece byte) {
		var out bytes.Buffer
		err := bridge.CopyFrames(&out, &pieces{in, int(piece)%16 + 1}, protocol.MaxSkip)
		r := protocol.NewReader(bytes.NewReader(in))
		var read error
		for read == nil || errors.As(read, new(*protocol.SkippedError)) {
			_, read = r.Next()
		}
		if notFrames := errors.Is(read, protocol.ErrNotFrames); notFrames != errors.Is(err, protocol.ErrNotFrames) {
			t.Errorf("copy says %v, reader %v", err, read)
		}
		if err == nil && !bytes.Equal(out.Bytes(), in) {
			t.Errorf("%d bytes passed of %d", out.Len(), len(in))
		}
	})
}

// pieces hands out a few bytes at a time.
type pieces struct {
	left []byte
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.left) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.left[:min(p.size, len(p.left))])
	p.left = p.left[n:]
	return n, nil
}

// FuzzAnswer feeds anything to a bridge without a daemon: whatever it answers
// is whole frames of JSON-RPC.
func FuzzAnswer(f *testing.F) {
	f.Add(frame(`{"jsonrpc":"2.0","id":1,"method":"hello"}`))
	f.Add(frame(`{"jsonrpc":"2.0","id":-9007199254740993,"method":"ping"}`))
	f.Add(frame(`[1,2]`))
	f.Add(append(frame(`{"id":null,"method":"x"}`), 1, 2))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		bridge.Run(t.Context(), options(bytes.NewReader(in), &out, func(context.Context) (net.Conn, error) {
			return nil, errors.New("none")
		}))
		for r := protocol.NewReader(&out); ; {
			body, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil || !bytes.HasPrefix(body, []byte(`{"jsonrpc":"2.0","id":`)) {
				t.Fatalf("answered %q, %v", body, err)
			}
		}
	})
}
