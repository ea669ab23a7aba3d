package store

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/margay/margay/protocol/chat"
)

// WaitSwept returns when the sweep of orphans, which runs beside the work, is over.
func WaitSwept(s *Store) { <-s.swept }

// WriteForTest commits a function as the methods do, for tests of the writer.
func WriteForTest(ctx context.Context, s *Store, fn func(put func(key, value []byte) error) error) error {
	return s.write(ctx, func(t tx) error { return fn(t.top(inFresh).Put) })
}

// AppendForTest closes n rounds in one commit, to make a long history quickly.
func AppendForTest(ctx context.Context, s *Store, run chat.RunID, msg func(int) chat.Message, n int) error {
	all := make([]packed, n)
	for i := range all {
		p, err := s.pack(msg(i))
		if err != nil {
			return err
		}
		defer s.release(p.loads)
		all[i] = p
	}
	return s.write(ctx, func(t tx) error {
		r, _, err := underWay(t, run)
		if err != nil {
			return err
		}
		b, err := conversationBucket(t, r.Run.Conversation)
		if err != nil {
			return err
		}
		for _, p := range all {
			if _, err := appendMessage(t, b, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// OpenAround opens a store of a directory and calls between when the file is
// mapped and nothing of it was read yet.
func OpenAround(dir string, between func()) (err error) {
	s := &Store{dir: dir, path: filepath.Join(dir, fileName), blobs: newBlobFiles(filepath.Join(dir, "blobs"))}
	if s.db, s.file, err = s.openFile(s.path, time.Second); err != nil {
		return err
	}
	between()
	return s.found(s.prepare("1.0.0"))
}

// BreakHalf commits to a copy of the database in a directory, as compaction does, that
// turns to noise under it.
func BreakHalf(dir, path string, between func()) error {
	half, err := (&Store{dir: dir, path: filepath.Join(dir, fileName)}).openHalf(path, time.Second)
	if err != nil {
		return err
	}
	between()
	err = half.commitAlone(create)
	return errors.Join(err, half.closeFile())
}

// PlantRoundForTest leaves an open round with a run in any state, which no
// method does.
func PlantRoundForTest(ctx context.Context, s *Store, run chat.RunID, msg chat.Message) error {
	p, err := s.pack(msg)
	if err != nil {
		return err
	}
	defer s.release(p.loads)
	return s.write(ctx, func(t tx) error {
		key, err := textKey(run)
		if err != nil {
			return err
		}
		return put(t.top(inRounds), key, p.stored)
	})
}
