package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// query is one thing that is to be read off the page.
type query struct {
	text  string   // as asked, for the report
	asked string   // the whole question
	words []string // to be matched
	typ   valueSort
	// form says that a kind of line is asked for: message, heading.
	form string
	// amount says that “how much” was asked, which need not be money.
	amount bool
	// ordinal picks the n-th of several, 0 none, -1 the last.
	ordinal int
	all     bool
	// loose takes the line as the answer: a day or a time, as it is written.
	loose bool
	// known are words of the page as a whole, its title above all: a fact need
	// not have them.
	known []string
	// with is what was asked about before it: “… and from which gate”.
	with []string
	// must are the words that a fact's own name has to have.
	must []string
	// all of the words have to be met where least is set.
	least float64
	// part are the words of what is asked of a thing: 上课时间 of 摄影课的上课时间.
	part []string
	// zh says that it was asked in Chinese.
	zh bool
	// measure is what it counts in, in Chinese.
	measure string
	// its says that it is about what was found or set last.
	its bool
}

var itsForm = lazyregexp.New(`(?i)^(?:what (?:is|are|was) |which |when is |where is )?(?:its|his|her|their)\b|\b(?:it|they|he|she) (?:now |still )?(?:has|have|costs?)\b|\b(?:of|for|about|in) (?:it|him|her|them|that (?:row|line|card|entry|item|one)|this (?:row|line|card|entry|item|one))$`)

// The forms that questions take.
var (
	askForms = []*lazyregexp.Regexp{
		lazyregexp.New(`(?is)^what (?:does|do|did) (?:it|the page|this page|the site) (?:now |then |there )?(?:list|say|show|read|give|display|tell)s? (?:there |here )?(?:about|on|under|for|as) (.+)$`),
		lazyregexp.New(`(?is)^what (?:does|did|do) (?:the |it |this )?(.+?) (?:say|show|read|tell|contain|display|cost)s?(?: about (.+))?$`),
		lazyregexp.New(`(?is)^what (?:it|the page|this page|the site|page|they) (?:now |then |there |here )?(?:says?|shows?|reads|displays|answers) (?:there |here )?(?:about|on|under|for) (.+)$`),
		lazyregexp.New(`(?is)^what (?:the |its |my )?(.+?) (?:says|is|are|was|were|shows|reads|costs?|will be)$`),
		lazyregexp.New(`(?is)^what(?:'s| is| are| was| were| will be)? (?:the |its |my )?(.+)$`),
		lazyregexp.New(`(?is)^(?:which|whose) (.+? (?:is|are|was|were) .+)$`),
		lazyregexp.New(`(?is)^(?:which|whose) (.+)$`),
	}
	costForm  = lazyregexp.New(`(?is)^what (?:does|do|did|would|will|must|should) (?:the |a |an |it |one )?(.*?) ?(?:costs?|be worth|come to)(?: .*)?$`)
	callForm  = lazyregexp.New(`(?is)^(?:what|which)(?: phone| telephone)? number (?:do|can|should|must|would|shall|could) (?:i|you|we|one|people) (?:call|ring|phone|dial|text)\b(?: up)?(?: (?:to|for|with|about|if|in|when)\b)?\s*(.*)$`)
	doesIt    = lazyregexp.New(`(?is)^how many (?:does|do|did|can|will) (?:it|they|he|she|this|that) (\w+)$`)
	doneVerb  = lazyregexp.New(`(?is)^(.+\S)\s+(?:leaves?|departs?|arrives?|starts?|begins?|ends?|happens?|takes? place|runs?|comes?|goes|go)$`)
	muchForm  = lazyregexp.New(`(?is)^how much (?:is|are|does|do|will|would|did|was|were|must|should|it|the)?\s*(.+?)\s*(?:costs?|come to|be|to pay|is|are)?$`)
	manyForm  = lazyregexp.New(`(?is)^how many (.+)$`)
	askedFor  = lazyregexp.New(`(?i)\s+(?:(?:are|is|were|was) (?:there|shown|listed|on the page)\b|there (?:are|is)\b|(?:do|does|did|can|will|would|should) (?:i|you|we|it|they|one|this|the \w+)(?: \w+)?$|(?:it|they|this) (?:has|have|makes?|needs?)\b|(?:are|is|were|was|have|has)\b)`)
	ofPerson  = lazyregexp.New(`(?i)\s+(?:am|are|is|do|does|did|was|were|have|has|had|can|will|should|must)\s+(?:i|you|we|it|they|he|she)\b(?: \w+){0,3}$`)
	longForm  = lazyregexp.New(`(?is)^how long (?:does|do|is|will|it)?\s*(.+?)\s*(?:takes?|be|last)?$`)
	whoForm   = lazyregexp.New(`(?is)^who (?:is |are |was |has |have )?(?:the )?(.+)$`)
	whenForm  = lazyregexp.New(`(?is)^(?:when|by when|until when|since when|from when|on which day|on what day|what day|which day) (?:is |are |am |was |were |does |do |did |will |the |it )*(.+)$`)
	whereForm = lazyregexp.New(`(?is)^where (?:(?:can|do|could|would|will) (?:i|you|we|one) (?:find|see|get to) )?(?:is |are |was |does |do |did |will |the |it )*(.+)$`)
	tailForm  = lazyregexp.New(`(?i)\s+(that (the page|it|is|are|then|appears?|shows?|comes?|you|i|we|was|were)\b.*|which (the page|it|is|are|then|appears?|you|i|was)\b.*|(shown|displayed|given|printed|listed|stated|mentioned|visible|written|you (see|get|find)|i (get|got|receive)|it (shows?|says|gives)|the page (then |now )?(shows?|says|gives))\b.*|(on|from|at the (top|bottom|end) of|in) (the|this|that) (next |resulting |new |confirmation |result(s)? |following |current |whole )?(page|screen|site|website|window|tab)\b.*|afterwards?|at the end|after (that|this|it|ordering|submitting|booking|sending|saving|pressing.*|the order.*)|once .*|when .*|back to me|to me|here|now|right now|at the moment|at present|currently|exactly|please|again|there)$`)
	ofForm    = lazyregexp.New(`(?is)^(.+?) (?:of|for) (.+)$`)
)

