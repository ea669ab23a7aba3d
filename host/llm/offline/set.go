package offline

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// setting is a field that shall hold a value.
type setting struct {
	el    *element
	value string // what the fill tool is given
	name  string // of the field, for the report
	of    string // what a choice belongs to, for the report
	said  string // what was chosen, for the report; the value if empty
	done  *bool  // becomes true when the field holds the value
	popup bool   // the field is a button that brings the choices
}

// set carries out steps that give fields values, as many as stand in a row, in
// one round where the page shows all of them, and gives the steps that remain.
func (r *runner) set(steps []step) ([]step, error) {
	if err := r.fresh(); err != nil {
		return steps, err
	}
	var batch []setting
	var did []step
	var ends []int // of the settings of each step
	for len(steps) > 0 && setKind(steps[0].kind) {
		if len(did) > 0 && steps[0].kind == unclear {
			break
		}
		if steps = r.parts(steps); !setKind(steps[0].kind) {
			break
		}
		st := r.tail(steps[0])
		if len(did) == 0 && r.isVerbButton(st) {
			return r.one(steps, func(step) error { return r.press(asPress(st)) })
		}
		more, err := r.resolveIn(st)
		if isMissing(err) && len(did) == 0 {
			err = r.retried(func() error {
				more, err = r.resolveIn(st)
				return err
			})
		}
		if err != nil && len(did) > 0 {
			break // do what is clear first: the page may show the rest then
		}
		if again, ok := r.repeats(st); err != nil && ok {
			return append([]step{again}, steps[1:]...), nil
		}
		if err != nil {
			return steps, err
		}
		if more == nil && len(did) > 0 {
			break
		}
		if more == nil { // it is the name of something to press
			return r.one(steps, func(step) error { return r.press(asPress(st)) })
		}
		if len(more) == 1 && more[0].popup {
			if len(did) > 0 {
				break
			}
			return r.one(steps, func(step) error { return r.chooseIn(more[0]) })
		}
		for i := range more {
			more[i].done = new(bool)
		}
		batch = append(batch, more...)
		if st.kind == tick || st.kind == untick {
			r.prior = st
		}
		did, steps = append(did, steps[0]), steps[1:]
		ends = append(ends, len(batch))
		if len(steps) > 0 && clash(batch) {
			break
		}
	}
	err := r.apply(batch)
	var no *refusal
	if errors.As(err, &no) {
		no.undone = undone(did, batch, ends)
	}
	return steps, err
}

