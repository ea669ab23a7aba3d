package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

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

// lookInto reads 看看一周菜谱 as a press of the tab, the fold or the link of that name.
func (r *runner) lookInto(st step) (string, bool) {
	m := hanLookAt.FindStringSubmatch(hanEnd(hanFree(st.text)))
	if m == nil || hanAsks(m[1]) {
		return "", false
	}
	list := calledJust(hanNoun(m[1]), r.page.pressable(pressRoles, "button"))
	if len(list) != 1 || list[0].el.role == "button" && !list[0].el.flags["collapsed"] || list[0].el.flags["selected"] {
		return "", false
	}
	return r.page.called(list[0].el), true
}

var hanLookAt = lazyregexp.New(`^(?:看看|看一下|看一看|看下|看一眼|瞧瞧|瞅瞅|翻翻|翻一下|看)\s*(.+)$`)

var hanViews = lazyregexp.New(`^(?:看一下|看一看|看看|看下|查看一下|瞧瞧|看)\s*(.+?)的(\p{Han}{2,6})$`)

// viewOf reads 看看动感单车的详情 as a press of 详情, or 查看详情, beside 动感单车.
func (r *runner) viewOf(st step) (step, bool) {
	m := hanViews.FindStringSubmatch(hanEnd(hanFree(st.text)))
	if m == nil || hanAsks(st.object) {
		return st, false
	}
	list := r.page.pressable(wordSet("button link clickable"), "button")
	for _, name := range []string{"查看" + m[2], "看" + m[2], m[2]} {
		if _, ok, err := r.near(name, hanAnchor(m[1]), "button", calledJust(name, list)); ok && err == nil {
			return st.pressing(exactly(name) + " beside " + hanAnchor(m[1])), true
		}
	}
	return st, false
}

// madeFirst reads 估算一下运费是多少 as a press of 估算运费, and then the question.
func (r *runner) madeFirst(st step) ([]step, bool) {
	m := hanMade.FindStringSubmatch(hanEnd(hanFree(st.text)))
	if m == nil || !st.zh || st.kind != read && st.kind != find && st.kind != unclear || r.waiting != "" || r.current() != nil {
		return nil, false
	}
	if len(calledJust(m[1]+m[2], r.page.pressable(wordSet("button link clickable"), "button"))) != 1 {
		return nil, false
	}
	out := []step{st.pressing(exactly(m[1] + m[2]))}
	if m[3] != "" {
		out = append(out, step{kind: read, verb: "tell me", object: m[2] + m[3], text: m[2] + m[3], place: st.place, zh: true})
	}
	return out, true
}

// hanMade is a command with 一下 in it, and what is asked of what it gives.
var hanMade = lazyregexp.New(`^(\p{Han}{1,3})一下(\p{Han}{1,6}?)((?:大概|大约)?(?:是|要|需要)?(?:多少|多久|几|什么).*)?$`)

// askedByName reads a question as a press where the page has one of just that name
// to be opened, as lists of questions have.
func (r *runner) askedByName(st step) (step, bool, error) {
	if err := r.current(); err != nil {
		return st, false, err
	}
	asked := strings.TrimRight(hanQuestion(st.object), "？?")
	for _, c := range r.page.pressable(wordSet("button"), "button") {
		if name := strings.TrimRight(c.el.name(), "？?"); c.el.flags["collapsed"] && name != "" && same(name, asked) {
			return st.pressing(exactly(c.el.name())), true, nil
		}
	}
	return st, false, nil
}

