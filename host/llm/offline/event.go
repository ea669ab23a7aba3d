package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// eventForm is “once the price is there”, “when the dialog appears”: it names no
// condition but a moment, and what follows waits for it by itself, since it is
// looked for until it is there.
var eventForm = lazyregexp.New(`(?is)^(?:and\s+)?(?:once|as soon as|when|after)\s+((?:the |that |it|a |an |you |i )?[^,;:=?"“]{0,50}?\b(?:(?:is|are|has|have|it's)(?: been)? (?:there|shown|visible|ready|done|open|opened|loaded|finished|complete|completed|displayed|back|saved|sent|appeared|filled(?: in)?|set|selected|chosen)|appears?|shows(?: up)?|loads?|opens|comes? (?:up|back)|pops? up|finishes|arrives))\s*,?\s+(?:please |then |just |and )*(\S.*)$`)

// afterEvent takes such a moment off the beginning of a clause that a command
// follows.
func afterEvent(clause string) string {
	m := eventForm.FindStringSubmatch(clause)
	if m == nil || !beginsCommand(m[2], true) {
		return clause
	}
	return m[2]
}

// openedForm is the place that a press has brought, which is where one is then: “on
// the page that opens”.
var openedForm = lazyregexp.New(`(?i)^(?:on|in) (?:the|that) (?:\w+ )?(?:page|form|dialog|dialogue|window|tab|screen|box|panel|popup|pop-up) (?:that|which) (?:then )?(?:opens?|opened|appears?|appeared|comes? up|follows?|loads?|shows?(?: up)?|pops? up)\s*,?\s+`)

// namesField: “until to 2025-08-18” is a field that is called by the word of a
// condition.
func namesField(rest string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return first == "to" || first != "" && isDigit(first[0]) || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "=")
}
