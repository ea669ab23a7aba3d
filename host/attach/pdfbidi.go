package attach

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// A PDF draws a line from the left to the right, so what is written from the right to
// the left stands in it backwards. Here it is brought into the order in which it is
// read: the rules of Unicode turned round, as far as a line tells.

// side is the direction that a glyph has by itself.
type side int

const (
	neutral side = iota
	toRight
	toLeft
	number
	beside // what belongs to the number that it touches: %, $, and the signs within
	within
)

func sideOf(glyph string) side {
	r, _ := utf8.DecodeRuneInString(glyph)
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.L:
		return toRight
	case bidi.R, bidi.AL:
		return toLeft
	case bidi.EN, bidi.AN:
		return number
	case bidi.ET:
		return beside
	case bidi.ES, bidi.CS:
		return within
	}
	return neutral
}

// inOrder gives the text of a line from its glyphs as they are drawn.
func inOrder(glyphs []string) string {
	sides := make([]side, len(glyphs))
	for i, g := range glyphs {
		sides[i] = sideOf(g)
	}
	const longest = 10_000 // no line is longer; a hostile one takes no time either
	if len(glyphs) > longest || !slices.Contains(sides, toLeft) {
		return strings.Join(glyphs, "")
	}
	if isFromRight(sides) {
		return backwards(glyphs, sides)
	}
	// A line from the left: each part between its first and last letter of the other
	// direction, as far as no letter of its own stands between.
	var out strings.Builder
	for i := 0; i < len(glyphs); {
		if sides[i] != toLeft {
			out.WriteString(glyphs[i])
			i++
			continue
		}
		end := i
		for k := i; k < len(glyphs) && sides[k] != toRight; k++ {
			if sides[k] == toLeft {
				end = k + 1
			}
		}
		out.WriteString(backwards(glyphs[i:end], sides[i:end]))
		i = end
	}
	return out.String()
}

// isFromRight reports whether a line is one that begins at the right: letters of that
// direction stand at both of its ends, or at one of them and are not fewer.
func isFromRight(sides []side) bool {
	letters := slices.DeleteFunc(slices.Clone(sides), func(s side) bool { return s != toLeft && s != toRight })
	first, last := letters[0], letters[len(letters)-1]
	if first == last {
		return first == toLeft
	}
	left := 0
	for _, s := range letters {
		if s == toLeft {
			left++
		}
	}
	return 2*left >= len(letters)
}

// backwards turns a line round, but for the words and numbers in it that are written
// from the left.
func backwards(glyphs []string, sides []side) string {
	var out strings.Builder
	for end := len(glyphs); end > 0; {
		if begin := runBefore(sides, end); begin < end {
			out.WriteString(strings.Join(glyphs[begin:end], ""))
			end = begin
			continue
		}
		end--
		out.WriteString(mirrored(glyphs[end]))
	}
	return out.String()
}

// runBefore is where the run begins that is written from the left and ends at end; it
// is end where none does.
func runBefore(sides []side, end int) int {
	last := end - 1
	switch sides[last] {
	case toRight:
		return wordsBefore(sides, end)
	case number:
	case beside:
		if last == 0 || sides[last-1] != number {
			return end
		}
	default:
		return end
	}
	begin := last
	for begin > 0 && (sides[begin-1] == number || sides[begin-1] == beside ||
		sides[begin-1] == within && begin > 1 && sides[begin-2] == number) {
		begin--
	}
	if before := wordsBefore(sides, begin); before < begin {
		return before // a number behind words belongs to them
	}
	return begin
}

// wordsBefore is where words begin that end before end, with all that stands between
// them and with the numbers among them.
func wordsBefore(sides []side, end int) int {
	begin := end
	for i := end - 1; i >= 0 && sides[i] != toLeft; i-- {
		if sides[i] == toRight {
			begin = i
		}
	}
	return begin
}

var brackets = []rune("()[]{}<>«»‹›")

// mirrored is a bracket as it is written, of the one that is drawn.
func mirrored(glyph string) string {
	r, size := utf8.DecodeRuneInString(glyph)
	if i := slices.Index(brackets, r); i >= 0 && size == len(glyph) {
		return string(brackets[i^1])
	}
	return glyph
}