// settleView reads 查看 as a press where the page has a button or a link for it.
func (r *runner) settleView(st step) step {
	list := r.page.pressable(pressRoles, "button")
	for _, name := range []string{"查看" + st.object, st.object} {
		if len(calledJust(name, list)) > 0 {
			return st.pressing(exactly(name))
		}
	}
	anchor := strings.TrimSuffix(st.object, "详情")
	for _, name := range []string{"查看详情", "查看", "详情"} {
		if _, ok, err := r.near(name, anchor, "button", list); ok && err == nil && anchor != "" {
			return st.pressing(name + " beside " + anchor)
		}
	}
	if _, ok := r.located(st.object, "button", list); ok {
		return st.pressing(st.object)
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

// settleUnclear reads 把红楼梦加入书架 as a press of 加入书架 beside 红楼梦, where the
// page has a button of that name, and 禁止电视上网 as one of 禁止上网.
func (r *runner) settleUnclear(st step) step {
	body := hanUp.ReplaceAllString(hanToLead.ReplaceAllString(hanEnd(st.text), ""), "")
	name, anchor := "", ""
	for _, c := range r.page.pressable(pressRoles, "button") {
		label := plainName(r.page.called(c.el))
		if label == body {
			return st.pressing(exactly(label))
		}
		if before, ok := strings.CutSuffix(body, label); ok && before != "" && !strings.ContainsAny(before, "，,；") && hasHan(label) && len(label) > len(name) {
			name, anchor = label, before
		}
	}
	if short := hanSpelt.ReplaceAllString(body, "$1$2"); name == "" && short != body {
		for _, c := range r.page.pressable(pressRoles, "button") {
			if label := plainName(r.page.called(c.el)); strings.HasSuffix(short, label) && hasHan(label) && utf8.RuneCountInString(label) > 1 && short != label {
				return st.pressing(label + " beside " + hanAnchor(strings.TrimSuffix(short, label)))
			}
		}
	}
	if name == "" {
		if before, ok := r.namedFirst(st, body); ok {
			return before
		}
		return r.wrapped(st, body)
	}
	if bare := hanPressEnd.ReplaceAllString(anchor, ""); bare != anchor && bare != "" { // 提示条点同意
		if _, ok, err := r.near(name, hanAnchor(bare), "button", r.page.pressable(pressRoles, "button")); ok && err == nil {
			anchor = bare
		}
	}
	if bare := hanAlso.ReplaceAllString(anchor, ""); bare != "" {
		anchor = bare
	}
	return st.pressing(name + " beside " + hanAnchor(anchor))
}

// ownButton reports whether an object ends in the whole name of a button that stands
// with the rest: of 加入雾都来信的拼车 it is 拼车.
func (r *runner) ownButton(object string) bool {
	owner, name, ok := ownedBy(object)
	if !ok || !hasHan(object) {
		return false
	}
	list := calledJust(name, r.page.pressable(pressRoles, "button"))
	_, found, err := r.near(name, hanAnchor(owner), "button", list)
	return len(list) > 0 && found && err == nil
}

// hanTakesPart are commands that the button named after them carries out.
var hanTakesPart = wordSet("加入 使用 申请 领取 办理 完成 报名 选课")

// hanPlacedOf is such an object as the planner knows it.
func hanPlacedOf(object string) string {
	owner, name, _ := ownedBy(object)
	return name + " beside " + hanAnchor(owner)
}

// hanUp ends a command and says nothing: 收藏起来.
var hanUp = lazyregexp.New(`(?:起来|下来|下去)$`)

// hanSpelt is a command with what people put into it: 开个发票.
var hanSpelt = lazyregexp.New(`(\p{Han})(?:一下|一个|个|张|份|下)(\p{Han}{1,4})$`)

// hanPressEnd is a command between where something stands and its name.
var hanPressEnd = lazyregexp.New(`(?:的|那一?[行个条款间张]|那里|那儿|里面|里|中|上|处)?(?:点击一下|点击|点一下|单击|点|按下|按)$`)

// hanAlso says that a thing is one more: 普洱也加入购物车.
var hanAlso = lazyregexp.New(`(?:也|一并|一起|同样|再|我们?(?:也)?(?:想|要|想要)?|帮我|给我)+$`)

// hanAnchor is what something stands beside, without what only points at its row.
func hanAnchor(s string) string {
	if m := hanRowEnd.FindStringSubmatch(s); m != nil && hanPointed.MatchString(s) {
		s = m[1]
	}
	return hanNoun(hanThatEnd.ReplaceAllString(s, ""))
}

// hanPointed ends a thing that is pointed at rather than called so.
var hanPointed = lazyregexp.New(`(?:那|这|所在|对应)一?\p{Han}$`)

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
			return st.pressing(label + " beside " + hanAnchor(rest)), true
		}
	}
	return st, false
}

// hanToLead begins a step that names a thing before what is to be done to it.
var hanToLead = lazyregexp.New(`^(?:把|将|给|为|帮|替|对)`)

