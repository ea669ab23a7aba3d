package offline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// A part of a sentence may give no command at all: 狗, 两个人, 12月24号送来, 司仪和婚车都要.
// What it does then is what the page has for it, and nothing where the page has
// two things.

var (
	hanWishLead  = lazyregexp.New(`^(?:我们?|还|也|就|都|得|请|再|帮我|给我|顺便|另外|并且?|然后)*(?:需要|想要|要|选择|选|走|用|来|勾选|勾上|勾|加上|加|带上|带|租|买|配|有|打开|开通)*(?:[一两]?[个条份张种款])?`)
	hanWishEnd   = lazyregexp.New(`(?:全都|都|也|全|我|这项|选项)?(?:需要|想要|要买|要租|要的?|勾选上|勾选|勾上|打勾|勾起来|勾|选上|选|加上|带上|买上|买|打开|开着|有)?(?:吧|哦|呀|啊|的)?$`)
	hanPointsAt  = lazyregexp.New(`(?:的?(?:那|这)一?[` + hanOfThings + `](?:时段|时间段|时间|套餐|选项|房型|规格|号)?|的(?:号|时段|票|名额|位子|座位)?|吧|就行|就好|都行|好了|来|去)$`)
	hanCountOf   = lazyregexp.New(`^([一二两三四五六七八九十\d]+)\s*([` + hanMeasures + hanOfThings + `])(\p{Han}{0,2})$`)
	hanTimeLabel = lazyregexp.New(`^\p{Han}{0,4}时(?:段|间|间段)(?:是|为|：|:)?`)
	clockAlone   = lazyregexp.New(`^\d{1,2}:\d{2}$`)
	hanCountLead = lazyregexp.New(`^(?:一共|总共|共|就|要|我们|有|来)+`)
	hanYearOf    = lazyregexp.New(`^(\d{4})年(\p{Han}{2})的?$`)
	hanOrdered   = lazyregexp.New(`^(?:给我|帮我|再)?(.{2,12}?)(?:给我)?(?:各?来|要|买|订|拿|点|加)([一二两三四五六七八九十\d]+)[` + hanMeasures + hanOfThings + `斤]$`)
)

// aloneHan reads a part of a sentence as the steps that the page knows for it.
func (r *runner) aloneHan(text string, st step) ([]step, bool) {
	bare := hanEnd(hanFree(text))
	if bare == "" || len(quotes(bare)) > 0 || strings.ContainsAny(bare, "？?") {
		return nil, false
	}
	for _, read := range []func(string, step) ([]step, bool){r.namedAlone, r.groupedAlone, r.chosenAlone, r.choiceInside, r.datedAlone, r.countedAlone, r.untickedAlone, r.tickedAlone, r.saidAlone, r.verbAlone, r.pressAlone} {
		if steps, ok := read(bare, st); ok {
			for i := range steps {
				steps[i].zh, steps[i].text, steps[i].place = true, text, st.place
			}
			return steps, true
		}
	}
	return nil, false
}

// namedAlone is the whole name of one button.
func (r *runner) namedAlone(bare string, _ step) ([]step, bool) {
	list := r.page.pressable(pressRoles, "button")
	if just := calledJust(bare, list); len(just) == 1 {
		return []step{{kind: press, verb: "press", object: exactly(bare)}}, true
	}
	if m := hanPicks.FindStringSubmatch(bare); m != nil { // 座位点14C of 座位 14C
		for _, name := range []string{m[1] + m[2], m[2] + m[1]} {
			if just := calledClosed(name, list); len(just) == 1 {
				return []step{{kind: press, verb: "press", object: exactly(r.page.called(just[0].el))}}, true
			}
		}
	}
	return nil, false
}

// groupedAlone is the name of a group and those of its boxes that are wanted: 忌口少盐和切碎.
func (r *runner) groupedAlone(bare string, _ step) ([]step, bool) {
	for _, group := range r.page.els {
		rest, ok := strings.CutPrefix(bare, group.name())
		rest = hanGroupLink.ReplaceAllString(rest, "")
		if !ok || group.role != "group" || utf8.RuneCountInString(group.name()) < 2 || rest == "" {
			continue
		}
		parts := hanEach(rest)
		if parts == nil {
			parts = []string{rest}
		}
		var out []step
		for _, part := range parts {
			if box, ok := r.boxAlone(part); ok && r.page.under(box, group) {
				out = append(out, step{kind: tick, verb: "tick", object: exactly(r.page.called(box))})
			}
		}
		if len(out) == len(parts) {
			return out, true
		}
	}
	return nil, false
}

// hanGroupLink may stand between the name of a group and what is wanted of it.
var hanGroupLink = lazyregexp.New(`^(?:里面|里|中)?\s*(?:是|为|：|:|要|选择|选|勾选|勾上|勾)?\s*`)

