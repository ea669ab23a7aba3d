package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// token is a word of a step with its place.
type token struct {
	from, to int
	text     string
	// kept parts (quotes, addresses) are one token and never part of a label.
	kept bool
}

var wordForm = lazyregexp.New(`\d{1,3}(?:,\d{3})+|[^\s,;:=()"“”]+|[,;:=()"“”]|\n`)

func tokens(s string) []token {
	sh := shield(s)
	var out []token
	for i := 0; i < len(s); {
		if sh[i] {
			end := i
			for end < len(s) && sh[end] {
				end++
			}
			out = append(out, token{from: i, to: end, text: s[i:end], kept: true})
			i = end
			continue
		}
		end := i
		for end < len(s) && !sh[end] {
			end++
		}
		for _, m := range wordForm.FindAllStringIndex(s[i:end], -1) {
			out = append(out, token{from: i + m[0], to: i + m[1], text: s[i+m[0] : i+m[1]]})
		}
		i = end
	}
	return out
}

// mention is a place in a step that names a field of the page.
type mention struct {
	first, last int // tokens
	score       float64
	label       string
	// from is where its value begins, where that stands before it beside values that
	// stand behind their names: “name Hugo, 4 Canal Row as the street”. Else 0.
	from int
	// number is the token before the name where that is its value (2 adults),
	// else -1.
	number int
}

const longestLabel = 7

// mentions finds the names of fields in a step. A name stands where one can:
// at the beginning, after a comma or “and”, or after a small word such as “the”
// or “into”.
func mentions(ts []token, fields []candidate) []mention {
	var out []mention
	for i := 0; i < len(ts); i++ {
		if ts[i].kept || strings.EqualFold(ts[i].text, "no") && (i+1 == len(ts) || !hasDigit(ts[i+1].text)) {
			continue // “no newsletter” is no number
		}
		empty := small[strings.ToLower(ts[i].text)] || lex().no[strings.ToLower(ts[i].text)]
		if empty || lowerFrom(ts[i]) {
			if m, ok := exactMention(ts, i, fields); ok {
				out = append(out, m)
				i = m.last
				continue
			}
		}
		next := nextWords[before(ts, i)]
		if !next && !nameMayBegin(ts, i) || empty {
			continue
		}
		best := mention{score: 0.84, number: -1}
		for j := i; j < min(len(ts), i+longestLabel); j++ {
			if ts[j].kept || strings.ContainsAny(ts[j].text, ",;:=()\n\"“”") {
				break
			}
			if small[strings.ToLower(ts[j].text)] && j == i {
				break
			}
			text := spanText(ts, i, j)
			s := mentionScore(text, fields)
			if hasField(fields, text) {
				s += 0.1 // “sort by” whole rather than “sort”
			}
			if s > best.score || s == best.score && s > 0.84 && !small[strings.ToLower(ts[j].text)] {
				best = mention{first: i, last: j, score: s, label: text, number: -1}
			}
		}
		if next && !hasField(fields, best.label) && (best.last+1 >= len(ts) || !links[strings.ToLower(ts[best.last+1].text)] && (len(out) == 0 || inSentences.MatchString(out[len(out)-1].label))) {
			continue // “ring, then city bell” goes on
		}
		if best.label != "" {
			if i > 0 && isNumber(ts[i-1]) && (i == 1 || isJoint(ts[i-2]) || leadIn[strings.ToLower(ts[i-2].text)]) {
				best.number = i - 1
			}
			out = append(out, best)
			i = best.last
		}
	}
	return out
}

// nextWords lead on to another value: “name Mira, then city Oslo”.
var nextWords = wordSet("then next also finally")

// before is the word before a token; "" at the beginning and behind what is kept.
func before(ts []token, i int) string {
	if i == 0 || ts[i-1].kept {
		return ""
	}
	return strings.ToLower(ts[i-1].text)
}

// joins reports whether the token before i belongs to no value: a comma, “and”, “then”, “the”.
func joins(ts []token, i int) bool {
	w := before(ts, i)
	return w != "" && (isJoint(ts[i-1]) || small[w] || nextWords[w])
}

// begin is the first token that belongs to a mention.
func (m mention) begin() int {
	if m.from > 0 {
		return m.from
	}
	if m.number >= 0 {
		return m.number
	}
	return m.first
}

func spanText(ts []token, i, j int) string {
	parts := make([]string, 0, j-i+1)
	for _, t := range ts[i : j+1] {
		parts = append(parts, t.text)
	}
	return strings.Join(parts, " ")
}

