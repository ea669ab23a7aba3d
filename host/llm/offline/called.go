package offline

import (
	"strings"
	"unicode"

	"github.com/margay/margay/host/lazyregexp"
)

// isVerbButton reports whether a step such as “use the saved address Oslo” wants
// a button: one called as its verb, beside all the other words of the step.
func (r *runner) isVerbButton(st step) bool {
	if st.kind != fill && st.kind != choose && st.kind != tick && st.kind != unable && st.kind != forbid || st.pairs != nil || types(st.verb) || len(words(st.verb)) == 0 || st.object == "" {
		return false
	}
	list := calledJust(st.verb, r.page.pressable(wordSet("button link clickable"), "button"))
	if len(list) == 0 {
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
	if st.pairs != nil || pairsLine(st.text) || types(verb) || st.kind == read && !nounReads[verb] {
		return st, false
	}
	if st.kind == unclear {
		if s, err := r.resolveUnclear(st); err == nil && s != nil {
			return st, false // it is the name of a field or a choice
		}
	}
	settled := st
	settled.zh = false // it is as the page has it, and is not read again
	list := r.page.pressable(pressRoles, "button")
	if st.kind == read && verb == "show" {
		object := strings.TrimRight(labelNoise.ReplaceAllString(st.object, ""), ".! ")
		if len(calledJust(object, list)) > 0 {
			return settled.pressing(exactly(object)), true
		}
	}
	said, shown := st.text, st.kind == read && showVerbs[st.verb]
	if shown {
		said = determiner.ReplaceAllString(st.object, "")
	}
	if m := itsLead.FindStringSubmatch(said); m != nil && shown && len(calledJust(m[1], list)) > 0 {
		return settled.pressing(exactly(m[1]) + " beside it"), true // “show me its details”
	}
	name, rest := "", ""
	for _, c := range list {
		label := plainName(r.page.called(c.el))
		after, ok := afterName(st.text, label) // “Show dates” is a name, too
		if !ok {
			after, ok = afterName(said, label)
		}
		if len(rawWords(label)) == 1 && st.kind != unclear && !(shown && (moreWords[fold(label)] || ok && r.onlyPressed(st))) {
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
		return settled.pressing(exactly(name)), true
	}
	if m := besideWords.FindStringIndex(" " + rest); m != nil && m[0] == 0 {
		rest = rest[m[1]-1:]
	} else if shown {
		return st, false
	}
	if _, ok, err := r.near(name, rest, "button", list); !ok || err != nil {
		return st, false
	}
	return settled.pressing(exactly(name) + " beside " + rest), true
}

// onlyPressed reports whether the page tells nothing of what a step asks to be shown.
func (r *runner) onlyPressed(st step) bool {
	for _, q := range queriesOf(st) {
		if hits, _ := r.lookUp(q); len(hits) > 0 {
			return false
		}
	}
	return true
}

// showVerbs may mean a press of what follows them: “show me more info on Oslo”.
// moreWords are buttons of one word that say so.
var (
	showVerbs = phraseSet("show", "show me", "get", "give me")
	moreWords = wordSet("details more info")
)

var itsLead = lazyregexp.New(`(?i)^(?:its|their|his|her)\s+(.+?)[.!]?$`)

// nounReads are commands to read that buttons are called by, too.
var nounReads = wordSet("report show print copy get quote return note check")

// types reports whether a command asks for a value to be typed.
func types(verb string) bool {
	first, _, _ := strings.Cut(verb, " ")
	return wordSet("fill enter type write put set insert input")[first]
}

// afterName gives what follows a name at the beginning of a text, articles passed
// over.
func afterName(text, name string) (string, bool) {
	if hasHan(name) {
		return strings.CutPrefix(text, name)
	}
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
			if got != "the" && got != "a" && got != "an" && got != "my" && got != "me" && got != "us" {
				return "", false
			}
		}
	}
	return rest, true
}

func isNameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’' || r == '&' || r == '№'
}
