package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// surelySecret is the length from which a key is hidden wherever it stands in a
// failure. A shorter one is hidden where it is a word by itself.
const surelySecret = 8

// CutMark stands where we cut words, dots where others do.
const (
	CutMark = "…"
	dots    = "..."
)

// fewSigns is how much of a key may be left before a mark of a cut: the first
// signs of keys are the same for all who have one (“sk-”).
const fewSigns = 4

// Failure hides the key in the words of a failure: as [Key.Text] does, with the public
// beginning among the signs that count, and besides the whole of a short key, and what
// is left of it where the words were cut within, which is four signs or more of its
// beginning before “…” or “...”.
func (k Key) Failure(text string) string {
	if k.plain == "" {
		return text
	}
	var b strings.Builder
	text = hideWhole(k.strict().Text(text), k.plain)
	for {
		at, mark := nextCut(text)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(withoutBeginning(text[:at], k.plain))
		b.WriteString(mark)
		text = text[at+len(mark):]
	}
}

// strict counts the public beginning, too: no call is made of a failure's words, so
// hiding what is none of the key does no harm.
func (k Key) strict() Key {
	k.forms = slices.Clone(k.forms)
	for i := range k.forms {
		k.forms[i].public = 0
	}
	return k
}

// nextCut finds the first mark of a cut, -1 where there is none.
func nextCut(text string) (at int, mark string) {
	at, mark = strings.Index(text, CutMark), CutMark
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

// hideWhole hides a short key where all of it stands; of a longer one nothing is
// left to hide.
func hideWhole(text, key string) string {
	if utf8.RuneCountInString(key) >= surelySecret {
		return strings.ReplaceAll(text, key, Mark)
	}
	var b strings.Builder
	before := utf8.RuneError // nothing
	for text != "" {
		rest, found := strings.CutPrefix(text, key)
		after, _ := utf8.DecodeRuneInString(rest)
		if found && !inWord(before) && !inWord(after) {
			b.WriteString(Mark)
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
