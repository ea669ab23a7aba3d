package agent

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/margay/margay/host/crash"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// modelGrace is how long a model may take to return after it was told to stop,
// before its goroutine is left behind.
const modelGrace = 80 * time.Millisecond

// ask asks the model for the next round and streams what comes. The message
// holds what came also when the error is set.
func (l *loop) ask(ctx context.Context) (chat.Message, llm.Reply, error) {
	l.Options.Run.Round++
	msg := l.begin()
	crash.Point("agent.ask.before")
	reply, err := l.stream(ctx, l.request())
	crash.Point("agent.ask.after")
	l.usage = l.usage.Add(reply.Usage)
	msg.Content = cleanBlocks(reply.Content)
	msg.Vendor = reply.Vendor
	msg.Cut = reply.Cut
	usage := reply.Usage
	msg.Usage = &usage
	switch {
	case err != nil || len(reply.Calls) > 0 || len(msg.Content) > 0:
	case reply.Finish == llm.FinishLength: // some count what they think, which nobody is shown
		err = &llm.Error{
			Code: chat.ErrorOutputTooLong, Message: "The model reached its limit before it said anything",
			Next: "Ask for one part at a time, or choose another model.",
		}
	default:
		err = &llm.Error{Code: chat.ErrorAPI, Message: "The model returned nothing", Next: "Send the message again, or choose another model."}
	}
	return msg, reply, err
}

func (l *loop) request() llm.Request {
	req := llm.Request{System: l.System, Messages: l.history}
	if l.last() {
		req.System += "\n\nThe limit of rounds for this task is reached. Answer now with what you know; no tools are left."
		return req
	}
	for _, s := range l.Tools.Specs() {
		req.Tools = append(req.Tools, llm.Tool{Name: s.Name, Description: s.Description, Parameters: s.Parameters})
	}
	return req
}

type answer struct {
	reply llm.Reply
	err   error
}

// stream runs the model on a goroutine of its own, so that one that does not
// listen cannot hold the run. That goroutine ends when the model returns.
func (l *loop) stream(ctx context.Context, req llm.Request) (llm.Reply, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tell := teller{sink: l.Sink, run: l.Options.Run}
	defer tell.close()
	answers := make(chan answer, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				l.Log.Error().Interface("panic", p).Str("model", l.Model.Name()).Msg("model adapter panicked")
				answers <- answer{err: &llm.Error{Code: chat.ErrorInternal, Message: fmt.Sprintf("The model adapter failed: %v", p)}}
			}
		}()
		reply, err := l.Model.Stream(ctx, req, tell.delta)
		answers <- answer{reply, err}
	}()
	select {
	case a := <-answers:
		return a.reply, a.err
	case <-l.Park:
		cancel(errParked)
		return llm.Reply{}, errParked
	case <-ctx.Done():
	}
	t := time.NewTimer(modelGrace)
	defer t.Stop()
	select {
	case a := <-answers:
		return a.reply, a.err
	case <-t.C:
		l.Log.Warn().Str("model", l.Model.Name()).Msg("model did not return after it was told to stop")
		return llm.Reply{}, ctx.Err()
	}
}

// teller turns deltas into events until it is closed.
type teller struct {
	mu     sync.Mutex // guards closed, and the order of events
	closed bool
	said   bool
	sink   Sink
	run    chat.Run
}

func (t *teller) close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
}

func (t *teller) delta(d llm.Delta) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	for _, e := range t.events(d) {
		t.sink.Emit(e)
	}
}

func (t *teller) events(d llm.Delta) []chat.Event {
	index := d.Index
	id := callID(t.run, index)
	switch {
	case d.Retry != nil:
		e := chat.Event{Type: chat.EventRetry, Attempt: d.Retry.Attempt, MaxRetries: d.Retry.Max, DelayMs: d.Retry.DelayMs, DropPartial: t.said}
		if d.Retry.Err != nil {
			e.Error = chat.Clean(d.Retry.Err.Error()) // what to do next is not said: it is done
			_, e.ErrorCode = Explain(d.Retry.Err)
		}
		t.said = false
		return []chat.Event{e}
	case d.Warning != "":
		return []chat.Event{{Type: chat.EventWarning, Message: chat.Clean(d.Warning)}}
	case d.Start != nil:
		t.said = true
		call := chat.ToolCall{ID: id, ModelID: d.Start.ModelID, Name: d.Start.Name, Status: chat.CallPending}
		return []chat.Event{{Type: chat.EventCallStart, ID: id, Index: &index, ToolCall: &call}}
	case d.Arguments != "":
		return []chat.Event{{Type: chat.EventCallDelta, ID: id, Index: &index, Delta: chat.Clean(d.Arguments)}}
	case d.Thinking != "":
		t.said = true
		return []chat.Event{{Type: chat.EventThinkingDelta, Delta: chat.Clean(d.Thinking)}}
	case d.Text != "":
		t.said = true
		return []chat.Event{{Type: chat.EventContentDelta, Delta: chat.Clean(d.Text)}}
	}
	return nil
}

// callID is run/round/index: the same after a restart.
func callID(run chat.Run, index int) chat.CallID {
	return chat.CallID(fmt.Sprintf("%s/%d/%d", run.ID, run.Round, index))
}

func cleanBlocks(blocks []chat.Block) []chat.Block {
	clean := make([]chat.Block, 0, len(blocks))
	for _, b := range blocks {
		b.Text = chat.Clean(b.Text)
		if (b.Type == chat.BlockText || b.Type == chat.BlockThinking) && b.Text == "" {
			continue
		}
		clean = append(clean, b)
	}
	return clean
}
