package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// clockMask hides the colons of times, which link no name to a value: 时段10:00.
func clockMask(s string) string {
	b := []byte(s)
	for i := 1; i+1 < len(b); i++ {
		if b[i] == ':' && isDigit(b[i-1]) && isDigit(b[i+1]) {
			b[i] = '~'
		}
	}
	return string(b)
}

var (
	hanSpan  = lazyregexp.New(`(?:上午|早上|下午|晚上|中午)?(\d{1,2})(?:点|:00|时)?(?:到|至|-|~)(?:上午|早上|下午|晚上|中午)?(\d{1,2})(?:点|:00|时)$`)
	someSpan = lazyregexp.New(`^(\d{1,2}):00\s*[-–~至到]\s*(\d{1,2}):00$`)
)

// spanAlone is the one thing to press that is called by a span of hours: 上午8点到10点 of
// 08:00-10:00.
func (r *runner) spanAlone(core string) (string, bool) {
	said := hanSpan.FindStringSubmatch(hanTimeLabel.ReplaceAllString(figured(core), ""))
	if said == nil {
		return "", false
	}
	late := strings.Contains(core, "下午") || strings.Contains(core, "晚上")
	name := ""
	for _, c := range r.page.pressable(chipRoles, "button") {
		label := r.page.called(c.el)
		m := someSpan.FindStringSubmatch(label)
		if m == nil || hourOf(m[1], false) != hourOf(said[1], late) || hourOf(m[2], false) != hourOf(said[2], late) {
			continue
		}
		if name != "" && name != label {
			return "", false
		}
		name = label
	}
	return name, name != ""
}

// hourOf is an hour of the day, late those after noon that are told without saying 12.
func hourOf(figures string, late bool) int {
	h := number(figures)
	if late && h < 12 {
		h += 12
	}
	return h
}
