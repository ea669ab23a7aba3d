package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// place is the part of a page that a step speaks of: “in the billing form”,
// “under Shipping”.
type place struct {
	name string
	noun string // form, section, …; empty where only the name was said
	// here says that the step itself names it. Steps after it keep to it only
	// as long as they find there what they want.
	here bool
}

// placeNouns are kinds of parts. What also names a field (box, area, bar) is
// none of them.
const (
	placeNouns = `form|section|part|panel|card|column|group|dialog|dialogue|popup|pop-up|window|block|fieldset`
	rowNouns   = `row|line|entry|record|table|tile|toolbar|list|bar|menu`
)

var (
	placeLead  = lazyregexp.New(`(?is)^(?:in|on|under|within|inside|at|into|for)\s+(?:the\s+|my\s+)?(\S.{0,50}?)\s+(` + placeNouns + `|` + rowNouns + `)\b(?:\s+(?:called|named|labelled|labeled)\s+([^,:]{1,50}))?\s*(?:[,:]|->|→|[-–—])?\s*(.*)$`)
	placeQuote = lazyregexp.New(`(?is)^(?:(?:in|on|under|within|inside|at|for)\s+)?(?:the\s+)?(` + placeNouns + `|` + rowNouns + `|tab)\s+(?:(?:of|for|called|named|labelled|labeled|with|saying)\s+)?["“]([^"”\n]{1,60})["”]\s*(?:[,:]|->|→|[-–—])?\s*(.*)$`)
	placeOf    = lazyregexp.New(`(?is)^(?:in|on|under|within|inside|at|for)\s+(?:the\s+)?(` + placeNouns + `|` + rowNouns + `)\s+(?:of|for|called|named|labelled|labeled|with|saying)\s+(?:the\s+)?(\S.*)$`)
	asksLead   = lazyregexp.New(`(?i)^\S+ (?:how|which|what|whose)\b`) // “for how many minutes …”
	placeStop  = lazyregexp.New(`\s*(?:[,:]|->|→|\s[-–—]\s)\s*`)
	placeOnly  = lazyregexp.New(`(?is)^(?:in|on|under|within|inside|for)\s+(?:the\s+|my\s+)?([^,:]{1,200}?)\s*(?:(?:[,:]|\s[-–—]\s)\s*(.*))?$`)
	placeFill  = lazyregexp.New(`(?is)^(?:in\s+|out\s+)?(?:the\s+|my\s+)?([^:,"“”\n]{1,50}?)\s+(` + placeNouns + `)\b\s*(?:(?:with|using|below|as follows|like this|by)\b\s*)*[:,\-–—]*\s*(.*)$`)
	placeLast  = lazyregexp.New(`(?is)^(.*\S)\s+(?:in|on|under|of|from|within|inside)\s+(?:the\s+|my\s+)(\S[^,:]{0,40}?)\s+(` + placeNouns + `)$`)
	placeAlone = lazyregexp.New(`(?is)^(?:the\s+|my\s+)?(\S[^,:;=.]{0,50}?)\s+(form|section|dialog|panel|tab)\s*(?:[:\-–—]\s*(.*))?$`)
	tabFirst   = lazyregexp.New(`(?is)^(?:(?:in|on|under|at)\s+)?(?:the\s+|my\s+)?(\S[^,:;=.]{0,40}?)\s+tab\s*,\s*(\S.*)$`)
	pointers   = wordSet("the this that my a an its whole entire same")
)

// declared gives a value by a sentence: “partner 1 is Sam Orr”.
var declared = lazyregexp.New(`^(?:the |my |our )?[\w' -]{2,30}? (?:is|should be) \S`)

