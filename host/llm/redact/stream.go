package redact

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/llm"
)

// Stream hides the key in an answer that comes in pieces. Of each piece at most
// the end is held back that may be the beginning of what is hidden, until the next
// piece, or [Stream.End], tells.
type Stream struct {
	key            Key
	emit           func(llm.Delta)
	text, thinking tail
	arguments      map[int]*tail
}

// Stream hides the key in what is emitted.
func (k Key) Stream(emit func(llm.Delta)) *Stream {
	return &Stream{key: k, emit: emit, arguments: map[int]*tail{}}
}

// Emit takes a piece of an answer.
func (s *Stream) Emit(d llm.Delta) {
	if len(s.key.forms) == 0 {
		s.emit(d)
		return
	}
	switch {
	case d.Retry != nil: // what was emitted is void, and so is what was not
		s.text, s.thinking = tail{}, tail{}
		clear(s.arguments)
		s.emit(d)
	case d.Text != "":
		s.endExcept(&s.text)
		s.say(llm.Delta{Text: s.key.push(&s.text, d.Text)})
	case d.Thinking != "":
		s.endExcept(&s.thinking)
		s.say(llm.Delta{Thinking: s.key.push(&s.thinking, d.Thinking)})
	case d.Start != nil:
		s.endExcept(nil)
		s.emit(llm.Delta{Index: d.Index, Start: &llm.CallStart{ModelID: s.key.Text(d.Start.ModelID), Name: s.key.Text(d.Start.Name)}})
	case d.Arguments != "":
		s.endExcept(nil)
		if s.arguments[d.Index] == nil {
			s.arguments[d.Index] = &tail{}
		}
		s.say(llm.Delta{Index: d.Index, Arguments: s.key.push(s.arguments[d.Index], d.Arguments)})
	default:
		d.Warning = s.key.Text(d.Warning)
		s.emit(d)
	}
}

// End emits what was held back.
func (s *Stream) End() {
	s.endExcept(nil)
	for _, i := range slices.Sorted(maps.Keys(s.arguments)) {
		s.say(llm.Delta{Index: i, Arguments: s.key.end(s.arguments[i])})
	}
}

// endExcept ends the texts that something else follows, so that all stays in order.
func (s *Stream) endExcept(t *tail) {
	if t != &s.text {
		s.say(llm.Delta{Text: s.key.end(&s.text)})
	}
	if t != &s.thinking {
		s.say(llm.Delta{Thinking: s.key.end(&s.thinking)})
	}
}

// say emits a text, if there is one.
func (s *Stream) say(d llm.Delta) {
	if d.Text != "" || d.Thinking != "" || d.Arguments != "" {
		s.emit(d)
	}
}

// tail is the end of a text as it came.
type tail struct {
	// seen was emitted, held was not.
	seen, held string
	// hidden says that what was emitted last is [Mark].
	hidden bool
}

// push adds a piece to a text and tells what of it can be emitted.
func (k Key) push(t *tail, piece string) string {
	text := t.seen + t.held + piece
	spans := k.find(text)
	return k.pass(t, text, spans, k.hold(text, spans, len(t.seen)))
}

// end tells what was held back.
func (k Key) end(t *tail) string {
	text := t.seen + t.held
	return k.pass(t, text, k.find(text), len(text))
}

// pass tells what of a text can be emitted from what was seen to a place; the spans
// are to be hidden.
func (k Key) pass(t *tail, text string, spans []span, to int) string {
	var b strings.Builder
	at := len(t.seen)
	for _, s := range spans {
		if s.to <= at {
			continue
		}
		if max(at, s.from) >= to {
			break
		}
		b.WriteString(text[at:max(at, s.from)])
		if !t.hidden || s.from >= len(t.seen) {
			b.WriteString(Mark)
		}
		at = min(s.to, to)
	}
	b.WriteString(text[at:to])
	t.hidden = at == to && (t.hidden || b.Len() > 0)
	t.seen, t.held = text[max(0, to-Enough):to], text[to:]
	return b.String()
}

// hold is the place from which a text is held back: the longest end of it that is
// a piece of the key, and all of what is hidden already and reaches there.
func (k Key) hold(text string, spans []span, seen int) int {
	from := max(seen, len(text)-len(k.plain))
	for from < len(text) && !strings.Contains(k.plain, text[from:]) {
		from++
	}
	for from > seen && from < len(text) && !utf8.RuneStart(text[from]) {
		from--
	}
	for _, s := range spans {
		if s.from >= seen && s.from < from && s.to > from {
			from = s.from
		}
	}
	return from
}

// Reply hides the key in a whole answer.
func (k Key) Reply(r llm.Reply) llm.Reply {
	if len(k.forms) == 0 {
		return r
	}
	for i := range r.Content {
		r.Content[i].Text = k.Text(r.Content[i].Text)
	}
	for i := range r.Calls {
		c := &r.Calls[i]
		arguments := k.Text(c.Arguments)
		r.Hidden = r.Hidden || arguments != c.Arguments
		c.ModelID, c.Name, c.Arguments, c.Vendor = k.Text(c.ModelID), k.Text(c.Name), arguments, k.Text(c.Vendor)
	}
	r.Vendor = k.Text(r.Vendor)
	return r
}
