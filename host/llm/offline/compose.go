package offline

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// A sentence such as “book the cheese and wine tasting on 19 December at 13:30 for
// four people” names no button and no field. It is read against the page: cut at its
// small words and commas, each piece has to be a choice, a box, a value of a field or
// a number of things there, the longest piece first. Of a sentence that is understood
// in part only, nothing is made: what is left would be guessed.

// joint is where a piece of a sentence may end. Its last word may belong to a name.
var joint = lazyregexp.New(`(?i)\s*[,;]\s*(?:and\s+)?|\s+(?:and|plus|with|by|at|on|for|in|from|about|as|to|of|under|using|via|around)\s+`)

const (
	mostPieces  = 12 // a longer sentence is read no other way than before
	longestName = 4  // pieces that may be one name: “cheese and wine”, “keys in the box”
)

// span is a part of a sentence with its place there.
type span struct{ from, to int }

// piecesOf cuts a sentence at its joints.
func piecesOf(s string) []span {
	masked := mask(s)
	var out []span
	from := 0
	for at := 0; at < len(masked); {
		m := joint.FindStringIndex(masked[at:])
		if m == nil {
			break
		}
		end, next := at+m[0], at+m[1]
		if thousands(s, end) {
			at = next
			continue
		}
		if end > from {
			out = append(out, span{from, end})
		}
		from = next
		if at = next - 1; at <= end { // “on at”: the space between ends one joint and begins the next
			at = next
		}
	}
	if from < len(s) {
		out = append(out, span{from, len(s)})
	}
	return out
}

// composed reads a step as what the page has for its pieces, the beginning apart,
// which may be what the button is called. nil where a piece is left, or only one is
// understood.
func (r *runner) composed(st step) (list []step, head string) {
	if st.zh || st.pairs != nil || st.object == "" || pairsLine(st.object) || len(quotes(st.object)) > 0 || r.page == nil {
		return nil, ""
	}
	s := strings.TrimRight(st.object, " .!")
	pieces := piecesOf(s)
	if len(pieces) < 2 || len(pieces) > mostPieces {
		return nil, ""
	}
	c := composer{r: r, st: st}
	for i := 0; i < len(pieces); {
		n := c.longest(s, pieces[i:])
		if n == 0 {
			if i > 0 || st.kind != press {
				return nil, ""
			}
			head, n = s[pieces[0].from:pieces[0].to], 1
		}
		i += n
	}
	if len(c.out) == 0 || len(c.out) < 2 && head == "" && st.kind != press {
		return nil, ""
	}
	return c.out, head
}

// composer gathers what the pieces of a sentence are.
type composer struct {
	r    *runner
	st   step
	out  []step
	seen []*element
}

// longest takes the longest run of pieces that means something, and tells how many
// they are.
func (c *composer) longest(s string, pieces []span) int {
	for n := min(longestName, len(pieces)); n > 0; n-- {
		text := strings.Trim(determiner.ReplaceAllString(s[pieces[0].from:pieces[n-1].to], ""), ` "“”.`)
		if words(text) == nil {
			return n
		}
		reads := []func(string) (step, *element, bool){c.choice, c.box, c.value, c.dated, c.beside}
		if c.st.kind == press { // “renew Circe” is no choice of Circe
			reads = append([]func(string) (step, *element, bool){c.named, c.beside}, reads[:4]...)
		}
		for _, read := range reads {
			made, el, ok := read(text)
			if !ok || el != nil && c.has(el) {
				continue
			}
			if b, box, ok := c.box(determiner.ReplaceAllString(s[pieces[0].from:pieces[0].to], "")); n > 1 && ok && made.kind == choose && !c.has(box) {
				made, el, n, text = b, box, 1, s[pieces[0].from:pieces[0].to] // “an interpreter for Ukrainian” is a box and a language
			}
			if el != nil {
				c.seen = append(c.seen, el)
			}
			made.place, made.text = c.st.place, c.r.tongue.bid(c.st.verb, text)
			c.out = append(c.out, made)
			return n
		}
	}
	return 0
}

func (c *composer) has(el *element) bool {
	return slices.Contains(c.seen, el)
}

// choice: all words of the piece are those of a choice or stand around it.
func (c *composer) choice(text string) (step, *element, bool) {
	p := c.r.page
	got, err := p.pick(choiceWords(text), "choice", p.choices())
	if err != nil || got.query < 0.9 || got.own < 0.3 {
		return step{}, nil, false
	}
	name := got.option
	if name == "" {
		name = p.called(got.el)
	}
	made := step{kind: choose, verb: "choose", object: exactly(name)}
	if len(calledJust(name, p.choices())) > 1 {
		made.object = text // what stands around it tells which
	}
	el := got.el
	if radioRoles[el.role] {
		el, _ = p.radioBox(el)
	}
	return made, el, true
}

