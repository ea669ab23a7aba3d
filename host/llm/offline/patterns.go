package offline

import (
	"regexp"
	"strings"
)

var fromToForm = regexp.MustCompile(`(?i)^from\s+.{1,40}?\s+to\s+`)

func fromTo(value string) string { return fromToForm.ReplaceAllString(value, "") }

func patterned(verb, object string) []pair {
	try := []*regexp.Regexp{setTo, withForm, valueIn}
	valueFirst := map[*regexp.Regexp]bool{valueIn: true}
	switch verb {
	case "enter", "type", "type in", "write", "write in", "put", "put in", "insert", "input", "key in", "use", "provide", "give":
		try = []*regexp.Regexp{valueIn, setTo, withForm}
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
