package store

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// Conversation reads one conversation's record.
func (s *Store) Conversation(id chat.ConversationID) (c chat.Conversation, err error) {
	err = s.view(func(t tx) error {
		b, err := conversationBucket(t, id)
		if err != nil {
			return err
		}
		c, err = conversationRecord(b)
		return err
	})
	return c, err
}

// Conversations is a page of the list, last changed first. Next is the cursor
// of the page after it, empty on the last one.
func (s *Store) Conversations(before string, limit int) (page []chat.Conversation, next string, err error) {
	return s.FindConversations("", before, limit)
}

// FindConversations is a page of those whose title holds all words of search,
// without case, last changed first.
func (s *Store) FindConversations(search, before string, limit int) (page []chat.Conversation, next string, err error) {
	words := strings.Fields(fold(search))
	from, err := hex.DecodeString(before)
	if err != nil {
		return nil, "", badCursor()
	}
	err = s.view(func(t tx) error {
		page, next = nil, ""
		cursor := t.top(inRecent).Cursor()
		for key, _ := seekBefore(cursor, from, before == ""); key != nil; key, _ = cursor.Prev() {
			if len(page) == limit {
				next = hex.EncodeToString(recentKey(page[limit-1]))
				break
			}
			b, err := conversationBucket(t, conversationOf(key))
			if err != nil {
				return err
			}
			c, err := conversationRecord(b)
			if err != nil {
				return err
			}
			if holds(c.Title, words) {
				page = append(page, c)
			}
		}
		return nil
	})
	return page, next, err
}

// fold makes texts equal that differ in case only.
func fold(text string) string { return strings.ToLower(strings.ToUpper(text)) }

func holds(title string, words []string) bool {
	if len(words) == 0 {
		return true
	}
	title = fold(title)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(title, w) })
}

// SaveConversation changes a conversation's title. c must carry the generation
// and the revision that were read; if somebody changed or recreated it in
// between, the fault is a conflict and nothing changes. It returns what is
// stored now.
func (s *Store) SaveConversation(ctx context.Context, c chat.Conversation) (saved chat.Conversation, err error) {
	err = s.write(ctx, func(t tx) error {
		b, err := conversationBucket(t, c.ID)
		if err != nil {
			return err
		}
		now, err := conversationRecord(b)
		if err != nil {
			return err
		}
		if now.Generation != c.Generation || now.Revision != c.Revision {
			return changedMeanwhile(now)
		}
		saved = now
		saved.Title = c.Title
		saved.Revision++
		return put(b, []byte(keyRecord), saved)
	})
	return saved, err
}

// DeleteConversation removes a conversation, put away or not, with its messages, its runs and the
// bytes that nothing else refers to. Another generation is a conflict, a run
// that has not ended is busy, and a conversation that is not there is no error.
func (s *Store) DeleteConversation(ctx context.Context, id chat.ConversationID, generation string) error {
	return s.remove(ctx, id, generation, func(tx) (bool, error) { return true, nil })
}

// remove deletes a conversation where the same transaction finds that it still
// is to go.
func (s *Store) remove(ctx context.Context, id chat.ConversationID, generation string, still func(tx) (bool, error)) error {
	var orphans []chat.BlobID
	before := s.looseUntil()
	err := s.write(ctx, func(t tx) (err error) {
		orphans = nil
		if ok, err := still(t); err != nil || !ok {
			return err
		}
		orphans, err = deleteConversation(t, id, generation, before)
		return err
	})
	for _, blob := range orphans {
		if err := s.blobs.remove(blob, s.wanted); err != nil {
			// The next start's sweep removes it.
			s.log.Warn().Err(err).Str("blob", string(blob)).Msg("stored bytes not removed")
		}
	}
	return err
}

func deleteConversation(t tx, id chat.ConversationID, generation string, before time.Time) ([]chat.BlobID, error) {
	key, err := textKey(id)
	if err != nil {
		return nil, err
	}
	b := t.top(inConversations).Bucket(key)
	if b == nil {
		return nil, nil
	}
	c, err := conversationRecord(b)
	if err != nil {
		return nil, err
	}
	if c.Generation != generation {
		return nil, changedMeanwhile(c)
	}
	if err := sub(b, inRuns).ForEach(func(run, _ []byte) error { return deleteRun(t, run) }); err != nil {
		return nil, err
	}
	orphans, err := unrefer(t, b, before)
	if err != nil {
		return nil, err
	}
	for bucket, gone := range map[string][]byte{inRecent: recentKey(c), inAway: key} {
		if err := t.top(bucket).Delete(gone); err != nil {
			return nil, err
		}
	}
	// What is deleted stays readable in the file until it is compacted.
	if err := t.top(inMeta).Put([]byte(keyCompact), []byte(present)); err != nil {
		return nil, err
	}
	return orphans, t.top(inConversations).DeleteBucket(key)
}

// conversationBucket finds the bucket of a conversation that was not put away.
func conversationBucket(t tx, id chat.ConversationID) (*bbolt.Bucket, error) {
	key, err := textKey(id)
	if err != nil {
		return nil, err
	}
	b := t.top(inConversations).Bucket(key)
	if b == nil || t.top(inAway).Get(key) != nil {
		return nil, protocol.NewFault(protocol.ReasonNotFound, "There is no such conversation.").
			WithNext("It may have been deleted; list the conversations to see which there are.")
	}
	return b, nil
}

func conversationRecord(b *bbolt.Bucket) (chat.Conversation, error) {
	c, there, err := get[chat.Conversation](b, []byte(keyRecord))
	if err == nil && !there {
		err = fmt.Errorf("a conversation has no record")
	}
	return c, err
}

// createConversation makes the buckets and the record.
func createConversation(t tx, c chat.Conversation) (*bbolt.Bucket, error) {
	key, err := textKey(c.ID)
	if err != nil {
		return nil, err
	}
	b, err := t.top(inConversations).CreateBucket(key)
	if err != nil {
		return nil, fmt.Errorf("create conversation %s: %w", c.ID, err)
	}
	for _, name := range conversationBuckets() {
		if _, err := b.CreateBucket([]byte(name)); err != nil {
			return nil, err
		}
	}
	if err := put(b, []byte(keyRecord), c); err != nil {
		return nil, err
	}
	return b, t.top(inRecent).Put(recentKey(c), []byte(present))
}

// touch notes that a conversation's history grew at a time. This moves it to
// the head of the list and leaves its revision: a person who renames it while
// a run works is in nobody's way.
func touch(t tx, b *bbolt.Bucket, at time.Time) error {
	c, err := conversationRecord(b)
	if err != nil {
		return err
	}
	recent := t.top(inRecent)
	if err := recent.Delete(recentKey(c)); err != nil {
		return err
	}
	if at.After(c.UpdatedAt) {
		c.UpdatedAt = at
	}
	if err := recent.Put(recentKey(c), []byte(present)); err != nil {
		return err
	}
	return put(b, []byte(keyRecord), c)
}

func changedMeanwhile(now chat.Conversation) error {
	return protocol.NewFault(protocol.ReasonConflict, fmt.Sprintf(
		"The conversation %q was changed by somebody else in between; nothing was changed now.", now.Title)).
		WithNext("Read it again and repeat the change.")
}
