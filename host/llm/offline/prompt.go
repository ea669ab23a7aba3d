package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// step is one thing that a prompt asks for.
type step struct {
	kind kind
	// verb is the word of command as it stands in the tables, empty for unclear.
	verb string
	// object is what follows the command.
	object string
	// heads says that it stands before the values of its form: “subscribe: email …”.
	heads bool
	// task says that it names what the steps after it do, and is one of its own
	// only where the page has a button for it.
	task bool
	// byVerb says that a button of the command's name alone will do.
	byVerb bool
	// place is the part of the page that it speaks of.
	place place
	// text is the whole step as the person wrote it.
	text string
	// whole is the clause that a step which heads was cut from with the next: it
	// is one “label: value” where the page has such a field.
	whole string
	// pairs are the values, where they are known already.
	pairs []pair
	// zh says that it was written in Chinese, within where it happens, as the page
	// has to make out.
	zh     bool
	within string
	// times is how often it is pressed, 0 for once.
	times int
	// optional steps answer a dialog, if there is one.
	optional bool
	// again says that a question is asked for the second time.
	again bool
}

// pressing is a press in the place of a step.
func (s step) pressing(object string) step {
	return step{kind: press, verb: "press", object: object, text: s.text, place: s.place, zh: s.zh}
}

// exactly is an object that means only what has just this name.
func exactly(name string) string { return `"` + name + `"` }

// parsePrompt cuts a prompt into steps, and gives the remarks that it passes over.
func parsePrompt(prompt string) (out, passed []step) {
	if isChinese(prompt) {
		return hanSteps(prompt), nil
	}
	prompt = strings.ReplaceAll(strings.ReplaceAll(prompt, "\r\n", "\n"), "\u00a0", " ")
	prompt = onAndOff(minded(asided(strings.TrimRight(prompt, " \n\t"))))
	var at place
	idle := "" // a clause that names a place, before a step that happens there
	nothing := func() {
		if idle != "" {
			out = append(out, step{object: idle, text: idle})
		}
		idle = ""
	}
	list := clauses(inlineList(prompt))
	for len(list) > 1 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	for i, c := range list {
		c, remarks := unremarked(afterGoal(c))
		passed, c = append(passed, remarks...), plainly(c)
		if m := lookAtForm.FindStringSubmatch(c); m != nil {
			out, c = append(out, step{kind: open, verb: "open", object: m[1], text: m[1], heads: true, task: true, place: at}), m[2]
		} else if m := checkedAt(c); m != nil {
			out, c = append(out, step{kind: open, verb: "open", object: m[1], text: m[1], heads: true, task: true, place: at}), "tell me "+m[2]
		}
		if where, question, ok := told(c); ok {
			out, c = append(out, step{kind: open, verb: "open", object: where, text: where, heads: true, task: true, place: at}), question
		}
		if head, rest, ok := headOf(c); ok {
			head.place = at
			out, c = append(out, head), rest
		}
		if m := aboutForm.FindStringSubmatch(c); m != nil {
			c = m[2] + " " + stripLeading(m[1]) // “the Medium plan: choose it”
		}
		if i+1 < len(list) && pairsLine(c) && thanksForm.MatchString(c) {
			c += "\n" // in the middle of a prompt nobody thanks: it is the value's
		}
		if name, ok := repeatedAt(out, c); ok {
			c = "press " + name + " " + c // “press Try it on the first card, and then on the second card”
		}
		if here, rest, ok := placed(c); ok {
			nothing()
			if here.noun == "tab" {
				out = append(out, step{kind: open, verb: "open", object: here.name + " tab", text: here.name + " tab"})
				at, c = place{}, rest
			} else {
				at, c, idle = here, rest, c
			}
		}
		s, ok := parseStep(c)
		if !ok {
			continue
		}
		idle = ""
		if s.takePlace(); s.place.name != "" {
			at = s.place
		}
		s.place = at
		for _, part := range apart(s) {
			out = join(out, part)
		}
		if at.here = false; s.kind == open {
			at = place{}
		}
	}
	nothing()
	return out, passed
}

// checkedAt parts a clause into a part of the page and what is to be read there.
func checkedAt(clause string) []string {
	if m := checkForm.FindStringSubmatch(clause); m != nil {
		return m
	}
	return tabSays.FindStringSubmatch(clause)
}

// repeatedAt gives the name of what the press before pressed somewhere, where a
// clause is nothing but another place.
func repeatedAt(out []step, clause string) (string, bool) {
	if len(out) == 0 || out[len(out)-1].kind != press {
		return "", false
	}
	last := out[len(out)-1].object
	m := besideWords.FindStringIndex(mask(last))
	if _, rest, ok := placed(clause); m == nil || !ok || rest != "" {
		return "", false
	}
	return last[:m[0]], true
}

