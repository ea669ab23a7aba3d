package store

import (
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/protocol/chat"
)

// Check reads everything and returns what does not fit together: pages, lists
// against records, references against files. It holds a read transaction for
// its whole time, so it is for tests and for a doctor on a quiet store.
func (s *Store) Check() error {
	var found []error
	miss := func(format string, a ...any) { found = append(found, fmt.Errorf(format, a...)) }
	err := s.view(func(t tx) error {
		for err := range t.Check() {
			found = append(found, err)
		}
		refs := map[string]int64{}
		err := t.top(inConversations).ForEachBucket(func(id []byte) error {
			return checkConversation(t, id, refs, miss)
		})
		return errors.Join(err, checkRuns(t, miss), s.checkBlobs(t, refs, miss))
	})
	return errors.Join(append(found, err)...)
}

func checkConversation(t tx, id []byte, refs map[string]int64, miss func(string, ...any)) error {
	b := t.top(inConversations).Bucket(id)
	c, err := conversationRecord(b)
	if err != nil {
		return err
	}
	listed, away := t.top(inRecent).Get(recentKey(c)) != nil, t.top(inAway).Get(id) != nil
	if listed == away {
		miss("conversation %s is in the list: %t, put away: %t", id, listed, away)
	}
	count := 0
	if err := sub(b, inMessages).ForEach(func(key, value []byte) error {
		count++
		m, err := decode[storedMessage](value)
		if at := sub(b, inIDs).Get([]byte(m.ID)); string(at) != string(key) {
			miss("message %s of conversation %s is listed at %x, lies at %x", m.ID, id, at, key)
		}
		if m.Body != nil {
			checkClosed(*m.Body, miss)
		}
		return err
	}); err != nil {
		return err
	}
	if n := sub(b, inIDs).Stats().KeyN; n != count {
		miss("conversation %s has %d messages and lists %d", id, count, n)
	}
	return sub(b, inBlobs).ForEach(func(blob, _ []byte) error {
		refs[string(blob)]++
		return nil
	})
}

// checkClosed holds to the rule that history is closed rounds only.
func checkClosed(msg chat.Message, miss func(string, ...any)) {
	for _, c := range msg.ToolCalls {
		if !c.Status.Final() {
			miss("call %s in the history is %s", c.ID, c.Status)
		}
	}
}

func checkRuns(t tx, miss func(string, ...any)) error {
	err := t.top(inRuns).ForEach(func(id, value []byte) error {
		r, err := decode[storedRun](value)
		live := t.top(inLive).Get(id) != nil
		if live == r.Run.State.Final() {
			miss("run %s is %s, and among the live ones: %t", id, r.Run.State, live)
		}
		if t.top(inConversations).Bucket([]byte(r.Run.Conversation)) == nil {
			miss("run %s has no conversation", id)
		}
		return err
	})
	return errors.Join(err, t.top(inRounds).ForEach(func(id, _ []byte) error {
		if r, err := runRecord(t, chat.RunID(id)); err != nil || !worked(r.Run.State) {
			miss("run %s has an open round and is %s (%v)", id, r.Run.State, err)
		}
		return nil
	}))
}

func (s *Store) checkBlobs(t tx, refs map[string]int64, miss func(string, ...any)) error {
	return eachRecord(t.top(inBlobs), func(id string, b storedBlob) error {
		if b.Refs != refs[id] {
			miss("blob %s counts %d references and has %d", id, b.Refs, refs[id])
		}
		path, err := s.blobs.path(chat.BlobID(id))
		if err != nil {
			return err
		}
		if _, err := os.Stat(path); err != nil {
			miss("blob %s: %v", id, err)
		}
		delete(refs, id)
		return nil
	})
}

func eachRecord[T any](b *bbolt.Bucket, fn func(key string, data T) error) error {
	return b.ForEach(func(key, value []byte) error {
		data, err := decode[T](value)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return fn(string(key), data)
	})
}
