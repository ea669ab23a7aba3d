package run

import (
	"context"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/protocol/chat"
)

// Attach watches a run. A run that is not in memory is told from the store:
// then nothing follows and the subscription is marked as ended.
func (m *Manager) Attach(ctx context.Context, id chat.RunID, o event.SubscribeOptions) (*event.Subscription, error) {
	log, err := m.logOf(ctx, id)
	if err != nil {
		return nil, err
	}
	if log == nil {
		view, err := m.o.Store.View(id)
		if err != nil {
			return nil, err
		}
		log = event.NewLog(m.o.Epoch, view)
		log.Close(ctx)
	}
	return log.Subscribe(o), nil
}

// logOf is the log of a run in memory, nil if it is not there.
func (m *Manager) logOf(ctx context.Context, id chat.RunID) (*event.Log, error) {
	a := m.find(id)
	if a == nil {
		return nil, nil
	}
	select {
	case <-a.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return a.log, nil
}

// Live lists the runs that have not ended, oldest first: those of one
// conversation, or all where it is empty. A run under way is told as it is now.
func (m *Manager) Live(in chat.ConversationID) ([]chat.Run, error) {
	stored, err := m.o.Store.LiveRuns(in)
	if err != nil {
		return nil, err
	}
	runs := make([]chat.Run, 0, len(stored))
	for _, r := range stored {
		if now := m.now(r); !now.State.Final() {
			runs = append(runs, now)
		}
	}
	return runs, nil
}

// now is a run with what memory knows better than the store.
func (m *Manager) now(r chat.Run) chat.Run {
	m.mu.Lock()
	a := m.active[r.ID]
	if a == nil || a.log == nil || a.over {
		m.mu.Unlock()
		return r
	}
	log := a.log
	m.mu.Unlock()
	view, _ := log.View()
	return view.Run
}
