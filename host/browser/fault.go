package browser

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/margay/margay/protocol"
)

// LookTime and NavigateTime bound the calls of a transport whose context has
// no deadline: nothing at this seam waits for ever.
const (
	LookTime     = 10 * time.Second
	NavigateTime = 30 * time.Second
)

// Within gives a context without a deadline one.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}

// NoAnswer is the fault of a look whose context ended before the browser answered.
func NoAnswer(ctx context.Context) *protocol.Fault {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return protocol.NewFault(protocol.ReasonDeadline, "The page did not answer in time: it is busy, or a dialog is open in it.").
			WithNext("Try again, or navigate the tab elsewhere.")
	}
	return protocol.NewFault(protocol.ReasonCancelled, "Cancelled before the browser answered.")
}

// Unknown is the fault of an act whose fate cannot be told, and why.
func Unknown(why string) *protocol.Fault {
	return protocol.NewFault(protocol.ReasonUnknown, why+"; the act may or may not have happened.").
		WithNext("Look at the page before you repeat it.")
}

// notBegun are the browser's own words, as Chromium 156 has them, that say of a command that it did nothing. CDP gives all
// errors one code. Whatever is not among them may have come when the command was done already.
var notBegun = []string{
	"Debugger is not attached", "Session with given id not found", "No target with given id", "No dialog is showing",
	"wasn't found", "Invalid parameters", "Not allowed", "Cannot navigate to invalid URL", "Cannot attach to this target", "Failed to open",
}

// NotBegun reports whether what the browser said of a command means that nothing was done.
func NotBegun(said string) bool {
	return slices.ContainsFunc(notBegun, func(words string) bool { return strings.Contains(said, words) })
}

// NoDocument is the fault of a call for a document that is gone.
func NoDocument() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNoDocument, "The page that this was meant for is gone: the tab shows another document now.").
		WithNext("Take a snapshot of the tab.")
}
