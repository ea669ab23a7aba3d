package offline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
	"github.com/margay/margay/protocol/chat"
)

// apply gives fields their values. What looks like a field and is a list that the
// page draws itself gets its value after the others, by presses.
func (r *runner) apply(batch []setting) error {
	lists, err := r.fill(batch)
	for _, s := range lists {
		if err == nil {
			err = r.chooseIn(s)
		}
	}
	return err
}

// fill fills fields in one round, reads what they hold, and tries once more those
// whose call did not come through. Filling replaces, so it can be repeated; what
// already holds its value is left as it is. lists are those that are no fields.
func (r *runner) fill(batch []setting) (lists []setting, err error) {
	todo := r.spare(batch)
	for try := 1; len(todo) > 0; try++ {
		todo = r.drop(todo)
		if len(todo) == 0 {
			return lists, nil
		}
		var wants []want
		var names []string
		for _, s := range todo {
			wants = append(wants, want{"fill", r.args("ref", s.el.ref, "value", s.value)})
			names = append(names, "“"+s.name+"”")
		}
		r.saying = r.tongue.say("Setting %s.", r.tongue.list(names))
		results, err := r.s.call(wants...)
		if err != nil {
			return lists, err
		}
		r.last = todo[len(todo)-1].el
		r.touched, r.acted, r.waits = true, true, 0
		var drawn []setting
		drawn, todo, results = drawnLists(todo, results)
		lists = append(lists, drawn...)
		again, doubt, err := r.settle(todo, results, try)
		if err != nil || len(again)+len(doubt) == 0 {
			return lists, err
		}
		before := r.page
		if err := r.look(); err != nil {
			return lists, err
		}
		if err := r.check(before, doubt); err != nil {
			return lists, err
		}
		if todo, err = r.again(again); err != nil {
			return lists, err
		}
	}
	return lists, nil
}

// drop leaves out what the page already shows as wanted.
func (r *runner) drop(batch []setting) []setting {
	var out []setting
	for _, s := range batch {
		if r.holds(s) {
			r.holding(s, "“%s” already was as asked: %s.", s.name, s.shown(r.tongue, s.el.value, s.el.flags["checked"]))
			continue
		}
		out = append(out, s)
	}
	return out
}

// holds reports whether the snapshot shows a field as it shall be. A masked
// value cannot be seen.
func (r *runner) holds(s setting) bool {
	if tickable(s.el) {
		return s.el.flags["checked"] == (s.value == "true") && !s.el.flags["mixed"]
	}
	return s.value != "" && !s.el.flags["masked"] && equal(s, s.el.value)
}

func tickable(e *element) bool { return boxRoles[e.role] || radioRoles[e.role] }

// shown says what a field holds.
func (s setting) shown(t tongue, value string, checked bool) string {
	switch {
	case radioRoles[s.el.role] && checked:
		return t.say("it is chosen")
	case radioRoles[s.el.role]:
		return t.say("it is not chosen")
	case boxRoles[s.el.role] && checked:
		return t.say("it is ticked")
	case boxRoles[s.el.role]:
		return t.say("it is not ticked")
	case value == "":
		return t.say("it is empty")
	case s.el.flags["masked"]:
		return t.say("it holds %d hidden characters", len([]rune(value)))
	}
	return t.say("it holds “%s”", value)
}

// passed says of a value that the field took and holds no more.
func (s setting) passed(t tongue, took, back string, hidden bool) string {
	switch {
	case hidden:
		return t.say("it was taken, and the page has emptied the field since")
	case back != "":
		return t.say("it took “%s”, and the page has put back “%s” since", took, back)
	}
	return t.say("it took “%s”, and the page has emptied the field since", took)
}

// check looks at fields whose result did not show the value: pages draw things
// anew, and then what was filled is another element. What the page took away, and
// has put no other in the place of, did its work.
func (r *runner) check(before *page, doubt []doubtful) error {
	var first error
	for _, d := range doubt {
		el := r.page.twin(d.el)
		if d.away && (el == nil || el.ref != d.el.ref && before.has(el.ref)) {
			r.holding(d.setting, "%s “%s”, and the page has taken it away since.", verbFor(d.setting), d.name)
			continue
		}
		if el != nil {
			d.el = el
		}
		if el == nil || !r.holds(d.setting) {
			first = cmp.Or(first, d.no)
			continue
		}
		r.holding(d.setting, "%s “%s”: %s.", verbFor(d.setting), d.name, d.shown(r.tongue, el.value, el.flags["checked"]))
	}
	return first
}

// holding notes a field that holds what it shall.
func (r *runner) holding(s setting, format string, a ...any) {
	r.note(format, a...)
	if s.done != nil {
		*s.done = true
	}
}

// doubtful is a setting whose result did not show its value.
type doubtful struct {
	setting
	no error
	// away says that the page took the field away once it was set.
	away bool
}

// settle notes what came of each call, and gives those to be tried again and
// those to be looked at.
func (r *runner) settle(todo []setting, results []result, try int) (again []setting, doubt []doubtful, err error) {
	for i, res := range results {
		s := todo[i]
		switch {
		case res.ok():
			if no := r.confirmed(s, res); no != nil {
				doubt = append(doubt, doubtful{s, no, tookAway(res.text)})
			}
		case res.status == chat.CallError && r.confirmed(s, res) == nil:
			// The page wrote the value in its own way, and it is the same value.
		case try < 3 && (res.never() || res.unknown() || gone(res.text)):
			again = append(again, s)
		case err == nil:
			err = refuse("“%s” could not be set: %s.", s.name, reason(res.text))
		}
	}
	return again, doubt, err
}

