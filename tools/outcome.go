package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// Outcome is what became of a call. Status is final.
type Outcome struct {
	Status   chat.CallStatus
	Result   Result
	Duration time.Duration
	// Args are the arguments as they ran, where they were mended.
	Args json.RawMessage
	// Abandoned says that the tool had not returned; its goroutine ends when it does.
	Abandoned bool
}

func said(status chat.CallStatus, format string, a ...any) Outcome {
	return Outcome{Status: status, Result: Result{Text: fmt.Sprintf(format, a...), Failed: true}}
}

// outcomeOf sorts what Do or Prepare returned. left says that an effect was on its way.
func outcomeOf(ctx context.Context, limit time.Duration, left bool, res Result, err error) Outcome {
	var fault *protocol.Fault
	switch {
	case err == nil && res.Failed:
		return Outcome{Status: chat.CallError, Result: res}
	case err == nil:
		return Outcome{Status: chat.CallCompleted, Result: res}
	case IsMistake(err):
		return said(chat.CallError, "%s", err)
	case errors.As(err, &fault) && fault.Reason() != protocol.ReasonInternal:
		return outcomeOfFault(fault, left)
	case errors.Is(err, errPanic) && left:
		return said(chat.CallUnknown, "The tool failed inside while it ran. The outcome is unknown. Look before you repeat it.")
	case ctx.Err() != nil:
		return cutShort(ctx, limit, left)
	default:
		return said(chat.CallError, "The tool failed: %s. This is not your mistake; try another way.", err)
	}
}

// outcomeOfFault keeps the difference between an act that did not happen and
// one that may have.
func outcomeOfFault(f *protocol.Fault, left bool) Outcome {
	text := f.Message
	if f.Data != nil && f.Data.Next != "" {
		text += " " + f.Data.Next
	}
	if f.Reason() == protocol.ReasonUnknown || left && f.Reason() == protocol.ReasonClosed {
		return said(chat.CallUnknown, "%s", text)
	}
	return said(chat.CallError, "%s", text)
}

// cutShort is the outcome of a call whose context ended: by a stop, or by the
// time limit.
func cutShort(ctx context.Context, limit time.Duration, left bool) Outcome {
	timedOut := errors.Is(context.Cause(ctx), errTimeout)
	switch {
	case left && timedOut:
		return said(chat.CallUnknown, "No answer within %s. The outcome is unknown. Look before you repeat it.", limit)
	case left:
		return said(chat.CallUnknown, "Stopped while it ran. The outcome is unknown. Look before you repeat it.")
	case timedOut:
		return said(chat.CallTimedOut, "No answer within %s. Nothing was changed.", limit)
	default:
		return said(chat.CallCancelled, "Cancelled before it ran.")
	}
}

var (
	errTimeout = errors.New("tool timed out")
	errPanic   = errors.New("it panicked")
)
