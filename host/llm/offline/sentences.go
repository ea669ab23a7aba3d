package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// stopForm is the end of a sentence inside a step, and tailJoint where another thing
// may follow without a command.
var (
	stopForm  = lazyregexp.New(`[.!?]["”)]?\s+`)
	tailJoint = lazyregexp.New(`(?i),?\s+(?:and|but)\s+|,\s+`)
	yesTail   = lazyregexp.New(`(?i)\s*[,–-]\s*(?:yes,? please|yes|please|too|as well)\W*$`)
	wishLead  = lazyregexp.New(`(?i)^(?:(?:i|we)(?:['’]ll|['’]d like(?: to have)?| will| would like(?: to have)?| want| need| prefer)(?: to)?|make it|make that|it(?:['’]s| is)|that(?:['’]s| is)|there (?:are|will be)|give me|let it be)\s+`)
)

// titleValue ends in an abbreviation that is the whole value of a field for titles, and
// begins no name: “title: Dr. First name: Mira”, but not “recipient: Dr. Hanne Voss”.
var titleValue = lazyregexp.New(`(?i)\b(?:title|salutation|prefix|form of address)\W*(?:(?:is|to|as)\s+)?(?:ms|mr|mrs|dr|prof)$`)

// sentences parts a step where a sentence ends in it and the next begins with what the
// page has, or where its last words are the whole name of a box, a choice or a button:
// “note: ring twice. Gift wrap, yes please”. Only the page can know; a value may hold
// any sentence. remarks are what is said in it and bids nothing.
func (r *runner) sentences(steps []step) (made, remarks []step) {
	st := steps[0]
	answers := answeredForm.FindStringSubmatch(st.text)
	asks := answers != nil && hasField(r.page.fields(), answers[1])
	if asks && st.object != st.text { // its first word is no command
		st = step{kind: fill, object: st.text, text: st.text, place: st.place}
		steps = append([]step{st}, steps[1:]...)
	}
	if st.zh || st.pairs != nil || st.kind == read && !asks || st.kind == find || st.object == "" || !strings.HasSuffix(st.text, st.object) {
		return nil, nil
	}
	sh := shield(st.object)
	for _, m := range stopForm.FindAllStringIndex(st.object, -1) {
		before, tail := st.object[:m[0]], st.object[m[1]:]
		first, _ := utf8.DecodeRuneInString(tail)
		if sh[m[0]] || m[0] == 0 || !unicode.IsUpper(first) || abbreviation(before, tail) && !titleValue.MatchString(before) {
			continue
		}
		if st.kind == fill && !asks && len(findPairs(step{kind: fill, verb: st.verb, object: before, text: before}, r.page.fields())) == 0 {
			continue // “fill in the form. Name: …”
		}
		if r.startsAnew(tail) {
			end := m[0]
			if st.object[end] != '.' {
				end++ // it may be the value's
			}
			return r.partedAt(steps, end, m[1])
		}
	}
	if st.kind == fill || st.kind == choose || st.kind == tick || st.kind == untick || bareVerb(st.verb) || st.kind == open || st.kind == search {
		return nil, nil
	}
	for _, m := range tailJoint.FindAllStringIndex(st.object, -1) {
		if !sh[m[0]] && m[0] > 0 && r.isWholeName(usedForm.ReplaceAllString(st.object[m[1]:], "$1")) && !r.isWholeName(st.object) {
			return r.partedAt(steps, m[0], m[1])
		}
	}
	return nil, nil
}

