package store

import (
	"context"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// NewRun is a run to begin.
type NewRun struct {
	// Run carries id, model and time; its conversation may be empty, which begins one.
	Run chat.Run
	// Message is the person's message; it gets the run and the conversation.
	Message chat.Message
	// Title is that of a conversation that is begun.
	Title string
	// Nonce, where set, makes this idempotent within the conversation (or among
	// the sends that begin one).
	Nonce string
	Given json.RawMessage
}

// Begun is what beginning a run came to.
type Begun struct {
	Conversation chat.Conversation
	Run          chat.Run
	Message      chat.MessageID
	// Again says that the nonce had been used: Run is the one of then, and
	// nothing was begun.
	Again bool
	// Replaced is the interrupted run that this one ended, empty if none.
	Replaced chat.RunID
}

// BeginRun stores the person's message and the run in one commit, together
// with the conversation where it is new. A run that is under way in the
// conversation is a busy fault; one that is interrupted is cancelled.
func (s *Store) BeginRun(ctx context.Context, n NewRun) (begun Begun, err error) {
	fresh := n.Run.Conversation == ""
	if fresh {
		n.Run.Conversation = chat.ConversationID(chat.NewID())
	}
	generation := chat.NewID()
	n.Message.Conversation, n.Message.Run = n.Run.Conversation, n.Run.ID
	n.Run.State, n.Run.CreatedAt = chat.RunRunning, stamp(n.Run.CreatedAt)
	p, err := s.pack(n.Message)
	if err != nil {
		return begun, err
	}
	defer s.release(p.loads)
	crash.Point("store.begin_run.before")
	err = s.write(ctx, func(t tx) (err error) {
		begun, err = beginRun(t, n, p, fresh, generation)
		return err
	})
	if err == nil {
		crash.Point("store.begin_run.after")
	}
	return begun, err
}

func beginRun(t tx, n NewRun, p packed, fresh bool, generation string) (Begun, error) {
	if begun, again, err := startedBefore(t, n, fresh); again || err != nil {
		return begun, err
	}
	if fresh {
		if _, err := createConversation(t, chat.Conversation{
			ID: n.Run.Conversation, Title: n.Title, CreatedAt: n.Run.CreatedAt, UpdatedAt: n.Run.CreatedAt,
			Generation: generation, Revision: 1,
		}); err != nil {
			return Begun{}, err
		}
	}
	b, err := conversationBucket(t, n.Run.Conversation)
	if err != nil {
		return Begun{}, err
	}
	replaced, err := admit(t, n.Run)
	if err != nil {
		return Begun{}, err
	}
	first, err := appendMessage(t, b, p)
	if err != nil {
		return Begun{}, err
	}
	if err := touch(t, b, n.Run.CreatedAt); err != nil {
		return Begun{}, err
	}
	if err := putNonce(t, b, n, fresh); err != nil {
		return Begun{}, err
	}
	key, err := textKey(n.Run.ID)
	if err != nil {
		return Begun{}, err
	}
	if err := sub(b, inRuns).Put(key, []byte(present)); err != nil {
		return Begun{}, err
	}
	if err := saveRun(t, storedRun{Run: n.Run, Nonce: n.Nonce, First: first, Given: n.Given}); err != nil {
		return Begun{}, err
	}
	c, err := conversationRecord(b)
	return Begun{Conversation: c, Run: n.Run, Message: p.stored.ID, Replaced: replaced}, err
}

// admit lets one run at a time into a conversation. An interrupted one gives
// way: a person who sends anew has decided.
func admit(t tx, run chat.Run) (replaced chat.RunID, err error) {
	live, err := liveRuns(t, run.Conversation)
	if err != nil {
		return "", err
	}
	for _, other := range live {
		if other.Run.State != chat.RunInterrupted {
			return "", protocol.NewFault(protocol.ReasonBusy,
				fmt.Sprintf("Run %s is under way in this conversation.", other.Run.ID)).
				WithNext("Wait until it has ended, or stop it.")
		}
		other.Run.State, other.Run.EndedAt = chat.RunCancelled, &run.CreatedAt
		if err := saveRun(t, other); err != nil {
			return "", err
		}
		replaced = other.Run.ID
	}
	return replaced, nil
}

// startedBefore finds the run that the nonce began.
func startedBefore(t tx, n NewRun, fresh bool) (begun Begun, again bool, err error) {
	if n.Nonce == "" {
		return begun, false, nil
	}
	nonces := t.top(inFresh)
	if !fresh {
		b, err := conversationBucket(t, n.Run.Conversation)
		if err != nil {
			return begun, false, err
		}
		nonces = sub(b, inNonces)
	}
	key, err := textKey(n.Nonce)
	if err != nil {
		return begun, false, err
	}
	id := nonces.Get(key)
	if id == nil {
		return begun, false, nil
	}
	begun, err = begunBefore(t, chat.RunID(id))
	return begun, true, err
}

func begunBefore(t tx, id chat.RunID) (Begun, error) {
	r, err := runRecord(t, id)
	if err != nil {
		return Begun{}, err
	}
	b, err := conversationBucket(t, r.Run.Conversation)
	if err != nil {
		return Begun{}, err
	}
	c, err := conversationRecord(b)
	if err != nil {
		return Begun{}, err
	}
	m, _, err := get[storedMessage](sub(b, inMessages), numberKey(r.First))
	return Begun{Conversation: c, Run: r.Run, Message: m.ID, Again: true}, err
}

// putNonce remembers the nonce within the conversation, and among those that
// begin one where it did.
func putNonce(t tx, b *bbolt.Bucket, n NewRun, fresh bool) error {
	if n.Nonce == "" {
		return nil
	}
	key, err := textKey(n.Nonce)
	if err != nil {
		return err
	}
	if fresh {
		if err := t.top(inFresh).Put(key, []byte(n.Run.ID)); err != nil {
			return err
		}
	}
	return sub(b, inNonces).Put(key, []byte(n.Run.ID))
}
