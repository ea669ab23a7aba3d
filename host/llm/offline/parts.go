package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// parts puts a step for each of its values in the place of the first, so that
// one that the page does not know leaves the others be, and one that the others
// bring to the page is looked for when they are set.
func (r *runner) parts(steps []step) []step {
	st := steps[0]
	var out []step
	switch st.kind {
	case fill, unclear:
		for _, p := range r.pairsOf(st) {
			text := r.tongue.say("%s: %s", p.label, p.value)
			out = append(out, step{kind: fill, verb: st.verb, object: text, text: text, place: st.place, pairs: []pair{p}})
		}
	case tick, untick:
		parts, flipped := r.tickParts(st)
		k, verb := st.kind, st.verb
		if flipped { // “mark both as unticked”
			k, verb = tick, "tick"
			if st.kind == tick {
				k, verb = untick, "untick"
			}
		}
		for _, part := range parts {
			out = append(out, step{kind: k, verb: verb, object: part, text: r.tongue.bid(verb, part), place: st.place})
		}
	case choose:
		if mixed := r.mixedParts(st); mixed != nil {
			return append(mixed, steps[1:]...)
		}
		for _, part := range r.choiceParts(st) {
			out = append(out, step{kind: choose, verb: st.verb, object: part, text: r.tongue.bid(st.verb, part), place: st.place})
		}
	}
	if st.kind == unclear && len(out) < 2 {
		out = r.unclearParts(st)
	}
	if len(out) == 0 || len(out) == 1 && out[0].kind == st.kind {
		return steps
	}
	return append(out, steps[1:]...)
}

// pairsOf are the values of a step, where it has several and no field gets two.
func (r *runner) pairsOf(st step) []pair {
	if st.pairs != nil {
		return nil
	}
	fields := r.page.fields()
	pairs := findPairs(st, fields)
	var all []setting
	for i, p := range pairs {
		s, err := r.resolvePair(st, p, fields)
		if i == 0 && err != nil && st.kind == unclear {
			return nil
		}
		all = append(all, s...)
	}
	if len(pairs) < 2 || clash(all) {
		return nil
	}
	return pairs
}

// tickParts are the boxes of “olives and extra cheese in the menu”, each with
// the place; nil where the words name one box. flipped says that the words at
// the end turn the command round.
func (r *runner) tickParts(st step) (parts []string, flipped bool) {
	object, flipped := tickWords(st.object)
	if _, full, err := r.resolveTick(st, object, "true"); err == nil && full {
		return nil, false
	}
	parts = splitAnd(object)
	if m := besideWords.FindAllStringIndex(mask(st.object), -1); len(m) > 0 {
		place := st.object[m[len(m)-1][0]:]
		if _, _, err := r.resolveTick(st, parts[len(parts)-1], "true"); err != nil && strings.HasSuffix(parts[len(parts)-1], place) {
			for i := range parts[:len(parts)-1] {
				parts[i] += place
			}
		}
	}
	return parts, flipped
}

// mixedParts reads “the gallery and the 20:00 time” as a choice and a press, where
// each part is one of them.
func (r *runner) mixedParts(st step) []step {
	parts := splitAnd(st.object)
	if len(parts) < 2 || st.zh || len(quotes(st.object)) > 0 {
		return nil
	}
	list, presses := r.page.pressable(pressRoles, "button"), 0
	var out []step
	for _, part := range parts {
		name := determiner.ReplaceAllString(choiceWords(part), "")
		if c, err := r.page.pick(name, "choice", r.page.choices()); err == nil && c.query > 0.95 {
			out = append(out, step{kind: choose, verb: st.verb, object: part, text: r.tongue.bid(st.verb, part), place: st.place})
			continue
		}
		just := calledJust(timeNoun.ReplaceAllString(name, ""), list)
		if len(just) != 1 {
			return nil
		}
		presses++
		out = append(out, step{kind: press, verb: "press", object: exactly(r.page.called(just[0].el)), text: r.tongue.bid(st.verb, part), place: st.place})
	}
	if presses == 0 {
		return nil // choiceParts knows them
	}
	return out
}

var timeNoun = lazyregexp.New(`(?i)\s+(?:time|slot|performance|showing|session|one|seat)$`)

// choiceParts are the choices of “Cedar as the ward and Anna as the guest”, where
// each is for a field of its own.
func (r *runner) choiceParts(st step) []string {
	parts := splitAnd(st.object)
	if exact := exactFirst(st.object, r.page.choices()); len(parts) < 2 || len(exact) == 1 {
		return nil
	}
	seen := map[*element]bool{}
	for _, part := range parts {
		s, err := r.resolveChoice(step{kind: choose, verb: st.verb, object: part, text: part})
		if err != nil || len(s) != 1 {
			return nil
		}
		box := s[0].el
		if radioRoles[box.role] {
			box, _ = r.page.radioBox(box)
		}
		if seen[box] {
			return nil
		}
		seen[box] = true
	}
	return parts
}

var arrowForm = lazyregexp.New(`(?s)^(.+?)\s*(?:->|→|=>|➜|»|›)\s*(.+)$`)

// unclearParts reads “the deep pan and a quantity of 3” as two settings, and
// “Camping pass -> Add” as a press of what stands beside, or as two presses.
func (r *runner) unclearParts(st step) []step {
	if m := arrowForm.FindStringSubmatch(st.object); m != nil {
		if s, err := r.resolveUnclear(st); err == nil && s != nil {
			return nil // “Pay with → Cash”: a field and its value
		}
		name, list := strings.Trim(m[2], `"“”`), r.page.pressable(pressRoles, "button")
		if _, ok, err := r.near(name, m[1], "button", list); ok && err == nil {
			return []step{st.pressing(m[2] + " beside " + m[1])}
		}
		second := step{kind: press, verb: "press", object: m[2], text: m[2], place: st.place}
		if arrowForm.MatchString(m[2]) {
			second.kind, second.verb = unclear, ""
		}
		return []step{{kind: press, verb: "press", object: m[1], text: m[1], place: st.place}, second}
	}
	var list []string
	for _, part := range withSplit.Split(st.object, -1) {
		list = append(list, splitAnd(part)...)
	}
	var out []step
	for _, part := range list {
		one := step{kind: unclear, object: part, text: part, place: st.place}
		if s, err := r.resolveUnclear(one); err != nil || s == nil {
			return nil
		}
		out = append(out, one)
	}
	return out
}
