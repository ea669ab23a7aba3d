package offline

import (
	"strings"
	"unicode"

	"github.com/margay/margay/host/lazyregexp"
)

var pairStart = lazyregexp.New(`^[^\n:=]{1,60}?\s*(:\s|:$|=\s?)\s*\S?`)

// pairsLine reports whether a clause begins like “label: value”.
func pairsLine(body string) bool {
	m := pairStart.FindString(body)
	if m == "" || strings.Contains(m, "//") {
		return false
	}
	label := m[:strings.IndexAny(m, ":=")]
	return len(strings.Fields(label)) <= 6 && !strings.ContainsAny(label, `"“”`) && strings.ContainsFunc(label, unicode.IsLetter)
}

// ambiguousStart reports whether the label of a “label: value” begins with a
// word that could be a command: “Order number: 5” is a pair, “choose: Large” is
// not.
func ambiguousStart(body string) bool {
	label, _, _ := strings.Cut(strings.TrimSpace(body), ":")
	if l, _, ok := strings.Cut(label, "="); ok {
		label = l
	}
	p, rest, ok := leading(label, commandTable())
	if !ok || p.kind == unable {
		return true
	}
	if strings.TrimSpace(rest) == "" {
		return nounCommands[p.text]
	}
	if p.kind == read && questionWords[p.text] {
		return true // “When did you notice it: today” is the label of a form
	}
	return nounCommands[p.text] && len(strings.Fields(rest)) <= 3
}

var questionWords = wordSet("what which who whose when where how")

// nounCommands are commands that are also names of fields.
var nounCommands = wordSet("order name title state note check time post book search type date comment request subject company country address message like join return reply confirm verify start request")