// partedAt makes two steps of one, and gives the remarks in it.
func (r *runner) partedAt(steps []step, end, next int) (made, remarks []step) {
	st := steps[0]
	tail := yesTail.ReplaceAllString(st.object[next:], "")
	if !r.isWholeName(tail) { // “I'll pick it up” may be the name of a choice
		tail, remarks = unremarked(wishLead.ReplaceAllString(tail, ""))
		tail = plainly(tail)
	}
	second, ok := parseStep(tail)
	if !ok {
		return nil, nil
	}
	if r.isWholeName(tail) && second.kind != unclear {
		second = step{kind: unclear, object: tail, text: tail} // “wake me for the meal”
	}
	second.place = st.place
	first := st
	first.text = strings.TrimRight(st.text[:len(st.text)-len(st.object)+end], " ")
	first.object = strings.TrimRight(st.object[:end], " ")
	if w, ok := waived(strings.TrimRight(first.text, " ,;.!?")); ok {
		w.place, first = st.place, w
	}
	return append([]step{first, second}, steps[1:]...), remarks
}

// startsAnew reports whether a sentence begins with something of the page: the name
// of a field with its value, a choice, a box, a button, or several of these.
func (r *runner) startsAnew(tail string) bool {
	sentence := tail
	if m := stopForm.FindStringIndex(tail); m != nil {
		sentence = tail[:m[0]]
		if tail[m[0]] == '?' && hasField(r.page.fields(), sentence) {
			return true // “About what time? 17:15”
		}
	}
	if r.isWholeName(sentence) {
		return true
	}
	if w, ok := waived(strings.TrimRight(sentence, " .!?")); ok {
		for _, list := range [][]candidate{r.page.boxes(), r.page.pressable(pressRoles, "button")} {
			if c, err := r.page.pick(w.object, "button", list); err == nil && c.own > 0.75 {
				return true // “… Mira. Delete account isn't needed.”
			}
		}
	}
	sentence = strings.TrimRight(yesTail.ReplaceAllString(wishLead.ReplaceAllString(sentence, ""), ""), " .!?")
	if p, rest, ok := leading(sentence, commandTable()); ok && types(p.text) && rest != "" {
		return true // “Under Notes write: …”, “Then enter …”
	}
	fields := r.page.fields()
	ts := tokens(sentence)
	if ms := mentions(ts, fields); len(ms) > 0 && ms[0].begin() == 0 && hasField(fields, ms[0].label) {
		if pairs := anchored(sentence, fields); len(pairs) > 0 && (definite(pairs[0].value) || r.takesOnly(pairs[0])) {
			return true
		}
	}
	if r.isWholeName(sentence) {
		return true
	}
	one := step{kind: unclear, object: sentence, text: sentence}
	if len(splitAnd(sentence)) > 1 && len(r.unclearParts(one)) > 1 {
		return true
	}
	list, _ := r.composed(one)
	return list != nil
}

// takesOnly reports whether the value fits a field that takes only some values.
func (r *runner) takesOnly(p pair) bool {
	c, err := r.page.pick(p.label, "field", r.page.fields())
	if err != nil || textRoles[c.el.role] && len(c.el.options) == 0 && !exactRoles[c.el.role] {
		return false
	}
	_, err = r.give(c.el, p)
	return err == nil
}

// isWholeName reports whether a text is all of the name of one choice, box or button,
// but for what pages put behind it.
func (r *runner) isWholeName(text string) bool {
	q := words(strings.Trim(text, " .!?"))
	if len(q) == 0 || len(rawWords(text)) < 2 {
		return false
	}
	p := r.page
	for _, list := range [][]candidate{p.choices(), p.boxes(), p.pressable(wordSet("button"), "button")} {
		c, err := p.pick(text, "choice", list)
		if err != nil || len(c.labels) == 0 {
			continue
		}
		name := behindName.ReplaceAllString(c.labels[0], "")
		if o := compare(q, words(name), nil); o.own > 0.95 && o.label > 0.8 {
			return true
		}
	}
	return false
}

// usedForm is a button that is to be used: “Size Large, use Add to cart”.
var usedForm = lazyregexp.New(`(?i)^use (?:the )?(.+?)(?: button)?$`)

// behindName is what pages put behind the name of a choice: its price, what it holds.
var behindName = lazyregexp.New(`\s*(?:[(\[].*|\s[–—-]\s.*)$`)
