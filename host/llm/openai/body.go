package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// request is go-openai's request with messages that can carry what has to go
// back unchanged (the outer member wins in encoding/json).
type request struct {
	goopenai.ChatCompletionRequest
	Messages []message `json:"messages"`
}

type message struct {
	Role       string          `json:"role"`
	Content    any             `json:"content,omitempty"` // text, or parts where there are images
	Reasoning  string          `json:"reasoning_content,omitempty"`
	Details    json.RawMessage `json:"reasoning_details,omitempty"`
	ToolCalls  []toolCall      `json:"tool_calls,omitempty"`
	ToolCallID string          `json:"tool_call_id,omitempty"`
}

type toolCall struct {
	goopenai.ToolCall
	Extra json.RawMessage `json:"extra_content,omitempty"`
}

// vendor is what this adapter keeps in the vendor members of messages and
// calls. By says which model wrote it: no other gets it back.
type vendor struct {
	By        string          `json:"by"`
	Reasoning string          `json:"reasoning,omitempty"`
	Details   json.RawMessage `json:"details,omitempty"`
	Extra     json.RawMessage `json:"extra,omitempty"`
}

func vendorText(v vendor) string {
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

func (m *Model) own(text string) vendor {
	var v vendor
	if text == "" || json.Unmarshal([]byte(text), &v) != nil || v.By != m.Name() {
		return vendor{}
	}
	return v
}

func (m *Model) body(req llm.Request, habits habits) ([]byte, error) {
	if err := llm.CheckRequest(req); err != nil {
		return nil, err
	}
	r := request{ChatCompletionRequest: goopenai.ChatCompletionRequest{
		Model: m.o.Model, Stream: true, MaxTokens: m.o.MaxTokens, //nolint:staticcheck // most compatible servers know no other name
	}}
	if !habits.noUsage {
		r.StreamOptions = &goopenai.StreamOptions{IncludeUsage: true}
	}
	for _, t := range req.Tools {
		params := t.Parameters
		if len(params) == 0 {
			params = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		r.Tools = append(r.Tools, goopenai.Tool{Type: goopenai.ToolTypeFunction, Function: &goopenai.FunctionDefinition{
			Name: t.Name, Description: t.Description, Parameters: params,
		}})
	}
	if strings.TrimSpace(req.System) != "" {
		r.Messages = append(r.Messages, message{Role: goopenai.ChatMessageRoleSystem, Content: clean(req.System)})
	}
	req.Messages = m.withoutRefused(req.Messages)
	turn := lastUser(req.Messages)
	ids := map[string]bool{}
	for i, msg := range req.Messages {
		wire := m.messages(req, i, msg, ids, habits.nineSigns)
		if len(wire) > 0 {
			wire[0].Reasoning = m.reasoning(msg, i > turn, habits.reasoning)
			if !habits.noDetails {
				wire[0].Details = m.own(msg.Vendor).Details
			}
		}
		r.Messages = append(r.Messages, wire...)
	}
	r.Messages = inTurn(r.Messages, habits.inTurn)
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

func lastUser(list []chat.Message) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Role == chat.RoleUser {
			return i
		}
	}
	return -1
}

// noReasoning stands beside calls of which no reasoning is kept, because another
// model made them, where a provider demands some beside every call.
const noReasoning = "(not kept)"

// reasoning is what goes back of a message's: that of the current turn where it
// is known to be wanted, and beside every call where the provider has
// demanded it.
func (m *Model) reasoning(msg chat.Message, current bool, wish wish) string {
	own := m.own(msg.Vendor).Reasoning
	switch {
	case wish == demanded && len(msg.ToolCalls) > 0 && own == "":
		return noReasoning
	case wish == demanded && len(msg.ToolCalls) > 0, wish == unsaid && m.o.Reasoning && current:
		return clean(own)
	}
	return ""
}

// messages gives the wire's messages for one of ours: the results of calls
// stand in messages of their own there. What would be empty is left out. Some name
// their calls alike in each round, so an id that is among those known is made anew.
func (m *Model) messages(req llm.Request, place int, msg chat.Message, ids map[string]bool, nineSigns bool) []message {
	first := message{Role: string(msg.Role), Content: m.content(req, msg.Content)}
	var results []message
	var seen []chat.Block
	for i, c := range msg.ToolCalls {
		id := c.ModelID
		if id == "" || ids[id] {
			for id = fmt.Sprintf("call_%d_%d", place, i); ids[id]; {
				id += "_"
			}
		}
		if nineSigns {
			id = fmt.Sprintf("c%05d%03d", place%100_000, i%1000)
		}
		ids[id] = true
		first.ToolCalls = append(first.ToolCalls, toolCall{
			ToolCall: goopenai.ToolCall{
				ID: clean(id), Type: goopenai.ToolTypeFunction,
				Function: goopenai.FunctionCall{Name: soundName(c.Name), Arguments: soundArguments(c.Arguments)},
			},
			Extra: m.own(c.Vendor).Extra,
		})
		results = append(results, message{Role: goopenai.ChatMessageRoleTool, ToolCallID: clean(id), Content: m.result(c)})
		if m.o.Sees {
			seen = append(seen, shown(c, clean(id))...)
		}
	}
	if first.Content == nil && len(first.ToolCalls) == 0 {
		return nil
	}
	all := append([]message{first}, results...)
	if content := m.content(req, seen); content != nil {
		// The wire has no place for images in results, so they follow as if shown by the person.
		all = append(all, message{Role: goopenai.ChatMessageRoleUser, Content: content})
	}
	return all
}

func clean(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// soundArguments gives arguments as a JSON object whatever the model wrote:
// providers parse the history and refuse all of it for one bad character. The
// result of such a call tells the model what was wrong.
func soundArguments(args string) string {
	args = clean(args)
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(args), &object) != nil || object == nil {
		return "{}"
	}
	return joinHalves(args)
}

// joinHalves replaces escapes of half a surrogate pair, which are JSON to Go
// and an error to others.
func joinHalves(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		high, ok := escape(s[i:])
		switch {
		case !ok || high < 0xD800 || high > 0xDFFF:
			b.WriteString(s[i : i+2])
			i += 2
		case high < 0xDC00 && isLow(s[i+6:]):
			b.WriteString(s[i : i+12])
			i += 12
		default:
			b.WriteString(`\ufffd`)
			i += 6
		}
	}
	return b.String()
}

func isLow(s string) bool {
	low, ok := escape(s)
	return ok && low >= 0xDC00 && low <= 0xDFFF
}

// escape reads \uXXXX at the beginning of s.
func escape(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range s[2:6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | (c - '0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | (c - 'a' + 10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | (c - 'A' + 10)
		default:
			return 0, false
		}
	}
	return r, true
}
