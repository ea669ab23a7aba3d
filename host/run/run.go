package run

import (
	"context"
	"encoding/json"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Store is what the manager keeps runs in: [store.Store].
type Store interface {
	BeginRun(context.Context, store.NewRun) (store.Begun, error)
	SetRunState(ctx context.Context, id chat.RunID, to chat.RunState, from ...chat.RunState) (chat.Run, error)
	ParkRun(context.Context, chat.Run) error
	Recover(context.Context) ([]store.Recovered, error)
	RecoverRun(context.Context, chat.RunID) (store.Recovered, error)

	Run(chat.RunID) (chat.Run, error)
	Given(chat.RunID) (json.RawMessage, error)
	LiveRuns(chat.ConversationID) ([]chat.Run, error)
	View(chat.RunID) (chat.View, error)
	History(chat.ConversationID) ([]chat.Message, error)
	Conversation(chat.ConversationID) (chat.Conversation, error)
	Journal(chat.RunID) *store.Journal
}

// Journal is how a loop keeps its rounds; each method is one commit.
type Journal interface {
	OpenRound(ctx context.Context, msg chat.Message) error
	StartCall(ctx context.Context, msg chat.MessageID, call chat.CallID, settled []chat.ToolCall) error
	CloseRound(ctx context.Context, msg chat.Message) error
	Finish(ctx context.Context, msg chat.Message, state chat.RunState) error
}

// Sink takes a loop's events; it never waits.
type Sink interface{ Emit(chat.Event) }

// Given is what a run is started with beside the message. It is stored, so that
// a run that goes on after a restart has it.
type Given struct {
	Context  *client.PageContext `json:"context,omitempty"`
	Headless *client.Headless    `json:"headless,omitempty"`
}

// Input is what a loop gets.
type Input struct {
	// Run is as it is stored; Round, Usage and DurationMs are those of earlier
	// segments.
	Run chat.Run
	// History is closed rounds only; for a new run it ends with the message to answer.
	History []chat.Message
	// Began is when the segment began; how long the run has taken is counted
	// from here.
	Began time.Time
	// Resumed says that this is a later segment of the run.
	Resumed bool
	Given   Given
	// Env holds model variables; they are never stored.
	Env     map[string]string
	Journal Journal
	Sink    Sink
	// Park is closed when the loop should end at the next safe place and return
	// [chat.RunParked], having said and stored no end.
	Park <-chan struct{}
}

// Output is how a loop ended. A final state has been committed by
// Journal.Finish and said by a terminal event.
type Output struct {
	State chat.RunState
	// Run carries usage and duration so far.
	Run chat.Run
	// Abandoned counts tools that did not return.
	Abandoned int
}

// Loop works one segment of a run. When ctx ends the run was stopped. In the
// program it is the agent, bound in host/app.
type Loop func(ctx context.Context, in Input) Output

// Options are what a manager needs. Store, Loop and Epoch are required.
type Options struct {
	Store Store
	Loop  Loop
	// Epoch names this life of the daemon; see [chat.Numbered].
	Epoch string
	// Model checks a model's name ("" is the default) against what can be
	// reached with env and returns the full name; nil takes names as they are.
	Model func(name string, env map[string]string) (string, error)
	// Retain is how long a run that has ended is served from memory; 0 means 30 s.
	Retain time.Duration
	Log    zerolog.Logger
}

// Request asks for a run.
type Request struct {
	// Conversation is empty to begin one.
	Conversation chat.ConversationID
	Content      []chat.Block
	Nonce        string
	Model        string
	Given        Given
	Env          map[string]string
}
