package offline

import (
	"errors"
	"fmt"
	"strings"
)

// click presses an element. What did not leave is sent again; what is gone is
// looked for once more; what may have happened is never repeated.
func (r *runner) click(el *element) error {
	name := r.page.called(el)
	for try := 1; ; try++ {
		if el.flags["disabled"] {
			return refuse("the %s “%s” is disabled, so it was not pressed.", term(el.role), name)
		}
		r.saying = r.tongue.say("Pressing “%s”.", name)
		res, err := r.s.one("click", r.args("ref", el.ref, "element", fmt.Sprintf("%s “%s”", el.role, name)))
		if err != nil {
			return err
		}
		switch {
		case res.ok():
			return r.pressed(el, name, res)
		case res.unknown():
			return r.unsure(el, name)
		case try < 3 && (res.never() || gone(res.text)):
			if err := r.look(); err != nil {
				return err
			}
			twin := r.page.twin(el)
			if twin == nil {
				return refuse("“%s” is no longer on the page.", name)
			}
			el = twin
		default:
			return refuse("“%s” was not pressed: %s.", name, reason(res.text))
		}
	}
}

// pressed notes a press and what it caused.
func (r *runner) pressed(el *element, name string, res result) error {
	r.before = r.page
	r.stale, r.acted, r.waits = true, true, 0
	if m := newTabForm.FindStringSubmatch(res.text); m != nil {
		_, _ = fmt.Sscan(m[1], &r.tab)
	}
	what := r.tongue.caused(res.text)
	if el.role == "key" {
		r.note("Pressed the key “%s”.", name)
	} else {
		r.note("Pressed “%s”%s.", name, r.page.apart(el))
	}
	r.done[len(r.done)-1].text = r.tongue.sentences(r.done[len(r.done)-1].text, what)
	r.done[len(r.done)-1].press = true
	if m := dialogForm.FindStringSubmatch(afterNews(res.text)); m != nil {
		r.waiting = unquote(m[2])
		r.done[len(r.done)-1].text += r.tongue.say(" The page asks in a dialog (%s): “%s”.", m[1], r.waiting)
		if m[1] == "alert" {
			return r.closeAlert()
		}
		return nil
	}
	if err := r.look(); err != nil {
		var no *refusal
		if errors.As(err, &no) {
			r.done[len(r.done)-1].text += r.tongue.say(" The page after it could not be read: %s", no)
			return nil
		}
		return err
	}
	if err := r.arrive(r.before, what == ""); err != nil {
		return err
	}
	if news := r.news(); news != "" {
		r.done[len(r.done)-1].shows = news
	} else if what == "" && unchanged(r.before, r.page) {
		r.done[len(r.done)-1].shows, r.done[len(r.done)-1].still = r.tongue.say("I see no change on the page.")+r.page.wanting(), true
	}
	return nil
}

