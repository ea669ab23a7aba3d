package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	// hanTells tells of the person or the reason, and bids nothing.
	hanTells = lazyregexp.New(`^(?:因为|由于|主要是?|最近|刚刚?|我(?:的|家|们)?|他|她|孩子|老人|家里|反正)[^：:=\d“”"「」]*$|^[^：:=\d“”"「」]{4,}(?:了|呢|嘛|而已|的)$`)
	// hanSearches begins the name of a button that starts a search.
	hanSearches = lazyregexp.New(`^(?:搜|查|检索)\p{Han}{0,3}$`)
)

// passesOver reports whether the step that could not be read is a remark, which the
// report names: 我的车打不着火了, before steps that say what to do. One that speaks of
// something on the page is none.
func (r *runner) passesOver(steps []step) bool {
	if len(steps) < 2 || r.page == nil {
		return false
	}
	st := steps[0]
	if !st.zh || st.kind != unclear || !hanTells.MatchString(hanFree(st.text)) {
		return false
	}
	for _, list := range [][]candidate{r.page.choices(), r.page.boxes(), r.page.fields(), r.page.pressable(pressRoles, "button")} {
		for _, c := range list {
			if len(c.labels) > 0 && !strings.Contains(steps[1].text, c.labels[0]) && sharedSigns(c.labels[0], st.text) > 0.7 {
				return false
			}
		}
	}
	r.passed = append(r.passed, st)
	return true
}
