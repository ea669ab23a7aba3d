package offline

import (
	"regexp"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	hanAskForm  = lazyregexp.New(`多少|什么|怎么|多(?:大|高|远|重|宽|快|贵)|几[^乎何十百千\d\s]|几$|哪|谁|有没有|有无|是否|是不是|吗[？?]?$|多久|多长|何时|怎么样|如何|[？?]$`)
	hanMoney    = lazyregexp.New(`^(.*?)(?:总共|一共)?(?:要|需要|卖|值|得|付|花|收)*(?:多少钱|多少元|什么价|怎么收费|怎么收钱|收费(?:是)?多少|收费标准)(?:一.)?$`)
	hanDay      = lazyregexp.New(`^(.*?)(?:是|在)?(?:什么时候|何时|哪一天|哪天|几月几[日号]|几号|什么日子)(.*)$`)
	hanHour     = lazyregexp.New(`^(.*?)(?:是|在)?(?:几点钟?|什么时间)(.*)$`)
	hanLong     = lazyregexp.New(`^(.*?)(?:需要|要|是|有)?(?:多久|多长时间|多长|几天|几个小时|几小时|几分钟)(.*)$`)
	hanWhere    = lazyregexp.New(`^(.*?)(?:在|是)?(?:哪里|哪儿|什么地方|哪个地方)(.*)$`)
	hanWho      = lazyregexp.New(`^(.*?)(?:是|由)?谁(.*)$`)
	hanMany     = lazyregexp.New(`^(.*?)(?:现在|总共|一共|还|共|里|中|上)*(?:有|剩|剩余|剩下|余|显示)?(?:多少[` + hanOfThings + `分]?|几\p{Han})(.*)$`)
	hanMuch     = lazyregexp.New(`^(.*?\p{Han}.*?)(?:现在|目前)?(?:分别|各)?(?:是|为)?多少$`) // 价格多少: what it is says its name
	hanHow      = lazyregexp.New(`^(.*?)(?:有|是)?多(?:大|高|远|重|宽|快|贵)$`)
	hanWhat     = lazyregexp.New(`^(.*?)(?:现在|目前|当前)?(?:写的是|显示的是|显示为|显示|写着|写了|叫做|叫|是|为|有|成了|变成了)?(?:多少|什么|哪个|哪一个|哪些|哪一.|哪.|啥|怎么样|如何|怎样)$`)
	hanWhatIs   = lazyregexp.New(`^(.*?)(?:的)?(?:数值|数字|内容)?(?:是|为)(?:多少|什么|哪个|哪一个|哪些|啥|哪一.|哪.)$`)
	hanWhole    = lazyregexp.New(`^(?:现在|目前)?(?:(?:这个|该|当前|整个)?(?:页面|网页|屏幕|系统|网站|它|弹窗|表单|提示信息|提示|结果|消息))?(?:上面|上|里|中)?(?:现在|最后|最终|会|都)?(?:显示|说|写|提示|出现|反馈|返回|弹出)?(?:了|着|的)?(?:是)?(?:些)?(?:怎么说|怎么写|怎么提示|怎么显示|什么内容|什么提示|什么信息|什么|啥|哪些内容|内容|结果|全文|正文|文字|怎么样)$|^(?:这个|当前|整个)?(?:页面|网页)(?:内容|文字|全文)?$`)
	hanYesNo    = lazyregexp.New(`^(?:一下)?(?:(?:这个|当前)?(?:页面|网页|这里|列表|表格)(?:上|里|中)?)?(?:是否|有没有|有无|是不是|能不能看到|能看到)(?:有|写着|提到|显示|包含|出现|提示|看到)?(?:了)?\s*(.+?)(?:字样|这几个字|的字样|吗)?$`)
	hanYesNoMa  = lazyregexp.New(`^(?:一下)?(?:(?:这个|当前)?(?:页面|网页|这里|列表|表格)(?:上|里|中)?)(?:有|写着|写了|提到|提到了|显示|显示了|包含|出现|出现了)\s*(.+?)(?:字样)?(?:了)?吗$`)
	hanState    = lazyregexp.New(`^(.+?)(?:现在)?(?:是否|是不是|有没有)?(?:已经|已)?(?:被)?(勾选|勾上|选中|打勾|启用|开启|打开|禁用|关闭)(?:上|着)?(?:了)?(?:吗|没有|没|状态)?$`)
	hanReadLead = lazyregexp.New(`^(?:我|一下|给我|听|出来|：|:|，|,|\s|现在|这个页面上?的?|页面上显示的|页面显示的|页面上的|页面的|页面上|网页上的?|上面的|显示的|最后的|最终的|刚才的|得到的|返回的|生成的|系统给出的|给出的|弹出的|它显示的|那个|(?:这|该|本)(?:篇|条|个|则)(?:公告|文章|通知|新闻|帖子)(?:的)?)+`)
	hanIts      = lazyregexp.New(`^(?:它|他|她|这个|该|此|其|这一行|那一行|这条|那条|这件|该行)(?:们)?(?:的)?`)
	hanNth      = lazyregexp.New(`^(?:第\s*([零〇一二两三四五六七八九十\d]+)|(最后|末尾|倒数第一)一?)\s*[` + hanOfThings + `]?\s*(?:搜索结果|结果|商品|产品|文章|条目|链接|帖子|航班|车次|订单|记录|酒店|课程|新闻|选项|图书|书)?(的)?\s*(.*)$`)
	hanTellEnd  = lazyregexp.New(`(?:告诉我|读出来|念出来|给我|报给我|读给我听|[，,。！!？? ])+$`)
	hanWhatNoun = lazyregexp.New(`^(.{2,}?)(?:现在|目前|当前)?(?:是|处于|属于|有)?(?:什么|哪种)(状态|情况|颜色|型号|规格|类型|等级|级别|职位|职称|品牌|口味|面料|材质|床型|户型)$`)
	hanHowPut   = lazyregexp.New(`^(.{2,}?)(?:上|里)?(?:是)?(?:怎么|怎样)(?:写|说|规定|要求|安排|算)的?$`)
	hanIsEnd    = lazyregexp.New(`(?:分别|各自|是|为|有|在|要|的|了)+$`)
	hanSplitAsk = lazyregexp.New(`\s*(?:以及|还有|[、，,]|和|及|与|跟)\s*`)
	hanOptions  = lazyregexp.New(`^(.+?)(?:有哪些(?:选项|选择)?(?:可选|可以选)?|可以选哪些|有什么选项|能选(?:什么|哪些)|的(?:所有|全部)?(?:可选)?选项(?:有哪些)?)$`)
	hanKinds    = lazyregexp.New(`^(?:所有的?|全部的?|页面上?的?|这个页面上?的?|有哪些)*(链接|按钮|字段|输入框|复选框|表格)(?:有哪些|有什么)?$`)
	hanWhich    = lazyregexp.New(`^(?:哪个|哪些|哪一个|哪一.|哪.|什么)(.*?)(?:的)?(?:状态)?(?:是|为|有|在|属于|处于)(.+?)(?:的|状态)?$`)
)

