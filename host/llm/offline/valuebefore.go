package offline

import (
	"strings"
)

// valueFirst reports whether the values stand before their names.
func valueFirst(ts []token, ms []mention) bool {
	at := ms[0].first
	prep := false
	for at > 0 && small[strings.ToLower(ts[at-1].text)] {
		at--
		prep = prep || prepWord[strings.ToLower(ts[at].text)]
	}
	return prep && at > 0
}

func valuesBefore(s string, ts []token, ms []mention) []pair {
	var out []pair
	from := 0
	for _, m := range ms {
		end := m.first
		for end > from && (small[strings.ToLower(ts[end-1].text)] || goesWords[strings.ToLower(ts[end-1].text)]) {
			end--
		}
		for from < end && !ts[from].kept && (isJoint(ts[from]) || nextWords[strings.ToLower(ts[from].text)]) {
			from++
		}
		if from >= end {
			return nil // a name without a value before it: not that kind of sentence
		}
		out = append(out, newPair(m.label, s[ts[from].from:ts[end-1].to]))
		from = m.last + 1
		for from < len(ts) && pointing[strings.ToLower(ts[from].text)] {
			from++
		}
	}
	for ; from < len(ts); from++ {
		if !isJoint(ts[from]) && !small[strings.ToLower(ts[from].text)] {
			return nil // something is left that belongs to nothing
		}
	}
	return out
}

// goesWords stand between a value and where it shall stand: “Rex goes in name”.
var goesWords = wordSet("goes go belongs down")

// valueBefore is where the value begins that “as the” gives to a name, with a comma
// between it and the name before; 0 where there is none.
func valueBefore(ts []token, last, first int) int {
	at := first - 1
	for at > last && determinerWords[strings.ToLower(ts[at].text)] {
		at--
	}
	if at <= last || ts[at].kept || !strings.EqualFold(ts[at].text, "as") {
		return 0
	}
	for from := at - 1; from > last; from-- {
		if isJoint(ts[from]) && from+1 < at {
			return from + 1
		}
	}
	return 0
}

var determinerWords = wordSet("the a an my your our")
