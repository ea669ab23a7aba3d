package offline

import (
	"slices"
	"strings"
)

// give makes a setting of a field and a value as a person wrote it.
func (r *runner) give(el *element, p pair) ([]setting, error) {
	name := r.page.called(el)
	p = r.plainlySaid(el, p)
	switch {
	case el.flags["disabled"]:
		return nil, awaited("the field “%s” is disabled.", name)
	case el.flags["readonly"]:
		return nil, refuse("the field “%s” cannot be changed (read-only).", name)
	case el.role == "file":
		return nil, refuse("“%s” wants a file, and I cannot choose files.", name)
	case boxRoles[el.role]:
		return r.giveBox(el, p, name)
	case el.role == "button" && !isPopup(el):
		return r.giveSteps(el, p)
	case isPopup(el):
		return []setting{{el: el, value: p.value, name: name, popup: true}}, nil
	case el.ref == "" || radioRoles[el.role]:
		return r.giveGroup(el, p, name)
	case len(el.options) > 0:
		return r.giveOption(el, p, name)
	}
	value, err := typed(el, p, r.s.today)
	if err != nil {
		return nil, refuse("“%s” wants %s", name, err)
	}
	return []setting{{el: el, value: r.asWritten(value, p), name: name}}, nil
}

// giveSteps is for a number between two buttons; el is the one for more.
func (r *runner) giveSteps(el *element, p pair) ([]setting, error) {
	for _, c := range r.page.steppers() {
		if c.el != el {
			continue
		}
		n, err := numberValue(p.value)
		if err != nil {
			return nil, refuse("“%s” wants %s", c.labels[0], err)
		}
		return []setting{{el: el, value: n, name: c.labels[0], steps: true}}, nil
	}
	return nil, refuse("“%s” is a button and takes no value.", r.page.called(el))
}

func (r *runner) giveBox(el *element, p pair, name string) ([]setting, error) {
	v := fold(strings.TrimSpace(p.value))
	switch {
	case yesWords[v]:
		return []setting{{el: el, value: "true", name: name}}, nil
	case offWords[v] || p.value == "":
		return []setting{{el: el, value: "false", name: name}}, nil
	}
	return nil, refuse("“%s” is a box to tick; “%s” is neither yes nor no.", name, p.value)
}

func (r *runner) giveGroup(box *element, p pair, name string) ([]setting, error) {
	var list []candidate
	for _, e := range r.page.radios(box) {
		list = append(list, candidate{el: e, labels: r.page.labels(e), bonus: r.page.usable(e)})
	}
	if n := nthIn(p.value); n != 0 && fromEnd(n, len(list)) > 0 {
		return []setting{r.chosen(ranked{candidate: list[fromEnd(n, len(list))-1]})}, nil
	}
	if n := timeAmong(p.value, namesOf(list)); n >= 0 {
		return []setting{r.chosen(ranked{candidate: list[n]})}, nil
	}
	c, err := r.page.pick(p.value, termOf("choice for “%s”", name), exactFirst(p.value, list))
	if err != nil {
		return nil, err
	}
	return []setting{r.chosen(c)}, nil
}

func (r *runner) giveOption(el *element, p pair, name string) ([]setting, error) {
	if el.role == "listbox" {
		if parts := splitAnd(p.value); len(parts) > 1 {
			return r.giveSeveral(el, parts, name)
		}
	}
	label, err := r.option(el, p.value, name)
	if err != nil {
		return nil, err
	}
	return []setting{{el: el, value: label, name: name}}, nil
}

func (r *runner) giveSeveral(el *element, parts []string, name string) ([]setting, error) {
	var labels []string
	for _, part := range parts {
		label, err := r.option(el, part, name)
		if err != nil {
			return nil, err
		}
		labels = append(labels, label)
	}
	return []setting{{el: el, value: strings.Join(labels, "\n"), name: name, said: enumerate(labels)}}, nil
}

// option gives the label of an option that a value means.
func (r *runner) option(el *element, value, name string) (string, error) {
	var list []candidate
	for _, o := range el.options {
		list = append(list, candidate{el: el, labels: []string{o}, option: o})
	}
	if n := fromEnd(nthIn(value), len(realOptions(el.options))); n > 0 && nthIn(value) != 0 {
		return realOptions(el.options)[n-1], nil
	}
	if n := timeAmong(value, el.options); n >= 0 {
		return el.options[n], nil
	}
	c, err := r.page.pick(value, termOf("choice for “%s”", name), exactFirst(value, list))
	if err == nil {
		return c.option, nil
	}
	if el.more > 0 && isMissing(err) {
		return value, nil // the snapshot tells only the first; the page knows all
	}
	return "", err
}

// chosen makes a setting of a choice.
func (r *runner) chosen(c ranked) setting {
	if c.option != "" {
		return setting{el: c.el, value: c.option, name: r.page.called(c.el)}
	}
	s := setting{el: c.el, value: "true", name: r.page.called(c.el)}
	if _, group := r.page.radioBox(c.el); radioRoles[c.el.role] && group != "" {
		s.of = r.tongue.say(" for “%s”", group)
	}
	return s
}

// splitName: a whole name goes into a field for the first and one for the last.
func (r *runner) splitName(p pair, fields []candidate) ([]setting, bool) {
	if q := words(p.label); len(q) == 0 || q[len(q)-1] != "name" || len(strings.Fields(p.value)) < 2 {
		return nil, false
	}
	first, errFirst := r.page.pick("first name", "field", fields)
	last, errLast := r.page.pick("last name", "field", fields)
	if errFirst != nil || errLast != nil || first.el == last.el {
		return nil, false
	}
	at := strings.LastIndex(strings.TrimSpace(p.value), " ")
	value := strings.TrimSpace(p.value)
	return []setting{
		{el: first.el, value: strings.TrimSpace(value[:at]), name: r.page.called(first.el)},
		{el: last.el, value: value[at+1:], name: r.page.called(last.el)},
	}, true
}

// byOption: “Express: yes” names a choice rather than a field.
func (r *runner) byOption(p pair) (setting, bool) {
	if !yesWords[fold(p.value)] {
		return setting{}, false
	}
	c, err := r.page.pick(p.label, "choice", r.page.choices())
	if err != nil {
		return setting{}, false
	}
	return r.chosen(c), true
}

// onlyField takes the one field that a value without a name can mean: the only
// empty one, or the one that an e-mail address fits.
func (r *runner) onlyField(st step, p pair, fields []candidate) ([]setting, error) {
	var fit []candidate
	for _, f := range fields {
		if !textRoles[f.el.role] || f.el.role == "combobox" && len(f.el.options) > 0 || f.el.flags["disabled"] || f.el.flags["readonly"] {
			continue
		}
		if strings.Contains(p.value, "@") && len(addressForm.FindString(p.value)) == len(p.value) && !mentionsWord(f, "email") {
			continue
		}
		fit = append(fit, f)
	}
	if s, ok := r.choiceOrBox(p.value); ok && !types(st.verb) {
		return []setting{s}, nil // “I'd like to give monthly”
	}
	if len(fit) > 1 { // the one that the last press has brought
		fit = slices.DeleteFunc(fit, func(c candidate) bool { return !r.page.appeared[c.el.ref] })
	}
	if len(fit) != 1 {
		return nil, refuse("I do not know which field “%s” is for. Write it as “label: value”.", p.value)
	}
	return r.give(fit[0].el, p)
}

func mentionsWord(c candidate, word string) bool {
	for _, l := range c.labels {
		for _, w := range words(l) {
			if w == word {
				return true
			}
		}
	}
	return false
}
