package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// storedRun is a run in the database.
type storedRun struct {
	Run   chat.Run `json:"run"`
	Nonce string   `json:"nonce,omitempty"`
	// First is the number of the person's message; all messages of the run
	// follow it without a gap, because a conversation has one run at a time.
	First uint64 `json:"first"`
	// Given is what the run was started with beside the message, kept for
	// resuming it. The store does not read it.
	Given json.RawMessage `json:"given,omitempty"`
	// Before is the duration of the segments that are over, in milliseconds.
	Before int64 `json:"before,omitempty"`
}

// Run reads a run.
func (s *Store) Run(id chat.RunID) (chat.Run, error) {
	r, _, err := s.runWith(id)
	return r, err
}

// Given reads what a run was started with beside the message.
func (s *Store) Given(id chat.RunID) (json.RawMessage, error) {
	_, given, err := s.runWith(id)
	return given, err
}

func (s *Store) runWith(id chat.RunID) (run chat.Run, given json.RawMessage, err error) {
	err = s.view(func(t tx) error {
		r, err := runRecord(t, id)
		run, given = r.Run, r.Given
		return err
	})
	return run, given, err
}

// LiveRuns lists the runs that have not ended, oldest first: those of one
// conversation, or all where it is empty. Those of conversations that were put
// away are left out.
func (s *Store) LiveRuns(conversation chat.ConversationID) (runs []chat.Run, err error) {
	err = s.view(func(t tx) error {
		runs = nil
		live, err := liveRuns(t, conversation)
		for _, r := range live {
			_, away, err := awayRecord(t, r.Run.Conversation)
			if err != nil {
				return err
			}
			if !away {
				runs = append(runs, r.Run)
			}
		}
		return err
	})
	return runs, err
}

// View is a run as clients draw it when it is not under way: its record and its
// closed messages, with previews.
func (s *Store) View(id chat.RunID) (chat.View, error) {
	var view chat.View
	var stored []storedMessage
	err := s.view(func(t tx) error {
		stored = nil
		r, err := runRecord(t, id)
		if err != nil {
			return err
		}
		view.Run = r.Run
		b, err := conversationBucket(t, r.Run.Conversation)
		if err != nil {
			return err
		}
		c := sub(b, inMessages).Cursor()
		for key, value := c.Seek(numberKey(r.First)); key != nil; key, value = c.Next() {
			m, err := decode[storedMessage](value)
			if err != nil {
				return err
			}
			if m.Run != id {
				break
			}
			stored = append(stored, m)
		}
		return nil
	})
	if err != nil {
		return view, err
	}
	view.Messages, err = s.unpackAll(stored)
	return view, err
}

// SetRunState moves a run from one of the states in from to another one; a run
// in any other state is a conflict that names it, and nothing changes.
func (s *Store) SetRunState(ctx context.Context, id chat.RunID, to chat.RunState, from ...chat.RunState) (run chat.Run, err error) {
	at := stamp(time.Time{})
	crash.Point("store.run_state.before")
	err = s.write(ctx, func(t tx) error {
		r, err := runRecord(t, id)
		if err != nil {
			return err
		}
		if !slices.Contains(from, r.Run.State) {
			return protocol.NewFault(protocol.ReasonConflict, fmt.Sprintf("The run is %s.", r.Run.State))
		}
		r.Run.State, r.Run.EndedAt = to, nil
		if to == chat.RunRunning {
			r.Before = r.Run.DurationMs
		}
		if to.Final() {
			r.Run.EndedAt = &at
		} else {
			r.Run.Error, r.Run.ErrorCode = "", ""
		}
		run = r.Run
		return saveRun(t, r)
	})
	if err == nil {
		crash.Point("store.run_state.after")
	}
	return run, err
}

func runRecord(t tx, id chat.RunID) (storedRun, error) {
	key, err := textKey(id)
	if err != nil {
		return storedRun{}, err
	}
	r, there, err := get[storedRun](t.top(inRuns), key)
	if err == nil && !there {
		err = protocol.NewFault(protocol.ReasonNotFound, "There is no such run.")
	}
	return r, err
}

// saveRun writes a run and keeps the list of live ones in step.
func saveRun(t tx, r storedRun) error {
	key, err := textKey(r.Run.ID)
	if err != nil {
		return err
	}
	if err := put(t.top(inRuns), key, r); err != nil {
		return err
	}
	if r.Run.State.Final() {
		return t.top(inLive).Delete(key)
	}
	return t.top(inLive).Put(key, []byte(r.Run.Conversation))
}

func liveRuns(t tx, conversation chat.ConversationID) (live []storedRun, err error) {
	err = t.top(inLive).ForEach(func(id, in []byte) error {
		if conversation != "" && string(in) != string(conversation) {
			return nil
		}
		r, err := runRecord(t, chat.RunID(id))
		live = append(live, r)
		return err
	})
	return live, err
}

// deleteRun removes a run that has ended or was interrupted.
func deleteRun(t tx, key []byte) error {
	r, err := runRecord(t, chat.RunID(key))
	if err != nil {
		return err
	}
	if !r.Run.State.Final() && r.Run.State != chat.RunInterrupted {
		return underWayFault(r.Run.ID)
	}
	if r.Nonce != "" {
		if fresh := t.top(inFresh); string(fresh.Get([]byte(r.Nonce))) == string(key) {
			if err := fresh.Delete([]byte(r.Nonce)); err != nil {
				return err
			}
		}
	}
	for _, bucket := range []string{inRuns, inLive, inRounds} {
		if err := t.top(bucket).Delete(key); err != nil {
			return err
		}
	}
	return nil
}

// stamp is a time as it is stored: UTC, without the monotonic clock; the zero
// time means now.
func stamp(at time.Time) time.Time {
	if at.IsZero() {
		at = time.Now()
	}
	return at.UTC().Round(0)
}
