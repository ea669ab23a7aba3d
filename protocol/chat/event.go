package chat

// EventType tells events apart. Names and fields follow ScriptCat's stream
// where it has them (spec: scriptcat 3.9).
type EventType string

// The types of events. Two kinds: deltas are replaceable (they may be joined,
// or replaced by a sync), all others must arrive. Done and error are terminal:
// exactly one of them ends a run's stream.
const (
	// EventSync carries the whole state of the run in place of all events up to its number.
	EventSync          EventType = "sync"
	EventNewMessage    EventType = "new_message"
	EventContentDelta  EventType = "content_delta"
	EventThinkingDelta EventType = "thinking_delta"
	EventCallStart     EventType = "tool_call_start"
	EventCallDelta     EventType = "tool_call_delta"
	// EventCallRunning says that a call has been checked and is under way.
	EventCallRunning EventType = "tool_call_running"
	// EventCallResult shows a result as soon as it is there; it may still be lost.
	EventCallResult EventType = "tool_call_result"
	// EventCallComplete comes only after the round is committed.
	EventCallComplete EventType = "tool_call_complete"
	EventRetry        EventType = "retry"
	EventWarning      EventType = "system_warning"
	// EventState says that the run's state changed without ending it.
	EventState EventType = "state"
	EventDone  EventType = "done"
	EventError EventType = "error"
)

// Terminal reports whether the event ends a run's stream.
func (t EventType) Terminal() bool { return t == EventDone || t == EventError }

// Replaceable reports whether the event may be joined with its like or
// replaced by a sync.
func (t EventType) Replaceable() bool {
	return t == EventContentDelta || t == EventThinkingDelta || t == EventCallDelta
}

// Event is one event of a run. Which fields are set follows from Type; the
// table is in this folder's README.
type Event struct {
	Type EventType `json:"type"`
	// Begins is the message that new_message begins, still empty.
	Begins *Message `json:"begins,omitempty"`
	// Delta is the text that a delta event adds.
	Delta string `json:"delta,omitempty"`
	// ToolCall is the call that tool_call_start begins (arguments empty),
	// tool_call_running runs, or tool_call_result and tool_call_complete end.
	ToolCall *ToolCall `json:"toolCall,omitempty"`
	// ID is the call that a tool_call event is about.
	ID CallID `json:"id,omitempty"`
	// Index is the place of the call in its message.
	Index *int `json:"index,omitempty"`
	// Result and Status repeat the outcome of the call, as ScriptCat's clients read it.
	Result string     `json:"result,omitempty"`
	Status CallStatus `json:"status,omitempty"`
	// Truncated says that Result, and the call's, is only the beginning of a
	// result of ToolCall.ResultSize bytes.
	Truncated bool `json:"truncated,omitempty"`
	// Message is the words of system_warning and error; Error those of retry.
	Message   string    `json:"message,omitempty"`
	Error     string    `json:"error,omitempty"`
	ErrorCode ErrorCode `json:"errorCode,omitempty"`
	// Attempt, MaxRetries and DelayMs belong to retry; DropPartial says that
	// text already shown of this message is void.
	Attempt     int   `json:"attempt,omitempty"`
	MaxRetries  int   `json:"maxRetries,omitempty"`
	DelayMs     int64 `json:"delayMs,omitempty"`
	DropPartial bool  `json:"dropPartial,omitempty"`

	State      RunState `json:"state,omitempty"`
	Usage      *Usage   `json:"usage,omitempty"`
	DurationMs int64    `json:"durationMs,omitempty"`
	// View is the state that a sync carries.
	View *View `json:"view,omitempty"`
}

// View is the whole state of a run as a client draws it: the run, the person's
// message and all of the run's messages so far, the last one perhaps half
// written. Results longer than PreviewBytes are previews with a blob.
type View struct {
	Run      Run       `json:"run"`
	Messages []Message `json:"messages"`
	// Live says that the last message is still being written.
	Live bool `json:"live"`
	// Warnings are what system_warning events have said, MaxWarnings at most.
	Warnings []Warning `json:"warnings,omitempty"`
}

// Warning is a system_warning as a view keeps it, so that who comes later, or is
// behind, learns of it too.
type Warning struct {
	// After is the message that it followed.
	After MessageID `json:"after,omitempty"`
	Text  string    `json:"text"`
}

// MaxWarnings is how many warnings of a run a view keeps: the first ones.
const MaxWarnings = 16

// PreviewBytes is how much of a tool result travels in views, events and
// histories; the rest is read by blob id.
const PreviewBytes = 4 << 10

// Numbered is an event with its place: the run, the life of the daemon that
// numbered it, and a number without gaps within that life.
type Numbered struct {
	Run   RunID  `json:"run"`
	Epoch string `json:"epoch"`
	Seq   int64  `json:"seq"`
	Event Event  `json:"event"`
}
