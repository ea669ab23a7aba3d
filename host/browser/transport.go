// Package browser is the seam between what tools want and how a browser is
// reached: tabs, frames, page calls and batches of CDP commands, the same over
// the extension and over the debugging protocol itself.
//
// It guarantees: a call for a document that is gone fails and never runs in
// the next one; a look may be sent again after a lost link, an act never is; an
// act whose fate is not known says so ([protocol.ReasonUnknown]) instead of
// guessing; host tab ids are small numbers that are never reused in a daemon's
// life.
package browser

import (
	"context"
	"encoding/json"

	"github.com/margay/margay/protocol/driver"
)

// TabID is the host's number of a tab.
type TabID int

// Tab is a tab with the host's number.
type Tab struct {
	ID TabID
	// Browser is the instance name, empty where there is only one.
	Browser string
	driver.Tab
}

// Frame is a document of a tab.
type Frame struct {
	// Document is opaque and valid for one document.
	Document string
	Parent   string
	URL      string
	// Silent says that the document is known not to answer. Not every transport
	// can tell before it is called.
	Silent bool
}

// Transport reaches one browser: package relay through the extension, package
// direct over the debugging pipe. Tab numbers are the browser's own.
type Transport interface {
	// Tabs lists the tabs.
	Tabs(ctx context.Context) ([]driver.Tab, error)
	// OpenTab opens a tab in the background unless active.
	OpenTab(ctx context.Context, url string, active bool) (driver.Tab, error)
	CloseTab(ctx context.Context, tab int64) error
	ActivateTab(ctx context.Context, tab int64) error
	// Navigate returns when the navigation is committed or has failed.
	Navigate(ctx context.Context, tab int64, url string, move driver.Move) (driver.Tab, error)
	// Frames lists the documents, the top one first.
	Frames(ctx context.Context, tab int64) ([]Frame, error)
	// Page calls a function of the page script in a document; act says whether
	// it may change the page.
	Page(ctx context.Context, tab int64, document, function string, args any, act bool) (json.RawMessage, error)
	// CDP sends commands together, in order, without waiting between them, and
	// answers when all are answered. It attaches where needed.
	CDP(ctx context.Context, tab int64, act bool, commands ...driver.CDPCommand) ([]driver.CDPReply, error)
	// Events calls fn, in order, for each CDP event of the tab until cancel is
	// called. fn must not wait.
	Events(tab int64, fn func(driver.Event)) (cancel func())
	// Changes calls fn, in order, for each change of a tab until cancel is called.
	Changes(fn func(driver.TabChange)) (cancel func())
	// Close ends the transport; a Chromium of our own ends with it.
	Close() error
}

// Sessions is a Transport that can reach documents that another process draws.
// It is found by type assertion.
type Sessions interface {
	// Session names the debugging session of the process that draws a document,
	// for [driver.CDPCommand.Session]; empty for the tab's own. Coordinates of
	// input in a session count from the outermost document of that session.
	// Input to the tab's own session does not reach such documents reliably: in
	// a hidden tab the browser's hit test knows nothing of them.
	Session(ctx context.Context, tab int64, document string) (string, error)
}

// Releaser is a Transport whose hold on a tab a person can see (the bar that
// says that the browser is being debugged), so that it is given up when nobody
// needs it. The next command takes it again.
type Releaser interface {
	Release(ctx context.Context, tab int64) error
}

// Asker is a Transport whose tabs a person can take away (by the browser's bar
// about debugging); they stay refused then. Ask says that a person asks for a
// tab again, as by a message sent while looking at it.
type Asker interface{ Ask(tab int64) }
