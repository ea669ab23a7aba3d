package offline

import "github.com/margay/margay/host/lazyregexp"

// hanSearchAsk is a question that has a search done first.
var hanSearchAsk = lazyregexp.New(`^(?:查一下|查查|查下|搜一下|搜搜|查询一下|查|搜)`)

// searchFirst gives the button that 查一下有几个活动 has pressed before its question: the
// one that starts the search for what was filled in right before.
func (r *runner) searchFirst(st step) (string, bool) {
	if st.kind != read && (st.kind != find || !hanAsks(st.object)) || !hanSearchAsk.MatchString(hanFree(st.text)) || r.waiting != "" || r.last == nil || r.page == nil {
		return "", false
	}
	if n := len(r.done); n == 0 || r.done[n-1].press {
		return "", false
	}
	button := r.searchButton(r.lastField())
	if button == nil || button.flags["disabled"] {
		return "", false
	}
	return r.page.called(button), true
}
