package store

import (
	"context"
	"fmt"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// Journal keeps the rounds of one run while one loop runs it. Each method is
// one commit. What a method is given may be given again after an error: a
// commit that did happen is found and not repeated.
//
// It remembers the open round, so that marking a call reads no round. It is used by one goroutine.
type Journal struct {
	s   *Store
	run chat.RunID
	// began is when the segment began.
	began time.Time
	// open is the round as it lies in the database, nil when none is open.
	open *chat.Message
}

// Journal returns the journal of a run for the segment that now begins. The run
// must have no open round, which [Store.Recover] sees to at each start.
func (s *Store) Journal(run chat.RunID) *Journal {
	return &Journal{s: s, run: run, began: time.Now()}
}

// Began is when the segment began. Whoever says how long a run has taken counts
// from here too: then what was stored is never more than what is said.
func (j *Journal) Began() time.Time { return j.began }

// timed returns the note that a commit makes of the time worked so far, for the
// case that it is the last one before a crash.
func (j *Journal) timed() func(*storedRun) {
	segment := time.Since(j.began).Milliseconds()
	return func(r *storedRun) { r.Run.DurationMs = r.Before + segment }
}

// OpenRound stores a round whose calls are about to act.
func (j *Journal) OpenRound(ctx context.Context, msg chat.Message) error {
	crash.Point("store.open_round.before")
	if err := j.keepOpen(ctx, msg); err != nil {
		return fmt.Errorf("open round %d: %w", msg.Round, err)
	}
	crash.Point("store.open_round.after")
	return nil
}

// StartCall marks a call as started and notes the results since the last commit.
func (j *Journal) StartCall(ctx context.Context, id chat.MessageID, call chat.CallID, settled []chat.ToolCall) error {
	if j.open == nil || j.open.ID != id {
		return fmt.Errorf("start call %s: its round is not open", call)
	}
	msg := *j.open
	msg.ToolCalls = append([]chat.ToolCall(nil), msg.ToolCalls...)
	for _, c := range settled {
		at := indexOf(msg.ToolCalls, c.ID)
		if at < 0 {
			return fmt.Errorf("start call %s: call %s is not of this round", call, c.ID)
		}
		msg.ToolCalls[at] = c
	}
	at := indexOf(msg.ToolCalls, call)
	if at < 0 {
		return fmt.Errorf("start call %s: it is not of this round", call)
	}
	now := stamp(time.Time{})
	c := &msg.ToolCalls[at]
	c.Status, c.Effects, c.StartedAt = chat.CallStarted, true, &now
	crash.Point("store.start_call.before")
	if err := j.keepOpen(ctx, msg); err != nil {
		return fmt.Errorf("start call %s: %w", call, err)
	}
	crash.Point("store.start_call.after")
	return nil
}

// keepOpen writes the open round's record, and notes the time on the run's.
func (j *Journal) keepOpen(ctx context.Context, msg chat.Message) error {
	p, err := j.s.pack(msg)
	if err != nil {
		return err
	}
	defer j.s.release(p.loads)
	note := j.timed()
	err = j.s.write(ctx, func(t tx) error {
		r, key, err := underWay(t, j.run)
		if err != nil {
			return err
		}
		note(&r)
		if err := put(t.top(inRuns), key, r); err != nil {
			return err
		}
		other, there, err := get[storedMessage](t.top(inRounds), key)
		switch {
		case err != nil:
			return err
		case there && other.ID != msg.ID:
			return fmt.Errorf("round of message %s is open", other.ID)
		}
		b, err := conversationBucket(t, r.Run.Conversation)
		if err != nil {
			return err
		}
		if err := refer(t, b, p.loads); err != nil {
			return err
		}
		return put(t.top(inRounds), key, p.stored)
	})
	if err == nil {
		j.open = &p.short
	}
	return err
}

// CloseRound makes a round history.
func (j *Journal) CloseRound(ctx context.Context, msg chat.Message) error {
	for _, c := range msg.ToolCalls {
		if !c.Status.Final() {
			return fmt.Errorf("close round %d: call %s is %s", msg.Round, c.ID, c.Status)
		}
	}
	p, err := j.s.pack(msg)
	if err != nil {
		return fmt.Errorf("close round %d: %w", msg.Round, err)
	}
	defer j.s.release(p.loads)
	note := j.timed()
	crash.Point("store.close_round.before")
	err = j.s.write(ctx, func(t tx) error {
		r, key, err := underWay(t, j.run)
		if err != nil {
			return err
		}
		note(&r)
		if err := t.top(inRounds).Delete(key); err != nil {
			return err
		}
		return closeRound(t, &r, p)
	})
	if err != nil {
		return fmt.Errorf("close round %d: %w", msg.Round, err)
	}
	j.open = nil
	crash.Point("store.close_round.after")
	return nil
}

// closeRound appends a round and notes it on the run, with what it has cost:
// the loop that adds it up may die.
func closeRound(t tx, r *storedRun, p packed) error {
	if u := p.short.Usage; u != nil {
		r.Run.Usage = r.Run.Usage.Add(*u)
	}
	return appendRound(t, r, p)
}

// appendRound appends a message and notes its round on the run.
func appendRound(t tx, r *storedRun, p packed) error {
	b, err := conversationBucket(t, r.Run.Conversation)
	if err != nil {
		return err
	}
	if _, err := appendMessage(t, b, p); err != nil {
		return err
	}
	if err := touch(t, b, stamp(p.short.CreatedAt)); err != nil {
		return err
	}
	r.Run.Round = max(r.Run.Round, p.short.Round)
	return saveRun(t, *r)
}

// Finish stores the last message and the end of the run together. A round that
// is open still is closed in the same commit, as after a crash.
func (j *Journal) Finish(ctx context.Context, msg chat.Message, state chat.RunState) error {
	if !state.Final() {
		return fmt.Errorf("finish run %s: %s is not an end", j.run, state)
	}
	left, err := j.packOpen()
	if err != nil {
		return fmt.Errorf("finish run %s: %w", j.run, err)
	}
	p, err := j.s.pack(msg)
	if err != nil {
		j.s.release(left.loads)
		return fmt.Errorf("finish run %s: %w", j.run, err)
	}
	defer j.s.release(left.loads)
	defer j.s.release(p.loads)
	at := stamp(time.Time{})
	crash.Point("store.finish.before")
	err = j.s.write(ctx, func(t tx) error { return finish(t, j.run, left, p, state, at) })
	if err != nil {
		return fmt.Errorf("finish run %s: %w", j.run, err)
	}
	j.open = nil
	crash.Point("store.finish.after")
	return nil
}

// packOpen settles the round that was left open, if there is one.
func (j *Journal) packOpen() (packed, error) {
	if j.open == nil {
		return packed{}, nil
	}
	msg, _, _ := settle(*j.open)
	return j.s.pack(msg)
}

// worked reports whether a loop works on a run in this state.
func worked(s chat.RunState) bool { return s == chat.RunRunning || s == chat.RunStopping }

func indexOf(calls []chat.ToolCall, id chat.CallID) int {
	for i, c := range calls {
		if c.ID == id {
			return i
		}
	}
	return -1
}

// underWay finds a run that a loop is working on. A loop that outlived its run
// (it was cancelled, or the conversation is gone) must not write any more.
func underWay(t tx, id chat.RunID) (storedRun, []byte, error) {
	key, err := textKey(id)
	if err != nil {
		return storedRun{}, nil, err
	}
	r, err := runRecord(t, id)
	if err == nil && !worked(r.Run.State) {
		err = protocol.NewFault(protocol.ReasonConflict, fmt.Sprintf("The run is %s: nothing more is stored of it.", r.Run.State))
	}
	return r, key, err
}