// chosenAlone is the whole name of one choice: 狗, 走顺丰 not among them, 要草坪.
func (r *runner) chosenAlone(bare string, _ step) ([]step, bool) {
	core := hanPointsAt.ReplaceAllString(hanWishLead.ReplaceAllString(bare, ""), "")
	for _, name := range []string{bare, core} {
		var just []candidate
		for _, c := range r.page.choices() {
			if radioRoles[c.el.role] || c.option != "" {
				just = append(just, c)
			}
		}
		if just = calledClosed(name, just); name != "" && len(just) == 1 {
			return []step{{kind: choose, verb: "choose", object: exactly(just[0].labels[0])}}, true
		}
	}
	return r.timeAlone(core)
}

// choiceInside is the one choice whose whole name stands in the text, where the rest
// is of the name of its field: 在滨江地铁站上车 of 上车地点.
func (r *runner) choiceInside(bare string, _ step) ([]step, bool) {
	name := ""
	for _, c := range r.page.choices() {
		if len(c.labels) == 0 || utf8.RuneCountInString(c.labels[0]) < 2 {
			continue
		}
		before, after, ok := strings.Cut(bare, c.labels[0])
		rest := strings.TrimLeft(before, "在从到去就") + after
		if n := utf8.RuneCountInString(rest); !ok || n < 1 || n > 4 || n < 2 && utf8.RuneCountInString(c.labels[0]) < 3 || compare(words(rest), c.around, nil).own < 0.5 {
			continue
		}
		if name != "" && name != c.labels[0] {
			return nil, false
		}
		name = c.labels[0]
	}
	if name == "" {
		return nil, false
	}
	return []step{{kind: choose, verb: "choose", object: exactly(name)}}, true
}

// timeAlone is a time that one thing to press is called by: 下午两点半那个时段.
func (r *runner) timeAlone(core string) ([]step, bool) {
	if name, ok := r.spanAlone(core); ok {
		return []step{{kind: press, verb: "press", object: exactly(name)}}, true
	}
	at, ok := hanTimeValue(hanTimeLabel.ReplaceAllString(core, ""))
	if plain := hanTimeLabel.ReplaceAllString(core, ""); !ok && clockAlone.MatchString(plain) {
		at, ok = plain, true
	}
	if !ok {
		return nil, false
	}
	list := calledJust(strings.TrimPrefix(at, "0"), r.page.pressable(chipRoles, "button"))
	if list = append(list, calledJust(at, r.page.pressable(chipRoles, "button"))...); len(list) == 0 || list[0].el != list[len(list)-1].el {
		return nil, false
	}
	return []step{{kind: press, verb: "press", object: exactly(r.page.called(list[0].el))}}, true
}

// datedAlone is a day with a word that the name of one date field has: 12月24号送来.
func (r *runner) datedAlone(bare string, _ step) ([]step, bool) {
	if m := hanYearOf.FindStringSubmatch(bare); m != nil {
		for _, c := range r.page.fields() {
			if textRoles[c.el.role] && len(c.labels) > 0 && strings.Contains(c.labels[0], m[2]) && strings.Contains(c.labels[0], "年") {
				return []step{{kind: fill, verb: "set", pairs: []pair{{label: c.labels[0], value: m[1]}}, object: bare}}, true
			}
		}
	}
	day, rest, err := dateIn(bare, r.s.today)
	rest = strings.Trim(rest, " 的")
	if n := utf8.RuneCountInString(rest); err != nil || day == "" || n < 2 || n > 6 || hasDigit(rest) {
		return nil, false
	}
	var fit []candidate
	for _, c := range r.page.fields() {
		if c.el.role == "date" && len(c.labels) > 0 && utf8.RuneCountInString(longestCommon(rest, c.labels[0])) >= 2 {
			fit = append(fit, c)
		}
	}
	if len(fit) != 1 {
		return nil, false
	}
	return []step{{kind: fill, verb: "set", pairs: []pair{{label: fit[0].labels[0], value: day}}, object: bare}}, true
}

// countedAlone is a number of what one field counts: 两个人 of 人数, 红烧狮子头来两份.
func (r *runner) countedAlone(bare string, _ step) ([]step, bool) {
	if m := hanCountOf.FindStringSubmatch(hanCountLead.ReplaceAllString(bare, "")); m != nil {
		noun := m[3]
		if noun == "" {
			noun = m[2]
		}
		var fit []candidate
		for _, c := range append(r.page.steppers(), r.page.numbers()...) {
			if len(c.labels) > 0 && strings.Contains(c.labels[0], noun) {
				fit = append(fit, c)
			}
		}
		if len(fit) != 1 {
			return nil, false
		}
		return []step{{kind: fill, verb: "set", pairs: []pair{{label: fit[0].labels[0], value: figured(m[1])}}, object: bare}}, true
	}
	m := hanOrdered.FindStringSubmatch(hanWishLead.ReplaceAllString(bare, ""))
	if m == nil {
		return nil, false
	}
	var fit []candidate
	for _, c := range r.page.steppers() {
		if slices.ContainsFunc(c.labels, func(l string) bool { return strings.Contains(l, m[1]) }) {
			fit = append(fit, c)
		}
	}
	if len(fit) != 1 {
		return nil, false
	}
	return []step{{kind: fill, verb: "set", pairs: []pair{{label: fit[0].labels[0], value: figured(m[2])}}, object: bare}}, true
}

