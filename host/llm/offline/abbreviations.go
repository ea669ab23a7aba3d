package offline

import (
	"strings"
)

// abbreviation reports whether a full stop after before belongs to its last
// word.
func abbreviation(before, rest string) bool {
	at := strings.LastIndexAny(before, " \n(")
	w := strings.ToLower(strings.Trim(before[at+1:], ".,"))
	if numbered[w] {
		first, _, _ := strings.Cut(rest, " ")
		return hasDigit(first) // “no. 7”, “no. LP-2230”
	}
	if len(w) == 1 && w != "i" {
		return !hasDigit(w)
	}
	return abbreviations[w]
}

var abbreviations = wordSet("st mr mrs ms dr prof e.g i.e vs approx apt ave str inc ltd co jr sr dept tel p.o rd blvd")

// numbered are abbreviations only before a number.
var numbered = wordSet("no nr fig art vol p pp")
