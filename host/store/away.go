package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// AwayFor is how long a conversation that was deleted can be brought back.
const AwayFor = 10 * time.Minute

// storedAway says of a conversation that was put away when it goes for good.
type storedAway struct {
	Until time.Time `json:"until"`
}

// PutAway takes a conversation out of the list and out of every answer, and
// says until when [Store.Restore] brings it back. A run that has not ended is a
// busy fault; one that was put away already is no error. It goes for good
// when its time is over, whether or not a daemon was started anew meanwhile.
func (s *Store) PutAway(ctx context.Context, id chat.ConversationID) (until time.Time, err error) {
	at := stamp(time.Time{}).Add(AwayFor)
	err = s.write(ctx, func(t tx) (err error) {
		until, err = putAway(t, id, at)
		return err
	})
	if err == nil {
		s.pokeKeeper()
	}
	return until, err
}

func putAway(t tx, id chat.ConversationID, until time.Time) (time.Time, error) {
	if was, there, err := awayRecord(t, id); there || err != nil {
		return was.Until, err
	}
	b, err := conversationBucket(t, id)
	if err != nil {
		return until, err
	}
	live, err := liveRuns(t, id)
	if err != nil {
		return until, err
	}
	for _, r := range live {
		if r.Run.State != chat.RunInterrupted {
			return until, underWayFault(r.Run.ID)
		}
	}
	c, err := conversationRecord(b)
	if err != nil {
		return until, err
	}
	if err := t.top(inRecent).Delete(recentKey(c)); err != nil {
		return until, err
	}
	key, err := textKey(id)
	if err != nil {
		return until, err
	}
	return until, put(t.top(inAway), key, storedAway{Until: until})
}

// Restore brings a conversation back as it was. One that is in the list is
// returned as it is; one that is gone is a not_found fault.
func (s *Store) Restore(ctx context.Context, id chat.ConversationID) (c chat.Conversation, err error) {
	err = s.write(ctx, func(t tx) error {
		key, err := textKey(id)
		if err != nil {
			return err
		}
		if err := t.top(inAway).Delete(key); err != nil {
			return err
		}
		b, err := conversationBucket(t, id)
		if err != nil {
			return err
		}
		if c, err = conversationRecord(b); err != nil {
			return err
		}
		return t.top(inRecent).Put(recentKey(c), []byte(present))
	})
	return c, err
}

// Away is a conversation that was put away, and until when it can be brought back.
type Away struct {
	Conversation chat.Conversation
	Until        time.Time
}

// Away lists what can be brought back, put away last first.
func (s *Store) Away() (list []Away, err error) {
	now := time.Now()
	err = s.view(func(t tx) error {
		list = nil
		return eachAway(t, func(c chat.Conversation, until time.Time) error {
			if until.After(now) {
				list = append(list, Away{Conversation: c, Until: until})
			}
			return nil
		})
	})
	slices.SortStableFunc(list, func(a, b Away) int { return b.Until.Compare(a.Until) })
	return list, err
}

// eachAway visits what was put away.
func eachAway(t tx, visit func(chat.Conversation, time.Time) error) error {
	return eachRecord(t.top(inAway), func(id string, a storedAway) error {
		b := t.top(inConversations).Bucket([]byte(id))
		if b == nil {
			return fmt.Errorf("conversation %s was put away and is not there", id)
		}
		c, err := conversationRecord(b)
		if err != nil {
			return err
		}
		return visit(c, a.Until)
	})
}

func awayRecord(t tx, id chat.ConversationID) (storedAway, bool, error) {
	key, err := textKey(id)
	if err != nil {
		return storedAway{}, false, err
	}
	return get[storedAway](t.top(inAway), key)
}

func underWayFault(id chat.RunID) error {
	return protocol.NewFault(protocol.ReasonBusy, fmt.Sprintf("Run %s is under way in this conversation.", id)).
		WithNext("Stop it first.")
}

// due lists what was put away and has to go by now, and when to look again;
// the zero time where nothing is left.
func (s *Store) due(now time.Time) (list []chat.Conversation, next time.Time, err error) {
	err = s.view(func(t tx) error {
		list, next = nil, time.Time{}
		return eachAway(t, func(c chat.Conversation, until time.Time) error {
			if !until.After(now) {
				list = append(list, c)
			} else if next.IsZero() || until.Before(next) {
				next = until
			}
			return nil
		})
	})
	return list, next, err
}

// keeperRetry is when the keeper looks again after a failure.
const keeperRetry = time.Minute

// keeper is the goroutine that removes what was put away when its time is over.
// It ends when the store closes.
func (s *Store) keeper() {
	defer s.running.Done()
	timer := time.NewTimer(keeperRetry)
	defer timer.Stop()
	timer.Stop() // leftAway has poked it
	for {
		select {
		case <-s.closing:
			return
		case <-s.poked:
		case <-timer.C:
		}
		timer.Stop()
		if next, wait := s.dismiss(time.Now()); wait {
			timer.Reset(max(time.Until(next), 0))
		}
	}
}

// dismiss removes what is due and says when to look again.
func (s *Store) dismiss(now time.Time) (next time.Time, wait bool) {
	list, next, err := s.due(now)
	for _, c := range list {
		if err == nil {
			err = s.remove(context.Background(), c.ID, c.Generation, func(t tx) (bool, error) { // ends when the store closes
				away, there, err := awayRecord(t, c.ID) // it may have been brought back since
				return there && !away.Until.After(now), err
			})
		}
	}
	if err != nil {
		s.log.Warn().Err(err).Msg("a deleted conversation was not removed yet")
		return now.Add(keeperRetry), true
	}
	return next, !next.IsZero()
}

func (s *Store) pokeKeeper() {
	select {
	case s.poked <- struct{}{}:
	default:
	}
}

// leftAway goes on with what the life before had put away: it removes what is due
// and keeps the rest for the time that is left. It also forgets bytes that
// nothing came to refer to. It runs before the sweep, which removes the files.
func (s *Store) leftAway() {
	now, before := time.Now(), s.looseUntil()
	list, _, err := s.due(now)
	for _, c := range list {
		err = errors.Join(err, s.atStart(func(t tx) error {
			_, err := deleteConversation(t, c.ID, c.Generation, before)
			return err
		}))
	}
	until := stamp(time.Time{}).Add(AwayFor)
	err = errors.Join(err, s.atStart(func(t tx) error { return errors.Join(shorten(t, until), forgetLoose(t, before)) }))
	if err != nil {
		s.log.Warn().Err(err).Msg("what was deleted before the last end was not removed")
	}
	s.pokeKeeper()
}

// atStart commits before there is a writer.
func (s *Store) atStart(fn func(tx) error) error {
	j := &job{done: make(chan struct{}), fn: fn}
	s.commit([]*job{j})
	return j.err
}

// shorten keeps nothing longer than until: a clock that was set back in between
// would keep it for as long as that.
func shorten(t tx, until time.Time) error {
	var late [][]byte
	err := eachRecord(t.top(inAway), func(id string, a storedAway) error {
		if a.Until.After(until) {
			late = append(late, []byte(id))
		}
		return nil
	})
	for _, key := range late {
		err = errors.Join(err, put(t.top(inAway), key, storedAway{Until: until}))
	}
	return err
}

// looseUntil is the time since which bytes that no message took are kept.
func (s *Store) looseUntil() time.Time { return time.Now().Add(-s.loose) }
