package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/margay/margay/protocol/chat"
)

// maxArguments is how much of a call's arguments is shown.
const maxArguments = 400

// transcript prints a run for a person. On a terminal the text streams to
// standard output; elsewhere it streams to standard error as progress, and
// standard output gets the answer alone, once it is known to be the answer.
type transcript struct {
	out      io.Writer
	progress io.Writer
	text     io.Writer // where text streams
	terminal bool

	message chat.MessageID // the one that streams
	shown   map[chat.MessageID]string
	calls   map[chat.CallID]callStage
	// warned counts the warnings that have been shown.
	warned int
	// column is true while the last line of text is not ended.
	column bool
	count  int
}

// callStage is how much of a call has been shown.
type callStage int

const (
	callHidden callStage = iota
	callBegun
	callEnded
)

func newTranscript(out, progress io.Writer, terminal bool) *transcript {
	t := &transcript{
		out: out, progress: progress, text: progress, terminal: terminal,
		shown: map[chat.MessageID]string{}, calls: map[chat.CallID]callStage{},
	}
	if terminal {
		t.text = out
	}
	return t
}

func (t *transcript) event(e chat.Event) {
	switch e.Type {
	case chat.EventNewMessage:
		if e.Begins != nil {
			t.message = e.Begins.ID
		}
	case chat.EventContentDelta:
		t.say(e.Delta)
	case chat.EventCallRunning:
		t.begun(e.ToolCall)
	case chat.EventCallResult, chat.EventCallComplete:
		t.ended(e.ToolCall)
	case chat.EventRetry:
		void := e.DropPartial && t.shown[t.message] != ""
		if e.DropPartial {
			t.shown[t.message] = ""
		}
		t.line("The model failed (%s); try %d of %d in %v.", clean(e.Error), e.Attempt, e.MaxRetries, time.Duration(e.DelayMs)*time.Millisecond)
		if void { // what was printed stays printed
			t.line("Void: the part of an answer above. The answer begins anew.")
		}
	case chat.EventWarning:
		t.warn(e.Message)
	case chat.EventState:
		t.line("The run is %s.", e.State)
	}
}

func (t *transcript) warn(text string) {
	t.warned++
	t.line("Warning: %s", clean(text))
}

// say streams text of the current message.
func (t *transcript) say(delta string) {
	t.shown[t.message] += delta
	text := clean(delta)
	if text == "" {
		return
	}
	_, _ = io.WriteString(t.text, text) // an output that has gone is noticed by the system
	t.column = !strings.HasSuffix(text, "\n")
}

// line prints a line of progress.
func (t *transcript) line(format string, a ...any) {
	if t.column {
		_, _ = io.WriteString(t.text, "\n")
		t.column = false
	}
	_, _ = fmt.Fprintf(t.progress, format+"\n", a...)
}

func (t *transcript) begun(c *chat.ToolCall) {
	if c == nil || t.calls[c.ID] >= callBegun {
		return
	}
	t.calls[c.ID] = callBegun
	t.count++
	t.line("-> %s %s", clean(c.Name), arguments(c.Arguments))
}

func (t *transcript) ended(c *chat.ToolCall) {
	if c == nil || t.calls[c.ID] == callEnded {
		return
	}
	t.begun(c) // one that was refused before it ran has not been shown
	t.calls[c.ID] = callEnded
	took := time.Duration(c.DurationMs) * time.Millisecond
	if c.Status == chat.CallCompleted {
		t.line("   %s done in %v", clean(c.Name), took)
		return
	}
	t.line("   %s: %s after %v: %s", clean(c.Name), c.Status, took, firstLine(c.Result))
}

// view shows what a snapshot tells and has not been shown.
func (t *transcript) view(v chat.View) {
	for _, w := range v.Warnings[min(t.warned, len(v.Warnings)):] {
		t.warn(w.Text)
	}
	for _, m := range v.Messages {
		if m.Role != chat.RoleAssistant {
			continue
		}
		t.message = m.ID
		whole, had := textOf(m), t.shown[m.ID]
		if rest, ok := strings.CutPrefix(whole, had); ok {
			t.say(rest)
		} else if whole != had {
			// What had streamed was voided by a retry that is not to be seen here.
			t.line("Void: the part of an answer above. The answer begins anew.")
			t.shown[m.ID] = ""
			t.say(whole)
		}
		for i := range m.ToolCalls {
			switch c := &m.ToolCalls[i]; {
			case c.Status.Final():
				t.ended(c)
			case c.Status == chat.CallStarted:
				t.begun(c)
			}
		}
	}
}

func (t *transcript) end(e chat.Event) {
	answer := strings.TrimSpace(clean(t.shown[t.message]))
	if e.Type == chat.EventDone {
		t.line("Done in %v, %d tool calls%s.", time.Duration(e.DurationMs)*time.Millisecond, t.count, usage(e.Usage))
		if !t.terminal && answer != "" {
			_, _ = fmt.Fprintln(t.out, answer)
		}
		return
	}
	t.line("Failed after %v, %d tool calls%s.", time.Duration(e.DurationMs)*time.Millisecond, t.count, usage(e.Usage))
	message := clean(e.Message)
	if message == "" {
		message = string(e.ErrorCode)
	}
	t.line("margay: %s", message)
}

func usage(u *chat.Usage) string {
	if u == nil {
		return ""
	}
	return fmt.Sprintf(", %d tokens in, %d out", u.InputTokens, u.OutputTokens)
}

// textOf is the text of a message as it streamed.
func textOf(m chat.Message) string {
	var b strings.Builder
	for _, block := range m.Content {
		if block.Type == chat.BlockText {
			b.WriteString(block.Text)
		}
	}
	return b.String()
}

// arguments are the arguments of a call on one line.
func arguments(text string) string {
	var flat bytes.Buffer
	if json.Compact(&flat, []byte(text)) == nil {
		text = flat.String()
	}
	text = strings.ReplaceAll(clean(text), "\n", " ")
	if len(text) <= maxArguments {
		return text
	}
	cut := strings.ToValidUTF8(text[:maxArguments], "")
	return fmt.Sprintf("%s … (%d bytes more)", cut, len(text)-len(cut))
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(clean(text)), "\n")
	return first
}
