package offline

import (
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	saysForm      = lazyregexp.New(`(?is)^(?:(?:whether|if|that)\s+)?(?:the |this |it |there )?(?:[\w'-]+ ){0,3}?(?:page|site|website|text|article|it|document)?\s*(?:says?|mentions?|contains?|shows?|has|includes?|reads?|lists?|states?|tells?|displays?)\s+(?:that |the (?:word|words|text|phrase|sentence)s? |anything about |something about |the )?(.+)$`)
	thereForm     = lazyregexp.New(`(?is)^(?:(?:whether|if|that)\s+)?(?:there (?:is|are)\s+|there\s+)?(?:is there |are there )?(?:a|an|any|the|some)?\s*(.+?)(?: (?:on|in) (?:the|this) (?:page|site|website|text|article))?(?: (?:is|are) (?:mentioned|shown|listed|there|present))?$`)
	whetherForm   = lazyregexp.New(`(?i)^(whether|if)\b`)
	whetherThere  = lazyregexp.New(`(?i)^(whether|if) (there|a|an|any)\b`)
	mentionedForm = lazyregexp.New(`(?is)^(?:whether |if |that )?(.+?) (?:is|are) (?:mentioned|shown|listed|there|present|included|displayed)(?: anywhere)?$`)
	questionLead  = lazyregexp.New(`(?i)^(how|what|which|who|whose|when|where)\b`)
	thereAsked    = lazyregexp.New(`(?i)^there\b|\b(mentioned|shown|listed)$`)
	findNoise     = lazyregexp.New(`(?i)^((the|a|an|any|all|out|me|where|for|text|word|words|phrase|mention of|mentions of|occurrences of|every|each|places? where|it says|the page (mentions|says))\s+)+`)
	onPageTail    = lazyregexp.New(`(?i)\s+(on|in) (the|this) (page|site|website|text|article|tab)$`)
	foundForm     = lazyregexp.New(`(?m)^found: (\d+)`)
	elementWord   = lazyregexp.New(`(?i)\s*\b(button|link|heading|field|checkbox|textbox)\b\s*(to|for|called|named|labelled|saying)?\s*`)
)

// yesNoText gives the words that a yes-or-no question asks about.
func yesNoText(st step) (string, bool) {
	object := strings.TrimRight(strings.TrimSpace(st.object), "?.! ")
	object = onPageTail.ReplaceAllString(object, "")
	var m []string
	switch st.verb {
	case "does", "do", "did", "verify", "verify that", "verify whether", "verify if", "make sure", "check that", "check whether", "check if", "see whether", "see if":
		m = saysForm.FindStringSubmatch(object)
		if m == nil && strings.HasPrefix(strings.ToLower(object), "there ") {
			m = thereForm.FindStringSubmatch(object)
		}
	case "tell", "tell me", "say", "report", "let me know", "find out", "answer":
		if whetherForm.MatchString(object) {
			m = saysForm.FindStringSubmatch(object)
			if m == nil && whetherThere.MatchString(object) {
				m = thereForm.FindStringSubmatch(object)
			}
		}
	case "is", "are":
		if thereAsked.MatchString(object) {
			m = thereForm.FindStringSubmatch(object)
		}
	}
	if checks := strings.HasPrefix(st.verb, "check") || strings.HasPrefix(st.verb, "see ") || strings.HasPrefix(st.verb, "verify") || st.verb == "make sure"; m == nil && (checks || whetherForm.MatchString(object)) && !questionLead.MatchString(object) {
		m = mentionedForm.FindStringSubmatch(object)
	}
	if m == nil {
		return "", false
	}
	return cleanSought(m[1]), true
}

func cleanSought(s string) string {
	s = strings.TrimSpace(strings.TrimRight(s, "?.! "))
	if q := quotedName(s); q != "" {
		return q
	}
	s = onPageTail.ReplaceAllString(s, "")
	if t := strings.TrimSpace(findNoise.ReplaceAllString(s, "")); t != "" {
		s = t
	}
	return strings.Trim(s, `"“”'`)
}

