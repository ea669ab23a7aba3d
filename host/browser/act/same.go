package act

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// same reports whether a field took a value. White space at the ends makes no difference. The rule: digits and letters are
// the same and in the same order; a sign, a point between digits and the dash of a range are neither lost nor made; all else
// is writing: capitals, a currency, groups of thousands, blanks, and the signs of a date, a time, a telephone or a number of
// somebody. 12.50 may be shown as 12,50, never as 1250, and 1,234 not as 1.234, because one of the two may be a thousand times
// the other. Only the zeros that money is written with may come: 50 as $50.00. In a code of digits and of both capitals and
// small letters each letter counts as it is.
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
		sameLong(want, got) || sameOfSomebody(want, got)
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

// sameLong is same for a long number.
func sameLong(want, got string) bool {
	if digits(want) < longNumber || !long.MatchString(strings.ToLower(want)) || bare(want) != bare(got) {
		return false
	}
	return negative.MatchString(want) == negative.MatchString(got) && !rangeDiffers(want, got)
}

// Two numbers with one dash between them.
var two = regexp.MustCompile(`^(\d+) ?- ?(\d+)$`)

// rangeDiffers reports whether the dash of a range has gone or come. What may be a range is not to lose it; a mask that puts a
// dash into digits makes one only where hardly anything else is written so.
func rangeDiffers(want, got string) bool {
	return mayBeRange(want) && !mayBeRange(got) || isRange(got) && !mayBeRange(want)
}

// mayBeRange reports whether a dash stands between the smaller of two numbers and the larger, or between two of one length
// that are no telephone; a short number of a telephone has one between three digits and four.
func mayBeRange(s string) bool {
	m := two.FindStringSubmatch(s)
	switch {
	case m == nil, len(m[1]) == 3 && len(m[2]) == 4:
		return false
	case len(m[1]) == len(m[2]):
		return isRange(s) || len(m[1]) != 4 || m[1][0] != '0' && m[1] < m[2]
	}
	return len(m[1]) < len(m[2]) && m[1][0] != '0' && m[2][0] != '0'
}

// Years, times of a day, and round numbers.
var yearOrTime = regexp.MustCompile(`^(?:1[5-9]|20)\d\d$|^(?:[01]\d|2[0-4])[0-5]\d$`)

// isRange reports whether two numbers with a dash are hardly anything else than a range: years, times, or numbers as long as
// each other that are longer than the parts of a telephone, or round.
func isRange(s string) bool {
	m := two.FindStringSubmatch(s)
	if m == nil || len(m[1]) != len(m[2]) || len(m[1]) < 4 {
		return false
	}
	round := strings.HasSuffix(m[1], "0") && strings.HasSuffix(m[2], "0") && m[1] < m[2]
	return len(m[1]) > 4 || round || yearOrTime.MatchString(m[1]) && yearOrTime.MatchString(m[2])
}

// A number that an office gives, with points between its groups, perhaps a slash, and a dash before its last sign or two.
var ofSomebody = regexp.MustCompile(`^\d{1,3}(?:\.\d{3}){2,}(?:/\d{4})?-[\da-z]{1,2}$`)

// sameOfSomebody lets a number that an office gives get its signs, or lose them: 12345678909 as 123.456.789-09.
func sameOfSomebody(want, got string) bool {
	want, got = strings.ToLower(want), strings.ToLower(got)
	if !ofSomebody.MatchString(want) && !ofSomebody.MatchString(got) {
		return false
	}
	one, other := unsigned.Replace(want), unsigned.Replace(got)
	return one == other && (one == want || one == got)
}

var unsigned = strings.NewReplacer(".", "", "/", "", "-", "")

// plain writes the blanks, the minus and the dashes of a locale as a keyboard does.
func plain(s string) string {
	return strings.NewReplacer("\u00a0", " ", "\u2009", " ", "\u202f", " ", "\u2212", "-", "\u2013", "-", "\u2011", "-").Replace(s)
}

// mayBecome reports whether the case of letters makes no difference. It does in a code, which has digits and both; not in an
// address, nor where a capital that is first has become small.
func mayBecome(want, got string) bool {
	if got == strings.ToLower(got) && (strings.Contains(want, "@") || !capitalInside.MatchString(want)) {
		return true
	}
	return !slices.ContainsFunc(strings.Fields(want), mixes)
}

