package offline

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	// thingAsked is a question whose verb stands at its end or between what is asked and
	// the thing: “how many people does the Orangery seat”, “which mechanic is on the Astra”.
	thingAsked  = lazyregexp.New(`(?is)^(which|what|whose|how many|how much)\s+(.+?)\s+(?:does|do|did|is|are|was|were|has|have|can|will|must)\s+(?:the\s+|my\s+|an?\s+)?(\S.*)$`)
	doingLead   = lazyregexp.New(`(?i)^[a-z]{3,12}(?:ing|ed)\s+(?:(?:on|for|at|to|in|by|from|with|of)\s+)?(?:the\s+)?`)
	whereAsked  = lazyregexp.New(`(?i)^where\s+(?:is|are|was|were|can|do|does)\b`)
	addressName = lazyregexp.New(`(?i)^\W*(?:(?:the|our|your|full|street|postal|office|shop|store|visitor) )*(?:address|location|venue|where|where (?:to find us|we are)|find us)\W*$`)
	sayingElse  = lazyregexp.New(`(?i)^\W*(?:tele)?(?:phone|call|open|e-?mail|fax|hours)\b`)
	// addressLine is how a page gives an address without calling it one.
	addressLine = lazyregexp.New(`\b\d{1,4}[a-z]?,? (?:\p{Lu}[\p{L}'’]+ ){1,3}(?:Street|St|Road|Rd|Lane|Avenue|Ave|Square|Quay|Way|Place|Drive|Row|Close|Terrace|Court|Hill|Gardens?|Parade|Walk|Wharf|Yard|Boulevard)\b`)
)

// askedOtherwise answers what no line answers as it is asked, by what is left of the
// question without its verb, or with it as a noun. One line has to answer.
func (r *runner) askedOtherwise(q query) []found {
	m := thingAsked.FindStringSubmatch(q.asked)
	if q.zh || q.its || q.ordinal != 0 || q.form != "" {
		return nil
	}
	if q.typ == phone && callForm.MatchString(q.asked) {
		all := ofSort(q, factsOf(r.page))
		if len(all) > 0 && !slices.ContainsFunc(all, func(f found) bool { return f.el != all[0].el }) {
			return all[:1] // the only one there is
		}
	}
	if m == nil {
		return r.lineWithAll(q)
	}
	noun, rest := m[2], strings.TrimRight(m[3], " ?.!")
	tries := []string{noun + " " + doingLead.ReplaceAllString(rest, "")}
	if at := strings.LastIndexByte(rest, ' '); at > 0 {
		thing, verb := rest[:at], rest[at+1:]
		tries = append(tries, noun+" "+thing)
		if q.typ == count {
			tries = append(tries, verb+" "+thing)
		}
	}
	facts := factsOf(r.page)
	for _, text := range tries {
		other := q
		other.words = words(text)
		if len(other.words) < 2 {
			continue
		}
		if hits, _ := searchFacts(other, facts, r.isNew()); len(hits) == 1 {
			return hits
		}
	}
	return r.lineWithAll(q)
}

// lineWithAll is the one line that has all words of a question, and a number or two
// words beside.
func (r *runner) lineWithAll(q query) []found {
	var out []found
	for _, f := range factsOf(r.page) {
		if len(q.words) < 2 || pressRoles[f.el.role] || textRoles[f.el.role] || boxRoles[f.el.role] || radioRoles[f.el.role] || f.el.role == "heading" {
			continue
		}
		line := words(f.line)
		if compare(q.words, line, f.around).query < 0.93 || compare(q.words, line, nil).own < 0.6 || len(line) < len(q.words)+2 && !hasDigit(f.line) {
			continue
		}
		if len(out) == 0 || out[0].el != f.el {
			out = append(out, found{fact: f, value: f.line})
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// addressOf answers “where is the office” by the line that gives an address: of the
// thing, where the page gives one, else the only one there is.
func (r *runner) addressOf(q query) []found {
	if q.zh || !whereAsked.MatchString(q.asked) || len(q.words) > 3 || q.its {
		return nil
	}
	facts := factsOf(r.page)
	var under, all []found
	seen := map[*element]bool{}
	for _, f := range facts {
		named := addressName.MatchString(f.label)
		if (!named || f.whole) && !addressLine.MatchString(f.line) || pressRoles[f.el.role] || textRoles[f.el.role] || seen[f.el] {
			continue
		}
		seen[f.el] = true
		hit := found{fact: f, value: f.line}
		if !f.whole && named {
			hit.value = f.value
		}
		all = append(all, hit)
		if compare(q.words, f.around, nil).own > 0.9 || compare(q.words, words(f.line), nil).own > 0.9 {
			under = append(under, hit)
		}
	}
	switch {
	case len(under) == 1:
		return under
	case len(all) == 1 && len(q.words) < 3:
		return all
	}
	return nil
}