// queriesOf reads what a read step wants to know; several may be joined by
// “and”.
func queriesOf(st step) []query {
	if st.zh && hasHan(st.object) {
		return hanQueries(st)
	}
	text := questionText(st)
	text = strings.TrimRight(strings.TrimSpace(text), "?.! ")
	text = whatIs.ReplaceAllString(text, "what is")
	text = leadNoise.ReplaceAllString(text, "")
	text = whichLead.ReplaceAllString(text, "$1")
	var out []query
	head := ""
	for _, part := range splitQueries(text) {
		q := oneQuery(part)
		if m := ofForm.FindStringSubmatch(q.text); m != nil && head == "" {
			head = m[1]
		} else if head != "" && len(out) > 0 && q.typ == anything && len(q.words) <= 3 && q.form == "" {
			q = oneQuery(head + " of " + part)
		}
		out = append(out, q)
	}
	return out
}

// pronounOnly: “and how much does it cost” speaks of what was asked before.
func pronounOnly(q query) bool {
	if q.typ == anything {
		return false
	}
	for _, w := range q.words {
		if w != "it" && w != "they" && w != "them" && w != "that" && w != "when" && w != "one" {
			return false
		}
	}
	return true
}

var whichLead = lazyregexp.New(`(?i)^(?:in|at|on|from|to|for|by|with|of|until|since) ((?:which|what|whose|how)\b.*)$`)

var whatIs = lazyregexp.New(`(?i)^(what's|whats)\b`)

// questionText is the question with its own first word, which commands such as
// “how much” have taken.
func questionText(st step) string {
	switch st.verb {
	case "what", "what's", "whats", "which", "who", "whose", "when", "where", "how much", "how many", "how long", "how", "at what",
		"until when", "since when", "from when", "on which", "in which", "by when", "from which":
		return st.verb + " " + st.object
	case "for how many", "for how long":
		return strings.TrimPrefix(st.verb, "for ") + " " + st.object
	case "check what", "check how", "check which", "see what":
		return strings.Fields(st.verb)[1] + " " + st.object
	}
	return st.object
}

// wholeQuery reads a question with “and” in it as one: then a fact has to have
// all of its words.
func wholeQuery(st step) query {
	if st.zh {
		q := hanQuery(st.object)
		q.least = 0.95
		return q
	}
	q := oneQuery(leadNoise.ReplaceAllString(strings.TrimRight(questionText(st), "?.! "), ""))
	q.least = 0.95
	return q
}

var leadNoise = lazyregexp.New(`(?i)^((me|us|back|out|to me|the user|about|us|for me|:)\s+|,\s*)+`)

