package agent

import (
	"context"
	"encoding/json"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// commitTimeout bounds a commit that must happen although the run was stopped.
const commitTimeout = 10 * time.Second

// act runs the calls of an answer and closes the round. The error is that of a
// commit; calls report their own failures to the model.
func (l *loop) act(ctx context.Context, msg *chat.Message, reply llm.Reply) error {
	r := &round{loop: l, msg: msg}
	r.begin(reply.Calls)
	switch {
	case reply.Cut:
		r.refuse("Not run: your answer was cut before it was whole. Say it again in smaller parts.")
	case reply.Hidden:
		r.refuse("Not run: the arguments held the API key that this model is asked with, which is passed on to no tool. Go on without it, or ask the person to enter it.")
	default:
		if err := r.run(ctx); err != nil {
			return err
		}
	}
	return r.close(ctx)
}

// round is a round whose calls are being run. Its methods run on the goroutine
// of the loop.
type round struct {
	*loop
	msg *chat.Message
	// open says that the round is on disk; settled are the calls that became
	// final since the last commit.
	open    bool
	settled []chat.ToolCall
}

// begin puts the calls of an answer into the message.
func (r *round) begin(calls []llm.Call) {
	r.msg.ToolCalls = make([]chat.ToolCall, len(calls))
	for i, c := range calls {
		r.msg.ToolCalls[i] = chat.ToolCall{
			ID: callID(r.Options.Run, i), ModelID: c.ModelID, Name: c.Name,
			Arguments: chat.Clean(c.Arguments), Status: chat.CallPending, Vendor: c.Vendor,
		}
	}
}

func (r *round) refuse(why string) {
	for i := range r.msg.ToolCalls {
		r.settle(i, tools.Outcome{Status: chat.CallNotRun, Result: tools.Result{Text: why, Failed: true}})
	}
}

func (r *round) run(ctx context.Context) error {
	calls := make([]tools.Call, len(r.msg.ToolCalls))
	for i, c := range r.msg.ToolCalls {
		calls[i] = tools.Call{ID: c.ID, Name: c.Name, Args: json.RawMessage(c.Arguments), Scope: r.Scope, Round: r.Options.Run.Round}
	}
	ctx, cancel := r.parkable(ctx)
	defer cancel()
	runner := tools.Runner{
		Catalog: r.Tools, Timeout: r.ToolTimeout, Log: r.Log,
		Hooks: tools.Hooks{Leaving: r.leaving, Running: r.running, Settled: r.settle},
	}
	_, err := runner.Run(ctx, calls)
	return err
}

// parkable ends ctx ParkGrace after Park is closed. Its goroutine ends with ctx.
func (r *round) parkable(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-r.Park:
		}
		t := time.NewTimer(ParkGrace)
		defer t.Stop()
		select {
		case <-ctx.Done():
		case <-t.C:
			cancel()
		}
	}()
	return ctx, cancel
}

// leaving commits that call i is about to act, together with what became known
// since the last commit.
func (r *round) leaving(ctx context.Context, i int, _ tools.Effect) error {
	ctx, cancel := commitContext(ctx)
	defer cancel()
	now := time.Now()
	call := &r.msg.ToolCalls[i]
	call.Status, call.Effects, call.StartedAt = chat.CallStarted, true, &now
	if !r.open {
		crash.Point("agent.open_round.before")
		if err := r.Journal.OpenRound(ctx, clone(*r.msg)); err != nil {
			return err
		}
		crash.Point("agent.open_round.after")
		r.open, r.settled = true, nil
		return nil
	}
	settled := r.settled
	r.settled = nil
	crash.Point("agent.start_call.before")
	if err := r.Journal.StartCall(ctx, r.msg.ID, call.ID, settled); err != nil {
		return err
	}
	crash.Point("agent.start_call.after")
	return nil
}

func (r *round) running(i int) {
	call := &r.msg.ToolCalls[i]
	if call.StartedAt == nil {
		now := time.Now()
		call.StartedAt = &now
	}
	shown := *call
	r.Sink.Emit(chat.Event{Type: chat.EventCallRunning, ID: call.ID, Index: &i, ToolCall: &shown})
	crash.Point("agent.call.before")
}

func (r *round) settle(i int, o tools.Outcome) {
	crash.Point("agent.call.after")
	call := &r.msg.ToolCalls[i]
	call.Status = o.Status
	call.Result = chat.Clean(o.Result.Text)
	if call.Status != chat.CallCompleted {
		call.Result = reason(call.Result)
	}
	call.ResultSize = int64(len(call.Result))
	call.Ran = chat.Clean(string(o.Args))
	call.Attachments = o.Result.Attachments
	call.DurationMs = o.Duration.Milliseconds()
	r.usage = r.usage.Add(o.Result.Usage)
	if o.Abandoned {
		r.abandoned++
		r.Log.Warn().Str("tool", call.Name).Str("call", string(call.ID)).Msg("tool did not return after it was told to stop")
	}
	if r.open {
		r.settled = append(r.settled, *call)
	}
	r.Sink.Emit(callEvent(chat.EventCallResult, i, *call))
}

// close makes the round history, on disk first, then in memory and for clients.
func (r *round) close(ctx context.Context) error {
	ctx, cancel := commitContext(ctx)
	defer cancel()
	crash.Point("agent.close_round.before")
	if err := r.Journal.CloseRound(ctx, clone(*r.msg)); err != nil {
		return err
	}
	crash.Point("agent.close_round.after")
	r.history = append(r.history, clone(*r.msg))
	for i, c := range r.msg.ToolCalls {
		r.Sink.Emit(callEvent(chat.EventCallComplete, i, c))
	}
	return nil
}

func callEvent(t chat.EventType, i int, call chat.ToolCall) chat.Event {
	shown := call.Shortened()
	return chat.Event{Type: t, ID: call.ID, Index: &i, ToolCall: &shown, Result: shown.Result, Status: shown.Status}
}

// clone copies the calls of a message, which the round goes on changing.
func clone(m chat.Message) chat.Message {
	m.ToolCalls = append([]chat.ToolCall(nil), m.ToolCalls...)
	return m
}

// commitContext lives on although the run is stopped: what happened must be
// written down.
func commitContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
}