var withoutForm = lazyregexp.New(`(?i)^(?:no|without|not)\s+(?:any\s+|the\s+|a\s+)?(.+)$`)

// box: the piece is what a box to tick is called, or that without a word of it.
func (c *composer) box(text string) (step, *element, bool) {
	made := step{kind: tick, verb: "tick"}
	if m := withoutForm.FindStringSubmatch(text); m != nil {
		made, text = step{kind: untick, verb: "untick"}, m[1]
	}
	p := c.r.page
	got, err := p.pick(text, "box", p.boxes())
	if err != nil || !boxRoles[got.el.role] || got.query < 0.9 || got.own < 0.75 {
		return step{}, nil, false
	}
	made.object = exactly(p.called(got.el))
	return made, got.el, true
}

// value: the piece begins with the name of a field, or ends in it behind a number.
func (c *composer) value(text string) (step, *element, bool) {
	fields := c.r.page.fields()
	pairs := anchored(text, fields)
	if len(pairs) != 1 || pairs[0].label == "" || pairs[0].value == "" || len(pairs[0].rest) > 0 {
		return step{}, nil, false
	}
	set, err := c.r.resolvePair(c.st, pairs[0], fields)
	if err != nil || len(set) != 1 {
		return step{}, nil, false
	}
	if free := textRoles[set[0].el.role] && len(set[0].el.options) == 0 && !exactRoles[set[0].el.role]; free && !definite(pairs[0].value) {
		return step{}, nil, false // “phone appointment” is no value of a phone
	}
	return step{kind: fill, verb: "set", object: text, pairs: pairs}, set[0].el, true
}

// definite reports whether a text looks like what one writes into a field rather than
// like the middle of a sentence.
func definite(value string) bool {
	f := firstRune(value)
	return hasDigit(value) || strings.Contains(value, "@") || f != strings.ToLower(f)
}

// dated: the piece is a day, and one field of the page wants one.
func (c *composer) dated(text string) (step, *element, bool) {
	var free []*element
	day := ""
	for _, e := range c.r.page.roles(wordSet("date")) {
		said, named := afterName(text, c.r.page.called(e))
		if !named {
			said = text
		}
		d, rest, err := dateIn(said, c.r.s.today)
		if d != "" && err == nil && words(rest) == nil && !c.has(e) && (named || e.value == "") {
			free, day = append(free, e), d
		}
	}
	if len(free) == 2 && strings.Contains(lowered(c.st.object), "from "+lowered(text)) {
		free = free[:1] // “from the 20th to the 27th”
	}
	if len(free) != 1 {
		return step{}, nil, false
	}
	return step{kind: fill, verb: "set", object: text, pairs: []pair{{label: c.r.page.called(free[0]), value: day}}}, free[0], true
}

// named: the piece is what a button is called: “donate €50”.
func (c *composer) named(text string) (step, *element, bool) {
	just := calledJust(text, c.r.page.pressable(wordSet("button"), "button"))
	if len(just) != 1 || bareVerb(c.st.verb) || len(c.out) > 0 {
		return step{}, nil, false
	}
	return step{kind: press, verb: "press", object: exactly(text)}, just[0].el, true
}

// beside: the command is a button that stands with what the piece names: “select the
// Sunday matinees”.
func (c *composer) beside(text string) (step, *element, bool) {
	if types(c.st.verb) || len(words(c.st.verb)) == 0 {
		return step{}, nil, false
	}
	list := calledJust(c.st.verb, c.r.page.pressable(wordSet("button link clickable"), "button"))
	got, ok, err := c.r.near(c.st.verb, text, "button", list)
	if !ok || err != nil {
		return step{}, nil, false
	}
	return step{kind: press, verb: "press", object: exactly(c.r.page.called(got.el)) + " beside " + text}, got.el, true
}

// commitVerbs say the same of a thing that one asks for.
var commitVerbs = strings.Fields("book reserve order request arrange schedule make register")

// committed is the press that ends a sentence: of a button that is called as the
// command and what the sentence begins with, or that says the same. A later press of
// the prompt stands for it.
func (r *runner) committed(st step, head string, later []step) (end step, known, ok bool) {
	for _, s := range later {
		if s.kind == press || s.kind == login {
			return step{}, false, false
		}
	}
	verbs := []string{st.verb}
	if contains(commitVerbs, st.verb) {
		verbs = append(verbs, commitVerbs...)
	}
	list := r.page.pressable(wordSet("button"), "button")
	for _, verb := range verbs {
		for _, c := range list {
			name := words(c.el.name())
			if len(name) > 0 && alike(name[0], stem(verb)) == 1 && (len(name) == 1 || compare(name[1:], words(st.object), nil).own >= 0.5) {
				return step{kind: press, verb: "press", object: exactly(r.page.called(c.el)), text: strings.TrimSpace(st.verb + " " + head), place: st.place}, true, true
			}
		}
	}
	return step{kind: press, verb: st.verb, object: head, text: strings.TrimSpace(st.verb + " " + head), place: st.place}, false, true
}

