package openai

import (
	"strings"

	"github.com/margay/margay/protocol/chat"
)

const (
	openTag  = "<think>"
	closeTag = "</think>"
)

// tagSplitter tells text from thinking where a model writes its thinking
// between think tags. A tag may be cut anywhere; what could be its beginning is
// held back until it is decided.
type tagSplitter struct {
	held   string
	inside bool
}

func (t *tagSplitter) write(text string, say func(chat.BlockType, string)) {
	text = t.held + text
	t.held = ""
	for {
		tag, kind := openTag, chat.BlockText
		if t.inside {
			tag, kind = closeTag, chat.BlockThinking
		}
		before, after, found := strings.Cut(text, tag)
		if !found {
			keep := beginning(text, tag)
			t.held = text[len(text)-keep:]
			say(kind, text[:len(text)-keep])
			return
		}
		say(kind, before)
		t.inside = !t.inside
		text = after
	}
}

// flush says what was held back: it was no tag after all.
func (t *tagSplitter) flush(say func(chat.BlockType, string)) {
	kind := chat.BlockText
	if t.inside {
		kind = chat.BlockThinking
	}
	held := t.held
	t.held = ""
	say(kind, held)
}

// beginning is how many bytes at the end of text could begin the tag.
func beginning(text, tag string) int {
	for n := min(len(tag)-1, len(text)); n > 0; n-- {
		if strings.HasSuffix(text, tag[:n]) {
			return n
		}
	}
	return 0
}
