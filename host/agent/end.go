package agent

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// answered ends a run with the model's answer.
func (l *loop) answered(msg chat.Message, reply llm.Reply) chat.RunState {
	switch reply.Finish {
	case llm.FinishBlocked:
		l.Sink.Emit(chat.Event{Type: chat.EventWarning, Message: "The provider stopped this answer by its content rules."})
	case llm.FinishLength:
		l.Sink.Emit(chat.Event{Type: chat.EventWarning, Message: "The answer reached the model's limit and was cut off. Say “go on” to read the rest."})
	}
	return l.end(msg, chat.RunDone, chat.Event{Type: chat.EventDone})
}

// exhausted ends a run whose model still calls tools when no round is left for
// them, whatever it says beside. The calls are kept, so that the conversation
// shows the same when it is read again.
func (l *loop) exhausted(msg chat.Message, reply llm.Reply) chat.RunState {
	r := &round{loop: l, msg: &msg}
	r.begin(reply.Calls)
	r.refuse("Not run: the limit of rounds for this task was reached.")
	return l.failed(msg, &llm.Error{
		Code: chat.ErrorRounds, Message: "The task was not done within the limit of rounds",
		Next: "Send a message to go on.",
	})
}

// stopped ends a run that a person stopped.
func (l *loop) stopped(msg chat.Message) chat.RunState {
	msg.Cut = len(msg.Content) > 0
	msg.Error, msg.ErrorCode = "Stopped.", chat.ErrorCancelled
	return l.end(msg, chat.RunCancelled, chat.Event{Type: chat.EventError, Message: msg.Error, ErrorCode: msg.ErrorCode})
}

// failed ends a run that cannot go on.
func (l *loop) failed(msg chat.Message, err error) chat.RunState {
	msg.Error, msg.ErrorCode = Explain(err)
	msg.Cut = len(msg.Content) > 0
	return l.end(msg, chat.RunFailed, chat.Event{Type: chat.EventError, Message: msg.Error, ErrorCode: msg.ErrorCode})
}

// Explain words what a run failed of for a person, with the next step where
// the error knows one.
func Explain(err error) (text string, code chat.ErrorCode) {
	next, code := "", chat.ErrorInternal
	var e *llm.Error
	var f *protocol.Fault
	switch {
	case errors.As(err, &e):
		next, code = e.Next, cmp.Or(e.Code, chat.ErrorAPI)
		err = e
	case errors.As(err, &f) && f.Data != nil:
		next = f.Data.Next
	}
	text = chat.Clean(err.Error())
	if next != "" {
		text = sentence(text) + " " + next
	}
	return text, code
}

// sentence closes a text that does not close itself.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// finishTries and finishPause are how often the end of a run is committed, and
// the pause that grows with each try.
const (
	finishTries = 3
	finishPause = 200 * time.Millisecond
)

// end commits the last message with the state of the run, says that its calls are
// complete, and then the one terminal event; that one also when the commit fails
// for good.
func (l *loop) end(msg chat.Message, state chat.RunState, e chat.Event) chat.RunState {
	usage := l.usage
	msg.Usage, msg.DurationMs = &usage, l.elapsed()
	e.Usage, e.DurationMs = &usage, msg.DurationMs
	if err := l.commitEnd(msg, state); err != nil {
		return l.persistFailed(err)
	}
	l.Options.Run.Error, l.Options.Run.ErrorCode = msg.Error, msg.ErrorCode
	for i, c := range msg.ToolCalls {
		l.Sink.Emit(callEvent(chat.EventCallComplete, i, c))
	}
	crash.Point("agent.terminal.before")
	l.Sink.Emit(e)
	crash.Point("agent.terminal.after")
	return state
}

func (l *loop) commitEnd(msg chat.Message, state chat.RunState) error {
	var err error
	for try := range finishTries {
		if try > 0 {
			time.Sleep(time.Duration(try) * finishPause)
		}
		ctx, cancel := commitContext(context.Background())
		crash.Point("agent.finish.before")
		err = l.Journal.Finish(ctx, msg, state)
		cancel()
		if err == nil {
			crash.Point("agent.finish.after")
			return nil
		}
		l.Log.Error().Err(err).Int("try", try+1).Msg("commit the end of a run")
	}
	return err
}

// persistFailed ends a run whose journal does not take any more.
func (l *loop) persistFailed(err error) chat.RunState {
	usage := l.usage
	next := "Check the free space and the log, then send the message again."
	if f := (*protocol.Fault)(nil); errors.As(err, &f) && f.Data != nil && f.Data.Next != "" {
		next = f.Data.Next
	}
	text := sentence("The conversation could not be stored: "+chat.Clean(err.Error())) + " " + next
	l.Options.Run.Error, l.Options.Run.ErrorCode = text, chat.ErrorPersistFailed
	l.Sink.Emit(chat.Event{
		Type: chat.EventError, Message: text, ErrorCode: chat.ErrorPersistFailed,
		Usage: &usage, DurationMs: l.elapsed(),
	})
	return chat.RunFailed
}
