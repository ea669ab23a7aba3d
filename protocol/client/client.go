// Package client declares the routes of people's surfaces: the panel, the
// popup, the options page, a terminal.
//
// The program answers them in host/api (register.go), daemon.stop in
// host/daemon; the panel calls them through extension/src/panel/connection.ts.
//
// Every route here is in group client or admin. A reply is queued before any
// event that the call caused; the events of a subscription come after the
// reply that opened it, without gaps from the number that the reply names.
package client

import (
	"slices"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// The routes of conversations.
var (
	// ConversationSend stores the person's message, starts a run and answers at
	// once. Without a conversation it begins one.
	ConversationSend = protocol.Route[Send, SendReply]{Name: "conversation.send", Group: protocol.GroupClient}
	ConversationList = protocol.Route[ListConversations, ConversationPage]{Name: "conversation.list", Group: protocol.GroupClient}
	// ConversationMessages reads closed history, newest page first.
	ConversationMessages = protocol.Route[ListMessages, MessagePage]{Name: "conversation.messages", Group: protocol.GroupClient}
	// ConversationRename gives a conversation another title.
	ConversationRename = protocol.Route[RenameConversation, chat.Conversation]{Name: "conversation.rename", Group: protocol.GroupClient}
	// ConversationDelete puts a conversation away; until the time that it answers
	// ConversationRestore brings it back. One with a live run is busy.
	ConversationDelete  = protocol.Route[ConversationRef, Deleted]{Name: "conversation.delete", Group: protocol.GroupClient}
	ConversationRestore = protocol.Route[ConversationRef, chat.Conversation]{Name: "conversation.restore", Group: protocol.GroupClient}
	// ConversationDeleted lists what ConversationRestore can bring back, deleted last first.
	ConversationDeleted = protocol.Route[protocol.Empty, DeletedPage]{Name: "conversation.deleted", Group: protocol.GroupClient}
)

// The routes of runs.
var (
	RunAttach = protocol.Route[Attach, AttachReply]{Name: "run.attach", Group: protocol.GroupClient}
	RunDetach = protocol.Route[Detach, protocol.Empty]{Name: "run.detach", Group: protocol.GroupClient}
	// RunStop asks a run to stop and answers when the request is taken; the
	// terminal event says when it has stopped. Stopping a run that has ended is no error.
	RunStop = protocol.Route[RunRef, chat.Run]{Name: "run.stop", Group: protocol.GroupClient}
	// RunResume goes on with a run that was interrupted or parked.
	RunResume = protocol.Route[Resume, SendReply]{Name: "run.resume", Group: protocol.GroupClient}
	// RunList lists the runs that have not ended.
	RunList = protocol.Route[protocol.Empty, RunPage]{Name: "run.list", Group: protocol.GroupClient}

	RunEvent  = protocol.Notice[Delivery]{Name: "run.event", Group: protocol.GroupClient}
	RunCredit = protocol.Notice[Credit]{Name: "run.credit", Group: protocol.GroupClient}
)

// The routes of bytes and of the daemon.
var (
	BlobRead = protocol.Route[ReadBlob, BlobPiece]{Name: "blob.read", Group: protocol.GroupClient}
	// BlobWrite stores bytes that a message is about to carry and answers with
	// the block to send. What no message takes is swept at the next start.
	BlobWrite    = protocol.Route[WriteBlob, chat.Block]{Name: "blob.write", Group: protocol.GroupClient, MaxBytes: 32 << 20}
	DaemonStatus = protocol.Route[protocol.Empty, Status]{Name: "daemon.status", Group: protocol.GroupClient}
	// DaemonStop ends the daemon: rounds in progress are closed, runs parked.
	DaemonStop = protocol.Route[Stop, protocol.Empty]{Name: "daemon.stop", Group: protocol.GroupAdmin}
)

// Send is a person's message and how to answer it.
type Send struct {
	Conversation chat.ConversationID `json:"conversation,omitempty"`
	Content      []chat.Block        `json:"content"`
	Context      *PageContext        `json:"context,omitempty"`
	// Attach opens a subscription to the run with this credit.
	Attach *AttachOptions `json:"attach,omitempty"`
	// Model is "offline" or "provider:name"; empty means the default.
	Model string `json:"model,omitempty"`
	// Nonce makes sending idempotent: the same nonce within one conversation
	// answers with the run that the first one started.
	Nonce string `json:"nonce,omitempty"`
	// Headless asks for a Chromium of the daemon's own for this run.
	Headless *Headless `json:"headless,omitempty"`
	// Env holds model variables of the caller's environment. They serve this
	// run and are never stored. Only links that are no browser may send it.
	Env map[string]string `json:"env,omitempty"`
}

// PageContext is what the person is looking at while sending.
type PageContext struct {
	// BrowserTab is the browser's own tab number and Instance the browser that
	// it is in; the daemon turns them into its own tab id.
	BrowserTab int64  `json:"browserTab"`
	Instance   string `json:"instance,omitempty"`
}

// Headless asks for a Chromium without an extension.
type Headless struct {
	// URL is opened first.
	URL string `json:"url,omitempty"`
	// Program is the browser to start; empty means the one that the daemon finds.
	// Only links that are no browser may send it.
	Program string `json:"program,omitempty"`
}

// AttachOptions opens a subscription.
type AttachOptions struct {
	// Frames and Bytes are the first credit; 0 means the limits of protocol.
	Frames int `json:"frames,omitempty"`
	Bytes  int `json:"bytes,omitempty"`
}

// SendReply names the run that answers.
type SendReply struct {
	Conversation chat.Conversation `json:"conversation"`
	Run          chat.Run          `json:"run"`
	Message      chat.MessageID    `json:"message"`
	Attached     *AttachReply      `json:"attached,omitempty"`
}

// ListConversations pages through conversations, last changed first.
type ListConversations struct {
	Before string `json:"before,omitempty"`
	// Search keeps those whose title holds all of its words, without case.
	Search string `json:"search,omitempty"`
	// Limit is at most 200; 0 means 50.
	Limit int `json:"limit,omitempty"`
}

// ConversationPage is a page of conversations. Next is empty on the last page.
type ConversationPage struct {
	Conversations []chat.Conversation `json:"conversations"`
	Next          string              `json:"next,omitempty"`
}

// ConversationRef names a conversation.
type ConversationRef struct {
	Conversation chat.ConversationID `json:"conversation"`
}

// RenameConversation gives a title of 1 to 200 characters. Revision is the one
// that the person saw; another one in the store is a conflict.
type RenameConversation struct {
	Conversation chat.ConversationID `json:"conversation"`
	Title        string              `json:"title"`
	Revision     int64               `json:"revision"`
}

// Deleted says until when a conversation can be brought back.
type Deleted struct {
	Until time.Time `json:"until"`
}

// DeletedPage is all that can be brought back.
type DeletedPage struct {
	Conversations []DeletedConversation `json:"conversations"`
}

// DeletedConversation can be brought back until a time.
type DeletedConversation struct {
	Conversation chat.Conversation `json:"conversation"`
	Until        time.Time         `json:"until"`
}

// ListMessages pages backwards through a conversation.
type ListMessages struct {
	Conversation chat.ConversationID `json:"conversation"`
	Before       string              `json:"before,omitempty"`
	// Limit is at most 200; 0 means 50.
	Limit int `json:"limit,omitempty"`
}

// MessagePage is a page of closed history, oldest first within the page, with
// the runs of the conversation that have not ended.
type MessagePage struct {
	Conversation chat.Conversation `json:"conversation"`
	Messages     []chat.Message    `json:"messages"`
	Next         string            `json:"next,omitempty"`
	Live         []chat.Run        `json:"live"`
}

// RunRef names a run.
type RunRef struct {
	Run chat.RunID `json:"run"`
}

// Resume goes on with a run.
type Resume struct {
	Run    chat.RunID        `json:"run"`
	Attach *AttachOptions    `json:"attach,omitempty"`
	Env    map[string]string `json:"env,omitempty"`
}

// RunPage lists runs.
type RunPage struct {
	Runs []chat.Run `json:"runs"`
}

// Attach subscribes to a run.
type Attach struct {
	Run     chat.RunID     `json:"run"`
	Options *AttachOptions `json:"options,omitempty"`
	// Epoch and After ask for the events after a number seen before; where they
	// are no longer kept, or the epoch is another, the reply's view stands alone.
	Epoch string `json:"epoch,omitempty"`
	After int64  `json:"after,omitempty"`
}

// AttachReply begins a subscription: the state at Seq; events follow from Seq+1.
type AttachReply struct {
	Subscription int64  `json:"subscription"`
	Epoch        string `json:"epoch"`
	Seq          int64  `json:"seq"`
	// View is absent where the events after the number asked for follow whole.
	View *chat.View `json:"view,omitempty"`
	// Ended says that the run has ended and nothing follows.
	Ended bool `json:"ended,omitempty"`
}

// Detach ends a subscription.
type Detach struct {
	Subscription int64 `json:"subscription"`
}

// Delivery is an event for one subscription.
type Delivery struct {
	Subscription int64         `json:"subscription"`
	Event        chat.Numbered `json:"event"`
}

// Credit gives back credit for what has been drawn.
type Credit struct {
	Subscription int64 `json:"subscription"`
	Frames       int   `json:"frames"`
	Bytes        int   `json:"bytes"`
}

// ReadBlob reads a piece of stored bytes.
type ReadBlob struct {
	Blob   chat.BlobID `json:"blob"`
	Offset int64       `json:"offset,omitempty"`
	// Limit is at most 4 MiB; 0 means that.
	Limit int64 `json:"limit,omitempty"`
}

// BlobPiece is a piece of stored bytes and the size of the whole.
type BlobPiece struct {
	Data     []byte `json:"data"`
	Size     int64  `json:"size"`
	MimeType string `json:"mimeType,omitempty"`
}

// WriteBlob is a file that a person attaches: an image (PNG, JPEG, GIF, WebP),
// text, or a PDF; of any other kind it is refused as unsupported. What it is
// follows from the bytes, not from MimeType. Data is at most 20 MiB.
type WriteBlob struct {
	Name     string `json:"name"`
	MimeType string `json:"mimeType,omitempty"`
	Data     []byte `json:"data"`
}

// Status describes the daemon for the popup, the terminal and tests.
type Status struct {
	Version  string    `json:"version"`
	Build    string    `json:"build"`
	Pid      int       `json:"pid"`
	Epoch    string    `json:"epoch"`
	DataDir  string    `json:"dataDir"`
	LogPath  string    `json:"logPath"`
	Model    string    `json:"model"`
	Browsers []Browser `json:"browsers"`
	// LiveRuns counts the runs under way, without those that were interrupted.
	LiveRuns int `json:"liveRuns"`
	// Abandoned counts tools that did not return when they were told to stop.
	Abandoned int `json:"abandoned"`
	// Damaged are data files that could not be read and were put aside: what they
	// held is in no list, and a person has not dismissed that yet.
	Damaged []Damaged `json:"damaged,omitempty"`
}

// Browser is a browser that offers its tabs.
type Browser struct {
	Instance string `json:"instance"`
	Name     string `json:"name"`
	Version  string `json:"version"`
	// Connected is false while a browser that was there is away.
	Connected bool `json:"connected"`
}

// Stop says why the daemon should end.
type Stop struct {
	// ForVersion is the version of the newer program that takes over. The
	// daemon gives way only to a strictly newer one.
	ForVersion string `json:"forVersion,omitempty"`
	// IfUnneeded ends the daemon only where nothing but this link needs it;
	// otherwise the fault is busy.
	IfUnneeded bool `json:"ifUnneeded,omitempty"`
}

// Routes lists everything that this package declares.
func Routes() []protocol.Info {
	return slices.Concat([]protocol.Info{
		ConversationSend.Info(), ConversationList.Info(), ConversationMessages.Info(),
		ConversationRename.Info(), ConversationDelete.Info(), ConversationRestore.Info(), ConversationDeleted.Info(),
		RunAttach.Info(), RunDetach.Info(), RunStop.Info(), RunResume.Info(), RunList.Info(),
		RunEvent.Info(), RunCredit.Info(),
		BlobRead.Info(), BlobWrite.Info(), DaemonStatus.Info(), DaemonStop.Info(),
	}, modelRoutes(), doctorRoutes(), storageRoutes(), damageRoutes())
}
