package openai

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// answer is an answer as it comes: it emits deltas and keeps the whole.
type answer struct {
	by     string
	model  string // as its provider calls it
	emit   func(llm.Delta)
	blocks []chat.Block
	// text is that of the last block while it grows.
	text  strings.Builder
	calls calls
	// former are calls as they were made before tool_calls. Some say each call both
	// ways, so they count only where there are no others, which the end tells.
	former calls
	// reasoning is what came as such (not by think tags): some providers want
	// it back.
	reasoning strings.Builder
	details   kept
	tags      tagSplitter
	finish    string
	usage     chat.Usage
	// early says that more came after the finish reason, which is none then.
	early bool
	// streamed says that deltas came, message that a message came in their place.
	streamed, message bool
}

func newAnswer(m *Model, tools []llm.Tool, emit func(llm.Delta)) *answer {
	return &answer{by: m.Name(), model: m.o.Model, emit: emit, calls: calls{tools: tools}, former: calls{tools: tools}}
}

// frame takes the data of one event: a chunk, seldom several. What does not look
// like JSON is passed over (heartbeats); JSON that is damaged is a failure,
// because part of the answer may be lost with it.
func (a *answer) frame(data []byte) *failure {
	list, ok := values(data)
	if !ok {
		return damaged()
	}
	for _, raw := range list {
		if fail := a.chunk(raw); fail != nil {
			return fail
		}
	}
	return nil
}

// chunk takes one chunk; choices beside the first are passed over. A member that
// makes no sense at all does not void the rest.
func (a *answer) chunk(data []byte) *failure {
	var c chunk
	// Some of it goes back as it came, and no request may hold broken UTF-8.
	data = bytes.ToValidUTF8(data, []byte("\uFFFD"))
	_ = json.Unmarshal(data, &c)
	for _, u := range []*usage{c.Groq.Usage, c.Usage} {
		a.spent(u)
	}
	var failed json.RawMessage
	for _, ch := range c.Choices {
		if ch.Index == 0 {
			a.choice(ch, c.Usage == nil)
			failed = ch.Error
		}
	}
	for _, raw := range []json.RawMessage{c.Error, failed} {
		if words, code, ok := errorMember(raw); ok {
			return vendorFailure(said{words: cmp.Or(words, noReason), code: code, model: a.model})
		}
	}
	if slices.ContainsFunc(c.Choices, choice.says) {
		return nil
	}
	return frameError(data, a.model, a.spoken() && (c.Usage != nil || len(c.Choices) > 0))
}

// choice takes a piece of the answer. Some providers say the whole message once
// more when it has been streamed, and some stream messages in place of deltas.
func (a *answer) choice(ch choice, usage bool) {
	if ch.Delta != nil {
		says := ch.Delta.says()
		a.streamed = a.streamed || says
		a.early = a.early || says && a.finish != ""
		a.delta(ch.Delta)
	}
	switch {
	case ch.Message == nil:
	case !a.streamed:
		a.message = true
		a.delta(ch.Message)
	case len(a.made().list) == 0: // the text was streamed, the calls were not
		a.delta(&delta{ToolCalls: ch.Message.ToolCalls, Function: ch.Message.Function})
	}
	if ch.Finish != "" {
		a.finish = string(ch.Finish)
	}
	if usage {
		a.spent(ch.Usage)
	}
}

// spent keeps what was told last. Zeros after it tell nothing.
func (a *answer) spent(u *usage) {
	if u != nil && u.total() != (chat.Usage{}) {
		a.usage = u.total()
	}
}

func (a *answer) delta(d *delta) {
	a.details.add(d.Details)
	thought := string(d.Thought)
	if thought == "" {
		thought = string(d.Reasoning)
	}
	if thought == "" {
		thought = d.Details.text()
	}
	if thought != "" {
		a.reasoning.WriteString(thought)
		a.say(chat.BlockThinking, thought)
	}
	for _, p := range d.Content {
		if p.thinking {
			a.say(chat.BlockThinking, p.text)
			continue
		}
		a.tags.write(p.text, a.say)
	}
	if d.Refusal != "" {
		a.tags.flush(a.say)
		a.say(chat.BlockText, string(d.Refusal))
	}
	if d.Function != nil {
		a.former.addAll([]callDelta{{Index: new(number), Function: *d.Function}}, nil)
	}
	a.calls.addAll(d.ToolCalls, a.emit)
}

// made are the calls that count.
func (a *answer) made() *calls {
	if len(a.former.list) > 0 && !slices.ContainsFunc(a.calls.list, func(c *call) bool { return c.name != "" }) {
		return &a.former
	}
	return &a.calls
}

// say emits text and adds it to the block under way.
func (a *answer) say(kind chat.BlockType, text string) {
	if text == "" {
		return
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	if n := len(a.blocks); n == 0 || a.blocks[n-1].Type != kind {
		a.settle()
		a.text.Reset()
		a.blocks = append(a.blocks, chat.Block{Type: kind})
	}
	a.text.WriteString(text)
	if kind == chat.BlockThinking {
		a.emit(llm.Delta{Thinking: text})
	} else {
		a.emit(llm.Delta{Text: text})
	}
}

// settle gives the last block the text that has come for it so far.
func (a *answer) settle() {
	if n := len(a.blocks); n > 0 {
		a.blocks[n-1].Text = a.text.String()
	}
}

// ended reports whether the provider has said why the answer ends, and nothing
// speaks against it: something was said, nothing came after it, and the calls
// are whole. What comes then is usage and the end mark.
func (a *answer) ended() bool {
	return a.finish != "" && !a.early && a.spoken() && a.made().areWhole()
}

func (a *answer) spoken() bool {
	return len(a.blocks) > 0 || a.tags.held != "" || len(a.made().list) > 0
}

// cut is what had come when the answer broke off.
func (a *answer) cut() llm.Reply {
	r := a.reply()
	r.Cut = true
	return r
}

func (a *answer) reply() llm.Reply {
	made := a.made()
	a.tags.end(len(made.list) > 0, a.say)
	a.settle()
	return llm.Reply{Content: a.blocks, Calls: made.whole(a.by, a.emit), Usage: a.usage, Vendor: a.vendor()}
}

// vendor is what goes back with this message to the model that wrote it.
func (a *answer) vendor() string {
	details := a.details.json()
	if a.reasoning.Len() == 0 && details == nil {
		return ""
	}
	return vendorText(vendor{By: a.by, Reasoning: a.reasoning.String(), Details: details})
}
