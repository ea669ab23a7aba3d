package offline

import (
	"cmp"
	"slices"
	"strings"
)

// placeIsButton reads “under Account open My loans” as two presses, where the page
// has no such part and a button that is called so.
func (r *runner) placeIsButton(st step, err error) (step, bool) {
	if !isMissing(err) || r.page == nil || st.kind != press && st.kind != open || !st.place.here {
		return st, false
	}
	r.page.part = nil
	if len(calledJust(st.place.name, r.page.pressable(pressRoles, "button"))) == 0 {
		return st, false
	}
	r.at = place{}
	return step{kind: press, verb: "press", object: exactly(st.place.name), text: st.place.name, zh: st.zh}, true
}

// placeIsField reads “under Show pick Shaded” as a value, where the page has no such
// part and a field that is called so.
func (r *runner) placeIsField(st step, err error) (step, bool) {
	if !isMissing(err) || r.page == nil || st.place.noun != "" || st.kind != choose && st.kind != fill && st.kind != unclear || st.pairs != nil || st.object == "" {
		return st, false
	}
	if !hasField(r.page.allFields(), st.place.name) {
		return st, false
	}
	p := newPair(st.place.name, st.object)
	r.at, r.page.part = place{}, nil
	return step{kind: fill, verb: "set", object: st.text, text: st.text, zh: st.zh, pairs: []pair{p}}, true
}

// widen lets a step that only follows one with a place look outside of it, and
// reports whether that is more than before.
func (r *runner) widen() bool {
	if r.at.here || r.page == nil || r.page.part == nil || r.page.part.loose {
		return false
	}
	r.page.part.loose = true
	return true
}

// tail reads “… in the billing form” at the end of a step, where the page has
// such a part.
func (r *runner) tail(st step) step {
	switch st.kind {
	case fill, choose, tick, untick, press:
	default:
		return st
	}
	m := placeLast.FindStringSubmatchIndex(mask(st.object))
	if m == nil || r.page == nil {
		return st
	}
	at := place{name: st.object[m[4]:m[5]], noun: strings.ToLower(st.object[m[6]:m[7]]), here: true}
	if found, err := r.page.find(at); err != nil || found == nil {
		return st // then the words mean something else
	}
	st.place, st.object = at, st.object[m[2]:m[3]]
	return st
}

// besidePressed takes, of things that fit equally, the one in the row or card where
// the press right before was.
func (r *runner) besidePressed(list []ranked) (ranked, bool) {
	if r.subject == nil || r.prior.kind != press {
		return ranked{}, false
	}
	return r.page.onlyOf(r.subject, list)
}

// besideTold takes the one that stands with what the last answer was about: “which days
// is she in? Book with her”.
func (r *runner) besideTold(list []ranked) (ranked, bool) {
	if r.toldOf == nil || r.page == nil {
		return ranked{}, false
	}
	return r.page.onlyOf(r.toldOf, list)
}

// onlyOf gives the one thing of a list that belongs to a topic.
func (p *page) onlyOf(t *topic, list []ranked) (ranked, bool) {
	mine := p.belongingTo(t)
	var out []ranked
	for _, c := range list {
		if slices.Contains(mine, c.el) {
			out = append(out, c)
		}
	}
	if len(out) != 1 {
		return ranked{}, false
	}
	return out[0], true
}

// besideLast takes, of things that fit equally, the one that stands together with
// the field that was set last.
func (r *runner) besideLast(list []ranked) (ranked, bool) {
	last := r.last
	if last != nil {
		last = cmp.Or(r.page.twin(last), r.page.like(last))
	}
	if last == nil {
		return ranked{}, false
	}
	above := map[*element]bool{last: true} // what was found may be the row itself
	r.page.up(last, func(a *element) bool { above[a] = true; return false })
	best, depth, count := ranked{}, -1, 0
	for _, c := range list {
		at := -1
		r.page.up(c.el, func(a *element) bool {
			if above[a] {
				at = a.depth
			}
			return above[a]
		})
		if at < 0 && r.page.headingOf(last) != nil && r.page.headingOf(c.el) == r.page.headingOf(last) {
			at = 0
		}
		switch {
		case at > depth:
			best, depth, count = c, at, 1
		case at == depth:
			count++
		}
	}
	return best, depth >= 0 && count == 1
}