// numbers are the fields that hold a number.
func (p *page) numbers() []candidate {
	return slices.DeleteFunc(p.fields(), func(c candidate) bool { return c.el.role != "spinbutton" || c.stepper != nil })
}

// tickedAlone is the name of one box or of several, and that it is wanted: 司仪和婚车
// 都要, 需要换装, 保险买上.
func (r *runner) tickedAlone(bare string, _ step) ([]step, bool) {
	for _, core := range []string{bare, hanWishLead.ReplaceAllString(bare, ""), hanWishEnd.ReplaceAllString(bare, ""), hanWishEnd.ReplaceAllString(hanWishLead.ReplaceAllString(bare, ""), "")} {
		if core == "" {
			continue
		}
		var out []step
		seen := map[*element]bool{}
		for _, part := range append([]string{core}, hanEach(core)...) {
			box, ok := r.boxAlone(part)
			if !ok || seen[box] {
				if len(out) == 0 && part == core {
					continue
				}
				out = nil
				break
			}
			seen[box] = true
			out = append(out, step{kind: tick, verb: "tick", object: exactly(r.page.called(box))})
			if part == core {
				break
			}
		}
		if len(out) > 0 {
			return out, true
		}
	}
	return nil, false
}

// untickedAlone is the name of one box and that it is not wanted: 面试短信别发.
func (r *runner) untickedAlone(bare string, _ step) ([]step, bool) {
	core := hanUnwanted.ReplaceAllString(bare, "")
	if core == bare || core == "" || !r.boxNamed(core) {
		return nil, false
	}
	return []step{{kind: untick, verb: "untick", object: core}}, true
}

var hanUnwanted = lazyregexp.New(`(?:就|都|也|我)?(?:别发|不要发|不用发|不接收|不收|不要了?|不用了?|不需要|免了|别勾|别要|别选)(?:吧|哦)?$`)

// hanEach parts A和B, nil where there is but one.
func hanEach(s string) []string {
	parts := hanJoined.Split(s, -1)
	if len(parts) < 2 || slices.Contains(parts, "") {
		return nil
	}
	return parts
}

var hanJoined = lazyregexp.New(`和|跟|与|、|以及|还有|及`)

// boxAlone is the one box to tick that is called so, or nearly so: 到馆以后优先借我 of
// 到馆后优先借给我.
func (r *runner) boxAlone(name string) (*element, bool) {
	if utf8.RuneCountInString(name) < 2 {
		return nil, false
	}
	if c, ok := r.boxFor(name); ok && boxRoles[c.el.role] && c.own > 0.9 && c.query > 0.9 {
		return c.el, true
	}
	el := r.nearlyBox(name)
	return el, el != nil
}

// nearlyBox is the one box to tick that is nearly called so, nil where there is none.
func (r *runner) nearlyBox(name string) *element {
	var fit []*element
	for _, c := range r.page.boxes() {
		if boxRoles[c.el.role] && len(c.labels) > 0 && alikeNames(name, c.labels[0]) {
			fit = append(fit, c.el)
		}
	}
	if len(fit) != 1 {
		return nil
	}
	return fit[0]
}

// alikeNames reports whether two longer names are the same but for a few small signs,
// none of which makes the contrary: 不接收优惠信息 is not 接收优惠信息.
func alikeNames(a, b string) bool {
	if !sameNos(a, b) {
		return false
	}
	ra, rb := []rune(fold(a)), []rune(fold(b))
	if sa, sb := slices.Sorted(slices.Values(ra)), slices.Sorted(slices.Values(rb)); len(ra) >= 3 && slices.Equal(sa, sb) {
		return true // 粮食自带 is 自带粮食
	}
	return len(ra) >= 5 && len(rb) >= 5 && 2*inCommon(ra, rb)*4 >= 3*(len(ra)+len(rb))
}

// sameNos reports whether two texts say no as often.
func sameNos(a, b string) bool {
	nos := func(s string) (n int) {
		for _, no := range []string{"不", "没", "无", "非", "别", "免", "勿"} {
			n += strings.Count(s, no)
		}
		return n
	}
	return nos(a) == nos(b)
}

// inCommon is how many signs two texts share in order.
func inCommon(a, b []rune) int {
	row := make([]int, len(b)+1)
	for i := range a {
		before := 0
		for j := range b {
			above := row[j+1]
			if a[i] == b[j] {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			before = above
		}
	}
	return row[len(b)]
}
