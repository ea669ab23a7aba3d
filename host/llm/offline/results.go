package offline

import (
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// What the results of the page tools say; tools/README.md has the sentences.
var (
	wentForm    = lazyregexp.New(`(?m)The page went to (\S+?)(?: \(title ("(?:[^"\\]|\\.)*")\))?\.(?:\s|$)`)
	atForm      = lazyregexp.New(`(?m)Tab (\d+) is at (\S+?)(?: \(title ("(?:[^"\\]|\\.)*")\))?\.(?:\s|$)`)
	addressNow  = lazyregexp.New(`(?m)The address is now (\S+?)\.(?:\s|$)`)
	loadingForm = lazyregexp.New(`(?m)The page is still loading (\S+?)\.(?:\s|$)`)
	dialogForm  = lazyregexp.New(`(?m)An? (\w+) dialog opened: ("(?:[^"\\]|\\.)*")`)
	newTabForm  = lazyregexp.New(`(?m)It opened tab (\d+) \(([^)]*)\)`)
	holdsForm   = lazyregexp.New(`(?m)it (?:now )?holds ("(?:[^"\\]|\\.)*"|nothing|(\d+) characters)`)
	tookForm    = lazyregexp.New(`(?m)it took ("(?:[^"\\]|\\.)*"|what was filled in), and the page has (?:emptied it|put back ("(?:[^"\\]|\\.)*")) since\.`)
	awayForm    = lazyregexp.New(`(?m)^(?:Pressed|Typed into|Filled|Chose in) .*, and it is no longer in the page: the page took it away`)
	emptyForm   = lazyregexp.New(`(?m)^Typed into .*, and it holds nothing now\.`)
	invalidForm = lazyregexp.New(`(?m)The browser says that this is not valid: ("(?:[^"\\]|\\.)*")`)
	checkedForm = lazyregexp.New(`(?i)\bis (?:now )?(not checked|unchecked|checked)\b`)
	nowForm     = lazyregexp.New(`It is now (?:un)?checked\.`)
	closedForm  = lazyregexp.New(`The tab was closed\.`)
	lostForm    = lazyregexp.New(`(?m)It led to (\S+), which could not be opened`)
	slippedForm = lazyregexp.New(`no click came of it`)
)

// unquote reads a JSON string of a result; what is none stays.
func unquote(s string) string {
	if v, rest, ok := quoted(s); ok && rest == "" {
		return v
	}
	return s
}

// held is what a fill reads back: the value, or whether a box is checked.
func held(text string) (value string, isBox, ok bool) {
	text = afterNews(text)
	if m := holdsForm.FindStringSubmatch(text); m != nil {
		if m[1] == "nothing" {
			return "", false, true
		}
		if n, err := strconv.Atoi(m[2]); err == nil {
			return strings.Repeat("•", min(n, 200)), false, true // a password's length
		}
		return unquote(m[1]), false, true
	}
	if m := checkedForm.FindStringSubmatch(text); m != nil {
		return strconv.FormatBool(strings.EqualFold(m[1], "checked")), true, true
	}
	return "", false, false
}

// taken is what a fill says of a field that took a value, and that the page has made ready for the next one since; back is
// what it holds now, hidden whether the value is not told.
func taken(text string) (value, back string, hidden, ok bool) {
	m := tookForm.FindStringSubmatch(afterNews(text))
	if m == nil {
		return "", "", false, false
	}
	return unquote(m[1]), unquote(m[2]), m[1][0] != '"', true
}

// tookAway reports whether a fill was done, and the page took its field away.
func tookAway(text string) bool { return awayForm.MatchString(afterNews(text)) }

// emptied reports whether a fill reached a field that holds nothing since, of which is not known what it took.
func emptied(text string) bool { return emptyForm.MatchString(afterNews(text)) }

// objection is what the browser says of a value that is not valid; empty where it says nothing.
func objection(text string) string {
	m := invalidForm.FindStringSubmatch(afterNews(text))
	if m == nil {
		return ""
	}
	return strings.TrimSuffix(unquote(m[1]), ".")
}

// afterNews takes off the line that tells what had happened before the act.
func afterNews(text string) string {
	if strings.HasPrefix(text, "Since your last action: ") {
		_, rest, _ := strings.Cut(text, "\n")
		return rest
	}
	return text
}

// slipped is said of a press that ended on something else than it began on.
const slipped = "It moved away under the pointer, so no click came of it."

// caused are the sentences of a result that tell what an act caused.
func caused(text string) string {
	text = afterNews(text)
	var out []string
	for _, form := range []*lazyregexp.Regexp{wentForm, addressNow, loadingForm, newTabForm, closedForm} {
		if m := form.FindString(text); m != "" {
			m = strings.TrimSpace(m)
			if form == newTabForm {
				m += "."
			}
			out = append(out, m)
		}
	}
	if m := lostForm.FindString(text); m != "" {
		out = append(out, m+".")
	}
	if slippedForm.MatchString(text) {
		out = append(out, slipped)
	}
	if m := nowForm.FindString(text); m != "" {
		out = append(out, m)
	}
	return strings.Join(out, " ")
}

// reason is the text of a failed call without its mark, on one line.
func reason(text string) string {
	if strings.HasPrefix(text, "[") {
		if _, rest, ok := strings.Cut(text, "\n"); ok {
			text = rest
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 300 {
		text = string(r[:300]) + "…"
	}
	return strings.TrimSuffix(text, ".")
}

// caused tells what an act caused in a language.
func (t tongue) caused(text string) string {
	english := caused(text)
	if t == nil {
		return english
	}
	return t.effects(english)
}
