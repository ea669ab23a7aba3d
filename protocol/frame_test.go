package protocol_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/margay/margay/protocol"
)

// slow delivers a stream in reads of n bytes.
type slow struct {
	r io.Reader
	n int
}

func (s slow) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), s.n)]) }

func frames(bodies ...string) []byte {
	var out []byte
	for _, b := range bodies {
		out = protocol.AppendFrame(out, []byte(b))
	}
	return out
}

func length(n uint32) []byte { return binary.NativeEndian.AppendUint32(nil, n) }

// read reads a stream to its end and describes what came.
func read(r io.Reader) (sizes []int, err error) {
	fr := protocol.NewReader(r)
	for {
		body, err := fr.Next()
		var skipped *protocol.SkippedError
		switch {
		case errors.As(err, &skipped):
			sizes = append(sizes, -skipped.Size)
		case err != nil:
			return sizes, err
		default:
			sizes = append(sizes, len(body))
		}
	}
}

func TestReaderTable(t *testing.T) {
	t.Parallel()
	text := func(n int) string { return strings.Repeat("x", n) }
	cases := map[string]struct {
		stream []byte
		sizes  []int
		err    error
	}{
		"nothing":              {nil, nil, io.EOF},
		"one":                  {frames("{}"), []int{2}, io.EOF},
		"several_in_one_read":  {frames("{}", "[1]", "null"), []int{2, 3, 4}, io.EOF},
		"length_0_passed_over": {append(length(0), frames("{}")...), []int{2}, io.EOF},
		"end_inside_header":    {[]byte{40, 0}, nil, io.EOF},
		"end_after_header":     {length(5), nil, io.ErrUnexpectedEOF},
		"end_inside_body":      {append(length(5), "abc"...), nil, io.ErrUnexpectedEOF},
		"size_65535":           {frames(text(65535), "{}"), []int{65535, 2}, io.EOF},
		"size_65536":           {frames(text(65536), "{}"), []int{65536, 2}, io.EOF},
		"size_65537":           {frames(text(65537), "{}"), []int{65537, 2}, io.EOF},
		"longest":              {frames(text(protocol.MaxFrame), "{}"), []int{protocol.MaxFrame, 2}, io.EOF},
		"one_too_long":         {frames(text(protocol.MaxFrame+1), "{}"), []int{-protocol.MaxFrame - 1, 2}, io.EOF},
		"end_inside_skipped":   {append(length(protocol.MaxFrame+1), "abc"...), nil, io.ErrUnexpectedEOF},
		"no_length":            {[]byte("loading settings...\n"), nil, protocol.ErrNotFrames},
		"one_beyond_max_skip":  {length(protocol.MaxSkip + 1), nil, protocol.ErrNotFrames},
	}
	readers := map[string]func(io.Reader) io.Reader{
		"whole":      func(r io.Reader) io.Reader { return r },
		"one_byte":   func(r io.Reader) io.Reader { return slow{r, 1} },
		"seven_byte": func(r io.Reader) io.Reader { return slow{r, 7} },
		"data_error": iotest.DataErrReader,
	}
	for name, c := range cases {
		for way, wrap := range readers {
			t.Run(name+"/"+way, func(t *testing.T) {
				t.Parallel()
				sizes, err := read(wrap(bytes.NewReader(c.stream)))
				if !errors.Is(err, c.err) {
					t.Errorf("error %v, want %v", err, c.err)
				}
				if len(sizes) != len(c.sizes) {
					t.Fatalf("sizes %v, want %v", sizes, c.sizes)
				}
				for i := range sizes {
					if sizes[i] != c.sizes[i] {
						t.Fatalf("sizes %v, want %v", sizes, c.sizes)
					}
				}
			})
		}
	}
}

func TestReaderKeepsBodiesApart(t *testing.T) {
	t.Parallel()
	r := protocol.NewReader(bytes.NewReader(frames("first", "other")))
	a, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if string(a) != "first" {
		t.Errorf("the first body became %q: its owner is the caller", a)
	}
}

