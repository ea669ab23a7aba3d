// Package llm is the vocabulary of models: what is asked, what streams back
// and how it ends.
//
// It guarantees of every Model: deltas are emitted in order from the calling
// goroutine; Stream returns within 100 ms after its context ends; a reply
// without error ended the way the provider ends a sound answer (a lost
// connection is an error, never a short answer); an error is an [*Error].
package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// Model answers requests.
type Model interface {
	// Name is "provider:name", or "offline".
	Name() string
	// Stream asks and emits what comes. On error the Reply holds what had come
	// (marked Cut) together with the usage known so far.
	Stream(ctx context.Context, req Request, emit func(Delta)) (Reply, error)
}

// Request is what a model is asked.
type Request struct {
	System string
	// Messages holds whole rounds only: every call carries a final result.
	// Messages with an Error are left out by the caller.
	Messages []chat.Message
	Tools    []Tool
	// Files reads the bytes behind an image, for models that see; nil where
	// there are none to read.
	Files func(chat.BlobID) ([]byte, error)
}

// Tool is a tool as a model sees it.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage
}

// Delta is a piece of an answer. Exactly one part is set.
type Delta struct {
	Text     string
	Thinking string
	// Start begins call number Index.
	Start *CallStart
	// Arguments adds to the arguments of call number Index.
	Arguments string
	Index     int
	// Retry says that another attempt follows; text emitted so far is void.
	Retry *Retry
	// Warning is for the person: what a request left out.
	Warning string
}

// CallStart begins a call.
type CallStart struct {
	ModelID string
	Name    string
}

// Retry announces another attempt.
type Retry struct {
	Attempt, Max int
	Err          error
	DelayMs      int64
}

// Finish says how an answer ended.
type Finish string

// How an answer can end.
const (
	FinishStop    Finish = "stop"
	FinishCalls   Finish = "tool_calls"
	FinishLength  Finish = "length"
	FinishBlocked Finish = "blocked"
)

// Reply is a whole answer.
type Reply struct {
	Content []chat.Block
	Calls   []Call
	Finish  Finish
	// Cut says that the answer is not whole; none of its calls may run.
	Cut bool
	// Hidden says that the key was taken out of the arguments of a call. They are not
	// what the model wrote, so none of its calls may run.
	Hidden bool
	Usage  chat.Usage
	// Vendor goes back unchanged with this message, see chat.Message.
	Vendor string
}

// Call is a call that the model asks for. Arguments is its JSON text as it came.
type Call struct {
	ModelID   string
	Name      string
	Arguments string
	Vendor    string
}

// Error is a failure of a model.
type Error struct {
	Code chat.ErrorCode
	// Status is the HTTP status, 0 if there was none.
	Status int
	// Message is the provider's text, or ours where it gave none.
	Message string
	// Next is what a person can do about it.
	Next string
	Err  error
}

func (e *Error) Error() string {
	if e.Status != 0 && !strings.Contains(e.Message, strconv.Itoa(e.Status)) {
		return fmt.Sprintf("%s (HTTP %d)", strings.TrimSuffix(e.Message, "."), e.Status)
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }
