package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	// hanEnough says that no more is to be done.
	hanEnough = lazyregexp.New(`^(?:只要|只)?(?:填好|填完|选好|勾好|写好|做到这里|到这里|这样|到此)(?:就行|就好|即可|就可以|为止|就够)了?$|^(?:就|先)?(?:停下来?|停住|打住)(?:就行|就好|即可)?$`)
	// hanSearchBox begins with a field that is called by a command.
	hanSearchBox = lazyregexp.New(`^(?:搜索|查询|检索)(?:框|栏|输入框)(?:里面|里|中|内)?(?:输入|填写|填入|填|写|打)`)
)

var hanGoalHead = lazyregexp.New(`(?s)^\s*(?:我们?|本人)(?:想要|想|要|需要|打算|准备|来)(?:去|来)?[^，,。；：:“”"\n]{2,20}[：:]\s*(\S.+)$`)

// hanAfterGoal takes off what a person is after before a colon, where a command
// follows: 我想查办证进度：切换到进度查询.
func hanAfterGoal(clause string) string {
	if m := hanGoalHead.FindStringSubmatch(clause); m != nil {
		if _, _, led := hanLead(hanFree(m[1]), hanTables().commands); led || hanDisposes.MatchString(m[1]) {
			return m[1]
		}
	}
	return clause
}

// hanPressNext reports whether a press or a search begins behind a space, before
// which a number or a foreign word may stand: 订单号 YG20391 点查询.
func hanPressNext(after string) bool {
	p, rest, ok := hanLead(after, hanTables().commands)
	return ok && (p.group == "search" && utf8.RuneCountInString(p.text) > 1 || p.group == "press" && rest != "" && p.text != "戳" || p.group == "self" && utf8.RuneCountInString(p.text) > 1)
}

// hanGoals parts what a person is after from the values that follow it without a
// command: 我要请假，开始日期3月9日. A goal may be dropped, a value never.
func hanGoals(clauses []string) []string {
	var out []string
	for _, c := range clauses {
		at := strings.IndexAny(mask(c), "，,")
		free := hanFree(c)
		_, _, led := hanLead(free, hanTables().commands)
		if at <= 0 || led || !hanWish.MatchString(strings.TrimSpace(c)) || hanLabelled.MatchString(mask(free)) && !strings.ContainsAny(mask(free)[:len(free)-len(c[at:])], "：:=") {
			out = append(out, c)
			continue
		}
		_, size := utf8.DecodeRuneInString(c[at:])
		out = append(out, c[:at], strings.TrimSpace(c[at+size:]))
	}
	return out
}

// hanPlain writes a prompt with the words that the tables have.
func hanPlain(prompt string) string {
	sh := shield(prompt)
	var b strings.Builder
	for i, r := range prompt {
		if r == '啥' && !sh[i] && !hanNoQuestion(prompt[:i], prompt[i+len("啥"):]) {
			b.WriteString("什么")
			continue
		}
		b.WriteRune(r)
	}
	plain := hanKeyed.ReplaceAllString(hanBanned(b.String()), "${1}输入$2")
	plain = hanDoctor.ReplaceAllString(plain, "预约$1")
	plain = hanFurther.ReplaceAllString(plain, "${1}${2}是多少？")
	plain = hanLeaves.ReplaceAllString(plain, "${1}填$2")
	if m := hanGoLook.FindStringSubmatch(plain); m != nil && !hanGeneral.MatchString(m[2]) {
		into := "去" + m[2] + "，"
		if strings.HasSuffix(m[2], "表") {
			into = "" // a table is looked at where it stands
		}
		plain = strings.Replace(plain, m[0], m[1]+into+m[3], 1)
	}
	return plain
}

// hanNoQuestion reports whether 啥 asks for nothing between such words: 备注写没啥要求,
// 啥都行.
func hanNoQuestion(before, after string) bool {
	return strings.HasSuffix(before, "没") || strings.HasPrefix(after, "都") || strings.HasPrefix(after, "也")
}

