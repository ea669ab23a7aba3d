package offline

import "github.com/margay/margay/host/lazyregexp"

// severalForm is “two bottles of the Bacchus in my case”: a number, a measure that says
// little, the thing, and what it goes into.
var severalForm = lazyregexp.New(`(?is)^(\w+)\s+(?:(?:bottles?|boxes|packs?|bags?|tickets?|copies|pieces?|units?|pairs?|sets?|cans?|jars?|tins?|cases?)\s+)?(?:of\s+)?(?:the\s+)?(\S.{1,60}?)\s+(?:in|into|to|on|onto)\s+(?:the|my|our|your)\s+\S[\w' -]*$`)

// severalAdded sets the number that stands with a thing before the press that adds it.
func (r *runner) severalAdded(steps []step) ([]step, error) {
	st := steps[0]
	if st.zh || st.pairs != nil || st.verb != "add" && st.verb != "put" {
		return nil, nil
	}
	m := severalForm.FindStringSubmatch(st.object)
	if m == nil {
		return nil, nil
	}
	n, err := numberValue(m[1])
	if err != nil || n == "" || n == "0" {
		return nil, nil //nolint:nilerr // it is no number of things
	}
	if err := r.fresh(); err != nil {
		return steps, err
	}
	button, ok, err := r.near("add", m[2], "button", r.page.pressable(wordSet("button clickable"), "button"))
	if !ok || err != nil {
		return nil, nil //nolint:nilerr // other readings of it may do
	}
	set, ok := r.numberWith(button.el, n)
	if !ok {
		return nil, nil
	}
	if err := r.setDrawn(set); err != nil {
		return steps, err
	}
	press := st.pressing(exactly(r.page.called(button.el)) + " beside " + m[2])
	return append([]step{press}, steps[1:]...), nil
}

// numberWith is the one field for a number in the row or card of a button.
func (r *runner) numberWith(button *element, n string) ([]setting, bool) {
	var fit [][]setting
	card := r.page.card(button)
	for _, c := range r.page.fields() {
		if !r.page.under(c.el, card) || c.el.role != "spinbutton" && c.stepper == nil && len(c.el.options) == 0 {
			continue
		}
		if s, err := r.give(c.el, pair{label: r.page.called(c.el), value: n}); err == nil {
			fit = append(fit, s)
		}
	}
	if len(fit) != 1 || card == button {
		return nil, false
	}
	return fit[0], true
}
