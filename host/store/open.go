package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// fileName is the database within the data directory.
const fileName = "margay.db"

// Options says where and how a store opens. Only Dir is required.
type Options struct {
	// Dir is the data directory; it is made, 0700, where it is missing.
	Dir string
	// Program is the version of this program, written into the database so that
	// an older program can name the version it needs.
	Program string
	// LockTimeout bounds the wait for another process to let go; 0 means 2 s.
	LockTimeout time.Duration
	// Quiet is how long nothing is written before the file is compacted, where
	// something was deleted; 0 means a minute.
	Quiet time.Duration
	// Loose is how long bytes that no message took are kept over starts; 0 means
	// a day.
	Loose time.Duration
	// Broken is called once, where the file turns out to be damaged while it is open.
	// What uses the store may wait for ever then: its process is to end soon, and the
	// next Open looks at all of the file. nil is nobody.
	Broken func()
	Log    zerolog.Logger
}

// Store is the open database with its writer. All methods are safe for
// concurrent use.
type Store struct {
	dir, path string
	quiet     time.Duration
	loose     time.Duration
	log       zerolog.Logger
	blobs     *blobFiles
	// db is replaced by compaction, under swap; the writer alone does that, so it
	// reads db without.
	db   *bbolt.DB
	file *os.File // of db
	swap sync.RWMutex
	// broken is set when bbolt panicked with locks that nobody lets go of any more:
	// db is not to be used then, see broken.go.
	broken atomic.Bool
	serves bool   // it is the data directory's, no copy that is being made
	tell   func() // of broken

	jobs    chan *job
	poked   chan struct{} // a token when something was put away
	closing chan struct{} // closed once by Close
	close   sync.Once
	swept   chan struct{}  // closed when the sweep is over
	running sync.WaitGroup // the writer, the keeper and the sweeper
}

// Open opens the store in a data directory, or begins one. The package comment
// says which faults it returns.
func Open(o Options) (*Store, error) {
	if o.LockTimeout == 0 {
		o.LockTimeout = 2 * time.Second
	}
	if o.Quiet == 0 {
		o.Quiet = time.Minute
	}
	if o.Loose == 0 {
		o.Loose = 24 * time.Hour
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	s := &Store{
		dir: o.Dir, path: filepath.Join(o.Dir, fileName),
		quiet: o.Quiet, loose: o.Loose, log: o.Log, tell: o.Broken, serves: true,
		blobs: newBlobFiles(filepath.Join(o.Dir, "blobs")),
		jobs:  make(chan *job), poked: make(chan struct{}, 1), closing: make(chan struct{}), swept: make(chan struct{}),
	}
	if err := s.begin(o); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	s.leftAway()
	s.running.Add(3)
	go s.writer()
	go s.keeper()
	go s.sweep()
	return s, nil
}

// begin opens the file and brings it to the newest version.
func (s *Store) begin(o Options) error {
	if err := os.Remove(s.path + compactSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := inspect(s.path)
	if err == nil {
		err = s.readMarked()
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.Join(s.unmark(), s.createFile(o.LockTimeout)) // a mark may be left where putting aside was cut off
	}
	if err == nil {
		s.db, s.file, err = s.openFile(s.path, o.LockTimeout)
	}
	if err == nil {
		err = s.prepare(o.Program)
	}
	return s.found(err)
}

// found puts a file aside that turned out to be damaged.
func (s *Store) found(err error) error {
	var broken damage
	if errors.As(err, &broken) {
		return s.setAside(broken)
	}
	return err
}

// prepare examines the open file and migrates it; on error the file is closed.
func (s *Store) prepare(program string) error {
	err := s.examine()
	if err == nil {
		err = s.prove()
	}
	if err == nil {
		err = s.blobs.prepare()
	}
	if err == nil {
		err = s.commitAlone(migrate(program))
	}
	if panicked := (*panicError)(nil); errors.As(err, &panicked) {
		err = damage{panicked.Error()}
	}
	if err != nil {
		err = errors.Join(err, s.closeFile())
	}
	return err
}

// createFile makes a fresh database under another name and links it into place,
// so that an empty or half-made file is never ours: found, it is damage.
func (s *Store) createFile(timeout time.Duration) error {
	fresh := s.path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	half, err := s.openHalf(fresh, timeout)
	if err != nil {
		return err
	}
	if err := errors.Join(half.commitAlone(create), half.closeFile()); err != nil {
		return err
	}
	if err := os.Link(fresh, s.path); err == nil || errors.Is(err, fs.ErrExist) {
		return errors.Join(os.Remove(fresh), syncDir(s.dir))
	}
	// The file system has no links. The daemon's lock keeps others away.
	return errors.Join(os.Rename(fresh, s.path), syncDir(s.dir))
}

// openHalf opens a database that is to take the place of the one that serves.
func (s *Store) openHalf(path string, timeout time.Duration) (*Store, error) {
	db, file, err := s.openFile(path, timeout)
	return &Store{db: db, file: file, path: path, dir: s.dir}, err
}

// openFile opens a bbolt file. Contents that make bbolt refuse or panic are
// damage; a refusal of the system is not.
func (s *Store) openFile(path string, timeout time.Duration) (db *bbolt.DB, file *os.File, err error) {
	err = guard(func() (err error) {
		db, err = bbolt.Open(path, 0o600, &bbolt.Options{
			Timeout: timeout, FreelistType: bbolt.FreelistMapType,
			OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
				file, err = os.OpenFile(name, flag, mode)
				return file, err
			},
		})
		return err
	})
	var panicked *panicError
	switch {
	case err == nil:
		// A copy from elsewhere may be readable by others.
		return db, file, os.Chmod(path, 0o600)
	case errors.Is(err, berrors.ErrTimeout):
		return nil, nil, s.lockedFault()
	case errors.As(err, &panicked):
		unlock(file)
		_ = file.Close() // nobody else does
		return nil, nil, damage{panicked.Error()}
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return nil, nil, damage{err.Error()}
	default:
		return nil, nil, err
	}
}

// Close waits for the commit in progress and closes the file. Later writes fail.
func (s *Store) Close() error {
	var err error
	s.close.Do(func() {
		close(s.closing)
		s.running.Wait()
		err = s.closeFile()
	})
	return err
}
