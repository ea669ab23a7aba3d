package offline

import (
	"cmp"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// resolveChoice reads “choose Large”, “select size Medium”, “pick express
// shipping”, “choose Large for the size”. The choices are matched with the
// names of what they belong to around them, so the order of words is free.
func (r *runner) resolveChoice(st step) ([]setting, error) {
	object := st.object
	if list, lead := colonPairs(object, r.page.fields()); len(list) > 0 {
		if words(lead) == nil || announces(lead) {
			return r.resolveFill(step{kind: fill, object: object, text: st.text})
		}
		first, err := r.resolveChoice(step{kind: choose, verb: st.verb, object: strings.TrimRight(lead, " ,;"), text: st.text})
		if err != nil || first == nil {
			return nil, cmp.Or(err, error(refuse("I do not understand “%s”.", st.text)))
		}
		rest := strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(object), lead), " ,;")
		more, err := r.resolveFill(step{kind: fill, object: rest, text: st.text})
		return append(first, more...), err
	}
	if just := calledJust(choiceWords(object), r.page.choices()); len(just) == 1 {
		return []setting{r.chosen(ranked{candidate: just[0]})}, nil
	}
	if s, ok := r.explicitChoice(object); ok {
		return s, nil
	}
	if s, ok := r.choiceCalled(object); ok {
		return []setting{s}, nil
	}
	c, err := r.page.pick(choiceWords(object), "choice", r.choicesFor(object))
	if err == nil && c.query < 0.95 && beyondChoice(object, c) {
		err = r.page.none(object, "choice", rank(words(object), r.page.choices())) // of “the gallery and 20:00” one is not all
	}
	if err == nil {
		return []setting{r.chosen(c)}, nil
	}
	for _, parts := range [][]string{splitAnd(object), withSplit.Split(object, -1)} {
		if len(parts) < 2 {
			continue
		}
		if s, eachErr := r.eachChoice(st, parts, err); eachErr == nil || isMissing(eachErr) && len(quotes(object)) == 0 && len(parts) > 2 {
			return s, eachErr
		}
	}
	if !isMissing(err) {
		return nil, err
	}
	return r.choiceInstead(st, err)
}

var calledForm = lazyregexp.New(`(?is)^(?:the )?(.+?)\s+(?:as|for)\s+(?:the|my|our|why|how|what|where|when)\s+(\S.*)$`)

// choiceCalled reads “Worn out as the reason” as the one choice that is called just so,
// where no field of the page is called as the rest, and none but its own has its words.
// It stands by itself; the choice of a list is the list's.
func (r *runner) choiceCalled(object string) (setting, bool) {
	m := calledForm.FindStringSubmatch(object)
	if m == nil || len(quotes(object)) > 0 {
		return setting{}, false
	}
	just := calledJust(choiceWords(m[1]), r.page.choices())
	if len(just) == 1 && just[0].option != "" {
		return setting{}, false // of a list that is called otherwise: the one that is meant may come yet
	}
	c, err := r.page.pick(trimLabel(m[2]), "field", r.page.fields())
	if takes := err == nil && (len(c.el.options) > 0 || c.el.ref == ""); len(just) != 1 || err != nil && !isMissing(err) || takes {
		return setting{}, false
	}
	return r.chosen(ranked{candidate: just[0]}), true
}

// beyondChoice reports whether a part of what shall be chosen has no word of a
// choice.
func beyondChoice(object string, c ranked) bool {
	parts := splitAnd(object)
	for _, part := range parts {
		if words(part) != nil && compare(words(part), words(strings.Join(c.labels, " ")), c.around).query == 0 {
			return len(parts) > 1
		}
	}
	return false
}

// choicesFor leaves out what a quoted name rules out.
func (r *runner) choicesFor(object string) []candidate {
	list := r.page.choices()
	for _, q := range quotes(object) {
		var exact []candidate
		for _, c := range list {
			if len(c.labels) > 0 && same(c.labels[0], inside(object[q[0]:q[1]])) {
				exact = append(exact, c)
			}
		}
		if len(exact) > 0 {
			return exact
		}
	}
	return list
}

