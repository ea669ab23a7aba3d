package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// Stop asks a run to stop and returns it as it is then; its terminal event says
// when it has stopped. A run that has ended is returned as it is. One that
// nobody works on (interrupted, parked) is cancelled at once. When Stop returns,
// the wish is on disk: the run does not go on after a crash, whoever resumes it.
func (m *Manager) Stop(ctx context.Context, id chat.RunID) (chat.Run, error) {
	if a := m.find(id); a != nil {
		select {
		case <-a.ready:
		case <-ctx.Done():
			return chat.Run{}, ctx.Err()
		}
		if run, ok := m.stop(ctx, a); ok {
			return run, nil
		}
	}
	run, err := m.settled(ctx, id)
	if err != nil || run.State.Final() {
		return run, err
	}
	return m.o.Store.SetRunState(ctx, id, chat.RunCancelled, chat.RunInterrupted, chat.RunParked)
}

// stop ends the context of a loop, at once, and then stores that it is stopped.
// False means that no loop works on the run, or not any more.
func (m *Manager) stop(ctx context.Context, a *active) (chat.Run, bool) {
	m.mu.Lock()
	if a.over || a.log == nil {
		m.mu.Unlock()
		return chat.Run{}, false
	}
	first := a.run.State == chat.RunRunning
	if first {
		a.run.State = chat.RunStopping
	}
	m.mu.Unlock()
	if first {
		a.log.Emit(chat.Event{Type: chat.EventState, State: chat.RunStopping})
	}
	a.stop()
	// A link that closes now takes the stop along no more.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
	defer cancel()
	_, err := m.o.Store.SetRunState(ctx, a.id, chat.RunStopping, chat.RunRunning, chat.RunStopping)
	if errors.Is(err, protocol.NewFault(protocol.ReasonConflict, "")) {
		return chat.Run{}, false // it has come to its end, or was parked
	}
	if err != nil {
		m.o.Log.Error().Str("run", string(a.id)).Err(err).Msg("run is stopped, which could not be stored")
	}
	view, _ := a.log.View()
	return view.Run, true
}

// settled is a run that no loop works on, as it is stored; one whose end could
// not be stored is settled first.
func (m *Manager) settled(ctx context.Context, id chat.RunID) (chat.Run, error) {
	run, err := m.o.Store.Run(id)
	if err != nil || run.State != chat.RunRunning && run.State != chat.RunStopping {
		return run, err
	}
	r, err := m.o.Store.RecoverRun(ctx, id)
	return r.Run, err
}

// Resume goes on with a run that was interrupted or parked. A run that is under
// way is returned as it is, because two clients may ask at once; one that has
// ended is a conflict.
func (m *Manager) Resume(ctx context.Context, id chat.RunID, env map[string]string) (store.Begun, error) {
	if err := m.enter(); err != nil {
		return store.Begun{}, err
	}
	defer m.running.Done()
	run, err := m.o.Store.Run(id)
	if err != nil {
		return store.Begun{}, err
	}
	if run.State.Final() {
		return store.Begun{}, protocol.NewFault(protocol.ReasonConflict, fmt.Sprintf("The run has ended (%s).", run.State)).
			WithNext("Send a new message to go on.")
	}
	a, free := m.reserve(run)
	for !free && a.said.Load() { // its end was said; it is no longer under way in a moment
		select {
		case <-a.done:
		case <-ctx.Done():
			return store.Begun{}, ctx.Err()
		}
		a, free = m.reserve(run)
	}
	if free {
		if err := m.resume(ctx, a, env); err != nil {
			m.giveUp(a)
			return store.Begun{}, err
		}
	}
	return m.resumed(ctx, a, run)
}

// resume starts the next segment of a run whose place is reserved.
func (m *Manager) resume(ctx context.Context, a *active, env map[string]string) error {
	run, err := m.settled(ctx, a.id)
	if err != nil {
		return err
	}
	if _, err := m.o.Model(run.Model, env); err != nil {
		return err
	}
	view, err := m.o.Store.View(a.id)
	if err != nil {
		return err
	}
	given, err := m.given(a.id)
	if err != nil {
		return err
	}
	if view.Run, err = m.o.Store.SetRunState(ctx, a.id, chat.RunRunning, chat.RunInterrupted, chat.RunParked); err != nil {
		return err
	}
	m.launch(a, view, Input{Resumed: true, Given: given, Env: env})
	return nil
}

func (m *Manager) given(id chat.RunID) (given Given, err error) {
	text, err := m.o.Store.Given(id)
	if err != nil || len(text) == 0 {
		return given, err
	}
	if err := json.Unmarshal(text, &given); err != nil {
		return given, fmt.Errorf("read what run %s was started with: %w", id, err)
	}
	return given, nil
}

// resumed tells what is under way.
func (m *Manager) resumed(ctx context.Context, a *active, run chat.Run) (store.Begun, error) {
	select {
	case <-a.ready:
	case <-ctx.Done():
		return store.Begun{}, ctx.Err()
	}
	c, err := m.o.Store.Conversation(run.Conversation)
	if err != nil {
		return store.Begun{}, err
	}
	view, err := m.o.Store.View(run.ID)
	if err != nil {
		return store.Begun{}, err
	}
	begun := store.Begun{Conversation: c, Run: m.now(view.Run)}
	if len(view.Messages) > 0 {
		begun.Message = view.Messages[0].ID
	}
	return begun, nil
}

// Recover settles what the last daemon left behind and goes on with what it
// parked. A parked run whose model cannot be reached without the variables of a
// client is left as interrupted, for that client to resume.
func (m *Manager) Recover(ctx context.Context) error {
	found, err := m.o.Store.Recover(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, r := range found {
		if r.Run.State != chat.RunParked {
			continue
		}
		if _, err := m.Resume(ctx, r.Run.ID, nil); err != nil {
			m.o.Log.Warn().Str("run", string(r.Run.ID)).Err(err).Msg("parked run does not go on by itself")
			_, err = m.o.Store.SetRunState(ctx, r.Run.ID, chat.RunInterrupted, chat.RunParked)
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}
