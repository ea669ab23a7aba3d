package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// isChinese reports whether a prompt is written in Chinese: Chinese signs stand
// outside of its quotes, and it does not begin with an English command that other
// English words follow.
func isChinese(prompt string) bool {
	plain := unquotedPart(prompt)
	if !hasHan(plain) {
		return hasHan(prompt) && len(rawWords(plain)) == 0
	}
	body := stripLeading(prompt)
	_, _, command := leading(body, commandTable())
	english, han := 0, 0
	for _, w := range strings.Fields(plain) {
		if frameWords[strings.ToLower(strings.Trim(w, ".,;:!?"))] {
			english++
		}
	}
	for _, r := range plain {
		if isHan(r) {
			han++
		}
	}
	return !command && (english < 2 || han > 4*english) || english == 0
}

// frameWords are English words that hold a sentence together.
var frameWords = wordSet("the a an and then click press type enter fill set put in into to as with of for choose select tick tell me what is open on from it")

// hanSteps cuts a Chinese prompt into the same steps that an English one gives:
// kinds, verbs and small words are English from here on, names and values stay as
// they were written.
func hanSteps(prompt string) []step {
	var out []step
	prompt = strings.ReplaceAll(strings.ReplaceAll(prompt, "\r\n", "\n"), "\u00a0", " ")
	prompt, _ = widened(prompt)
	prompt = unspaced(prompt)
	at, topic := place{}, "" // topic is what the person says to be after
	for _, clause := range hanGoals(hanClauses(hanPlain(hanThanks.ReplaceAllString(strings.TrimSpace(prompt), "")))) {
		if m := hanOnPlace.FindStringSubmatch(hanFree(clause)); m != nil && !hanGeneral.MatchString(m[1]) {
			at = place{name: hanNoun(m[1]), here: true}
			if m := hanPartEnd.FindStringSubmatch(at.name); m != nil {
				at.name, at.noun = hanNoun(m[1]), hanPartNouns[m[2]]
			}
			continue
		}
		if m := hanGoal.FindStringSubmatch(strings.TrimSpace(clause)); m != nil && !hanAsks(clause) {
			if _, _, led := hanLead(hanFree(clause), hanTables().commands); !led {
				topic = hanNoun(m[2])
				continue
			}
		}
		clause = hanAfterGoal(hanAgreedLead.ReplaceAllString(clause, "$1"))
		if topic != "" {
			clause = hanItself.ReplaceAllString(clause, "${1}"+topic+"的")
		}
		goal := hanWish.MatchString(strings.TrimSpace(clause))
		for _, s := range hanStep(clause, out) {
			s.zh = true
			if s.kind == press && s.object == "" && s.within == "" && topic != "" && hanTaken[s.verb] {
				s.object = topic // 我要买红楼梦，加入购物车
			}
			if s.kind == unclear && goal && !hanOneKind.MatchString(s.object) { // 我要交电费，户号填…: what the steps after it do
				s.heads, s.task = true, true
			}
			if s.kind == open {
				at = place{}
			}
			if s.place.name == "" {
				s.place = at
			}
			at.here = false
			out = hanJoin(out, s)
		}
	}
	return out
}

// hanOneKind ends a thing that is chosen among its like, which no step after it does: 我要旗舰版.
var hanOneKind = lazyregexp.New(`(?:版本|版|款|型|档)$`)

// hanTaken are commands that take the thing which the person is after.
var hanTaken = wordSet("加入购物车 购买 立即购买 预订 预定 预约 订购 报名 挂号 收藏 借阅")

// hanWish begins what a person is after.
var hanWish = lazyregexp.New(`^(?:我们?|本人)(?:想要|要|想|需要|打算|准备|来|家?在|家?住|是)`)

var hanPartEnd = lazyregexp.New(`^(.+?)的?(表单|表格|部分|区域|区块|板块|模块|面板|卡片|分组|一节|栏目|区)$`)

var hanPartNouns = map[string]string{"表单": "form"}

