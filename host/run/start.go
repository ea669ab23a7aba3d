package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/event"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// Start stores the person's message, begins a run and returns at once. The
// faults are busy (a run is under way in the conversation), not_found,
// shutting_down, and what the check of the model says.
func (m *Manager) Start(ctx context.Context, r Request) (store.Begun, error) {
	if err := m.enter(); err != nil {
		return store.Begun{}, err
	}
	defer m.running.Done()
	model, err := m.o.Model(r.Model, r.Env)
	if err != nil {
		return store.Begun{}, err
	}
	given, err := json.Marshal(r.Given)
	if err != nil {
		return store.Begun{}, fmt.Errorf("start run: %w", err)
	}
	now := time.Now().UTC().Round(0)
	n := store.NewRun{
		Run: chat.Run{ID: chat.RunID(chat.NewID()), Conversation: r.Conversation, State: chat.RunRunning, Model: model, CreatedAt: now},
		Message: chat.Message{
			ID: chat.MessageID(chat.NewID()), Role: chat.RoleUser, Content: clean(r.Content), CreatedAt: now,
		},
		Title: title(r.Content), Nonce: r.Nonce, Given: given,
	}
	a, _ := m.reserve(n.Run)
	begun, err := m.begin(ctx, n)
	if err != nil || begun.Again {
		m.giveUp(a)
		return begun, err
	}
	n.Message.Conversation, n.Message.Run = begun.Run.Conversation, begun.Run.ID
	m.launch(a, chat.View{Run: begun.Run, Messages: []chat.Message{n.Message}}, Input{Given: r.Given, Env: r.Env})
	return begun, nil
}

// begin commits the run. A conversation that is held by a run which nobody
// works on (its end could not be stored) is freed first.
func (m *Manager) begin(ctx context.Context, n store.NewRun) (store.Begun, error) {
	begun, err := m.o.Store.BeginRun(ctx, n)
	if !errors.Is(err, protocol.NewFault(protocol.ReasonBusy, "")) || !m.reclaim(ctx, n.Run.Conversation) {
		return begun, err
	}
	return m.o.Store.BeginRun(ctx, n)
}

// reclaim settles the runs of a conversation that are stored as under way
// although no loop works on them.
func (m *Manager) reclaim(ctx context.Context, in chat.ConversationID) bool {
	live, err := m.o.Store.LiveRuns(in)
	if err != nil {
		return false
	}
	freed := false
	for _, r := range live {
		if a := m.find(r.ID); a != nil {
			if !a.said.Load() {
				continue
			}
			<-a.done // it has ended; the rest takes a moment
		}
		if _, err := m.o.Store.RecoverRun(ctx, r.ID); err == nil {
			freed = true
		}
	}
	return freed
}

// launch starts the loop of a run whose place is reserved.
func (m *Manager) launch(a *active, view chat.View, in Input) {
	crash.Point("run.launch.before")
	ctx, stop := context.WithCancel(m.life)
	m.mu.Lock()
	epoch := m.o.Epoch
	if in.Resumed {
		// Numbers start over with each segment, so the epoch changes too.
		m.segments++
		epoch = fmt.Sprintf("%s.%d", epoch, m.segments)
	}
	a.run, a.log, a.stop = view.Run, event.NewLog(epoch, view), stop
	m.running.Add(1)
	m.mu.Unlock()
	close(a.ready)
	m.poke()
	in.Run, in.Sink, in.Park = view.Run, sink{m, a}, m.park
	journal := m.o.Store.Journal(a.id)
	in.Journal, in.Began = gate{m, journal}, journal.Began()
	go m.work(ctx, a, in)
	crash.Point("run.launch.after")
}

// title names a conversation after its first message.
func title(content []chat.Block) string {
	var text string
	for _, b := range content {
		if b.Type == chat.BlockText && strings.TrimSpace(b.Text) != "" {
			text = b.Text
			break
		}
		if text == "" {
			text = b.Name
		}
	}
	text = strings.Join(strings.Fields(chat.Clean(text)), " ")
	if r := []rune(text); len(r) > chat.MaxTitle {
		return string(r[:chat.MaxTitle-1]) + "…"
	}
	return text
}

// clean repairs text that came from outside.
func clean(content []chat.Block) []chat.Block {
	cleaned := make([]chat.Block, len(content))
	for i, b := range content {
		b.Text, b.Name = chat.Clean(b.Text), chat.Clean(b.Name)
		cleaned[i] = b
	}
	return cleaned
}