var queryStart = lazyregexp.New(`(?i)^(the|its|my|how|what|which|who|when|where|your|their|his|her|whether|if|also)\b`)

// splitQueries parts a question at “and” where each part stands for itself.
func splitQueries(text string) []string {
	parts := splitAnd(text)
	if len(parts) < 2 {
		return []string{text}
	}
	var out []string
	for i, p := range parts {
		if i > 0 && !queryStart.MatchString(p) && !hasSort(p) && !ofForm.MatchString(parts[0]) {
			out[len(out)-1] += " and " + p
			continue
		}
		out = append(out, p)
	}
	return out
}

func hasSort(text string) bool {
	for _, w := range words(text) {
		for _, s := range sortWords {
			if s.words[w] {
				return true
			}
		}
	}
	return false
}

var asker = lazyregexp.New(`(?i)(?:\s+(?:do|does|did|can|will|would|should|must))?\s+(?:i|you|we|they|one)\s+(?:still |then |have to |need to )*(?:have|had|need|needed|get|got|take|see|use|want|require|pay|owe|buy)\b`)

var payForm = lazyregexp.New(`(?i)\b(pay|owe|buy)\b`)

// withoutAsker: of “flour do I need” the flour.
func withoutAsker(body string) string {
	if t := strings.TrimSpace(asker.ReplaceAllString(body, "")); t != "" {
		return t
	}
	return body
}

// oneQuery reads one question.
func oneQuery(text string) query {
	q := query{text: strings.TrimSpace(text)}
	body := q.text
	q.asked = body
	q.its = itsForm.MatchString(body) || pronounWord.MatchString(body) && !pageSays.MatchString(body)
	switch {
	case doesIt.MatchString(body):
		body, q.typ, q.its = doesIt.FindStringSubmatch(body)[1], count, true
	case callForm.MatchString(body):
		body, q.typ = strings.TrimSpace("phone "+callForm.FindStringSubmatch(body)[1]), phone
	case costForm.MatchString(body):
		body, q.typ = costForm.FindStringSubmatch(body)[1], money
	case muchForm.MatchString(body):
		body = muchForm.FindStringSubmatch(body)[1]
		q.typ, q.amount = money, true
		if thing := withoutAsker(body); thing != body {
			if body = thing; !payForm.MatchString(q.text) {
				q.typ = anything // “how much flour do I need”
			}
		}
	case manyForm.MatchString(body):
		body, q.typ = askedFor.ReplaceAllString(withoutAsker(manyForm.FindStringSubmatch(body)[1]), ""), count
	case longForm.MatchString(body):
		body, q.typ, q.loose = longForm.FindStringSubmatch(body)[1], duration, true
	case whoForm.MatchString(body):
		body, q.typ = whoForm.FindStringSubmatch(body)[1], person
	case whenForm.MatchString(body):
		body, q.typ, q.loose = whenForm.FindStringSubmatch(body)[1], day, true
	case whereForm.MatchString(body):
		body = whereForm.FindStringSubmatch(body)[1]
	default:
		for _, form := range askForms {
			if m := form.FindStringSubmatch(body); m != nil {
				body = ofPerson.ReplaceAllString(m[1], "")
				if len(m) > 2 && m[2] != "" {
					body = m[2]
				}
				break
			}
		}
	}
	body = strings.TrimSpace(loosePronoun.ReplaceAllString(body, ""))
	if t := relativeEnd.ReplaceAllString(body, ""); len(words(t)) > 0 && t != body {
		q.its = q.its || pronounWord.MatchString(body[len(t):])
		body = t
	}
	if t := pronounLead.ReplaceAllString(body, ""); t != body && strings.TrimSpace(t) != "" {
		body, q.its = t, true
	}
	if q.typ != anything || strings.HasPrefix(lowered(q.text), "where ") {
		body = copulaEnd.ReplaceAllString(body, "")
	}
	for {
		cut := tailForm.ReplaceAllString(body, "")
		if cut == body || len(words(cut)) == 0 {
			break
		}
		body = cut
	}
	q.text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(body, "the "), "a "))
	q.name(body)
	return q
}

