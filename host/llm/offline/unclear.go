package offline

import (
	"strings"
)

// asPress reads a step as a press; its first word may be the button's name.
func asPress(st step) step {
	verb, object := st.verb, st.object
	if st.kind == unclear {
		verb, object, _ = strings.Cut(strings.TrimSpace(st.object), " ")
	}
	return step{kind: press, verb: strings.ToLower(verb), object: object, text: st.text}
}

// isPress: “set up the account” or “use this address” may be the name of a
// button.
func (r *runner) isPress(st step) bool {
	c, err := r.page.pick(st.text, "button", r.page.pressable(pressRoles, "button"))
	return err == nil && c.own > 0.9 && c.score > 0.9
}

// resolveUnclear reads a step without a command by what the page has.
func (r *runner) resolveUnclear(st step) ([]setting, error) {
	fields := r.page.fields()
	if pairs := findPairs(st, fields); len(pairs) > 0 && pairs[0].label != "" {
		var out []setting
		for _, p := range pairs {
			s, err := r.resolvePair(st, p, fields)
			if err != nil {
				out = nil
				break
			}
			more, err := r.beyond(st, p)
			if err != nil {
				return nil, err
			}
			out = append(append(out, s...), more...)
		}
		if out != nil {
			return out, nil
		}
	}
	if c, err := r.page.pick(st.object, "button", r.page.pressable(pressRoles, "button")); err == nil && c.own > 0.75 {
		return nil, nil
	}
	first, _, _ := strings.Cut(st.object, " ")
	if c, err := r.page.pick(first, "button", r.page.pressable(wordSet("button clickable"), "button")); err == nil && c.score > 0.95 && first != st.object {
		return nil, nil
	}
	if s, ok := r.choiceOrBox(st.object); ok {
		return []setting{s}, nil
	}
	if _, rest, ok := strings.Cut(st.object, " "); ok && !st.zh { // “shortlist the Orangery”, by “Add to shortlist”
		if _, ok, err := r.near(first, rest, "button", r.page.pressable(wordSet("button clickable"), "button")); ok && err == nil {
			return nil, nil
		}
	}
	return nil, missing("I do not understand “%s”.", st.text)
}

// beyond are the settings that follow a number and its name: “three adult tickets
// in the circle”. A noun alone only says what is counted.
func (r *runner) beyond(st step, p pair) ([]setting, error) {
	var out []setting
	for i, part := range p.rest {
		at := besideWords.FindStringIndex(" " + part)
		noun, tail := part, ""
		if at != nil {
			noun, tail = strings.TrimSpace(part[:max(at[0]-1, 0)]), part[at[1]-1:]
		}
		if counted := i == 0 && len(rawWords(noun)) <= 1; counted && at == nil {
			continue
		} else if counted {
			part = determiner.ReplaceAllString(tail, "")
		}
		s, ok := r.choiceOrBox(part)
		if !ok {
			f := r.formatted(part)
			if f == nil {
				return nil, refuse("I do not know what “%s” in “%s” is for.", part, st.text)
			}
			out = append(out, f...)
			continue
		}
		out = append(out, s)
	}
	return out, nil
}

// repeats reads “a Margherita” after “add the Quattro Formaggi, and then” as
// the same once more.
func (r *runner) repeats(st step) (step, bool) {
	if st.kind != unclear || r.prior.verb == "" {
		return st, false
	}
	again := step{kind: r.prior.kind, verb: r.prior.verb, object: st.object, text: st.text, place: st.place}
	if again.kind == press {
		c, err := r.findPress(again)
		return again, err == nil && r.pressedRef != c.el.ref && c.own > 0
	}
	_, err := r.resolveTicks(again)
	return again, err == nil
}
