package offline

import "github.com/margay/margay/host/lazyregexp"

var (
	hanAgain  = lazyregexp.New(`^(?:然后|接着|随后)?(?:再|又)(?:点击|点|按|来)(?:一下|一次|一遍|一回)$`)
	hanTimesA = lazyregexp.New(`(?s)^(?:连续|连)?(?:点击|点|按)(?:了)?([两二三四五六七八九十\d]+)(?:下|次|遍)\s*(\S.*)$`)
	hanTimesB = lazyregexp.New(`(?s)^(?:连续|连)?(?:点击|点|按)\s*(\S.*?)\s*([两二三四五六七八九十\d]+)(?:下|次|遍)$`)
	// 选线性代数（点它那行的选课): how it is done stands behind it.
	hanExplained = lazyregexp.New(`(?s)^(?:选择|选|挑|报名|预订|预约|订|买|要)\s*(.+?)\s*[（(](?:点击|点|按)(?:它|其)?(?:那一?[行条项]|所在行|后面|旁边|对应)?的?\s*(.+?)(?:按钮)?[）)]$`)
	// 关掉提示（点仅必要）
	hanClosedBy = lazyregexp.New(`(?i)^(?:(?:把|将)[^（(]{1,20}(?:关了|关掉|关闭|关上|去掉|点掉)|(?:关掉|关闭|关上|处理掉|处理一下|处理|去掉)[^（(]{1,20})[（(](?:点击|点|按|选择|选)\s*(.+?)(?:按钮)?[）)]$`)
	hanThatEnd  = lazyregexp.New(`(?:这|那)一?[门个款场趟节本张件项]\p{Han}{0,2}$`)
	hanForOne   = lazyregexp.New(`(?s)^(?:给|为|对)\s*([^，,。；：:\n]{1,60}?)\s*((?:连续|连)?(?:点击|点|按|选择|选|勾选|勾)\s*\S.*)$`)
	hanOverlay  = lazyregexp.New(`^(?:在)?(?:弹出|跳出|出现|打开)?来?的?(?:那个|这个)?(?:弹窗|弹框|弹层|对话框|提示框|确认框|弹出框|弹出窗口|确认窗口|小窗|窗口|页面)(?:里面|里|中|上|内)?的?\s*[，,：:]?\s*(?:再|就|请|去)?`)
)

// hanRepeat reads “press three times”.
func hanRepeat(body, text string) (step, bool) {
	name, times := "", ""
	if m := hanTimesA.FindStringSubmatch(body); m != nil {
		name, times = m[2], m[1]
	} else if m := hanTimesB.FindStringSubmatch(body); m != nil {
		name, times = m[1], m[2]
	}
	if n := number(figured(times)); n > 1 && n <= mostSteps {
		return step{kind: press, verb: "press", object: hanNoun(name), text: text, times: n}, true
	}
	return step{}, false
}

// againVerb is the command of a step that wants the press before once more.
const againVerb = "again"

// hanHead is a clause from its command on: fillers, the dialog that it happens in and
// “when that is done” are taken off.
func hanHead(text string) string {
	for {
		body := hanUnboxed(hanFree(text))
		if m := hanDone.FindStringSubmatch(body); m != nil {
			body = hanFree(m[1])
		}
		if body == text {
			return body
		}
		text = body
	}
}

// hanUnboxed takes “in the dialog” off the beginning of a step: what has to be
// pressed there is found without it, since what lies below cannot be pressed.
func hanUnboxed(text string) string {
	if at := hanOverlay.FindStringIndex(text); at != nil {
		rest := text[at[1]:]
		if _, object, ok := hanLead(rest, hanTables().commands); ok && object != "" || hanLabelled.MatchString(mask(rest)) {
			return rest
		}
		if _, _, ok := hanLead(rest, hanTables().commands); ok {
			return rest
		}
	}
	return text
}