// says answers whether the page has some words.
func (r *runner) says(sought string) error {
	total, lines, err := r.hits(sought, "")
	if err != nil {
		return err
	}
	if total == 0 {
		if t := strings.TrimSpace(elementWord.ReplaceAllString(sought, " ")); t != "" && t != sought {
			if total, lines, err = r.hits(t, ""); err != nil {
				return err
			}
		}
	}
	if total == 0 {
		if more, err := r.more(); err != nil || more {
			if err != nil {
				return err
			}
			return r.says(sought)
		}
		return r.saysNot(sought)
	}
	r.answerf("Yes, “%s” is on the page: %s", sought, strings.Join(append(lines[:min(3, len(lines)):min(3, len(lines))], r.under(sought)...), "; "))
	return nil
}

// under gives what stands under the one heading that has some words: the answer to the
// question that it asks.
func (r *runner) under(sought string) []string {
	var found *element
	for _, e := range r.page.els {
		if e.role == "heading" && strings.Contains(fold(e.name()), fold(sought)) {
			if found != nil {
				return nil
			}
			found = e
		}
	}
	if found == nil || !strings.HasSuffix(found.name(), "?") {
		return nil
	}
	var out []string
	for _, line := range r.section(found) {
		out = append(out, "“"+line+"”")
	}
	return out[:min(2, len(out))]
}

// saysNot answers when the very words are not there: the same words may stand
// in another order.
func (r *runner) saysNot(sought string) error {
	if err := r.readContent(); err != nil {
		return err
	}
	lines := linesWith(words(sought), append(factsOf(r.page), factsOf(r.content)...))
	if len(lines) > 0 {
		r.answerf("Not in these words (“%s”), but the page says: “%s”.", sought, strings.Join(lines, "”; “"))
		return nil
	}
	if m := chargeForm.FindStringSubmatch(sought); m != nil {
		q := oneQuery("price of " + m[1])
		if hits, _ := r.lookUp(q); len(hits) == 1 {
			r.tell(q, hits)
			return nil
		}
	}
	r.answerf("No: I do not find “%s” on the page %s.", sought, r.page.url)
	return nil
}

// chargeForm asks for a price by asking whether there is one.
var chargeForm = lazyregexp.New(`(?i)^(?:extra |additional )?(?:charge|cost|fee|price)s?\s+(?:for|to|of|on)\s+(?:an?\s+|the\s+)?(\S.*)$`)

// linesWith gives the lines that have all words.
func linesWith(want []string, facts []fact) []string {
	var out []string
	for _, f := range facts {
		if o := compare(want, words(f.line), nil); o.own >= 0.99 && !contains(out, f.line) && len(out) < 3 {
			out = append(out, f.line)
		}
	}
	return out
}

// hits asks the find tool and gives its lines in words.
func (r *runner) hits(sought, role string) (int, []string, error) {
	args := r.args("text", sought)
	if role != "" {
		args["role"] = role
	}
	res, err := r.s.look("find", args)
	if err != nil {
		return 0, nil, err
	}
	if !res.ok() {
		return 0, nil, refuse("the page could not be searched: %s.", reason(res.text))
	}
	total, found := parseFound(res.text)
	var lines []string
	for _, e := range found {
		lines = append(lines, r.tongue.line(e))
	}
	if total == 1 && len(found) == 1 && r.page != nil {
		if el := r.page.like(found[0]); el != nil {
			r.last, r.subject = el, r.page.topic(el) // “… its price. Press Buy in that row.”
		}
	}
	return total, lines, nil
}

// like is the element of a page that a line of another look at it tells of.
func (p *page) like(line *element) *element {
	for _, e := range p.els {
		if e.role == line.role && e.name() == line.name() && (e.ref == line.ref || e.ref == "") {
			return e
		}
	}
	return nil
}

func parseFound(text string) (int, []*element) {
	total := 0
	if m := foundForm.FindStringSubmatch(text); m != nil {
		total, _ = strconv.Atoi(m[1])
	}
	var out []*element
	for _, line := range strings.Split(text, "\n") {
		body := strings.TrimPrefix(strings.TrimSpace(line), "- ")
		if e, ok := parseLine(body); ok && (len(e.names) > 0 || e.value != "") && !headerLine.MatchString(line) && !strings.HasPrefix(line, "found:") {
			out = append(out, e)
		}
	}
	return max(total, len(out)), out
}

// line is a line for a person.
func (t tongue) line(e *element) string {
	names := strings.Join(nonEmpty(e.names), " | ")
	text := "“" + names + "”"
	if !isText(e.role) {
		text = t.say("%s %s", term(e.role), text)
	}
	if e.value != "" {
		text += t.say(" (holds “%s”)", e.value)
	}
	return text
}