var (
	aboutForm = lazyregexp.New(`(?is)^\W*(\S[^:\n]{1,60}?)\s*(?::|,|\s[-–—])\s*(?:please\s+)?(choose|select|pick|tick|press|click|open|add|take|buy|book|reserve|read|read out|tell me|report|say)\s+(?:it|that|this|that one|this one)\W*$`)
	linkFirst = lazyregexp.New(`(?is)^\W*(?:the\s+)?(\S[^,:;=.\n]{0,50}?)\s+(link|button)\s*,\s*(\S.*)$`)
	kindForm  = lazyregexp.New(`(?is)^\W*(tab|button|link|menu item|menu)\s*:\s*(\S[^,;\n]*?)\s*(?:,\s*(.*))?$`)
)

var (
	taskForm = lazyregexp.New(`(?is)^\W*(?:please\s+)?([a-z]+)\s+([^:"“”\n]{1,80}):\s+(.+)$`)
	declares = lazyregexp.New(`(?i)^(?:my|our|the) [\w' -]{1,40}? (?:is|are) \S`) // “ask for a tour: my e-mail is …”
	someLead = lazyregexp.New(`(?i)^(?:a|an|the|my|me|us|our|another|some|this|\d+)\b`)
	prepLead = wordSet("in on under within inside at into for with of from to and or is")
)

// join appends a step, or its text to the step before where it goes on: the
// lines of a form after “fill in the form:”.
func join(list []step, s step) []step {
	if len(list) == 0 {
		return append(list, s)
	}
	last := &list[len(list)-1]
	switch {
	case s.kind == read && s.object == "" && (last.kind == find || last.kind == read):
		return list // “find the price and tell me”
	case len(list) > 1 && list[len(list)-2].whole != "": // the end of a clause that the page may read as one
		return append(list, s)
	case last.kind == fill && (announces(last.object) || changes(*last) && s.verb == "" && s.kind == fill) && (s.kind == unclear || s.kind == fill && s.verb == ""):
		last.object, last.text = s.object, last.text+"\n"+s.text
	case last.kind == fill && s.kind == fill && s.verb == "":
		last.object += "\n" + s.object
		last.text += "\n" + s.text
	default:
		return append(list, s)
	}
	return list
}

var announcing = lazyregexp.New(`(?i)^\W*(in |out )?((the|this|that|a|my|these|those|following|order|contact|booking|search|login|registration|sign-?up|form|details?|data|values?|fields?|information|below|page|with|as|follows|using|here|on|in|for|it)\W*)*$`)

// waivedForms say of a thing that it is not wanted: “Sign up isn't needed”, “I don't need
// gift wrap”, “forget about Sign up”.
var waivedForms = []*lazyregexp.Regexp{
	lazyregexp.New(`(?i)^([^:=,;.?!"“”\n]{2,50}?)\s+(?:(?:is|are|will)(?:n['’]t| not)(?: be)?|won['’]t be)(?: really)? (?:needed|necessary|required|wanted)(?: (?:now|today|here|yet|this time))?$`),
	lazyregexp.New(`(?i)^([^:=,;.?!"“”\n]{2,50}?)\s+(?:can|may) (?:be (?:skipped|left out|omitted)|wait)$`),
	lazyregexp.New(`(?i)^(?:i|we) (?:don['’]t|do not) (?:need|want) (?:to )?([^:=,;.?!"“”\n]{2,50})$`),
	lazyregexp.New(`(?i)^forget (?:about )?([^:=,;.?!"“”\n]{2,50})$`),
}

// itAlone says of what only what was said before: “forget it” may be all of it.
var itAlone = lazyregexp.New(`(?i)^(?:it|that|this|them|all of it|everything|anything)$`)

// waivedVerb is the command of a step that says what is not wanted.
const waivedVerb = "no need for"

// waived reads a clause of which all says that something is not wanted.
func waived(body string) (step, bool) {
	for _, form := range waivedForms {
		m := form.FindStringSubmatch(body)
		if m == nil || inSentences.MatchString(m[1]) || itAlone.MatchString(m[1]) {
			continue
		}
		if p, _, ok := leading(m[1], commandTable()); ok && p.kind != press && p.kind != open && p.kind != login {
			continue // “fill the notes with …” types it
		}
		return step{kind: forbid, verb: waivedVerb, object: m[1], text: body}, true
	}
	return step{}, false
}

// announces reports whether the object of a fill step only says that values
// follow.
func announces(object string) bool { return announcing.MatchString(object) }

