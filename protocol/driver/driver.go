// Package driver declares what passes between the daemon and a browser that
// offers its tabs: the extension's service worker registers, the daemon sends
// it work, the worker reports what happens.
//
// The daemon's side is host/browser/relay, the worker's
// extension/src/worker/driver.ts.
//
// Each command is a look or an act and carries an id and a deadline. A look may
// be sent again after a lost link; an act never is. A driver remembers the
// outcomes of its last acts ([KeptOutcomes]) and answers with them when the
// daemon asks after a reconnect.
package driver

import (
	"encoding/json"

	"github.com/margay/margay/protocol"
)

// KeptOutcomes is how many outcomes of acts a driver keeps, newest last.
const KeptOutcomes = 64

// What the worker calls and says (group driver).
var (
	// Register makes the link a browser driver. It is called after hello and
	// again after each reconnect.
	Register = protocol.Route[Registration, Registered]{Name: "driver.register", Group: protocol.GroupDriver}
	// TabChanged says that a tab came, changed or went.
	TabChanged = protocol.Notice[TabChange]{Name: "driver.tabChanged", Group: protocol.GroupDriver}
	// CDPEvent passes an event of chrome.debugger on.
	CDPEvent = protocol.Notice[Event]{Name: "driver.cdpEvent", Group: protocol.GroupDriver}
	// Detached says that a debugger attachment ended, and why.
	Detached = protocol.Notice[Detachment]{Name: "driver.detached", Group: protocol.GroupDriver}
)

// What the daemon calls (group browser).
var (
	TabsList     = protocol.Route[protocol.Empty, Tabs]{Name: "browser.tabs", Group: protocol.GroupBrowser}
	TabOpen      = protocol.Route[Open, Outcome]{Name: "browser.open", Group: protocol.GroupBrowser}
	TabClose     = protocol.Route[TabAct, Outcome]{Name: "browser.close", Group: protocol.GroupBrowser}
	TabActivate  = protocol.Route[TabAct, Outcome]{Name: "browser.activate", Group: protocol.GroupBrowser}
	TabNavigate  = protocol.Route[Navigate, Outcome]{Name: "browser.navigate", Group: protocol.GroupBrowser}
	FramesList   = protocol.Route[TabRef, Frames]{Name: "browser.frames", Group: protocol.GroupBrowser}
	PageCall     = protocol.Route[Call, Outcome]{Name: "browser.page", Group: protocol.GroupBrowser}
	CDPBatch     = protocol.Route[Batch, Outcome]{Name: "browser.cdp", Group: protocol.GroupBrowser}
	Attach       = protocol.Route[TabRef, Attached]{Name: "browser.attach", Group: protocol.GroupBrowser}
	Detach       = protocol.Route[TabRef, protocol.Empty]{Name: "browser.detach", Group: protocol.GroupBrowser}
	LastOutcomes = protocol.Route[AskOutcomes, Outcomes]{Name: "browser.outcomes", Group: protocol.GroupBrowser}
)

// Command is the part that all commands share.
type Command struct {
	// ID is unique in the life of the daemon; it names the outcome.
	ID string `json:"id"`
	// Act says that the command may change something.
	Act bool `json:"act,omitempty"`
	// DeadlineMs is how long the driver may take; it answers deadline after that.
	DeadlineMs int `json:"deadlineMs"`
}

