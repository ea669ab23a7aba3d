package store

import (
	"context"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// finish ends a run: the round left open, the last message, the record.
func finish(t tx, id chat.RunID, left, last packed, state chat.RunState, at time.Time) error {
	r, err := runRecord(t, id)
	if err != nil {
		return err
	}
	if r.Run.State.Final() && r.Run.State == state && finishedWith(t, r, last) {
		return nil // the commit before, whose outcome was in doubt, did happen
	}
	r, key, err := underWay(t, id)
	if err != nil {
		return err
	}
	if err := t.top(inRounds).Delete(key); err != nil {
		return err
	}
	if left.stored.ID != "" {
		if err := closeRound(t, &r, left); err != nil {
			return err
		}
	}
	msg := last.short
	r.Run.State, r.Run.EndedAt = state, &at
	r.Run.Error, r.Run.ErrorCode = msg.Error, msg.ErrorCode
	if msg.Usage != nil { // that of the whole run
		r.Run.Usage = *msg.Usage
	}
	r.Run.DurationMs = max(r.Run.DurationMs, msg.DurationMs)
	return appendRound(t, &r, last)
}

// finishedWith tells whether the run ended with this message.
func finishedWith(t tx, r storedRun, last packed) bool {
	b, err := conversationBucket(t, r.Run.Conversation)
	return err == nil && sub(b, inIDs).Get([]byte(last.stored.ID)) != nil
}

// ParkRun notes that a run goes on in the next daemon. run carries the usage
// and the duration so far.
func (s *Store) ParkRun(ctx context.Context, run chat.Run) error {
	crash.Point("store.park_run.before")
	err := s.write(ctx, func(t tx) error {
		r, key, err := underWay(t, run.ID)
		if err != nil {
			return err
		}
		if t.top(inRounds).Get(key) != nil {
			return errOpenRound(run.ID)
		}
		if r.Run.State == chat.RunStopping {
			return protocol.NewFault(protocol.ReasonConflict, "The run was stopped: it does not go on.")
		}
		r.Run.State, r.Run.Usage, r.Run.DurationMs = chat.RunParked, run.Usage, run.DurationMs
		return saveRun(t, r)
	})
	if err == nil {
		crash.Point("store.park_run.after")
	}
	return err
}
