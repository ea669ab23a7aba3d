package store

import "context"

// WaitSwept returns when the sweep of orphans, which runs beside the work, is over.
func WaitSwept(s *Store) { <-s.swept }

// WriteForTest commits a function as the methods do, for tests of the writer.
func WriteForTest(ctx context.Context, s *Store, fn func(put func(key, value []byte) error) error) error {
	return s.write(ctx, func(t tx) error { return fn(t.top(inFresh).Put) })
}
