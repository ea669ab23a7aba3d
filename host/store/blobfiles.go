package store

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// maxBlob is the largest thing that is kept: it is held in memory once while it
// is stored.
const maxBlob = 64 << 20

// blobFiles is the folder of content-addressed files. A file is there whole or
// not at all. Which of them are wanted is the database's knowledge.
type blobFiles struct {
	dir string
	// Making a coder costs more than most of what it does, so they are kept for
	// the next use, until a garbage collection.
	encoders, decoders sync.Pool

	mu sync.Mutex // guards pinned
	// pinned counts the writers that are about to commit a reference; such a
	// file is not removed although no record names it yet.
	pinned map[chat.BlobID]int
}

func newBlobFiles(dir string) *blobFiles {
	return &blobFiles{dir: dir, pinned: map[chat.BlobID]int{}}
}

// prepare makes the folders and empties the one for half-written files.
func (f *blobFiles) prepare() error {
	if err := os.RemoveAll(filepath.Join(f.dir, "tmp")); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Join(f.dir, "tmp"), 0o700)
}

// path is where a blob lies. Only a well-formed name leads to a path, so that
// no name from outside leads out of the folder.
func (f *blobFiles) path(id chat.BlobID) (string, error) {
	if sum, err := hex.DecodeString(string(id)); err != nil || len(sum) != 32 || hex.EncodeToString(sum) != string(id) {
		return "", blobMissing(id)
	}
	return filepath.Join(f.dir, string(id[:2]), string(id)+".zst"), nil
}

func blobMissing(id chat.BlobID) error {
	const shown = 80
	return protocol.NewFault(protocol.ReasonNotFound,
		fmt.Sprintf("There are no stored bytes under the name %.*q.", shown, string(id)))
}

// pin keeps the file of id, there or still to come, until unpin.
func (f *blobFiles) pin(id chat.BlobID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pinned[id]++
}

func (f *blobFiles) unpin(id chat.BlobID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pinned[id]--; f.pinned[id] == 0 {
		delete(f.pinned, id)
	}
}

// write stores data under its name, compressed, synced and renamed into place;
// what is there already is not written again.
func (f *blobFiles) write(id chat.BlobID, data []byte) error {
	path, err := f.path(id)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Join(f.dir, "tmp"), "*")
	if err != nil {
		return err
	}
	err = errors.Join(f.compress(part, data), part.Sync(), part.Close())
	crash.Point("store.blob.before")
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	crash.Point("store.blob.after")
	return errors.Join(syncDir(filepath.Dir(path)), syncDir(f.dir))
}

// compress writes data to w.
func (f *blobFiles) compress(w io.Writer, data []byte) (err error) {
	z, _ := f.encoders.Get().(*zstd.Encoder)
	if z == nil {
		z, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))
		if err != nil {
			return err
		}
	}
	z.Reset(w)
	_, err = z.Write(data)
	if err = errors.Join(err, z.Close()); err == nil {
		z.Reset(nil)
		f.encoders.Put(z)
	}
	return err
}

// decoder returns a decoder that reads r.
func (f *blobFiles) decoder(r io.Reader) (z *zstd.Decoder, err error) {
	if z, _ = f.decoders.Get().(*zstd.Decoder); z != nil {
		return z, z.Reset(r)
	}
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxBlob))
}

// read returns at most limit bytes from offset; a negative limit means all.
// A piece is found by decompressing from the start, which costs about a
// millisecond for each MiB before it.
func (f *blobFiles) read(id chat.BlobID, offset, limit int64) ([]byte, error) {
	path, err := f.path(id)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, blobMissing(id)
	} else if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	z, err := f.decoder(file)
	if err != nil {
		return nil, err
	}
	defer f.giveBack(z)
	if limit < 0 {
		limit = maxBlob
	}
	if _, err = io.CopyN(io.Discard, z, offset); errors.Is(err, io.EOF) {
		return []byte{}, nil
	}
	data := []byte{}
	if err == nil {
		data, err = io.ReadAll(io.LimitReader(z, limit))
	}
	if err != nil {
		return nil, fmt.Errorf("stored bytes %s are damaged: %w", id, err)
	}
	return data, nil
}

// giveBack keeps a decoder that can be used again.
func (f *blobFiles) giveBack(z *zstd.Decoder) {
	if z.Reset(nil) == nil {
		f.decoders.Put(z)
	} else {
		z.Close()
	}
}

// remove deletes the file of id unless somebody is about to refer to it or
// wanted says that somebody does.
func (f *blobFiles) remove(id chat.BlobID, wanted func(chat.BlobID) (bool, error)) error {
	path, err := f.path(id)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pinned[id] > 0 {
		return nil
	}
	if keep, err := wanted(id); keep || err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// syncDir makes a rename in dir durable. Windows has no such call and needs none.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
