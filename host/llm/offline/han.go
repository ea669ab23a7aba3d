package offline

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// hasHan reports whether a text has Chinese signs.
func hasHan(s string) bool { return strings.ContainsFunc(s, isHan) }

func isHan(r rune) bool { return r >= 0x2E80 && unicode.Is(unicode.Han, r) }

// hanLexicon is hanNames made ready.
type hanLexicon struct {
	heads   map[string][]string
	longest int // signs of the longest name
}

var hanLex = sync.OnceValue(func() hanLexicon {
	l := hanLexicon{heads: map[string][]string{}}
	for _, line := range strings.Split(strings.TrimSpace(hanNames), "\n") {
		head, rest, _ := strings.Cut(line, ":")
		for _, name := range strings.Split(rest, ",") {
			name = strings.TrimSpace(name)
			l.heads[name] = strings.Fields(head)
			l.longest = max(l.longest, utf8.RuneCountInString(name))
		}
	}
	return l
})

// splitHan parts a word where Chinese and other signs meet, and the Chinese
// into words.
func splitHan(w string) []string {
	if !hasHan(w) {
		return []string{w}
	}
	var out []string
	run := []rune(w)
	for len(run) > 0 {
		n := 1
		for n < len(run) && isHan(run[n]) == isHan(run[0]) {
			n++
		}
		if isHan(run[0]) {
			out = append(out, hanWordsOf(run[:n])...)
		} else {
			out = append(out, string(run[:n]))
		}
		run = run[n:]
	}
	return out
}

// hanWordsOf parts a run of Chinese signs: names that the table knows are the
// word that stands for them, numerals that count are figures, and the signs
// between are pairs that overlap. Pairs keep 大床房 and 双床房 apart, which share
// two signs of three, and need no dictionary of the language.
func hanWordsOf(run []rune) []string {
	lex := hanLex()
	var out []string
	from := 0
	rest := func(to int) {
		if to == from+1 {
			out = append(out, string(run[from:to]))
		}
		for i := from; i+1 < to; i++ {
			out = append(out, string(run[i:i+2]))
		}
	}
next:
	for i := 0; i < len(run); {
		if strings.ContainsRune(hanSilent, run[i]) {
			rest(i)
			i++
			from = i
			continue
		}
		for n := min(lex.longest, len(run)-i); n > 0; n-- {
			if heads, ok := lex.heads[string(run[i:i+n])]; ok {
				rest(i)
				out = append(out, heads...)
				i += n
				from = i
				continue next
			}
		}
		if n := numeralAt(run[i:]); n > 0 && i+n < len(run) && strings.ContainsRune(hanMeasures, run[i+n]) {
			rest(i)
			figures, _ := hanNumber(string(run[i : i+n]))
			out = append(out, figures)
			i += n
			from = i
			continue
		}
		i++
	}
	rest(len(run))
	return out
}

// alikeHan says how much two words are one where one of them is Chinese: a sign
// alone is a part of a pair (大 of 大杯).
func alikeHan(a, b string) float64 {
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	if utf8.RuneCountInString(short) == 1 && hasHan(short) && hasHan(long) && strings.Contains(long, short) {
		return 0.8
	}
	return 0
}

// narrowSign gives the ASCII form of a full-width sign.
func narrowSign(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		return unicode.ToLower(r - 0xFEE0)
	case r == 0x3000:
		return ' '
	}
	return r
}
