package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	namedAs  = lazyregexp.New(`(?i)^(?:that is |which is )?(?:called|named|titled)\s+`)
	headLink = lazyregexp.New(`(?i)^(?:[,:–-]\s*|with\s+|by\s+|using\s+|under\s+|for\s+)+(?:(?:the|my|an?)\s+)?`)
)

// pointed leads to the name of a button, and buttonThen follows it where values do.
var (
	pointed    = lazyregexp.New(`(?i)^(?:on\s+)?(?:the\s+)?`)
	buttonThen = lazyregexp.New(`(?i)^(?:button\b)?\s*(?:[,:]|with\b|$)\s*|^(?:button\b)?\s*\((.+)\)$`)
)

// pressedWith reads “use Add to cart, size Large” and “press Add to cart (size Large)” as a
// press behind the values that it takes, where the page has a field of their name. What
// the field does not take is refused before the press.
func (r *runner) pressedWith(steps []step) ([]step, error) {
	st := steps[0]
	if err := r.fresh(); err != nil {
		return nil, err
	}
	name, rest := r.buttonAhead(pointed.ReplaceAllString(st.object, ""))
	m := buttonThen.FindStringSubmatch(rest)
	if name == "" || m == nil {
		return nil, nil
	}
	end := st.pressing(exactly(name))
	values := strings.TrimRight(m[1]+rest[len(m[0]):], " .!")
	if values == "" {
		if st.verb != "use" {
			return nil, nil
		}
		return append([]step{end}, steps[1:]...), nil
	}
	set := step{kind: fill, object: values, text: values, place: st.place}
	pairs := findPairs(set, r.page.fields())
	valued := len(pairs) > 0 && pairs[0].value != "" && mentionScore(pairs[0].label, r.page.fields()) > 0.84
	if _, ok := r.choiceOrBox(values); !valued && ok && st.verb == "use" {
		set.kind, valued = unclear, true
	}
	if !valued || len(calledJust(values, r.page.pressable(pressRoles, "button"))) > 0 {
		return nil, nil
	}
	end.text = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(st.text, " .!)"), values), " ,:(")
	return append([]step{set, end}, steps[1:]...), nil
}

// headedPress reads “find the booking with reference ZZ91KA, last name Okoro” and “add a
// pet called Pip, breed Beagle” as values and the press of the button that the step
// begins with: behind the values where the page has their fields, before them where
// it brings them.
func (r *runner) headedPress(steps []step) ([]step, error) {
	st := steps[0]
	if (bareVerb(st.verb) && (headJoint.MatchString(st.object) || strings.Contains(st.object, "(")) || st.verb == "use") && !st.zh && st.pairs == nil && len(quotes(st.text)) == 0 && r.waiting == "" {
		return r.pressedWith(steps)
	}
	if st.zh || st.pairs != nil || st.text == "" || len(quotes(st.text)) > 0 || bareVerb(st.verb) || types(st.verb) || r.waiting != "" || !headJoint.MatchString(st.text) {
		return nil, nil
	}
	if err := r.fresh(); err != nil {
		return nil, err
	}
	name, rest := r.buttonAhead(st.text)
	if name == "" || strings.Trim(rest, " .!?") == "" {
		return nil, nil
	}
	if list, _ := r.composed(step{kind: unclear, object: headLink.ReplaceAllString(rest, ""), text: st.text, place: st.place}); list != nil {
		end := st.pressing(exactly(name))
		end.text = strings.TrimSpace(st.text[:len(st.text)-len(rest)])
		return append(append(list, end), steps[1:]...), nil
	}
	noun := rawWords(name)[len(rawWords(name))-1]
	values, called := headLink.ReplaceAllString(rest, ""), false
	switch {
	case namedAs.MatchString(rest):
		values, called = noun+" "+namedAs.ReplaceAllString(rest, "name "), true
	case codeOnly.MatchString(rest):
		values = noun + " " + rest // “use voucher 5520-XK”
	case values == rest:
		return nil, nil
	}
	if s, ok := r.choiceOrBox(values); ok && !called && s.el != nil && len(splitAnd(values)) == 1 {
		end := st.pressing(exactly(name))
		end.text = strings.TrimSpace(st.text[:len(st.text)-len(rest)])
		return append([]step{{kind: unclear, object: values, text: values, place: st.place}, end}, steps[1:]...), nil // “book it in for a brake check”
	}
	press := st.pressing(exactly(name))
	press.text = strings.TrimSpace(st.text[:len(st.text)-len(rest)])
	set := step{kind: fill, object: values, text: values, place: st.place}
	if r.settles(set, called) {
		return append([]step{set, press}, steps[1:]...), nil
	}
	if called { // what it brings has a field for the name
		set.object = strings.TrimPrefix(values, noun+" ")
		set.text = set.object
		return append([]step{press, set}, steps[1:]...), nil
	}
	set.object = noun + " " + values
	if set.text = set.object; r.settles(set, true) {
		return append([]step{set, press}, steps[1:]...), nil
	}
	if s, ok := r.valueBeside(name, rest); ok {
		if err := r.apply(s); err != nil {
			return steps, err
		}
		return append([]step{st.pressing(exactly(name))}, steps[1:]...), nil
	}
	return nil, nil
}

// buttonAhead is the button whose name of several words a text begins with, the longest
// one, and what follows.
func (r *runner) buttonAhead(text string) (name, rest string) {
	for _, c := range r.page.pressable(wordSet("button"), "button") {
		label := plainName(r.page.called(c.el))
		if after, ok := afterName(text, label); ok && len(rawWords(label)) > 1 && len(label) > len(name) {
			name, rest = label, strings.TrimLeft(after, " ")
		}
	}
	return name, rest
}

// valueBeside gives a code to the one field that stands with the button it follows the
// name of: “look up LL57 1AB”.
func (r *runner) valueBeside(name, value string) ([]setting, bool) {
	button := calledJust(name, r.page.pressable(wordSet("button"), "button"))
	if len(button) != 1 || !codeOnly.MatchString(value) {
		return nil, false
	}
	var before *element
	for _, e := range r.page.els[:button[0].el.index] {
		if textRoles[e.role] && len(e.options) == 0 && e.parent == button[0].el.parent {
			before = e
		}
	}
	if before == nil || before.index < button[0].el.index-2 {
		return nil, false
	}
	s, err := r.give(before, newPair("", strings.TrimSpace(codeLead.ReplaceAllString(value, ""))))
	return s, err == nil
}

// settles reports whether the page has a field for each value, and where it has to be
// called so whole, one of just that name.
func (r *runner) settles(set step, whole bool) bool {
	fields := r.page.fields()
	pairs := findPairs(set, fields)
	if len(pairs) == 0 || pairs[0].label == "" || pairs[0].value == "" || whole && !hasField(fields, pairs[0].label) {
		return false
	}
	got, err := r.resolve(set)
	return err == nil && len(got) > 0
}

// codeLead says that a code follows.
var codeLead = lazyregexp.New(`(?i)^(?:number|no\.?|code|ref(?:erence)?)\s+`)

// codeOnly is a number or a code and nothing else.
var codeOnly = lazyregexp.New(`(?i)^(?:number |no\.? |code |ref(?:erence)? )?["“]?(?:[A-Z0-9]{2,5} )?[A-Z0-9/-]*\d[A-Z0-9/-]*["”]?\W*$`)

var headJoint = lazyregexp.New(`(?i)[,:]|\b(?:with|called|named|titled|by|using|for)\b|\d`)
