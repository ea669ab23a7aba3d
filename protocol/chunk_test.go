package protocol_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/margay/margay/protocol"
)

func admitAll(protocol.Head, string) (int, *protocol.Fault) { return protocol.MaxMessage, nil }

// pieces cuts a message and reads the chunks back.
func pieces(t testing.TB, message []byte, stream int64, route string) []protocol.Chunk {
	t.Helper()
	chunks := make([]protocol.Chunk, protocol.Pieces(len(message)))
	for i := range chunks {
		frame := protocol.AppendPiece(nil, message, stream, i, route)
		if len(frame) > protocol.ChunkAbove {
			t.Fatalf("piece %d is a frame of %d bytes", i, len(frame))
		}
		m, fault := protocol.ParseMessage(frame)
		if fault != nil || m.Method != protocol.ChunkNotice.Name || m.ID != nil {
			t.Fatalf("piece %d: %+v, %v", i, m, fault)
		}
		var err error
		if chunks[i], err = protocol.ReadChunk(m.Params, nil); err != nil {
			t.Fatal(err)
		}
	}
	return chunks
}

func message(size int) []byte {
	m := protocol.AppendCall(nil, "7", "x.y", nil)
	m = append(m[:len(m)-1], `,"params":{"pad":"`...)
	return append(append(m, strings.Repeat("€", (size-len(m)-3)/3)...), `"}}`...)
}

func TestMessagesAreCutAndJoined(t *testing.T) {
	t.Parallel()
	if n := protocol.Pieces(protocol.ChunkAbove); n != 0 {
		t.Errorf("a message of exactly ChunkAbove takes %d pieces", n)
	}
	for name, size := range map[string]int{
		"just_above": protocol.ChunkAbove + 3, "even": 2 * protocol.ChunkBytes, "one_more": 2*protocol.ChunkBytes + 1,
		"a_mebibyte": 1 << 20, "4_mb": 4 << 20, "longest": protocol.MaxMessage - 4,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := message(size)
			j := protocol.NewJoiner(admitAll)
			chunks := pieces(t, want, 3, "x.y")
			for i, c := range chunks {
				whole, err := j.Add(c)
				if err != nil {
					t.Fatal(err)
				}
				if last := i == len(chunks)-1; (whole != nil) != last {
					t.Fatalf("piece %d of %d: %v", i, len(chunks), whole)
				} else if last && (!bytes.Equal(whole.Body, want) || whole.Route != "x.y") {
					t.Fatal("the joined message is another")
				}
			}
		})
	}
}

func TestStreamsAreJoinedSideBySide(t *testing.T) {
	t.Parallel()
	j := protocol.NewJoiner(admitAll)
	var rows [][]protocol.Chunk
	for s := range protocol.MaxPartial {
		rows = append(rows, pieces(t, message(300_000+s), int64(s), "x.y"))
	}
	done := 0
	for n := range rows[0] {
		for _, row := range rows {
			whole, err := j.Add(row[n])
			if err != nil {
				t.Fatal(err)
			}
			if whole != nil {
				done++
			}
		}
	}
	if done != protocol.MaxPartial {
		t.Errorf("%d of %d messages were joined", done, protocol.MaxPartial)
	}
}