var hanItself = lazyregexp.New(`^((?:然后|再|接着|先|请)?(?:点击|点一下|点|按|选择|选|看看|查看|告诉我))它的`)

// hanJoin appends a step; lines of a form go on with the step that announced them.
func hanJoin(list []step, s step) []step {
	if len(list) > 0 {
		last := &list[len(list)-1]
		if last.kind == fill && last.pairs == nil && hanAnnounces(last.object) && (s.kind == unclear || s.kind == fill) {
			*last = s
			return list
		}
	}
	return append(list, s)
}

var hanAnnouncing = lazyregexp.New(`^(?:在|好|一下|完|这个|这张|该|下面|下列|以下|下方|的|我的|预约|订单|登记|报名|注册|联系|收货|个人|表单|表格|表|信息|资料|内容|字段|如下|各项|几项)*[\s：:，,。]*$`)

// hanAnnounces reports whether the object of a fill only says that values follow.
func hanAnnounces(object string) bool { return hanAnnouncing.MatchString(object) }

var hanStops = "。！？；!?;\n"

// hanClauses cuts a prompt where a step ends: at a stop, at a comma that a
// command follows, and before “then”. Values may hold any of them.
func hanClauses(prompt string) []string {
	sh := shield(prompt)
	var out []string
	from := 0
	cut := func(at, next int) {
		if c := strings.TrimSpace(prompt[from:at]); c != "" {
			out = append(out, hanBare(c))
		}
		from = next
	}
	for i := 0; i < len(prompt); {
		r, size := utf8.DecodeRuneInString(prompt[i:])
		switch {
		case sh[i]:
		case i < from:
		case strings.ContainsRune(hanStops, r):
			if hanCuts(prompt[from:i], prompt[i+size:], r) {
				end := i
				if strings.ContainsRune("！？!?", r) && hanHoldsText(prompt[from:i]) {
					end += size // it belongs to the sentence of the value
				}
				cut(end, i+size)
			}
		case r == '，' || r == ',' || r == '、' || r == ' ' && i > from && (betweenHan(prompt, i) || hanPressNext(prompt[i+size:]) || i > 0 && isAlnum(prompt[i-1]) && hanLinkNext.MatchString(prompt[i+size:]) || hanBehindAddress(prompt[from:i], prompt[i+size:])) || r == '→':
			if hanCuts(prompt[from:i], prompt[i+size:], r) {
				cut(i, i+size)
			}
		case i > from && isAlnum(prompt[i-1]) && hanCodeThen.MatchString(prompt[i:]) && hanHoldsValue(prompt[from:i]):
			cut(i, i)
		case i > from && strings.HasSuffix(prompt[from:i], "了") && hanDoneThen.MatchString(prompt[i:]) && !hanActs(prompt[from:i]):
			cut(i, i)
		case i > from && hanReadsOn(prompt[from:i], prompt[i:]):
			cut(i, i)
		case i > from:
			if p, rest, ok := hanLead(prompt[i:], hanTables().sequence); ok && !hanAwaits(prompt[from:i]) && hanOverlay.ReplaceAllString(hanFree(prompt[from:i]), "") != "" && hanFree(prompt[from:i+len(p.text)]) != "" && hanThen(prompt[from:i], p.text, rest) {
				cut(i, i+len(p.text))
			}
		}
		i += size
	}
	cut(len(prompt), len(prompt))
	return out
}

var hanReadOn = lazyregexp.New(`^(?:看看|看一下|看下|看一看|看一眼|瞧瞧|瞧一眼|瞅瞅|瞅一眼|瞄一眼|告诉我|告知我|读出|读一下|读给我|读一遍|查看一下|念给我|念一下|念一遍|讲给我|说给我|跟我说|报给我)`)

