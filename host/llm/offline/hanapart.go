package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// apartHan parts a step at each comma behind which something stands that the page
// knows for a step of its own: of 宠物名字豆豆，狗，体重12，已绝育 each part is one. What a
// field for sentences holds is parted only where a field, a button or a command
// follows. nil where the step is one.
func (r *runner) apartHan(st step) []step {
	if !st.zh || st.kind != fill && st.kind != unclear && st.kind != choose && st.kind != tick && st.kind != untick || len(st.pairs) > 1 || st.within != "" {
		return nil
	}
	if len(st.pairs) == 1 && st.pairs[0].quoted && !strings.HasSuffix(st.text, st.pairs[0].value) && len(quotes(st.text)) == 0 {
		return nil
	}
	parts := hanCommas(st.text)
	if len(parts) < 2 {
		return nil
	}
	head := parts[0]
	groups := []string{head}
	var own [][]step
	own = append(own, nil)
	for _, part := range parts[1:] {
		last := groups[len(groups)-1]
		if steps, ok := r.standsHan(last, part, st); ok {
			groups, own = append(groups, strings.TrimLeft(part, "，,。； ")), append(own, steps)
			continue
		}
		groups[len(groups)-1], own[len(own)-1] = last+part, nil
	}
	if len(groups) == 1 {
		return nil
	}
	first := st
	first.text = strings.TrimSpace(groups[0])
	tail := strings.TrimSpace(strings.TrimPrefix(st.text, groups[0]))
	first.object = cutTail(st.object, tail)
	if len(st.pairs) == 1 {
		first.pairs = []pair{{label: st.pairs[0].label, value: cutTail(st.pairs[0].value, tail), quoted: st.pairs[0].quoted}}
	}
	if again := hanStep(first.text, nil); len(again) == 1 && st.pairs == nil && (st.kind == fill || st.kind == unclear) {
		first = again[0] // 粮食自带也勾上, which the rest of the sentence made a value
		first.zh, first.place = true, st.place
	}
	out := []step{first}
	for i, g := range groups[1:] {
		steps := own[i+1]
		if steps == nil {
			steps = hanStep(g, out)
		}
		for k := range steps {
			steps[k].zh = true
			if steps[k].place.name == "" {
				steps[k].place = place{name: st.place.name}
			}
		}
		out = append(out, steps...)
	}
	return out
}

// cutTail takes an end off a text.
func cutTail(s, tail string) string {
	return strings.TrimRight(strings.TrimSuffix(strings.TrimSpace(s), tail), " ，,。；")
}

// hanCommas are the parts of a text between its commas, each with the comma before it.
func hanCommas(s string) []string {
	masked := mask(s)
	var out []string
	from := 0
	for i, c := range masked {
		if c == '，' || c == '。' || c == '；' || c == ',' && strings.HasPrefix(masked[i:], ", ") {
			out = append(out, s[from:i])
			from = i
		}
	}
	return append(out, s[from:])
}

// hanWordy are fields whose values have commas.
var hanWordy = lazyregexp.New(hanFreeText + `|地址|位置|习惯|情况|过敏|经历|路线|标签|关键词|的话`)

var hanPicks = lazyregexp.New(`^(\p{Han}{2,8}?)(?:点击|点选|点|选择|选)\s*(\S+)$`)

// standsHan reports whether a part behind a comma is a step of its own, with the
// steps where the page tells them.
func (r *runner) standsHan(before, part string, st step) ([]step, bool) {
	text := strings.TrimSpace(strings.TrimLeft(part, "，,。； "))
	if text == "" {
		return nil, false
	}
	fields := r.page.fields()
	if strings.HasPrefix(part, "。") || strings.HasPrefix(part, "；") { // the sentence is over
		if beginsWithExact(hanFree(text), fields) {
			return nil, true
		}
	}
	if hanLinked(hanFree(text), fields) || r.commands(text) || len(calledJust(hanEnd(hanHead(text)), r.page.pressable(pressRoles, "button"))) > 0 {
		return nil, true
	}
	if _, ok := changeIn(hanEnd(hanFree(text))); ok && !hanHoldsText(before) {
		return nil, true // 加1件羽绒服
	}
	if m := hanPicks.FindStringSubmatch(hanEnd(hanFree(text))); m != nil && r.page.tells(m[1]) && (len(calledJust(m[2], r.page.pressable(pressRoles, "button"))) > 0 || len(calledClosed(m[2], r.page.choices())) > 0) {
		return nil, true // 座位点14C
	}
	label := before
	if len(st.pairs) == 1 && st.text == before {
		label = st.pairs[0].label
	} else if list := hanPairs(hanMine.ReplaceAllString(before, ""), fields); len(list) > 0 {
		label = list[len(list)-1].label
	}
	if hanHoldsText(before) || hanWordy.MatchString(label) {
		return nil, false
	}
	if p, object, ok := hanLead(hanFree(text), hanTables().commands); ok && p.group == "forbid" && r.boxNamed(hanEnd(object)) {
		return nil, true
	}
	if beginsWithExact(hanFree(text), fields) {
		return nil, true
	}
	if steps, ok := r.aloneHan(text, st); ok {
		return steps, true
	}
	// Behind a choice or a tick no value goes on: what follows is done or named.
	if before != firstOf(st) {
		return nil, false
	}
	if st.kind == unclear {
		_, ok := r.aloneHan(before, st)
		return nil, ok
	}
	return nil, r.choiceEnds(before, st)
}

// firstOf is a step up to its first comma.
func firstOf(st step) string { return hanCommas(st.text)[0] }
