package openai

import (
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// thinkTags are those between which models write their thinking: what opens, and
// what closes it.
var thinkTags = [][2]string{{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"}}

// tagSplitter tells text from thinking where a model writes its thinking between
// tags at the beginning of its answer. Further on a tag is text: the answer may
// speak of it. A tag may be cut anywhere; what could be its beginning is held
// back until it is decided.
//
// Some templates open the tag in the request, so that the answer only closes it.
// What stands before is thinking where nothing of it was shown yet (an answer in
// one piece); what was shown as text stays text.
type tagSplitter struct {
	held string
	// closing is the tag that ends the thinking under way.
	closing string
	// begun says that text other than white space was said.
	begun bool
}

type sayer func(chat.BlockType, string)

func (t *tagSplitter) write(text string, say sayer) {
	text = t.held + text
	t.held = ""
	for text != "" {
		switch {
		case t.closing != "":
			text = t.think(text, say)
		case t.begun:
			say(chat.BlockText, text)
			return
		default:
			text = t.begin(text, say)
		}
	}
}

// think says thinking up to the closing tag, and gives what follows it.
func (t *tagSplitter) think(text string, say sayer) string {
	before, after, found := strings.Cut(text, t.closing)
	if !found {
		keep := beginning(text, t.closing)
		before, t.held = text[:len(text)-keep], text[len(text)-keep:]
	} else {
		t.closing = ""
	}
	say(chat.BlockThinking, before)
	return after
}

// begin decides what an answer begins with, and gives what follows a tag. White
// space before a tag is dropped.
func (t *tagSplitter) begin(text string, say sayer) string {
	rest := strings.TrimLeft(text, " \t\r\n")
	for _, tag := range thinkTags {
		if after, found := strings.CutPrefix(rest, tag[0]); found {
			t.closing = tag[1]
			return after
		}
		if strings.HasPrefix(tag[0], rest) {
			t.held = text
			return ""
		}
	}
	for _, tag := range thinkTags {
		if before, after, found := strings.Cut(rest, tag[1]); found && (after == "" || strings.ContainsAny(after[:1], "\r\n")) {
			say(chat.BlockThinking, before)
			return after
		}
	}
	t.begun = true
	return text
}

// flush says what was held back: it was no tag after all.
func (t *tagSplitter) flush(say sayer) {
	kind := chat.BlockText
	if t.closing != "" {
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
