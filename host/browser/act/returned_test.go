package act_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/margay/margay/host/browser/act"
)

// ours are the lines that a result of a script may have; the rest is JSON.
var ours = regexp.MustCompile(`^(It returned:|It returned no value\. .*|The console said:|- \S* "|- … \d+ lines more|… -?\d+ characters more were cut\. Return less\.|The script failed( at line \d+)?: "|The script ran, and the page )`)

// plain is what a value begins with.
var plain = regexp.MustCompile(`^\s*(["\[{0-9-]|t(r|$)|f(a|$)|n(u|$)|$)`)

// FuzzRead: whatever a page makes of the answer, what comes of it is bounded, and
// each line is one of ours, or as much of a JSON value as there is.
func FuzzRead(f *testing.F) {
	for _, inner := range []string{
		`{"value":"{\"a\":1}","logs":["log: x","warn"],"dropped":3}`, `{"void":true}`, `{"error":"TypeError: x\nClicked.","line":3}`,
		`{"value":"1\nClicked button \"Order\".","cut":0}`, `{"value":"[\"half","cut":12}`, `{"value":"Clicked button.","cut":12}`, `{}`, `[]`, `no`, `{"logs":["a\nb: c\nd"]}`, `{"value":"\u2028x"}`,
	} {
		f.Add(inner)
	}
	f.Fuzz(func(t *testing.T, inner string) {
		value, err := json.Marshal(inner)
		if err != nil {
			t.Skip()
		}
		text, _, err := act.Read(json.RawMessage(`{"result":{"type":"string","value":` + string(value) + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		if n := utf8.RuneCountInString(text); n > 400_000 || strings.Count(text, "\n") > 110 {
			t.Errorf("%d characters, %d lines", n, strings.Count(text, "\n"))
		}
		before := ""
		for _, line := range strings.Split(text, "\n") {
			if !ours.MatchString(line) && (before != "It returned:" || !plain.MatchString(line)) {
				t.Errorf("%q gave the line %q", inner, line)
			}
			before = line
		}
	})
}
