package offline

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// asPress reads a step as a press; its first word may be the button's name.
func asPress(st step) step {
	verb, object := st.verb, st.object
	if st.kind == unclear {
		verb, object, _ = strings.Cut(strings.TrimSpace(st.object), " ")
	}
	return step{kind: press, verb: strings.ToLower(verb), object: object, text: st.text}
}

// isPress: “set up the account” or “use this address” may be the name of a
// button.
func (r *runner) isPress(st step) bool {
	c, err := r.page.pick(st.text, "button", r.page.pressable(pressRoles, "button"))
	return err == nil && c.own > 0.9 && c.score > 0.9
}

// resolveUnclear reads a step without a command by what the page has.
func (r *runner) resolveUnclear(st step) ([]setting, error) {
	fields := r.page.fields()
	if pairs := findPairs(st, fields); len(pairs) > 0 && pairs[0].label != "" {
		var out []setting
		for _, p := range pairs {
			s, err := r.resolvePair(st, p, fields)
			if err != nil {
				out = nil
				break
			}
			out = append(out, s...)
		}
		if out != nil {
			return out, nil
		}
	}
	if c, err := r.page.pick(st.object, "button", r.page.pressable(pressRoles, "button")); err == nil && c.own > 0.75 {
		return nil, nil
	}
	first, _, _ := strings.Cut(st.object, " ")
	if c, err := r.page.pick(first, "button", r.page.pressable(wordSet("button clickable"), "button")); err == nil && c.score > 0.95 && first != st.object {
		return nil, nil
	}
	if s, ok := r.choiceOrBox(st.object); ok {
		return []setting{s}, nil
	}
	return nil, &refusal{text: fmt.Sprintf("I do not understand “%s”.", st.text), missing: true}
}

// repeats reads “a Margherita” after “add the Quattro Formaggi, and then” as
// the same once more.
func (r *runner) repeats(st step) (step, bool) {
	if st.kind != unclear || r.prior.verb == "" {
		return st, false
	}
	again := step{kind: r.prior.kind, verb: r.prior.verb, object: st.object, text: st.text, place: st.place}
	if again.kind == press {
		_, err := r.findPress(again)
		return again, err == nil
	}
	_, err := r.resolveTicks(again)
	return again, err == nil
}

// isVerbButton reports whether a step such as “use the saved address Oslo” wants
// a button: one called as its verb, beside all the other words of the step.
func (r *runner) isVerbButton(st step) bool {
	if st.kind != fill && st.kind != choose && st.kind != tick && st.kind != unable || st.pairs != nil || typingVerbs[strings.Fields(st.verb + " x")[0]] || len(words(st.verb)) == 0 || st.object == "" {
		return false
	}
	list := exactFirst(st.verb, r.page.pressable(wordSet("button link clickable"), "button"))
	if len(list) == 0 || !same(plainName(r.page.called(list[0].el)), st.verb) {
		return false
	}
	_, ok, err := r.near(st.verb, st.object, "button", list)
	return ok && err == nil
}

// namedButton reads a step as a press where a button is called as the step
// begins, whatever its first word commands elsewhere, and what follows says which
// of them: “mark clean, room 202”, “report a fault in room 302”.
func (r *runner) namedButton(st step) (step, bool) {
	verb, _, _ := strings.Cut(st.verb, " ")
	if st.pairs != nil || pairsLine(st.text) || typingVerbs[verb] || st.kind == read && !nounReads[verb] {
		return st, false
	}
	list := r.page.pressable(pressRoles, "button")
	if st.kind == read && verb == "show" {
		object := strings.TrimRight(labelNoise.ReplaceAllString(st.object, ""), ".! ")
		if exact := exactFirst(object, list); len(exact) > 0 && same(plainName(r.page.called(exact[0].el)), plainName(object)) {
			return step{kind: press, verb: "press", object: `"` + object + `"`, text: st.text, place: st.place}, true
		}
	}
	name, rest := "", ""
	for _, c := range list {
		label := plainName(r.page.called(c.el))
		after, ok := afterName(st.text, label)
		if one := len(rawWords(label)) == 1; one && (st.kind != unclear || besideWords.FindStringIndex(after) == nil || besideWords.FindStringIndex(after)[0] != 0) {
			continue // one word is a name only in “Details for Pontoon B”
		}
		if ok && len(label) > len(name) {
			name, rest = label, strings.TrimLeft(after, " ,:-–")
		}
	}
	switch {
	case name == "":
		return st, false
	case strings.Trim(rest, " .!?") == "":
		return step{kind: press, verb: "press", object: `"` + name + `"`, text: st.text, place: st.place}, true
	}
	if m := besideWords.FindStringIndex(" " + rest); m != nil && m[0] == 0 {
		rest = rest[m[1]-1:]
	}
	if _, ok, err := r.near(name, rest, "button", list); !ok || err != nil {
		return st, false
	}
	return step{kind: press, verb: "press", object: `"` + name + `" beside ` + rest, text: st.text, place: st.place}, true
}

// nounReads are commands to read that buttons are called by, too.
var nounReads = wordSet("report show print copy get quote return note check")

// afterName gives what follows a name at the beginning of a text, articles passed
// over.
func afterName(text, name string) (string, bool) {
	want := rawWords(name)
	if len(want) == 0 {
		return "", false
	}
	rest := text
	for _, w := range want {
		for {
			rest = strings.TrimLeftFunc(rest, func(r rune) bool { return !isNameRune(r) })
			end := strings.IndexFunc(rest, func(r rune) bool { return !isNameRune(r) })
			if end < 0 {
				end = len(rest)
			}
			got := fold(rest[:end])
			if rest = rest[end:]; got == w || got != "" && stem(got) == stem(w) {
				break
			}
			if got != "the" && got != "a" && got != "an" && got != "my" {
				return "", false
			}
		}
	}
	return rest, true
}

func isNameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’' || r == '&' || r == '№'
}

var typingVerbs = wordSet("fill enter type write put set insert input")

var arrowForm = regexp.MustCompile(`(?s)^(.+?)\s*(?:->|→|=>|➜|»|›)\s*(.+)$`)

// unclearParts reads “the deep pan and a quantity of 3” as two settings, and
// “Camping pass -> Add” as a press of what stands beside, or as two presses.
func (r *runner) unclearParts(st step) []step {
	if m := arrowForm.FindStringSubmatch(st.object); m != nil {
		name, list := strings.Trim(m[2], `"“”`), r.page.pressable(pressRoles, "button")
		if _, ok, err := r.near(name, m[1], "button", list); ok && err == nil {
			return []step{{kind: press, verb: "press", object: m[2] + " beside " + m[1], text: st.text, place: st.place}}
		}
		second := step{kind: press, verb: "press", object: m[2], text: m[2], place: st.place}
		if arrowForm.MatchString(m[2]) {
			second.kind, second.verb = unclear, ""
		}
		return []step{{kind: press, verb: "press", object: m[1], text: m[1], place: st.place}, second}
	}
	var list []string
	for _, part := range withSplit.Split(st.object, -1) {
		list = append(list, splitAnd(part)...)
	}
	var out []step
	for _, part := range list {
		one := step{kind: unclear, object: part, text: part, place: st.place}
		if s, err := r.resolveUnclear(one); err != nil || s == nil {
			return nil
		}
		out = append(out, one)
	}
	return out
}
