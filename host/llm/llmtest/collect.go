package llmtest

import (
	"context"
	"strings"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// Collected is an answer with the deltas that it came in.
type Collected struct {
	llm.Reply
	Deltas []llm.Delta
}

// Collect asks a model and keeps everything that comes.
func Collect(ctx context.Context, m llm.Model, req llm.Request) (Collected, error) {
	var c Collected
	var err error
	c.Reply, err = m.Stream(ctx, req, func(d llm.Delta) { c.Deltas = append(c.Deltas, d) })
	return c, err
}

// Streamed is the text that the deltas add up to.
func (c Collected) Streamed() string {
	var b strings.Builder
	for _, d := range c.Deltas {
		b.WriteString(d.Text)
	}
	return b.String()
}

// User is a person's message.
func User(text string) chat.Message {
	return chat.Message{Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: text}}}
}

// Round is the message that the loop would store of a reply when its calls
// have ended with these results, all completed.
func Round(r llm.Reply, results ...string) chat.Message {
	msg := chat.Message{Role: chat.RoleAssistant, Content: r.Content, Vendor: r.Vendor, Cut: r.Cut}
	for i, c := range r.Calls {
		msg.ToolCalls = append(msg.ToolCalls, chat.ToolCall{
			ModelID: c.ModelID, Name: c.Name, Arguments: c.Arguments, Vendor: c.Vendor,
			Status: chat.CallCompleted, Result: results[i],
		})
	}
	return msg
}
