package direct

import (
	"context"
	"errors"
	"strings"

	"github.com/margay/margay/protocol"
)

// lost turns what ended a call into a fault. act says that the command may
// have changed something, so that no answer means an unknown outcome.
func (d *Driver) lost(ctx context.Context, err error, act bool) error {
	var fault *protocol.Fault
	if errors.As(err, &fault) {
		if act && fault.Reason() == protocol.ReasonNoBrowser {
			return protocol.NewFault(protocol.ReasonUnknown, fault.Message+" The act had been sent; its outcome is not known.")
		}
		return fault
	}
	var said *cdpError
	if errors.As(err, &said) {
		return refusal(said, act)
	}
	if ctx.Err() == nil {
		return err
	}
	if act {
		return protocol.NewFault(protocol.ReasonUnknown, "The browser did not answer in time; the act may or may not have happened.").
			WithNext("Look at the page before you repeat it.")
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return protocol.NewFault(protocol.ReasonDeadline, "The page did not answer in time: it is busy, or a dialog is open in it.").
			WithNext("Try again, or navigate the tab elsewhere.")
	}
	return protocol.NewFault(protocol.ReasonCancelled, "Cancelled before the browser answered.")
}

// Texts of the browser's own errors, as Chromium 156 words them. They are
// compared because CDP gives all of them one code.
var (
	// The context was gone before anything of the call ran.
	noContext = []string{"uniqueContextId not found", "Cannot find context", "No frame for given id", "No frame with given id", "Frame with the given id was not found"}
	// The context went away while the call ran.
	lostContext = []string{"Execution context was destroyed", "Inspected target navigated or closed", "Promise was collected"}
	noPage      = []string{"Not allowed", "Cannot navigate to invalid URL", "Cannot attach to this target"}
	noSession   = []string{"Session with given id not found", "No target with given id"}
)

func refusal(e *cdpError, act bool) *protocol.Fault {
	switch {
	case contains(e, noContext):
		return noDocument()
	case contains(e, lostContext) && act:
		return protocol.NewFault(protocol.ReasonUnknown, "The page went away while it was acted on; the act may or may not have happened.").
			WithNext("Look at the page before you repeat it.")
	case contains(e, lostContext):
		return noDocument()
	case contains(e, noSession):
		return protocol.NewFault(protocol.ReasonNoTab, "The tab was closed.")
	case contains(e, noPage):
		return protocol.NewFault(protocol.ReasonNotPage, "The browser refused: "+e.Error()+".")
	default:
		return protocol.NewFault(protocol.ReasonInvalidParams, "The browser refused: "+e.Error()+".")
	}
}

func contains(e *cdpError, texts []string) bool {
	for _, t := range texts {
		if strings.Contains(e.Message, t) {
			return true
		}
	}
	return false
}

func noDocument() *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNoDocument, "The page that this was meant for is gone: the tab shows another document now.").
		WithNext("Take a snapshot of the tab.")
}