// isAbout reports whether a heading of the page has all words of what a sentence begins
// with: “book a stay” says no more than what the page is for.
func (r *runner) isAbout(text string) bool {
	for _, e := range r.page.els {
		if e.role == "heading" && compare(words(text), words(e.name()), nil).own > 0.95 {
			return true
		}
	}
	return false
}

// takesBack are commands that end what there is.
var takesBack = wordSet("cancel delete remove revoke withdraw terminate void")

// settlesOnly are commands that are carried out when everything is set.
var settlesOnly = wordSet("filter add")

// parted gives the steps that a step is made of where the page says that it is more
// than one.
func (r *runner) parted(steps []step) ([]step, error) {
	st := steps[0]
	switch st.kind {
	case fill, choose, tick, untick, press, unclear, search:
	case find, unable, read:
		return r.headedPress(steps)
	default:
		return nil, nil
	}
	if made, err := r.headedPress(steps); made != nil || err != nil {
		return made, err
	}
	if made, err := r.leftOut(steps); made != nil || err != nil {
		return made, err
	}
	if made, err := r.severalAdded(steps); made != nil || err != nil {
		return made, err
	}
	if r.waiting != "" || !joint.MatchString(st.object) && !stopForm.MatchString(st.object) && !tailJoint.MatchString(st.object) {
		return nil, nil
	}
	if err := r.fresh(); err != nil {
		return steps, err
	}
	if made, remarks := r.sentences(steps); made != nil {
		r.passed = append(r.passed, remarks...)
		return made, nil
	}
	return r.sentence(steps), nil
}

var leftOutForm = lazyregexp.New(`(?is)^(.*\S)\s+without\s+(?:the\s+|any\s+|an?\s+)?(\S.*)$`)

// leftOut reads “continue to payment without renewing every year” as a box that must
// not be ticked before the press.
func (r *runner) leftOut(steps []step) ([]step, error) {
	st := steps[0]
	m := leftOutForm.FindStringSubmatch(st.object)
	if m == nil || st.kind != press || st.zh || len(quotes(st.object)) > 0 {
		return nil, nil
	}
	if err := r.fresh(); err != nil {
		return steps, err
	}
	c, err := r.page.pick(m[2], "box", r.page.boxes())
	if err != nil || !boxRoles[c.el.role] || c.query < 0.79 || c.own < 0.7 {
		return nil, nil //nolint:nilerr // it says how, and no box
	}
	off := step{kind: untick, verb: "untick", object: exactly(r.page.called(c.el)), text: "without " + m[2], place: st.place}
	st.object, st.text = m[1], strings.TrimSuffix(st.text, st.object[len(m[1]):])
	return append([]step{off, st}, steps[1:]...), nil
}

// sentence puts the pieces of a sentence in the place of the step that it is.
func (r *runner) sentence(steps []step) []step {
	st := steps[0]
	switch {
	case st.kind == press && !bareVerb(st.verb):
		if _, err := r.findPress(st); err == nil {
			return nil
		}
	case st.kind == choose:
		if s, err := r.resolveChoice(st); err == nil && s != nil {
			return nil
		}
	case st.kind == fill && (st.verb == "set" || st.verb == "make" || st.verb == "give" || st.verb == "use"):
		if _, err := r.resolve(st); err == nil {
			return nil
		}
	case st.kind == unclear:
	default:
		return nil
	}
	list, head := r.composed(st)
	if list == nil {
		return nil
	}
	pressed := slices.ContainsFunc(list, func(s step) bool { return s.kind == press })
	if st.kind == press && !settlesOnly[st.verb] && !pressed {
		end, known, ok := r.committed(st, head, steps[1:])
		switch {
		case takesBack[st.verb] && (!known || len(words(end.object)) < 2):
			return nil // a form is for making a thing, and says nothing of which one to cancel
		case len(list) < 2 && head == "" && !known:
			return nil // one thing is no sentence
		case ok:
			list = append(list, end)
		case head != "" && !r.isAbout(st.verb+" "+head):
			return nil // no part of it is left out without a word
		}
	}
	return append(list, steps[1:]...)
}