var hanSome = lazyregexp.New(`^(?:[一两这那]?[` + hanMeasures + `篇种笔场款]|新的?|一下|我的|该|这)?$`)

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
			object := exactly(label)
			if !hanSome.MatchString(thing) {
				if _, ok, err := r.near(label, hanAnchor(thing), "button", list); !ok || err != nil {
					continue
				}
				object = label + " beside " + hanAnchor(thing)
			}
			return st.pressing(object)
		}
	}
	if again := r.shortVerb(st, body); again.kind == press {
		return again
	}
	return r.lastVerb(st, body)
}

// lastVerb reads 把平面设计师投了 as a press of 投递, beside what is named before.
func (r *runner) lastVerb(st step, body string) step {
	body = hanOver.ReplaceAllString(body, "")
	last, size := utf8.DecodeLastRuneInString(body)
	thing := body[:len(body)-size]
	if !strings.HasPrefix(hanFree(st.text), "把") || utf8.RuneCountInString(thing) < 2 || !strings.ContainsRune(hanShortVerbs, last) {
		return st
	}
	return r.shortVerb(st, string(last)+thing)
}

var hanOver = lazyregexp.New(`(?:一下|了|掉|吧)+$`)

// shortVerb reads a command of one sign as the button that has it in its name and
// stands with the rest: 约瑜伽 is 预约, beside 瑜伽.
func (r *runner) shortVerb(st step, body string) step {
	sign, rest := firstRune(body), strings.TrimPrefix(body, firstRune(body))
	list := r.page.pressable(pressRoles, "button")
	if name, ok := r.spelledOut(sign, rest, list); ok {
		return st.pressing(exactly(name))
	}
	if !strings.Contains(hanShortVerbs, sign) || rest == "" {
		return st
	}
	rest = strings.TrimLeft(rest, "一个张份下了那这掉")
	seen := map[string]bool{}
	for _, c := range list {
		label := plainName(r.page.called(c.el))
		if seen[label] || !strings.Contains(label, sign) || utf8.RuneCountInString(label) > 6 || undoesUnasked(label, body) {
			continue
		}
		seen[label] = true
		for _, anchor := range []string{hanAnchor(rest), hanDaytime.ReplaceAllString(hanPointsAt.ReplaceAllString(rest, ""), "")} {
			if c, ok, err := r.near(label, anchor, "button", list); ok && err == nil && anchor != "" && !r.page.outOfRow(anchor, c.el) {
				return st.pressing(label + " beside " + anchor)
			}
		}
	}
	return st
}

var (
	// hanVerbTail is what stands between a command of one sign and its object.
	hanVerbTail = lazyregexp.New(`^(?:一下|一个|下|个|张|份|了)+`)
	hanSaidOnce = lazyregexp.New(`^一?下`)
	hanDaytime  = lazyregexp.New(`上午|下午|早上|晚上|中午`)
)

// spelledOut is the one button whose name begins with a command of one sign and ends
// with the rest, or has both where nothing else is meant: 算一下费用 is 计算费用, 验一下 is
// 验券. A sign alone has to be a command, or be said as one: 好 is no press of 好友.
func (r *runner) spelledOut(sign, said string, list []candidate) (string, bool) {
	rest := hanVerbTail.ReplaceAllString(said, "")
	if sign == "" || rest == "" && !strings.Contains(hanShortVerbs, sign) && !hanSaidOnce.MatchString(said) {
		return "", false
	}
	name := ""
	for _, c := range list {
		label := plainName(r.page.called(c.el))
		before, after, ok := strings.Cut(label, sign)
		switch {
		case !ok || !hasHan(label) || undoesUnasked(label, sign+rest) || utf8.RuneCountInString(label) > 8 || utf8.RuneCountInString(before) > 1 || c.el.role == "link" && rest == "":
			continue
		case rest == "" && (before != "" || utf8.RuneCountInString(label) > 4), rest != "" && (utf8.RuneCountInString(rest) < 2 || !strings.HasSuffix(after, rest)):
			continue
		case name != "" && name != label:
			return "", false
		}
		name = label
	}
	return name, name != ""
}

// hanShortVerbs are commands of one sign that buttons spell out.
const hanShortVerbs = "约订买报租借领退寄交缴充挂办抢加删赞投兑催验算查看选"
