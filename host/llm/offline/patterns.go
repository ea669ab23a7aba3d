package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	setTo    = lazyregexp.New(`(?is)^(.+?)\s+(?:to be|to|as|=|:|->|→|should be)\s+(.+)$`)
	valueIn  = lazyregexp.New(`(?is)^(.+)\s+(?:in|into|as|for|on|under|inside)\s+(?:the |my |field |a )*(.+)$`)
	valueIs  = lazyregexp.New(`(?is)^(\S.*?)\s+(?:is|are)\s+(?:my|our)\s+(\S.*)$`) // “PT-40718 is my number”
	withForm = lazyregexp.New(`(?is)^(.+?)\s+with\s+(.+)$`)
)

var fromToForm = lazyregexp.New(`(?i)^from\s+.{1,40}?\s+to\s+`)

// fromTo: “from Norway to Sweden” sets Sweden.
func fromTo(value string) string { return fromToForm.ReplaceAllString(value, "") }

// patterned reads a step by its form alone, where the page has no such name:
// the refusal can then say what is missing.
func patterned(verb, object string) []pair {
	try := []*lazyregexp.Regexp{valueIs, setTo, withForm, valueIn}
	valueFirst := map[*lazyregexp.Regexp]bool{valueIn: true, valueIs: true}
	switch verb {
	case "enter", "type", "type in", "write", "write in", "put", "put in", "insert", "input", "key in", "use", "provide", "give":
		try = []*lazyregexp.Regexp{valueIn, setTo, withForm}
	}
	masked := mask(object)
	for _, form := range try {
		m := form.FindStringSubmatchIndex(masked)
		if m == nil {
			continue
		}
		a, b := object[m[2]:m[3]], object[m[4]:m[5]]
		if valueFirst[form] {
			a, b = b, a
		}
		return []pair{newPair(trimLabel(a), b)}
	}
	if p := newPair("", object); p.quoted || len(strings.Fields(object)) == 1 {
		return []pair{p} // a value without a name: a page with one field takes it
	}
	return nil
}

// mask hides quotes and addresses from a form by letters that mean nothing.
func mask(s string) string {
	sh := shield(s)
	b := []byte(s)
	for i := range b {
		if sh[i] {
			b[i] = '~'
		}
	}
	return string(b)
}

// firmEnd are abbreviations that a sentence may end in: “Company: Acme Ltd. Press
// Save.” No name goes on behind them.
var firmEnd = lazyregexp.New(`(?i)\b(?:ltd|inc|corp|llc|plc|co|etc|jr|sr|ave|blvd|[ap]\.m)$`)
