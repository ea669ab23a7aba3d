package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

const (
	hanSetVerb = `填写成|填写为|填写上|填写|填成|填为|填上|填入|填|写成|写为|写上|写|输入为|输入成|输入|设置为|设置成|设定为|设为|设成|调整为|调整到|调整成|调到|调成|调为|改成|改为|改到|换成|换为|更改为|修改为|修改成|更新为|变为|变成|定为|定在|选择为|选择成|选为|选成|选择|选定为|切换为|切换到|切换成|加到|增加到|减到|减少到|替换为|替换成|拖到`
	hanInside  = `里面|里头|里|中|内|之中|上面|上|那里|那儿|处|下面|下方|下|旁边|旁|后面|后边|右边|右侧|左边|对应位置|位置|一项|这一项|那一项|中间`
	hanBox     = `输入框|文本框|下拉框|下拉菜单|下拉列表|选择框|字段|一栏|那一栏|这一栏|栏|框`

	// hanAtWhere and hanAtActs are 在X里 and what is done there.
	hanAtWhere = `(?s)^在\s*([^，,。；：:\n]+?)\s*(?:` + hanBox + `)?(?:` + hanInside + `)`
	hanAtActs  = `\s*[，,]?\s*(填写上|填写|填入|填上|填|输入|写上|写下|写|键入|打上|粘贴|选择|选中|选|勾选|勾上|勾|点击一下|点击|点一下|点|按下|按|单击|设置为|设为|设成|改成|改为|取消勾选|去掉|取消|关闭|打开|展开|删除|移除|找到|找|查找|查看|看看|看|搜索|添加)\s*[：:]?\s*(.+)$`
)

