package offline

import (
	"regexp"
)

var (
	hanAgain   = regexp.MustCompile(`^(?:然后|接着|随后)?(?:再|又)(?:点击|点|按|来)(?:一下|一次|一遍|一回)$`)
	hanTimesA  = regexp.MustCompile(`(?s)^(?:连续|连)?(?:点击|点|按)(?:了)?([两二三四五六七八九十\d]+)(?:下|次|遍)\s*(\S.*)$`)
	hanTimesB  = regexp.MustCompile(`(?s)^(?:连续|连)?(?:点击|点|按)\s*(\S.*?)\s*([两二三四五六七八九十\d]+)(?:下|次|遍)$`)
	hanForOne  = regexp.MustCompile(`(?s)^(?:给|为|对)\s*([^，,。；：:\n]{1,24}?)\s*((?:连续|连)?(?:点击|点|按|选择|选|勾选|勾)\s*\S.*)$`)
	hanOverlay = regexp.MustCompile(`^(?:在)?(?:弹出|跳出|出现|打开)?来?的?(?:那个|这个)?(?:弹窗|弹框|弹层|对话框|提示框|确认框|弹出框|弹出窗口|确认窗口|小窗)(?:里面|里|中|上|内)?的?\s*[，,：:]?\s*`)
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