// placed takes the part of the page off the beginning of a clause.
func placed(clause string) (p place, rest string, ok bool) {
	body := stripLeading(strings.TrimSpace(clause))
	if fieldLead.MatchString(body) || asksLead.MatchString(body) {
		return place{}, clause, false
	}
	if m := placeLead.FindStringSubmatch(body); m != nil && !pointers[strings.ToLower(m[1])] {
		p = place{name: m[1], noun: strings.ToLower(m[2]), here: true}
		if p.name = strings.Trim(p.name, `"“”`); m[3] != "" {
			p.name = m[3]
		}
		if rest = m[4]; strings.TrimSpace(rest) == "" || startsOver(rest) || declared.MatchString(rest) {
			return p, rest, true
		}
	}
	if m := placeQuote.FindStringSubmatch(body); m != nil && (m[3] == "" || startsOver(m[3])) {
		return place{name: m[2], noun: strings.ToLower(m[1]), here: true}, m[3], true
	}
	if m := placeOf.FindStringSubmatch(body); m != nil {
		name, rest := untilCommand(m[2])
		if stop := placeStop.FindStringIndex(mask(m[2])); stop != nil && stop[0] < len(name) {
			name, rest = m[2][:stop[0]], m[2][stop[1]:]
		}
		if len(strings.Fields(name)) <= 6 && (rest == "" || startsOver(rest)) {
			return place{name: name, noun: strings.ToLower(m[1]), here: true}, rest, true
		}
	}
	if m := tabFirst.FindStringSubmatch(body); m != nil && !pointers[strings.ToLower(m[1])] && !acts(m[1]) && startsOver(m[2]) {
		return place{name: m[1], noun: "tab", here: true}, m[2], true
	}
	if m := placeAlone.FindStringSubmatch(body); m != nil && !pointers[strings.ToLower(m[1])] && !acts(body) {
		return place{name: m[1], noun: strings.ToLower(m[2]), here: true}, m[3], true
	}
	m := placeOnly.FindStringSubmatch(body)
	if m == nil || fieldLead.MatchString(body) || isAside(strings.TrimRight(body, " ,.")) || len(words(m[1])) == 0 {
		return place{}, clause, false
	}
	name, rest := strings.Trim(strings.TrimRight(m[1], " ,."), `"“”`), m[2]
	if inner, after := untilCommand(name); rest == "" || after != "" && rest != "" {
		if after != "" && rest != "" {
			after += ", " + rest
		}
		name, rest = inner, after
	}
	if len(strings.Fields(name)) > 6 || rest == "" && strings.ContainsAny(body, ":=?") || rest != "" && !startsOver(rest) {
		return place{}, clause, false
	}
	p = place{name: name, here: true}
	if t, ok := strings.CutSuffix(strings.ToLower(name), " tab"); ok {
		p = place{name: name[:len(t)], noun: "tab", here: true}
	}
	return p, rest, true
}

// acts reports whether a text that ends in “form” says what to do with it.
func acts(body string) bool {
	p, _, ok := leading(body, commandTable())
	return ok && (p.kind != press || bareVerb(p.text) || lex().submit[stem(p.text)] || p.text == "close" || p.text == "cancel" || p.text == "reset" || p.text == "expand" || p.text == "collapse")
}

// untilCommand parts “Shipping choose Express” before its command. The first
// word belongs to the name.
func untilCommand(text string) (name, rest string) {
	for i := 1; i < len(text); i++ {
		if text[i-1] != ' ' || text[i] == ' ' {
			continue
		}
		p, after, ok := leading(text[i:], commandTable())
		object, _, _ := strings.Cut(strings.TrimSpace(after), " ")
		if ok && after != "" && (p.kind == press && objectWords[strings.ToLower(object)] || p.kind == fill || p.kind == choose || p.kind == tick || p.kind == untick || bareVerb(p.text) && (p.kind == press || p.kind == open)) && !nounLike(p, after, text[i:]) {
			return strings.TrimSpace(text[:i]), text[i:]
		}
	}
	return text, ""
}

const fieldNouns = `field|box|input|text ?box|text ?area|area|bar|drop-?down(?: list| menu)?|menu|list|selector|combo ?box`

var (
	fieldLead  = lazyregexp.New(`(?is)^(?:in|into|on|from)\s+(?:the\s+|my\s+)?(\S[^,:]{0,40}?)\s+(?:` + fieldNouns + `)\b\s*,?\s+(?:please\s+)?(?:type in|type|enter|write|put in|put|insert|input|key in|fill in|choose|select|pick|set):?\s+(.+)$`)
	fieldAlone = lazyregexp.New(`(?is)^(?:in|into|on|from)\s+(?:the\s+|my\s+)?\S[^,:]{0,40}?\s+(?:` + fieldNouns + `)$`)
)

// intoField reads “in the subject box type Hello”.
func intoField(body string) (step, bool) {
	m := fieldLead.FindStringSubmatch(body)
	if m == nil || pointers[strings.ToLower(m[1])] {
		return step{}, false
	}
	return step{kind: fill, object: m[1] + ": " + m[2], text: body}, true
}

func startsOver(text string) bool { return beginsCommand(text, true) || pairsLine(text) }

// takePlace takes the part of the page out of “fill in the billing form: …”.
func (s *step) takePlace() {
	if s.kind != fill {
		return
	}
	m := placeFill.FindStringSubmatch(s.object)
	if m == nil || pointers[strings.ToLower(m[1])] || m[3] != "" && !pairsLine(m[3]) {
		return
	}
	if noun := strings.ToLower(m[2]); m[3] != "" && noun != "form" && noun != "section" && noun != "fieldset" && strings.HasSuffix(strings.TrimSuffix(s.object, m[3]), m[2]+" ") {
		return // “member card number: 3316”
	}
	s.place = place{name: m[1], noun: strings.ToLower(m[2]), here: true}
	s.object = m[3]
}

// part is a stretch of a page.
type part struct {
	from, to int // elements, to included
	name     string
	// box is what holds it, nil for what stands under a heading.
	box *element
	// loose also has what stands outside of all other forms and dialogs.
	loose bool
}

// inPart reports whether the step may mean an element: with no part set, any.
func (p *page) inPart(e *element) bool {
	if p.part == nil || e.index >= p.part.from && e.index <= p.part.to {
		return true
	}
	if !p.part.loose {
		return false
	}
	if p.part.box == nil || !closedRoles[p.part.box.role] {
		return true
	}
	free := true
	p.up(e, func(a *element) bool { free = !closedRoles[a.role]; return !free })
	return free
}