var (
	hanInto       = lazyregexp.New(`(?s)^(?:把|将)\s*(.+?)\s*(` + hanSetVerb + `)(?:了)?\s*[：:]?\s*(.+)$`)
	hanIntoTo     = lazyregexp.New(`(?s)^(?:(?:把|将)\s*)?(.+?)\s*(?:填写|填|输入|写|录入|录|放|粘贴|键入|输|设置|用)(?:到|进|入|在|作|为|作为)了?\s*(.+?)(?:` + hanBox + `)?(?:` + hanInside + `)?(?:去)?$`)
	hanBa         = lazyregexp.New(`(?s)^(?:把|将)\s*(.+?)\s*(?:也|都|全都|全部|统统|给我)?(取消勾选|去掉勾选|勾选上|勾选|勾上|打上勾|打个勾|打勾|打上钩|打个钩|打钩|都勾上|全勾上|勾起来|勾|选上|选中|取消|打开|开启|启用|开了|开起来|关闭|关掉|关上|关了|禁用|停用|清空|清除|删除|删掉|删了|移除|移出购物车|加入购物车|加到购物车|加进购物车|放进购物车|放入购物车|添加到购物车|加入|提交|保存|发送|归档|展开|收起|点开|点掉|点击|点一下|点上|点|按|告诉我一声|告诉我|告知我|发给我|发我|报给我|读给我听|读给我|读出来|念给我听|念给我|念出来|给我看|给我|列出来|找出来)(?:掉)?(?:一下)?(?:了)?$`)
	hanAt         = lazyregexp.New(hanAtWhere + `?` + hanAtActs)
	hanAtIn       = lazyregexp.New(hanAtWhere + hanAtActs)
	hanAtBa       = lazyregexp.New(`(?s)^在\s*([^，,。；：:\n]{1,24}?)\s*(?:` + hanInside + `)\s*[，,]?\s*((?:把|将).+)$`)
	hanOpenedLook = lazyregexp.New(`^(?:点开|打开|点进去|进去)来?(?:看看|看一下|看下|看一看|看一眼|瞧瞧|瞧一眼|瞅瞅)?$`) // what was pressed right before
	hanOpenedFor  = lazyregexp.New(`^(?:点开|打开|点进去|进去)来?(?:看看|看一下|看下|看一眼)(\S.+)$`)          // 点开看看科目三的
	hanGoTo       = lazyregexp.New(`^(?:到|去)\s*([^，,。；：:]{2,14}?)(?:里面|里|中|那里|那边|页面|页|标签页)(?:去)?$`)
	hanIfDialog   = lazyregexp.New(`(?s)^(?:然后|接着)?(?:如果|要是|若是|若|假如|万一)(?:还)?(?:有|弹出来?|出现|跳出来?|弹)?(?:了)?[^，,]{0,6}?(?:弹窗|弹框|对话框|提示框|确认框|确认窗口|确认)(?:出来|出现|的话)?[，,]?\s*(?:就|请|则)?\s*(\S.+)$`)
	hanTellTail   = lazyregexp.New(`(?s)^([^：:]+?)(?:也|都|一并)?(?:告诉我|发给我|发我|报给我|念给我听|念给我|读给我听|读给我|给我看看|给我)(?:一下|一声)?$`)
	hanTask       = lazyregexp.New(`(?s)^([^，,。；：:\n]{2,20})[：:]\s*(\S.+)$`)
	hanBaFill     = lazyregexp.New(`(?s)^(?:把|将)\s*(.+?)\s*(?:都|也|给)?(?:填上|填好|填进去|填进|输进去|输入进去|输入|写上|写进去|填一下|填写|输一下|录进去|录入)(?:了)?$`)
	hanTickOff    = lazyregexp.New(`^(?:把|将)\s*(.+?)\s*的?(?:勾选|对勾|勾|√)(?:给)?(?:(去掉|取消掉|取消|拿掉|点掉|去了)|(打上|勾上|点上|选上|加上))$`)
	hanTicked     = lazyregexp.New(`^([^，,。；：:]{2,14}?)(?:也|都|要|给我|这项|这一项|前面|选项)?(打开|开启|启用|关闭|关掉|关上|关了|开了|不要勾选|不用勾选|不要勾|不用勾|别勾选|别勾|不勾|取消勾选|去掉勾选|勾选上|勾选|勾上|打上勾|打勾)$`)
	hanLogin      = lazyregexp.New(`(?s)^(?:用|使用|以)?\s*(?:账号|帐号|用户名|邮箱|手机号|手机)\s*(?:是|为|：|:)?\s*(\S+?)\s*(?:[，,、]|和|及|与|，并用)*\s*密码\s*(?:是|为|：|:)?\s*(\S.*?)\s*(?:来|去|进行|，|,)?\s*登[录陆](?:一下|系统|账号)?$`)
	hanGoal       = lazyregexp.New(`^(?:我想要|我要|我想|我打算|我准备|我们要|我们想)(?:去|来)?(买|订|看|报|借|租|约|找|吃|喝|学|挂|办|寄|退|换|查)(?:一[个张本份场间门台件]|个|张|本|份)?([^，,。；：:]{2,20})$`)
	hanGive       = lazyregexp.New(`^(?:给|为|帮|替)\s*(.+?)\s*(` + `点赞|报名|收藏|评分|投票|续借|续费|充值|下单|预约|签到|置顶|留言|打分|点收藏|\p{Han}个\p{Han}|点个收藏` + `)(?:一下)?$`)
	hanGiveDo     = lazyregexp.New(`^(?:给|为|对|帮)\s*(.+?)\s*(?:写|提|做|打|来|交)个\s*(\p{Han}{2,4})$`)                                                                          // 给JY6581这单写个评价
	hanForMe      = lazyregexp.New(`^([^，,。；：:]{2,60}?)\s*(?:也|都)?(?:请|麻烦|劳驾)?(?:帮我|给我|帮忙|替我)(?:也)?(勾选|勾上|打勾|打上勾|勾|选上|选中|打开|开启|关掉|关闭|展开|点开|点一下|点|删掉|删除|收藏)(?:一下|上|掉)?$`) // “短信提醒”帮我勾一下
	hanMidBa      = lazyregexp.New(`^([^，,。；：:把将\s]{2,10}?)((?:把|将)\s*[^，,。；]{1,20}?(?:也|都|给)?(?:勾选上|勾选|勾上|打勾|勾|选上|选中|打开|关掉|关闭|取消勾选|取消|去掉))$`)                           // 讲解语种把英语也勾上
	hanGiveOne    = lazyregexp.New(`^(点|选|勾)(?:一个|个)`)
	hanColon      = lazyregexp.New(`^[^，,。；：:\n]{1,20}[：:]\s*[^\s？?]{1,40}$`) // “是否已婚：否”
	hanThere      = lazyregexp.New(`^[^，,。；：:\n]{2,16}?(?:里面|里|中|那里|下面)\s*(?:取消勾选|去掉|取消|关闭|打开|展开|删除|填写|填|输入|选择|选|勾选|勾|点击|点|写|添加|搜索|找到)`)
	hanFrom       = lazyregexp.New(`(?s)^从\s*(.+?)(?:` + hanBox + `)?(?:` + hanInside + `)?\s*(选择|选中|选|挑选|挑|找到|打开|删除|移除)\s*(.+)$`)
	hanLabelled   = lazyregexp.New(`(?s)^([^，。；：:=\n“”"「」]{1,36}?|[“"「『].{1,40}?[”"」』])\s*` + hanLinkLike + `(` + hanLinks + `)\s*(.+)$`)
	hanTabs       = lazyregexp.New(`(?:列出|列一下|告诉我|显示|看看|看一下|查看|有哪些|哪些|几个|多少个).*(?:标签页|选项卡|标签)|(?:标签页|选项卡|标签).*(?:有哪些|列出来|几个|列一下|多少个)`)
	hanOpenTabs   = lazyregexp.New(`打开|所有|全部|当前|浏览器|我的|现在|开着|哪些|几个|多少`)
	hanAfter      = lazyregexp.New(`^(提交|保存|确认|预约|下单|搜索|查询|登录|注册|发送|支付|预订|报名|结算)(?:好|完成|完|成功|完毕)?(?:了)?(?:之后|以后|后)[，,]?\s*(.+)$`)
	hanWhen       = lazyregexp.New(`^(?:等)?(?:页面|它|结果|列表|加载|跳转|弹窗|弹框|对话框|窗口|弹出来?|跳出来?|出来|表单)[^，,]{0,8}?(?:之后|以后|后|时)[，,]?\s*(.*)$`)
	hanDone       = lazyregexp.New(`^(?:等)?(?:都|全部)?\p{Han}{0,3}?(?:好|完|成功|完成)了?(?:之后|以后|后|的话)?[，,]?\s*((?:把|将|就|再|请|告诉|看|读|点|按).+)$`)
	hanScene      = lazyregexp.New(`^(?:等|待)?(?:页面|弹窗|窗口|对话框|它|结果|列表)?(?:弹出|跳出|出现|出来|加载|打开|跳转|弹|显示)(?:来|了|好|完|完成|出来|之后|以后|后)*$`)
	hanOnPlace    = lazyregexp.New(`^在\s*([^，,。；]{1,24}?)(?:这个|那个)?(?:` + hanInside + `|页面|页)$`)
)