// hanAsks reports whether a text is a question.
func hanAsks(text string) bool {
	plain := unquotedPart(text)
	if hanAskForm.MatchString(plain) {
		return true
	}
	run := []rune(plain)
	for i := 0; i+2 < len(run); i++ { // 赔不赔
		if (run[i+1] == '不' || run[i+1] == '没') && run[i] == run[i+2] && isHan(run[i]) {
			return true
		}
	}
	return false
}

// hanFrame gives questions about the page as such, about its words and about the
// state of a control the form that they have in English.
func hanFrame(st step) step {
	body := hanQuestion(st.object)
	switch {
	case hanWhole.MatchString(body), body == "" && st.kind == read:
		st.verb, st.object = "what", "it says"
	case hanOptions.MatchString(body) && !hanNth.MatchString(body):
		st.object = "options for " + hanNoun(hanOptions.FindStringSubmatch(body)[1])
	case hanKinds.MatchString(body):
		name := hanKinds.FindStringSubmatch(body)[1]
		st.object = map[string]string{"链接": "links", "按钮": "buttons", "字段": "fields", "输入框": "fields", "复选框": "checkboxes", "表格": "table"}[name]
	case hanYesNoMa.MatchString(body):
		st.verb, st.object = "check whether", `the page says "`+hanNoun(hanYesNoMa.FindStringSubmatch(body)[1])+`"`
	case hanState.MatchString(body) && (strings.HasSuffix(body, "吗") || strings.HasSuffix(body, "没有") || strings.Contains(body, "是否") || strings.Contains(body, "是不是") || strings.Contains(body, "有没有")):
		st.verb, st.object = "check whether", hanNoun(hanState.FindStringSubmatch(body)[1])+" is ticked"
	case hanYesNo.MatchString(body):
		st.verb, st.object = "check whether", `the page says "`+hanNoun(hanYesNo.FindStringSubmatch(body)[1])+`"`
	}
	return st
}

