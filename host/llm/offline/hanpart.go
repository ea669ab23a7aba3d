package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// partHan parts a step where the page knows that more than one was said: behind
// a comma stands the name of a button, or nothing of what stands there is a value.
func (r *runner) partHan(st step) []step {
	if st.kind == open {
		return r.partOpen(st)
	}
	if st.kind != fill && st.kind != unclear && st.kind != choose && st.kind != tick || r.page == nil {
		return []step{st}
	}
	text := st.text
	if len(st.pairs) == 1 {
		text = st.pairs[0].value
		if st.pairs[0].quoted {
			return []step{st}
		}
	}
	at, rest := r.nextHan(text, st)
	if rest == nil {
		return []step{st}
	}
	cut := func(s string) string {
		if i := strings.LastIndex(s, text[at:]); i >= 0 && i+len(text[at:]) == len(s) {
			return strings.TrimSpace(s[:i])
		}
		return s
	}
	for i := range rest {
		rest[i].zh = true
	}
	if len(st.pairs) == 1 {
		st.pairs = []pair{{label: st.pairs[0].label, value: cut(st.pairs[0].value)}}
	}
	st.object, st.text = cut(st.object), cut(st.text)
	return append(r.partHan(st), rest...)
}

// hanBehind are words behind which a value may have ended.
var hanBehind = lazyregexp.New(`后再?|再|并且?`)

// behindHan parts a value from what the page has behind a 后 or its like: of
// 昵称填阿明后城市填北京 the nickname is 阿明. So it does where another value is given to what
// the page lacks, which is told. A field for sentences keeps all, and so does a quote.
func (r *runner) behindHan(st step) []step {
	if !st.zh || st.kind != fill && st.kind != unclear && st.kind != choose || len(st.pairs) > 1 || st.within != "" {
		return nil
	}
	for _, m := range hanBehind.FindAllStringIndex(mask(st.text), -1) {
		before, tail := strings.TrimSpace(st.text[:m[0]]), hanFree(st.text[m[1]:])
		next := tail[:len(toComma(mask(tail)))]
		if before == "" || hanBackWord.MatchString(before) || hanHoldsText(before) || !hanHoldsValue(before) || !r.commands(next) && !hanGivesToo(before, next) {
			continue
		}
		first := hanStep(before, nil)
		if len(first) != 1 || first[0].kind != st.kind {
			continue
		}
		first[0].place = st.place
		out := append(first, hanStep(tail, first)...)
		for i := range out {
			out[i].zh = true
		}
		return out
	}
	return nil
}

// hanGivesToo reports whether a text gives something a value as the one before it does:
// 鞋码改成42, behind 昵称改成阿明. A short link gives one only where it is the same, or a
// figure follows.
func hanGivesToo(before, next string) bool {
	one, two := hanGiving(before), hanGiving(next)
	if one == nil || two == nil {
		return false
	}
	size := utf8.RuneCountInString(two[1])
	return size >= 2 && size <= 6 && (two[2] == one[2] || utf8.RuneCountInString(two[2]) > 1 || isAlnum(two[3][0]))
}

// hanGiving gives the name, the link and the value of a command to fill in.
func hanGiving(text string) []string {
	body := mask(hanFree(text))
	if m := hanInto.FindStringSubmatch(body); m != nil {
		return m
	}
	return hanLabelled.FindStringSubmatch(body)
}

// nextHan gives the steps that the end of a text turns out to be, and where they
// begin.
func (r *runner) nextHan(text string, st step) (int, []step) {
	if at, press := r.pressedNext(text, st); press != nil {
		return at, press
	}
	if at, size := r.choiceBefore(text, st); at > 0 {
		var rest []step
		for _, clause := range hanClauses(text[at+size:]) {
			rest = append(rest, hanStep(clause, rest)...)
		}
		for i := range rest {
			rest[i].place = st.place
		}
		return at, rest
	}
	at, size := lastComma(text)
	if at <= 0 {
		return 0, nil
	}
	before, tail := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+size:])
	if choice, ok := r.takenNext(tail, st); ok {
		return at, []step{choice}
	}
	elsewhere := r.namedElsewhere(tail)
	if !elsewhere && !r.standsAlone(before, tail, st) {
		return 0, nil
	}
	rest := hanStep(tail, nil)
	for i := range rest {
		if !elsewhere {
			rest[i].place = st.place
		}
	}
	return at, rest
}

