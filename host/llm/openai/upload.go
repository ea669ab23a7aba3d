package openai

import (
	"bytes"
	"io"
)

// upload is the body of a request. Each piece that the connection takes is a sign of
// life: a large picture may take its time.
type upload struct {
	data  []byte
	alive func()
}

// read reads it from its beginning, as a request that is sent once more does. A short
// one goes out at once, in one piece with its headers.
func (u *upload) read() io.ReadCloser {
	const short = 64 << 10
	if len(u.data) <= short {
		return io.NopCloser(bytes.NewReader(u.data))
	}
	return io.NopCloser(&reading{bytes.NewReader(u.data), u.alive})
}

type reading struct {
	r     *bytes.Reader
	alive func()
}

func (r *reading) Read(b []byte) (int, error) {
	r.alive()
	return r.r.Read(b)
}