// hanQuestion is a question without what only leads to it.
func hanQuestion(text string) string {
	body := strings.TrimSpace(text)
	for {
		t := strings.TrimSpace(hanTellEnd.ReplaceAllString(hanReadLead.ReplaceAllString(body, ""), ""))
		if t == body {
			return body
		}
		body = t
	}
}

// hanQueries reads what a read step wants to know.
func hanQueries(st step) []query {
	body := hanQuestion(st.object)
	sh := shield(body)
	var parts []string
	from := 0
	for _, m := range hanSplitAsk.FindAllStringIndex(body, -1) {
		if strings.Contains(body[m[0]:m[1]], "还有") && hanStillMany.MatchString(body[m[1]:]) {
			continue
		}
		if !sh[m[0]] && m[0] > from {
			parts = append(parts, body[from:m[0]])
			from = m[1]
		}
	}
	parts = append(parts, body[from:])
	end := hanAskedEnd.FindString(body)
	var out []query
	owner := ""
	for i, p := range parts {
		if strings.TrimSpace(p) == "" {
			continue
		}
		if i == 0 {
			if at := strings.LastIndex(p, "的"); at > 0 && len(parts) > 1 {
				owner = p[:at+len("的")]
			}
		} else if owner != "" && !strings.Contains(p, "的") {
			p = owner + p // 台灯的价格和库存
		}
		if i < len(parts)-1 && end != "" && !hanAsks(p) {
			p += end // 订单号和总价分别是多少
		}
		out = append(out, hanQuery(p))
	}
	return out
}

// hanStillMany: in 还有多少 the word joins nothing.
var hanStillMany = lazyregexp.New(`^(?:多少|几|没有|哪|谁|什么|货|票|位|空|余)`)

var hanAskedEnd = lazyregexp.New(`(?:各|分别|都)?(?:是多少|是什么|有多少|多少钱|是几点|是什么时候)[？?]?$`)

