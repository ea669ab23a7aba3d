// Package chat is the vocabulary of a conversation: blocks, messages, tool
// calls, usage and events.
//
// It is the one copy that models, tools, store and panel share. A tool call
// carries its own result, so an assistant message with calls is a whole round
// and nothing in between can be lost. Text in these types is valid UTF-8:
// whoever brings text in from outside repairs it at the door ([Clean]).
package chat

import "time"

// Identifiers are opaque text. Those made by NewID sort by the time they were made.
type (
	ConversationID string
	RunID          string
	MessageID      string
	// CallID is run/round/index. It is the same after a restart and is the key
	// under which a question is asked.
	CallID string
	// BlobID names stored bytes by their content.
	BlobID string
)

// Role says who speaks.
type Role string

// The roles. There is no tool role: results stand on the calls they answer.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// BlockType tells the kinds of content apart.
type BlockType string

// The kinds of content.
const (
	BlockText     BlockType = "text"
	BlockThinking BlockType = "thinking"
	BlockImage    BlockType = "image"
	BlockFile     BlockType = "file"
)

// Block is one piece of content. Text and thinking carry Text; image and file
// carry Blob, MimeType, Name and Size, never the bytes.
type Block struct {
	Type     BlockType `json:"type"`
	Text     string    `json:"text,omitempty"`
	Blob     BlobID    `json:"blob,omitempty"`
	MimeType string    `json:"mimeType,omitempty"`
	Name     string    `json:"name,omitempty"`
	Size     int64     `json:"size,omitempty"`
	// Excerpt says of a file how much of it a model is given, where that is not all.
	Excerpt *Excerpt `json:"excerpt,omitempty"`
	// Encoding names that of a text file where it was guessed.
	Encoding string `json:"encoding,omitempty"`
}

// Excerpt is the first part of a file. Of a PDF with more pages than are read,
// Pages of OfPages were read, and the characters are those of the pages read.
type Excerpt struct {
	Characters   int `json:"characters"`
	OfCharacters int `json:"ofCharacters"`
	Pages        int `json:"pages,omitempty"`
	OfPages      int `json:"ofPages,omitempty"`
}

// Message is one turn of a conversation: a person's words, or what the model
// said together with the calls it made and their results.
type Message struct {
	ID           MessageID      `json:"id"`
	Conversation ConversationID `json:"conversation"`
	Run          RunID          `json:"run,omitempty"`
	Role         Role           `json:"role"`
	Content      []Block        `json:"content"`
	ToolCalls    []ToolCall     `json:"toolCalls,omitempty"`
	// Round is the round of the run that this assistant message is, from 1.
	Round int `json:"round,omitempty"`
	// Cut says that the model's answer ended early (length, lost connection, stop).
	Cut bool `json:"cut,omitempty"`
	// Error, on the last message of a run that failed or was stopped, says why.
	// Such a message is shown but never sent to a model.
	Error     string    `json:"error,omitempty"`
	ErrorCode ErrorCode `json:"errorCode,omitempty"`
	Model     string    `json:"model,omitempty"`
	Usage     *Usage    `json:"usage,omitempty"`
	// DurationMs is the duration of the run, on its last message.
	DurationMs int64     `json:"durationMs,omitempty"`
	CreatedAt  time.Time `json:"createdAt"`
	// Vendor is what the provider wants back unchanged with this message
	// (signatures, reasoning), as JSON text; only the adapter that wrote it reads it.
	Vendor string `json:"vendor,omitempty"`
}

// CallStatus is the state of a tool call. The table of states is in
// host/README.md.
type CallStatus string

// The states of a tool call. All but the first two are final.
const (
	CallPending   CallStatus = "pending"
	CallStarted   CallStatus = "started"
	CallCompleted CallStatus = "completed"
	CallError     CallStatus = "error"
	CallCancelled CallStatus = "cancelled"
	CallUnknown   CallStatus = "unknown"
	CallNotRun    CallStatus = "not_run"
	// CallTimedOut is a call that its time limit ended, or that got no slot, and that changed nothing.
	CallTimedOut CallStatus = "timed_out"
)

// Final reports whether the state does not change any more.
func (s CallStatus) Final() bool { return s != CallPending && s != CallStarted }