// parts puts a step for each of its values in the place of the first, so that
// one that the page does not know leaves the others be, and one that the others
// bring to the page is looked for when they are set.
func (r *runner) parts(steps []step) []step {
	st := steps[0]
	var out []step
	switch st.kind {
	case fill, unclear:
		for _, p := range r.pairsOf(st) {
			text := p.label + ": " + p.value
			out = append(out, step{kind: fill, verb: st.verb, object: text, text: text, place: st.place, pairs: []pair{p}})
		}
	case tick, untick:
		for _, part := range r.tickParts(st) {
			out = append(out, step{kind: st.kind, verb: st.verb, object: part, text: st.verb + " " + part, place: st.place})
		}
	case choose:
		for _, part := range r.choiceParts(st) {
			out = append(out, step{kind: choose, verb: st.verb, object: part, text: st.verb + " " + part, place: st.place})
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

// undone are the steps of a round that have a field that does not hold what it
// shall.
func undone(steps []step, batch []setting, ends []int) []step {
	var out []step
	from := 0
	for i, end := range ends {
		for _, s := range batch[from:end] {
			if !*s.done {
				out = append(out, steps[i])
				break
			}
		}
		from = end
	}
	return out
}

// asPress reads a step as a press; its first word may be the button's name.
func setKind(k kind) bool {
	return k == fill || k == choose || k == tick || k == untick || k == unclear
}

func isMissing(err error) bool {
	var no *refusal
	return errors.As(err, &no) && no.missing
}

// clash reports whether one field is set twice.
func clash(batch []setting) bool {
	seen := map[string]bool{}
	for _, s := range batch {
		if seen[s.el.ref] {
			return true
		}
		seen[s.el.ref] = true
	}
	return false
}

// resolveIn resolves a step in the part of the page that it speaks of.
func (r *runner) resolveIn(st step) ([]setting, error) {
	if st.place.name != "" && st.place != r.at {
		if err := r.enter(st); err != nil {
			return nil, err
		}
	}
	return r.resolve(st)
}

// resolve works out which fields a step means on the page. nil without an
// error means that the step is a press.
func (r *runner) resolve(st step) ([]setting, error) {
	switch st.kind {
	case choose:
		return r.resolveChoice(st)
	case tick, untick:
		return r.resolveTicks(st)
	case unclear:
		return r.resolveUnclear(st)
	}
	return r.resolveFill(st)
}

func (r *runner) resolveFill(st step) ([]setting, error) {
	fields := r.page.fields()
	pairs := st.pairs
	if pairs == nil {
		pairs = findPairs(st, fields)
	}
	if len(pairs) == 0 {
		if r.isPress(st) {
			return nil, nil
		}
		if c, err := r.page.pick(st.text, "box", r.page.boxes()); err == nil && boxRoles[c.el.role] && c.own > 0.9 && c.score > 0.9 {
			return []setting{{el: c.el, value: "true", name: r.page.called(c.el)}}, nil // “make it public”
		}
		return nil, refuse("I see no value for a field in “%s”. Write it as “label: value”.", st.text)
	}
	var out []setting
	for _, p := range pairs {
		p = r.detach(p)
		s, err := r.resolvePair(st, p, fields)
		if err != nil {
			return nil, err
		}
		out = append(out, s...)
		for _, part := range p.rest {
			if s, ok := r.choiceOrBox(part); ok {
				out = append(out, s)
				continue
			}
			s := r.formatted(part)
			if s == nil {
				return nil, refuse("I do not know what “%s” in “%s” is for.", part, st.text)
			}
			out = append(out, s...)
		}
	}
	if clash(out) {
		return nil, refuse("“%s” gives a field two values, and I cannot tell which is meant.", st.text)
	}
	return out, nil
}

// detach takes choices and fields off the end of a value: of “e-mail
// a@b.example, express delivery, date 2026-12-24” the page knows that what
// follows is none of the first.
func (r *runner) detach(p pair) pair {
	if c, err := r.page.pick(p.label, "field", r.page.fields()); err == nil && slices.ContainsFunc(c.el.options, func(o string) bool { return same(o, p.value) }) {
		return p // “Price, low to high” is one choice
	}
	for !p.quoted && p.value != "" {
		i := strings.LastIndex(p.value, ", ")
		if i < 0 {
			break
		}
		part := strings.TrimSpace(p.value[i+2:])
		if _, ok := r.choiceOrBox(part); !ok && r.formatted(part) == nil {
			break
		}
		p.value, p.rest = strings.TrimSpace(p.value[:i]), append([]string{part}, p.rest...)
	}
	return p
}

// formatted reads “departure 2026-12-24” or “size large” where the page has a
// field of just that name and the value is of its format.
func (r *runner) formatted(part string) []setting {
	fields := r.page.fields()
	pairs := anchored(part, fields)
	if len(pairs) != 1 || pairs[0].value == "" || len(pairs[0].rest) > 0 {
		return nil
	}
	c, err := r.page.pick(pairs[0].label, "field", fields)
	if err != nil || c.own < 0.9 || len(c.el.options) == 0 && !exactRoles[c.el.role] && !radioRoles[c.el.role] {
		return nil
	}
	s, err := r.give(c.el, pairs[0])
	if err != nil {
		return nil
	}
	return s
}

// exactRoles are fields that take values of one format only.
var exactRoles = wordSet("spinbutton slider date time datetime month week color")

// choiceOrBox reads a few words as a choice or a box to tick, where the page
// has just that.
func (r *runner) choiceOrBox(part string) (setting, bool) {
	if c, err := r.page.pick(part, "choice", r.page.choices()); err == nil && c.query > 0.9 && c.own > 0.3 {
		return r.chosen(c), true
	}
	if c, err := r.page.pick(part, "box", r.page.boxes()); err == nil && c.query > 0.79 && c.own > 0.6 && boxRoles[c.el.role] {
		return setting{el: c.el, value: "true", name: r.page.called(c.el)}, true
	}
	return setting{}, false
}

// isPress: “set up the account” or “use this address” may be the name of a
// button.
func (r *runner) resolvePair(st step, p pair, fields []candidate) ([]setting, error) {
	if p.label == "" {
		return r.onlyField(p, fields)
	}
	if p.value == "" && !p.quoted {
		return nil, refuse("“%s” has no value in “%s”. Write it as “%s: value”.", p.label, st.text, p.label)
	}
	if v := fold(strings.TrimSpace(p.value)); p.value != "" && !yesWords[v] && !noWords2[v] {
		fields = slices.DeleteFunc(slices.Clone(fields), func(c candidate) bool { return boxRoles[c.el.role] })
	}
	c, err := r.page.pick(p.label, "field", fields)
	if isMissing(err) && onlyPoints(p.label) {
		return r.onlyField(p, fields) // “into the field”
	}
	if isMissing(err) && same(p.label, "address") {
		if street, streetErr := r.page.pick("street", "field", fields); streetErr == nil {
			c, err = street, nil
		}
	}
	if isMissing(err) || err != nil && same(p.label, "name") {
		if s, ok := r.splitName(p, fields); ok {
			return s, nil
		}
	}
	if err != nil {
		if alt, ok := r.byOption(p); ok {
			return []setting{alt}, nil
		}
		return nil, err
	}
	return r.give(c.el, p)
}

// onlyPoints: the label is a word such as “field” or “box”.
func onlyPoints(label string) bool {
	for _, w := range words(label) {
		if weight(w) > 0.3 {
			return false
		}
	}
	return true
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
func (r *runner) onlyField(p pair, fields []candidate) ([]setting, error) {
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
	if s, ok := r.choiceOrBox(p.value); ok {
		return []setting{s}, nil // “I'd like to give monthly”
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

// give makes a setting of a field and a value as a person wrote it.
func (r *runner) give(el *element, p pair) ([]setting, error) {
	name := r.page.called(el)
	switch {
	case el.flags["disabled"]:
		return nil, refuse("the field “%s” is disabled.", name)
	case el.flags["readonly"]:
		return nil, refuse("the field “%s” cannot be changed (read-only).", name)
	case el.role == "file":
		return nil, refuse("“%s” wants a file, and I cannot choose files.", name)
	case boxRoles[el.role]:
		return r.giveBox(el, p, name)
	case isPopup(el):
		return []setting{{el: el, value: p.value, name: name, popup: true}}, nil
	case el.ref == "" || radioRoles[el.role]:
		return r.giveGroup(el, p, name)
	case len(el.options) > 0:
		return r.giveOption(el, p, name)
	}
	value, err := typed(el, p)
	if err != nil {
		return nil, refuse("“%s” wants %s", name, err.Error())
	}
	return []setting{{el: el, value: value, name: name}}, nil
}

func (r *runner) giveBox(el *element, p pair, name string) ([]setting, error) {
	v := fold(strings.TrimSpace(p.value))
	switch {
	case yesWords[v]:
		return []setting{{el: el, value: "true", name: name}}, nil
	case noWords2[v] || p.value == "":
		return []setting{{el: el, value: "false", name: name}}, nil
	}
	return nil, refuse("“%s” is a box to tick; “%s” is neither yes nor no.", name, p.value)
}

func (r *runner) giveGroup(box *element, p pair, name string) ([]setting, error) {
	var list []candidate
	for _, e := range r.page.radios(box) {
		list = append(list, candidate{el: e, labels: r.page.labels(e), bonus: r.page.usable(e)})
	}
	c, err := r.page.pick(p.value, "choice for “"+name+"”", exactFirst(p.value, list))
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
	c, err := r.page.pick(value, "choice for “"+name+"”", exactFirst(value, list))
	if err == nil {
		return c.option, nil
	}
	if el.more > 0 && isMissing(err) {
		return value, nil // the snapshot tells only the first; the page knows all
	}
	return "", err
}

// exactFirst keeps only what is called exactly so, if there is such a one.
func exactFirst(value string, list []candidate) []candidate {
	var exact []candidate
	for _, c := range list {
		if len(c.labels) > 0 && same(plainName(c.labels[0]), plainName(value)) {
			exact = append(exact, c)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return list
}

var counterForm = regexp.MustCompile(`\s*[(\[]\d+[)\]]\s*$`)

// plainName is a name without what pages put behind it: “Cart (2)”, “Next →”,
// “Name *”.
func plainName(s string) string {
	t := strings.TrimSpace(strings.Trim(counterForm.ReplaceAllString(s, ""), " *:…→›»>←‹«+✓✕×"))
	if t == "" {
		return s
	}
	return t
}

// chosen makes a setting of a choice.
func (r *runner) chosen(c ranked) setting {
	if c.option != "" {
		return setting{el: c.el, value: c.option, name: r.page.called(c.el)}
	}
	s := setting{el: c.el, value: "true", name: r.page.called(c.el)}
	if _, group := r.page.radioBox(c.el); radioRoles[c.el.role] && group != "" {
		s.of = " for “" + group + "”"
	}
	return s
}