// relativeEnd: “the rating it got”, “which club she plays for”.
var relativeEnd = lazyregexp.New(`(?i)\s+(?:(?:does|do|did|is|are|was|were|has|have|will|can)\s+(?:it|they|he|she|i|we|you|one|the page|this page|the site)(?:\s+[\w'-]+){0,3}|(?:it|they|he|she|we)\s+[\w'-]+(?:\s+now)?|(?:it|they|he|she|this|that|one)\s+(?:got|gets|has|had|have|received|shows?|holds?|gives?|says?|costs?|is|was|are|were)(?:\s+now)?|(?:it |they |he |she )?(?:plays?|works?|belongs?|lives?|sits?|stands?|comes?|goes|leaves?|arrives?|starts?|runs?)\s+(?:for|in|at|to|on|from|with))$`)

// pageSays: in “what total it shows” it is the page.
var (
	pageSays     = lazyregexp.New(`(?i)\bit (?:now |then )?(?:shows?|says?|lists?|displays?|reads?|gives?|tells?|mentions?)\b`)
	loosePronoun = lazyregexp.New(`(?i)\s+(?:it|they)$`)
)

// pronounLead: “since when she's been a member”, “until when it is on the board”.
var (
	pronounLead = lazyregexp.New(`(?i)^(?:she|he|it|they)(?:['’]s|['’]re| is| are| was| has| have| had| will)?(?: be| been| now| still)*\s+(?:a |an |the )?`)
	pronounWord = lazyregexp.New(`(?i)\b(?:it|they|he|she)\b`)
)

// copulaEnd: “when its last service was”.
var copulaEnd = lazyregexp.New(`(?i)\s+(?:is|are|was|were|will be|has been|had been)$`)

var allWords = wordSet("all every each prices names titles headings links buttons plans options")

// name works out words, form and sort of a query.
func (q *query) name(body string) {
	body = strings.Trim(strings.TrimSpace(body), `"“”'`)
	if m := ordinalForm.FindStringSubmatch(body); m != nil {
		q.ordinal = ordinal(m[1])
		body = m[2]
	} else if m := ofForm.FindStringSubmatch(body); m != nil {
		if o := ordinalForm.FindStringSubmatch(m[2]); o != nil {
			q.ordinal = ordinal(o[1])
			body = m[1] + " of " + o[2]
		}
	}
	for _, w := range rawWords(body) {
		q.all = q.all || w == "all" || w == "every" || w == "each"
	}
	q.words = words(body)
	if len(q.words) > 1 && q.words[0] == "all" {
		q.words = q.words[1:]
	}
	if strings.Contains(strings.ToLower(body), "number of ") && !ofTheThing.MatchString(body) && q.typ == anything {
		q.typ = count
	}
	for _, w := range q.words {
		if f, ok := formWords[w]; ok && q.form == "" {
			q.form = f
		}
		for _, s := range sortWords {
			if s.words[w] && q.typ == anything {
				q.typ = s.typ
			}
		}
	}
}

// ofTheThing is a number that a thing has: “the number of the breakdown line”.
var ofTheThing = lazyregexp.New(`(?i)\bnumber of (?:the|my|our|its|this|that|your)\s+\S+(?:\s+\S*[^s\s?.])?\W*$`)

// wordsFor are the words of a query that a fact has to have: those that only
// tell the sort or the form of what is wanted weigh little where that is met.
func (q query) wordsFor(met bool) []string {
	if !met || q.least > 0 {
		return q.words
	}
	var strong, light []string
	for _, w := range q.words {
		switch {
		case q.tells(w):
		case weight(w) > 0.3:
			strong = append(strong, w)
		default:
			light = append(light, w)
		}
	}
	if len(strong) == 0 {
		return light
	}
	return strong
}

// wanted are the words that a fact under a key has to have.
func (q query) wanted(met bool, key []string) []string {
	want := q.wordsFor(met)
	if len(want) == 0 {
		want = q.words
	}
	var out []string
	for _, w := range want {
		if has(key, w) || !has(q.known, w) {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return want
	}
	return out
}

// onlyTells: a key that only says the sort (Fee: 45 €) belongs to the heading
// above it.
func (q query) onlyTells(key []string) bool {
	for _, w := range key {
		if !q.tells(w) {
			return false
		}
	}
	return len(key) > 0
}

func has(list []string, w string) bool {
	for _, l := range list {
		if alike(l, w) > 0 {
			return true
		}
	}
	return false
}

func (q query) tells(w string) bool {
	if pageWords[w] && len(q.words) > 1 {
		return true
	}
	for _, s := range sortWords {
		if s.typ == q.typ && s.words[w] {
			return true
		}
	}
	return false
}