// ToolCall is a call that a model asked for and, once it is final, its result.
type ToolCall struct {
	// ID is ours: run/round/index.
	ID CallID `json:"id"`
	// ModelID is the model's own id of the call; it goes back with the result.
	ModelID string `json:"modelId,omitempty"`
	Name    string `json:"name"`
	// Arguments is JSON text exactly as the model sent it, sound or not.
	Arguments string `json:"arguments"`
	// Ran is the arguments as they ran, where they were mended.
	Ran    string     `json:"ran,omitempty"`
	Status CallStatus `json:"status"`
	// Effects says that the call may change something outside (set when it is started).
	Effects bool `json:"effects,omitempty"`
	// Result is the text for the model, set when Status is final.
	Result string `json:"result,omitempty"`
	// ResultBlob holds the whole result where Result is a preview of it.
	ResultBlob  BlobID     `json:"resultBlob,omitempty"`
	ResultSize  int64      `json:"resultSize,omitempty"`
	Attachments []Block    `json:"attachments,omitempty"`
	StartedAt   *time.Time `json:"startedAt,omitempty"`
	DurationMs  int64      `json:"durationMs,omitempty"`
	// Vendor goes back unchanged to the provider that sent it, as JSON text.
	Vendor string `json:"vendor,omitempty"`
}

// Usage counts tokens. InputTokens is the whole input, cached parts included.
type Usage struct {
	InputTokens              int64 `json:"inputTokens"`
	OutputTokens             int64 `json:"outputTokens"`
	CacheCreationInputTokens int64 `json:"cacheCreationInputTokens,omitempty"`
	CacheReadInputTokens     int64 `json:"cacheReadInputTokens,omitempty"`
}

// Add returns the sum of both.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		InputTokens:              u.InputTokens + v.InputTokens,
		OutputTokens:             u.OutputTokens + v.OutputTokens,
		CacheCreationInputTokens: u.CacheCreationInputTokens + v.CacheCreationInputTokens,
		CacheReadInputTokens:     u.CacheReadInputTokens + v.CacheReadInputTokens,
	}
}

// ErrorCode classifies how a run failed. The list is closed and append-only.
type ErrorCode string

// The codes of failed runs.
const (
	ErrorRateLimit       ErrorCode = "rate_limit"
	ErrorAuth            ErrorCode = "auth"
	ErrorContextTooLarge ErrorCode = "context_too_large"
	ErrorOutputTooLong   ErrorCode = "output_too_long"
	ErrorOverloaded      ErrorCode = "overloaded"
	ErrorNetwork         ErrorCode = "network"
	ErrorRefused         ErrorCode = "refused"
	ErrorAPI             ErrorCode = "api_error"
	ErrorCancelled       ErrorCode = "cancelled"
	ErrorPersistFailed   ErrorCode = "persist_failed"
	ErrorInterrupted     ErrorCode = "interrupted"
	ErrorRounds          ErrorCode = "too_many_rounds"
	ErrorBusy            ErrorCode = "conversation_busy"
	ErrorInternal        ErrorCode = "internal"
	ErrorStuck           ErrorCode = "stuck" // the model failed alike again and again
)

// RunState is the state of a run. The table of states is in host/README.md.
type RunState string

// The states of a run. Done, failed and cancelled are final.
const (
	RunRunning     RunState = "running"
	RunStopping    RunState = "stopping"
	RunParked      RunState = "parked"
	RunInterrupted RunState = "interrupted"
	RunDone        RunState = "done"
	RunFailed      RunState = "failed"
	RunCancelled   RunState = "cancelled"
)

// Final reports whether the run has ended for good.
func (s RunState) Final() bool {
	return s == RunDone || s == RunFailed || s == RunCancelled
}

// UnderWay counts the runs that a daemon works on, or goes on with by itself. One
// that was interrupted waits for a person, whichever daemon there is.
func UnderWay(runs []Run) int {
	n := 0
	for _, r := range runs {
		if !r.State.Final() && r.State != RunInterrupted {
			n++
		}
	}
	return n
}

// MaxTitle is how many characters a title has at most, whether a person gives it
// or the first message does. Views cut it to the room that they have; the search
// finds all of it.
const MaxTitle = 200

// Conversation is a conversation as lists show it.
type Conversation struct {
	ID        ConversationID `json:"id"`
	Title     string         `json:"title"`
	CreatedAt time.Time      `json:"createdAt"`
	UpdatedAt time.Time      `json:"updatedAt"`
	// Generation tells a conversation from a later one that took its id;
	// Revision counts its changes. A stale writer gets a conflict.
	Generation string `json:"generation"`
	Revision   int64  `json:"revision"`
}

// Run is a run as lists show it.
type Run struct {
	ID           RunID          `json:"id"`
	Conversation ConversationID `json:"conversation"`
	State        RunState       `json:"state"`
	Model        string         `json:"model"`
	Round        int            `json:"round"`
	CreatedAt    time.Time      `json:"createdAt"`
	EndedAt      *time.Time     `json:"endedAt,omitempty"`
	Usage        Usage          `json:"usage"`
	DurationMs   int64          `json:"durationMs"`
	Error        string         `json:"error,omitempty"`
	ErrorCode    ErrorCode      `json:"errorCode,omitempty"`
}
