// Package tools is the contract between the agent and everything it can do.
//
// A tool is two steps. Prepare looks and changes nothing; it returns an Action
// whose Effect says what would happen. Do acts, and refuses when what Prepare
// saw no longer holds. Whatever decides about tools (permission, leases,
// journal, metrics) stands between the two and knows effects, never tools.
//
// It guarantees of a batch: exactly one outcome for each call, in the order of
// the calls, whatever a tool does (panics and tools that never return included).
package tools

import (
	"context"
	"encoding/json"

	"github.com/margay/margay/protocol/chat"
)

// Tool is something a model can call.
type Tool interface {
	// Spec is constant.
	Spec() Spec
	// Prepare checks the arguments and looks. An error that the model can mend
	// is made with [Mistake]; any other error is a failure of ours.
	Prepare(ctx context.Context, call Call) (Action, error)
}

// Action is a prepared call.
type Action interface {
	Effect() Effect
	// Do acts once. When what Prepare saw no longer holds it changes nothing and
	// returns a [Mistake].
	Do(ctx context.Context) (Result, error)
}

// Spec describes a tool to a model and to the catalog.
type Spec struct {
	// Name is what the model calls, at most 64 of a-z A-Z 0-9 _ and -.
	Name string
	// Description is for the model.
	Description string
	// Parameters is a JSON Schema with type object, made from a Go type by [Schema].
	Parameters json.RawMessage
	// ReadOnly promises that the tool changes nothing, Parallel that it may run
	// beside others. What is not declared is not assumed.
	ReadOnly bool
	Parallel bool
	// Class is the effect of a tool made by [Func] that is not read-only; tools
	// with a Prepare of their own state it in their [Effect].
	Class Class
	// Untrusted says that results hold text from outside, to be fenced.
	Untrusted bool
	// Exposure says who decides whether a model is shown it; empty is [ExposureUser].
	Exposure Exposure
}

// Call is one call of a tool.
type Call struct {
	ID    chat.CallID
	Name  string
	Args  json.RawMessage
	Scope Scope
	// Round is the round of the run whose answer the call stands in, from 1: the calls of one round were all written before
	// the first of them had its result. 0 where calls come one by one.
	Round int
	// Progress reports on a long call; never nil.
	Progress func(Update)
}

// Scope says on whose behalf a call runs. Identity travels here, never in a
// context value.
type Scope struct {
	Conversation chat.ConversationID
	Run          chat.RunID
	// Depth is 0 for a run that a person started, 1 for its sub-agents.
	Depth int
	// Tab is the run's current tab, 0 if it has none.
	Tab int
	// Person says that somebody is there to be asked.
	Person bool
}

// Update is a sign of life of a call.
type Update struct {
	Text string
}

// Class sorts effects by what they can do outside.
type Class string

// The classes of effects.
const (
	ClassRead     Class = "read"
	ClassPage     Class = "page"     // acts on a page
	ClassSend     Class = "send"     // submits, pays, sends
	ClassFiles    Class = "files"    // writes files
	ClassNetwork  Class = "network"  // asks the network for something
	ClassCommand  Class = "command"  // runs a program
	ClassSettings Class = "settings" // changes settings
)

// Effect is what an action would do.
type Effect struct {
	Class Class
	// Site is the origin acted on, empty if none.
	Site string
	// Target is the thing acted on, in words for a person.
	Target string
	// Seen is a hash of what Prepare saw.
	Seen string
}

// Result is what a call gave.
type Result struct {
	// Text is for the model.
	Text string
	// Failed marks a result that reports a failure the model can mend.
	Failed bool
	// Attachments are stored bytes: screenshots and files.
	Attachments []chat.Block
	// Usage is what models inside the tool used.
	Usage chat.Usage
}