// hanISay is a command that the person tells of themselves: 我选择 Pro, but not 我选的套餐.
var hanISay = lazyregexp.New(`(?s)^我们?\s*((?:选择|选中|选定|选|勾选|勾上|勾|点击|点一下|填写|填入|填|输入)\s*[^\s的了过好完中定择写入上选修课].*)$`)

// hanStep reads one clause as steps; done are those before it.
func hanStep(clause string, done []step) []step {
	whole := strings.TrimSpace(clause)
	body := hanISay.ReplaceAllString(hanHead(whole), "$1")
	if m := hanAfter.FindStringSubmatch(body); m != nil && hanBegins(m[2], false) {
		out := hanStep(m[2], done)
		if n := len(done); n == 0 || done[n-1].kind != press && done[n-1].kind != search && done[n-1].kind != login {
			out = append(hanStep(m[1], done), out...)
		}
		return out
	}
	if bare := hanEnd(body); bare == "查" || bare == "搜" { // 填好运单号，查一下
		return []step{{kind: search, verb: "search", text: body}}
	}
	if e, _ := errandOf(body); e != nil {
		return []step{{kind: errandKind, verb: e.tool, object: body, text: body}}
	}
	if hanScene.MatchString(hanEnd(body)) {
		return nil
	}
	if m := hanWhen.FindStringSubmatch(body); m != nil && m[1] != "" && hanBegins(m[1], false) {
		body = hanFree(m[1])
	}
	if hanEnough.MatchString(strings.Trim(hanFree(whole), " ，,。！!")) {
		return nil
	}
	if m := hanSortBy.FindStringSubmatch(hanEnd(body)); m != nil {
		return []step{{kind: choose, verb: "choose", object: hanNoun(m[1]), text: whole}}
	}
	if hanSearchBox.MatchString(body) {
		body, whole = "在"+body, "在"+whole
	}
	if hanAgain.MatchString(strings.Trim(whole, " ，,。！!")) {
		return []step{{kind: press, verb: againVerb, text: whole}}
	}
	text := hanValueEnd(body)
	if body = hanEnd(body); body == "" || len(rawWords(body)) == 0 {
		return nil
	}
	one := func(s step) []step {
		if s.text == "" {
			s.text = text
		}
		return []step{s}
	}
	if s, ok := hanRepeat(body, text); ok {
		return one(s)
	}
	if m := hanOpenedFor.FindStringSubmatch(body); m != nil && len(done) > 0 {
		return one(step{kind: read, verb: "tell me", object: m[1]})
	}
	if hanOpenedLook.MatchString(body) {
		return one(step{kind: read, verb: "tell me"})
	}
	if m := hanGoTo.FindStringSubmatch(body); m != nil {
		return one(step{kind: open, verb: "open", object: hanNoun(m[1])})
	}
	if m := hanIfDialog.FindStringSubmatch(whole); m != nil {
		steps := hanStep(m[1], done)
		for i := range steps {
			steps[i].optional = true
		}
		return steps
	}
	if m := hanTask.FindStringSubmatchIndex(mask(body)); m != nil {
		head, rest := body[m[2]:m[3]], body[m[4]:m[5]]
		p, object, led := hanLead(head, hanTables().commands)
		bids := led && p.group == "self" && utf8.RuneCountInString(p.text) > 1 && (object != "" || hanEnd(head) != head)
		if bids && !hanLink.MatchString(head) {
			task := hanStep(head, nil)
			if len(task) == 1 && task[0].kind == press {
				task[0].heads, task[0].task, task[0].whole = true, true, body
				return append(task, hanStep(rest, done)...)
			}
		}
		if l := hanLabelled.FindStringSubmatch(mask(rest)); l != nil && !strings.ContainsAny(l[2], "：:=＝") && utf8.RuneCountInString(l[1]) <= 12 && !hanLink.MatchString(head) {
			task := step{kind: unclear, object: head, text: head}
			if p, _, ok := hanLead(head, hanTables().commands); ok && (p.group == "self" || p.group == "press" || p.group == "open") {
				task = hanStep(head, nil)[0]
			}
			task.heads, task.task, task.whole = true, true, body
			return append([]step{task}, hanStep(rest, done)...)
		}
		if next, object, bids := hanLead(hanFree(rest), hanTables().commands); bids && object != "" && !led && utf8.RuneCountInString(next.text) > 1 && wordSet("tick untick press open")[next.group] && !hanLink.MatchString(head) {
			task := step{kind: unclear, object: head, text: head, heads: true, task: true, whole: body}
			return append([]step{task}, hanStep(rest, done)...)
		}
	}
	if m := hanClosedBy.FindStringSubmatch(body); m != nil {
		return one(step{kind: press, verb: "press", object: hanNoun(m[1])})
	}
	if m := hanExplained.FindStringSubmatch(body); m != nil {
		return one(step{kind: press, verb: "press", object: hanNoun(m[2]) + " beside " + hanNoun(hanThatEnd.ReplaceAllString(m[1], ""))})
	}
	if m := hanForMe.FindStringSubmatchIndex(mask(body)); m != nil {
		if s, ok := hanBaStep("把"+body[m[2]:m[3]]+body[m[4]:m[5]], text); ok {
			s.text = text
			return one(s)
		}
	}
	if m := hanMidBa.FindStringSubmatchIndex(mask(body)); m != nil {
		if s, ok := hanAtStep("在"+body[m[2]:m[3]]+"里"+body[m[4]:m[5]], "在"+body[m[2]:m[3]]+"里"+body[m[4]:m[5]]); ok {
			s.text = text
			return one(s)
		}
	}
	if m := hanForOne.FindStringSubmatch(body); m != nil && !hanPronoun[hanNoun(m[1])] {
		if steps := hanStep(hanGiveOne.ReplaceAllString(m[2], "$1"), done); len(steps) == 1 && steps[0].within == "" && steps[0].pairs == nil {
			steps[0].within, steps[0].text = hanNoun(m[1]), text
			return steps
		}
	}
	m := mask(body)
	if hanTabs.MatchString(m) && hanOpenTabs.MatchString(m) && !strings.Contains(m, "~") {
		return one(step{kind: tabs, verb: "list"})
	}
	if m := hanTicked.FindStringSubmatch(m); m != nil {
		if p, _, led := hanLead(body, hanTables().commands); (!led || p.group == "tick") && !strings.HasPrefix(body, "把") && !strings.HasPrefix(body, "将") {
			return one(hanDisposed(body[:len(m[1])], m[2], text))
		}
	}
	if m := hanLogin.FindStringSubmatchIndex(m); m != nil {
		return one(step{kind: login, verb: "log in", object: "as “" + body[m[2]:m[3]] + "” with password “" + body[m[4]:m[5]] + "”"})
	}
	if m := hanGiveDo.FindStringSubmatch(body); m != nil && !hanPronoun[hanNoun(m[1])] {
		return one(step{kind: press, verb: "press", object: m[2] + " beside " + hanAnchor(m[1])})
	}
	if m := hanGive.FindStringSubmatch(body); m != nil {
		verb := hanSpelled(m[2])
		if thing := hanNoun(m[1]); !hanPronoun[thing] {
			return one(step{kind: press, verb: verb, object: thing})
		}
		return one(step{kind: press, verb: "press", object: verb + " beside it"})
	}
	if s, ok := hanBaStep(body, text); ok {
		return one(s)
	}
	if s, ok := hanAtStep(body, text); ok {
		return one(s)
	}
	if p, rest, ok := hanLead(body, hanTables().commands); ok {
		if at := giveBack(body, 0, len(p.text)); at < len(p.text) && p.group != "self" {
			p.text, rest = p.text[:at], body[at:]
		}
		if p.group == "tick" && hanEnd(rest) == "" && len(done) > 0 && (done[len(done)-1].kind == unclear || done[len(done)-1].kind == tick) {
			return nil // 放门口就行，麻烦勾一下: it was named before
		}
		if p.group == "self" && (strings.HasPrefix(rest, "：") || strings.HasPrefix(rest, ":")) {
			rest = strings.TrimLeft(rest, " ：:")
			return []step{
				{kind: press, verb: p.text, text: p.text, heads: true},
				{kind: fill, object: rest, text: rest},
			}
		}
		return hanVerb(p, strings.TrimLeft(rest, " ：:"), body, text)
	}
	if m := hanThere.FindStringSubmatchIndex(mask(body)); m != nil {
		if s, ok := hanAtStep("在"+body, "在"+text); ok {
			s.text = text
			return one(s)
		}
	}
	if m := hanTellTail.FindStringSubmatch(body); m != nil {
		return one(step{kind: read, verb: "tell me", object: m[1]})
	}
	if hanAsks(body) && !hanColon.MatchString(mask(body)) {
		return one(step{kind: read, verb: "tell me", object: body})
	}
	if p := hanPair(text); p != nil {
		return one(step{kind: fill, object: text, pairs: nil})
	}
	return one(step{object: text})
}