var withSplit = lazyregexp.New(`(?i)\s+with\s+(?:a |an |the )?`)

var choiceNoise = lazyregexp.New(`(?i)\b(option|choice|radio|button|drop-?down|menu|list|instead|please|(?:time ?)?slots?)\b`)

func choiceWords(object string) string {
	if t := strings.TrimSpace(choiceNoise.ReplaceAllString(object, " ")); t != "" {
		return t
	}
	return object
}

var choiceForms = []struct {
	form       *lazyregexp.Regexp
	labelFirst bool
}{
	{lazyregexp.New(`(?is)^(?:the )?(.+?)\s+(?:to|as|=)\s+(.+)$`), true},
	{lazyregexp.New(`(?is)^(?:the )?(.+?)\s+(?:for|as|in|from|under|on|at|of|with)\s+(?:the |my )?(.+)$`), false},
	{lazyregexp.New(`(?is)^(?:the )?(.+)\s+(?:for|as|in|from|under|on|at|of|with)\s+(?:the |my )?(.+)$`), false},
}

// explicitChoice reads a field and a choice that small words tell apart, where
// the page has a field of that name.
func (r *runner) explicitChoice(object string) ([]setting, bool) {
	masked := mask(object)
	var plain []setting // a field that can hold anything may be meant, but only if none with choices is
	for _, f := range choiceForms {
		m := f.form.FindStringSubmatchIndex(masked)
		if m == nil {
			continue
		}
		label, value := object[m[2]:m[3]], object[m[4]:m[5]]
		if !f.labelFirst {
			label, value = value, label
		}
		c, err := r.page.pick(trimLabel(label), "field", r.page.fields())
		if err != nil || boxRoles[c.el.role] {
			continue
		}
		s, err := r.give(c.el, newPair(trimLabel(label), strings.TrimSpace(value)))
		switch {
		case err != nil && len(c.el.options) > 0 && hasField([]candidate{c.candidate}, trimLabel(label)):
			return nil, false // the list that is meant has no such choice: no other words of it name a field
		case err == nil && (len(c.el.options) > 0 || c.el.ref == "" || radioRoles[c.el.role]):
			return s, true
		case err == nil && plain == nil && len(calledJust(choiceWords(value), r.page.choices())) != 1:
			plain = s
		}
	}
	return plain, plain != nil
}

// eachChoice reads several choices in one step; words that only the first or
// the last of them has are not carried over.
func (r *runner) eachChoice(st step, parts []string, err error) ([]setting, error) {
	var out []setting
	for _, part := range parts {
		s, partErr := r.resolveChoice(step{kind: choose, verb: st.verb, object: part, text: part})
		if partErr != nil {
			if isMissing(partErr) {
				return nil, partErr
			}
			return nil, err
		}
		if len(s) == 0 {
			return nil, err // something to press, which is no choice beside the others
		}
		out = append(out, s...)
	}
	return out, nil
}

// choiceInstead: what is chosen may be a box to tick, the value of a field, or
// a button.
func (r *runner) choiceInstead(st step, err error) ([]setting, error) {
	if c, boxErr := r.page.pick(st.object, "box", r.page.boxes()); boxErr == nil {
		return []setting{{el: c.el, value: "true", name: r.page.called(c.el)}}, nil
	}
	fields := r.page.fields()
	if pairs := anchored(st.object, fields); len(pairs) > 0 {
		var out []setting
		for _, p := range pairs {
			s, pairErr := r.resolvePair(st, p, fields)
			if pairErr != nil {
				err, out = pairErr, nil
				break
			}
			out = append(out, s...)
		}
		if out != nil {
			return out, nil
		}
		if !isMissing(err) {
			return nil, err
		}
	}
	list := r.page.pressable(pressRoles, "button")
	if _, ok, nearErr := r.near(st.verb, st.object, "button", list); ok && nearErr == nil {
		return nil, nil // “choose the standard plan”: Choose, in its row
	}
	if _, pressErr := r.page.pick(st.object, "button", list); pressErr == nil {
		return nil, nil
	}
	if _, pressErr := r.page.pick(st.verb+" "+st.object, "button", list); pressErr == nil {
		return nil, nil
	}
	return nil, err
}
