package cli

import (
	"context"
	"errors"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// errCalledOff says that the person ended it while a link was being made.
var errCalledOff = errors.New("called off before the run had begun or was picked up again")

// failed is the terminal event where no run can tell its end: its task was
// refused, or it was lost sight of. Usage is what the daemon told last, which
// is nothing for a run that never began; the duration is the command's own.
func (w *watch) failed(err error, took time.Duration) chat.Event {
	usage := w.usage
	return chat.Event{
		Type: chat.EventError, Message: err.Error(), ErrorCode: codeOf(err), Usage: &usage, DurationMs: took.Milliseconds(),
	}
}

// codeOf classifies an error as the end of a run is classified.
func codeOf(err error) chat.ErrorCode {
	if errors.Is(err, errQuit) || errors.Is(err, errCalledOff) || errors.Is(err, context.Canceled) {
		return chat.ErrorCancelled
	}
	var fault *protocol.Fault
	if !errors.As(err, &fault) {
		return chat.ErrorInternal
	}
	switch fault.Reason() {
	case protocol.ReasonCancelled:
		return chat.ErrorCancelled
	case protocol.ReasonBusy:
		return chat.ErrorBusy
	case protocol.ReasonStoreLocked, protocol.ReasonStoreNewer, protocol.ReasonStoreBroken:
		return chat.ErrorPersistFailed
	case protocol.ReasonInvalidParams, protocol.ReasonTooLarge:
		return chat.ErrorAPI // as the loop says of a model that cannot be used
	}
	return chat.ErrorInternal
}