// confirmed notes a field that was read back.
func (r *runner) confirmed(s setting, res result) error {
	took, back, hidden, ok := taken(res.text)
	if ok && back != "" && len(s.el.options) == 0 { // a limit of the page's, as a rule: what is sent now would hold the old value
		return refuse("“%s” could not be set: %s.", s.name, s.passed(r.tongue, took, back, hidden))
	}
	if ok && (hidden || equal(s, took)) {
		r.holding(s, "%s “%s”: %s.", verbFor(s), s.name, s.passed(r.tongue, took, back, hidden))
		r.stale = true
		return nil
	}
	value, isBox, ok := held(res.text)
	switch {
	case tookAway(res.text):
		return refuse("“%s” was set, but it could not be read back.", s.name)
	case emptied(res.text):
		r.holding(s, "%s “%s”, and the page has emptied the field since.", verbFor(s), s.name)
		r.stale = true
		return nil
	case !ok && s.el.flags["masked"] && res.ok():
		r.holding(s, "Set “%s”; the result says: %s.", s.name, reason(res.text))
		return nil
	case !ok:
		return refuse("“%s” was set, but it could not be read back.", s.name)
	case isBox && (value == "true") == (s.value == "true"):
		r.holding(s, "%s “%s”%s.", verbFor(s), s.name, s.of)
	case !isBox && equal(s, value):
		r.holding(s, "%s “%s”: %s.", verbFor(s), s.name, s.shown(r.tongue, value, false))
	case isBox:
		return refuse("“%s” did not change: it is %s.", s.name, map[string]term{"true": "ticked", "false": "not ticked"}[value])
	default:
		return refuse("“%s” was given “%s”, but %s.", s.name, s.value, s.shown(r.tongue, value, false))
	}
	if no := objection(res.text); no != "" {
		r.done[len(r.done)-1].text += r.tongue.say(" The page objects to %s.", r.tongue.say("“%s”: %s", s.name, no))
	}
	if more := r.tongue.caused(res.text); more != "" && !isBox {
		r.done[len(r.done)-1].text = r.tongue.sentences(r.done[len(r.done)-1].text, more)
		r.stale = true
	}
	return nil
}

func verbFor(s setting) term {
	switch {
	case boxRoles[s.el.role] && s.value == "false":
		return "Unticked"
	case boxRoles[s.el.role]:
		return "Ticked"
	case radioRoles[s.el.role]:
		return "Chose"
	case len(s.el.options) > 0:
		return "Set"
	case s.value == "":
		return "Cleared"
	}
	return "Filled"
}

// gone reports whether a refusal says that the element is no longer there.
func gone(text string) bool {
	lower := strings.ToLower(text)
	for _, sign := range []string{"gone", "no longer", "stale", "take a snapshot", "another page", "there is no e", "not in this document", "left the document"} {
		if strings.Contains(lower, sign) {
			return true
		}
	}
	return false
}

// again finds the fields of settings on a new snapshot: the same ref with the
// same name, else the only field of that role and name.
func (r *runner) again(list []setting) ([]setting, error) {
	var out []setting
	for _, s := range list {
		el := r.page.twin(s.el)
		if el == nil {
			return nil, refuse("“%s” is no longer on the page.", s.name)
		}
		s.el = el
		out = append(out, s)
	}
	return out, nil
}

// has reports whether a ref stands on a page.
func (p *page) has(ref string) bool {
	return slices.ContainsFunc(p.els, func(e *element) bool { return e.ref == ref })
}

// twin is the element of this page that old was on an earlier snapshot.
func (p *page) twin(old *element) *element {
	var found *element
	n := 0
	for _, e := range p.els {
		if e.role != old.role || e.name() != old.name() || e.ref == "" {
			continue
		}
		if e.ref == old.ref {
			return e
		}
		found = e
		n++
	}
	if n == 1 {
		return found
	}
	return nil
}

var cutForm = lazyregexp.New(`…\+\d+$`)

// equal reports whether what a field holds is what it was given. Pages write
// numbers, telephone numbers and spaces in their own way.
func equal(s setting, value string) bool {
	want := s.value
	switch {
	case s.el.flags["masked"] || onlyDots(value):
		return len([]rune(value)) == len([]rune(want))
	case cutForm.MatchString(value):
		return strings.HasPrefix(flat(want), flat(cutForm.ReplaceAllString(value, "")))
	case same(value, want) || s.said != "" && same(value, s.said):
		return true
	case s.el.role == "listbox":
		return same(value, strings.ReplaceAll(want, "\n", ", "))
	}
	a, errA := strconv.ParseFloat(strings.TrimSpace(value), 64)
	b, errB := strconv.ParseFloat(strings.TrimSpace(want), 64)
	if errA == nil && errB == nil {
		return a == b
	}
	digitsA, digitsB := digits(value), digits(want)
	return len(digitsA) >= 4 && digitsA == digitsB && onlyFigures(value) && onlyFigures(want)
}

func onlyDots(s string) bool { return s != "" && strings.Trim(s, "•●*") == "" }

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// onlyFigures: figures with the marks that are written between them.
func onlyFigures(s string) bool {
	return strings.Trim(s, "0123456789 -+()/.:") == ""
}
