package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	// dismissedBy puts a notice away by the name of its button.
	dismissedBy = lazyregexp.New(`(?is)^(\W*)(?:dismiss|close|clear|get rid of|get|answer|handle|deal with)\s+(?:the\s+|that\s+)?[\w -]{0,30}?(?:bar|banner|notice|pop-?up|dialog|dialogue|message|overlay|prompt|thing|cookies?)\s+(?:(?:out of the way|away|off the screen)\s+)?(?:with|by (?:pressing|clicking|choosing|hitting|tapping)|using|via|through)\s+(\S.*)$`)
	// lookAtForm is a look at a part of the page, and what is asked of it.
	lookAtForm = lazyregexp.New(`(?is)^\W*(?:please\s+)?(?:have a look|take a look|look)\s+(?:at|in|into|under|through)\s+(?:the\s+)?(\S[^,:.\n]{1,40}?)(?:\s*[:,]\s*|\s+and\s+(?:see|tell me|say|find out)\s+|\s+to (?:see|find out)\s+)((?:when|what|how|which|who|where|whether|is|are|does|do|can)\b.+)$`)
	// checkForm is “check the prices tab for the fee”.
	checkForm = lazyregexp.New(`(?is)^\W*(?:please\s+)?(?:check|see|consult)\s+(?:the\s+)?(\S[^,:.\n]{1,30}?\s+(?:tab|section|page))\s+for\s+((?:the\s+)?\S.+)$`)
	// tabSays is “show me what the Catering tab says about canapés”.
	tabSays = lazyregexp.New(`(?is)^\W*(?:please\s+)?(?:show|tell|read)(?: me)?\s+what\s+(?:the\s+)?(\S[^,:.\n]{1,40}?\s+(?:tab|section|page|question|answer))\s+(?:says?|tells?|shows?|lists?|has|have)\s+(?:about|on|for|under)\s+(\S.+)$`)
	// bothForm is “turn A on and B off”.
	bothForm = lazyregexp.New(`(?i)\b(turn|switch|set|toggle)\s+([^,.;:\n]{2,40}?)\s+(on|off),?\s+(and|but)\s+([^,.;:\n]{2,40}?)\s+(on|off)\b`)
	howHigh  = lazyregexp.New(`(?i)\bhow (?:high|big|large|expensive) (?:is )?((?:the|its|my) [^,.;?\n]{2,40}?)(?: is| are)?([,.;?]|$)`)
	// remarkForm is what a person adds in brackets: “(we don't need one)”.
	// Brackets that begin otherwise may change the command: “(not the newsletter)”.
	remarkForm = lazyregexp.New(`(?i)\s*\((?:we|i|it|they|he|she|you|there|because|since)['’ ][^()]{2,80}\)`)
	// mindForm begins a wish whose commands end in -ing.
	mindForm = lazyregexp.New(`(?i)^(\W*(?:(?:hi|hello|hey)\W+)?)(?:(?:would|do|could) you mind|how about|what about|i'd appreciate(?: you)?|thanks for)\s+`)
	ingForm  = lazyregexp.New(`(?i)(^|[,;.]\s+(?:and\s+|then\s+)*|\s(?:and|then)\s+)([a-z]{2,12}ing)\b`)
	// shortIs is “when's”, addedTo “I want the lamp added to my basket”.
	shortIs   = lazyregexp.New(`(?i)^(\W*(?:when|where|who|how))['’]s\s+`)
	addedTo   = lazyregexp.New(`(?is)^(?:to have\s+|have\s+)?((?:the|a|an|two|three|\d+)\s[^,.;:\n]{2,60}?)\s+(?:added|put|placed)\s+((?:to|in|into)\s.+)$`)
	itForward = lazyregexp.New(`(?i)^(?:it|this|that|them|these|both|that one|this one)\b`)
)