// find looks for text on the page and tells where it stands.
func (r *runner) find(st step) error {
	if err := r.settled(); err != nil {
		return err
	}
	if _, err := r.page.pick(st.verb, "button", r.page.pressable(wordSet("button"), "button")); err == nil && st.verb == "find" && quotedName(st.object) != "" {
		if field := r.searchField(); field != nil {
			return r.search(step{kind: search, verb: "search", object: "for " + st.object[quotes(st.object)[0][0]:quotes(st.object)[0][1]], text: st.text})
		}
	}
	sought := cleanSought(st.object)
	if sought == "" {
		return refuse("“%s” does not say what to find.", st.text)
	}
	role := ""
	if m := elementWord.FindStringSubmatch(sought); m != nil && quotedName(st.object) == "" {
		if t := strings.TrimSpace(elementWord.ReplaceAllString(sought, " ")); t != "" {
			role, sought = strings.ToLower(m[1]), t
		}
		role = map[string]string{"button": "button", "link": "link", "heading": "heading", "checkbox": "checkbox"}[role]
	}
	total, lines, err := r.hits(sought, role)
	if err != nil {
		return err
	}
	if total > 0 {
		text := r.tongue.say("Found “%s” %s on the page: %s", sought, r.tongue.times(total), strings.Join(lines[:min(5, len(lines))], "; "))
		if total > 5 {
			text += r.tongue.say("; and %d more", total-min(5, len(lines)))
		}
		r.answers = append(r.answers, text)
		return nil
	}
	// The words may stand apart: “the price of the lamp”.
	return r.answer(st, oneQuery(sought))
}

func (t tongue) times(n int) string {
	if n == 1 {
		return t.say("once")
	}
	return t.say("%d times", n)
}

var stateForm = lazyregexp.New(`(?i)^(?:(?:whether|if)\s+)?(?:the |my )?(.+?)(?: (?:box|field|button|option|checkbox|switch))?\s+(?:is |are |currently |now |already |still )*(ticked|checked|selected|chosen|on|off|enabled|disabled|unticked|unchecked|empty|filled in|filled|turned on|turned off|pressed|available|greyed out|grayed out)$`)

// asksWhen begins a question that wants more than a state: “from when it is
// available”.
var asksWhen = lazyregexp.New(`(?i)^(?:from when|since when|until when|when|how|where|who|what|which|why)\b`)

// stateAsked answers “is gift wrap ticked?”, “is the Order button enabled?”.
func (r *runner) stateAsked(st step) (string, bool) {
	switch st.verb {
	case "is", "are", "check whether", "check if", "see whether", "see if", "tell", "tell me", "verify that", "verify", "report", "say", "let me know":
	default:
		return "", false
	}
	m := stateForm.FindStringSubmatch(strings.TrimRight(onPageTail.ReplaceAllString(st.object, ""), "?.! "))
	if m == nil || asksWhen.MatchString(m[1]) {
		return "", false
	}
	list := append(r.page.fields(), r.page.choices()...)
	list = append(list, r.page.pressable(pressRoles, "button")...)
	c, err := r.page.pick(m[1], "control", list)
	if err != nil {
		return "", false
	}
	return r.state(c), true
}

func (r *runner) state(c ranked) string {
	e, name := c.el, r.page.called(c.el)
	var parts []string
	switch {
	case c.option != "":
		chosen := term("is not chosen")
		if same(e.value, c.option) {
			chosen = "is chosen"
		}
		return r.tongue.say("“%s” %s for “%s”, which holds “%s”.", c.option, chosen, name, e.value)
	case tickable(e) && e.flags["checked"]:
		parts = append(parts, r.tongue.say("ticked"))
	case tickable(e):
		parts = append(parts, r.tongue.say("not ticked"))
	case textRoles[e.role] && e.value == "":
		parts = append(parts, r.tongue.say("empty"))
	case textRoles[e.role]:
		parts = append(parts, r.tongue.say("holding “%s”", e.value))
	}
	if e.flags["pressed"] {
		parts = append(parts, r.tongue.say("pressed"))
	}
	if e.flags["disabled"] {
		parts = append(parts, r.tongue.say("disabled"))
	} else if len(parts) == 0 {
		parts = append(parts, r.tongue.say("enabled"))
	}
	return r.tongue.say("“%s” (%s) is %s.", name, term(e.role), r.tongue.list(parts))
}
