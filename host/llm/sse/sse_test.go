package sse_test

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/margay/margay/host/llm/sse"
)

// pieces reads at most n bytes at a time.
type pieces struct {
	r io.Reader
	n int
}

func (p pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), p.n)]) }

func readAll(t *testing.T, r io.Reader, limit int) ([]sse.Event, error) {
	t.Helper()
	rd := sse.NewReader(r, limit)
	var out []sse.Event
	for {
		ev, err := rd.Next()
		if err != nil {
			return out, err
		}
		out = append(out, ev)
	}
}

func TestReader(t *testing.T) {
	t.Parallel()
	msg := func(data string) sse.Event { return sse.Event{Name: "message", Data: data} }
	for _, c := range []struct {
		name, in string
		want     []sse.Event
	}{
		{"one_event", "data: a\n\n", []sse.Event{msg("a")}},
		{"no_space_after_colon", "data:a\n\n", []sse.Event{msg("a")}},
		{"only_one_space_goes", "data:  a\n\n", []sse.Event{msg(" a")}},
		{"several_lines", "data: a\ndata: b\ndata:\n\n", []sse.Event{msg("a\nb\n")}},
		{"crlf", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", []sse.Event{msg("a\nb"), msg("c")}},
		{"cr_alone", "data: a\r\rdata: b\r\r", []sse.Event{msg("a"), msg("b")}},
		{"comments_and_unknown_fields", ": hi\nretry: 3\nid: 1\nfoo\ndata: a\n: x\n\n", []sse.Event{msg("a")}},
		{"empty_data_is_an_event", "data\n\ndata:\n\n", []sse.Event{msg("")}},
		{"name_resets", "event: e\ndata: a\n\ndata: b\n\n", []sse.Event{{Name: "e", Data: "a"}, msg("b")}},
		{"name_without_data_is_none", "event: e\n\ndata: b\n\n", []sse.Event{msg("b")}},
		{"byte_order_mark", "\xEF\xBB\xBFdata: a\n\n", []sse.Event{msg("a")}},
		{"cut_after_a_line", "data: a\n", []sse.Event{{Name: "message", Data: "a", Cut: true}}},
		{"cut_in_a_line", "data: a\n\ndata: [DO", []sse.Event{msg("a"), {Name: "message", Data: "[DO", Cut: true}}},
		{"nothing", "", nil},
		{"colon_in_value", "data: a: b\n\n", []sse.Event{msg("a: b")}},
	} {
		for _, n := range []int{1, 2, 7, 1 << 20} {
			got, err := readAll(t, pieces{strings.NewReader(c.in), n}, 0)
			if err != io.EOF || !reflect.DeepEqual(got, c.want) { //nolint:errorlint // exactly EOF is promised
				t.Errorf("%s in pieces of %d: %+v, %v; want %+v, EOF", c.name, n, got, err, c.want)
			}
		}
	}
}

func TestDoneIsToldFromTheEnd(t *testing.T) {
	t.Parallel()
	got, _ := readAll(t, strings.NewReader("data: [DONE]\n\n"), 0)
	if len(got) != 1 || !got[0].Done() {
		t.Errorf("got %+v, want one event that is the end mark", got)
	}
}

func TestLongLinesPassAndTheLimitHolds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	got, err := readAll(t, pieces{strings.NewReader("data: " + long + "\n\n"), 4000}, 0)
	if err != io.EOF || len(got) != 1 || got[0].Data != long { //nolint:errorlint // exactly EOF is promised
		t.Errorf("a line of 1 MiB: %d events, %v", len(got), err)
	}
	for _, in := range []string{
		"data: " + strings.Repeat("x", 3000) + "\n\n",
		strings.Repeat("data: xxxxxxxxxx\n", 300) + "\n",
		strings.Repeat(":", 3000),
	} {
		if _, err := readAll(t, strings.NewReader(in), 1000); !errors.Is(err, sse.ErrTooLong) {
			t.Errorf("%.20q…: %v, want ErrTooLong", in, err)
		}
	}
}

func TestASourceThatFailsSaysSo(t *testing.T) {
	t.Parallel()
	broken := errors.New("reset by peer")
	src := io.MultiReader(strings.NewReader("data: a\n\ndata: half"), iotest.ErrReader(broken))
	got, err := readAll(t, src, 0)
	if !errors.Is(err, broken) || len(got) != 1 {
		t.Errorf("got %+v, %v; want one event and the source's error", got, err)
	}
}

func FuzzReader(f *testing.F) {
	f.Add("data: a\r\n\r\n: c\rdata:b\n\n", uint8(1))
	f.Add("\xEF\xBB\xBFdata: [DONE]", uint8(2))
	f.Fuzz(func(t *testing.T, in string, n uint8) {
		whole, err := readAll(t, strings.NewReader(in), 0)
		if err != io.EOF { //nolint:errorlint // exactly EOF is promised
			t.Fatalf("a sound source gave %v", err)
		}
		cut, _ := readAll(t, pieces{strings.NewReader(in), int(n%16) + 1}, 0)
		if !reflect.DeepEqual(whole, cut) {
			t.Fatalf("cut into pieces: %+v\nwhole: %+v", cut, whole)
		}
		for _, ev := range whole {
			if strings.ContainsRune(ev.Data, '\r') {
				t.Fatalf("a line end inside data: %q", ev.Data)
			}
		}
	})
}
