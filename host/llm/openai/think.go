package openai

import (
	"slices"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// thinkTags are those between which models write their thinking: what opens, and
// what closes it, in whatever case.
func thinkTags() [][2]string {
	return [][2]string{
		{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"}, {"<reasoning>", "</reasoning>"}, {"◁think▷", "◁/think▷"},
	}
}

// tagSplitter tells text from thinking where a model writes its thinking between
// tags at the beginning of its answer. Further on a tag is text: the answer may
// speak of it. A tag may be cut anywhere; what could be its beginning is held
// back until it is decided.
//
// Some templates open the tag in the request, so that the answer only closes it.
// What stands before is thinking where nothing of it was shown yet (an answer in
// one piece) and something comes behind; what was shown as text stays text.
type tagSplitter struct {
	held string
	// closing is the tag that ends the thinking under way.
	closing string
	// thought says that thinking between two tags has ended, begun that text other
	// than white space was said.
	thought, begun bool
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
	before, after, found := cut(text, t.closing)
	if !found {
		keep := beginning(lower(text), t.closing)
		before, t.held = text[:len(text)-keep], text[len(text)-keep:]
	} else {
		t.closing, t.thought = "", true
	}
	say(chat.BlockThinking, before)
	return after
}

// begin decides what an answer begins with, and gives what follows a tag. White
// space before a tag is dropped.
func (t *tagSplitter) begin(text string, say sayer) string {
	rest := strings.TrimLeft(text, blanks)
	for _, tag := range thinkTags() {
		if strings.HasPrefix(lower(rest), tag[0]) {
			t.closing = tag[1]
			return rest[len(tag[0]):]
		}
		if strings.HasPrefix(tag[0], lower(rest)) {
			t.held = text
			return ""
		}
	}
	before, after, found := t.onlyClosed(rest)
	switch {
	case found && strings.Trim(after, blanks) == "": // what comes behind decides
		t.held = text
		return ""
	case found:
		say(chat.BlockThinking, before)
		return after
	}
	t.begun = true
	return text
}

const blanks = " \t\r\n"

// onlyClosed finds a tag that closes what no tag of the answer has opened, and ends
// its line. Text that has both speaks of tags.
func (t *tagSplitter) onlyClosed(text string) (before, after string, found bool) {
	if t.thought {
		return "", "", false
	}
	for _, tag := range thinkTags() {
		before, after, found = cut(text, tag[1])
		line, _, _ := strings.Cut(after, "\n")
		if found && !opens(before) && strings.Trim(line, blanks) == "" {
			return before, after, true
		}
	}
	return "", "", false
}

func opens(text string) bool {
	text = lower(text)
	return slices.ContainsFunc(thinkTags(), func(tag [2]string) bool { return strings.Contains(text, tag[0]) })
}

// end says what was held back at the end of the answer. What is closed and has nothing
// behind it is the answer, unless calls are.
func (t *tagSplitter) end(calls bool, say sayer) {
	if before, _, found := t.onlyClosed(strings.TrimLeft(t.held, blanks)); calls && found && t.closing == "" {
		t.held = ""
		say(chat.BlockThinking, before)
	}
	t.flush(say)
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

// lower is a text with its capital letters as small ones, at the same places.
func lower(text string) string {
	small := []byte(text)
	for i, c := range small {
		if 'A' <= c && c <= 'Z' {
			small[i] += 'a' - 'A'
		}
	}
	return string(small)
}

// cut is strings.Cut for a tag in whatever case.
func cut(text, tag string) (before, after string, found bool) {
	i := strings.Index(lower(text), tag)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(tag):], true
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
