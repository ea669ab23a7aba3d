package agent

import (
	"context"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// Options are what a run needs. Run, Model, Tools, Journal and Sink are required.
type Options struct {
	// Run names the run; Run.Round is the last closed round, so that a run that
	// goes on counts on. Run.Usage and Run.DurationMs are what came before.
	Run chat.Run
	// Began is when the segment began, the zero time for now.
	Began  time.Time
	System string
	// History is closed history, the message to answer last.
	History []chat.Message
	Model   llm.Model
	// Tools is the catalog of the first round. Next, where it is set, gives that of each round after it: a run's tools change
	// between rounds and never within one.
	Tools   *tools.Catalog
	Next    func(context.Context) *tools.Catalog
	Scope   tools.Scope
	Journal Journal
	Sink    Sink
	// Park, when closed, ends the run at the next safe place: at once while the
	// model speaks, after at most ParkGrace while tools run. nil never parks.
	Park <-chan struct{}
	// MaxRounds bounds the rounds of the run, 128 by default; then one last
	// answer without tools is asked for.
	MaxRounds int
	// ToolTimeout bounds one call, see tools.Runner.
	ToolTimeout time.Duration
	Log         zerolog.Logger
}

// ParkGrace is how long the tools of a round may go on after Park is closed.
const ParkGrace = 10 * time.Second

// Result is how a run ended. State is final, or parked: then nothing was said
// and the run goes on elsewhere.
type Result struct {
	State chat.RunState
	Run   chat.Run
	// Abandoned counts the tools that did not return.
	Abandoned int
}

// Run runs the loop until the model asks for no more, until it fails, until ctx
// ends (a stop) or until Park is closed.
func Run(ctx context.Context, o Options) Result {
	l := &loop{Options: o, history: append([]chat.Message(nil), o.History...), usage: o.Run.Usage}
	if l.Began.IsZero() {
		l.Began = time.Now()
	}
	if l.MaxRounds == 0 {
		l.MaxRounds = 128
	}
	l.Options.Run.State = l.run(ctx)
	return Result{State: l.Options.Run.State, Run: l.record(), Abandoned: l.abandoned}
}

type loop struct {
	Options
	history   []chat.Message
	usage     chat.Usage
	cuts      int
	stuck     stuck
	abandoned int
}

// errParked ends what is under way when the daemon gives way.
var errParked = errors.New("parked")

func (l *loop) run(ctx context.Context) chat.RunState {
	for {
		if l.parking() && ctx.Err() == nil {
			return chat.RunParked
		}
		msg, reply, err := l.ask(ctx)
		switch {
		case ctx.Err() != nil: // also when it is to be parked: it would go on
			return l.stopped(msg)
		case errors.Is(err, errParked):
			return chat.RunParked
		case err != nil:
			return l.failed(msg, err)
		case len(reply.Calls) == 0:
			return l.answered(msg, reply)
		case l.last():
			return l.exhausted(msg, reply)
		}
		if err := l.act(ctx, &msg, reply); err != nil {
			return l.persistFailed(err)
		}
		if ctx.Err() != nil {
			return l.stopped(l.begin())
		}
		if reply.Cut {
			if l.cuts++; l.cuts >= maxCuts {
				return l.failed(l.begin(), &llm.Error{Code: chat.ErrorOutputTooLong, Message: "The model's answers were cut before their calls were whole, twice in a row", Next: "Ask for less at a time, or raise the model's output limit."})
			}
			continue
		}
		l.cuts = 0
		if err := l.stuck.after(msg.ToolCalls, l.isTool); err != nil {
			return l.failed(l.begin(), err)
		}
		if l.Next != nil {
			l.Tools = l.Next(ctx)
		}
	}
}

func (l *loop) isTool(name string) bool {
	return l.Tools.Has(name)
}

// maxCuts is how many cut answers in a row end a run.
const maxCuts = 2

func (l *loop) parking() bool {
	select {
	case <-l.Park:
		return true
	default:
		return false
	}
}

// last reports whether the round under way is the one without tools.
func (l *loop) last() bool { return l.Options.Run.Round > l.MaxRounds }

// message begins the message of the round under way.
func (l *loop) message() chat.Message {
	return chat.Message{
		ID: chat.MessageID(chat.NewID()), Conversation: l.Options.Run.Conversation, Run: l.Options.Run.ID,
		Role: chat.RoleAssistant, Content: []chat.Block{}, Round: l.Options.Run.Round,
		Model: l.Model.Name(), CreatedAt: time.Now(),
	}
}

// begin makes a message and announces it, so that what follows has a place.
func (l *loop) begin() chat.Message {
	msg := l.message()
	begins := msg
	l.Sink.Emit(chat.Event{Type: chat.EventNewMessage, Begins: &begins})
	return msg
}

func (l *loop) elapsed() int64 {
	return l.Options.Run.DurationMs + time.Since(l.Began).Milliseconds()
}

func (l *loop) record() chat.Run {
	r := l.Options.Run
	r.Usage, r.DurationMs = l.usage, l.elapsed()
	return r
}
