package store

import (
	"encoding/json"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// storedMessage is a message in the database. Long results are previews with a
// blob; where the rest is still too long for a record, Body is empty and Blob
// holds it.
type storedMessage struct {
	ID   chat.MessageID `json:"id"`
	Run  chat.RunID     `json:"run,omitempty"`
	Body *chat.Message  `json:"body,omitempty"`
	Blob chat.BlobID    `json:"blob,omitempty"`
	Size int64          `json:"size"`
}

// packed is a message whose bytes lie in files, ready to be committed.
type packed struct {
	stored storedMessage
	// short is the message as it is stored: with previews.
	short chat.Message
	loads []load
}

// bodyMax leaves room for the record around a body.
const bodyMax = maxValue - 1<<10

// pack brings what is long into files, so that the commit holds references
// only. The caller releases the loads after the commit.
func (s *Store) pack(msg chat.Message) (p packed, err error) {
	defer func() {
		if err != nil {
			s.release(p.loads)
			p.loads = nil
		}
	}()
	if _, err := textKey(msg.ID); err != nil {
		return p, err
	}
	if _, err := textKey(msg.Run); err != nil {
		return p, err
	}
	for _, b := range msg.Content {
		p.mention(b, msg.Role == chat.RoleUser)
	}
	calls := make([]chat.ToolCall, len(msg.ToolCalls))
	for i, c := range msg.ToolCalls {
		for _, b := range c.Attachments {
			p.mention(b, false)
		}
		if calls[i], err = s.packCall(&p, c); err != nil {
			return p, err
		}
	}
	if len(calls) > 0 {
		msg.ToolCalls = calls
	}
	p.short = msg
	return p, s.packBody(&p)
}

// packCall moves a long result into a file.
func (s *Store) packCall(p *packed, c chat.ToolCall) (chat.ToolCall, error) {
	short := c.Shortened()
	switch {
	case short.ResultBlob == "":
	case c.ResultBlob != "":
		p.loads = append(p.loads, load{id: c.ResultBlob, size: -1})
	default:
		l, err := s.keep([]byte(c.Result), "text/plain; charset=utf-8")
		if err != nil {
			return c, err
		}
		p.loads = append(p.loads, l)
	}
	return short, nil
}

func (s *Store) packBody(p *packed) error {
	body, err := json.Marshal(p.short)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	p.stored = storedMessage{ID: p.short.ID, Run: p.short.Run, Size: int64(len(body))}
	if len(body) <= bodyMax {
		p.stored.Body = &p.short
		return nil
	}
	l, err := s.keep(body, "application/json")
	if err != nil {
		return err
	}
	p.loads = append(p.loads, l)
	p.stored.Blob = l.id
	return nil
}

// mention notes a block whose bytes must be there already, taken where they were
// written for this message.
func (p *packed) mention(b chat.Block, taken bool) {
	if b.Blob != "" {
		p.loads = append(p.loads, load{id: b.Blob, size: -1, taken: taken})
	}
}

// unpack returns the message as it was stored, with previews. It reads a file
// where the body was long, so it runs outside of transactions.
func (s *Store) unpack(m storedMessage) (chat.Message, error) {
	if m.Body != nil {
		return *m.Body, nil
	}
	body, err := s.blobs.read(m.Blob, 0, -1)
	if err != nil {
		return chat.Message{}, fmt.Errorf("message %s: %w", m.ID, err)
	}
	var msg chat.Message
	if err := json.Unmarshal(body, &msg); err != nil {
		return msg, fmt.Errorf("message %s: %w", m.ID, err)
	}
	return msg, nil
}

func (s *Store) unpackAll(stored []storedMessage) ([]chat.Message, error) {
	msgs := make([]chat.Message, len(stored))
	for i, m := range stored {
		var err error
		if msgs[i], err = s.unpack(m); err != nil {
			return nil, err
		}
	}
	return msgs, nil
}

// rejoin puts whole results back in place of their previews.
func (s *Store) rejoin(msg chat.Message) (chat.Message, error) {
	for i, c := range msg.ToolCalls {
		if c.ResultBlob == "" {
			continue
		}
		whole, err := s.blobs.read(c.ResultBlob, 0, -1)
		if err != nil {
			return msg, fmt.Errorf("result of call %s: %w", c.ID, err)
		}
		c.Result, c.ResultBlob, c.ResultSize = string(whole), "", 0
		msg.ToolCalls[i] = c
	}
	return msg, nil
}

// appendMessage adds a message to the history of its conversation. A message
// whose id is there already takes the place of its earlier self, so that a
// commit whose outcome was in doubt can be tried again.
func appendMessage(t tx, conversation *bbolt.Bucket, p packed) (number uint64, err error) {
	id, err := textKey(p.stored.ID)
	if err != nil {
		return 0, err
	}
	messages, ids := sub(conversation, inMessages), sub(conversation, inIDs)
	if at := ids.Get(id); at != nil {
		number = numberOf(at)
	} else {
		if number, err = messages.NextSequence(); err != nil {
			return 0, err
		}
		messages.FillPercent = 0.95 // numbers only grow
		if err := ids.Put(id, numberKey(number)); err != nil {
			return 0, err
		}
	}
	if err := refer(t, conversation, p.loads); err != nil {
		return 0, err
	}
	return number, put(messages, numberKey(number), p.stored)
}

// Messages is a page of a conversation's closed history: at most limit
// messages, oldest first, that come before the cursor (empty: the newest).
// Results are previews. Next is the cursor of the page before, empty at the
// beginning. A page ends early rather than grow beyond what a frame should carry.
func (s *Store) Messages(id chat.ConversationID, before string, limit int) (page []chat.Message, next string, err error) {
	var stored []storedMessage
	err = s.view(func(t tx) error {
		c, err := conversationBucket(t, id)
		if err != nil {
			return err
		}
		from, err := parseCursor(before)
		if err != nil {
			return err
		}
		stored, next, err = pageBack(sub(c, inMessages).Cursor(), from, limit)
		return err
	})
	if err != nil {
		return nil, "", err
	}
	page, err = s.unpackAll(stored)
	return page, next, err
}

// pageBytes is what a page of messages may hold together, unless it is one message.
const pageBytes = 4 << 20

func pageBack(c *bbolt.Cursor, before uint64, limit int) (page []storedMessage, next string, err error) {
	key, value := seekBefore(c, numberKey(before), before == 0)
	for size := int64(0); key != nil; key, value = c.Prev() {
		m, err := decode[storedMessage](value)
		if err != nil {
			return nil, "", err
		}
		if size += m.Size; len(page) == limit || len(page) > 0 && size > pageBytes {
			next = fmt.Sprint(numberOf(key) + 1)
			break
		}
		page = append(page, m)
	}
	slices.Reverse(page)
	return page, next, nil
}

// seekBefore moves to the last key below key, or to the very last.
func seekBefore(c *bbolt.Cursor, key []byte, last bool) (k, v []byte) {
	if last {
		return c.Last()
	}
	if k, _ := c.Seek(key); k == nil {
		return c.Last()
	}
	return c.Prev()
}

func parseCursor(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	var n uint64
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil || fmt.Sprint(n) != text || n == 0 {
		return 0, badCursor()
	}
	return n, nil
}

func badCursor() error {
	return protocol.NewFault(protocol.ReasonInvalidParams, "The page asked for does not exist: its mark is not one that was given out.")
}

// History is the whole closed history of a conversation for a model, oldest
// first, with the full text of all results.
func (s *Store) History(id chat.ConversationID) ([]chat.Message, error) {
	var stored []storedMessage
	err := s.view(func(t tx) error {
		stored = nil
		c, err := conversationBucket(t, id)
		if err != nil {
			return err
		}
		return sub(c, inMessages).ForEach(func(_, value []byte) error {
			m, err := decode[storedMessage](value)
			stored = append(stored, m)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	msgs, err := s.unpackAll(stored)
	for i := 0; err == nil && i < len(msgs); i++ {
		msgs[i], err = s.rejoin(msgs[i])
	}
	return msgs, err
}
