package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// take gives the value of a fact for a query, and whether it is of the sort
// that is wanted.
func (f fact) take(q query) (string, bool) {
	if q.typ == money && same(strings.TrimRight(f.value, ". "), "free") {
		return f.value, true
	}
	form, ok := sortForms[q.typ]
	if !ok {
		if f.whole && len(f.value) > 400 {
			return "", false
		}
		return f.value, false
	}
	all := form.FindAllStringSubmatchIndex(f.value, -1)
	if q.typ == code {
		all = withDigit(f.value, all)
	}
	if len(all) == 0 {
		return f.untyped(q)
	}
	if run := codeRun(f.value); !f.whole && q.typ == code && run != "" {
		return run, true
	}
	if !f.whole && (len(f.value) <= 60 && q.typ != code || len(strings.Fields(f.value)) <= 3) {
		return f.value, true // “from 12 €” says more than “12 €”
	}
	m := all[0]
	switch {
	case q.typ == count:
		if m = counted(f.value, all, q); m == nil {
			return "", false
		}
	case q.loose:
		return clip(f.value), true
	case f.whole && f.alone(q) && len(all) == 1 && len(f.value) <= 60 && unitForm.MatchString(f.value):
		return clip(partWith(f.value, all[0])), true
	case f.whole && len(all) > 1:
		if m = amountFor(f.value, all, q); m != nil {
			break
		}
		if m = nearestTo(f.value, all, q); m == nil {
			return clip(f.value), true // which of them is meant is for a person to see
		}
	}
	if len(m) > 2 && m[2] >= 0 {
		return f.value[m[2]:m[3]], true
	}
	if q.typ == code {
		m = []int{m[0], m[1] + len(moreDigits.FindString(f.value[m[1]:]))}
	}
	return strings.TrimSpace(f.value[m[0]:m[1]]), true
}

// moreDigits are the groups that a number goes on with: 0113 496 0182.
var moreDigits = lazyregexp.New(`^(?:\s\d{2,})+\b`)

// unitForm: what a price is for belongs to it.
var unitForm = lazyregexp.New(`(?i)\b(per|each|a|an|every|from|ab|up to|incl\w*|excl\w*)\b|/`)

// partWith is the part of a list with commas that a match stands in.
func partWith(s string, m []int) string {
	from, to := strings.LastIndex(s[:m[0]], ", "), strings.Index(s[m[1]:], ", ")
	if from < 0 {
		from = 0
	} else {
		from += 2
	}
	if to < 0 {
		return s[from:]
	}
	return s[from : m[1]+to]
}

// codeRun is a code of several groups at the beginning of a value: the words
// that have figures, and short ones in capitals.
func codeRun(value string) string {
	var run []string
	for _, w := range strings.Fields(value) {
		bare := strings.TrimRight(w, ".,;)")
		if !hasDigit(bare) && (strings.ToUpper(bare) != bare || len(bare) > 4 || bare == "") {
			break
		}
		run = append(run, bare)
		if bare != w {
			break
		}
	}
	if text := strings.Join(run, " "); hasDigit(text) {
		return text
	}
	return ""
}

// stateWords tell which of the counted are meant.
var stateWords = wordSet("free left available open taken booked sold unread new done remaining missing online offline empty full")

// counted takes the number that stands right before the thing that is counted:
// of “45 € per person, 3 places left” the 3 for places.
func counted(s string, all [][]int, q query) []int {
	want := q.wordsFor(true)
	var states []string
	for _, w := range want {
		if stateWords[w] {
			states = append(states, w)
		}
	}
	if len(states) > 0 {
		want = states // of “12 places, 4 free” the 4 for free places
	}
	if m := countedAfter(s, all, want); m != nil {
		return m
	}
	for _, m := range all {
		after := s[m[1]:]
		if end := strings.IndexAny(after, ",;.:("); end >= 0 {
			after = after[:end]
		}
		next := words(after)
		for i, w := range next {
			if i > 2 {
				break
			}
			for _, q := range want {
				if alike(q, w) > 0 {
					return m
				}
			}
		}
	}
	return nil
}