// wanting names the fields that are required and empty: browsers hold a form
// back for them without a word in the page.
func (p *page) wanting() string {
	var names []string
	for _, e := range p.els {
		empty := textRoles[e.role] && e.value == "" || boxRoles[e.role] && !e.flags["checked"]
		if e.flags["required"] && empty && len(names) < 6 {
			names = append(names, "“"+p.called(e)+"”")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return p.tongue.say(" Required and still empty: %s.", p.tongue.list(names))
}

// unsure looks at the page after a press whose outcome is unknown. Only what
// the page shows decides.
func (r *runner) unsure(el *element, name string) error {
	before := r.page
	r.stale = true
	if err := r.look(); err != nil {
		return err
	}
	r.before = before
	if r.evidence(before, el) {
		r.note("“%s” was pressed; the answer was lost, but the page shows that it took effect. %s", name, r.news())
		return nil
	}
	return refuse("“%s” was to be pressed when the connection broke. The page does not show whether it was, so I did not press it again. "+
		"Please look, and tell me to press it if it was not.", name)
}

// evidence reports whether a press had an effect: another address, its button
// gone, or a message, heading or dialog that was not there.
func (r *runner) evidence(before *page, el *element) bool {
	if before.url != r.page.url || before.title != r.page.title || r.page.twin(el) == nil {
		return true
	}
	for _, e := range added(before, r.page) {
		if newsRoles[e.role] {
			return true
		}
	}
	return false
}

var newsRoles = wordSet("status alert alertdialog dialog heading log")

// added are the lines with words that a page has and the one before had not.
func added(before, now *page) []*element {
	had := map[string]int{}
	for _, e := range before.els {
		had[e.role+"\x00"+e.name()]++
	}
	var out []*element
	for _, e := range now.els {
		key := e.role + "\x00" + e.name()
		if had[key] > 0 {
			had[key]--
			continue
		}
		if e.name() != "" {
			out = append(out, e)
		}
	}
	return out
}

// changed are the controls that hold something else, or are in another state,
// than they were.
func changed(before, now *page) []*element {
	old := map[string]*element{}
	for _, e := range before.els {
		if e.ref != "" {
			old[e.ref] = e
		}
	}
	var out []*element
	for _, e := range now.els {
		o := old[e.ref]
		if e.ref == "" || o == nil || o.role != e.role || o.name() != e.name() {
			continue
		}
		if o.value != e.value || o.state() != e.state() {
			out = append(out, e)
		}
	}
	return out
}

// state names the states that a press can change.
func (e *element) state() string { return strings.Join(e.states(nil), " and ") }

// states are the same in words of a language.
func (e *element) states(t tongue) []string {
	var out []string
	for _, f := range []term{"checked", "selected", "pressed", "expanded", "disabled"} {
		if e.flags[string(f)] {
			out = append(out, t.word(f))
		}
	}
	return out
}

// now says what a control is or holds.
func (e *element) now(t tongue) string {
	switch {
	case textRoles[e.role] || tickable(e):
		return setting{el: e}.shown(t, e.value, e.flags["checked"])
	case e.state() == "":
		return t.say("it is neither pressed nor selected")
	}
	return t.say("it is %s", t.list(e.states(t)))
}

// toldNews reports whether the last press has brought a message: a button that
// is called otherwise now is none.
func (r *runner) toldNews() bool {
	for _, e := range added(r.before, r.page) {
		if newsRoles[e.role] || isText(e.role) && len(rawWords(e.name())) > 2 {
			return true
		}
	}
	return r.before.url != r.page.url
}

// news says what the page shows since the last press: messages first.
func (r *runner) news() string {
	var first, rest []string
	for _, e := range added(r.before, r.page) {
		switch {
		case e.role == "alert" || e.role == "status" || e.role == "alertdialog":
			first = append(first, "“"+e.name()+"”")
		case e.role == "heading" || e.role == "dialog" || e.role == "text" && r.before.url == r.page.url:
			rest = append(rest, "“"+e.name()+"”")
		}
	}
	if len(first)+len(rest) == 0 {
		for _, e := range added(r.before, r.page) {
			rest = append(rest, "“"+e.name()+"”")
		}
	}
	for _, e := range changed(r.before, r.page) {
		if e.state() != "" || e.value != "" || textRoles[e.role] {
			rest = append(rest, r.tongue.say("“%s” (%s)", r.page.called(e), e.now(r.tongue)))
		}
	}
	var bad []string
	for _, e := range r.page.els {
		if e.invalid != "" {
			bad = append(bad, r.tongue.say("“%s”: %s", r.page.called(e), strings.TrimSuffix(e.invalid, ".")))
		}
	}
	out := ""
	if all := append(first, rest...); len(all) > 0 {
		out = r.tongue.say("The page now shows %s.", r.tongue.list(all[:min(3, len(all))]))
	}
	if len(bad) > 0 {
		out += r.tongue.say(" The page objects to %s.", r.tongue.list(bad[:min(3, len(bad))]))
	}
	if out == "" && r.before.title != r.page.title {
		out = r.tongue.say("The title of the page is now “%s”.", r.page.title)
	}
	return strings.TrimSpace(out)
}
