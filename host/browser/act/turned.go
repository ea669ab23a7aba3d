package act

import (
	"strings"

	"github.com/margay/margay/protocol/pagescript"
)

// checkedNow says what became of a box that is ticked.
func checkedNow(before pagescript.Element, after *pagescript.LandedResult) string {
	if after == nil || after.Element.Checked == "" || after.Element.Checked == before.Checked {
		return ""
	}
	return "It is now " + after.Element.Checked + "."
}

// turned says what became of a button that stays down, and of what folds.
func turned(before pagescript.Element, after *pagescript.LandedResult) string {
	if after == nil || after.Element.Gone {
		return ""
	}
	was, is := flags(before), flags(after.Element)
	switch {
	case is["pressed"] && !was["pressed"]:
		return "It is now pressed."
	case was["pressed"] && !is["pressed"]:
		return "It is not pressed any more."
	case is["expanded"] && !was["expanded"]:
		return "It is now expanded."
	case is["collapsed"] && was["expanded"]:
		return "It is now collapsed."
	}
	return ""
}

// flags are the single words of an element's line: what it says of its state, and its role.
func flags(e pagescript.Element) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields(unquoted.ReplaceAllString(e.Line, "")) {
		words[word] = true
	}
	return words
}
