package offline

import "github.com/margay/margay/host/lazyregexp"

// noticeForm is how people call what a page lays over itself or shows in a bar.
var noticeForm = lazyregexp.New(`(?i)提示|弹窗|弹框|公告|横幅|广告|通知|浮层|窗口|cookie|隐私|引导|对话框|\b(?:banner|pop-?up|notice|bar|overlay|dialog|message)\b`)

// closeForm is what a button is called that puts such a thing away and agrees to
// nothing.
var closeForm = lazyregexp.New(`(?i)^\W*(?:关闭|关掉|知道了|我知道了|好的|我已知晓|已知晓|以后再说|下次再说|暂不|跳过|不再提示|稍后|收起|×|✕|✖|x|close|dismiss|got it|ok|okay|not now|skip|no thanks)\W*$`)

// closeNotice finds the button that puts a notice away, where only one can be
// meant: the one that stands with words of its name, else the only one.
func (r *runner) closeNotice(name string) (ranked, bool) {
	if !noticeForm.MatchString(name) {
		return ranked{}, false
	}
	var fit, near []ranked
	for _, c := range r.page.pressable(wordSet("button link clickable"), "button") {
		if !closeForm.MatchString(c.el.name()) || c.el.flags["disabled"] {
			continue
		}
		fit = append(fit, ranked{candidate: c})
		if compare(words(noticeForm.ReplaceAllString(name, " $0 ")), r.page.standsWith(c.el), nil).own >= 0.5 {
			near = append(near, ranked{candidate: c})
		}
	}
	switch {
	case len(near) == 1:
		return near[0], true
	case len(fit) == 1:
		return fit[0], true
	}
	return ranked{}, false
}

// standsWith are the words of the lines right before an element, and of what holds
// it.
func (p *page) standsWith(e *element) []string {
	text := ""
	p.up(e, func(a *element) bool { text += " " + a.name(); return false })
	for i := e.index - 1; i >= 0 && i >= e.index-4; i-- {
		text += " " + p.els[i].name()
	}
	return words(text)
}
