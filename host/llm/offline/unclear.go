package offline

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
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
		return append(r.boxesSaid(st.object, 2, s), s), nil
	}
	if boxes, ok := r.boxesHad(st); ok {
		return boxes, nil
	}
	if _, rest, ok := strings.Cut(st.object, " "); ok && !st.zh { // “shortlist the Orangery”, by “Add to shortlist”
		if _, ok, err := r.near(first, rest, "button", r.page.pressable(wordSet("button clickable"), "button")); ok && err == nil {
			return nil, nil
		}
	}
	return nil, missing("I do not understand “%s”.", st.text)
}

// boxesSaid are the boxes whose whole name stands in a text that more was read from, where
// nothing that is set has that name in it and nothing says no: “I need an interpreter for
// Ukrainian” ticks “I need an interpreter”, too. They must not be left out without a word.
func (r *runner) boxesSaid(text string, least int, set ...setting) []setting {
	if r.tongue != nil || len(quotes(text)) > 0 || saysNo.MatchString(text) {
		return nil
	}
	var out []setting
	for _, c := range r.page.boxes() {
		if !boxRoles[c.el.role] || len(c.labels) == 0 || len(rawWords(c.labels[0])) < least {
			continue
		}
		name := rawWords(c.labels[0])
		had := slices.ContainsFunc(set, func(s setting) bool {
			return s.el == c.el || inOrder(rawWords(s.value), name) || inOrder(rawWords(s.name), name)
		})
		if !had && inOrder(rawWords(text), name) {
			out = append(out, setting{el: c.el, value: "true", name: r.page.called(c.el)})
		}
	}
	return out
}

var saysNo = lazyregexp.New(`(?i)\b(?:no|not|never|without|untick|uncheck)\b|n['’]t\b`)

// hasForm is what a person tells of themselves where a page asks for it.
var hasForm = lazyregexp.New(`(?i)^(?:I|we) (?:use|have|own|need|want|like|take)\s+(\S.*)$`)

// boxesHad reads “I use lamps and tables” as boxes to tick, where each part is the whole
// name of one.
func (r *runner) boxesHad(st step) ([]setting, bool) {
	m := hasForm.FindStringSubmatch(st.text)
	if m == nil || st.zh {
		return nil, false
	}
	var out []setting
	for _, part := range splitAnd(m[1]) {
		just := calledJust(determiner.ReplaceAllString(part, ""), r.page.boxes())
		if len(just) != 1 || !boxRoles[just[0].el.role] {
			return nil, false
		}
		out = append(out, setting{el: just[0].el, value: "true", name: r.page.called(just[0].el)})
	}
	return out, len(out) > 0
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
