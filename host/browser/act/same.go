package act

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// same reports whether a field took a value. White space at the ends makes no difference. A field may dress what it
// was given: in capitals, with a currency, with groups of thousands, with blanks and the signs of a date or a time.
// It never may lose, add or change a digit, a letter, a sign or a point: 12.50 may be shown as 12,50, never as 1250,
// and 1,234 not as 1.234, because one of the two may be a thousand times the other. Only the zeros that money is written with
// may come: 50 as $50.00.
func same(want, got string) bool {
	want, got = strings.TrimSpace(want), strings.TrimSpace(strings.ReplaceAll(got, "\r\n", "\n"))
	if want == got {
		return true
	}
	if want == "" || got == "" {
		return false
	}
	want, got = plain(want), plain(got)
	if mayBecome(want, got) {
		want, got = strings.ToLower(want), strings.ToLower(got)
	}
	return sameNumber(want, got) && !mayBePoint(want, got) || sameAmount(want, got) || sameSpaced(want, got) || sameParts(want, got) ||
		sameLong(want, got)
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

// A number of a telephone or card, of an account (two letters and two digits first), or with letters at one of its ends.
var long = regexp.MustCompile(`^(?:\+?[\d ().,/–-]+|[a-z]{2} ?\d{2}[a-z\d -]*|[a-z]{1,4}[ -]?\d[\d -]*|\d[\d -]*[a-z]{1,2})$`)

// A number below zero, as bookkeepers write it.
var negative = regexp.MustCompile(`^\([^()]*\)$|-$`)

// Two numbers with one dash between them.
var two = regexp.MustCompile(`^([1-9]\d*) ?[-–] ?([1-9]\d*)$`)

// sameLong is same for a long number.
func sameLong(want, got string) bool {
	if digits(want) < longNumber || !long.MatchString(strings.ToLower(want)) || bare(want) != bare(got) {
		return false
	}
	return negative.MatchString(want) == negative.MatchString(got) && isRange(want) == isRange(got)
}

// isRange reports whether a dash stands between the smaller of two numbers and the larger; a short number of a
// telephone has one between three digits and four.
func isRange(s string) bool {
	m := two.FindStringSubmatch(s)
	if m == nil || len(m[1]) == 3 && len(m[2]) == 4 {
		return false
	}
	return len(m[1]) < len(m[2]) || len(m[1]) == len(m[2]) && m[1] < m[2]
}

// plain writes the blanks and the minus of a locale as a keyboard does.
func plain(s string) string {
	return strings.NewReplacer("\u00a0", " ", "\u2009", " ", "\u202f", " ", "\u2212", "-").Replace(s)
}

// mayBecome reports whether a mask may have made all letters of a text capitals, or small. In a code that has both, each
// letter counts as it is; in a name and an address it does not.
func mayBecome(want, got string) bool {
	switch {
	case got == strings.ToUpper(got):
		return !slices.ContainsFunc(strings.Fields(want), mixes)
	case got == strings.ToLower(got):
		return strings.Contains(want, "@") || !capitalInside.MatchString(want) || want == strings.ToUpper(want)
	}
	return false
}

var (
	capitalInside = regexp.MustCompile(`[\p{L}\d]\p{Lu}`)
	smallFirst    = regexp.MustCompile(`^\d*\p{Ll}[\p{Ll}\d]*\p{Lu}`)
)

// mixes reports whether a word is a code of both: a capital comes after a small letter that is first, or digits stand among both.
func mixes(word string) bool {
	return smallFirst.MatchString(word) || digits(word) > 0 && word != strings.ToUpper(word) && word != strings.ToLower(word)
}

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

// mayBePoint reports whether a point has come that may be of thousands or of a fraction; a currency beside it would tell.
func mayBePoint(want, got string) bool {
	return onePoint.MatchString(got) && !strings.ContainsAny(want, ".,")
}

var onePoint = regexp.MustCompile(`^[-+]?[1-9]\d{0,2}\.\d{3}$`)

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
	if (shown == "" || shown == "%") && mayBePoint(w[4], g[4]) {
		return false
	}
	return sameNumber(w[4], g[4]) || shown != "" && shown != "%" && sameNumber(w[4], cents.ReplaceAllString(g[4], "$1"))
}

// Zeros that an amount of money is written with, and that say nothing.
var cents = regexp.MustCompile(`[.,]00$|([.,]\d)0$`)

// sameSpaced lets blanks come and go beside digits, never between words: 12/30 as 12 / 30. Between two digits they do
// only in a code of some length, and go only in a long one: 2 1/2 is not 21/2, nor 10 20 1020.
func sameSpaced(want, got string) bool {
	w, g := spaced(want), spaced(got)
	if len(w) != len(g) {
		return false
	}
	code := digits(want) >= 4 && isCode(want)
	for i := range w {
		if w[i].r != g[i].r {
			return false
		}
		if w[i].blank == g[i].blank || i == 0 {
			continue
		}
		before, after := unicode.IsDigit(w[i-1].r), unicode.IsDigit(w[i].r)
		if !before && !after || before && after && !(code && (g[i].blank || digits(want) >= longNumber)) {
			return false
		}
	}
	return true
}

// isCode reports whether a text is made of letters and digits, and has no word.
func isCode(s string) bool {
	for _, part := range strings.Fields(s) {
		if digits(part) == 0 || strings.ContainsFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
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
		if unicode.IsSpace(r) || r == '(' || r == ')' || (r == '-' || r == '–') && b.Len() > 0 { // sameLong sees to what is below zero
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
