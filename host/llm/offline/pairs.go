package offline

import (
	"cmp"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	valueEnd = lazyregexp.New(`(?i)(\s*[,;\n]+\s*(and)?|\s+and)\s*$`)
	labelEnd = lazyregexp.New(`(?i)\s+(field|box|input|text ?box|text ?area|area|menu|drop-?down( menu| list)?|list|selector|setting|option|control|filter)s?$`)
)

// pair is a value for a field, as a person named it.
type pair struct {
	label, value string
	// quoted says that the value stood in quotes: it is taken as it is.
	quoted bool
	// rest are parts that followed the value and are something else.
	rest []string
}

// findPairs reads a fill step against the fields of a page: the page knows
// what its labels are, so a value can hold anything else.
func findPairs(s step, fields []candidate) []pair {
	object := s.object
	if s.verb == "clear" {
		return clearing(object)
	}
	if s.zh {
		return findHanPairs(s, fields)
	}
	if rest := dropAnnouncement(object); !hasField(fields, strings.Trim(strings.TrimSuffix(object, rest), " :,-–—\n")) {
		object = rest // unless it is the name of a field: “details: …”
	}
	object = dropHead(object, fields)
	if list, lead := colonPairs(object, fields); len(list) > 0 {
		if announces(lead) {
			return list
		}
		before := findPairs(step{kind: fill, verb: s.verb, object: lead, text: s.text}, fields)
		if len(before) == 0 {
			return nil // a part of the step is not understood: better none of it
		}
		return append(before, list...)
	}
	if list := anchored(object, fields); len(list) > 0 {
		return list
	}
	return patterned(s.verb, object)
}

func clearing(object string) []pair {
	var out []pair
	for _, label := range splitAnd(object) {
		out = append(out, pair{label: trimLabel(label), quoted: true})
	}
	return out
}

var announcement = lazyregexp.New(`(?i)^(in |out )?((the|this|that|my|a|an|following|order|contact|booking|search|login|registration|sign-?up|shipping|billing|payment|checkout|feedback|application)\s+)*(form|fields|details|data|values|information|info|page|boxes)\b\s*((below|here|as follows|as|with|using|these|the|following|values|data|details|information|on this page|on the page)\s*)*[:,\-–—]*\s*`)

// dropAnnouncement takes “the order form with:” off the beginning.
func dropAnnouncement(s string) string {
	s = strings.TrimLeft(s, " :,-\n")
	rest := strings.TrimSpace(announcement.ReplaceAllString(s, ""))
	if rest == "" {
		return s
	}
	return rest
}

var headForm = lazyregexp.New(`(?is)^(?:(an?)\s+)?([^:=,;"“”\n]{1,50}):\s+(\S.*)$`)

// dropHead takes off what names the whole rather than a field: “a comment: name
// Mira, text: …”. At least two fields have to follow by name.
func dropHead(s string, fields []candidate) string {
	m := headForm.FindStringSubmatch(s)
	if m == nil || len(strings.Fields(m[2])) > 5 || m[1] == "" && mentionScore(m[2], fields) > 0 {
		return s
	}
	rest := m[3]
	list, lead := colonPairs(rest, fields)
	if lead != "" || len(list) == 0 {
		more := anchored(cmp.Or(lead, rest), fields)
		if len(more) == 0 {
			return s
		}
		list = append(list, more...)
	}
	n := 0
	for _, p := range list {
		if mentionScore(p.label, fields) > 0 || hasField(fields, p.label) {
			n++
		}
	}
	if n < 2 || n < len(list) {
		return s
	}
	return rest
}

// colonPairs reads “label: value” and “label = value”, with commas, new lines
// or “and” between. lead is what stands before the first label.
func colonPairs(s string, fields []candidate) (out []pair, lead string) {
	marks := colons(s, shield(s), fields)
	if len(marks) == 0 {
		return nil, ""
	}
	for i, m := range marks {
		end := len(s)
		if i+1 < len(marks) {
			end = marks[i+1].from
		}
		value := strings.TrimSpace(s[m.to:end])
		if i+1 < len(marks) {
			value = strings.TrimSuffix(value, " then")
		}
		value = strings.TrimRight(valueEnd.ReplaceAllString(value, ""), " ")
		label := trimLabel(bare(s[m.from:m.colon]))
		if value == "" && (announces(label) || i+1 < len(marks) && mentionScore(label, fields) == 0) {
			continue // “the transfer form: …” only announces
		}
		out = append(out, newPair(label, value))
	}
	return out, strings.TrimSpace(s[:marks[0].from])
}

type mark struct{ from, colon, to int }

