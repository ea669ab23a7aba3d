package offline

import (
	"strings"
	"unicode"

	"github.com/margay/margay/host/lazyregexp"
)

// closed is a name without the spaces and hyphens that people set as they like: RTX5080
// is RTX 5080. Between two digits and before the first sign they stay, since 1-3 is not 13.
func closed(name string) string {
	run := []rune(strings.Join(strings.Fields(fold(plainName(name))), " "))
	var b strings.Builder
	for i, r := range run {
		if strings.ContainsRune(" -_", r) && i > 0 && !betweenDigits(run, i) {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// betweenDigits reports whether the gap that a sign is part of has digits on both sides.
func betweenDigits(run []rune, at int) bool {
	from, to := at, at
	for from > 0 && strings.ContainsRune(" -_", run[from]) {
		from--
	}
	for to < len(run)-1 && strings.ContainsRune(" -_", run[to]) {
		to++
	}
	return unicode.IsDigit(run[from]) && unicode.IsDigit(run[to])
}

// calledClosed are those of a list that have just this name, without heed of spaces: 2册
// is 2 册.
func calledClosed(name string, list []candidate) []candidate {
	want := closed(name)
	var just []candidate
	for _, c := range list {
		if len(c.labels) > 0 && !c.popup && want != "" && closed(c.labels[0]) == want {
			just = append(just, c)
		}
	}
	return just
}

// closedOne takes the one candidate of just this name, without heed of spaces.
func closedOne(name string, list []candidate) (ranked, bool) {
	just := calledClosed(name, list)
	if len(just) != 1 || len([]rune(closed(name))) < 2 {
		return ranked{}, false
	}
	return ranked{candidate: just[0], score: 1, query: 1, own: 1}, true
}

// hanKindEnd says behind a name what kind of thing is meant: Pro 版 is Pro.
var hanKindEnd = lazyregexp.New(`\s*(?:版本|版|型号|型|款|套餐|方案|档)$`)

// closedKind is closedOne for a name with its kind behind it. A button is not looked for
// so: what is pressed is named.
func closedKind(name string, what term, list []candidate) (ranked, bool) {
	bare := hanKindEnd.ReplaceAllString(strings.TrimSpace(name), "")
	if what == "button" || bare == strings.TrimSpace(name) {
		return ranked{}, false
	}
	return closedOne(bare, list)
}
