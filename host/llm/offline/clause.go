package offline

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/margay/margay/host/lazyregexp"
)

// urlRest is what an address may go on with. Chinese has no space behind it.
const urlRest = `[^\s<>"“”\p{Han}，。；：、！？（）「」『』《》]`

var (
	addressForm = lazyregexp.New(`(?i)\bhttps?://` + urlRest + `+|\bwww\.` + urlRest + `+|\b[\w.+-]+@[\w-]+(\.[\w-]+)+|\b(localhost|\d{1,3}(\.\d{1,3}){3})(:\d+)?(/` + urlRest + `*)?`)
	closing     = map[rune]rune{'"': '"', '“': '”', '”': '”', '«': '»', '‘': '’', '\'': '\'', '`': '`', '„': '“', '「': '」', '『': '』', '《': '》'}
)

// shield marks the bytes of a text that belong to quotes, addresses and
// numbers: nothing is cut there.
func shield(s string) []bool {
	out := make([]bool, len(s)+1)
	cover := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = true
		}
	}
	for _, q := range quotes(s) {
		cover(q[0], q[1])
	}
	for _, m := range addressForm.FindAllStringIndex(s, -1) {
		end := m[0] + len(strings.TrimRight(s[m[0]:m[1]], ".,;:!?)'"))
		cover(m[0], end)
	}
	return out
}

// quotes gives the places of quoted parts, quote marks included.
func quotes(s string) [][2]int {
	var out [][2]int
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= 0x80 {
			r, size = decode(s[i:])
		}
		end, ok := closing[r]
		if !ok || !opens(s, i) {
			i += size
			continue
		}
		if n := closeAt(s[i+size:], end); n >= 0 {
			to := i + size + n + len(string(end))
			out = append(out, [2]int{i, to})
			i = to
			continue
		}
		i += size
	}
	return out
}

func decode(s string) (rune, int) {
	for i, r := range s {
		if i == 0 {
			n := len(string(r))
			if r == unicode.ReplacementChar {
				n = 1
			}
			return r, min(n, len(s))
		}
	}
	return 0, 1
}

// opens reports whether a quote mark at i begins a quote: an apostrophe has a
// letter before it.
func opens(s string, i int) bool {
	if i == 0 {
		return true
	}
	c := s[i-1]
	return strings.ContainsRune(" \t\n(:=,;>-[", rune(c)) || c >= 0x80
}

