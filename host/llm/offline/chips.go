package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// chip finds a choice that a page draws as something to press: of “delivery slot:
// afternoon” the button “Afternoon 2–5” that stands with the text “Delivery slot”.
func (r *runner) chip(label, value string) (ranked, bool) {
	var list []candidate
	for _, c := range r.page.pressable(chipRoles, "button") {
		if name := r.page.chipLabel(c.el); name != "" && callsIt(label, name) {
			list = append(list, c)
		}
	}
	if n := nthIn(value); n != 0 {
		if n = fromEnd(n, len(list)); n > 0 {
			return ranked{candidate: list[n-1], own: 1, query: 1, score: 1}, true
		}
		return ranked{}, false
	}
	if n := timeAmong(value, namesOf(list)); n >= 0 {
		return ranked{candidate: list[n], own: 1, query: 1, score: 1}, true
	}
	c, err := r.page.pick(value, "choice", exactFirst(value, list))
	return c, err == nil && c.own > 0.9 && (c.query > 0.95 || len(splitAnd(value)) < 2) // of “C4 and C5” one is not all
}

var chipRoles = wordSet("button clickable tab option link menuitem")

// callsIt reports whether a name that a person uses is that of a label.
func callsIt(name, label string) bool {
	o := compare(words(name), words(label), nil)
	return same(strings.Trim(label, " :：*"), name) || o.own >= 0.75 && o.label >= 0.5 || hanWithin(name, plainName(label))
}

// chipLabel is the text before a row of things to press, or the name of what holds
// them.
func (p *page) chipLabel(e *element) string {
	if e.parent >= 0 {
		switch box := p.els[e.parent]; box.role {
		case "group", "radiogroup", "listbox", "tablist", "toolbar":
			if box.name() != "" {
				return box.name()
			}
			return p.labelBefore(box)
		case "row":
			if list := p.cellsBy(e, box); len(list) > 0 {
				return list[0]
			}
		}
	}
	for i := e.index - 1; i >= 0 && p.els[i].depth >= e.depth; i-- {
		switch b := p.els[i]; {
		case b.depth > e.depth:
		case isText(b.role) || b.role == "heading":
			return b.name()
		case b.role != e.role:
			return ""
		}
	}
	return ""
}

// pressChip presses a drawn choice, unless it is the one already.
func (r *runner) pressChip(s setting) error {
	el := r.page.twin(s.el)
	if el == nil {
		return refuse("“%s” is no longer on the page.", s.name)
	}
	if el.flags["pressed"] || el.flags["selected"] || el.flags["checked"] {
		r.note("“%s” already was as asked: %s.", s.name, el.now(r.tongue))
		return nil
	}
	return r.click(el)
}

// nthForm is a choice by its place in the list.
var nthForm = lazyregexp.New(`(?i)^(?:the )?(?:(first|second|third|fourth|fifth|last) (?:one|option|choice|entry|slot)|(?:第([一二两三四五六七八九十\d]+)|(最后一))(?:个|项|条|种|款)(?:选项|时段)?)$`)

// nthIn is the place that a value tells, 0 for none, -1 for the last.
func nthIn(value string) int {
	m := nthForm.FindStringSubmatch(strings.TrimSpace(value))
	switch {
	case m == nil:
		return 0
	case m[1] != "":
		return ordinal(strings.ToLower(m[1]))
	case m[3] != "":
		return -1
	}
	return number(figured(m[2]))
}

// fromEnd is a place among so many, 0 where there is none.
func fromEnd(n, of int) int {
	if n < 0 {
		n = of + 1 + n
	}
	if n < 1 || n > of {
		return 0
	}
	return n
}

// timeAmong is the one choice that begins with the time which a value tells in
// words: of 下午两点 it is 14:00. -1 where there is none.
func timeAmong(value string, choices []string) int {
	at, ok := hanTimeValue(value)
	if !ok {
		return -1
	}
	found := -1
	for i, c := range choices {
		if same(c, value) {
			return i
		}
		if strings.HasPrefix(c, at) || strings.HasPrefix("0"+c, at) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

func namesOf(list []candidate) []string {
	out := make([]string, len(list))
	for i, c := range list {
		if len(c.labels) > 0 {
			out[i] = c.labels[0]
		}
	}
	return out
}

// realOptions are the options of a list but the one that says that none is chosen.
func realOptions(list []string) []string {
	if len(list) > 0 && asksFor.MatchString(list[0]) {
		return list[1:]
	}
	return list
}

// boxesOf reads “history: asthma and diabetes” as boxes to tick, where each is one
// and the page says what they are about.
func (r *runner) boxesOf(p pair) ([]setting, bool) {
	if !r.page.tells(p.label) || p.quoted {
		return nil, false
	}
	parts := splitAnd(p.value)
	if more := hanEach(p.value); len(parts) == 1 && r.tongue != nil && more != nil {
		parts = more
	}
	var out []setting
	for _, part := range parts {
		c, err := r.page.pick(part, "box", r.page.boxes())
		if err != nil || c.own < 0.9 || !boxRoles[c.el.role] || c.el.flags["disabled"] {
			return nil, false
		}
		out = append(out, setting{el: c.el, value: "true", name: r.page.called(c.el)})
	}
	return out, len(out) > 0
}

// tellsJust reports whether a text, a heading or a box of the page has just that
// name.
func (p *page) tellsJust(label string) bool {
	for _, e := range p.els {
		if !pressRoles[e.role] && same(strings.Trim(e.name(), " :：*"), label) {
			return true
		}
	}
	return false
}

// tells reports whether a text, a heading or a box of the page is called so.
func (p *page) tells(label string) bool {
	for _, e := range p.els {
		for _, n := range e.names {
			if !pressRoles[e.role] && callsIt(label, n) {
				return true
			}
		}
	}
	return false
}
