package act

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// same reports whether a field took a value. White space at the ends makes no
// difference. A dot or comma may become the other, groups of thousands may come,
// and the slashes of a date may become dots: 12.50 may be shown as 12,50, never
// as 1250. In long numbers (of telephones, cards, accounts) masks may also add,
// drop or move spaces, brackets and dashes.
func same(want, got string) bool {
	want, got = strings.TrimSpace(want), strings.TrimSpace(strings.ReplaceAll(got, "\r\n", "\n"))
	if want == got {
		return true
	}
	if want == "" || got == "" {
		return false
	}
	w := points(want)
	if w == points(got) || w == points(ungrouped(got)) {
		return true
	}
	return digits(want) >= longNumber && bare(want) == bare(got)
}

// sameSet is same for what has a format of its own, which the browser writes in one way: a blank in a date and time is
// a T, seconds that are none are left out, a number has no zeros that say nothing, and capitals make no difference.
func sameSet(want, got string) bool {
	want, got = strings.ToLower(strings.TrimSpace(want)), strings.ToLower(got)
	if a, err := strconv.ParseFloat(want, 64); err == nil {
		b, err := strconv.ParseFloat(got, 64)
		return err == nil && a == b
	}
	return oneForm(want) == oneForm(got)
}

var clock = regexp.MustCompile(`^((?:\d{4}-\d{2}-\d{2})?)[t ]?(\d{2}:\d{2})(?::00(?:\.0+)?)?$`)

func oneForm(s string) string { return clock.ReplaceAllString(s, "${1}t${2}") }

// longNumber is how many digits a number has that masks may space as they like.
const longNumber = 7

var thousands = regexp.MustCompile(`^([-+]?)(\d{1,3})((?:,\d{3})+|(?:\.\d{3})+|(?:'\d{3})+|(?:’\d{3})+)((?:[.,]\d+)?)$`)

// ungrouped takes the marks between thousands out of a number.
func ungrouped(s string) string {
	m := thousands.FindStringSubmatch(s)
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

// points gives the points of a number or date one form.
func points(s string) string {
	s = strings.ReplaceAll(s, ",", ".")
	if strings.Count(s, "/") > 1 { // one alone is a fraction, or a choice
		s = strings.ReplaceAll(s, "/", ".")
	}
	return s
}

// bare leaves letters, digits, signs in front and points.
func bare(s string) string {
	var b strings.Builder
	for _, r := range points(s) {
		if unicode.IsSpace(r) || r == '(' || r == ')' || (r == '-' || r == '–') && b.Len() > 0 {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func digits(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