// closeAt finds the quote mark that ends a quote: nothing of a word may follow
// it at once.
func closeAt(s string, mark rune) int {
	from := 0
	for {
		i := strings.IndexRune(s[from:], mark)
		if i < 0 || strings.Contains(s[:from+i], "\n\n") {
			return -1
		}
		at := from + i
		rest := s[at+len(string(mark)):]
		escaped := at > 0 && s[at-1] == '\\'
		if !escaped && (rest == "" || !isWordByte(rest[0]) || strings.ContainsRune("”」』》»", mark)) {
			return at
		}
		from = at + len(string(mark))
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// unquotedPart is a text with its quotes and addresses blanked.
func unquotedPart(s string) string {
	sh := shield(s)
	b := []byte(s)
	for i := range b {
		if sh[i] {
			b[i] = ' '
		}
	}
	return string(b)
}

// border is a place where a step may end: at, and where the next begins.
var border = lazyregexp.New(`(?i)\n+|[.!?]+["”»)]?\s+|\s*;\s*|,\s+(and\s+then|and\s+also|and|then|but|plus)\s+|,\s+|\s+(and\s+then|and\s+also|and\s+finally|and|then|but|before|plus|&|->|→)\s+|\s+(-|–|—|\+)\s+`)

// clauses cuts a prompt where a step ends. A border counts only when a command
// follows it: values hold commas, dots and “and” themselves. A new line always
// counts when it looks like “label: value”, or when the line before was whole.
func clauses(prompt string) []string {
	sh := shield(prompt)
	var out []string
	from := 0
	for at := 0; at < len(prompt); {
		m := border.FindStringIndex(prompt[at:])
		if m == nil {
			break
		}
		m = []int{at + m[0], at + m[1]}
		at = m[0] + 1 // what begins inside a quote may end outside
		if sh[m[0]] || m[0] < from || sh[m[1]-1] || !cuts(prompt, from, m[0], m[1]) {
			continue
		}
		at = m[1]
		end := m[0]
		for end < m[1] && (prompt[end] == '!' || prompt[end] == '?') {
			end++ // it may be the end of a password or a button's name
		}
		c := bare(prompt[from:end])
		if whole := strings.HasPrefix(prompt[m[0]:m[1]], "\n") && (from == 0 || prompt[from-1] == '\n'); whole {
			c += "\n" // a line of its own: its full stop belongs to the value
		}
		out = append(out, c)
		from = m[1]
	}
	return append(out, bare(prompt[from:]))
}

var listMark = lazyregexp.New(`(?:^|[\s:])\(?(\d{1,2})[.)]\s+`)

// inlineList puts the points of “1. press A 2. press B” on lines of their own:
// numbers that go up from one, each at the beginning of a line or before a step.
func inlineList(prompt string) string {
	sh := shield(prompt)
	var marks [][]int
	for from := 0; ; {
		m := listMark.FindStringSubmatchIndex(prompt[from:])
		if m == nil {
			break
		}
		at, number, end := from+m[2], prompt[from+m[2]:from+m[3]], from+m[1]
		line := prompt[strings.LastIndexByte(prompt[:at], '\n')+1 : at]
		from = end - 1
		ownLine := strings.Trim(line, " \t(") == ""
		if !sh[end-1] && number == strconv.Itoa(len(marks)+1) && (ownLine || beginsStep(prompt[end:], true)) {
			marks = append(marks, []int{at, end})
		}
	}
	if len(marks) < 2 {
		return prompt
	}
	var b strings.Builder
	from := 0
	for _, m := range marks {
		b.WriteString(strings.TrimRight(prompt[from:m[0]], " \n("))
		b.WriteString("\n")
		from = m[1]
	}
	b.WriteString(prompt[from:])
	return strings.TrimLeft(b.String(), "\n")
}

var bullet = lazyregexp.New(`^\s*([-*•–]|\(?\d{1,2}[.)])\s+`)

// bare takes the mark of a list off a line.
func bare(s string) string { return strings.TrimSpace(bullet.ReplaceAllString(s, "")) }

func cuts(prompt string, from, at, next int) bool {
	mark, rest := prompt[at:next], prompt[next:]
	before := strings.TrimSpace(prompt[from:at])
	if before == "" {
		return true
	}
	newline := strings.Contains(mark, "\n")
	lower := strings.ToLower(mark)
	if strings.Contains(lower, "before") && !strings.Contains(lower, "then") {
		return false
	}
	if mark[0] == '.' && abbreviation(before, rest) && !(firmEnd.MatchString(before) && beginsStep(rest, true)) {
		return false
	}
	if newline {
		return newLineCuts(before, rest)
	}
	if strings.Contains(mark, ";") {
		return true
	}
	if strings.ContainsAny(mark, "→>") && !beginsStep(before, true) && !pairsLine(stripLeading(rest)) {
		return false // “Moon -> Remind”: the page knows whether it is one step or two
	}
	if strings.Contains(lower, "then") && (!holdsValue(before) || bidsForm.MatchString(rest)) {
		return true // whatever it is, it is another step
	}
	if strings.TrimSpace(mark) == "," {
		if start := stripLeading(before); isAside(start) {
			return true
		} else if fieldAlone.MatchString(start) {
			return false // “in the subject box, type Hello”
		}
	}
	if strings.TrimSpace(mark) == "," && endsThere(before) {
		p, _, _ := leading(stripLeading(before), commandTable())
		next, object, ok := leading(stripLeading(rest), commandTable())
		if pairsLine(stripLeading(rest)) || ok && object != "" && next.kind == press && (p.kind == press || p.kind == open) {
			return true // “open …/stations, station: Mill Bridge”, “go to Stock, order mats”
		}
	}
	if p, object, ok := leading(rest, commandTable()); ok && mark[0] == '?' && p.kind == press && object != "" && !pairsLine(rest) && unicode.IsUpper(rune(rest[0])) {
		return true // “… Ben Holt in? Book with him”
	}
	return beginsStep(rest, strings.ContainsAny(mark, ".!?;→>"))
}

// endsThere reports whether a clause is whole, so that a “label: value” after it
// is a step of its own.
func endsThere(clause string) bool {
	p, rest, ok := leading(stripLeading(clause), commandTable())
	return ok && (p.kind == open || p.kind == press || p.kind == tick || p.kind == untick || p.kind == choose) && rest != "" && !pairsLine(clause)
}

// bidsForm is how an order begins, whatever its verb: “review the transfer”.
var bidsForm = lazyregexp.New(`^[a-z][a-z-]+ (?:the|my|a|an|your|its|it|this|that|in|on|for|up|out)\b`)

// holdsValue reports whether a clause may end in a value, which can hold any
// word.
func holdsValue(clause string) bool {
	body := stripLeading(clause)
	p, _, ok := leading(body, commandTable())
	return !ok || p.kind == fill || pairsLine(body)
}

// newLineCuts: a line that goes on with the value of the line before is rare;
// one that ends in a colon is finished by the next.
func newLineCuts(before, rest string) bool {
	line, _, _ := strings.Cut(rest, "\n")
	line = bare(line)
	if line == "" {
		return true
	}
	if strings.HasSuffix(before, ":") && !announces(afterVerb(before)) && !pairsLine(line) && !beginsStep(line, true) {
		return false
	}
	return true
}

func afterVerb(s string) string {
	s = stripLeading(s)
	if _, rest, ok := leading(s, commandTable()); ok {
		return rest
	}
	return s
}

// beginsStep reports whether a text begins with a command, also one that a
// place stands before.
func beginsStep(text string, sentence bool) bool {
	text = head(text)
	if p, rest, ok := placed(text); ok && rest != "" && (sentence || p.noun != "" || placeBids(rest)) {
		return true
	}
	return beginsCommand(text, sentence) || sentence && underWrite.MatchString(stripLeading(text)) || fieldLead.MatchString(stripLeading(text))
}

// placeBids reports whether what follows a place is a bare command: “, under Left
// eye choose …”.
func placeBids(rest string) bool {
	p, object, ok := leading(rest, commandTable())
	return ok && object != "" && (p.kind == choose || p.kind == tick || p.kind == untick || bareVerb(p.text) && p.kind == press)
}

// head is as much of a text as it takes to see what it begins with: a prompt has
// many places where a step may begin.
func head(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// beginsCommand reports whether a text begins with a command, a condition or a
// “label: value” of its own. After a sentence's end the latter counts.
func beginsCommand(text string, sentence bool) bool {
	body := stripLeading(text)
	if body == "" {
		return false
	}
	if afterEvent(body) != body {
		return true
	}
	if _, rest, ok := leading(body, conditionTable()); ok && !namesField(rest) {
		return true // “until when” begins a question, the others a condition
	}
	if splitVerb.MatchString(body) || sentence && pairsLine(body) {
		return true
	}
	p, rest, ok := leading(body, commandTable())
	if !ok {
		return sentence && (pairsLine(body) || isAsideStart(body) || goesOn.MatchString(text))
	}
	if len(body) < len(strings.TrimSpace(text)) { // “then …”, “please …”
		return true
	}
	if sentence && p.kind == read && strings.Contains(rest, " ") && asksForm.MatchString(rest) {
		return true // “… High. Who sings it?”
	}
	return !nounLike(p, rest, body)
}

// goesOn are words that begin another step, whatever follows them.
var goesOn = lazyregexp.New(`(?i)^\s*(?:and )?(?:then|next|finally|lastly|afterwards|after that)\b,?\s+\S`)

var asksForm = lazyregexp.New(`^[^.!?\n]*\?`)

// splitVerb is “turn the dark theme on”.
var splitVerb = lazyregexp.New(`(?i)^(?:turn|switch|put|toggle|set)\s+(.{1,60}?)\s+(on|off)\b\W*$|^(?:turn|switch|put|toggle|set)\s+([^,;.]{1,60}?)\s+(on|off)\b`)

func isAsideStart(body string) bool {
	head, _, ok := strings.Cut(body, ",")
	return ok && isAside(head)
}

// nounLike reports whether what looks like a command is more likely a word of
// a value or a label: “name and address”, “terms, note: …”.
func nounLike(p phrase, rest, body string) bool {
	if pairsLine(body) && ambiguousStart(body) {
		return true
	}
	first, _, _ := strings.Cut(rest, " ")
	if p.text == "use" && givesNumber.MatchString(rest) {
		return false
	}
	switch p.text {
	case "stop before", "stop right before", "stop just before", "stop short of":
		return !forbidsAct(rest) && strings.ToLower(rest) == rest && !strings.ContainsAny(rest, `"“`) // “ring, stop before the gate”
	case "confirm", "verify":
		for _, w := range words(first) {
			if lex().fields[w] && w != "order" {
				return true // “and confirm password to …” names a field
			}
		}
	case "review", "report", "view", "edit", "filter", "share", "watch", "track", "contact", "transfer", "call", "pin", "star", "rate", "return", "invite", "pause", "stop", "lock", "upgrade", "quote", "reset",
		"name", "state", "note", "time", "like", "post", "book", "order", "mark", "play", "start", "use", "is", "are", "was", "were", "has", "have", "do", "can", "did", "how", "copy", "make", "give", "take", "join", "follow", "print", "request", "which", "who", "whose", "while", "say":
		return !objectWords[strings.ToLower(strings.Trim(first, ",.;:!?"))] && !closesStep(p.text, rest)
	}
	return false
}

// givesNumber is what is used: “voucher number 5520-XK”, “code SAVE10”.
var givesNumber = lazyregexp.New(`^(?:[a-z-]+ ){1,3}(?:"|“)?[A-Z0-9-]*\d[A-Z0-9-]*\b`)

// closesStep: “and order”, “and book.” at the end of a prompt are commands.
func closesStep(verb, rest string) bool {
	switch verb {
	case "order", "book", "post", "start", "play", "join":
		return strings.Trim(rest, " .!") == ""
	}
	return false
}

// objectWords follow a command rather than a noun.
var objectWords = wordSet("the a an my your it its this that these me in on all to what which how whether if there i you he she does is are order now both when where who")