// alone reports whether a line says little more than a price or a time, so that
// it belongs to the heading above it.
func (f fact) alone(q query) bool {
	if f.row && q.typ != anything && q.typ != count && q.typ != code {
		n := 0
		for _, cell := range f.el.names {
			if sortForms[q.typ].MatchString(cell) {
				n++
			}
		}
		return n == 1
	}
	if !f.whole || q.typ != money && q.typ != day && q.typ != clock {
		return false
	}
	for _, part := range strings.Split(strings.ReplaceAll(f.value, "，", ", "), ", ") {
		if !sortForms[q.typ].MatchString(part) {
			continue
		}
		rest := sortForms[q.typ].ReplaceAllString(part, " ")
		if !strings.Contains(rest, ":") && len(words(rest)) <= 3 {
			return true
		}
	}
	return false
}

// untyped: a value of another form still answers where its name says so: a
// number in words, a total without a currency, a code of letters only.
func (f fact) untyped(q query) (string, bool) {
	if f.whole || f.value == "" {
		return "", false
	}
	named := false
	for _, w := range f.key {
		named = named || q.tells(w)
	}
	switch q.typ {
	case money:
		return f.value, named && (strings.ContainsFunc(f.value, unicode.IsDigit) || same(f.value, "free"))
	case code, count:
		return f.value, named && len(strings.Fields(f.value)) <= 3
	case person:
		return f.value, named || len(strings.Fields(f.value)) <= 4 && (f.prior > 0 || likeName(f.value))
	case day, clock, email, phone:
		return f.value, named
	}
	return "", false
}

// likeName: every word begins with a capital letter.
func likeName(s string) bool {
	if hasHan(s) {
		return utf8.RuneCountInString(s) <= 8 && !hasDigit(s)
	}
	for _, w := range strings.Fields(s) {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) {
			return false
		}
	}
	return s != ""
}

// unitBehind is what makes an amount of a number.
var unitBehind = lazyregexp.New(`(?i)^\s?(?:%|(?:days?|nights?|hours?|minutes?|mins?|weeks?|months?|years?|people|persons|guests|items|copies|places|spaces|seats|km|m|cm|kg|g|l|ml)\b)`)

func withDigit(s string, all [][]int) [][]int {
	var out [][]int
	for _, m := range all {
		if unitBehind.MatchString(s[m[1]:]) {
			continue // “kept for 90 days” is no number of anything
		}
		t := s[m[0]:m[1]]
		if strings.ContainsFunc(t, unicode.IsDigit) || strings.ToUpper(t) == t && strings.Contains(t, "-") {
			out = append(out, m)
		}
	}
	return out
}

// amountFor takes the one match that a word of the query follows before the next
// comma: of “£185 for a dog, £95 for a cat” the second for a cat.
func amountFor(s string, all [][]int, q query) []int {
	var found []int
	for i, m := range all {
		end := len(s)
		if i+1 < len(all) {
			end = all[i+1][0]
		}
		tail := s[m[1]:end]
		if stop := tailEnd.FindStringIndex(tail); stop != nil {
			tail = tail[:stop[0]]
		}
		for _, w := range words(tail) {
			if has(q.words, w) {
				if found != nil {
					return nil
				}
				found = m
				break
			}
		}
	}
	return found
}

var tailEnd = lazyregexp.New(`[,;，；。]|\.\s|\s(?:and|or|but)\s`)

// nearestTo takes the match that stands nearest after a word of the query; nil
// when none stands after one.
func nearestTo(s string, all [][]int, q query) []int {
	var best []int
	at := 1 << 30
	for _, m := range all {
		before := words(s[:m[0]])
		for i := len(before) - 1; i >= 0; i-- {
			hit := false
			for _, w := range q.words {
				hit = hit || alike(w, before[i]) > 0
			}
			if hit {
				if d := len(before) - i; d < at {
					best, at = m, d
				}
				break
			}
		}
	}
	return best
}

// countedAfter takes the number that stands right behind what is counted, as in
// 剩余号源 12 个 or 共 4 条订单; Chinese has it on either side.
func countedAfter(s string, all [][]int, want []string) []int {
	if !hasHan(s) {
		return nil
	}
	for _, m := range all {
		before, after := words(lastPart(s[:m[0]])), words(firstPart(s[m[1]:]))
		for _, w := range want {
			if has(before, w) || has(after, w) {
				return m
			}
		}
	}
	return nil
}

const partSigns = "，,；;。：:（("

func lastPart(s string) string {
	if i := strings.LastIndexAny(s, partSigns); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[i:])
		return s[i+size:]
	}
	return s
}

func firstPart(s string) string {
	if i := strings.IndexAny(s, partSigns); i >= 0 {
		return s[:i]
	}
	return s
}
