package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/margay/margay/host/lockowner"
	"github.com/margay/margay/protocol"
)

// damage is the reason why a file is no database of ours.
type damage struct{ why string }

func (d damage) Error() string { return d.why }

// bbolt's file begins with two meta pages in native byte order. These are the
// places that say whether the file is whole; see inspect.
const (
	metaHeader   = 16 // page id, flags, count, overflow
	metaSize     = 64
	metaMagic    = 0xED0CDAED
	metaVersion  = 2
	metaChecksum = metaSize - 8
)

// inspect looks at a file before it is mapped: reading beyond the end of a
// mapped file that was cut short kills the process, so the size is compared
// with what the newest sound meta page promises.
func inspect(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it unlocks, and nobody can do more
	info, err := f.Stat()
	if err != nil {
		return err
	}
	switch {
	case info.IsDir():
		return fmt.Errorf("%s is a folder; the database should be there", path)
	case info.Size() == 0:
		return damage{"it is empty"}
	}
	need, err := promised(f)
	if err != nil {
		return err
	}
	if info.Size() < need {
		return damage{fmt.Sprintf("it was cut short: %d bytes of %d", info.Size(), need)}
	}
	return nil
}

// promised is the size that the newest sound meta page says is in use. The
// second meta page lies one page in; the page size stands in the first one,
// and where that is torn every size that systems have is tried.
func promised(f io.ReaderAt) (int64, error) {
	first, sound, err := readMeta(f, 0)
	if err != nil {
		return 0, err
	}
	sizes := []int64{int64(first.pageSize)}
	if !sound {
		sizes = []int64{4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10}
	}
	newest := first
	for _, size := range sizes {
		second, ok, err := readMeta(f, size)
		if err != nil {
			return 0, err
		}
		if ok && int64(second.pageSize) == size && (!sound || second.txid > newest.txid) {
			newest, sound = second, true
		}
	}
	if !sound {
		return 0, damage{"it has no sound beginning"}
	}
	return int64(newest.pages) * int64(newest.pageSize), nil
}

type meta struct {
	pageSize    uint32
	pages, txid uint64
}

// readMeta reads a meta page and tells whether it is sound. An error is the
// system's: a disk that cannot be read does not make the file damaged.
func readMeta(f io.ReaderAt, at int64) (meta, bool, error) {
	page := make([]byte, metaHeader+metaSize)
	if _, err := f.ReadAt(page, at); errors.Is(err, io.EOF) {
		return meta{}, false, nil
	} else if err != nil {
		return meta{}, false, err
	}
	b := page[metaHeader:]
	order := binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:metaChecksum])
	ok := order.Uint32(b) == metaMagic && order.Uint32(b[4:]) == metaVersion && order.Uint64(b[metaChecksum:]) == sum.Sum64()
	m := meta{pageSize: order.Uint32(b[8:]), pages: order.Uint64(b[40:]), txid: order.Uint64(b[48:])}
	// A page count whose size overflows is no page count.
	return m, ok && m.pageSize >= 512 && m.pages < 1<<40, nil
}

// setAside renames a file that cannot be read, and the bytes that belong to it,
// so that nothing of a person's data is overwritten, and says so. It does this
// only while nobody else holds the file.
func (s *Store) setAside(why error) error {
	lock := flock.New(s.path)
	if held, err := lock.TryLock(); err != nil || !held {
		return s.lockedFault()
	}
	defer lock.Close() //nolint:errcheck // only read
	suffix := damagedMark + time.Now().UTC().Format(damagedTime)
	aside := s.path + suffix
	if err := os.Rename(s.path, aside); err != nil {
		return fmt.Errorf("put the damaged database aside: %w", err)
	}
	// A fresh store would take the old one's blobs for orphans.
	if err := os.Rename(s.blobs.dir, s.blobs.dir+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("put the damaged database's files aside: %w", err)
	}
	if err := s.unmark(); err != nil {
		return fmt.Errorf("put the damaged database aside: %w", err)
	}
	s.log.Error().Str("path", s.path).Str("aside", aside).Err(why).Msg("database damaged")
	return protocol.NewFault(protocol.ReasonStoreBroken, fmt.Sprintf(
		"The data file %s is damaged: %s. It was kept as %s.", s.path, why, filepath.Base(aside))).
		WithNext("Margay goes on with an empty store. To use a backup instead, close the browser, run “margay stop” and put the backup in its place as " + filepath.Base(s.path) + ".")
}

// lockedFault names the process that holds the database, where that is known.
func (s *Store) lockedFault() error {
	who := "another process"
	if pid, _ := lockowner.Of(s.path); pid > 0 {
		who = fmt.Sprintf("process %d", pid)
	}
	return protocol.NewFault(protocol.ReasonStoreLocked, fmt.Sprintf("The data file %s is in use by %s.", s.path, who)).
		WithNext("End that process, or use another data directory.")
}
