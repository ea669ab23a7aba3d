package offline

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// eachBeside reads “add to basket for the lamp and the chair” and 把A和B都加入购物车 as
// a press for each thing that is named, nil where they are the name of one thing.
// Of two things named, one must never be left out without a word.
func (r *runner) eachBeside(st step) []step {
	name, anchor := st.verb, st.object
	if m := besideWords.FindStringIndex(mask(st.object)); m != nil {
		name, anchor = st.object[:m[0]], st.object[m[1]:]
	} else if bareVerb(st.verb) || !st.zh {
		return nil
	}
	parts := splitAnd(strings.TrimSpace(allEnd.ReplaceAllString(anchor, "")))
	if len(parts) < 2 {
		return nil
	}
	list := r.page.pressable(pressRoles, "button")
	if c, ok, err := r.near(name, anchor, "button", list); ok && err == nil && compare(words(anchor), r.page.wordsIn(r.page.card(c.el), c.el), nil).own >= 0.9 {
		return nil
	}
	var out []step
	var seen []*element
	for _, part := range parts {
		part = strings.TrimSpace(pointLead.ReplaceAllString(part, ""))
		c, ok, err := r.near(name, part, "button", list)
		switch {
		case ok && err == nil && !slices.Contains(seen, c.el):
			seen = append(seen, c.el)
		case !hasHan(part):
			return nil // “and” is a word of many names
		}
		out = append(out, step{kind: press, verb: "press", object: name + " beside " + part, text: r.tongue.bid(name, part), place: st.place, zh: st.zh})
	}
	if len(seen) == 0 {
		return nil
	}
	return out
}

var (
	allEnd    = lazyregexp.New(`(?i)(?:全都|都|各自|各|分别|两个|两样|(?:这|那)?[两几三四](?:个|款|样|种|本|门|节|间)\p{Han}{0,3})+$`)
	pointLead = lazyregexp.New(`(?i)^(?:for|of|in|on|with|to|beside|at)\s+`)
)

// eachNamed reads “choose seats C4 and C5” as a press for each, where the parts end
// in whole names of buttons. A part that nothing is called by stays one, to be
// refused by name.
func (r *runner) eachNamed(st step) []step {
	parts := splitAnd(st.object)
	list := r.page.pressable(pressRoles, "button")
	if len(parts) < 2 || !bareVerb(st.verb) && !chooses(st.verb) || besideWords.MatchString(mask(st.object)) {
		return nil
	}
	if _, whole := r.endsInName(st.object, list, false); whole {
		return nil
	}
	var out []step
	seen := map[string]bool{}
	for i, part := range parts {
		name, ok := r.endsInName(part, list, i == 0)
		if ok && seen[name] {
			return nil
		}
		if !ok {
			for _, c := range list {
				if compare(words(part), words(r.page.called(c.el)), nil).own > 0 {
					return nil // a part of a longer name
				}
			}
			name = part
		} else {
			seen[name] = true
		}
		out = append(out, step{kind: press, verb: "press", object: exactly(name), text: r.tongue.bid(st.verb, part), place: st.place, zh: st.zh})
	}
	if len(seen) == 0 {
		return nil
	}
	return out
}

// chosenEach is eachNamed for a choice, which buttons may be: no field may then be
// given the first of them alone.
func (r *runner) chosenEach(st step) ([]step, error) {
	if st.kind != choose || st.pairs != nil || len(splitAnd(st.object)) < 2 || r.waiting != "" {
		return nil, nil
	}
	if err := r.current(); err != nil {
		return nil, err
	}
	return r.eachNamed(st), nil
}

// endsInName gives the button whose whole name a part is, or ends in where a noun
// may stand before it: “seats C4”.
func (r *runner) endsInName(part string, list []candidate, noun bool) (string, bool) {
	part = strings.Trim(part, ` "“”.`)
	for _, c := range list {
		if name := plainName(r.page.called(c.el)); same(name, part) {
			return name, true
		}
	}
	if _, rest, ok := strings.Cut(part, " "); ok && noun {
		return r.endsInName(rest, list, false)
	}
	return "", false
}
