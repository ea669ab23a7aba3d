package rpc_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// delivered is a stream that gives its bytes in reads of n and takes what is
// written. It ends quietly.
type delivered struct {
	io.Reader
	io.Writer
	io.Closer
}

// slow gives n bytes at a time, for the first slowReads reads.
type slow struct {
	r io.Reader
	n int

	reads int
}

const slowReads = 50_000

func (s *slow) Read(p []byte) (int, error) {
	if s.reads++; s.reads > slowReads {
		return s.r.Read(p)
	}
	return s.r.Read(p[:min(len(p), s.n)])
}

// converse gives a server the bytes of a stream, n at a time, then ends it, and
// returns what the server said and why the link ended.
func converse(t *testing.T, stream []byte, n int) (said []protocol.Message, ended error) {
	t.Helper()
	near, far := net.Pipe()
	p := rpc.New(delivered{&slow{r: bytes.NewReader(stream), n: n}, near, near}, server(t))
	r := protocol.NewReader(far)
	for {
		body, err := r.Next()
		if err != nil {
			break
		}
		m, fault := protocol.ParseMessage(body)
		if fault != nil {
			t.Fatal(fault)
		}
		said = append(said, m)
	}
	<-p.Done()
	ended = p.Err()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	return said, ended
}

// brief writes a message as its id and what it carries.
func brief(m protocol.Message) string {
	id := "null"
	if m.ID != nil {
		id = string(*m.ID)
	}
	if m.Error != nil {
		return id + " " + string(m.Error.Reason())
	}
	return id + " " + string(m.Result)
}

// TestFrameCases feeds the recorded streams, whole and in pieces.
func TestFrameCases(t *testing.T) {
	t.Parallel()
	const pong = ` {"product":"margay"}`
	cases := map[string]struct {
		said []string
		end  error
	}{
		"bad-ids": {[]string{
			"null invalid_request", `"a-1"` + pong, "-1" + pong, "9007199254740993" + pong, "1" + pong, "1" + pong, "null invalid_request",
		}, io.EOF},
		"cut-in-header":           {nil, io.EOF},
		"json-not-object":         {[]string{"null invalid_request", "null invalid_request", "null invalid_request", "null invalid_request", "1" + pong}, io.EOF},
		"newline-bytes-in-length": {[]string{"3" + pong}, io.EOF},
		"not-json":                {[]string{"null parse_error", "1" + pong}, io.EOF},
		"text-instead-of-length":  {nil, protocol.ErrNotFrames},
		"two-frames-one-write":    {[]string{"1" + pong, "2" + pong}, io.EOF},
		"unknown-type-and-extra":  {[]string{"7 method_not_found", "1" + pong}, io.EOF},
		"zero-length":             {[]string{"1" + pong}, io.EOF},
	}
	files, err := filepath.Glob("../../protocol/testdata/frames/*.hex")
	if err != nil || len(files) != len(cases) {
		t.Fatalf("%d files, %d outcomes, %v", len(files), len(cases), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".hex")
		want, ok := cases[name]
		if !ok {
			t.Errorf("%s has no outcome here", name)
			continue
		}
		stream := readHex(t, file)
		for way, n := range map[string]int{"whole": len(stream), "one_byte": 1, "seven_byte": 7} {
			t.Run(name+"/"+way, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					said, ended := converse(t, stream, n)
					var got []string
					for _, m := range said {
						got = append(got, brief(m))
					}
					if strings.Join(got, "\n") != strings.Join(want.said, "\n") {
						t.Errorf("said\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want.said, "\n"))
					}
					if !errors.Is(ended, want.end) {
						t.Errorf("ended with %v, want %v", ended, want.end)
					}
				})
			})
		}
	}
}

// readHex reads a recorded stream. The files hold little-endian lengths.
func readHex(t *testing.T, file string) []byte {
	t.Helper()
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("the recorded streams are little-endian, and this machine is not")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var digits strings.Builder
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "#") {
			digits.WriteString(strings.Join(strings.Fields(line), ""))
		}
	}
	stream, err := hex.DecodeString(digits.String())
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// TestSizes sends calls and takes answers of the sizes at which something
// changes, whole and in small reads.
func TestSizes(t *testing.T) {
	t.Parallel()
	around := len(protocol.AppendResult(nil, "7", nil))
	for name, size := range map[string]int{
		"65535": 65535, "65536": 65536, "65537": 65537,
		"chunk_above": protocol.ChunkAbove, "one_more": protocol.ChunkAbove + 1,
		"out_just_fits": 1 << 20, "4_mb": 4_000_000, "out_multibyte": 1_800_000 + len(`{"t":""}`) + around,
	} {
		for way, n := range map[string]int{"whole": 1 << 20, "one_byte": 1, "seven_byte": 7} {
			if n == 1 && size > 1<<20 {
				continue // several pieces in single bytes are in the smaller ones
			}
			t.Run(name+"/"+way, func(t *testing.T) {
				t.Parallel()
				text := padding(size - around - len(`{"t":}`))
				if name == "out_multibyte" {
					text = []byte(`"` + strings.Repeat("€", 600_000) + `"`)
				}
				echoes(t, []byte(`{"t":`+string(text)+`}`), size, n)
			})
		}
	}
}

// echoes sends a call whose answer is size bytes long and joins the answer.
func echoes(t *testing.T, params []byte, size, n int) {
	t.Helper()
	near, far := net.Pipe()
	// The pipe is read in large pieces and handed on in small ones.
	p := rpc.New(delivered{&slow{r: bufio.NewReaderSize(near, 1<<16), n: n}, near, near}, rpc.Options{
		Mux: testMux(), Log: logTo(t), Groups: []protocol.Group{protocol.GroupClient},
	})
	defer func() { _ = p.Close() }()
	caller := rpc.New(far, rpc.Options{Log: logTo(t)})
	defer func() { _ = caller.Close() }()
	var raw rawResult
	if err := caller.Call(t.Context(), echoRoute.Info(), rawResult{params}, &raw); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(raw.text, params) {
		t.Errorf("%d bytes came back of %d", len(raw.text), len(params))
	}
	if got := len(protocol.AppendResult(nil, "7", params)); got != size {
		t.Errorf("the answer was %d bytes, want %d", got, size)
	}
}

// rawResult is JSON text that stays as it is.
type rawResult struct{ text []byte }

func (r rawResult) MarshalJSON() ([]byte, error)  { return r.text, nil }
func (r *rawResult) UnmarshalJSON(b []byte) error { r.text = append([]byte(nil), b...); return nil }
