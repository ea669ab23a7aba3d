package protocol_test

import (
	"testing"

	"github.com/margay/margay/protocol"
)

// BenchmarkRead is what it costs to read one long message: its envelope, and a
// chunk of it.
func BenchmarkRead(b *testing.B) {
	b.Run("envelope_5mb", func(b *testing.B) {
		m := message(5_000_000)
		b.SetBytes(int64(len(m)))
		for b.Loop() {
			if _, fault := protocol.ParseMessage(m); fault != nil {
				b.Fatal(fault)
			}
		}
	})
	b.Run("chunk", func(b *testing.B) {
		piece := protocol.AppendPiece(nil, message(5_000_000), 1, 0, "x.y")
		b.SetBytes(protocol.ChunkBytes)
		b.ReportAllocs()
		var room []byte
		for b.Loop() {
			m, fault := protocol.ParseMessage(piece)
			if fault != nil {
				b.Fatal(fault)
			}
			c, err := protocol.ReadChunk(m.Params, room)
			if err != nil {
				b.Fatal(err)
			}
			room = c.Data
		}
	})
	b.Run("small_envelope", func(b *testing.B) {
		m := []byte(`{"jsonrpc":"2.0","id":7,"method":"run.credit","params":{"subscription":1,"frames":3,"bytes":4000}}`)
		b.ReportAllocs()
		for b.Loop() {
			if _, fault := protocol.ParseMessage(m); fault != nil {
				b.Fatal(fault)
			}
		}
	})
}
