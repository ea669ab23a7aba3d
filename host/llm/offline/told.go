package offline

import (
	"fmt"
	"strings"
)

// tell states an answer with the line that it rests on.
func (r *runner) tell(q query, hits []found) {
	if len(hits) == 1 || q.ordinal != 0 {
		h := hits[0]
		r.hit = &h.fact
		if q.zh && (h.row || cardRoles[h.el.role] || r.page.card(h.el) != h.el) { // “… 多少钱？点它那一行的预订”
			r.last, r.subject = h.el, r.page.topic(h.el)
		}
		if t, _, ok := r.page.thingIn(q.asked); q.zh && ok {
			r.thing = &t
		}
		r.toldOf = r.page.topic(h.el)
		if h.el.role == "heading" && h.whole {
			if lines := r.section(h.el); len(lines) > 0 {
				r.answerf("%s (under the heading “%s”): “%s”", upperFirst(q.text), h.el.name(), strings.Join(lines, "”, “"))
				return
			}
		}
		text := fmt.Sprintf("%s: %s", upperFirst(q.text), h.value)
		if !same(h.line, h.value) && !same(h.line, q.text+": "+h.value) {
			text += r.tongue.say(" (on the page: “%s”)", h.line)
		}
		r.answers = append(r.answers, text)
		return
	}
	lines := []string{r.tongue.say("“%s” is on the page more than once:", q.text)}
	for _, h := range hits[:min(len(hits), 8)] {
		line := "- " + h.value
		if !same(h.line, h.value) {
			line += " (“" + h.line + "”)"
		}
		lines = append(lines, line)
	}
	r.answers = append(r.answers, strings.Join(lines, "\n"))
}

func upperFirst(s string) string {
	f := firstRune(s)
	return strings.ToUpper(f) + s[len(f):]
}

// isNew tells what was not on the page before the last press.
func (r *runner) isNew() func(*element) bool {
	if r.before == nil {
		return func(*element) bool { return false }
	}
	set := map[*element]bool{}
	for _, e := range added(r.before, r.page) {
		set[e] = true
	}
	return func(e *element) bool { return set[e] }
}