// closedRoles are parts whose fields and buttons belong together.
var closedRoles = wordSet("form search dialog alertdialog")

// lineRoles are parts that are called by any one of the things that they say.
var lineRoles = wordSet("row listitem")

var lineNouns = wordSet("row line entry record tile card part block")

var partRoles = wordSet("form search region group radiogroup dialog alertdialog article listitem row tabpanel navigation complementary table list")

// parts are the boxes and headings of a page, as candidates.
func (p *page) parts(noun string) []candidate {
	var out []candidate
	for _, e := range p.els {
		var c candidate
		switch {
		case lineRoles[e.role] && (e.flags["header"] || noun != "" && !lineNouns[noun]):
			continue // a row is no list
		case e.role == "heading":
			c = candidate{el: e, labels: nonEmpty([]string{p.titled(e)})}
		case partRoles[e.role]:
			c = candidate{el: e, labels: nonEmpty([]string{e.name()}), bonus: 0.05}
			if lineRoles[e.role] {
				c.labels = append(c.labels, nonEmpty(e.names)...)
				for _, k := range p.within(e) {
					if isText(k.role) || k.role == "link" || k.role == "heading" {
						c.labels = append(c.labels, nonEmpty(k.names)...)
					}
				}
			}
			for _, k := range p.within(e) {
				if k.role == "heading" && (cardRoles[e.role] || closedRoles[e.role]) {
					c.labels = append(c.labels, p.titled(k))
					break
				}
			}
		}
		if (noun == "form" || noun == "dialog") && strings.HasSuffix(e.role, noun) {
			c.bonus += 0.05
		}
		if len(c.labels) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// stretch is what belongs to a box or stands under a heading.
func (p *page) stretch(e *element) *part {
	out := &part{from: e.index, to: e.index, name: p.called(e)}
	if e.role == "heading" {
		out.name = p.titled(e)
	} else {
		out.box = e
	}
	for _, k := range p.els[e.index+1:] {
		if out.box != nil && k.depth <= e.depth || out.box == nil && (k.depth < e.depth || k.role == "heading" && k.level <= e.level) {
			break
		}
		out.to = k.index
	}
	return out
}

// find looks the place up. nil without an error is the page as a whole.
func (p *page) find(at place) (*part, error) {
	forms := p.all(closedRoles)
	if n := ordinal(at.name); n != 0 && at.noun == "form" {
		if n < 0 {
			n = len(forms)
		}
		if n < 1 || n > len(forms) {
			return nil, refuse("there are only %d forms on this page.", len(forms))
		}
		return p.stretch(forms[n-1]), nil
	}
	var best []ranked
	list := p.parts(at.noun)
	if just := calledJust(at.name, list); len(just) == 1 && at.noun == "" {
		list = just // “Tastings” is the heading, and not the group “Tasting” under it
	}
	for _, c := range rank(words(at.name), list) {
		if c.fits() && c.own >= 0.9 && (len(best) == 0 || best[0].score-c.score < clearLead) {
			best = append(best, c)
		}
	}
	switch {
	case len(best) > 0:
		first := p.stretch(best[0].el)
		for _, c := range best[1:] {
			if s := p.stretch(c.el); s.from < first.from || s.to > first.to {
				return nil, p.tie(at.name, "part of the page", best)
			}
		}
		return first, nil
	case at.noun == "form" && len(forms) <= 1, compare(words(at.name), p.known(), nil).own >= 0.9:
		return nil, nil
	}
	what := term(at.noun)
	if what == "" {
		what = "part"
	}
	return nil, missing("there is no %s called “%s” on this page.", what, at.name)
}

// all are the elements of some roles, whether or not they can be acted on.
func (p *page) all(roles map[string]bool) []*element {
	var out []*element
	for _, e := range p.els {
		if roles[e.role] {
			out = append(out, e)
		}
	}
	return out
}

// enter keeps to the part of the page that a step speaks of.
func (r *runner) enter(st step) error {
	r.at = st.place
	if !r.at.here && r.page != nil && r.page.url != r.atURL {
		r.at = place{} // that part was on another page
	}
	if r.at.name == "" {
		if r.page != nil {
			r.page.part = nil
		}
		return nil
	}
	if err := r.current(); err != nil {
		return err
	}
	if !r.at.here {
		r.narrow()
		return nil
	}
	err := r.retried(func() error {
		found, err := r.page.find(r.at)
		r.page.part = found
		return err
	})
	r.atURL = r.page.url
	return err
}

// narrow does so on a new look. A part that is no longer there is forgotten.
func (r *runner) narrow() {
	if r.page.part = nil; r.at.name != "" {
		r.page.part, _ = r.page.find(r.at)
	}
	if m := r.page.modal(); m != nil && r.page.part != nil && !r.at.here && r.page.part.from < m.index {
		r.page.part = nil // what follows is about the dialog that was opened there
	}
}