// mentionScore is how well a span names the best of the fields. Unlike a query
// it has to be met almost whole, since it is only a guess that it is a name.
func mentionScore(span string, fields []candidate) float64 {
	q := words(span)
	if len(q) == 0 {
		return 0
	}
	best := 0.0
	for _, f := range fields {
		if boxRoles[f.el.role] {
			continue // a box has no value that could follow its name
		}
		for _, l := range f.labels {
			if !f.popup && hanWithin(span, l) {
				best = max(best, 0.85)
			}
			o := compare(q, words(l), withoutDigits(f.around))
			if o.own < 0.25 || o.query < 0.9 || !f.calls(q, words(l)) {
				continue
			}
			best = max(best, 0.8*o.query+0.2*o.label+0.01*float64(len(q)-1)) // a longer name says more
		}
	}
	if best == 0 && len(q) == 1 && lex().fields[q[0]] && len(rawWords(span)) <= 2 {
		return 0.85 // a usual name of a field, though this page has none of it
	}
	return best
}

func withoutDigits(list []string) []string {
	var out []string
	for _, w := range list {
		if !hasDigit(w) {
			out = append(out, w)
		}
	}
	return out
}

var (
	small    = wordSet("the a an my your our his her in into to as for on under at with of is are be should by from and or it")
	leadIn   = wordSet("the a an my your our his her in into to as for on under at with of and , ; : ( set fill enter type put \n")
	prepWord = wordSet("in into as for on under inside within to at")
)

func nameMayBegin(ts []token, i int) bool {
	if i == 0 {
		return true
	}
	if isNumber(ts[i-1]) && (i == 1 || isJoint(ts[i-2]) || leadIn[strings.ToLower(ts[i-2].text)]) {
		return true
	}
	return leadIn[strings.ToLower(ts[i-1].text)] || ts[i-1].kept || ts[i-1].text == "\n"
}

// anchored reads pairs by the names of fields in the text: what stands between
// two names is a value. It belongs to the name before it (“name Mira”), or to
// the name after it where small words say so (“Mira as the name”).
func anchored(s string, fields []candidate) []pair {
	s = bareLabels(s, fields)
	ts := tokens(s)
	ms := withoutEchoes(ts, mentions(ts, fields))
	if len(ms) == 0 {
		return nil
	}
	if valueFirst(ts, ms) {
		return valuesBefore(s, ts, ms)
	}
	for i := 1; i < len(ms); i++ {
		ms[i].from = valueBefore(ts, ms[i-1].last, ms[i].first)
	}
	return valuesAfter(s, ts, ms)
}

// bareLabels takes the quotes off the names of fields, so that what stands between
// two of them is a value: of “fill "City" with "Oslo" and "ZIP" with "0150"” City and ZIP,
// of “type "Oslo" into "City"” City.
func bareLabels(s string, fields []candidate) string {
	ts := tokens(s)
	from := 0
	var b strings.Builder
	for i, t := range ts {
		if !t.kept || !quotesField(ts, i, fields) {
			continue
		}
		at := i
		for at > 0 && pointing[before(ts, at)] { // “the field "City"”
			at--
		}
		b.WriteString(s[from:ts[at].from] + inside(t.text))
		from = t.to
	}
	return b.String() + s[from:]
}

// quotesField reports whether a quoted part is the name of a field, and stands where one does.
func quotesField(ts []token, i int, fields []candidate) bool {
	if qs := quotes(ts[i].text); len(qs) != 1 || qs[0] != [2]int{0, len(ts[i].text)} || !hasField(fields, inside(ts[i].text)) {
		return false
	}
	at, end := i, i+1
	for at > 0 && (determinerWords[before(ts, at)] || pointing[before(ts, at)]) {
		at--
	}
	for end < len(ts) && pointing[strings.ToLower(ts[end].text)] {
		end++
	}
	lead := before(ts, at)
	if prepWord[lead] && (end == len(ts) || isJoint(ts[end])) {
		return true
	}
	return (at == 0 || isJoint(ts[at-1]) || nextWords[lead]) && end < len(ts) && !ts[end].kept && links[strings.ToLower(ts[end].text)]
}

