package offline

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

var (
	hanRowEnd = regexp.MustCompile(`(?s)^(.+?)\s*(?:那|这|所在|所属|对应|名下)?(?:的)?(?:[一两二三四几])?(?:行|条|项|场|趟|班|间|款|家|位|张卡片|个卡片|卡片|单|笔|份|节|门|区域|部分|分区|板块|模块|面板|区块|栏目|一栏|那栏|这栏|记录)$`)
	hanRowOf  = regexp.MustCompile(`(?s)^(.+?)\s*(?:(?:那|这|所在|对应)(?:的)?(?:一)?(?:行|条|项|张卡片|个卡片|卡片|栏|场|趟|班|间|款|个|家|位|本|张|件|门|节|种|份|笔|单)|旁边|后面|右边|右侧|左边|下面|下方|旁|对应)(?:里|中|上)?的?\s*(.+)$`)
	hanInOf   = regexp.MustCompile(`(?s)^([^“”"，,]{2,14}?|[“"「『][^”"]{1,20}[”"」』])(?:里面|里|中|下面|下)的\s*(.+)$`)
	hanItOf   = regexp.MustCompile(`(?s)^(?:(?:它|他|她|其)(?:所在)?(?:的)?(?:那|这)?(?:一)?行?|该行|此行|这一?行|那一?行|这条|那条|该条|旁边|后面|这个商品|该商品)(?:后面|旁边|里|中|右边)?的\s*(.+)$`)
)

// readHan reads the first of some steps by what the page has.
func (r *runner) readHan(steps []step) ([]step, error) {
	st, err := r.settleHan(steps[0])
	if err != nil {
		return steps, err
	}
	first := r.partHan(st)
	if len(first) > 1 {
		if first[0], err = r.settleHan(first[0]); err != nil {
			return steps, err
		}
	}
	return append(first, steps[1:]...), nil
}

