package offline

import (
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// drawnLists takes out of a round what looks like a field and is none: it has to
// be pressed for its choices.
func drawnLists(todo []setting, results []result) (drawn, rest []setting, of []result) {
	for i, res := range results {
		if res.status == chat.CallError && strings.Contains(res.text, "is no field. Click it") {
			drawn = append(drawn, todo[i])
			continue
		}
		rest, of = append(rest, todo[i]), append(of, res)
	}
	return drawn, rest, of
}

// chooseIn presses a field that brings its choices, and then the choice.
func (r *runner) chooseIn(s setting) error {
	el := r.page.twin(s.el) // an earlier choice may have brought another page
	if el == nil {
		return refuse("“%s” is no longer on the page.", s.name)
	}
	if len(r.page.shownChoices(el)) == 0 && !el.flags["expanded"] {
		if err := r.click(el); err != nil {
			return err
		}
	}
	var c ranked
	err := r.retried(func() (err error) {
		list := r.page.shownChoices(r.page.byRef(s.el.ref))
		if len(list) == 0 {
			list = r.page.pressable(choiceRoles, "option")
		}
		if len(list) == 0 { // a list of plain buttons
			list = r.page.broughtBy(r.before)
		}
		c, err = r.page.pick(s.value, termOf("choice for “%s”", s.name), exactFirst(s.value, list))
		return err
	})
	if err != nil {
		return err
	}
	if err := r.click(c.el); err != nil {
		return err
	}
	if now := r.page.byRef(s.el.ref); now != nil && strings.Contains(fold(now.name()+" "+now.value), fold(r.page.short(c))) {
		r.note("“%s” now says “%s”.", s.name, now.name())
	}
	if s.done != nil {
		*s.done = true
	}
	return nil
}

var choiceRoles = wordSet("option menuitem menuitemradio treeitem")

// shownChoices are the choices that stand in a field.
func (p *page) shownChoices(field *element) []candidate {
	var out []candidate
	for _, c := range p.pressable(choiceRoles, "option") {
		if field != nil && p.under(c.el, field) {
			out = append(out, c)
		}
	}
	return out
}

// broughtBy is what can be pressed on a page and was not on the one before.
func (p *page) broughtBy(before *page) []candidate {
	var out []candidate
	for _, c := range p.pressable(pressRoles, "button") {
		if before != nil && before.byRef(c.el.ref) == nil {
			out = append(out, c)
		}
	}
	return out
}

func (p *page) byRef(ref string) *element {
	for _, e := range p.els {
		if e.ref == ref && ref != "" {
			return e
		}
	}
	return nil
}