// hanBaStep reads “把姓名填成张伟”, “把张伟填到姓名里” and “把台灯删除”.
func hanBaStep(body, text string) (step, bool) {
	if !strings.HasPrefix(body, "把") && !strings.HasPrefix(body, "将") {
		return step{}, false
	}
	if m := hanBaFill.FindStringSubmatchIndex(mask(body)); m != nil {
		inner := body[m[2]:m[3]]
		return step{kind: fill, object: inner, text: inner}, true
	}
	if m := hanTickOff.FindStringSubmatchIndex(mask(body)); m != nil {
		verb := "取消勾选"
		if m[4] < 0 {
			verb = "勾选"
		}
		return hanDisposed(strings.TrimSpace(body[m[2]:m[3]]), verb, text), true
	}
	if m := hanBa.FindStringSubmatchIndex(mask(body)); m != nil {
		return hanDisposed(strings.TrimSpace(body[m[2]:m[3]]), body[m[4]:m[5]], text), true
	}
	if m := hanIntoTo.FindStringSubmatchIndex(mask(text)); m != nil {
		return step{kind: fill, verb: "enter", pairs: []pair{hanNewPair(text[m[4]:m[5]], text[m[2]:m[3]])}, object: text, text: text}, true
	}
	if m := hanInto.FindStringSubmatchIndex(mask(text)); m != nil {
		return step{kind: fill, verb: "set", pairs: []pair{hanNewPair(text[m[2]:m[3]], text[giveBackTo(text, m, 6):m[7]])}, object: text, text: text}, true
	}
	return step{}, false
}

