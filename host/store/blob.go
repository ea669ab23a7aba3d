package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// storedBlob is what the database knows of a file. A conversation holds one
// reference however often its messages name the file, because messages are
// never removed but with their conversation.
type storedBlob struct {
	Size     int64  `json:"size"`
	MimeType string `json:"mimeType,omitempty"`
	Refs     int64  `json:"refs"`
	// Loose is how often it was written for messages that have not come yet, and
	// Since when the last time, zero where all have come.
	Loose int64     `json:"loose,omitempty"`
	Since time.Time `json:"since,omitzero"`
}

// written notes that a message is to come for it.
func (b *storedBlob) written(now time.Time) {
	b.Loose++
	b.Since = now
}

// taken notes that one has come.
func (b *storedBlob) taken() {
	if b.Loose = max(0, b.Loose-1); b.Loose == 0 {
		b.Since = time.Time{}
	}
}

// unwanted reports whether nothing refers to it and no message is to come that
// it was written for after a time.
func (b *storedBlob) unwanted(before time.Time) bool { return b.Refs <= 0 && b.Since.Before(before) }

// load is bytes that a commit is about to refer to. Size below 0 means that the
// bytes must be there already.
type load struct {
	id       chat.BlobID
	size     int64
	mimeType string
	// taken says that this is the message that they were written for.
	taken bool
}

// PutBlob stores bytes for a conversation and returns the block that refers to
// them. The same bytes are kept once.
func (s *Store) PutBlob(ctx context.Context, conversation chat.ConversationID, block chat.Block, data []byte) (chat.Block, error) {
	l, err := s.keep(data, block.MimeType)
	if err != nil {
		return block, err
	}
	defer s.release([]load{l})
	err = s.write(ctx, func(t tx) error {
		c, err := conversationBucket(t, conversation)
		if err != nil {
			return err
		}
		return refer(t, c, []load{l})
	})
	block.Blob, block.Size = l.id, l.size
	return block, err
}

// ReadBlob returns at most limit bytes from offset (a negative limit means all
// of them), the size of the whole and its type.
func (s *Store) ReadBlob(id chat.BlobID, offset, limit int64) (data []byte, size int64, mimeType string, err error) {
	var known storedBlob
	if err := s.view(func(t tx) (err error) {
		known, err = blobRecord(t, id)
		return err
	}); err != nil {
		return nil, 0, "", err
	}
	if offset < 0 || offset > known.Size {
		return nil, 0, "", protocol.NewFault(protocol.ReasonInvalidParams,
			fmt.Sprintf("Offset %d lies outside of the %d bytes.", offset, known.Size))
	}
	data, err = s.blobs.read(id, offset, limit)
	return data, known.Size, known.MimeType, err
}

// WriteBlob stores bytes that a message is about to refer to. Until then nothing
// holds them: a start forgets those that were written longer ago than
// Options.Loose. An upgrade comes between attaching and sending, and a panel
// keeps what is not sent by its id. Each write is for a message of its own: that
// another one took the same bytes, and went with its conversation, takes them from
// none that is still to come.
func (s *Store) WriteBlob(ctx context.Context, block chat.Block, data []byte) (chat.Block, error) {
	l, err := s.keep(data, block.MimeType)
	if err != nil {
		return block, err
	}
	defer s.release([]load{l})
	now := time.Now().UTC()
	err = s.write(ctx, func(t tx) error {
		key, err := textKey(l.id)
		if err != nil {
			return err
		}
		known, there, err := get[storedBlob](t.top(inBlobs), key)
		if err != nil {
			return err
		}
		if !there {
			known = storedBlob{Size: l.size, MimeType: l.mimeType}
		}
		known.written(now)
		return put(t.top(inBlobs), key, known)
	})
	block.Blob, block.Size = l.id, l.size
	return block, err
}

