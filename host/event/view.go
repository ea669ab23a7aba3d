package event

import (
	"slices"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// state is a chat.View that grows by events. Text being written is held in
// builders, whose String costs nothing, so that a hundred thousand deltas cost
// their own length; closed messages are never touched again and are shared by
// all views taken.
type state struct {
	run    chat.Run
	closed []chat.Message
	// last is the message being written, nil between messages.
	last     *draft
	live     bool
	warnings []chat.Warning
}

// draft is a message being written.
type draft struct {
	msg    chat.Message
	blocks []*strings.Builder // parallel to msg.Content, nil where it is no text
	args   []*strings.Builder // parallel to msg.ToolCalls
}

func newState(v chat.View) *state {
	return &state{run: v.Run, closed: slices.Clone(v.Messages), live: v.Live, warnings: slices.Clone(v.Warnings)}
}

// view returns the state as it is now. Later events do not change it.
func (s *state) view() chat.View {
	v := chat.View{Run: s.run, Live: s.live, Messages: slices.Clip(s.closed), Warnings: slices.Clip(s.warnings)}
	if s.last != nil {
		v.Messages = append(v.Messages, s.last.message())
	}
	if v.Messages == nil {
		v.Messages = []chat.Message{}
	}
	return v
}

// message returns the draft as it is now.
func (d *draft) message() chat.Message {
	m := d.msg
	m.Content = slices.Clone(m.Content)
	for i, b := range d.blocks {
		if b != nil {
			m.Content[i].Text = b.String()
		}
	}
	m.ToolCalls = slices.Clone(m.ToolCalls)
	for i, b := range d.args {
		if b != nil {
			m.ToolCalls[i].Arguments = b.String()
		}
	}
	return m
}

// apply changes the state by an event.
func (s *state) apply(e chat.Event) {
	switch e.Type {
	case chat.EventNewMessage:
		s.begin(e.Begins)
	case chat.EventContentDelta:
		s.draft().text(chat.BlockText, e.Delta)
	case chat.EventThinkingDelta:
		s.draft().text(chat.BlockThinking, e.Delta)
	case chat.EventCallStart:
		s.draft().start(e)
	case chat.EventCallDelta:
		s.draft().arguments(e)
	case chat.EventCallRunning, chat.EventCallResult, chat.EventCallComplete:
		s.live = false // the model has said what it wants; its calls run
		s.draft().outcome(e)
	case chat.EventRetry:
		if e.DropPartial && s.last != nil {
			s.last.drop()
		}
	case chat.EventState:
		s.run.State = e.State
	case chat.EventDone, chat.EventError:
		s.end(e)
	case chat.EventWarning:
		s.warn(e.Message)
	case chat.EventSync: // it is made here
	}
}

func (s *state) warn(text string) {
	if len(s.warnings) >= chat.MaxWarnings {
		return
	}
	var after chat.MessageID
	switch n := len(s.closed); {
	case s.last != nil:
		after = s.last.msg.ID
	case n > 0:
		after = s.closed[n-1].ID
	}
	s.warnings = append(s.warnings, chat.Warning{After: after, Text: text})
}

// begin closes the message before and begins the next.
func (s *state) begin(msg *chat.Message) {
	if s.last != nil {
		s.closed = append(s.closed, s.last.message())
	}
	if msg == nil {
		msg = &chat.Message{Role: chat.RoleAssistant}
	}
	s.last, s.live = newDraft(*msg), true
	s.run.Round = max(s.run.Round, msg.Round)
}

// draft is the message being written; a delta with none before it begins one.
func (s *state) draft() *draft {
	if s.last == nil {
		s.begin(nil)
	}
	return s.last
}

func (s *state) end(e chat.Event) {
	s.run.State, s.run.Error, s.run.ErrorCode = chat.RunDone, "", ""
	if e.Type == chat.EventError {
		s.run.State, s.run.Error, s.run.ErrorCode = chat.RunFailed, e.Message, e.ErrorCode
		if e.ErrorCode == chat.ErrorCancelled {
			s.run.State = chat.RunCancelled
		}
		if s.last != nil && s.live {
			s.last.msg.Error, s.last.msg.ErrorCode = e.Message, e.ErrorCode
		}
	}
	if e.Usage != nil {
		s.run.Usage = *e.Usage
	}
	s.run.DurationMs = max(s.run.DurationMs, e.DurationMs)
	s.live = false
}

func newDraft(msg chat.Message) *draft {
	d := &draft{msg: msg}
	d.msg.Content, d.msg.ToolCalls = nil, nil
	for _, b := range msg.Content {
		d.block(b)
	}
	for _, c := range msg.ToolCalls {
		d.call(c)
	}
	if d.msg.Content == nil {
		d.msg.Content = []chat.Block{}
	}
	return d
}

func (d *draft) block(b chat.Block) {
	var text *strings.Builder
	if b.Type == chat.BlockText || b.Type == chat.BlockThinking {
		text = &strings.Builder{}
		text.WriteString(b.Text)
	}
	d.msg.Content, d.blocks = append(d.msg.Content, b), append(d.blocks, text)
}

func (d *draft) call(c chat.ToolCall) {
	args := &strings.Builder{}
	args.WriteString(c.Arguments)
	d.msg.ToolCalls, d.args = append(d.msg.ToolCalls, c), append(d.args, args)
}

// text adds to the last block where it is of the same kind, else begins one.
func (d *draft) text(kind chat.BlockType, delta string) {
	if n := len(d.msg.Content); n == 0 || d.msg.Content[n-1].Type != kind {
		d.block(chat.Block{Type: kind})
	}
	d.blocks[len(d.blocks)-1].WriteString(delta)
}

func (d *draft) start(e chat.Event) {
	c := chat.ToolCall{ID: e.ID, Status: chat.CallPending}
	if e.ToolCall != nil {
		c = *e.ToolCall
	}
	if c.Status == "" {
		c.Status = chat.CallPending
	}
	d.call(c)
}

func (d *draft) arguments(e chat.Event) {
	if at := d.find(e); at >= 0 {
		d.args[at].WriteString(e.Delta)
	}
}

// outcome replaces a call by what became of it. A call that was never begun
// here (the log began in mid-round) is added.
func (d *draft) outcome(e chat.Event) {
	if e.ToolCall == nil {
		return
	}
	at := d.find(e)
	if at < 0 || d.msg.ToolCalls[at].ID != e.ToolCall.ID && e.Index == nil {
		d.call(*e.ToolCall)
		return
	}
	d.msg.ToolCalls[at] = *e.ToolCall
	if e.ToolCall.Arguments != "" {
		args := &strings.Builder{}
		args.WriteString(e.ToolCall.Arguments)
		d.args[at] = args
	}
}

// find matches a call by id, then by its place, then takes the last one.
func (d *draft) find(e chat.Event) int {
	for i, c := range d.msg.ToolCalls {
		if e.ID != "" && c.ID == e.ID {
			return i
		}
	}
	if e.Index != nil && *e.Index >= 0 && *e.Index < len(d.msg.ToolCalls) {
		return *e.Index
	}
	return len(d.msg.ToolCalls) - 1
}

// drop voids what was written: another attempt follows.
func (d *draft) drop() {
	d.msg.Content, d.msg.ToolCalls, d.blocks, d.args = []chat.Block{}, nil, nil, nil
}
