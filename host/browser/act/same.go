package act

import (
	"regexp"
	"strings"
	"unicode"
)

// same reports whether a field took a value. White space at the ends makes no
// difference, nor does what a mask adds or leaves out that carries no meaning:
// spaces, brackets, dashes within, groups of thousands. A dot, comma or slash
// may become another one of them, as in dates and amounts; it may not go, come
// or move, because 12.50 is not 1250.
func same(want, got string) bool {
	if strings.TrimSpace(want) == strings.TrimSpace(strings.ReplaceAll(got, "\r\n", "\n")) {
		return true
	}
	w, g := bare(want), bare(got)
	return w != "" && (w == g || w == bare(ungrouped(got)))
}

var thousands = regexp.MustCompile(`^([-+]?)(\d{1,3})((?:,\d{3})+|(?:\.\d{3})+|(?:'\d{3})+|(?:’\d{3})+)((?:[.,]\d+)?)$`)

// ungrouped takes the marks between thousands out of a number.
func ungrouped(s string) string {
	m := thousands.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil || m[4] != "" && m[4][0] == m[3][0] {
		return s
	}
	return m[1] + m[2] + strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, m[3]) + m[4]
}

// bare leaves letters, digits, signs in front and points of whatever form.
func bare(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsSpace(r) || r == '(' || r == ')' || (r == '-' || r == '–') && b.Len() > 0:
		case r == '/' || r == ',' || r == '.':
			b.WriteByte('.')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
