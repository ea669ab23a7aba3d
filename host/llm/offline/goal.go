package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// headOf takes a step off the beginning of a clause that a colon ends: a task
// with what it takes, or a thing called by its kind (“tab: Notes”).
func headOf(clause string) (head step, rest string, ok bool) {
	if m := kindForm.FindStringSubmatch(clause); m != nil {
		object := m[2] + " " + strings.ToLower(m[1])
		return step{kind: press, verb: "press", object: object, text: strings.TrimSpace(m[1] + ": " + m[2])}, m[3], true
	}
	if m := linkFirst.FindStringSubmatch(clause); m != nil && startsOver(m[3]) {
		if _, _, command := leading(stripLeading(m[1]), commandTable()); !command {
			object := m[1] + " " + strings.ToLower(m[2])
			return step{kind: press, verb: "press", object: object, text: object}, m[3], true
		}
	}
	return taskHead(clause)
}

var thanksForm = lazyregexp.New(`(?i)[,;!] (?:many )?(?:thanks|thank you)\W*$`)

var goalForm = lazyregexp.New(`(?is)^\W*(?:i want to|i need to|i would like to|i'd like to|i am going to|i'm going to|i have to|help me(?: to)?|my (?:goal|task|aim) is to|the (?:goal|task|aim) is to|(?:to|in order to)) [^:"“”\n]{3,120}:\s+(.+)$`)

// taskHead parts “report a pothole: choose …” into the task and the steps that
// carry it out. What is typed or chosen is no task: its colon begins a value.
func taskHead(clause string) (head step, rest string, ok bool) {
	m := taskForm.FindStringSubmatch(stripLeading(clause))
	if m == nil || !declares.MatchString(m[3]) && (!beginsCommand(m[3], false) || pairsLine(m[3])) {
		return step{}, clause, false
	}
	verb, some := strings.ToLower(m[1]), someLead.MatchString(m[2])
	p, _, known := leading(stripLeading(clause), commandTable())
	switch {
	case prepLead[verb], bareVerb(verb), known && p.kind != press && p.kind != unable && p.text != "make" && p.text != "report":
		return step{}, clause, false
	case !some && !declares.MatchString(m[3]) && (!known || p.kind != press || nounCommands[verb]):
		return step{}, clause, false
	}
	text := m[1] + " " + strings.TrimSpace(m[2])
	return step{kind: press, verb: verb, object: strings.TrimSpace(m[2]), text: text, heads: true, task: true}, m[3], true
}

// afterGoal takes off what a person wants it for: “I want to travel to Rome:
// enter Rome …”. A command has to follow.
func afterGoal(clause string) string {
	if m := goalForm.FindStringSubmatch(clause); m != nil && !pairsLine(m[1]) && beginsCommand(m[1], false) {
		return m[1]
	}
	return clause
}

var thenForm = lazyregexp.New(`(?i)\s*,?\s+(?:and )?then\s+`)

// apart cuts steps that hold more than one: “press Next, then Finish”,
// “register for the course: name Mira”.
func apart(s step) []step {
	if s.kind != press && s.kind != login {
		return []step{s}
	}
	sh := shield(s.object)
	for i := 0; i+1 < len(s.object); i++ {
		if s.object[i] == ':' && s.object[i+1] == ' ' && !sh[i] && len(words(s.object[i:])) > 0 {
			before, after := strings.TrimSpace(s.object[:i]), strings.TrimSpace(s.object[i+1:])
			return []step{
				{kind: s.kind, verb: s.verb, object: before, text: strings.TrimSpace(s.verb + " " + before), heads: true, place: s.place, whole: s.text},
				{kind: fill, object: after, text: after, place: s.place},
			}
		}
	}
	masked := mask(s.object)
	if m := thenForm.FindStringIndex(masked); m != nil && m[0] > 0 {
		first, rest := s.object[:m[0]], s.object[m[1]:]
		return append([]step{{kind: s.kind, verb: s.verb, object: first, text: s.verb + " " + first}},
			apart(step{kind: s.kind, verb: s.verb, object: rest, text: s.verb + " " + rest})...)
	}
	return []step{s}
}

var changeForm = lazyregexp.New(`(?i)^(my|the|your|our|his|her|their) [\w'-]+( [\w'-]+)?$`)

// changes: “change my password.” before “current password: …” says what the
// values are for and has none itself.
func changes(s step) bool {
	switch s.verb {
	case "change", "update", "complete", "set up", "fill in", "fill out", "adjust", "provide":
		return changeForm.MatchString(strings.Trim(s.object, " .:"))
	}
	return false
}
