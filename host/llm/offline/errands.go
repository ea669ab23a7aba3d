package offline

import (
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// An errand is what a step wants of the browser rather than of the page: a picture,
// another stretch of the page, a while, another tab. forms are how a whole step
// asks for it, in both languages; do gets what the form has caught.
type errand struct {
	tool  string
	forms []*lazyregexp.Regexp
	do    func(r *runner, st step, m map[string]string) error
}

func formsOf(list ...string) []*lazyregexp.Regexp {
	var out []*lazyregexp.Regexp
	for _, f := range list {
		out = append(out, lazyregexp.New(`(?is)^`+f+`$`))
	}
	return out
}

// errands are tried in order. A named group says the same in either language.
var errands = []errand{
	{"screenshot", formsOf(
		`(?:take|make|grab|capture|get|give me)\s+(?:me )?(?:a |an |another )?(?P<whole>full[- ]page |whole[- ]page |long )?(?:screen ?shot|screen capture)(?: of (?:the |this )?(?:current )?(?:(?P<all>(?:whole|entire|full) (?:page|site))|page|screen|tab|window|view|it))?`,
		`screenshot(?: (?:the |this )?(?:(?P<all>(?:whole|entire|full) page)|page|screen|tab|it))?`,
		`(?:(?:对|给|把|为)?(?:当前|这个|该)?(?:的)?(?:页面|网页|屏幕|标签页)?(?:进行|做|来)?(?:一次|一个|一张)?)?(?P<whole>整页|全页|长|完整)?(?:截图|截屏|截个图|截个屏|截一张图|截张图|截下图|截一下图|截一下屏|截下来|拍个照)(?:保存)?`,
		`截(?:一张|个)?(?P<whole>整页|全页|长)(?:图|屏)`,
		`(?:截|截取)(?P<all>整个|完整)?(?:当前)?(?:页面|网页|屏幕)(?:的)?(?:图|截图)?`,
	), (*runner).screenshot},
	{"scroll", formsOf(
		`scroll (?:the page |a (?:bit|little) )?(?:further )?(?P<way>up|down|left|right)(?: (?:the page|a (?:bit|little|page|screen)|some more|further))?`,
		`scroll (?:the page )?(?:down |up |all the way )*(?:to )?(?:the )?(?:very )?(?P<end>bottom|end|top|start|beginning)(?: of the (?:page|list|site))?`,
		`scroll (?:the page )?(?:down |up )?(?:to|until (?:you|i) (?:see|reach)) (?:the )?(?P<to>[^\s,，;；。][^,，;；。]*)`,
		`(?:把)?(?:页面|网页)?(?:再|继续)?(?:往|向|朝)?(?P<way>上|下|左|右)(?:滚动|滚|滑动|滑|翻|拉)(?:一下|一点|一些|一屏|一页)?`,
		`(?:把)?(?:页面|网页)?(?:一直)?(?:往下|往上|向下|向上)?(?:滚动|滚|滑动|滑|拉|翻)(?:到|至)(?:页面|网页)?的?(?:最)?(?P<end>顶部|底部|上面|上边|下面|下边|底端|顶端|底|顶|末尾|开头)`,
		`(?:把)?(?:页面|网页)?(?:往下|往上|向下|向上)?(?:滚动|滚|滑动|滑|拉)(?:到|至)(?P<to>[^\s,，;；。][^,，;；。]*?)(?:那里|那儿|处|的位置|位置|部分)?`,
	), (*runner).scroll},
	{"wait_for", formsOf(
		`wait (?:for )?(?:about |another )?(?P<n>\d+|an?|one|two|three|four|five|ten|half a) ?(?P<unit>seconds?|secs?|s|milliseconds?|ms|minutes?|mins?)`,
		`wait (?:for|until|till) (?:the )?(?P<gone>[^\s,，;；。][^,，;；。]*?) (?:to (?:disappear|go away|be gone|vanish|close)|(?:is|are|has|have) (?:gone|disappeared|hidden|vanished|closed)|disappears?|goes away|vanish(?:es)?)`,
		`wait (?:for|until|till) (?:the )?(?P<there>[^\s,，;；。][^,，;；。]*?)(?: to (?:appear|show up|load|be (?:there|shown|visible|ready))| (?:appears?|shows up|loads|is (?:there|shown|visible|ready)|has (?:appeared|loaded)))?`,
		`(?:再|先|稍)?(?:等待|等候|等|停|暂停)(?:上|个)?(?:大约|约)?(?P<n>[\d零一二三两四五六七八九十半]+)(?:个)?(?P<unit>秒钟|秒|分钟|毫秒)(?:钟)?`,
		`(?:等待|等到|等)(?P<gone>[^\s,，;；。][^,，;；。]*?)(?:消失|不见|没有了|没了|关闭)(?:了)?(?:为止|之后|以后|后)?`,
		`(?:等待|等到|等)(?P<there>[^\s,，;；。][^,，;；。]*?)(?:出现|显示|出来|加载完成?|加载好)(?:了|完)?(?:为止|之后|以后|后)?`,
	), (*runner).pause},
	{"close_tab", formsOf(
		`close (?:this|the|the current|that|current) (?:browser )?tab`, `close tab`,
		`(?:把)?(?:当前|这个|此|本|该)?的?(?:标签页|标签|页签|浏览器标签页)(?:关闭|关掉|关了|关上)`,
		`(?:关闭|关掉|关上|关了)(?:当前|这个|此|本|该)?的?(?:标签页|标签|页签)`,
	), (*runner).closeTab},
	{"open_tab", formsOf(
		`open (?:the )?(?P<to>[^\s,，;；。][^,，;；。]*?)(?: page| link)? in (?:a |another )?new (?:browser )?(?:tab|window)`,
		`(?:in|on) a new tab,? open (?:the )?(?P<to>[^\s,，;；。][^,，;；。]*)`,
		`(?:在|用)?新(?:的)?(?:开的)?(?:标签页|标签|窗口|页签)(?:里|中|上)?(?:打开|访问|进入)\s*(?P<to>[^\s,，;；。][^,，;；。]*)`,
		`(?:打开|把)?\s*(?P<to>[^\s,，;；。][^,，;；。]*?)\s*(?:在|用)新(?:的)?(?:标签页|标签|页签)(?:里|中)?打开`,
	), (*runner).openTab},
}

// longestErrand is how many bytes an errand may take; the forms are tried on every
// step of a prompt.
const longestErrand = 240

// errandOf is the errand that a whole step asks for, and what its form has caught.
func errandOf(text string) (*errand, map[string]string) {
	if text = strings.Trim(text, " .!。！"); len(text) > longestErrand {
		return nil, nil
	}
	for i := range errands {
		for _, f := range errands[i].forms {
			m := f.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			caught := map[string]string{}
			for n, name := range f.SubexpNames() {
				if name != "" && m[n] != "" {
					caught[name] = m[n]
				}
			}
			return &errands[i], caught
		}
	}
	return nil, nil
}

// milliseconds reads “2 seconds”, 三秒.
func milliseconds(n, unit string) int {
	amount := 0.0
	switch n = strings.ToLower(n); {
	case n == "half a" || n == "半":
		amount = 0.5
	case n == "a" || n == "an":
		amount = 1
	case lex().count[n] != "":
		amount = float64(number(lex().count[n]))
	default:
		amount = float64(number(figured(n)))
	}
	switch unit = strings.ToLower(unit); {
	case unit == "ms" || strings.HasPrefix(unit, "milli") || unit == "毫秒":
		return int(amount)
	case strings.HasPrefix(unit, "m") || unit == "分钟":
		return int(amount * 60_000)
	}
	return int(amount * 1000)
}

// trimZeros writes milliseconds as seconds.
func trimZeros(ms int) string { return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64) }
