package protocol

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"reflect"
	"strconv"
)

// Pieces is how many chunks a message of a size travels in; 0 means that it
// travels whole.
func Pieces(size int) int {
	if size <= ChunkAbove {
		return 0
	}
	return (size + ChunkBytes - 1) / ChunkBytes
}

// AppendPiece appends the notification that carries piece number n of a
// message. It cuts bytes, not characters: the other side joins before it reads.
// Route travels on piece 0, see Chunk.
func AppendPiece(dst, message []byte, stream int64, n int, route string) []byte {
	start := n * ChunkBytes
	end := min(start+ChunkBytes, len(message))
	dst = append(dst, `{"jsonrpc":"2.0","method":"$/chunk","params":{"stream":`...)
	dst = strconv.AppendInt(dst, stream, 10)
	dst = append(dst, `,"number":`...)
	dst = strconv.AppendInt(dst, int64(n), 10)
	dst = append(dst, `,"total":`...)
	dst = strconv.AppendInt(dst, int64(Pieces(len(message))), 10)
	dst = append(dst, `,"size":`...)
	dst = strconv.AppendInt(dst, int64(len(message)), 10)
	if n == 0 {
		dst = append(dst, `,"route":`...)
		dst = appendText(dst, route)
	}
	dst = append(dst, `,"data":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, message[start:end])
	return append(dst, `"}}`...)
}

var chunkShape = reflect.TypeFor[Chunk]()

// ReadChunk decodes the parameters of a chunk as Unmarshal does, in one pass
// over its data: long messages are mostly that. The data is written over room
// where it fits there, so that one slice serves all chunks of a link; it may be
// nil.
func ReadChunk(params, room []byte) (Chunk, error) {
	var c Chunk
	s := scanner{data: params, strict: true}
	var data []byte
	from, to := 0, 0
	if s.peek() == '{' {
		err := s.members(shapeOf(chunkShape), func(key []byte, t reflect.Type) error {
			if string(key) != "data" || s.peek() != '"' {
				return s.value(t)
			}
			from = s.pos
			raw, escaped, err := s.str()
			if !escaped {
				data, to = raw, s.pos
			}
			return err
		})
		if err != nil {
			return c, err
		}
	}
	if data == nil { // none, or one that is written in another way
		return c, Unmarshal(params, &c)
	}
	rest := bytes.Join([][]byte{params[:from], []byte(`""`), params[to:]}, nil)
	if err := Unmarshal(rest, &c); err != nil {
		return c, err
	}
	var err error
	if c.Data, err = base64.StdEncoding.AppendDecode(room[:0], data); err != nil {
		return c, fmt.Errorf("decode the data of a chunk: %w", err)
	}
	return c, nil
}
