package offline

import (
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	hanRowEnd = lazyregexp.New(`(?s)^(.+?)\s*(?:那|这|所在|所属|对应|名下)?(?:的)?(?:[一两二三四几])?(?:行|条|项|场|趟|班|间|款|家|位|张卡片|个卡片|卡片|单|笔|份|节|门|区域|部分|分区|板块|模块|面板|区块|栏目|一栏|那栏|这栏|记录)$`)
	hanRowOf  = lazyregexp.New(`(?s)^(.+?)\s*(?:(?:那|这|所在|对应)(?:的)?(?:一)?(?:行|条|项|张卡片|个卡片|卡片|栏|场|趟|班|间|款|个|家|位|本|张|件|门|节|种|份|笔|单)|旁边|后面|右边|右侧|左边|下面|下方|旁|对应)(?:里|中|上)?的?\s*(.+)$`)
	hanInOf   = lazyregexp.New(`(?s)^([^“”"，,]{2,14}?|[“"「『][^”"]{1,20}[”"」』])(?:里面|里|中|下面|下)的\s*(.+)$`)
	hanItOf   = lazyregexp.New(`(?s)^(?:(?:它|他|她|其)(?:所在)?(?:的)?(?:那|这)?(?:一)?行?|该行|此行|这一?行|那一?行|这条|那条|该条|旁边|后面|这个商品|该商品)(?:后面|旁边|里|中|右边)?的\s*(.+)$`)
)