// settleHan reads a step of a Chinese prompt once more where the page knows
// better than the words: a label that begins like a command, a switch that is
// opened, a row that a button stands in.
func (r *runner) settleHan(st step) (step, error) {
	if !st.zh || st.kind == tabs || st.kind == forbid || st.kind == errandKind || st.verb == "if" || r.waiting != "" {
		return st, nil
	}
	if st.kind == read && st.verb != "查看" && st.within == "" {
		if err := r.current(); err != nil {
			return st, err
		}
		if hanLinked(st.text, r.page.allFields()) { // 读者证号 is no command to read
			return step{kind: fill, object: st.text, text: st.text, place: st.place, zh: true}, nil
		}
		if name, ok := r.lookedAt(st); ok {
			return step{kind: press, verb: "press", object: `"` + name + `"`, text: st.text, place: st.place, zh: true}, nil
		}
		if again, ok, err := r.askedByName(st); ok || err != nil {
			return again, err
		}
		return hanFrame(st), nil
	}
	if st.kind == open && address(st.object) != "" || st.kind == open && hanTabNumber.MatchString(st.object) {
		st.verb = "open"
		if m := hanTabNumber.FindStringSubmatch(st.object); m != nil && address(st.object) == "" {
			st.object = "tab " + figured(m[1])
		}
		return st, nil
	}
	if err := r.current(); err != nil {
		return st, err
	}
	if err := r.keep(&st); err != nil {
		return st, err
	}
	st.object = r.withoutMine(st)
	if again, ok := r.relabelled(st); ok {
		return again, nil
	}
	if st.within != "" {
		return r.settleWithin(st)
	}
	if again, ok := r.splitLabel(st); ok {
		return again, nil
	}
	if st.kind == fill && st.verb == "" && st.pairs == nil && len(hanPairs(st.text, r.page.fields())) == 0 {
		if again, ok := r.namedFirst(st, hanEnd(st.text)); ok {
			return again, nil
		}
	}
	switch {
	case st.kind == unclear:
		return r.settleUnclear(st), nil
	case st.kind == search:
		if list := hanPairs(st.object, r.page.fields()); len(list) == 1 && list[0].value != "" {
			st.kind = press // “查询运单号FD33”: a field and its button
		}
	case st.kind == open && st.verb == "turn on":
		if exact := exactFirst(st.object, r.page.pressable(pressRoles, "link")); r.boxNamed(st.object) && !(len(exact) > 0 && same(plainName(exact[0].labels[0]), plainName(st.object))) {
			st.kind, st.verb = tick, "tick"
			return st, nil
		}
		st.verb = "open"
		st.object = hanPlaced(st.object)
	case st.kind == untick && st.verb == "关闭" && !r.boxNamed(st.object):
		st.kind = press
	case st.kind == tick && st.verb == "tick" && !r.boxNamed(st.object) && strings.Contains(st.text, "接受"):
		st.verb = "接受"
	case st.kind == read && st.verb == "查看":
		return r.settleView(st), nil
	case st.kind == press && (st.verb == "关闭" || st.verb == "取消") && r.boxNamed(st.object):
		st.kind, st.verb = untick, "untick"
	case st.kind == press && st.verb != "press":
		if m := hanThatOne.FindStringSubmatch(st.object); m != nil {
			if _, ok, err := r.near(st.verb, hanNoun(m[1]), "button", r.page.pressable(pressRoles, "button")); ok && err == nil {
				return step{kind: press, verb: "press", object: st.verb + " beside " + hanNoun(m[1]), text: st.text, place: st.place, zh: true}, nil
			}
		}
		if m := hanInOf.FindStringSubmatch(st.object); m != nil && (st.verb == "展开" || st.verb == "收起") {
			return step{kind: press, verb: "press", object: hanPlaced(st.object), text: st.text, place: st.place, zh: true}, nil
		}
		if st.object = hanPlaced(st.object); len(exactFirst(st.verb+st.object, r.page.pressable(pressRoles, "button"))) != 1 {
			st = r.wrapped(st, hanEnd(st.text))
		}
	case st.kind == choose && strings.HasSuffix(st.object, "标签"):
		name := strings.TrimSuffix(st.object, "标签")
		if _, err := r.page.pick(name, "tab", r.page.pressable(wordSet("tab link button"), "tab")); err == nil {
			st.kind, st.verb, st.object = open, "open", name
		}
	case st.kind == press, st.kind == open:
		st.object = hanPlaced(st.object)
	case st.kind == find:
		if m := hanRowEnd.FindStringSubmatch(st.object); m != nil {
			st.object = hanNoun(m[1])
		}
	case st.kind == tick || st.kind == untick:
		if m := hanRowEnd.FindStringSubmatch(st.object); m != nil && !r.boxNamed(st.object) {
			st.object = hanNoun(m[1])
		}
	}
	return st, nil
}

// unwanted reads 不要辣椒 as a box of that name that is ticked, and 不用电话联系 as one
// that is unticked.
func (r *runner) unwanted(st step) (step, bool, error) {
	if !st.zh || r.waiting != "" {
		return st, false, nil
	}
	if err := r.current(); err != nil {
		return st, false, err
	}
	whole := hanEnd(hanFree(st.text))
	if r.boxNamed(whole) {
		st.kind, st.verb, st.object = tick, "tick", whole
		return st, true, nil
	}
	object := st.object
	if p, rest, ok := hanLead(object, hanTables().commands); ok && p.group == "tick" {
		object = rest
	}
	c, err := r.page.pick(object, "box", r.page.boxes())
	if err != nil || c.own < 0.75 || !c.el.flags["checked"] || c.el.role == "button" {
		return st, false, nil
	}
	st.kind, st.verb, st.object = untick, "untick", object
	return st, true, nil
}

// hanThatOne is how a thing is pointed at: 流瑜伽那节课.
var hanThatOne = regexp.MustCompile(`^(.+?)的?(?:那|这)一?[节门场趟班间款个件本张辆条份位家种项只台期](?:\p{Han}{0,3})$`)