// parseStep reads one clause.
func parseStep(clause string) (step, bool) {
	text := strings.TrimSpace(clause)
	body := stripTrailing(stripLeading(text))
	if strings.Contains(clause, "\n") && pairsLine(body) {
		body = strings.TrimRight(stripLeading(text), " \t\n,;")
	}
	if body == "" || len(words(body)) == 0 || isAside(body) || tellsOnly.MatchString(body) {
		return step{}, false
	}
	if e, _ := errandOf(body); e != nil {
		return step{kind: errandKind, verb: e.tool, object: body, text: body}, true
	}
	if again := afterEvent(body); again != body {
		return parseStep(again)
	}
	if p, rest, ok := leading(body, conditionTable()); ok && !namesField(rest) && !untilWhen.MatchString(rest) {
		return step{kind: unable, verb: p.text, object: body, text: body}, true
	}
	if asksForTabs(body) {
		return step{kind: tabs, verb: "list", text: body}, true
	}
	if m := splitVerb.FindStringSubmatch(body); m != nil && !strings.HasPrefix(strings.ToLower(m[1]+m[3]), "on ") && !strings.HasPrefix(strings.ToLower(m[1]+m[3]), "off ") {
		k := tick
		if strings.EqualFold(m[2]+m[4], "off") {
			k = untick
		}
		return step{kind: k, verb: "turn " + strings.ToLower(m[2]+m[4]), object: m[1] + m[3], text: body}, true
	}
	if s, ok := waived(body); ok {
		return s, true
	}
	if s, ok := intoField(body); ok {
		return s, true
	}
	if m := stateAfter.FindStringSubmatch(body); m != nil {
		if _, _, command := leading(m[1], commandTable()); !command {
			k := tick
			if strings.HasPrefix(strings.ToLower(m[2]), "un") || strings.EqualFold(m[2], "off") {
				k = untick
			}
			return step{kind: k, verb: "tick", object: m[1], text: body}, true
		}
	}
	if m := ensureForm.FindStringSubmatch(body); m != nil {
		k, verb := tick, "tick"
		if m[2] != "" || strings.EqualFold(m[3], "off") {
			k, verb = untick, "untick"
		}
		return step{kind: k, verb: verb, object: m[1], text: body}, true
	}
	if m := lookInForm.FindStringSubmatch(body); m != nil {
		return step{kind: read, verb: "tell me", object: m[2], text: body}, true
	}
	p, rest, ok := leading(body, commandTable())
	if pairsLine(body) && (!ok || ambiguousStart(body)) {
		return step{kind: fill, object: body, text: body}, true
	}
	if !ok {
		return step{object: body, text: body}, true
	}
	s := step{kind: p.kind, verb: p.text, object: strings.TrimSpace(rest), text: body}
	if s.kind == errandKind {
		return step{kind: unable, verb: p.text, object: body, text: body}, true // in words that no errand has
	}
	return refine(s), true
}

// untilWhen follows “until” in a question: “until what time is it open”.
var untilWhen = lazyregexp.New(`(?i)^(?:when|what|which)\b`)

// ensureForm is “make sure the newsletter is not ticked”, which is to be seen to.
var ensureForm = lazyregexp.New(`(?i)^(?:make sure|ensure|see to it)(?: that)? (?:the |my )?(.{2,60}?) (?:is|are|stays?) (not |un)?(ticked|checked|selected|on|off|enabled)$`)

// lookInForm is “look in the price table for what six months cost”.
var lookInForm = lazyregexp.New(`(?is)^(?:look|search|check)(?: it up)?\s+(?:in|at|under|on|through)\s+(?:the\s+)?(\S.{0,40}?)\s+(?:for|to see|to find|and see)\s+(\S.*)$`)

// tellsOnly is what a person tells of themselves, without a value: “I'm offering a
// ride”, “we are a family of four”.
var tellsOnly = lazyregexp.New(`^(?i:I['’]?m|I am|we['’]re|we are) [^:=\d"“\p{Lu}]{3,60}$`)

var (
	stepsForm = lazyregexp.New(`(?i)^((please|kindly|do|perform|carry out|complete|follow|execute|go through|here|is|are|these|this|those|the|that|following|next|things?|tasks?|steps?|actions?|instructions?|points?|jobs?|list|to-?dos?|on|page|site|in|order|for|me|what|i|you|need|want|would|like|have|to|a|few|couple|some|of|two|three|four|five|six|several|as|follows|below|now|be|done|my|your|all|one by one)\b\W*)+$`)
	stepsNoun = lazyregexp.New(`(?i)\b(following|things?|tasks?|steps?|actions?|instructions?|points?|jobs?|to-?dos?|what|do (this|these|that))\b`)
)

// announcesSteps: “please do these things:” before a list.
func announcesSteps(body string) bool {
	return strings.HasSuffix(body, ":") && stepsNoun.MatchString(body) && stepsForm.MatchString(body)
}

func isAside(body string) bool {
	if announcesSteps(body) {
		return true
	}
	if nothingElse.MatchString(body) {
		return true
	}
	_, rest, ok := leading(body, asideTable())
	return ok && strings.Trim(rest, " ,.:;!") == ""
}

// nothingElse asks for nothing more than is done anyway.
var nothingElse = lazyregexp.New(`(?i)^(?:(?:change|touch|tick|untick|do|press|select|alter|fill in)\s+)?nothing else(?:\s+\w+){0,2}$|^(?:change|touch|tick|untick|do|press|select|alter|fill in) nothing$`)

var tabsForm = lazyregexp.New(`(?i)^(list|show|tell|what|which|give|how many|report|name|print|enumerate|count)\b.*\btabs\b`)

func asksForTabs(body string) bool {
	return tabsForm.MatchString(body) && !strings.ContainsAny(body, `"“`) && !strings.Contains(body, ": ")
}