// readHan reads the first of some steps by what the page has.
func (r *runner) readHan(steps []step) ([]step, error) {
	if steps[0].kind == unclear && steps[0].within == "" && r.waiting == "" { // 用优惠码A20兑换
		if err := r.current(); err != nil {
			return steps, err
		}
		if two := r.partHan(steps[0]); len(two) > 1 && two[1].kind == press {
			steps = append(two, steps[1:]...)
		}
	}
	if r.waiting == "" && setKind(steps[0].kind) {
		if err := r.current(); err != nil {
			return steps, err
		}
		if parts := r.behindHan(steps[0]); parts != nil {
			steps = append(parts, steps[1:]...)
		}
		if parts := r.apartHan(steps[0]); parts != nil {
			steps = append(parts, steps[1:]...)
		}
	}
	if r.waiting == "" && hanCodeAsk.MatchString(hanEnd(hanFree(steps[0].text))) {
		if err := r.current(); err != nil {
			return steps, err
		}
	}
	if coded, ok := r.codeAsked(steps[0]); ok {
		steps = append(coded, steps[1:]...)
	}
	if name, ok := r.searchFirst(steps[0]); ok {
		steps = append([]step{steps[0].pressing(exactly(name))}, steps...)
	}
	if two, ok := r.madeFirst(steps[0]); ok {
		steps = append(two, steps[1:]...)
	}
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
		if hanLinked(st.text, r.page.allFields()) || !hanAsks(st.text) && beginsWithExact(st.text, r.page.allFields()) { // 读者证号 is no command to read
			return step{kind: fill, object: st.text, text: st.text, place: st.place, zh: true}, nil
		}
		if steps, ok := r.choiceInside(hanEnd(hanFree(st.text)), st); ok && !hanAsks(st.text) { // 报告要邮寄
			steps[0].text, steps[0].place, steps[0].zh = st.text, st.place, true
			return steps[0], nil
		}
		if name, ok := r.lookedAt(st); ok {
			return st.pressing(exactly(name)), nil
		}
		if name, ok := r.lookInto(st); ok {
			return st.pressing(exactly(name)), nil
		}
		if again, ok := r.viewOf(st); ok {
			return again, nil
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
	if st.kind == unclear || st.kind == fill && st.pairs == nil {
		for _, c := range r.page.boxes() { // 电话联系 is no 电话 that holds 联系
			if len(c.labels) > 0 && boxRoles[c.el.role] && same(plainName(c.labels[0]), hanEnd(st.object)) {
				st.kind, st.verb, st.object = tick, "tick", hanEnd(st.object)
				return st, nil
			}
		}
	}
	if name, ok := r.spanAlone(hanPointsAt.ReplaceAllString(hanEnd(hanFree(st.text)), "")); ok && st.pairs == nil && setKind(st.kind) {
		return st.pressing(exactly(name)), nil
	}
	if again, ok := r.atPart(st); ok {
		st = again
	}
	if again, ok := r.takenAlone(st); ok {
		return again, nil
	}
	st.object = r.withoutMine(st)
	if err := r.inThat(&st); err != nil {
		return st, err
	}
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
		if again := r.settleUnclear(st); again.kind != unclear {
			return again, nil
		}
		if steps, ok := r.aloneHan(st.text, st); ok && len(steps) == 1 {
			return steps[0], nil
		}
		return st, nil
	case st.kind == search:
		if list := hanPairs(st.object, r.page.fields()); len(list) == 1 && list[0].value != "" {
			st.kind = press // “查询运单号FD33”: a field and its button
		}
	case st.kind == open && st.verb == "turn on":
		if r.boxNamed(st.object) && len(calledJust(st.object, r.page.pressable(pressRoles, "link"))) == 0 {
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
	case st.kind == press && hanTakesPart[st.verb] && r.ownButton(st.object):
		st.verb, st.object = "press", hanPlacedOf(st.object)
	case st.kind == press && st.verb != "press":
		if m := hanNth.FindStringSubmatch(st.object); m != nil && m[4] == "" && hanNthOf(m) != 0 { // 预约第一本
			return st.pressing(nthWord(hanNthOf(m)) + " " + st.verb), nil
		}
		if m := hanThatOne.FindStringSubmatch(st.object); m != nil {
			if _, ok, err := r.near(st.verb, hanNoun(m[1]), "button", r.page.pressable(pressRoles, "button")); ok && err == nil {
				return st.pressing(st.verb + " beside " + hanNoun(m[1])), nil
			}
		}
		if m := hanInOf.FindStringSubmatch(st.object); m != nil && (st.verb == "展开" || st.verb == "收起") {
			return st.pressing(hanPlaced(st.object)), nil
		}
		if st.object = hanPlaced(st.object); len(exactFirst(st.verb+st.object, r.page.pressable(pressRoles, "button"))) != 1 {
			st = r.wrapped(st, hanEnd(st.text))
		}
	case st.kind == choose && strings.HasSuffix(st.object, "标签"):
		name := strings.TrimSuffix(st.object, "标签")
		if _, err := r.page.pick(name, "tab", r.page.pressable(wordSet("tab link button"), "tab")); err == nil {
			st.kind, st.verb, st.object = open, "open", name
		}
	case st.kind == choose && strings.HasPrefix(hanFree(st.text), "选"):
		if c, err := r.page.pick(st.object, "choice", r.page.choices()); err != nil || c.own < 0.9 {
			if again := r.shortVerb(st, "选"+st.object); again.kind == press {
				return again, nil
			}
		}
	case st.kind == press, st.kind == open:
		st.object = hanPlaced(st.object)
	case st.kind == find:
		if m := hanRowEnd.FindStringSubmatch(st.object); m != nil {
			st.object = hanNoun(m[1])
		}
	case (st.kind == tick || st.kind == untick) && !r.boxNamed(st.object) && r.nearlyBox(st.object) != nil:
		st.object = exactly(r.page.called(r.nearlyBox(st.object)))
	case st.kind == tick || st.kind == untick:
		if m := hanRowEnd.FindStringSubmatch(st.object); m != nil && !r.boxNamed(st.object) {
			st.object = hanNoun(m[1])
		}
	}
	return st, nil
}

// unwanted reads 不要辣椒 as a box of that name that is ticked, and 不用电话联系 as one
// that is unticked; “I don't need the newsletter”, too.
func (r *runner) unwanted(st step) (step, bool, error) {
	if !st.zh && st.verb != waivedVerb || r.waiting != "" {
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
var hanThatOne = lazyregexp.New(`^(.+?)的?(?:那|这)一?[` + hanOfThings + `](?:\p{Han}{0,3})$`)

var hanTabNumber = lazyregexp.New(`^(?:标签页|标签|选项卡|第)\s*([零〇一二三四五六七八九十\d]+)\s*(?:号|个)?(?:标签页|标签|选项卡)?$`)

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
	c, ok := r.boxFor(name)
	return ok && c.own > 0.9
}

// boxFor is the box to tick that a name fits best, if it is not of the contrary.
func (r *runner) boxFor(name string) (ranked, bool) {
	c, err := r.page.pick(name, "box", r.page.boxes())
	return c, err == nil && sameNos(name, r.page.called(c.el))
}

var (
	hanLink    = lazyregexp.New(hanLinks + `|点击|点`)
	hanAnyLink = lazyregexp.New(hanLinks + `|点击|点|` + hanWeakLinks)
	hanFirm    = lazyregexp.New(`^(?:` + hanLinks + `)$`)
)

// hanPlaced puts what says where a thing stands behind its name, in the words
// that the planner knows: 张三那一行的编辑 is “编辑 beside 张三”.
func hanPlaced(object string) string {
	if strings.Contains(object, " beside ") {
		return object // as the page was asked before
	}
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
