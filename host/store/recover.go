package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/protocol/chat"
)

// What the model reads about calls that a crash left behind.
const (
	unknownResult = "The outcome of this call is unknown, because the program stopped while it ran. Look before you repeat it."
	notRunResult  = "Not run: the program stopped before this call."
)

// stoppedError is the error of a run that was stopped and whose program then
// stopped before it could say so itself.
const stoppedError = "Stopped."

// Recovered says what recovery made of one run.
type Recovered struct {
	Run chat.Run
	// Was is the state that was found.
	Was chat.RunState
	// Closed is the open round that was closed, empty if there was none.
	Closed chat.MessageID
	// Unknown and NotRun count the calls that were settled.
	Unknown, NotRun int
}

// Recover settles what a program that died left behind, one transaction a run,
// by the table of recovery in host/README.md. It returns every run that has not
// ended, and those whose record made no sense. A run that cannot be recovered
// is logged and stays as it is; it does not keep the others from it.
func (s *Store) Recover(ctx context.Context) ([]Recovered, error) {
	ids, err := s.unsettled()
	if err != nil {
		return nil, fmt.Errorf("recover: %w", err)
	}
	var all []Recovered
	for _, id := range ids {
		r, err := s.RecoverRun(ctx, id)
		if err != nil {
			if ctx.Err() != nil {
				return all, ctx.Err()
			}
			s.log.Error().Err(err).Str("run", string(id)).Msg("run not recovered")
			continue
		}
		all = append(all, r)
	}
	return all, nil
}

// unsettled lists the runs that have not ended or have an open round.
func (s *Store) unsettled() (ids []chat.RunID, err error) {
	err = s.view(func(t tx) error {
		ids = nil
		seen := map[string]bool{}
		for _, bucket := range []string{inLive, inRounds} {
			if err := t.top(bucket).ForEach(func(id, _ []byte) error {
				if !seen[string(id)] {
					seen[string(id)] = true
					ids = append(ids, chat.RunID(id))
				}
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return ids, err
}

// RecoverRun settles one run that no loop works on: at a start, or after a
// failure to store left it behind.
func (s *Store) RecoverRun(ctx context.Context, id chat.RunID) (Recovered, error) {
	left, out, err := s.leftOpen(id)
	if err != nil {
		return out, err
	}
	defer s.release(left.loads)
	at := stamp(time.Time{})
	crash.Point("store.recover.before")
	err = s.write(ctx, func(t tx) error {
		r, err := runRecord(t, id)
		if err != nil {
			return err
		}
		out.Was = r.Run.State
		if left.stored.ID != "" {
			key, err := textKey(id)
			if err != nil {
				return err
			}
			if err := t.top(inRounds).Delete(key); err != nil {
				return err
			}
			if err := closeRound(t, &r, left); err != nil {
				return err
			}
		}
		switch r.Run.State {
		case chat.RunRunning:
			r.Run.State, r.Run.ErrorCode = chat.RunInterrupted, chat.ErrorInterrupted
		case chat.RunStopping: // whoever stopped it was told so
			r.Run.State, r.Run.EndedAt = chat.RunCancelled, &at
			r.Run.Error, r.Run.ErrorCode = stoppedError, chat.ErrorCancelled
		}
		out.Run = r.Run
		return saveRun(t, r)
	})
	if err != nil {
		return out, fmt.Errorf("recover run %s: %w", id, err)
	}
	crash.Point("store.recover.after")
	s.note(out)
	return out, nil
}

// leftOpen reads the open round of a run and settles its calls. The round may
// lie in a file, so this is no part of the transaction; nothing else writes it,
// since no loop works on the run.
func (s *Store) leftOpen(id chat.RunID) (p packed, out Recovered, err error) {
	var stored storedMessage
	var there bool
	err = s.view(func(t tx) error {
		key, err := textKey(id)
		if err != nil {
			return err
		}
		stored, there, err = get[storedMessage](t.top(inRounds), key)
		return err
	})
	if err != nil || !there {
		return p, out, err
	}
	msg, err := s.unpack(stored)
	if err != nil {
		return p, out, err
	}
	msg, out.Unknown, out.NotRun = settle(msg)
	out.Closed = msg.ID
	p, err = s.pack(msg)
	return p, out, err
}

// settle gives every call of a round its outcome.
func settle(msg chat.Message) (settled chat.Message, unknown, notRun int) {
	calls := make([]chat.ToolCall, len(msg.ToolCalls))
	for i, c := range msg.ToolCalls {
		switch c.Status {
		case chat.CallStarted:
			c.Status, c.Result = chat.CallUnknown, unknownResult
			unknown++
		case chat.CallPending:
			c.Status, c.Result = chat.CallNotRun, notRunResult
			notRun++
		}
		calls[i] = c
	}
	msg.ToolCalls = calls
	return msg, unknown, notRun
}

func (s *Store) note(r Recovered) {
	level := zerolog.InfoLevel
	if r.Was.Final() && r.Closed != "" {
		level = zerolog.ErrorLevel // cannot happen: the round and the end are one commit
	}
	s.log.WithLevel(level).Str("run", string(r.Run.ID)).Str("was", string(r.Was)).Str("state", string(r.Run.State)).
		Str("closed", string(r.Closed)).Int("unknown", r.Unknown).Int("not_run", r.NotRun).Msg("run recovered")
}

func errOpenRound(id chat.RunID) error {
	return errors.New("run " + string(id) + " has an open round")
}