// withoutEchoes drops a name that stands where the value of the one before it
// begins: “set permit zone to zone C”.
func withoutEchoes(ts []token, ms []mention) []mention {
	var out []mention
	for _, m := range ms {
		if n := len(out); n > 0 {
			from := out[n-1].last + 1
			for from < m.begin() && !ts[from].kept && links[strings.ToLower(ts[from].text)] {
				from++
			}
			if from > out[n-1].last+1 && from == m.begin() {
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

func lowerFrom(t token) bool { return strings.EqualFold(t.text, "from") }

// exactMention: a name that begins with a small word (From account) has to
// stand there whole. “From” and “To” alone are names where a page has both and
// the text goes from one to the other.
func exactMention(ts []token, i int, fields []candidate) (mention, bool) {
	atStart := i == 0 || isJoint(ts[i-1])
	for j := min(len(ts), i+longestLabel) - 1; j > i && atStart; j-- {
		if text := spanText(ts, i, j); hasField(fields, text) {
			return mention{first: i, last: j, score: 1, label: text, number: -1}, true
		}
	}
	one := mention{first: i, last: i, score: 1, label: strings.ToLower(ts[i].text), number: -1}
	if hasField(fields, one.label) {
		next := ""
		if i+1 < len(ts) {
			next = strings.ToLower(ts[i+1].text)
		}
		if atStart && links[next] && i+2 < len(ts) { // “set From to Oslo and To to Rome”
			one.last++
			return one, true
		}
		if i > 0 && prepWord[strings.ToLower(ts[i-1].text)] && (next == "" || isJoint(ts[i+1])) { // “Oslo in From and Rome in To”
			return one, true
		}
	}
	if !hasField(fields, "from") || !hasField(fields, "to") || i+1 >= len(ts) || small[strings.ToLower(ts[i+1].text)] {
		return mention{}, false
	}
	if lowerFrom(ts[i]) {
		return one, true
	}
	if strings.EqualFold(ts[i].text, "to") {
		for k := i - 1; k >= 0; k-- {
			if lowerFrom(ts[k]) {
				return one, true
			}
			if strings.EqualFold(ts[k].text, "to") || isJoint(ts[k]) {
				break
			}
		}
	}
	return mention{}, false
}

func hasField(fields []candidate, name string) bool {
	for _, f := range fields {
		for i, l := range f.labels {
			if i < 2 && same(strings.Trim(strings.ReplaceAll(l, "(s)", ""), " *:?：？＊"), name) {
				return true
			}
		}
	}
	return false
}

func isNumber(t token) bool {
	_, ok := lex().count[strings.ToLower(t.text)]
	return !t.kept && (ok || strings.Trim(t.text, "0123456789") == "")
}

func isJoint(t token) bool {
	return !t.kept && (t.text == "," || t.text == ";" || t.text == "\n" || strings.EqualFold(t.text, "and"))
}

// pointing words may follow the name of a field and belong to it.
var pointing = wordSet("field box input textbox area menu dropdown drop-down list")

// links stand between a name and its value.
var links = wordSet("to is as = : with should be of equals – - — -> → => saying reading that says")

// labelTail are words that people add to the name of a field.
var labelTail = wordSet("number no name address code date id")

func valuesAfter(s string, ts []token, ms []mention) []pair {
	if lead := leftOver(ts[:ms[0].begin()]); lead {
		return nil
	}
	var out []pair
	for i, m := range ms {
		from := m.last + 1
		if from+1 < len(ts) && labelTail[strings.ToLower(ts[from].text)] && links[strings.ToLower(ts[from+1].text)] {
			from++ // “my phone number to 0171…”, of a field called Phone
		}
		for from < len(ts) && !ts[from].kept && (links[strings.ToLower(ts[from].text)] || pointing[strings.ToLower(ts[from].text)]) {
			from++
		}
		end := len(ts)
		if i+1 < len(ms) {
			end = ms[i+1].begin()
			for end > from && joins(ts, end) {
				end--
			}
		}
		for end > from && isJoint(ts[end-1]) {
			end--
		}
		if m.from > 0 {
			at := m.first
			for at > m.from && small[strings.ToLower(ts[at-1].text)] && !ts[at-1].kept {
				at--
			}
			if at > m.from {
				out = append(out, newPair(m.label, s[ts[m.from].from:ts[at-1].to]))
				continue
			}
		}
		if m.number >= 0 {
			p := pair{label: m.label, value: ts[m.number].text}
			if from < end { // “2 bags of dark roast, express delivery”
				p.rest = splitAnd(s[ts[from].from:ts[end-1].to])
			}
			out = append(out, p)
			continue
		}
		if from >= end {
			out = append(out, pair{label: m.label})
			continue
		}
		p := newPair(m.label, fromTo(s[ts[from].from:ts[end-1].to]))
		p, more := strangeNext(p, strings.ToLower(ts[from-1].text))
		out = append(append(out, p), more...)
	}
	return out
}

// strangeNext parts a value from another one behind it whose field the page does not
// have: of “set the name to Mira and the shoe size to 42” the name is Mira, and the rest
// is told as not done. link is the word before the value. A field for sentences keeps all.
func strangeNext(p pair, link string) (pair, []pair) {
	if p.quoted || !links[link] || inSentences.MatchString(p.label) {
		return p, nil
	}
	m := strangeForm.FindStringSubmatch(p.value)
	if m == nil || !strings.EqualFold(m[3], link) {
		return p, nil
	}
	return newPair(p.label, m[1]), []pair{newPair(trimLabel(m[2]), m[4])}
}

var strangeForm = lazyregexp.New(`(?i)^(.+?)(?:\s+and\s+(?:the|my|your)|(?:,\s+(?:and\s+)?(?:then\s+)?|\s+(?:and\s+)?then\s+)(?:the|my|your)?)\s*\b((?:[a-z][\w-]*)(?:\s[a-z][\w-]*){0,2})\s+(to|with|is|as)\s+(\S.*)$`)

// leftOver reports whether words stand before the first name that a name does
// not explain: then the name is only a part of another one (shoe size).
func leftOver(ts []token) bool {
	for _, t := range ts {
		w := strings.ToLower(t.text)
		if t.kept || !small[w] && !leadIn[w] && weight(stem(w)) == 1 && len(words(w)) > 0 {
			return true
		}
	}
	return false
}
