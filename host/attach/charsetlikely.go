package attach

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// ranked are characters and how common they are: from 1 down to least.
type ranked map[rune]float64

func rank(common string, least float64) ranked {
	list := []rune(common)
	out := make(ranked, len(list))
	for i, r := range list {
		out[r] = 1 - (1-least)*float64(i)/float64(len(list))
	}
	return out
}

// What a character counts that is not among the common ones: a sign of writing, one
// that is in use, one that is merely possible, one that stands where none does.
const (
	isSign   = 0.85
	inUse    = 0.5
	possible = 0.3
	odd      = 0.1
)

// ideographs of a language, or its syllables.
type ideographicText struct {
	common ranked
	kana   bool
	// Of the characters of a standard those are in use that lead to last begins, or a
	// lower byte; the rest are rare ones.
	standard *encoding.Encoder
	last     byte
}

func ideographic(common string, standard encoding.Encoding, last byte) *ideographicText {
	return &ideographicText{common: rank(common, 0.7), standard: standard.NewEncoder(), last: last}
}

func (t *ideographicText) withKana() *ideographicText {
	t.kana = true
	return t
}

func (t *ideographicText) likely(text string) float64 {
	sum, count := 0.0, 0
	list := []rune(" " + text + " ")
	for i, r := range list {
		switch {
		case r < utf8.RuneSelf:
			continue
		case stuck(list[i-1], list[i+1]):
			sum += odd
		default:
			sum += t.value(r)
		}
		count++
	}
	return mean(sum, count)
}

// stuck tells a single character in a word of small letters.
func stuck(before, after rune) bool {
	isSmall := func(r rune) bool { return r >= 'a' && r <= 'z' }
	return before < utf8.RuneSelf && after < utf8.RuneSelf && (isSmall(before) || isSmall(after))
}

func (t *ideographicText) value(r rune) float64 {
	value, common := t.common[r]
	switch {
	case common:
		return value
	case t.kana && r >= 0x3041 && r <= 0x30FE:
		return 0.95
	case t.kana && r >= 0xFF66 && r <= 0xFF9F: // half as wide, of one byte
		return 0.6
	case r >= 0x3001 && r <= 0x3011, r >= 0xFF01 && r <= 0xFF5E, isUsual(r):
		return isSign
	case unicode.Is(unicode.Han, r), unicode.Is(unicode.Hangul, r):
		if code, err := t.standard.String(string(r)); err == nil && len(code) == 2 && code[0] <= t.last && code[0] >= 0xA4 {
			return inUse
		}
		return possible
	}
	return odd
}

// scriptText is text in letters of another script than Latin.
type scriptText struct {
	alphabets []ranked
	vowels    string
}

func script(common ...string) *scriptText {
	t := &scriptText{}
	for _, c := range common {
		t.alphabets = append(t.alphabets, rank(c, 0.4))
	}
	return t
}

// withVowels says that no text lacks them.
func (t *scriptText) withVowels(vowels string) *scriptText {
	t.vowels = vowels
	return t
}

// likely is that of the likeliest alphabet.
func (t *scriptText) likely(text string) float64 {
	list := []rune(text)
	best := 0.0
	for _, alphabet := range t.alphabets {
		sum, count := 0.0, 0
		for i, r := range list {
			if r >= utf8.RuneSelf {
				sum += letterValue(alphabet, list, i)
				count++
			}
		}
		best = max(best, mean(sum, count))
	}
	const atLeastEach = 6 // letters
	vowels := len(strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(t.vowels, r) }))
	if t.vowels != "" && vowels*atLeastEach < len(list) {
		best *= isSign * isSign
	}
	return best
}

// letterValue: in a word no letter of ASCII stands beside another, no capital after
// a small one and no small one after two capitals; marks stand upon letters, and
// signs before none but a quote.
func letterValue(alphabet ranked, text []rune, at int) float64 {
	before := func(n int) rune {
		if at < n {
			return ' '
		}
		return text[at-n]
	}
	r, next := text[at], ' '
	if at+1 < len(text) {
		next = text[at+1]
	}
	value, there := alphabet[unicode.ToLower(r)]
	switch {
	case there && isASCIILetter(before(1)), there && unicode.IsUpper(r) && unicode.IsLower(before(1)),
		there && unicode.IsLower(r) && unicode.IsUpper(before(1)) && unicode.IsUpper(before(2)),
		unicode.IsMark(r) && !unicode.IsLetter(before(1)) && !unicode.IsMark(before(1)):
		return 0
	case there && unicode.IsUpper(r) && unicode.IsUpper(before(1)):
		return value * isSign // whole words of capitals are the exception
	case there:
		return value
	case isUsual(r) && (next < utf8.RuneSelf || isBeside(r) && r != '»' && r != '”'):
		return isSign
	}
	return odd
}

func mean(sum float64, count int) float64 {
	if count == 0 {
		return 0
	}
	return sum / float64(count)
}

func isASCIILetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// isUsual tells the signs that texts of any language have.
func isUsual(r rune) bool {
	switch r {
	case '\u00a0', '«', '»', '‹', '›', '“', '”', '„', '‘', '’', '‚', '–', '—', '…', '•', '·', '€', '£', '§', '°', '×', '²', '³', '½', '¼', '¾',
		'©', '®', '™', '№', 'º', 'ª', '¿', '¡', '±', 'µ', '†', '→', '′', '″', '─', '■', '●', '○', '★', '※', '￥':
		return true
	}
	return false
}