var capitalInside = regexp.MustCompile(`[\p{L}\d]\p{Lu}`)

// mixes reports whether a word is a code of digits, capitals and small letters.
func mixes(word string) bool {
	return digits(word) > 0 && word != strings.ToUpper(word) && word != strings.ToLower(word)
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
	`zar|egp|ngn|krw|sgd|hkd|twd|thb|idr|myr|php|vnd|ils|aed|sar|kr|rp|rm|ft|zł|kč|元|円|원`

var amount = regexp.MustCompile(`(?i)^([-+]?) ?(` + currencies + `)? ?([-+]?)(\d[\d.,'’ ]*?) ?(` + currencies + `|%)?$`)

// sameAmount lets a currency or a percent sign come to either end of a number. A currency that was given may go, since
// fields draw it beside themselves, or be written otherwise; another one may not come in its place.
func sameAmount(want, got string) bool {
	w, g := amount.FindStringSubmatch(want), amount.FindStringSubmatch(got)
	if w == nil || g == nil || w[1]+w[3] != g[1]+g[3] {
		return false
	}
	unit, shown := oneUnit(w[2]+w[5]), oneUnit(g[2]+g[5])
	if unit != "" && unit != shown && (shown != "" || w[5] == "%") {
		return false
	}
	if (shown == "" || shown == "%") && mayBePoint(w[4], g[4]) {
		return false
	}
	asked, held := w[4], g[4]
	if groupsByComma[unit] && eitherOr.MatchString(asked) {
		asked = strings.ReplaceAll(asked, ",", "")
	}
	if sameNumber(asked, held) || shown == "" || shown == "%" {
		return sameNumber(asked, held)
	}
	// With its zeros what was given has a point of thousands, where it may have been one of a fraction.
	sure := !eitherOr.MatchString(asked) || groupsByComma[shown] && strings.Contains(asked, ",")
	return sure && sameNumber(asked, cents.ReplaceAllString(held, "$1"))
}

// groupsByComma are currencies in whose amounts a comma before three digits is one of thousands.
var groupsByComma = map[string]bool{"usd": true, "gbp": true, "inr": true, "jpy": true, "cny": true}

// oneUnit gives a currency one name. What several have, as ¥ and kr, is none of them.
func oneUnit(unit string) string {
	unit = strings.ToLower(unit)
	if code, ok := codes[unit]; ok {
		return code
	}
	return unit
}

var codes = map[string]string{
	"$": "usd", "us$": "usd", "€": "eur", "£": "gbp", "₹": "inr", "円": "jpy", "元": "cny", "rmb": "cny", "원": "krw", "₩": "krw", "₽": "rub", "₺": "try",
	"₪": "ils", "₫": "vnd", "₴": "uah", "฿": "thb", "zł": "pln", "kč": "czk", "ft": "huf", "rp": "idr", "rm": "myr",
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
	return want == strings.Join(g, "") && (sign != "." || len(g) > 2) && !isRange(strings.ReplaceAll(got, " ", ""))
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

// bare leaves letters, digits, signs and points, and all dashes of what has a comma, which may be a list.
func bare(s string) string {
	list := strings.Contains(s, ",")
	all := []rune(telephone.ReplaceAllString(points(s), "$1$2"))
	var b strings.Builder
	for i, r := range all {
		switch {
		case unicode.IsSpace(r), r == '(', r == ')':
		case r == '-' && !list && b.Len() > 0 && !isMinus(all, i): // sameLong sees to what is below zero
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isMinus reports whether a dash inside of a text stands before a digit, and behind neither digit, letter nor bracket.
func isMinus(all []rune, i int) bool {
	if i == 0 || i+1 == len(all) || !unicode.IsDigit(all[i+1]) {
		return false
	}
	return all[i-1] == ' ' || all[i-1] == '/'
}

// A number of a telephone, with a slash behind what is dialled first.
var telephone = regexp.MustCompile(`^((?:\+|0|\(0)[\d ()]*) ?/ ?(\d[\d -]{4,})$`)

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