// hanReadsOn reports whether a step ends where it goes on to read, without a
// comma: 点查询看看有几条. A value may hold such words.
func hanReadsOn(before, after string) bool {
	if !hanReadOn.MatchString(after) {
		return false
	}
	p, rest, ok := hanLead(hanFree(before), hanTables().commands)
	if !ok || rest == "" && p.group != "self" {
		return false
	}
	switch p.group {
	case "press", "self", "open", "tick", "untick", "choose", "search":
		return !strings.ContainsAny(rest, "，,")
	}
	return false
}

// hanAwaits reports whether a clause waits for something, of which “then” is a part:
// 等结果出现后.
func hanAwaits(before string) bool { return strings.HasPrefix(hanFree(before), "等") }

// betweenHan reports whether a space stands between Chinese signs or behind a
// quote: others only set off a foreign word.
func betweenHan(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+1:])
	return (isHan(before) || strings.ContainsRune("”」』》", before)) && isHan(after)
}

var hanListMark = lazyregexp.New(`^\s*(?:[-*•]|[(（]?\d{1,2}[.)）、．]|[①②③④⑤⑥⑦⑧⑨]|[一二三四五六七八九十]、|第[一二三四五六]步[，,：:]?)\s*`)

func hanBare(s string) string { return hanListMark.ReplaceAllString(s, "") }

// hanCuts reports whether a step ends at a sign.
func hanCuts(before, after string, sign rune) bool {
	before = strings.TrimSpace(hanBare(strings.TrimSpace(before)))
	if before == "" {
		return true
	}
	if sign == '\n' || sign == '→' && hanBegins(after, true) {
		return true
	}
	after = strings.TrimSpace(hanBare(head(after)))
	if sign == ' ' && hanOneWord.MatchString(before) && !hanLedBy(after) {
		return false // GPU 型号 is one name
	}
	if word, _, more := strings.Cut(after, " "); sign == ' ' && more && utf8.RuneCountInString(word) < 12 && !hanBegins(word, false) && !hanSpaced.MatchString(word) {
		return false // 李玉芬, of 老人姓名 李玉芬 助餐卡号 …
	}
	if strings.ContainsRune("。；;！!？?", sign) {
		return !hanHoldsText(before) || hanNext.MatchString(after) || after == "" || hanBegins(after, true)
	}
	if hanAll.MatchString(hanFree(before)) || sign == ' ' && hanBehindAddress(before, after) {
		return true
	}
	if hanOpen(before) && hanAt.MatchString(mask(hanFree(before)+"，"+after)) {
		return false // “在备注里，输入…”
	}
	if hanHoldsText(before) {
		return hanBegins(after, true) && !hanForbids(after)
	}
	if sign == '、' && hanAsks(after) && !hanActs(before) {
		return false // 年卡、季卡多少钱
	}
	if sign == ' ' && hanHoldsValue(before) && isAlnum(before[len(before)-1]) && hanLinkNext.MatchString(after) {
		return true
	}
	if sign == ' ' && hanSpaced.MatchString(after) && (hanActs(before) && !hanHoldsValue(before) || hanToLead.MatchString(hanFree(before)) && !hanInto.MatchString(before)) {
		return true
	}
	if hanBegins(after, false) {
		return sign != ' ' || hanHoldsValue(before) || hanBegins(after, true)
	}
	return sign != '、' && sign != ' ' && !hanHoldsValue(before)
}

// hanOneWord is a word of another language that stands alone and bids nothing yet.
var hanOneWord = lazyregexp.New(`^[A-Za-z][A-Za-z0-9.&_/-]*$`)

// hanLedBy reports whether a text begins with a command or with “then”.
func hanLedBy(text string) bool {
	_, _, led := hanLead(hanFree(text), hanTables().commands)
	return led || hanNext.MatchString(text)
}

