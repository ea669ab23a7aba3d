package run

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// commitTimeout bounds commits that must happen although nobody waits for them.
const commitTimeout = 10 * time.Second

// work is the goroutine of a run. It ends when the loop has returned and the
// end is dealt with.
func (m *Manager) work(ctx context.Context, a *active, in Input) {
	defer m.running.Done()
	defer a.stop()
	out := m.loop(ctx, in)
	m.abandoned.Add(int64(out.Abandoned))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
	defer cancel()
	switch {
	case m.sealed.Load(): // cut off; the next start finds it
	case out.State == chat.RunParked:
		m.parked(ctx, a, in, out)
	case !a.said.Load():
		m.failed(ctx, a, in, out)
	}
	if !m.sealed.Load() && out.State != chat.RunParked {
		m.verify(ctx, a)
	}
	m.ended(a)
}

// loop reads the history and runs the loop; a panic is a failed run.
func (m *Manager) loop(ctx context.Context, in Input) (out Output) {
	out = Output{State: chat.RunFailed, Run: in.Run}
	defer func() {
		if p := recover(); p != nil {
			m.o.Log.Error().Str("run", string(in.Run.ID)).Interface("panic", p).Bytes("stack", debug.Stack()).Msg("loop panicked")
			out.Run.Error, out.Run.ErrorCode = "The run failed inside the program.", chat.ErrorInternal
		}
	}()
	history, err := m.o.Store.History(in.Run.Conversation)
	if err != nil {
		m.o.Log.Error().Str("run", string(in.Run.ID)).Err(err).Msg("history not read")
		out.Run.Error, out.Run.ErrorCode = "The conversation could not be read: "+err.Error(), chat.ErrorInternal
		return out
	}
	in.History = sendable(history)
	return m.o.Loop(ctx, in)
}

// sendable leaves out the messages that report an error: they are for people.
func sendable(history []chat.Message) []chat.Message {
	kept := make([]chat.Message, 0, len(history))
	for _, msg := range history {
		if msg.Error == "" {
			kept = append(kept, msg)
		}
	}
	return kept
}

// parked stores that the run goes on in the next daemon, and says so.
func (m *Manager) parked(ctx context.Context, a *active, in Input, out Output) {
	out.Run.ID = a.id
	err := m.o.Store.ParkRun(ctx, out.Run)
	if removed := (*store.RemovedError)(nil); errors.As(err, &removed) { // no next start has it
		m.failed(ctx, a, in, out)
		return
	}
	if err != nil {
		m.o.Log.Error().Str("run", string(a.id)).Err(err).Msg("run not parked; the next start settles it")
		return
	}
	m.state(a, chat.RunParked)
}

// failed ends a run whose loop returned without an end.
func (m *Manager) failed(ctx context.Context, a *active, in Input, out Output) {
	text, code := out.Run.Error, out.Run.ErrorCode
	if text == "" {
		text, code = fmt.Sprintf("The run ended without saying why (%s).", out.State), chat.ErrorInternal
	}
	usage, took := out.Run.Usage, in.Run.DurationMs+time.Since(in.Began).Milliseconds()
	msg := chat.Message{
		ID: chat.MessageID(chat.NewID()), Conversation: in.Run.Conversation, Run: a.id, Role: chat.RoleAssistant,
		Content: []chat.Block{}, Error: text, ErrorCode: code, Model: in.Run.Model,
		Usage: &usage, DurationMs: took, CreatedAt: time.Now().UTC().Round(0),
	}
	if err := in.Journal.Finish(ctx, msg, chat.RunFailed); err != nil {
		m.o.Log.Error().Str("run", string(a.id)).Err(err).Msg("end of run not stored")
		text, code = "The end of the run could not be stored: "+err.Error(), chat.ErrorPersistFailed
	}
	in.Sink.Emit(chat.Event{Type: chat.EventError, Message: text, ErrorCode: code, Usage: &usage, DurationMs: took})
}

// verify frees the conversation of a run whose end was said but not stored.
// While the disk is still full this fails too; then Start tries again.
func (m *Manager) verify(ctx context.Context, a *active) {
	r, err := m.o.Store.Run(a.id)
	if err == nil && !r.State.Final() {
		_, err = m.o.Store.RecoverRun(ctx, a.id)
	}
	if err != nil {
		m.o.Log.Warn().Str("run", string(a.id)).Err(err).Msg("run left behind; the next message in its conversation settles it")
	}
}

// ended keeps the run for late clients a while longer.
func (m *Manager) ended(a *active) {
	view, _ := a.log.View()
	m.mu.Lock()
	a.over, a.run = true, view.Run
	a.retire = time.AfterFunc(m.o.Retain, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.forget(a)
	})
	m.mu.Unlock()
	close(a.done)
	m.poke()
}

// state changes and says the state of a run without ending it.
func (m *Manager) state(a *active, state chat.RunState) {
	m.mu.Lock()
	a.run.State = state
	m.mu.Unlock()
	a.log.Emit(chat.Event{Type: chat.EventState, State: state})
}

// sink passes a loop's events on and remembers that the end was said.
type sink struct {
	m *Manager
	a *active
}

func (s sink) Emit(e chat.Event) {
	if s.m.sealed.Load() {
		return // cut off: what the loop makes of that is not the run's end
	}
	if e.Type.Terminal() {
		if s.a.said.Swap(true) {
			return // there is one end
		}
		defer s.m.poke()
	}
	s.a.log.Emit(e)
}

// gate is a journal that closes when the manager does: a run that is cut off
// must be found as interrupted, not as whatever its loop made of being cut off.
type gate struct {
	m *Manager
	j Journal
}

func (g gate) check() error {
	if g.m.sealed.Load() {
		return protocol.NewFault(protocol.ReasonShutdown, "The program is stopping; the run goes on when it is resumed.")
	}
	return nil
}

func (g gate) OpenRound(ctx context.Context, msg chat.Message) error {
	if err := g.check(); err != nil {
		return err
	}
	return g.j.OpenRound(ctx, msg)
}

func (g gate) StartCall(ctx context.Context, msg chat.MessageID, call chat.CallID, settled []chat.ToolCall) error {
	if err := g.check(); err != nil {
		return err
	}
	return g.j.StartCall(ctx, msg, call, settled)
}

func (g gate) CloseRound(ctx context.Context, msg chat.Message) error {
	if err := g.check(); err != nil {
		return err
	}
	return g.j.CloseRound(ctx, msg)
}

func (g gate) Finish(ctx context.Context, msg chat.Message, state chat.RunState) error {
	if err := g.check(); err != nil {
		return err
	}
	return g.j.Finish(ctx, msg, state)
}