// forgetLoose drops the records of bytes that nothing refers to, and that were
// written before a time.
func forgetLoose(t tx, before time.Time) error {
	var loose []string
	err := eachRecord(t.top(inBlobs), func(id string, b storedBlob) error {
		if b.unwanted(before) {
			loose = append(loose, id)
		}
		return nil
	})
	for _, id := range loose {
		err = errors.Join(err, t.top(inBlobs).Delete([]byte(id)))
	}
	return err
}

// keep writes bytes to their file, pinned until release.
func (s *Store) keep(data []byte, mimeType string) (load, error) {
	if len(data) > maxBlob {
		return load{}, protocol.NewFault(protocol.ReasonTooLarge,
			fmt.Sprintf("%d bytes are too many to keep; at most %d are.", len(data), maxBlob))
	}
	l := load{id: chat.BlobOf(data), size: int64(len(data)), mimeType: mimeType}
	s.blobs.pin(l.id)
	if err := s.blobs.write(l.id, data); err != nil {
		s.blobs.unpin(l.id)
		return load{}, s.commitError(fmt.Errorf("store bytes: %w", err))
	}
	return l, nil
}

// release unpins loads after their commit, whatever came of it.
func (s *Store) release(loads []load) {
	for _, l := range loads {
		if l.size >= 0 {
			s.blobs.unpin(l.id)
		}
	}
}

// refer notes that a conversation refers to the loads.
func refer(t tx, conversation *bbolt.Bucket, loads []load) error {
	for _, l := range loads {
		key, err := textKey(l.id)
		if err != nil {
			return err
		}
		held := sub(conversation, inBlobs)
		holds := held.Get(key) != nil
		if holds && !l.taken {
			continue
		}
		known, there, err := get[storedBlob](t.top(inBlobs), key)
		switch {
		case err != nil:
			return err
		case !there && l.size < 0:
			return blobMissing(l.id)
		case !there:
			known = storedBlob{Size: l.size, MimeType: l.mimeType}
		}
		if l.taken {
			known.taken()
		}
		if !holds {
			known.Refs++
		}
		if err := put(t.top(inBlobs), key, known); err != nil {
			return err
		}
		if err := held.Put(key, []byte(present)); err != nil {
			return err
		}
	}
	return nil
}

// unrefer drops all references of a conversation and returns what nobody
// refers to any more and that was not written after a time for a message to come.
func unrefer(t tx, conversation *bbolt.Bucket, before time.Time) (orphans []chat.BlobID, err error) {
	all := t.top(inBlobs)
	err = sub(conversation, inBlobs).ForEach(func(key, _ []byte) error {
		known, there, err := get[storedBlob](all, key)
		if err != nil || !there {
			return err
		}
		if known.Refs--; !known.unwanted(before) {
			return put(all, key, known)
		}
		orphans = append(orphans, chat.BlobID(key))
		return all.Delete(key)
	})
	return orphans, err
}

func blobRecord(t tx, id chat.BlobID) (storedBlob, error) {
	key, err := textKey(id)
	if err != nil {
		return storedBlob{}, err
	}
	known, there, err := get[storedBlob](t.top(inBlobs), key)
	if err == nil && !there {
		err = blobMissing(id)
	}
	return known, err
}

// wanted tells whether a record names the file.
func (s *Store) wanted(id chat.BlobID) (bool, error) {
	there := false
	err := s.view(func(t tx) error {
		there = t.top(inBlobs).Get([]byte(id)) != nil
		return nil
	})
	return there, err
}

// sweep removes files that no record names: their writer died between the file
// and the commit. It runs once, beside the work, and ends early when the store closes.
func (s *Store) sweep() {
	defer s.running.Done()
	defer close(s.swept)
	err := filepath.WalkDir(s.blobs.dir, func(path string, d fs.DirEntry, err error) error {
		select {
		case <-s.closing:
			return filepath.SkipAll
		default:
		}
		id, isBlob := strings.CutSuffix(filepath.Base(path), ".zst")
		if err != nil || d.IsDir() || !isBlob {
			return err
		}
		return s.blobs.remove(chat.BlobID(id), s.wanted)
	})
	if err != nil {
		s.log.Warn().Err(err).Msg("sweep of stored bytes ended early")
	}
}