var hanTabNumber = regexp.MustCompile(`^(?:标签页|标签|选项卡|第)\s*([零〇一二三四五六七八九十\d]+)\s*(?:号|个)?(?:标签页|标签|选项卡)?$`)

// lookedAt reads 查一下空房 as a press of 查看空房.
func (r *runner) lookedAt(st step) (string, bool) {
	if !strings.HasPrefix(st.text, "查") || hanAsks(st.object) {
		return "", false
	}
	for _, c := range r.page.pressable(wordSet("button link clickable"), "button") {
		for _, verb := range []string{"查看", "查询", "查", "搜索"} {
			if name := plainName(c.el.name()); same(name, verb+hanEnd(st.object)) {
				return name, true
			}
		}
	}
	return "", false
}

// askedByName reads a question as a press where the page has one of just that name
// to be opened, as lists of questions have.
func (r *runner) askedByName(st step) (step, bool, error) {
	if err := r.current(); err != nil {
		return st, false, err
	}
	asked := strings.TrimRight(hanQuestion(st.object), "？?")
	for _, c := range r.page.pressable(wordSet("button"), "button") {
		if name := strings.TrimRight(c.el.name(), "？?"); c.el.flags["collapsed"] && name != "" && same(name, asked) {
			return step{kind: press, verb: "press", object: `"` + c.el.name() + `"`, text: st.text, place: st.place, zh: true}, true, nil
		}
	}
	return st, false, nil
}

// withoutMine takes 我的 off a name, unless the page has it so.
func (r *runner) withoutMine(st step) string {
	bare, ok := strings.CutPrefix(st.object, "我的")
	if !ok || bare == "" || st.kind == fill {
		return st.object
	}
	for _, e := range r.page.els {
		if strings.Contains(e.name(), "我的") && e.ref != "" {
			return st.object
		}
	}
	return bare
}

// boxNamed reports whether the page has a box to tick of that name.
func (r *runner) boxNamed(name string) bool {
	c, err := r.page.pick(name, "box", r.page.boxes())
	return err == nil && c.own > 0.9
}

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
		if hanLinked(st.text, fields) {
			return step{kind: fill, object: st.text, text: st.text, place: st.place, zh: true}, st.kind != fill || st.verb != ""
		}
	}
	return st, false
}

var (
	hanLink    = regexp.MustCompile(hanLinks + `|点击|点`)
	hanAnyLink = regexp.MustCompile(hanLinks + `|点击|点|` + hanWeakLinks)
	hanFirm    = regexp.MustCompile(`^(?:` + hanLinks + `)$`)
)

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

// hanPlaced puts what says where a thing stands behind its name, in the words
// that the planner knows: 张三那一行的编辑 is “编辑 beside 张三”.
func hanPlaced(object string) string {
	if m := hanNth.FindStringSubmatch(object); m != nil && hanNthOf(m) != 0 {
		name := hanNoun(m[4])
		if m[4] == "" {
			name = "result"
		}
		if strings.Contains(object, "链接") && m[4] == "" {
			name = "link"
		}
		return nthWord(hanNthOf(m)) + " " + name
	}
	if m := hanInOf.FindStringSubmatch(object); m != nil {
		return hanNoun(m[2]) + " beside " + hanNoun(m[1])
	}
	if m := hanItOf.FindStringSubmatch(object); m != nil {
		return hanNoun(m[1]) + " beside it"
	}
	if m := hanRowOf.FindStringSubmatch(object); m != nil {
		return hanNoun(m[2]) + " beside " + hanNoun(m[1])
	}
	return object
}

// nthWord is a place in words that ordinalForm knows.
func nthWord(n int) string {
	if n < 0 {
		return "last"
	}
	return strconv.Itoa(n) + "th"
}

