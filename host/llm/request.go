package llm

import (
	"fmt"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// ResultText is a call's outcome as every model is told it: the result's text,
// headed by a mark where the call did not simply succeed, because most
// providers have no other place for that. It is never empty.
func ResultText(call chat.ToolCall) string {
	text := strings.ToValidUTF8(call.Result, "\uFFFD")
	mark, fallback := "", "Done; there is no output."
	switch call.Status {
	case chat.CallError:
		mark, fallback = MarkFailed, "The call failed and gave no reason."
	case chat.CallUnknown:
		mark, fallback = MarkUnknown, "The outcome of this call is unknown. Look before you repeat it."
	case chat.CallNotRun:
		mark, fallback = MarkNotRun, "This call was not run."
	case chat.CallTimedOut:
		mark, fallback = MarkTimedOut, "This call took too long. Nothing was changed."
	case chat.CallCancelled:
		mark, fallback = MarkCancelled, "This call was stopped before it began."
	}
	if strings.TrimSpace(text) == "" {
		text = fallback
	}
	if mark == "" {
		return text
	}
	return mark + "\n" + text
}

// Unseen is what a model that takes no images is told of one.
func Unseen(b chat.Block) string {
	return fmt.Sprintf("[An image is attached here (%s). You are not given images, so you cannot see it; say so where it matters.]", about(b))
}

// Unreadable is what a model is told of an image that should be there.
func Unreadable(b chat.Block) string {
	return fmt.Sprintf("[An image was attached here (%s), but it cannot be read any more.]", about(b))
}

// LeftOut is what a model that sees is told of an image for which there is no room.
func LeftOut(b chat.Block) string {
	return fmt.Sprintf("[An image is attached here (%s). It is left out: only the newest images are given to you.]", about(b))
}

// ShownBelow is what a model that sees is told of an image that it is shown further on.
func ShownBelow(b chat.Block) string {
	return fmt.Sprintf("[An image is attached here (%s). It is the same as one that is shown to you below.]", about(b))
}

// Refused is what a model that sees is told of an image that its provider did not take.
func Refused(b chat.Block) string {
	return fmt.Sprintf("[An image was attached here (%s). It is left out, because it could not be sent to you; say so where it matters.]", about(b))
}

func about(b chat.Block) string {
	name := b.Name
	if name == "" {
		name = "without a name"
	}
	return fmt.Sprintf("%s, %s, %d bytes", name, b.MimeType, b.Size)
}

// The marks that head the results of calls that did not simply succeed.
const (
	MarkFailed    = "[failed]"
	MarkUnknown   = "[outcome unknown]"
	MarkNotRun    = "[not run]"
	MarkCancelled = "[cancelled]"
	MarkTimedOut  = "[timed out]"
)

// CheckRequest reports what in a request breaks its contract: a call without a
// final result (half a round), or a message that carries an error.
func CheckRequest(req Request) error {
	for i, m := range req.Messages {
		if m.Error != "" {
			return fmt.Errorf("message %d carries the error %q; such messages are never sent", i, m.Error)
		}
		for j, c := range m.ToolCalls {
			if c.Status == "" || !c.Status.Final() {
				return fmt.Errorf("message %d, call %d (%s) is %q: half a round was sent", i, j, c.Name, c.Status)
			}
		}
	}
	return nil
}

// Text is the reply's text without thinking.
func (r Reply) Text() string { return r.join(chat.BlockText) }

// Thinking is what the model thought aloud.
func (r Reply) Thinking() string { return r.join(chat.BlockThinking) }

func (r Reply) join(kind chat.BlockType) string {
	var b strings.Builder
	for _, block := range r.Content {
		if block.Type == kind {
			b.WriteString(block.Text)
		}
	}
	return b.String()
}
