package openai

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// checkKey says whether a key can be sent at all: two that were pasted together,
// with a line break between them, cannot. Its error does not repeat the key.
func checkKey(key string) *llm.Error {
	if !strings.ContainsFunc(key, unicode.IsControl) {
		return nil
	}
	return &llm.Error{
		Code: chat.ErrorAuth, Message: "the API key holds a line break or another sign that cannot be sent",
		Next: "Copy the key again, alone and on one line, save it or set its variable anew, and try again.",
	}
}

// surelySecret is the length from which a key is hidden wherever it stands. A
// shorter one is most likely what was made up for a server that asks for none,
// and may be a letter or a word; it is hidden where it is a word by itself.
const surelySecret = 8

// cutMark stands where we cut words, dots where others do.
const (
	cutMark = "…"
	dots    = "..."
)

// fewSigns is how much of a key may be left before a mark of a cut: the first
// signs of keys are the same for all who have one (“sk-”).
const fewSigns = 4

// HideKey hides the key in a text for people, also what is left of it where the
// text was cut within.
func HideKey(text, key string) string {
	if key == "" {
		return text
	}
	var b strings.Builder
	text = hideWhole(text, key)
	for {
		at, mark := nextCut(text)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(withoutBeginning(text[:at], key))
		b.WriteString(mark)
		text = text[at+len(mark):]
	}
}

// nextCut finds the first mark of a cut, -1 where there is none.
func nextCut(text string) (at int, mark string) {
	at, mark = strings.Index(text, cutMark), cutMark
	if other := strings.Index(text, dots); other >= 0 && (at < 0 || other < at) {
		return other, dots
	}
	return at, mark
}

// withoutBeginning drops the most from the end of a text that is a beginning of
// the key.
func withoutBeginning(text, key string) string {
	least := fewSigns
	surely := utf8.RuneCountInString(key) >= surelySecret
	if !surely {
		least = 1 // of so short a key that is much
	}
	for n := min(len(key), len(text)); n >= least; n-- {
		rest, found := strings.CutSuffix(text, key[:n])
		if before, _ := utf8.DecodeLastRuneInString(rest); found && (surely || !inWord(before)) {
			return rest
		}
	}
	return text
}

// hideWhole hides the key where all of it stands.
func hideWhole(text, key string) string {
	const hidden = "(key)"
	if utf8.RuneCountInString(key) >= surelySecret {
		return strings.ReplaceAll(text, key, hidden)
	}
	var b strings.Builder
	before := utf8.RuneError // nothing
	for text != "" {
		rest, found := strings.CutPrefix(text, key)
		after, _ := utf8.DecodeRuneInString(rest)
		if found && !inWord(before) && !inWord(after) {
			b.WriteString(hidden)
			before, _ = utf8.DecodeLastRuneInString(key)
			text = rest
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		b.WriteString(text[:size])
		before, text = r, text[size:]
	}
	return b.String()
}

func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_')
}