// hanThen reports whether “then” begins a step where no comma stands.
func hanThen(before, then, rest string) bool {
	rest = hanFree(head(rest))
	p, object, ok := hanLead(rest, hanTables().commands)
	if first, _, led := hanLead(hanFree(before), hanTables().commands); then == "后" && led && (first.group == "self" || first.group == "press") && hanBa.MatchString(mask(rest)) {
		return true
	}
	if !ok {
		if hanInto.MatchString(mask(rest)) && hanHoldsValue(before) && !hanHoldsText(before) {
			return true // 把昵称改成阿明后把城市改成北京
		}
		return then != "后" && then != "再" && then != "并" && (then != "之后" && then != "以后" || hanActs(before)) && hanBegins(rest, false)
	}
	switch {
	case (then == "之后" || then == "以后") && !hanActs(before):
		return false // 开车之后 is a time
	case hanHoldsText(before) && utf8.RuneCountInString(p.text) == 1:
		return false
	case then == "后":
		first, _, led := hanLead(hanFree(before), hanTables().commands)
		acts := led && first.group != "fill" && first.group != "choose" && first.group != "read" && first.group != "find"
		if hanCommits(p, object) && hanHoldsValue(before) && !hanHoldsText(before) && !hanBackWord.MatchString(before) && (utf8.RuneCountInString(p.text) > 1 || hanGiving(before) != nil) {
			return true // 昵称改成阿明后保存
		}
		return p.group == "read" || acts && (utf8.RuneCountInString(p.text) > 1 || p.group == "press")
	case then == "再" || then == "并":
		if hanNoValue.MatchString(before) {
			return false // 昵称改成再写一遍
		}
		return object != "" || p.group == "self" || p.group == "search"
	}
	return true
}

// hanCommits reports whether a command sends or stores what was filled in, or presses
// something by its name.
func hanCommits(p hanPhrase, object string) bool {
	if p.group == "press" && utf8.RuneCountInString(p.text) == 1 { // 点保存, but not 点评
		next, rest, ok := hanLead(object, hanTables().commands)
		return ok && next.group == "self" && rest == "" && utf8.RuneCountInString(next.text) > 1
	}
	return p.group == "self" && object == "" || p.group == "press" && object != ""
}

// hanNoValue ends in a link whose value is still to come.
var hanNoValue = lazyregexp.New(`[改换设填写][成为]$|[取名]叫做?$`)

// hanBackWord is a value that ends with 后 as a part of its own word.
var hanBackWord = lazyregexp.New(`[皇太王母幕售前先背今午课术产饭餐会落事战身赛婚]$|[：:为成]\s*\S$`)

// hanActs reports whether a clause commands something.
func hanActs(clause string) bool {
	body := hanHead(clause)
	_, _, led := hanLead(body, hanTables().commands)
	return led || hanLabelled.MatchString(mask(body)) || hanDisposes.MatchString(body) || hanAt.MatchString(mask(body))
}

// hanOpen reports whether a clause only says where.
func hanOpen(clause string) bool { return hanOnPlace.MatchString(hanFree(clause)) }

func hanForbids(text string) bool {
	p, _, ok := hanLead(hanFree(text), hanTables().commands)
	return ok && p.group == "forbid"
}

var (
	hanTextLabel = lazyregexp.New(`^[^，。；\n]{0,12}(?:` + hanFreeText + `)[^，。；\n]{0,6}?(?:` + hanLinks + `)`)
	hanTextIn    = lazyregexp.New(`^(?:在)[^，。；\n]{0,12}(?:` + hanFreeText + `)[^，。；\n]{0,6}?(?:` + hanLinks + `)`)
)

// hanHoldsText reports whether a clause ends in the value of a field for
// sentences.
func hanHoldsText(clause string) bool {
	body := hanFree(clause)
	if q := quotes(body); len(q) > 0 && strings.TrimSpace(body[q[len(q)-1][1]:]) == "" {
		return false // the quote ends it
	}
	body = strings.TrimPrefix(strings.TrimPrefix(body, "把"), "将")
	last := body
	if i := strings.LastIndexAny(mask(body), "，；"); i >= 0 {
		last = strings.TrimLeft(body[i:], "，；")
	}
	return hanTextLabel.MatchString(body) || hanTextIn.MatchString(body) || hanTextLabel.MatchString(last)
}

