package attach

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// language is one in Latin script: its letters beside ASCII, and what none of its
// words has, so that the bytes of another one's letters are not taken for them.
type language struct {
	letters string
	never   *lazyregexp.Regexp
}

// The languages, by the encoding that they are written in.
var (
	western = []language{
		{letters: "äöüß"},
		{"àâçéèêëîïôœùûüÿ", lazyregexp.New(`œ([^uidtsn]|$)`)},
		{"áéíñóúü", lazyregexp.New(`ñ([^aeiouáéíóú]|$)`)},
		{"ãáàâçéêíóôõúü", lazyregexp.New(`õ([^e]|$)`)},
		{"àèéìíòóùú", lazyregexp.New(`[àèéìíòóùú]\pL`)},
		{letters: "æøåéòôêó"},
		{letters: "äåöéüæø"},
		{"áðéíóúýþæö", lazyregexp.New(`[cqwz]|þ$`)},
		{letters: "ëéïóöüèáêç"},
		{"äõöüšž", lazyregexp.New(`[cqwxyz]`)},
	}
	central = []language{
		{letters: "ąćęłńóśźż"},
		{letters: "áčďéěíňóřšťúůýž"},
		{letters: "áäčďéíĺľňóôŕšťúýž"},
		{letters: "áéíóöőúüű"},
		{letters: "ăâîşţ"},
		{letters: "čćđšž"},
		{letters: "äöüß"},
	}
	baltic  = []language{{letters: "ąčęėįšųūž"}, {letters: "āčēģīķļņšūž"}}
	turkish = language{letters: "çğıöşüâîûi\u0307"} // İ has a dot of its own when small
)

// latinText is text in Latin letters of some languages.
type latinText struct{ languages []language }

func latin(languages ...language) latinText { return latinText{languages} }

// likely is that of the language that fits best. Where no single one does, words of
// several may stand there (names in a list), which is a little less likely.
func (t latinText) likely(text string) float64 {
	const ofSeveral = 0.92
	fits := make([]float64, len(t.languages))
	several, count := 0.0, 0
	for _, w := range words(text) {
		most := 0.0
		for i, l := range t.languages {
			value := w.value(l)
			fits[i] += value
			most = max(most, value)
		}
		several += most
		count += w.marked
	}
	best := several * ofSeveral
	for _, sum := range fits {
		best = max(best, sum)
	}
	return mean(best, count)
}

// word is letters in a row, or signs in a row. Only what is beside ASCII counts.
type word struct {
	text   string
	marked int
	// letters says that it is letters; within, that letters stand on both sides of
	// signs; beside, that it is letters with a sign at once before them.
	letters, within, beside bool
}

// words are those of a text that hold more than ASCII.
func words(text string) (list []word) {
	before, last := false, ' ' // a letter stood before, and what
	for text != "" {
		w := word{letters: isLetter(firstRune(text))}
		end := strings.IndexFunc(text, func(r rune) bool { return isLetter(r) != w.letters })
		if end < 0 {
			end = len(text)
		}
		w.text, text = text[:end], text[end:]
		for _, r := range w.text {
			if r >= utf8.RuneSelf {
				w.marked++
			}
		}
		w.within = !w.letters && before && text != ""
		w.beside = w.letters && last >= utf8.RuneSelf && !isBeside(last)
		last, _ = utf8.DecodeLastRuneInString(w.text)
		before = w.letters
		if w.marked > 0 {
			list = append(list, w)
		}
	}
	return list
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// isLetter: of the signs that pass for letters none is written in words.
func isLetter(r rune) bool {
	return unicode.IsLetter(r) && r != 'ª' && r != 'º' && r != 'µ' && r != 'ƒ'
}

// value is what the characters beside ASCII count together in a language.
func (w word) value(l language) (sum float64) {
	if !w.letters {
		return w.signs()
	}
	small := strings.ToLower(w.text)
	if l.never != nil && l.never.MatchString(small) {
		return 0
	}
	for _, r := range small {
		if r >= utf8.RuneSelf && strings.ContainsRune(l.letters, r) {
			sum++
		}
	}
	return min(sum, float64(w.marked)) * w.shape()
}

// shape: words have letters of ASCII, and capitals at their beginning or throughout.
func (w word) shape() float64 {
	const doubtful, wrong = 0.4, 0.1
	const alone = "àáâäåæèéêëìíîïòóôöøùúûü" // that are words, or are listed
	count, before := 0, ' '
	for _, r := range w.text {
		if unicode.IsUpper(r) && unicode.IsLower(before) && (r >= utf8.RuneSelf || before >= utf8.RuneSelf) {
			return wrong
		}
		before = r
		count++
	}
	switch {
	case w.marked == count && (count > 1 || w.beside || !strings.Contains(alone, strings.ToLower(w.text))):
		return doubtful
	case count > 3 && w.marked*4 > count*3:
		return doubtful
	}
	return 1
}

// signs stand between words, but for an apostrophe and a dot, and seldom two together.
func (w word) signs() (sum float64) {
	var before rune
	joins := w.within && w.marked == utf8.RuneCountInString(w.text)
	for i, r := range w.text {
		switch {
		case r < utf8.RuneSelf:
		case r == '¥' && strings.ContainsAny(w.text[i:], "0123456789"):
			sum += isSign
		case !isUsual(r), !fitsBefore(r, w.text[i+utf8.RuneLen(r):]), joins && !isBetween(r), before >= utf8.RuneSelf && !isBeside(before) && !isBeside(r):
			sum += odd
		default:
			sum += isSign
		}
		before = r
	}
	return sum
}

// fitsBefore reports whether a sign that belongs to a number or a word of its own may
// stand before the rest of the signs.
func fitsBefore(r rune, rest string) bool {
	switch r {
	case '§', '°', '×', '±', '№':
		return rest == "" || strings.ContainsRune(" \u00a0\r\n.,;:)0123456789", firstRune(rest))
	}
	return true
}

// isBetween tells what may join letters.
func isBetween(r rune) bool {
	return r == '’' || r == '·' || r == '\u00a0' || r == '–' || r == '—' || r == '…'
}

// isBeside tells what stands beside other signs: spaces, quotes, dashes.
func isBeside(r rune) bool {
	return r == '\u00a0' || r == '“' || r == '”' || r == '„' || r == '‘' || r == '’' || r == '«' || r == '»' || r == '–' || r == '—' || r == '…'
}