// settleWithin says where a step happens: in a field, in a row or in a part of
// the page.
func (r *runner) settleWithin(st step) (step, error) {
	where := st.within
	st.within = ""
	row := where
	if m := hanRowEnd.FindStringSubmatch(where); m != nil {
		row = hanNoun(m[1])
	}
	if m := hanNth.FindStringSubmatch(where); m != nil && hanNthOf(m) != 0 && (st.kind == press || st.kind == open) {
		st.object = nthWord(hanNthOf(m)) + " " + st.object
		return st, nil
	}
	switch st.kind {
	case press, open:
		if (st.verb == "取消" || st.verb == "关闭") && r.boxNamed(st.object) {
			st.kind, st.verb = untick, "untick"
			return st, nil
		}
		if st.kind == open {
			st.verb = "open"
		}
		if st.verb == "press" || st.kind == open {
			st.object += " beside " + row
		} else {
			st.verb, st.object = "press", strings.TrimSpace(st.verb+st.object)+" beside "+row
		}
		return st, nil
	case choose:
		if c, err := r.page.pick(row, "field", r.page.fields()); err == nil && c.own > 0.9 {
			return step{kind: fill, verb: "set", pairs: []pair{hanNewPair(row, st.object)}, object: st.object, text: st.text, place: st.place, zh: true}, nil
		}
	case tick, untick:
		if found, err := r.page.find(place{name: row}); err != nil || found == nil {
			st.object += " in " + row
			return st, nil
		}
	case read, find:
		if found, err := r.page.find(place{name: row}); err != nil || found == nil {
			st.object = row + "的" + st.object
			return hanFrame(st), nil
		}
		st = hanFrame(st)
	}
	st.place = place{name: row, here: true}
	return st, r.enter(st)
}

// settleView reads 查看 as a press where the page has a button or a link for it.
func (r *runner) settleView(st step) step {
	list := r.page.pressable(pressRoles, "button")
	for _, name := range []string{"查看" + st.object, st.object} {
		if exact := exactFirst(name, list); len(exact) > 0 && same(plainName(r.page.called(exact[0].el)), plainName(name)) {
			return step{kind: press, verb: "press", object: `"` + name + `"`, text: st.text, place: st.place, zh: true}
		}
	}
	anchor := strings.TrimSuffix(st.object, "详情")
	for _, name := range []string{"查看详情", "查看", "详情"} {
		if _, ok, err := r.near(name, anchor, "button", list); ok && err == nil && anchor != "" {
			return step{kind: press, verb: "press", object: name + " beside " + anchor, text: st.text, place: st.place, zh: true}
		}
	}
	if _, ok := r.located(st.object, "button", list); ok {
		return step{kind: press, verb: "press", object: st.object, text: st.text, place: st.place, zh: true}
	}
	st.verb = "tell me"
	return hanFrame(st)
}

// hanVerbBeside is 删除台灯的订单 as “删除订单 beside 台灯”.
func hanVerbBeside(verb, object string) string {
	if owner, name, ok := ownedBy(object); ok && hasHan(object) {
		return verb + name + " beside " + owner
	}
	return verb + " beside " + object
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
	st.place = place{name: r.kept.name}
	return r.enter(*st)
}

// settleUnclear reads 把红楼梦加入书架 as a press of 加入书架 beside 红楼梦, where the
// page has a button of that name, and 禁止电视上网 as one of 禁止上网.
func (r *runner) settleUnclear(st step) step {
	body := hanToLead.ReplaceAllString(hanEnd(st.text), "")
	name, anchor := "", ""
	for _, c := range r.page.pressable(pressRoles, "button") {
		label := plainName(r.page.called(c.el))
		if label == body {
			return step{kind: press, verb: "press", object: `"` + label + `"`, text: st.text, place: st.place, zh: true}
		}
		if before, ok := strings.CutSuffix(body, label); ok && before != "" && !strings.ContainsAny(before, "，,；") && hasHan(label) && len(label) > len(name) {
			name, anchor = label, before
		}
	}
	if name == "" {
		if before, ok := r.namedFirst(st, body); ok {
			return before
		}
		return r.wrapped(st, body)
	}
	return step{kind: press, verb: "press", object: name + " beside " + hanAnchor(anchor), text: st.text, place: st.place, zh: true}
}