// hanHoldsValue reports whether a clause may end in a value.
func hanHoldsValue(clause string) bool {
	body := hanFree(clause)
	if hanInto.MatchString(body) || hanLabelled.MatchString(mask(body)) || hanAt.MatchString(mask(body)) {
		return true
	}
	p, _, ok := hanLead(body, hanTables().commands)
	if ok && strings.HasPrefix(p.text, "切") {
		return false // 切到 goes somewhere
	}
	return !ok || p.group == "fill" || p.group == "choose" || p.group == "tick" || p.group == "untick"
}

// hanBegins reports whether a text begins another step. Strong beginnings are
// those that no sentence of a value would have.
func hanBegins(text string, strong bool) bool {
	seg := text
	if i := strings.IndexAny(mask(text), "，。；！？\n,;"); i >= 0 {
		seg = text[:i]
	}
	body := hanHead(seg)
	if body == "" {
		return strings.TrimSpace(seg) != "" && !strong
	}
	if e, _ := errandOf(body); e != nil {
		return true
	}
	m := mask(body)
	led := len(body) < len(strings.TrimSpace(seg))
	p, rest, ok := hanLead(body, hanTables().commands)
	if !strong && hanNext.MatchString(seg) {
		return true
	}
	if ok && p.group == "forbid" && strong {
		_, _, next := hanLead(rest, hanTables().commands)
		return next
	}
	if ok && (!strong || led || utf8.RuneCountInString(p.text) > 1 || strings.ContainsAny(rest, `“"「『《`)) {
		return true
	}
	if !strong && hanTellTail.MatchString(hanEnd(body)) || hanGive.MatchString(hanEnd(body)) || hanInto.MatchString(m) || hanAt.MatchString(m) || hanTicked.MatchString(m) || hanBa.MatchString(m) || hanForOne.MatchString(m) || !strong && hanDisposes.MatchString(m) {
		return true
	}
	if l := hanLabelled.FindStringSubmatch(m); l != nil && (!strong || strings.ContainsAny(l[2], "：:=＝") || utf8.RuneCountInString(l[1]) <= 6) {
		return true
	}
	return hanAsks(seg)
}

// hanDisposes is how a step begins that names a thing before its command.
var hanDisposes = lazyregexp.New(`^(?:把|将)\S`)

// hanNext is how another step begins, whatever it is.
var hanNext = lazyregexp.New(`^\s*(?:然后|接着|随后|最后|接下来)`)

// hanFree takes fillers off the beginning.
func hanFree(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\n，,；;。.：:！!~-–—•、")
		p, rest, ok := hanLead(text, hanTables().fillers)
		if !ok {
			return text
		}
		if p.text == "可以" && hanAsks(rest) || p.text == "先" && strings.HasPrefix(rest, "生") || p.text == "就" && hanJust.MatchString(rest) || p.text == "需要" && strings.HasPrefix(rest, "发票") || p.text == "先" && strings.HasPrefix(rest, "不") {
			return text
		}
		text = rest
	}
}

// hanEnd takes politeness off the end.
func hanEnd(text string) string {
	for {
		text = strings.TrimRight(text, " \t\n，,。.；;！!~～")
		cut := false
		for _, p := range hanTables().endings {
			if t, ok := strings.CutSuffix(text, p.text); ok {
				text, cut = t, true
				break
			}
		}
		if !cut {
			return text
		}
	}
}

// hanJust are signs that make a word of 就: 就餐, 就诊.
var hanJust = lazyregexp.New(`^[餐诊医业读近职座绪]`)

var hanThanks = lazyregexp.New(`(?:[，,。！!；;\s]+(?:非常)?(?:感谢|谢谢|多谢|辛苦|拜托)[你您啦了哈]*[。！!~～]*)+$`)

// hanValueEnd takes the stop of the sentence off a step that ends in a value. In
// the middle of a prompt nobody thanks: 谢谢 is the value's there.
func hanValueEnd(text string) string {
	return strings.TrimRight(text, " \t\n，,。；;")
}