// zeros is an endless stream that holds no memory.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestReaderReusesWhatIsGivenBack, once, and not for a body that is much shorter.
func TestReaderReusesWhatIsGivenBack(t *testing.T) {
	t.Parallel()
	long, shorter, short := strings.Repeat("a", 1000), strings.Repeat("b", 900), "{}"
	r := protocol.NewReader(bytes.NewReader(frames(long, short, shorter, long)))
	next := func(want string) []byte {
		body, err := r.Next()
		if err != nil || string(body) != want {
			t.Fatalf("read %d bytes, %v; want %d", len(body), err, len(want))
		}
		return body
	}
	first := next(long)
	r.Reuse(first)
	if second := next(short); cap(second) > 100 {
		t.Errorf("a body of %d bytes holds %d", len(second), cap(second))
	}
	third := next(shorter)
	if &third[0] != &first[0] {
		t.Error("what was given back was not used")
	}
	if fourth := next(long); &fourth[0] == &first[0] || string(third) != shorter {
		t.Error("a body was used that was not given back")
	}
}

// TestLongFramesHoldNoMemory reads past 60 MB, and refuses 65 MB and a length
// that is text, each without allocating for the body.
func TestLongFramesHoldNoMemory(t *testing.T) {
	cases := map[string]struct {
		size uint32
		err  error
	}{
		"in_60mb": {60_000_000, nil},
		"in_65mb": {65 << 20, protocol.ErrNotFrames},
		"text":    {0x64616f6c, protocol.ErrNotFrames},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			body := io.LimitReader(zeros{}, 60_000_000)
			stream := io.MultiReader(bytes.NewReader(length(c.size)), body, bytes.NewReader(frames("{}")))
			r := protocol.NewReader(stream)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := r.Next()
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > 64<<10 {
				t.Errorf("%d bytes were allocated", got)
			}
			if c.err != nil {
				if !errors.Is(err, c.err) {
					t.Errorf("error %v, want %v", err, c.err)
				}
				return
			}
			var skipped *protocol.SkippedError
			if !errors.As(err, &skipped) || skipped.Fault().Reason() != protocol.ReasonTooLarge {
				t.Fatalf("error %v, want a skipped frame", err)
			}
			if next, err := r.Next(); err != nil || string(next) != "{}" {
				t.Errorf("the frame after it: %q, %v", next, err)
			}
		})
	}
}

// writes counts the calls of Write.
type writes struct {
	bytes.Buffer
	calls int
}

func (w *writes) Write(p []byte) (int, error) { w.calls++; return w.Buffer.Write(p) }

func TestWriterWritesEachFrameOnce(t *testing.T) {
	t.Parallel()
	var out writes
	w := protocol.NewWriter(&out)
	for _, body := range []string{"{}", strings.Repeat("x", protocol.MaxFrame)} {
		if err := w.WriteFrame([]byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	if out.calls != 2 {
		t.Errorf("two frames took %d writes", out.calls)
	}
	err := w.WriteFrame(make([]byte, protocol.MaxFrame+1))
	if !errors.Is(err, protocol.NewFault(protocol.ReasonTooLarge, "")) || out.calls != 2 {
		t.Errorf("a frame above the limit: %v, %d writes", err, out.calls)
	}
	if sizes, err := read(&out); len(sizes) != 2 || !errors.Is(err, io.EOF) {
		t.Errorf("read back %v, %v", sizes, err)
	}
}

func TestWriterPassesFailuresOn(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	_ = r.Close()
	if err := protocol.NewWriter(w).WriteFrame([]byte("{}")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
}

// FuzzReader checks that no stream makes the reader panic, return a body that
// is not in the stream, or go on after the end.
func FuzzReader(f *testing.F) {
	f.Add(frames("{}", "[1]"), 1)
	f.Add(append(length(0), frames("{}")...), 7)
	f.Add([]byte("loading settings...\n"), 3)
	f.Add([]byte{40, 0}, 2)
	f.Add(append(length(5), "abc"...), 64)
	f.Fuzz(func(t *testing.T, stream []byte, n int) {
		sizes, err := read(slow{bytes.NewReader(stream), 1 + (n&0xff)%97})
		if err == nil {
			t.Fatal("the reading ended without an error")
		}
		total := 0
		for _, s := range sizes {
			total += headerSize + max(s, -s)
		}
		if total > len(stream) {
			t.Fatalf("%d bytes were read from %d", total, len(stream))
		}
		whole, wholeErr := read(bytes.NewReader(stream))
		if len(whole) != len(sizes) || wholeErr.Error() != err.Error() {
			t.Fatalf("in pieces %v %v, whole %v %v", sizes, err, whole, wholeErr)
		}
	})
}

const headerSize = 4