// hanAnchor is what something stands beside, without what only points at its row.
func hanAnchor(s string) string {
	if m := hanRowEnd.FindStringSubmatch(s); m != nil && hanPointed.MatchString(s) {
		s = m[1]
	}
	return hanNoun(hanThatEnd.ReplaceAllString(s, ""))
}

// hanPointed ends a thing that is pointed at rather than called so.
var hanPointed = regexp.MustCompile(`(?:那|这|所在|对应)一?\p{Han}$`)

// namedFirst reads 改签到G7305: the name of a button, and what it stands beside.
func (r *runner) namedFirst(st step, body string) (step, bool) {
	list := r.page.pressable(wordSet("button link clickable"), "button")
	for _, c := range list {
		label := plainName(r.page.called(c.el))
		rest, ok := strings.CutPrefix(body, label)
		if rest = strings.TrimLeft(rest, "到为成了一下个：: "); !ok || rest == "" || utf8.RuneCountInString(label) < 2 || strings.ContainsAny(rest, "，,；") {
			continue
		}
		if _, ok, err := r.near(label, hanAnchor(rest), "button", list); ok && err == nil {
			return step{kind: press, verb: "press", object: label + " beside " + hanAnchor(rest), text: st.text, place: st.place, zh: true}, true
		}
	}
	return st, false
}

// hanToLead begins a step that names a thing before what is to be done to it.
var hanToLead = regexp.MustCompile(`^(?:把|将|给|为|帮|替|对)`)

var hanSome = regexp.MustCompile(`^(?:[一两这那]?[` + hanMeasures + `篇种笔场款]|新的?|一下|我的|该|这)?$`)

// wrapped reads a step that has a thing in the middle of a button's name: 新建一个
// 任务 for 新建任务, 禁止电视上网 for 禁止上网 beside 电视.
func (r *runner) wrapped(st step, body string) step {
	list := r.page.pressable(pressRoles, "button")
	for _, c := range list {
		label := plainName(r.page.called(c.el))
		for at := range label {
			if at == 0 || !hasHan(label) {
				continue
			}
			thing, okA := strings.CutPrefix(body, label[:at])
			thing, okB := strings.CutSuffix(thing, label[at:])
			if !okA || !okB || strings.ContainsAny(thing, "，,；：") {
				continue
			}
			object := `"` + label + `"`
			if !hanSome.MatchString(thing) {
				if _, ok, err := r.near(label, hanAnchor(thing), "button", list); !ok || err != nil {
					continue
				}
				object = label + " beside " + hanAnchor(thing)
			}
			return step{kind: press, verb: "press", object: object, text: st.text, place: st.place, zh: true}
		}
	}
	return r.shortVerb(st, body)
}

// shortVerb reads a command of one sign as the button that has it in its name and
// stands with the rest: 约瑜伽 is 预约, beside 瑜伽.
func (r *runner) shortVerb(st step, body string) step {
	sign, rest := firstRune(body), strings.TrimPrefix(body, firstRune(body))
	if !strings.Contains(hanShortVerbs, sign) || rest == "" {
		return st
	}
	rest = strings.TrimLeft(rest, "一个张份下了那这掉")
	list := r.page.pressable(pressRoles, "button")
	seen := map[string]bool{}
	for _, c := range list {
		label := plainName(r.page.called(c.el))
		if seen[label] || !strings.Contains(label, sign) || utf8.RuneCountInString(label) > 6 {
			continue
		}
		seen[label] = true
		if _, ok, err := r.near(label, hanAnchor(rest), "button", list); ok && err == nil {
			return step{kind: press, verb: "press", object: label + " beside " + hanAnchor(rest), text: st.text, place: st.place, zh: true}
		}
	}
	return st
}

// hanShortVerbs are commands of one sign that buttons spell out.
const hanShortVerbs = "约订买报租借领退寄交缴充挂办抢加删赞投兑"
