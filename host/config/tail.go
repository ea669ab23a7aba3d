package config

import (
	"errors"
	"io"
	"os"
)

// Tail reads the last bytes of a file; cut says that there are more before them.
func Tail(path string, limit int64) (text []byte, cut bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > limit {
		cut = true
		_, err = f.Seek(-limit, io.SeekEnd)
	}
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(f, limit))
	}
	return text, cut, errors.Join(err, f.Close())
}
