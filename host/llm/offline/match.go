package offline

import (
	"errors"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// candidate is something that a query may mean.
type candidate struct {
	el *element
	// labels are what it may be called, best first.
	labels []string
	// around are words near it that a query may use to tell it from others.
	around []string
	// bonus raises it over its equals.
	bonus float64
	// option is the choice of el that is meant, empty if el itself is.
	option string
	// popup says that it is a button that brings choices, called by its label and
	// what is chosen. Only the beginning of its name counts.
	popup bool
	// whole says that only its whole name is its name.
	whole bool
	// stepper is set where it is a number between two buttons; el is the one for
	// more.
	stepper *stepper
}

// calls reports whether words can be a name of a candidate.
func (c candidate) calls(query, label []string) bool {
	if c.popup && c.whole {
		return slices.Equal(query, label)
	}
	return !c.popup || len(query) > 0 && len(query) <= len(label) && slices.Equal(query, label[:len(query)])
}

// ranked is a candidate with its score.
type ranked struct {
	candidate
	score, query, own float64
	// strict says that it is called in pairs of Chinese signs, of which two names
	// that differ at their end share many.
	strict bool
}

// Thresholds, found by the prompts in the tests: what part of a query has to
// be met, and how far the best must be ahead to be taken.
const (
	enoughQuery = 0.66
	enoughScore = 0.55
	clearLead   = 0.03
	strictQuery = 0.75
)

// rank scores candidates, best first. Those that do not meet the thresholds
// come after those that do.
func rank(query []string, list []candidate) []ranked {
	out := make([]ranked, 0, len(list))
	strict := slices.ContainsFunc(query, hasHan)
	for _, c := range list {
		best := ranked{candidate: c, strict: strict}
		for i, label := range c.labels {
			o := compare(query, words(label), c.around)
			if c.popup {
				o.label = max(o.label, 0.8) // the rest of its name is what is chosen
			}
			s := o.score() + c.bonus - 0.02*float64(i)
			if o.own == 0 || !c.calls(query, words(label)) {
				s = 0
			} else if inOrder(query, words(label)) {
				s += 0.04 // of “low to high” and “high to low” the one that is meant
			} else if o.own > 0.99 && inOrder(words(label), query) {
				s += 0.08 // “day reading” is “Day reading (whole kWh only)” rather than “Reading date”
			}
			if s > best.score {
				best.score, best.query, best.own = s, o.query, o.own
			}
		}
		out = append(out, best)
	}
	sort.SliceStable(out, func(i, j int) bool {
		if a, b := out[i].fits(), out[j].fits(); a != b {
			return a
		}
		return out[i].score > out[j].score
	})
	return out
}

// inOrder reports whether a query has the words of a label one after the other.
func inOrder(query, label []string) bool {
	return strings.Contains(" "+strings.Join(query, " ")+" ", " "+strings.Join(label, " ")+" ")
}

// fits: most of the query is met, and most of that by the name itself, unless
// the surroundings have all the rest.
func (r ranked) fits() bool {
	if r.strict && r.query < strictQuery {
		return false
	}
	return r.query >= enoughQuery && r.score >= enoughScore && (r.own >= 0.6 || r.query >= 0.9)
}

// refusal is why a step was not done, for a person.
type refusal struct {
	format string
	values []any
	// missing says that nothing fits: a newer look at the page may help.
	missing bool
	// awaited says that it is there and cannot be used yet: a wait may help.
	awaited bool
	// equal are the things that fit equally well.
	equal []ranked
	// undone are the steps of a round that were not done, where not all of it
	// failed.
	undone []step
}

func (r *refusal) Error() string { return r.in(nil) }

// in gives the reason in a language.
func (r *refusal) in(t tongue) string { return t.say(r.format, r.values...) }

func refuse(format string, a ...any) *refusal { return &refusal{format: format, values: a} }

// missing is a refusal because nothing fits.
func missing(format string, a ...any) *refusal {
	no := refuse(format, a...)
	no.missing = true
	return no
}

// awaited is a refusal because what fits cannot be used yet.
func awaited(format string, a ...any) *refusal {
	no := refuse(format, a...)
	no.awaited = true
	return no
}

// comesLater reports whether a newer look at the page may help.
func comesLater(err error) bool {
	var no *refusal
	return errors.As(err, &no) && (no.missing || no.awaited)
}

// pick takes the one candidate that fits a query. what is the kind of thing in
// the singular, for the refusal.
func (p *page) pick(query string, what term, list []candidate) (ranked, error) {
	q := words(query)
	r := rank(q, p.withKnown(list))
	if c, ok := closedOne(query, list); ok && (!r[0].fits() || r[0].own < 0.99) {
		return c, nil // rather than what shares most of its words
	}
	if len(r) == 0 || !r[0].fits() {
		if c, ok := holderOf(query, list); ok {
			return c, nil
		}
		if c, ok := closedKind(query, what, list); ok {
			return c, nil
		}
		return ranked{}, p.none(query, what, r)
	}
	if len(r) > 1 && r[1].fits() && r[0].score-r[1].score < clearLead {
		var equal []ranked
		for _, c := range r {
			if c.fits() && r[0].score-c.score < clearLead {
				equal = append(equal, c)
			}
		}
		if !sameThing(equal) {
			return ranked{}, p.tie(query, what, equal)
		}
	}
	return r[0], nil
}

// holderOf takes the one candidate whose name has a Chinese name in it: 户号 is 用电户号
// where no other is one. The pairs of signs that names are compared by differ there.
func holderOf(query string, list []candidate) (ranked, bool) {
	var fit []ranked
	for _, c := range list {
		if len(c.labels) > 0 && !c.popup && hanWithin(query, c.labels[0]) {
			fit = append(fit, ranked{candidate: c, score: 0.8, query: 1, own: 0.95})
		}
	}
	if len(fit) != 1 {
		return ranked{}, false
	}
	return fit[0], true
}

// hanWithin reports whether a Chinese name of two signs and more is a part of
// another, and no less than a third of it.
func hanWithin(name, label string) bool {
	n := utf8.RuneCountInString(name)
	return n >= 2 && hasHan(name) && strings.Contains(label, name) && 3*n >= utf8.RuneCountInString(label)
}

// withKnown lets every candidate be called by words of the page as a whole:
// “the annual ticket” on a page about tickets.
func (p *page) withKnown(list []candidate) []candidate {
	known := p.known()
	out := make([]candidate, len(list))
	for i, c := range list {
		c.around = append(slices.Clip(c.around), known...)
		out[i] = c
	}
	return out
}

// sameThing reports whether several links are one: same name, same address.
func sameThing(list []ranked) bool {
	for _, c := range list {
		if c.el.role != "link" || c.el.url == "" || c.el.url != list[0].el.url || c.option != "" {
			return false
		}
	}
	return true
}

func (p *page) none(query string, what term, r []ranked) error {
	near, cut := "", ""
	if names := p.nearest(r); names != "" {
		near = p.tongue.say("; the nearest are %s", names)
	}
	if p.cut {
		cut = p.tongue.say(". The page is long and was not read whole")
	}
	return missing("there is no %s called “%s” on this page%s%s.", what, p.spoken(query), near, cut)
}

var besideSpoken = lazyregexp.New(`^(.+?) (?:beside|for) (.+)$`)

// spoken is a name as a person would say it: without the words that the Chinese
// front has put around it.
func (p *page) spoken(query string) string {
	if p.tongue == nil {
		return query
	}
	if m := besideSpoken.FindStringSubmatch(query); m != nil {
		query = m[2] + "的" + m[1]
	}
	query = strings.ReplaceAll(nthSpoken.ReplaceAllString(query, "第${1}个$2"), "it的", "它的")
	return betweenSigns.ReplaceAllString(strings.ReplaceAll(query, " result", ""), "$1$2")
}

var nthSpoken = lazyregexp.New(`\b(\d+)th (?:result\b)?\s*`)

var betweenSigns = lazyregexp.New(`(\p{Han}) (\p{Han})`)

func (p *page) tie(query string, what term, equal []ranked) error {
	var names []string
	for _, c := range equal[:min(len(equal), 4)] {
		names = append(names, p.place(c))
	}
	no := refuse("“%s” could mean more than one %s: %s. Which one?", p.spoken(query), what, p.tongue.joined(names))
	no.equal = equal
	return no
}

// nearest names up to three candidates, those that share words first.
func (p *page) nearest(r []ranked) string {
	var out []string
	seen := map[string]bool{}
	for _, c := range r {
		name := "“" + p.short(c) + "”"
		if !seen[name] && len(out) < 3 && p.short(c) != "" {
			seen[name] = true
			out = append(out, name)
		}
	}
	if p.tongue != nil {
		return strings.Join(out, "、")
	}
	return strings.Join(out, ", ")
}

func (p *page) short(c ranked) string {
	if c.option != "" {
		return c.option
	}
	if len(c.labels) > 0 {
		return c.labels[0]
	}
	return ""
}

// place names a candidate together with where it stands, to tell equals apart.
func (p *page) place(c ranked) string {
	text := p.tongue.say("%s “%s”", term(c.el.role), p.short(c))
	if c.option != "" {
		text = p.tongue.say("“%s” of “%s”", c.option, p.called(c.el))
	}
	if in := p.box(c.el); in != "" {
		text += p.tongue.say(" in “%s”", in)
	}
	return text
}

// apart names where an element stands, if others have its role and name.
func (p *page) apart(el *element) string {
	for _, e := range p.els {
		if e != el && e.role == el.role && e.name() == el.name() && e.ref != "" {
			if in := p.box(el); in != "" {
				return p.tongue.say(" in “%s”", in)
			}
		}
	}
	return ""
}

// box is the name of what an element stands in: the heading of its card or
// section, its row, its form.
func (p *page) box(el *element) string {
	in := ""
	p.up(el, func(a *element) bool {
		for _, k := range p.within(a) {
			if k.role == "heading" && cardRoles[a.role] {
				in = p.titled(k)
				break
			}
		}
		if in == "" && a.role == "row" && len(nonEmpty(a.names)) > 0 {
			in = rowName(a)
		}
		if in == "" {
			in = a.name()
		}
		return in != ""
	})
	if in == "" {
		if h := p.headingOf(el); h != nil {
			in = p.titled(h)
		}
	}
	return in
}

// rowName is the first cell of a row that is more than a number.
func rowName(row *element) string {
	cells := nonEmpty(row.names)
	for _, c := range cells {
		if strings.ContainsFunc(c, unicode.IsLetter) {
			return c
		}
	}
	return cells[0]
}

// usable lowers what cannot be used now, so that its twin is preferred.
func (p *page) usable(e *element) float64 {
	if e.flags["disabled"] || e.flags["hidden"] {
		return -0.1
	}
	if m := p.modal(); m != nil && !p.under(e, m) {
		return -0.1
	}
	if p.appeared[e.ref] {
		return clearLead + 0.01 // the step that follows a press is about what it brought
	}
	return 0
}

// calledJust are those of a list that have just this name.
func calledJust(name string, list []candidate) []candidate {
	var just []candidate
	for _, c := range list {
		if len(c.labels) > 0 && same(plainName(c.labels[0]), plainName(name)) {
			just = append(just, c)
		}
	}
	return just
}

// exactFirst keeps only what is called exactly so, if there is such a one.
func exactFirst(value string, list []candidate) []candidate {
	if just := calledJust(value, list); len(just) > 0 {
		return just
	}
	return list
}

var counterForm = lazyregexp.New(`\s*[(\[（]\s*\d+\s*[)\]）]\s*$`)

// plainName is a name without what pages put behind it: “Cart (2)”, “Next →”,
// “Name *”.
func plainName(s string) string {
	t := strings.TrimFunc(counterForm.ReplaceAllString(s, ""), func(r rune) bool {
		return strings.ContainsRune(" *:：…→›»>←‹«+＋✓✕×《》【】", r) || unicode.Is(unicode.So, r)
	})
	if t == "" {
		return s
	}
	return t
}
