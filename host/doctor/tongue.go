package doctor

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// text is something that is said, before it is known in which language: the
// format stands in English where it is said, and is the key of the other
// languages. Values may be texts, series and errors again.
type text struct {
	format string
	values []any
}

func says(format string, a ...any) text { return text{format: format, values: a} }

// plain is what is in its language already, or in none: a path, the words of a log.
func plain(words string) text { return says("%s", words) }

// quote is what another part of Margay said, in English.
type quote string

// series are things next to each other.
type series struct {
	// between is ", " or "; ".
	between string
	items   []text
}

func (s *series) add(item text) { s.items = append(s.items, item) }

// tongue is the language of a diagnosis; nil is English.
type tongue struct {
	says   map[string]string
	quotes []quoted
	// between are the marks of a series by the English ones.
	between map[string]string
	// units put a duration as Go prints it.
	units *strings.Replacer
	// stop ends a sentence.
	stop string
}

// quoted is a text of another package: what it looks like, and its own words in
// the language.
type quoted struct {
	form *regexp.Regexp
	own  string
}

// tongueOf is the language of a tag (BCP 47). Every Chinese is the one that we
// have, as in the pages of the extension; what is not known is English.
func tongueOf(tag string) *tongue {
	first, _, _ := strings.Cut(strings.ToLower(tag), "-")
	if first == "zh" {
		return han()
	}
	return nil
}

// in gives a text in the language.
func (t *tongue) in(x text) string {
	format := x.format
	if t != nil {
		if own, ok := t.says[format]; ok {
			format = own
		}
	}
	if len(x.values) == 0 && !strings.Contains(format, "%") {
		return format
	}
	values := make([]any, len(x.values))
	for i, v := range x.values {
		values[i] = t.value(v)
	}
	return fmt.Sprintf(format, values...)
}

func (t *tongue) value(v any) any {
	switch v := v.(type) {
	case text:
		return t.in(v)
	case series:
		return t.joined(v)
	case quote:
		return t.quote(string(v))
	case error:
		return t.quote(v.Error())
	case time.Duration:
		if t != nil {
			return t.duration(v)
		}
	}
	return v
}

func (t *tongue) duration(d time.Duration) string {
	return strings.TrimSpace(t.units.Replace(d.String()))
}

func (t *tongue) joined(s series) string {
	between := s.between
	if t != nil {
		between = t.between[between]
	}
	parts := make([]string, len(s.items))
	for i, item := range s.items {
		parts[i] = t.in(item)
	}
	return strings.Join(parts, between)
}

// quote gives what another part said. It is known by its form, because it comes
// as words; what is not known stays English, which is better than nothing.
func (t *tongue) quote(words string) string {
	if t == nil {
		return words
	}
	if lines := strings.Split(words, "\n"); len(lines) > 1 {
		for i, line := range lines {
			lines[i] = t.quote(line)
		}
		return strings.Join(lines, "\n")
	}
	if d, err := time.ParseDuration(words); err == nil && d > 0 {
		return t.duration(d)
	}
	bare, ended := strings.CutSuffix(words, ".")
	for _, q := range t.quotes {
		m := q.form.FindStringSubmatch(bare)
		if m == nil {
			continue
		}
		values := make([]any, len(m)-1)
		for i, v := range m[1:] {
			values[i] = t.quote(v)
		}
		own := fmt.Sprintf(q.own, values...)
		if ended {
			own += t.stop
		}
		return own
	}
	return words
}

// formOf is what a text looks like that was made by a format.
func formOf(format string) *regexp.Regexp {
	form := strings.NewReplacer("%s", "(.+?)", "%v", "(.+?)", "%w", "(.+?)", "%d", `(\d+)`, "%q", `"(.*?)"`).Replace(regexp.QuoteMeta(format))
	return regexp.MustCompile("(?i)^" + form + "$")
}

// Words are what stands around a diagnosis where it is shown as text.
type Words struct{ tongue *tongue }

// WordsIn are those of a language, which is told as in [client.Diagnose].
func WordsIn(tag string) Words { return Words{tongueOf(tag)} }

// Run says that a command is to be run.
func (w Words) Run(command string) string { return w.tongue.in(says("Run: %s", command)) }

// Failed says how many checks failed.
func (w Words) Failed(n int) string {
	switch n {
	case 0:
		return w.tongue.in(says("Nothing is broken."))
	case 1:
		return w.tongue.in(says("1 check failed."))
	}
	return w.tongue.in(says("%d checks failed.", n))
}