var (
	// hanLinkNext is a name and its value behind a code: ZC-01120 忌口选无糖.
	hanLinkNext = lazyregexp.New(`^\p{Han}{2,8}(?:勾选|勾|选择|选|填写|填|输入|写|改成|改为|设为|：|:)\s*\S`)
	// hanSpaced begins a step behind a space and a press.
	hanSpaced = lazyregexp.New(`^(?:给|把|将|再|然后|接着|最后|帮)`)
	// hanCodeThen is a command right behind a code: 单号MH20931查一下.
	hanCodeThen = lazyregexp.New(`^(?:来|去)?(?:查一下|查询|查下|搜一下|兑换|验一下|点击|点一下)`)
	// hanDoneThen is a command right behind a remark: 疫苗打齐了勾上….
	hanDoneThen = lazyregexp.New(`^(?:就|请|帮我)?(?:勾上|勾选|选择|点击|点一下)\p{Han}{2}`)
)

func isAlnum(c byte) bool { return c < 0x80 && (isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z') }

// hanWaived forbids behind the name of what is not to be done: 注册就算了, 停在提交之前, 提交之前停下.
var hanWaived = lazyregexp.New(`(^|[，。；,;\n]\s*)(?:([^\s，。；：,;:\n“”"「」『』改填选写设为成][^，。；：,;:\n“”"「」『』改填选写设为成]{1,14}?)\s*(?:这步|这一步)?(?:就|就先|先|还是|也就)?(?:算了|免了|省了|不用了|不必了|不弄了|别弄了)[吧啦]?|(?:先|就)?停在\s*([^，。；：,;:\n“”"「」『』]{1,14}?)\s*(?:之前|以前|前面|前)(?:就行|就好|即可)?|(?:在|做到|到)?\s*([^，。；：,;:\n“”"「」『』改填选写设为成]{1,14}?)\s*(?:之前|以前|前面|前)(?:就)?(?:停下来?|停住|打住|停|为止)(?:就行|就好|即可)?)($|[\s，。；,;！!]|然后|接着|再)`)

// hanUnsaid names nothing that could be waived: 那就算了.
var hanUnsaid = lazyregexp.New(`^(?:那|这|就|还是|也|先|我|这次|今天|暂时)*$`)

var (
	// hanDoctor is how people say that they want to see a doctor: 挂何东医生的号.
	hanDoctor = lazyregexp.New(`挂(?:一个|个|一下)?([^，。；,;\n“”"挂]{1,8}?)(?:医生|大夫|主任|教授)的号`)
	// hanFurther is a question that goes on with another thing: 牛肉面多少钱？配送费呢？
	hanFurther = lazyregexp.New(`([？?]\s*)(?:那|那么)?([^，。？?；,;\n“”"还然后结果人你您我他她它]{2,10})呢\s*(?:[？?]|$)`)
)

// hanBanned puts what forbids behind a name before it, but in the value of a field for sentences.
func hanBanned(prompt string) string {
	var b strings.Builder
	from := 0
	for _, m := range hanWaived.FindAllStringSubmatchIndex(prompt, -1) {
		clause := prompt[:m[0]]
		if hanHoldsText(clause[strings.LastIndexAny(clause, "。；;\n")+1:]) {
			continue
		}
		name := m[4:6]
		for at := 6; name[0] < 0; at += 2 {
			name = m[at : at+2]
		}
		if hanUnsaid.MatchString(prompt[name[0]:name[1]]) {
			continue
		}
		b.WriteString(prompt[from:m[3]] + "不要" + prompt[name[0]:name[1]])
		from = m[10]
	}
	return b.String() + prompt[from:]
}

var (
	// hanKeyed and hanLeaves are short words for filling in: 那栏输MH20931, 手机号留138….
	hanKeyed  = lazyregexp.New(`([栏框里那处])(?:输|打|敲|填个|写个)([A-Za-z0-9])`)
	hanLeaves = lazyregexp.New(`(号码?|电话|手机|邮箱|微信)(?:就)?留(?:的是|的)?([\dA-Za-z])`)
)

// hanGoLook is a look into a part of the page: 到接种记录里看看…
var hanGoLook = lazyregexp.New(`(^|[，。；\n]|再|然后|先)(?:到|去)([^，。；：:“”\n]{2,10}?)(?:页面|标签页|标签|一栏|那栏|栏目)?(?:里面|里|中|那里|那儿|上)(看看|看一下|看下|看一眼|瞧瞧|查一下|查查|找找|瞅瞅)`)

// hanBehindAddress reports whether a step begins behind an address and a space.
func hanBehindAddress(before, after string) bool {
	at := addressForm.FindAllStringIndex(before, -1)
	return len(at) > 0 && at[len(at)-1][1] == len(before) && (hanDisposes.MatchString(after) || hanBegins(after, false))
}
