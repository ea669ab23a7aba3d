package protocol

import (
	"encoding/base64"
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
