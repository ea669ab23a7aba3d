package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/protocol"
)

// maxBatch bounds what one transaction takes, so that the first to wait does
// not wait for an endless queue.
const maxBatch = 256

// change is a change to the database. It may run more than once and must give
// the same each time: it reads and writes the transaction, and sets its results
// anew, and does nothing else.
type change func(tx) error

// job is a change on its way through the writer.
type job struct {
	fn   change
	err  error
	done chan struct{}
}

// write commits fn and returns when it is on disk or has failed. ctx bounds
// only the wait for the writer to take it: once taken, the outcome is known.
func (s *Store) write(ctx context.Context, fn change) error {
	j := &job{fn: fn, done: make(chan struct{})}
	select {
	case s.jobs <- j:
		<-j.done // the writer answers every job that it has taken
		return j.err
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return errClosed()
	}
}

// writer is the goroutine that writes. It ends when the store closes, after
// the batch in progress. When nothing was written for a while it compacts the
// file, where that is wanted.
func (s *Store) writer() {
	defer s.running.Done()
	quiet := time.NewTimer(s.quiet)
	defer quiet.Stop()
	for {
		select {
		case first := <-s.jobs:
			s.commit(s.gather(first))
			quiet.Reset(s.quiet)
		case <-quiet.C:
			s.compact()
		case <-s.closing:
			return
		}
	}
}

// gather takes whatever else is waiting.
func (s *Store) gather(first *job) []*job {
	batch := []*job{first}
	for len(batch) < maxBatch {
		select {
		case j := <-s.jobs:
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// commit applies the jobs in one transaction and answers each. A job that
// fails is taken out, and the others are applied again.
func (s *Store) commit(jobs []*job) {
	if err := s.removed(); err != nil {
		s.answer(jobs, err)
		return
	}
	for len(jobs) > 0 {
		failed := -1
		crash.Point("store.commit.before")
		err := s.update(func(b *bbolt.Tx) error {
			for i, j := range jobs {
				if err := j.apply(tx{b}); err != nil {
					failed = i
					return err
				}
			}
			return nil
		})
		if failed < 0 {
			if err == nil {
				crash.Point("store.commit.after")
			}
			s.answer(jobs, s.commitError(err))
			return
		}
		s.answer(jobs[failed:failed+1], err)
		jobs = append(jobs[:failed:failed], jobs[failed+1:]...)
	}
}

// commitAlone commits a change where no writer runs, or on its goroutine.
func (s *Store) commitAlone(fn change) error {
	j := &job{fn: fn, done: make(chan struct{})}
	s.commit([]*job{j})
	return j.err
}

// answer gives every job its outcome.
func (s *Store) answer(jobs []*job, err error) {
	for _, j := range jobs {
		j.err = err
		close(j.done)
	}
}

// apply runs the change; a panic in it fails this job and no other.
func (j *job) apply(t tx) (err error) {
	return guard(func() error { return j.fn(t) })
}

// view reads within one short transaction. fn must not wait and must not let
// anything of the transaction's memory out.
func (s *Store) view(fn func(tx) error) error {
	s.swap.RLock()
	defer s.swap.RUnlock()
	return s.read(func(b *bbolt.Tx) error { return fn(tx{b}) })
}

// guard turns panics into errors. bbolt panics on pages that make no sense, and
// a mapped file that shrank or sits on a failing disk faults when it is read;
// neither may end the daemon.
func guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{what: fmt.Sprint(p), stack: debug.Stack()}
		}
	}()
	return fn()
}

// panicError is a panic that guard caught.
type panicError struct {
	what  string
	stack []byte
}

func (e *panicError) Error() string { return "the database cannot be read: " + e.what }

// commitError says what a person can do about a commit that failed.
func (s *Store) commitError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return errClosed()
	case diskFull(err):
		return protocol.NewFault(protocol.ReasonInternal, "The disk is full: the change was not stored.").
			WithNext("Make space on the disk that holds " + s.dir + " and try again; what was stored before is safe.")
	default:
		return fmt.Errorf("commit to %s: %w", s.path, err)
	}
}

// diskFull tells the several ways in which systems say that there is no space.
// Where bbolt grows the file it passes on the words of the error only, so words
// are all there is to compare.
func diskFull(err error) bool {
	full := []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
	if runtime.GOOS == "windows" {
		full = append(full, 112) // ERROR_DISK_FULL
	}
	return slices.ContainsFunc(full, func(e syscall.Errno) bool {
		return errors.Is(err, e) || strings.HasSuffix(err.Error(), ": "+e.Error())
	})
}

func errClosed() error {
	return protocol.NewFault(protocol.ReasonShutdown, "The store is closed: the program is stopping.")
}
