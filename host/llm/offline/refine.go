package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// wordSought is what is looked for as it stands: “the word Phone”.
var wordSought = lazyregexp.New(`^(?:the |a )?(?:words?|text|phrase|string)\b`)

// tabEnd is what is shown by opening it.
var tabEnd = lazyregexp.New(`^(?:the |me the )?[\w' &-]{2,30} tab$`)

// onlyLead is “show only the kitchen items”.
var onlyLead = lazyregexp.New(`(?i)^(?:me )?only (?:the )?`)

// stateAfter is “gift wrap, ticked”.
var stateAfter = lazyregexp.New(`(?i)^([^:=\n]{2,60}?),?\s+(ticked|checked|on|off|unticked|unchecked)$`)

// refine settles steps whose word of command has more than one use.
func refine(s step) step {
	lower := strings.ToLower(s.object)
	switch {
	case s.kind != read && s.kind != find && s.kind != forbid && hasCondition(s.object):
		s.kind, s.verb = unable, "if"
	case s.verb == "say" && statement.MatchString(lower):
		s.kind = unclear
	case s.kind == read && (s.verb == "show" || s.verb == "get") && lower == "":
		s.kind = unclear
	case s.verb == "make" && makeIt.MatchString(s.object) && s.kind == fill:
		s.kind, s.verb, s.object = unclear, "", makeIt.ReplaceAllString(s.object, "")
	case s.verb == "use" && itForward.MatchString(lower) && len(strings.Fields(lower)) == 1:
		s.kind = press // what was filled in before
	case s.verb == "find" && lower == "":
		s.kind = press // the button for what was filled in before
	case s.kind == read && (s.verb == "show" || s.verb == "show me") && tabEnd.MatchString(lower):
		s.kind, s.verb = open, "open"
	case s.kind == read && (s.verb == "show" || s.verb == "show me") && onlyLead.MatchString(s.object):
		s.kind, s.object = choose, onlyLead.ReplaceAllString(s.object, "")
	case s.verb == "find" && toldForm.MatchString(lower) && !wordSought.MatchString(lower):
		s.kind = read
	case s.verb == "print" || s.verb == "copy":
		if !queryStart.MatchString(lower) && !strings.HasPrefix(lower, "out ") {
			s.kind = press
		}
	case s.verb == "look up" || s.verb == "get":
		s.kind = read
	case s.verb == "check" && lookedUp.MatchString(lower):
		s.kind = read
	case s.verb == "leave" && untouched.MatchString(lower):
		s.kind = forbid
	case s.kind == fill && (s.verb == "clear" || s.verb == "empty" || s.verb == "erase"):
		s.verb = "clear"
	}
	return s
}

// makeIt is “make it a video call”, “make that three”.
var makeIt = lazyregexp.New(`(?i)^(?:it|that|this)\s+(?:an?|the|for|to be)\s+`)

// statement is what somebody shall say for the person, rather than read out.
var statement = lazyregexp.New(`^(that )?(you|i|we|it's|it is|i'm|you're|yes|no|hello|hi)\b`)

// lookedUp is what “check the …” wants to be told rather than ticked.
var lookedUp = lazyregexp.New(`^(the )?(price|cost|total|status|page|result|date|number|time|address|balance|value)\b`)

// untouched ends “leave the newsletter unticked”.
var untouched = lazyregexp.New(`\b(blank|empty|alone|un\w+|ticked|checked|selected|enabled|on|as (it|they|he|she|that) (is|are|was)|off|out)$`)

// toldForm is what is found to be told rather than to be pointed at.
var toldForm = lazyregexp.New(`^(out |me )?(the |its |my )?[\w' -]*\b(price|cost|total|number|date|time|name|address|phone|e-?mail|code|author|title|amount|rate|fee|hours|id)\b`)

func hasCondition(s string) bool {
	lower := " " + strings.ToLower(unquotedPart(s)) + " "
	for _, w := range []string{" if ", " unless ", " until ", " whenever ", " only when ", " as long as ", " in case "} {
		if _, after, ok := strings.Cut(lower, w); ok && !namesField(after) {
			return true
		}
	}
	return false
}