// hanDisposed is what shall become of a thing that is named before the command.
func hanDisposed(object, verb, text string) step {
	switch verb {
	case "取消勾选", "去掉勾选", "点掉", "不要勾选", "不用勾选", "不要勾", "不用勾", "别勾选", "别勾", "不勾":
		return step{kind: untick, verb: "untick", object: hanNoun(object), text: text}
	case "勾选上", "勾选", "勾上", "打勾", "打上勾", "打个勾", "打上钩", "打个钩", "打钩", "都勾上", "全勾上", "勾起来", "勾", "选上":
		return step{kind: tick, verb: "tick", object: hanNoun(object), text: text}
	case "打开", "开启", "启用", "开了", "开起来":
		return step{kind: open, verb: "turn on", object: hanNoun(object), text: text}
	case "关闭", "关掉", "关上", "关了", "禁用", "停用":
		return step{kind: untick, verb: "关闭", object: hanNoun(object), text: text}
	case "选中":
		return step{kind: choose, verb: "choose", object: hanNoun(object), text: text}
	case "清空", "清除":
		return step{kind: fill, verb: "clear", object: hanNoun(object), text: text}
	case "告诉我一声", "告诉我", "告知我", "发给我", "发我", "报给我", "读给我听", "读给我", "读出来", "念给我听", "念给我", "念出来", "给我看", "给我", "列出来", "找出来":
		return step{kind: read, verb: "tell me", object: object, text: text}
	case "加到购物车", "加进购物车", "放进购物车", "放入购物车", "添加到购物车", "加购物车":
		verb = "加入购物车"
	case "点开", "点击", "点一下", "点上", "点", "按":
		verb = "press"
	case "删掉", "删了":
		verb = "删除"
	case "移出购物车":
		verb = "移除"
	}
	return step{kind: press, verb: verb, object: hanNoun(object), text: text}
}

