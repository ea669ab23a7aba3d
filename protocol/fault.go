package protocol

// Reason names a fault. The list is closed and append-only; each reason has
// one JSON-RPC code, see the table in this folder's README.
type Reason string

// The reasons of faults.
const (
	ReasonParse          Reason = "parse_error"
	ReasonInvalidRequest Reason = "invalid_request"
	ReasonNoMethod       Reason = "method_not_found"
	ReasonInvalidParams  Reason = "invalid_params"
	ReasonInternal       Reason = "internal"

	ReasonHelloFirst  Reason = "hello_first"
	ReasonNotAllowed  Reason = "not_allowed"
	ReasonVersion     Reason = "version_mismatch"
	ReasonCancelled   Reason = "cancelled"
	ReasonTooLarge    Reason = "too_large"
	ReasonClosed      Reason = "closed"
	ReasonDeadline    Reason = "deadline"
	ReasonNotFound    Reason = "not_found"
	ReasonConflict    Reason = "conflict"
	ReasonBusy        Reason = "busy"
	ReasonShutdown    Reason = "shutting_down"
	ReasonNoDaemon    Reason = "no_daemon"
	ReasonStoreLocked Reason = "store_locked"
	ReasonStoreNewer  Reason = "store_newer"
	ReasonStoreBroken Reason = "store_damaged"

	// What a browser driver answers.
	ReasonNoBrowser   Reason = "no_browser"
	ReasonNoTab       Reason = "no_tab"
	ReasonNoDocument  Reason = "no_document"
	ReasonNotPage     Reason = "not_a_page"
	ReasonDebugger    Reason = "debugger_refused"
	ReasonUnknown     Reason = "outcome_unknown"
	ReasonNotStarted  Reason = "not_started"
	ReasonUnsupported Reason = "unsupported"
)

// codes gives each reason its JSON-RPC error code.
var codes = map[Reason]int{
	ReasonParse: -32700, ReasonInvalidRequest: -32600, ReasonNoMethod: -32601,
	ReasonInvalidParams: -32602, ReasonInternal: -32603,
	ReasonHelloFirst: -32000, ReasonNotAllowed: -32001, ReasonVersion: -32002,
	ReasonCancelled: -32003, ReasonTooLarge: -32004, ReasonClosed: -32005,
	ReasonDeadline: -32006, ReasonNotFound: -32007, ReasonConflict: -32008,
	ReasonBusy: -32009, ReasonShutdown: -32010, ReasonNoDaemon: -32011,
	ReasonStoreLocked: -32012, ReasonStoreNewer: -32013, ReasonStoreBroken: -32014,
	ReasonNoBrowser: -32020, ReasonNoTab: -32021, ReasonNoDocument: -32022,
	ReasonNotPage: -32023, ReasonDebugger: -32024, ReasonUnknown: -32025,
	ReasonNotStarted: -32026, ReasonUnsupported: -32027,
}

// Code is the JSON-RPC error code of the reason.
func (r Reason) Code() int {
	if c, ok := codes[r]; ok {
		return c
	}
	return codes[ReasonInternal]
}

// Reasons lists every reason with its code, for tables and tests.
func Reasons() map[Reason]int {
	all := make(map[Reason]int, len(codes))
	for r, c := range codes {
		all[r] = c
	}
	return all
}

// Fault is an error as it travels. Message says what happened in words for a
// person or a model; Data says it for a program and what to do next.
type Fault struct {
	Code    int        `json:"code"`
	Message string     `json:"message"`
	Data    *FaultData `json:"data,omitempty"`
}

// FaultData is the part of a fault that programs read.
type FaultData struct {
	Reason Reason `json:"reason"`
	// Next is the next step in words, often a command to run.
	Next string `json:"next,omitempty"`
}

// NewFault makes a fault with its code filled in.
func NewFault(reason Reason, message string) *Fault {
	return &Fault{Code: reason.Code(), Message: message, Data: &FaultData{Reason: reason}}
}

// WithNext returns the same fault with the next step set.
func (f *Fault) WithNext(next string) *Fault {
	g := *f
	d := FaultData{Reason: f.Reason(), Next: next}
	g.Data = &d
	return &g
}

// Error makes a fault a Go error.
func (f *Fault) Error() string { return f.Message }

// Reason returns the reason of the fault, from its data or else its code.
func (f *Fault) Reason() Reason {
	if f.Data != nil && f.Data.Reason != "" {
		return f.Data.Reason
	}
	for r, c := range codes {
		if c == f.Code {
			return r
		}
	}
	return ReasonInternal
}

// Is lets errors.Is compare faults by reason.
func (f *Fault) Is(target error) bool {
	t, ok := target.(*Fault)
	return ok && t.Reason() == f.Reason()
}