// unremarked takes a remark in brackets out of a clause. It is given as a step to pass
// over, which the report names; nil where there is none.
func unremarked(clause string) (bare string, remarks []step) {
	at := remarkForm.FindStringIndex(clause)
	if at == nil || len(quotes(clause)) > 0 || pairsLine(clause) || hasCondition(clause[at[0]:at[1]]) {
		return clause, nil
	}
	return clause[:at[0]] + clause[at[1]:], []step{{kind: unclear, text: strings.TrimSpace(clause[at[0]:at[1]])}}
}

// plainly writes a clause in the words that the tables have.
func plainly(clause string) string {
	clause = shortIs.ReplaceAllString(clause, "$1 is ")
	if m := putMeOn.FindStringSubmatch(stripLeading(clause)); m != nil {
		clause = "join " + m[1] // the waiting list
	}
	if m := takeMeOff.FindStringSubmatch(stripLeading(clause)); m != nil {
		clause = "untick " + m[1] // the newsletter
	}
	if m := leaveOn.FindStringSubmatch(stripLeading(clause)); m != nil {
		clause = "departure " + m[1]
	}
	if m := haveCode.FindStringSubmatch(stripLeading(clause)); m != nil && hasDigit(m[2]) {
		clause = "enter " + m[2] + " as the " + m[1]
	}
	if m := underWrite.FindStringSubmatch(stripLeading(clause)); m != nil {
		clause = m[1] + ": " + m[2]
	}
	if len(quotes(clause)) == 0 {
		clause = countForm.ReplaceAllString(clause, "$1")
	}
	if m := addedTo.FindStringSubmatch(stripLeading(clause)); m != nil {
		clause = "add " + m[1] + " " + m[2]
	}
	if m := dismissedBy.FindStringSubmatch(stripLeading(clause)); m != nil {
		clause = m[1] + "press " + m[2]
	}
	if howHigh.MatchString(unquotedPart(clause)) {
		clause = howHigh.ReplaceAllString(clause, "what is $1$2")
	}
	return clause
}

// minded writes “would you mind going to X and telling me Y” as plain commands.
func minded(prompt string) string {
	m := mindForm.FindStringSubmatchIndex(prompt)
	if m == nil {
		return prompt
	}
	lead, rest := prompt[m[2]:m[3]], prompt[m[1]:]
	sh := shield(rest)
	var b strings.Builder
	from := 0
	for _, at := range ingForm.FindAllStringSubmatchIndex(rest, -1) {
		if verb, ok := plainVerb(rest[at[4]:at[5]]); ok && !sh[at[4]] {
			b.WriteString(rest[from:at[4]] + verb)
			from = at[5]
		}
	}
	return lead + strings.TrimRight(b.String()+rest[from:], "? ")
}

// plainVerb is the command that a form in -ing is of.
func plainVerb(ing string) (string, bool) {
	stem := strings.TrimSuffix(strings.ToLower(ing), "ing")
	tries := []string{stem, stem + "e"}
	if n := len(stem); n > 2 && stem[n-1] == stem[n-2] {
		tries = append(tries, stem[:n-1])
	}
	for _, verb := range tries {
		for _, p := range commandTable() {
			if p.words[0] == verb {
				return verb, true
			}
		}
	}
	return "", false
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

// countEach reads “add one adult and two children” as numbers, where each part is one.
func (r *runner) countEach(st step) ([]setting, bool) {
	var out []setting
	for _, part := range splitAnd(st.object) {
		first, _, _ := strings.Cut(strings.ToLower(part), " ")
		if _, counts := lex().count[first]; !counts && !hasDigit(first) {
			return nil, false
		}
		s, err := r.resolveUnclear(step{kind: unclear, object: part, text: part, place: st.place})
		if err != nil || len(s) == 0 {
			return nil, false
		}
		out = append(out, s...)
	}
	return out, len(out) > 0 && !clash(out)
}

var filterLead = lazyregexp.New(`(?i)^(?:(?:the )?(?:results?|list|page)\s+)?(?:to|by|for|on)\s+`)
