package redact

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// mostEscapes is how often escapes are undone: an error that quotes an error
// escapes it again.
const mostEscapes = 3

// level is a text whose escapes were undone, and where each byte of it stands in
// the text that it was made of.
type level struct {
	text string
	// at holds the beginning of each byte and the end of the text; nil where
	// nothing was undone yet.
	at []int
}

func unescaped(text string) level { return level{text: text} }

// source is a part of the level in the text that it was made of.
func (l level) source(s span) span {
	if l.at == nil {
		return s
	}
	for s.to < len(l.text) && l.at[s.to] == l.at[s.to-1] { // within what one escape stood for
		s.to++
	}
	return span{l.at[s.from], l.at[s.to]}
}

// unescape undoes the escapes of a level, and reports whether there were any.
func (l level) unescape() (level, bool) {
	if !strings.ContainsAny(l.text, `\%`) {
		return l, false
	}
	place := func(i int) int {
		if l.at == nil {
			return i
		}
		return l.at[i]
	}
	next, any := level{}, false
	out := make([]byte, 0, len(l.text))
	for i := 0; i < len(l.text); {
		means, size := l.text[i:i+1], 1
		if m, n := escape(l.text[i:]); n > 0 {
			means, size, any = m, n, true
		}
		for range len(means) {
			next.at = append(next.at, place(i))
		}
		out = append(out, means...)
		i += size
	}
	next.text, next.at = string(out), append(next.at, place(len(l.text)))
	return next, any
}

// escape reads the escape that a text begins with; size is 0 where there is none.
func escape(text string) (means string, size int) {
	if len(text) < 2 {
		return "", 0
	}
	switch {
	case text[0] == '%':
		return coded(text, 1, 2)
	case text[0] != '\\':
		return "", 0
	case text[1] == 'u':
		return coded(text, 2, 4)
	case text[1] == 'x':
		return coded(text, 2, 2)
	case strings.IndexByte(`\/"'-`, text[1]) >= 0:
		return text[1:2], 2
	}
	return "", 0
}

// coded reads digits that name a sign. Beyond ASCII two of percent make one.
func coded(text string, from, digits int) (string, int) {
	if len(text) < from+digits {
		return "", 0
	}
	n, err := strconv.ParseUint(text[from:from+digits], 16, 32)
	if err != nil {
		return "", 0
	}
	if digits == 2 {
		return string([]byte{byte(n)}), from + digits
	}
	return string(utf8.AppendRune(nil, rune(n))), from + digits
}