// hanQuery reads one question.
func hanQuery(text string) query {
	asked := strings.ReplaceAll(hanQuestion(text), "几点到几点", "几点")
	q := query{asked: asked, zh: true}
	body := strings.TrimRight(asked, "？?。！! ")
	body = hanMood.ReplaceAllString(body, "")
	if t := hanIts.ReplaceAllString(body, ""); t != body && t != "" {
		body, q.its = t, true
	}
	both := func(m []string) string {
		t := hanIsEnd.ReplaceAllString(m[1], "")
		if len(m) > 2 {
			t += hanIsEnd.ReplaceAllString(m[2], "")
		}
		return t
	}
	shown := body
	set := func(m []string, typ valueSort, loose bool) {
		body, q.typ, q.loose = both(m), typ, loose
	}
	form := func(f *lazyregexp.Regexp) []string { return f.FindStringSubmatch(body) }
	switch {
	case form(hanMoney) != nil:
		if set(form(hanMoney), money, false); body == "" {
			body = "价格"
		}
	case form(hanWhatNoun) != nil:
		m := form(hanWhatNoun)
		body, q.part = m[1]+"的"+m[2], words(m[2])
		shown = body
	case form(hanHowPut) != nil:
		body = both(form(hanHowPut))
		shown = body
	case form(hanHow) != nil:
		body = both(form(hanHow))
	case form(hanMuch) != nil:
		body = both(form(hanMuch))
		shown = body
	case form(hanWhatIs) != nil:
		body = both(form(hanWhatIs))
		shown = body
	case form(hanDay) != nil:
		set(form(hanDay), day, true)
	case form(hanHour) != nil:
		set(form(hanHour), clock, true)
	case form(hanLong) != nil:
		set(form(hanLong), duration, true)
	case form(hanWhere) != nil:
		m := form(hanWhere)
		if body = both(m); m[2] != "" {
			q.part = words(m[2])
		}
	case form(hanWho) != nil:
		set(form(hanWho), person, false)
	case form(hanMany) != nil:
		set(form(hanMany), count, false)
		body = hanCounted.ReplaceAllString(body, "")
		q.measure = hanMeasure(asked)
	case form(hanWhat) != nil:
		body = both(form(hanWhat))
		shown = body
	}
	body = strings.TrimSpace(body)
	if m := hanNth.FindStringSubmatch(body); m != nil {
		q.ordinal = hanNthOf(m)
		body = m[4]
		shown = asked
	}
	q.text = shown
	typ := q.typ
	q.name(body)
	if owner, part, ok := strings.Cut(body, "的"); ok && owner != "" && !strings.Contains(part, "的") && q.part == nil {
		q.part = words(part)
	}
	if typ != anything {
		q.typ = typ
	}
	return q
}

// hanMood ends a question and asks nothing.
var hanMood = lazyregexp.New(`(?:来着|呢|啊|呀|啦|哈|哦)+$`)

// hanCounted are words that only say that something is counted.
var hanCounted = lazyregexp.New(`一共|总共|总计|共计|找到|搜到|查到|搜索到|显示|还剩下?|剩下|符合条件的?|结果`)

var hanMeasureIn = lazyregexp.New(`(?:多少|几)(\p{Han})`)

// hanMeasure is the measure that a question counts in: 本 of 几本书.
func hanMeasure(asked string) string {
	if m := hanMeasureIn.FindStringSubmatch(asked); m != nil && strings.Contains(hanMeasures+"本篇门节种款场趟笔处家次元座", m[1]) {
		return m[1]
	}
	return ""
}

// measuredLines are the values that count in the measure of a question, those that
// the last press has brought before others; nil where that leaves several.
func measuredLines(q query, facts []fact, isNew func(*element) bool) []found {
	if q.measure == "" {
		return nil
	}
	form := regexp.MustCompile(`([\d,]+|[零一二两三四五六七八九十百]+)\s*` + q.measure)
	var fresh, old []found
	for _, f := range facts {
		m := form.FindStringSubmatch(f.line)
		if !f.whole || m == nil || f.row {
			continue
		}
		h := found{fact: f, value: m[0]}
		if isNew(f.el) {
			fresh = append(fresh, h)
		} else {
			old = append(old, h)
		}
	}
	for _, list := range [][]found{fresh, old} {
		if len(list) == 1 {
			return list
		}
	}
	return nil
}

// hanNthOf is the place that 第三 or 最后一 means.
func hanNthOf(m []string) int {
	if m[2] != "" {
		return -1
	}
	n := 0
	for _, c := range figured(m[1]) {
		if c < '0' || c > '9' || n > 1000 {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}