// Registration introduces a browser. (Install, Session) is its identity: the
// same install with another session is a restarted browser, whose tabs are new.
type Registration struct {
	// Install is made once and kept in the extension's storage.
	Install string `json:"install"`
	// Session is made once per start of the browser.
	Session string `json:"session"`
	// Worker is made once per start of the service worker. A new one has
	// forgotten what it had not stored.
	Worker  string `json:"worker"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Tabs    []Tab  `json:"tabs"`
	// Adopted lists tabs whose debugger attachment outlived the last worker.
	Adopted []int64 `json:"adopted"`
}

// Registered answers Register. Instance is the browser's name in the daemon.
type Registered struct {
	Instance string `json:"instance"`
}

// Tab is a tab in the browser's own numbers.
type Tab struct {
	ID        int64  `json:"id"`
	Window    int64  `json:"window"`
	Index     int    `json:"index"`
	URL       string `json:"url"`
	Title     string `json:"title"`
	Active    bool   `json:"active"`
	Loading   bool   `json:"loading"`
	Audible   bool   `json:"audible"`
	Discarded bool   `json:"discarded"`
	// Opener is the tab that opened this one, 0 if none.
	Opener int64 `json:"opener,omitempty"`
}

// Tabs lists tabs.
type Tabs struct {
	Tabs []Tab `json:"tabs"`
}

// ChangeKind tells what happened to a tab.
type ChangeKind string

// What can happen to a tab.
const (
	TabCreated ChangeKind = "created"
	TabUpdated ChangeKind = "updated"
	TabRemoved ChangeKind = "removed"
)

// TabChange is the new state of a tab.
type TabChange struct {
	Kind ChangeKind `json:"kind"`
	Tab  Tab        `json:"tab"`
}

// TabRef names a tab.
type TabRef struct {
	Tab int64 `json:"tab"`
}

// TabAct is an act on a tab that needs nothing more.
type TabAct struct {
	Command Command `json:"command"`
	Tab     int64   `json:"tab"`
}

// Open opens a tab in the background unless Active is set.
type Open struct {
	Command Command `json:"command"`
	URL     string  `json:"url"`
	Active  bool    `json:"active,omitempty"`
	Window  int64   `json:"window,omitempty"`
}

// Navigate sends a tab to a URL, or moves in its history.
type Navigate struct {
	Command Command `json:"command"`
	Tab     int64   `json:"tab"`
	// URL is empty where Move is set.
	URL  string `json:"url,omitempty"`
	Move Move   `json:"move,omitempty"`
}

// Move is a step in a tab's history.
type Move string

// The steps in a tab's history.
const (
	MoveBack    Move = "back"
	MoveForward Move = "forward"
	MoveReload  Move = "reload"
)

// Frame is a document in a tab. Document is opaque and names this one document:
// a call for a document that is gone fails.
type Frame struct {
	Document string `json:"document"`
	// Parent is the document that holds this one, empty for the top.
	Parent string `json:"parent,omitempty"`
	URL    string `json:"url"`
	// Silent says that the document is there and does not answer: its script runs
	// without end, say. Document names it then, and nothing can be called in it.
	Silent bool `json:"silent,omitempty"`
}

// Frames lists the documents of a tab, the top one first.
type Frames struct {
	Frames []Frame `json:"frames"`
}

// Call calls a named function of the page script in a document's isolated
// world. The page script is injected first where it is not there.
type Call struct {
	Command  Command         `json:"command"`
	Tab      int64           `json:"tab"`
	Document string          `json:"document"`
	Function string          `json:"function"`
	Args     json.RawMessage `json:"args"`
}

// Batch is raw CDP commands, sent together in order without waiting and
// answered together.
type Batch struct {
	Command  Command      `json:"command"`
	Tab      int64        `json:"tab"`
	Commands []CDPCommand `json:"commands"`
}

// CDPCommand is one raw command. Session is a child session of the tab, empty
// for the tab itself.
type CDPCommand struct {
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
	Session string          `json:"session,omitempty"`
}

// CDPReply is the answer to one raw command: Result, or Error in the browser's words.
type CDPReply struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  string          `json:"error,omitempty"`
}

// Outcome is what became of a command.
type Outcome struct {
	ID    string      `json:"id"`
	State ActionState `json:"state"`
	// Result is what a page call returned.
	Result json.RawMessage `json:"result,omitempty"`
	// Replies answer a batch, one each in order.
	Replies []CDPReply `json:"replies,omitempty"`
	// Tab is the tab that an open made or an act left behind.
	Tab   *Tab            `json:"tab,omitempty"`
	Fault *protocol.Fault `json:"fault,omitempty"`
}

// ActionState is how far a command got.
type ActionState string

// How far a command got. Unknown is what a driver says of an id it has no
// record of after its worker was started anew.
const (
	ActionDone       ActionState = "done"
	ActionNotStarted ActionState = "not_started"
	ActionUnknown    ActionState = "unknown"
)

// AskOutcomes asks what became of acts after a reconnect. Worker is the worker
// that the acts were sent to: only the same worker can say not_started.
type AskOutcomes struct {
	Worker string   `json:"worker"`
	IDs    []string `json:"ids"`
}

// Outcomes answers AskOutcomes, one each in order.
type Outcomes struct {
	Outcomes []Outcome `json:"outcomes"`
}

// Attached says how a debugger attachment came about.
type Attached struct {
	// Adopted means that it was there already and is ours.
	Adopted bool `json:"adopted"`
}

// Detachment is the end of a debugger attachment.
type Detachment struct {
	Tab int64 `json:"tab"`
	// Reason is the browser's: target_closed, or canceled_by_user.
	Reason string `json:"reason"`
}

// Event is an event of chrome.debugger.
type Event struct {
	Tab     int64           `json:"tab"`
	Session string          `json:"session,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

// Routes lists everything that this package declares.
func Routes() []protocol.Info {
	return []protocol.Info{
		Register.Info(), TabChanged.Info(), CDPEvent.Info(), Detached.Info(),
		TabsList.Info(), TabOpen.Info(), TabClose.Info(), TabActivate.Info(), TabNavigate.Info(),
		FramesList.Info(), PageCall.Info(), CDPBatch.Info(), Attach.Info(), Detach.Info(), LastOutcomes.Info(),
	}
}