// hanAtStep reads “在姓名里输入张伟” and “在张三那一行点编辑”.
func hanAtStep(body, text string) (step, bool) {
	if m := hanAtBa.FindStringSubmatchIndex(mask(text)); m != nil {
		steps := hanStep(text[m[4]:], nil)
		if len(steps) == 1 && steps[0].within == "" {
			if where := text[m[2]:m[3]]; !hanGeneral.MatchString(where) {
				steps[0].within = hanNoun(where)
			}
			steps[0].text = text
			return steps[0], true
		}
	}
	form, at := hanAt, hanAtIn.FindStringSubmatchIndex(mask(text))
	if at == nil {
		at = hanAt.FindStringSubmatchIndex(mask(text))
	}
	if at == nil {
		form, at = hanFrom, hanFrom.FindStringSubmatchIndex(mask(text))
	}
	if at == nil {
		return step{}, false
	}
	where, verb, object := text[at[2]:at[3]], text[at[4]:at[5]], text[giveBackTo(text, at, 6):at[7]]
	if form == hanAt && hanGeneral.MatchString(where) {
		steps := hanStep(verb+object, nil)
		if len(steps) != 1 {
			return step{}, false
		}
		steps[0].text = text
		return steps[0], true
	}
	p, _, _ := hanLead(verb, hanTables().commands)
	where = hanNoun(where)
	switch {
	case form == hanAt && p.group == "fill":
		return step{kind: fill, verb: "enter", pairs: []pair{hanNewPair(where, object)}, object: text, text: text}, true
	case verb == "搜索":
		return step{kind: search, verb: "search", object: hanNoun(object), text: text}, true
	}
	steps := hanStep(verb+object, nil)
	if len(steps) != 1 {
		return step{}, false
	}
	s := steps[0]
	s.text, s.within = text, where
	return s, true
}