func TestJoinerRefuses(t *testing.T) {
	t.Parallel()
	admit := func(h protocol.Head, route string) (int, *protocol.Fault) {
		switch route {
		case "small":
			return 300_000, nil
		case "closed":
			return 0, protocol.NewFault(protocol.ReasonNotAllowed, "closed")
		}
		return protocol.MaxMessage, nil
	}
	cases := map[string]struct {
		route  string
		spoil  func(c []protocol.Chunk) []protocol.Chunk
		reason protocol.Reason
	}{
		"over_the_cap_of_the_route": {"small", func(c []protocol.Chunk) []protocol.Chunk { return c }, protocol.ReasonTooLarge},
		"not_admitted":              {"closed", func(c []protocol.Chunk) []protocol.Chunk { return c }, protocol.ReasonNotAllowed},
		"over_any_cap":              {"x.y", func(c []protocol.Chunk) []protocol.Chunk { c[0].Size = protocol.MaxMessage + 1; return c }, protocol.ReasonTooLarge},
		"begun_twice":               {"x.y", func(c []protocol.Chunk) []protocol.Chunk { return append(c[:1:1], c...) }, protocol.ReasonInvalidRequest},
		"piece_missing":             {"x.y", func(c []protocol.Chunk) []protocol.Chunk { return append(c[:1:1], c[2:]...) }, protocol.ReasonInvalidRequest},
		"piece_twice":               {"x.y", func(c []protocol.Chunk) []protocol.Chunk { return append(c[:2:2], c[1:]...) }, protocol.ReasonInvalidRequest},
		"number_negative":           {"x.y", func(c []protocol.Chunk) []protocol.Chunk { c[1].Number = -1; return c }, protocol.ReasonInvalidRequest},
		"total_changes":             {"x.y", func(c []protocol.Chunk) []protocol.Chunk { c[1].Total++; return c }, protocol.ReasonInvalidRequest},
		"size_changes":              {"x.y", func(c []protocol.Chunk) []protocol.Chunk { c[1].Size++; return c }, protocol.ReasonInvalidRequest},
		"empty_piece":               {"x.y", func(c []protocol.Chunk) []protocol.Chunk { c[1].Data = nil; return c }, protocol.ReasonInvalidRequest},
		"longer_than_stated": {"x.y", func(c []protocol.Chunk) []protocol.Chunk {
			for i := range c {
				c[i].Size -= 10
			}
			return c
		}, protocol.ReasonInvalidRequest},
		"shorter_than_stated": {"x.y", func(c []protocol.Chunk) []protocol.Chunk {
			for i := range c {
				c[i].Size += 10
			}
			return c
		}, protocol.ReasonInvalidRequest},
		"size_0":                 {"x.y", func(c []protocol.Chunk) []protocol.Chunk { c[0].Size = 0; return c }, protocol.ReasonInvalidRequest},
		"total_0":                {"x.y", func(c []protocol.Chunk) []protocol.Chunk { c[0].Total = 0; return c }, protocol.ReasonInvalidRequest},
		"more_pieces_than_bytes": {"x.y", func(c []protocol.Chunk) []protocol.Chunk { c[0].Total = c[0].Size + 1; return c }, protocol.ReasonInvalidRequest},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := protocol.NewJoiner(admit)
			faults := 0
			for _, chunk := range c.spoil(pieces(t, message(600_000), 1, c.route)) {
				whole, err := j.Add(chunk)
				if whole != nil {
					t.Fatal("a message came out")
				}
				var je *protocol.JoinError
				if errors.As(err, &je) {
					faults++
					if je.Fault.Reason() != c.reason || je.Head.ID == nil || *je.Head.ID != "7" {
						t.Errorf("fault %v, head %+v", je.Fault, je.Head)
					}
				}
			}
			if faults != 1 {
				t.Errorf("%d faults; one is said and the rest passed over", faults)
			}
			// The joiner is as good as new.
			for _, chunk := range pieces(t, message(600_000), 1, "x.y") {
				if _, err := j.Add(chunk); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestJoinerBoundsWhatIsHalfJoined(t *testing.T) {
	t.Parallel()
	first := func(stream int64, size int) protocol.Chunk {
		return protocol.Chunk{Stream: stream, Total: 100, Size: size, Route: "x.y", Data: []byte(`{"id":1,"method":"x.y",`)}
	}
	tooLarge := protocol.NewFault(protocol.ReasonTooLarge, "")
	t.Run("number", func(t *testing.T) {
		t.Parallel()
		j := protocol.NewJoiner(admitAll)
		for s := range protocol.MaxPartial {
			if _, err := j.Add(first(int64(s), 1000)); err != nil {
				t.Fatal(err)
			}
		}
		var je *protocol.JoinError
		if _, err := j.Add(first(99, 1000)); !errors.As(err, &je) || !errors.Is(je.Fault, tooLarge) {
			t.Errorf("one more: %v", err)
		}
	})
	t.Run("bytes", func(t *testing.T) {
		t.Parallel()
		j := protocol.NewJoiner(admitAll)
		n := protocol.MaxPartialBytes / protocol.MaxMessage
		for s := range n {
			if _, err := j.Add(first(int64(s), protocol.MaxMessage)); err != nil {
				t.Fatal(err)
			}
		}
		var je *protocol.JoinError
		if _, err := j.Add(first(99, 1000)); !errors.As(err, &je) || !errors.Is(je.Fault, tooLarge) {
			t.Errorf("one more: %v", err)
		}
	})
}

// FuzzJoin feeds arbitrary pieces. It checks that nothing comes out that was
// not stated, that memory stays within the limits and that the joiner stays
// usable.
func FuzzJoin(f *testing.F) {
	f.Add([]byte{0, 0, 2, 6, 3, 0, 1, 2, 6, 3})
	f.Add([]byte{1, 0, 3, 9, 3, 1, 2, 3, 9, 3, 1, 1, 3, 9, 3})
	f.Add([]byte{0, 0, 1, 0, 0, 0, 0, 1, 5, 5})
	f.Fuzz(func(t *testing.T, script []byte) {
		sizes := map[int64]int{}
		j := protocol.NewJoiner(func(protocol.Head, string) (int, *protocol.Fault) { return 200, nil })
		for len(script) >= 5 {
			c := protocol.Chunk{
				Stream: int64(script[0] % 20), Number: int(int8(script[1])), Total: int(int8(script[2])),
				Size: int(script[3]), Data: bytes.Repeat([]byte{script[4]}, int(script[4])),
			}
			script = script[5:]
			if c.Number == 0 {
				sizes[c.Stream] = c.Size
			}
			whole, err := j.Add(c)
			if whole != nil && (err != nil || len(whole.Body) != sizes[c.Stream] || len(whole.Body) > 200) {
				t.Fatalf("%d bytes came out, %d were stated, %v", len(whole.Body), sizes[c.Stream], err)
			}
		}
		want := binary.NativeEndian.AppendUint32(nil, 42)
		for n := range 2 {
			// A stream number that the script cannot have used.
			whole, err := j.Add(protocol.Chunk{Stream: 99, Number: n, Total: 2, Size: 4, Data: want[2*n : 2*n+2]})
			var je *protocol.JoinError
			if errors.As(err, &je) && je.Fault.Reason() == protocol.ReasonTooLarge {
				return // the script left MaxPartial messages half sent
			}
			if err != nil || n == 1 && !bytes.Equal(whole.Body, want) {
				t.Fatalf("the joiner was spoilt: %v, %v", whole, err)
			}
		}
	})
}

// FuzzReadChunk compares the quick reader of chunks with the general one.
func FuzzReadChunk(f *testing.F) {
	for _, s := range []string{
		`{"stream":1,"number":0,"total":2,"size":9,"route":"x.y","data":"aGVsbG8="}`, `{"data":"aGVs\u0062G8="}`,
		`{"data":"aGVs","data":"aGVs"}`, `{"Data":"aGVs"}`, `{"data":""}`, `{"data":null}`, `{"data":"#"}`, `[]`, `null`, `{"data":5}`,
		"{\"data\":\"\xff\"}", `{"data":"aGVs"} x`, `{"data":"aGVs","x":`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, params []byte) {
		got, err := protocol.ReadChunk(params, make([]byte, 3, 7)) // some fit there, some do not
		var want protocol.Chunk
		wantErr := protocol.Unmarshal(params, &want)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: %v, in general %v", params, err, wantErr)
		}
		if err == nil && (!bytes.Equal(got.Data, want.Data) || got.Stream != want.Stream || got.Size != want.Size || got.Route != want.Route) {
			t.Fatalf("%q: %+v, in general %+v", params, got, want)
		}
	})
}
