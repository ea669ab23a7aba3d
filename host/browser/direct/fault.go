package direct

import (
	"context"
	"errors"
	"strings"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
)

// lost turns what ended a call into a fault. act says that the command may
// have changed something, so that no answer means an unknown outcome.
func (d *Driver) lost(ctx context.Context, err error, act bool) error {
	var fault *protocol.Fault
	if errors.As(err, &fault) {
		// Browser or tab went away before they had answered: the act itself may have closed the tab.
		if act && (fault.Reason() == protocol.ReasonNoBrowser || fault.Reason() == protocol.ReasonNoTab) {
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
		return browser.Unknown("The browser did not answer in time")
	}
	return browser.NoAnswer(ctx)
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
		return browser.NoDocument()
	case contains(e, lostContext) && act:
		return browser.Unknown("The page went away while it was acted on")
	case contains(e, lostContext):
		return browser.NoDocument()
	case contains(e, noSession):
		return protocol.NewFault(protocol.ReasonNoTab, "The tab was closed.")
	case act && !browser.NotBegun(e.Error()):
		return browser.Unknown("The browser broke off: " + strings.TrimSuffix(e.Error(), "."))
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
