package agent

import (
	"context"

	"github.com/margay/margay/protocol/chat"
)

// Journal keeps the rounds of one run, as package store does. Each method is one durable commit; when
// it returns nil the commit is on disk.
type Journal interface {
	// OpenRound stores a round before its first call with effects: msg holds
	// all calls, read-only ones that are already final included.
	OpenRound(ctx context.Context, msg chat.Message) error
	// StartCall marks a call with effects as started; settled are the calls of
	// the round that became final since the last commit.
	StartCall(ctx context.Context, msg chat.MessageID, call chat.CallID, settled []chat.ToolCall) error
	// CloseRound makes a round history: every call of msg is final. It also
	// takes rounds that were never opened (no call had effects).
	CloseRound(ctx context.Context, msg chat.Message) error
	// Finish stores the last message and the end of the run together.
	Finish(ctx context.Context, msg chat.Message, state chat.RunState) error
}

// Sink takes the events of one run, in order, to the log of package event. It
// never waits.
type Sink interface {
	Emit(chat.Event)
}