// standsAlone reports whether what follows the last comma of a step is a step of
// its own: a button is called so, the value before it is an address or a number
// and it is neither, or both are presses of a button that is named last.
func (r *runner) standsAlone(before, tail string, st step) bool {
	if tail == "" || hanAnnounces(tail) {
		return false
	}
	list := r.page.pressable(pressRoles, "button")
	bare := hanEnd(hanHead(tail))
	if bare != "" && len(calledJust(bare, list)) > 0 {
		return true
	}
	if r.commands(tail) || r.choiceEnds(before, st) || endsInQuote(before, st) || st.kind == fill && r.linkedNext(tail) {
		return true
	}
	if st.kind == tick {
		return !r.boxNamed(tail) && (beginsWithExact(tail, r.page.fields()) || r.counted(tail))
	}
	if st.kind == choose { // “选5排7座，张数2”
		return beginsWithField(tail, r.page.fields()) && !hasField(r.page.fields(), tail)
	}
	if _, ok := r.choiceOrBox(before); ok && st.kind == unclear && beginsWithField(tail, r.page.fields()) {
		return true // 普通快递，手机139…
	}
	if st.kind == unclear {
		one := r.settleUnclear(step{object: before, text: before, zh: true})
		two := r.settleUnclear(step{object: tail, text: tail, zh: true})
		return one.kind == press && two.kind == press
	}
	value := before[strings.LastIndexAny(before, " ：:")+1:]
	if i := strings.IndexFunc(value, func(c rune) bool { return c < 0x80 }); i >= 0 {
		value = value[i:]
	}
	exact := len(addressForm.FindString(value)) == len(value) || len(value) > 5 && onlyFigures(value)
	return exact && value != "" && hasHan(tail) && !beginsWithField(tail, r.page.fields())
}

// choiceEnds reports whether what stands before the last comma of a step is a choice
// of the page or a value of one format, and the whole is none.
func (r *runner) choiceEnds(before string, st step) bool {
	if st.kind == unclear || len(st.pairs) > 1 {
		return false
	}
	part := st
	part.object, part.text = before, before
	if len(st.pairs) == 1 {
		part.pairs = []pair{{label: st.pairs[0].label, value: before}}
	}
	s, err := r.resolve(part)
	if err != nil || len(s) == 0 {
		return false
	}
	for _, one := range s {
		if len(one.el.options) == 0 && !radioRoles[one.el.role] && !exactRoles[one.el.role] && !one.chip && !one.steps && (len(s) == 1 || !boxRoles[one.el.role]) {
			return false
		}
	}
	_, err = r.resolve(st)
	return err != nil
}

// choiceBefore gives the first comma before which a whole choice of the page stands,
// where more than one comma follows a choice: 人数选3-4人，给A店取个号，告诉我号码.
func (r *runner) choiceBefore(text string, st step) (at, size int) {
	masked := mask(text)
	if strings.Count(masked, "，") < 2 || st.kind == tick || st.kind == unclear {
		return 0, 0
	}
	for i, c := range masked {
		if c == '，' && r.choiceEnds(strings.TrimSpace(text[:i]), st) {
			return i, len("，")
		}
	}
	return 0, 0
}

// commands reports whether a text is a command for something that the page has.
func (r *runner) commands(text string) bool {
	body := hanEnd(hanHead(text))
	if hanOverlay.MatchString(hanFree(text)) {
		return true
	}
	if hanLinked(body, r.page.fields()) {
		return true
	}
	p, object, ok := hanLead(body, hanTables().commands)
	if !ok {
		return hanBa.MatchString(mask(body))
	}
	list := r.page.pressable(pressRoles, "button")
	named := func(name string) bool {
		return name != "" && len(calledJust(name, list)) > 0
	}
	object = strings.TrimLeft(object, " ：:")
	switch p.group {
	case "press", "open":
		if m := hanRowOf.FindStringSubmatch(object); m != nil {
			object = m[2]
		}
		return named(hanNoun(object))
	case "self":
		return named(body)
	case "tick", "untick":
		return r.boxNamed(hanNoun(object))
	case "choose":
		exact := exactFirst(hanNoun(object), r.page.choices())
		return len(exact) > 0 && same(exact[0].labels[0], hanNoun(object))
	}
	return false
}

func lastComma(s string) (at, size int) {
	masked := mask(s)
	at, size = strings.LastIndex(masked, "，"), len("，")
	if i := strings.LastIndex(masked, ", "); i > at {
		return i, 2
	}
	return at, size
}

// partOpen parts 进入回收站恢复旧草稿, where the page has 回收站 and nothing that is
// called so whole.
func (r *runner) partOpen(st step) []step {
	if r.page == nil || !hasHan(st.object) {
		return []step{st}
	}
	name := ""
	for _, c := range r.page.pressable(pressRoles, "button") {
		label := plainName(r.page.called(c.el))
		if strings.HasPrefix(st.object, label) && len(label) > len(name) {
			name = label
		}
	}
	rest := strings.TrimPrefix(st.object, name)
	rest = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(rest, "页面"), "标签页"), "页")
	p, object, led := hanLead(hanFree(rest), hanTables().commands)
	if name == "" || rest == "" || !led || object == "" || p.group == "open" || p.group == "forbid" {
		return []step{st}
	}
	next := hanStep(rest, nil)
	for i := range next {
		next[i].zh = true
	}
	st.text = strings.TrimSuffix(st.text, rest)
	st.object = name
	return append([]step{st}, next...)
}
