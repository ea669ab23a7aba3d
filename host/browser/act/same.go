package act

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// same reports whether a field took a value. White space at the ends makes no difference. A field may dress what it
// was given: in capitals, with a currency, with groups of thousands, with blanks and the signs of a date or a time.
// It never may lose, add or change a digit, a letter, a sign or a point: 12.50 may be shown as 12,50, never as 1250,
// and 1,234 not as 1.234, because one of the two may be a thousand times the other.
func same(want, got string) bool {
	want, got = strings.TrimSpace(want), strings.TrimSpace(strings.ReplaceAll(got, "\r\n", "\n"))
	if want == got {
		return true
	}
	if want == "" || got == "" {
		return false
	}
	want, got = plain(want), plain(got)
	if ofOneCase(got) {
		want, got = strings.ToLower(want), strings.ToLower(got)
	}
	return sameNumber(want, got) || sameAmount(want, got) || sameSpaced(want, got) || sameParts(want, got) ||
		digits(want) >= longNumber && bare(want) == bare(got)
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

// longNumber is how many digits a number has (of a telephone, card or account) in which masks may also add, drop or
// move spaces, brackets and dashes.
const longNumber = 7

// plain writes the blanks and the minus of a locale as a keyboard does.
func plain(s string) string {
	return strings.NewReplacer("\u00a0", " ", "\u2009", " ", "\u202f", " ", "\u2212", "-").Replace(s)
}

// ofOneCase reports whether all letters are capitals, or none is, as a mask makes them.
func ofOneCase(s string) bool { return s == strings.ToUpper(s) || s == strings.ToLower(s) }

// sameNumber lets a dot or comma become the other and groups of thousands come, or go where they are nothing else.
func sameNumber(want, got string) bool {
	if want == got {
		return true
	}
	if eitherOr.MatchString(want) && eitherOr.MatchString(got) {
		return false
	}
	w := points(ungrouped(want, true))
	return w == points(got) || w == points(ungrouped(got, false))
}

// A point before three digits: of thousands, or of a fraction.
var eitherOr = regexp.MustCompile(`^[-+]?[1-9]\d{0,2}[.,]\d{3}$`)

var thousands = regexp.MustCompile(`^([-+]?)(\d{1,3})((?:,\d{2,3})*,\d{3}|(?:\.\d{3})+|(?:'\d{3})+|(?:’\d{3})+|(?: \d{3})+)((?:[.,]\d+)?)$`)

// ungrouped takes the marks between thousands out of a number; with sure only where they can be nothing else.
func ungrouped(s string, sure bool) string {
	m := thousands.FindStringSubmatch(s)
	if m == nil || m[4] != "" && m[4][0] == m[3][0] || sure && eitherOr.MatchString(s) {
		return s
	}
	return m[1] + m[2] + onlyDigits(m[3]) + m[4]
}

// points gives the points of a number or date one form.
func points(s string) string {
	if strings.Count(s, "/") > 1 { // one alone is a fraction, or a choice
		s = strings.ReplaceAll(s, "/", ".")
	}
	b := []byte(s)
	for i := range b {
		if b[i] == ',' && i+1 < len(b) && isDigit(b[i+1]) && (i == 0 || b[i-1] != ' ') {
			b[i] = '.'
		}
	}
	return string(b)
}

const currencies = `[a-z]{0,2}\p{Sc}|usd|eur|gbp|chf|jpy|cny|rmb|inr|aud|cad|nzd|sek|nok|dkk|isk|pln|czk|huf|ron|bgn|try|rub|uah|brl|mxn|ars|clp|cop|` +
	`zar|egp|ngn|krw|sgd|hkd|twd|thb|idr|myr|php|vnd|ils|aed|sar|kr|zł|kč|元|円|원`

var amount = regexp.MustCompile(`(?i)^([-+]?) ?(` + currencies + `)? ?([-+]?)(\d[\d.,'’ ]*?) ?(` + currencies + `|%)?$`)

// sameAmount lets a currency or a percent sign come to either end of a number. A currency that was given may go, since
// fields draw it beside themselves; another one may not come in its place.
func sameAmount(want, got string) bool {
	w, g := amount.FindStringSubmatch(want), amount.FindStringSubmatch(got)
	if w == nil || g == nil || w[1]+w[3] != g[1]+g[3] {
		return false
	}
	unit, shown := w[2]+w[5], g[2]+g[5]
	if unit != "" && unit != shown && (shown != "" || w[5] == "%") {
		return false
	}
	return sameNumber(w[4], g[4])
}

// sameSpaced lets blanks come and go beside digits, never between words: 12/30 as 12 / 30. Between two digits they do
// only in a code of some length: 2 1/2 is not 21/2.
func sameSpaced(want, got string) bool {
	w, g := spaced(want), spaced(got)
	if len(w) != len(g) {
		return false
	}
	free := digits(want) >= 4 && !strings.ContainsFunc(want, func(r rune) bool { return r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i := range w {
		if w[i].r != g[i].r {
			return false
		}
		if w[i].blank == g[i].blank || i == 0 {
			continue
		}
		before, after := unicode.IsDigit(w[i-1].r), unicode.IsDigit(w[i].r)
		if !before && !after || before && after && !free {
			return false
		}
	}
	return true
}

// letter is one that can be seen, and whether blanks stand before it.
type letter struct {
	r     rune
	blank bool
}

func spaced(s string) []letter {
	var letters []letter
	blank := false
	for _, r := range s {
		if r != ' ' {
			letters = append(letters, letter{r, blank})
		}
		blank = r == ' '
	}
	return letters
}

// sameParts lets a field put the signs of a date, a time or a code between digits, 0930 as 09:30, and write a date with
// signs of its own. One point alone would make a fraction, and a part of one digit is more likely a range or a choice.
func sameParts(want, got string) bool {
	g, sign := parts(got)
	if g == nil {
		return false
	}
	if w, other := parts(want); w != nil {
		return len(w) == 3 && sign != ":" && other != ":" && strings.Join(w, " ") == strings.Join(g, " ")
	}
	for i, part := range g {
		if len(part) < 2 && (i > 0 || sign != ":") {
			return false
		}
	}
	return want == strings.Join(g, "") && (sign != "." || len(g) > 2)
}

var parted = regexp.MustCompile(`^\d+(?: ?[:/.-] ?\d+)+$`)

// parts are the digits between signs that are all the same; none where they are not.
func parts(s string) (parts []string, sign string) {
	if !parted.MatchString(s) {
		return nil, ""
	}
	s = strings.ReplaceAll(s, " ", "")
	sign = s[strings.IndexAny(s, ":/.-"):][:1]
	parts = strings.Split(s, sign)
	if strings.ContainsAny(strings.Join(parts, ""), ":/.-") {
		return nil, ""
	}
	return parts, sign
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

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
