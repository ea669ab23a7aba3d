package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

const hanAgreed = `(?:好|行|对|嗯+|哦|噢)[的吧啊呀嘞了]?`

var (
	// hanTells tells of the person or the reason, and bids nothing.
	hanTells = lazyregexp.New(`^(?:因为|由于|主要是?|最近|刚刚?|我(?:的|家|们)?|他|她|孩子|老人|家里|反正)[^：:=\d“”"「」]*$|^[^：:=\d“”"「」]{4,}(?:了|呢|嘛|而已)$`)
	// hanWants wants something of the page, for whomever: 他要一份发票. A press behind it waits.
	hanWants = lazyregexp.New(`^(?:我们?|他们?|她们?|孩子|老人|家里|我家)?(?:还|也|就|都|另外|反正|最近)*(?:想要|要|想|需要?|希望|喜欢)`)
	// hanDoneTo bids something though it is told like a remark: 把会员停了, 这本借了.
	hanDoneTo = lazyregexp.New(`^(?:把|将|给)|(?:取消|停|关|[` + hanShortVerbs + `])掉?了$`)
	// hanAgrees is what people say to each other before they bid something.
	hanAgrees     = lazyregexp.New(`^(?:` + hanAgreed + `[\s，,、。！!]*)+$`)
	hanAgreedLead = lazyregexp.New(`(?s)^\s*(?:` + hanAgreed + `[，,]\s*)+(\S.*)$`)
	// hanSearches begins the name of a button that starts a search.
	hanSearches = lazyregexp.New(`^(?:搜|查|检索)\p{Han}{0,3}$`)
)

// pastRemark gives the steps after one that could not be read and bids nothing of its
// own: it names where the next one happens, or tells of the person.
func (r *runner) pastRemark(steps []step) ([]step, bool) {
	if next, ok := r.namesNext(steps); ok {
		return next, true
	}
	if r.passesOver(steps) {
		return steps[1:], true
	}
	return steps, false
}

// passesOver reports whether the step that could not be read is a remark, which the
// report names: 我的车打不着火了, before steps that say what to do. One that speaks of
// something on the page is none.
func (r *runner) passesOver(steps []step) bool {
	if len(steps) < 2 || r.page == nil {
		return false
	}
	st := steps[0]
	if !st.zh || st.kind != unclear || !hanTells.MatchString(hanFree(st.text)) || hanDoneTo.MatchString(hanFree(st.text)) || hanWants.MatchString(strings.TrimSpace(st.text)) {
		return false
	}
	for _, list := range [][]candidate{r.page.choices(), r.page.boxes(), r.page.fields(), r.page.pressable(pressRoles, "button")} {
		for _, c := range list {
			if len(c.labels) > 0 && !saidLater(steps[1:], c.labels[0]) && sharedSigns(c.labels[0], st.text) > 0.5 {
				return false
			}
		}
	}
	r.passed = append(r.passed, st)
	return true
}

// hanInterjects reports whether a step is no more than an interjection: 好，姓名填张三
// bids nothing with 好.
func hanInterjects(st step) bool {
	return st.zh && st.kind == unclear && hanAgrees.MatchString(st.text)
}

// pastInterjection gives the steps after an interjection. One alone means what has just
// this name, and never 好友.
func (r *runner) pastInterjection(steps []step) ([]step, error) {
	st := steps[0]
	if len(steps) > 1 {
		return steps[1:], nil
	}
	if err := r.current(); err != nil {
		return steps, err
	}
	if len(calledJust(st.text, r.page.pressable(pressRoles, "button"))) > 0 {
		return []step{st.pressing(exactly(st.text))}, nil
	}
	if len(calledJust(st.text, r.page.choices())) > 0 {
		st.kind, st.verb, st.object = choose, "choose", exactly(st.text)
		return []step{st}, nil
	}
	return steps, refuse("I do not understand “%s”.", st.text)
}

// saidLater reports whether one of some steps names something.
func saidLater(steps []step, name string) bool {
	for _, s := range steps {
		if strings.Contains(s.text, name) {
			return true
		}
	}
	return false
}

var hanOfIt = lazyregexp.New(`^(?:点击|点一下|点|按)?(?:它|其|这个|该)(?:那一?[行条])?的`)

// namesNext reads a step that only names a thing of the page as where the press after
// it happens: 第十三号别墅，点包场; 给宋代城市史投一票，点它的我也想要.
func (r *runner) namesNext(steps []step) ([]step, bool) {
	if len(steps) < 2 || r.page == nil || steps[0].kind != unclear || !steps[0].zh || steps[1].kind != press || strings.Contains(steps[1].object, " beside ") {
		return steps, false
	}
	body := hanEnd(hanFree(steps[0].text))
	t, name, ok := r.page.thingIn(body)
	if !ok || name != fold(body) && !hanOfIt.MatchString(hanFree(steps[1].text)) || len(t.names) == 0 {
		return steps, false
	}
	next := steps[1]
	next.object = hanOfIt.ReplaceAllString(next.object, "") + " beside " + name
	return append([]step{next}, steps[2:]...), true
}
