package offline

import (
	"strings"
	"unicode/utf8"
)

// relabelled reads a step as values where it begins with the name of a field, as
// 选座方式选靠窗 does.
func (r *runner) relabelled(st step) (step, bool) {
	if st.pairs != nil || st.within != "" {
		return st, false
	}
	fields := r.page.fields()
	if r.page.part != nil && !st.place.here && !beginsWithField(st.text, fields) {
		fields = r.page.allFields()
	}
	switch st.kind {
	case choose, tick:
		if st.kind == tick && len(calledJust(st.object, r.page.boxes())) > 0 {
			return st, false // “短信提醒”帮我勾一下: the name of the box is no field
		}
		if list := hanPairs(st.text, fields); len(list) > 0 && list[0].value != "" && hasField(fields, list[0].label) {
			return step{kind: fill, object: st.text, text: st.text, place: st.place, zh: true}, true
		}
		if list := hanPairs(st.object, fields); len(list) > 0 && list[0].value != "" && st.kind == choose {
			for _, p := range list {
				if !hasField(fields, p.label) {
					return st, false
				}
			}
			return step{kind: fill, object: st.object, text: st.text, place: st.place, zh: true}, true
		}
	case fill, unclear, press, open, search, find, unable:
		if label, end := hanLabelAt(st.text, 0, shield(st.text), fields); st.kind == press && st.verb != "press" && len(label) > len(st.verb) && strings.HasPrefix(st.text, st.verb) && end < len(st.text) && hasField(fields, label) {
			return step{kind: fill, object: st.text, text: st.text, place: st.place, zh: true}, true // 缴费金额200元 is no 缴费
		}
		if (st.kind == unable || st.kind == search) && beginsWithExact(st.text, fields) {
			return step{kind: fill, object: st.text, text: st.text, place: st.place, zh: true}, true // 推荐数量2册
		}
		if hanLinked(st.text, fields) {
			return step{kind: fill, object: st.text, text: st.text, place: st.place, zh: true}, st.kind != fill || st.verb != ""
		}
	}
	return st, false
}

// splitLabel parts 加选项目勾选彩超 where the page has the name before a link, though
// an earlier link would part it otherwise.
func (r *runner) splitLabel(st step) (step, bool) {
	if st.pairs != nil || st.kind != fill && st.kind != unclear || st.verb != "" {
		return st, false
	}
	masked := mask(st.text)
	known := func(label string) bool {
		if c, err := r.page.pick(label, "field", r.page.fields()); err == nil && c.own > 0.75 {
			return true
		}
		return r.page.tells(label)
	}
	first := true
	for _, m := range hanAnyLink.FindAllStringIndex(masked, -1) {
		if m[0] == 0 || m[0] > 48 || strings.ContainsAny(masked[:m[0]], "，,；：:") {
			continue
		}
		label, value := st.text[:m[0]], strings.TrimSpace(st.text[m[1]:])
		firm, lead := hanFirm.MatchString(st.text[m[0]:m[1]]), first
		if first = first && !firm; value == "" || hanStrong.MatchString(value) {
			continue
		}
		if firm && !known(hanNoun(label)) || !firm && !hasField(r.page.fields(), hanNoun(label)) && !r.page.tellsJust(hanNoun(label)) {
			continue
		}
		if lead && firm {
			return st, false
		}
		return step{kind: fill, verb: "set", object: st.text, text: st.text, place: st.place, zh: true, pairs: []pair{hanNewPair(label, value)}}, true
	}
	return st, false
}

// hanLinked reports whether a text begins with the whole name of a field and a
// word that gives it a value.
func hanLinked(text string, fields []candidate) bool {
	label, end := hanLabelAt(text, 0, shield(text), fields)
	named := hasField(fields, label) || utf8.RuneCountInString(label) >= 2 && mentionScore(label, fields) > 0.84
	return end > 0 && end < len(text) && named && hanStrong.MatchString(text[end:])
}

// keep takes the part of the page off a step such as 寄件人的姓名填陈晨, and keeps
// the steps after it to that part.
func (r *runner) keep(st *step) error {
	if st.kind != fill && st.kind != unclear && st.kind != choose {
		return nil
	}
	text, label := st.text, ""
	if len(st.pairs) == 1 {
		text, label = st.pairs[0].label, st.pairs[0].label
	} else if st.pairs != nil {
		return nil
	}
	if _, end := hanLabelAt(text, 0, shield(text), r.page.fields()); end > 0 && (label == "" || end == len(label)) && r.page.part == nil {
		return r.stay(st)
	}
	for _, c := range r.page.parts("form") {
		for _, name := range c.labels {
			rest, ok := strings.CutPrefix(text, name)
			rest = strings.TrimPrefix(rest, "的")
			if !ok || rest == "" || name == "" {
				continue
			}
			before := r.page.part
			r.page.part = r.page.stretch(c.el)
			_, end := hanLabelAt(rest, 0, shield(rest), r.page.fields())
			if r.page.part = before; end == 0 {
				continue
			}
			st.place = place{name: name, here: true}
			if label != "" {
				st.pairs = []pair{{label: rest, value: st.pairs[0].value, quoted: st.pairs[0].quoted}}
			} else {
				st.kind, st.verb, st.object = fill, "", rest
			}
			r.kept = st.place
			return r.enter(*st)
		}
	}
	return r.stay(st)
}

// stay keeps a step that names no place to the part that one before it named.
func (r *runner) stay(st *step) error {
	if st.place.name != "" || r.kept.name == "" {
		return nil
	}
	if r.namedElsewhere(st.text) {
		r.kept = place{}
		return r.enter(*st)
	}
	st.place = place{name: r.kept.name}
	return r.enter(*st)
}
