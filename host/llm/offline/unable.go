package offline

import (
	"strings"
)

// unable refuses, unless the page has a field or a button of that very name:
// “sort by price”, “go back”.
func (r *runner) unable(steps []step) ([]step, error) {
	st := steps[0]
	if !pageVerbs[strings.Fields(st.verb)[0]] {
		return steps, r.cannot(st)
	}
	if err := r.fresh(); err != nil {
		return steps, err
	}
	if r.isPress(st) || r.isVerbButton(st) {
		return r.one(steps, func(step) error { return r.press(asPress(st)) })
	}
	if handled, err := r.fillAndPress(st); handled {
		return r.one(steps, func(step) error { return err })
	}
	if pairs := anchored(st.text, r.page.fields()); len(pairs) == 1 && pairs[0].value != "" {
		first := step{kind: fill, object: st.text, text: st.text, place: st.place}
		return r.set(append([]step{first}, steps[1:]...))
	}
	return steps, r.cannot(st)
}

// pageVerbs are commands that pages have fields and buttons for.
var pageVerbs = wordSet("remind sort go move rename zoom upload attach schedule calculate compute convert evaluate rank draft compare describe suggest recommend")

func (r *runner) cannot(st step) error {
	for _, p := range conditionTable() {
		if p.text == st.verb {
			return refuse("“%s” depends on a condition, and I do not judge conditions.", st.text)
		}
	}
	return refuse("“%s” is more than I can do: I follow fixed rules and do not %s.", st.text, st.verb)
}
