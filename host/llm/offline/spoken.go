package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	// dismissedBy puts a notice away by the name of its button.
	dismissedBy = lazyregexp.New(`(?is)^(\W*)(?:dismiss|close|clear|get rid of|answer|handle|deal with)\s+(?:the\s+|that\s+)?[\w -]{0,30}?(?:bar|banner|notice|pop-?up|dialog|dialogue|message|overlay|prompt|cookies?)\s+(?:with|by (?:pressing|clicking|choosing|hitting|tapping)|using|via|through)\s+(\S.*)$`)
	// lookAtForm is a look at a part of the page, and what is asked of it.
	lookAtForm = lazyregexp.New(`(?is)^\W*(?:please\s+)?(?:have a look|take a look|look)\s+(?:at|in|into|under|through)\s+(?:the\s+)?(\S[^,:.\n]{1,40}?)(?:\s*[:,]\s*|\s+and\s+(?:see|tell me|say|find out)\s+|\s+to (?:see|find out)\s+)((?:when|what|how|which|who|where|whether|is|are|does|do|can)\b.+)$`)
	// bothForm is “turn A on and B off”.
	bothForm  = lazyregexp.New(`(?i)\b(turn|switch|set|toggle)\s+([^,.;:\n]{2,40}?)\s+(on|off),?\s+(and|but)\s+([^,.;:\n]{2,40}?)\s+(on|off)\b`)
	howHigh   = lazyregexp.New(`(?i)\bhow (?:high|big|large|expensive) (?:is )?((?:the|its|my) [^,.;?\n]{2,40}?)(?: is| are)?([,.;?]|$)`)
	itForward = lazyregexp.New(`(?i)^(?:it|this|that|them|these|both|that one|this one)\b`)
)

// plainly writes a clause in the words that the tables have.
func plainly(clause string) string {
	if m := dismissedBy.FindStringSubmatch(clause); m != nil {
		clause = m[1] + "press " + m[2]
	}
	if howHigh.MatchString(unquotedPart(clause)) {
		clause = howHigh.ReplaceAllString(clause, "what is $1$2")
	}
	return clause
}

// onAndOff gives each of two switches its own command: “turn A on and B off” is
// no wish about one thing.
func onAndOff(prompt string) string {
	sh := shield(prompt)
	for _, m := range bothForm.FindAllStringSubmatchIndex(prompt, -1) {
		second := prompt[m[10]:m[11]]
		if _, _, led := leading(second, commandTable()); sh[m[0]] || sh[m[8]] || led || strings.Contains(prompt[m[4]:m[5]], " and ") {
			continue
		}
		verb := prompt[m[2]:m[3]]
		return prompt[:m[10]] + strings.ToLower(verb) + " " + onAndOff(prompt[m[10]:])
	}
	return prompt
}

// addEach reads “add a programme and interval drinks” and “filter to full sun and
// hardy only” as choices and boxes, where each part is one.
func (r *runner) addEach(st step) ([]setting, bool) {
	object := filterLead.ReplaceAllString(st.object, "")
	var out []setting
	for _, part := range splitAnd(object) {
		part = determiner.ReplaceAllString(part, "")
		s, ok := r.choiceOrBox(part)
		if !ok {
			ticks, err := r.resolveTicks(step{kind: tick, verb: "tick", object: part, text: part})
			if err != nil || len(ticks) != 1 {
				return nil, false
			}
			s = ticks[0]
		}
		out = append(out, s)
	}
	return out, len(out) > 0 && !clash(out)
}

var filterLead = lazyregexp.New(`(?i)^(?:(?:the )?(?:results?|list|page)\s+)?(?:to|by|for|on)\s+`)