// colons finds the colons that end a label. One inside a time (19:00) or an
// address does not; neither does one whose label would begin inside a value
// in quotes.
func colons(s string, sh []bool, fields []candidate) []mark {
	var out []mark
	from := 0
	for i := 0; i < len(s); i++ {
		if (s[i] != ':' && s[i] != '=') || sh[i] {
			continue
		}
		if s[i] == ':' && i > 0 && i+1 < len(s) && isDigit(s[i-1]) && isDigit(s[i+1]) {
			continue
		}
		begin, ok := labelStart(s, from, i, sh, fields)
		if !ok {
			continue
		}
		label := s[begin:i]
		if len(strings.Fields(label)) > 8 || strings.ContainsAny(label, `"“”`) || len(words(label)) == 0 {
			continue
		}
		out = append(out, mark{from: begin, colon: i, to: i + 1})
		from = i + 1
	}
	return out
}

// labelStart finds where the label before a colon begins: after a comma or a
// new line, or after “and” where the value before it ends there. “And” can also
// be a word of the label; then the names on the page decide.
func labelStart(s string, from, colon int, sh []bool, fields []candidate) (int, bool) {
	begin, found := from, from == 0
	for i := colon - 1; i >= from; i-- {
		if !sh[i] && strings.IndexByte(",;\n", s[i]) >= 0 && !thousands(s, i) {
			begin, found = i+1, true
			break
		}
	}
	if !found && mentionScore(s[from:colon], fields) > 0 {
		return from, true // “the transfer form: recipient: Tom”
	}
	if then := strings.LastIndex(lowered(s[begin:colon]), " then "); then > 0 && !sh[begin+then] && mentionScore(s[begin+then+len(" then "):colon], fields) > 0.84 {
		return begin + then + len(" then "), true // “name: Sue then e-mail: …”
	}
	and := strings.LastIndex(lowered(s[begin:colon]), " and ")
	if and < 0 || sh[begin+and] {
		return begin, found
	}
	short := begin + and + len(" and ")
	if !found || mentionScore(s[short:colon], fields) > mentionScore(s[begin:colon], fields) {
		return short, true
	}
	return begin, true
}

// thousands reports whether the comma at i is one of 61,200.
func thousands(s string, i int) bool {
	return s[i] == ',' && i > 0 && i+3 < len(s) && isDigit(s[i-1]) && isDigit(s[i+1]) && isDigit(s[i+2]) && isDigit(s[i+3])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

var labelNoise = lazyregexp.New(`(?i)^((in|into|for|the|my|your|a|an|on|to|as|under|with|of|is|field|called|labelled|labeled|named|form|set|fill|enter|type|put|and|then)\s+)+`)

// trimLabel takes words off a label that only point at it.
func trimLabel(s string) string {
	s = strings.Trim(strings.TrimSpace(s), `,.;:"“”'`)
	if t := labelNoise.ReplaceAllString(s, ""); strings.TrimSpace(t) != "" {
		s = t
	}
	t := labelEnd.ReplaceAllString(s, "")
	if strings.TrimSpace(t) != "" {
		s = t
	}
	return strings.Trim(s, `"“”'`+" ")
}

func newPair(label, value string) pair {
	value = strings.TrimSpace(value)
	if strings.Count(value, ")") > strings.Count(value, "(") {
		value = strings.TrimSpace(strings.TrimSuffix(value, ")")) // “the form (name: Mira)”
	}
	for _, q := range quotes(value) {
		if q[0] == 0 && q[1] == len(value) {
			return pair{label: label, value: inside(value), quoted: true}
		}
		// A quote with a few words of pointing after it is the value.
		if q[0] == 0 && len(strings.Fields(value[q[1]:])) <= 2 && len(words(value[q[1]:])) == 0 {
			return pair{label: label, value: inside(value[:q[1]]), quoted: true}
		}
	}
	return pair{label: label, value: strings.TrimRight(value, " ,;")}
}

// inside is a quote without its marks.
func inside(q string) string {
	_, first := decode(q)
	r := []rune(q)
	return strings.ReplaceAll(q[first:len(q)-len(string(r[len(r)-1]))], `\"`, `"`)
}

var listJoint = lazyregexp.New(`(?i)\s*[、，]\s*(?:和|以及|还有)?|(?:和|以及|还有|与|及)|\s*,\s*(and\s+|or\s+)?|\s+(and|as well as|plus|&)\s+|\s*;\s*|\n+`)

// splitAnd parts “a, b and c”.
func splitAnd(s string) []string {
	sh := shield(s)
	var out []string
	from := 0
	for _, m := range listJoint.FindAllStringIndex(s, -1) {
		if sh[m[0]] || m[0] < from || thousands(s, m[0]) {
			continue
		}
		if part := strings.TrimSpace(s[from:m[0]]); part != "" {
			out = append(out, part)
		}
		from = m[1]
	}
	if part := strings.TrimSpace(s[from:]); part != "" {
		out = append(out, part)
	}
	return out
}