// hanGeneral are places that say nothing: what is meant stands somewhere on the
// page.
var hanGeneral = lazyregexp.New(`^(?:这个|该|本|当前|弹出的?|打开的?|新的?|出现的?|跳出的?|页面的?|网页的?|右上角|左上角|右下角|左下角|顶部|底部|最下面|最上面|下面|上面|页面|网页|弹窗|窗口|对话框|提示框|确认框|弹框|表单|表格|导航栏|导航|菜单栏|侧边栏|页头|页脚|工具栏|结果|详情|列表|页|里|中|的|这里|那里)+$`)

// hanNoun takes off what only points at a thing, and marks around it.
func hanNoun(s string) string {
	s = strings.TrimSpace(s)
	for {
		before := s
		s = strings.TrimSpace(hanPointEnd.ReplaceAllString(hanPointLead.ReplaceAllString(s, "$1"), "$1"))
		if s == "" {
			return before
		}
		if q := quotes(s); len(q) == 1 && q[0][0] == 0 && q[0][1] == len(s) {
			return inside(s)
		}
		if s == before {
			return s
		}
	}
}

var (
	hanPointLead = lazyregexp.New(`(?s)^(?:那个|这个|一下|名为|名叫|叫做|叫|标为|写着|页面上的|页面中的|页面里的|下面的|上面的|里面的|右上角的|左上角的|底部的|顶部的|左边的|右边的|左侧的|右侧的|弹窗里的|弹窗中的|对话框里的|对话框中的|导航栏里的|导航栏的|菜单里的|“?的)\s*(.+)$`)
	hanPointEnd  = lazyregexp.New(`(?s)^(.+?)\s*(?:这个|那个|这一|那一|的)?\s*(?:` + hanPointing + `)$`)
)

// hanNewPair is a value for a name as they were written.
func hanNewPair(label, value string) pair {
	p := newPair(hanNoun(label), value)
	if m := hanCodeOf.FindStringSubmatch(p.value); m != nil && !p.quoted {
		p.value = m[1]
	}
	if !p.quoted {
		p.value = hanValueEnd(p.value)
	}
	return p
}

// hanCodeOf is a number and what it is of: SF1023的快件.
var hanCodeOf = lazyregexp.New(`^([A-Za-z]{0,6}[\d-]{3,}[A-Za-z\d-]*)的\p{Han}{1,4}$`)

// hanPair reads “姓名填张伟” by its link alone.
func hanPair(text string) []pair {
	for _, form := range []*lazyregexp.Regexp{hanLabelled, hanWeak} {
		if m := form.FindStringSubmatchIndex(clockMask(mask(text))); m != nil && utf8.RuneCountInString(text[m[2]:m[3]]) <= 16 && (form == hanLabelled || utf8.RuneCountInString(text[m[2]:m[3]]) > 1) {
			return []pair{hanNewPair(text[m[2]:m[3]], text[giveBackTo(text, m, 6):m[7]])}
		}
	}
	return nil
}

var hanWeak = lazyregexp.New(`(?s)^([^，。；：:=\n]{1,24}?)\s*(` + hanWeakLinks + `)\s*(.+)$`)
