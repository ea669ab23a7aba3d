package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

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
	if _, ok := r.lookedAt(st); ok || beginsWithExact(st.text, r.page.allFields()) {
		return "", false
	}
	button := r.searchAfter(r.lastField())
	if button == nil || button.flags["disabled"] {
		return "", false
	}
	return r.page.called(button), true
}

// searchAfter is the first button behind a field, in the same box, that is called by a
// search; else any that starts one.
func (r *runner) searchAfter(field *element) *element {
	if field == nil {
		return nil
	}
	for _, e := range r.page.els {
		if e.role == "button" && e.ref != "" && e.index > field.index && e.parent == field.parent && hanSearches.MatchString(e.name()) && !e.flags["disabled"] {
			return e
		}
	}
	return r.searchButton(field)
}

var hanCodeAsk = lazyregexp.New(`^(?:帮我)?(?:查一下|查下|查查|查询一下|查询|查|搜一下|搜)\s*(\p{Han}{0,6}?)(?:是|为|：|:)?\s*([A-Za-z]{0,5}[- ]?\d[A-Za-z\d-]*(?: [A-Za-z\d-]+)*)\s*(\p{Han}.*)?$`)

// codeAsked reads 查下订单JYF-6621洗好了没 as a code for the field that is called so, the
// press of the button beside it, and a look at what comes.
func (r *runner) codeAsked(st step) ([]step, bool) {
	if st.kind != unclear && st.kind != read && st.kind != search && st.kind != find || r.waiting != "" || r.page == nil {
		return nil, false
	}
	m := hanCodeAsk.FindStringSubmatch(hanEnd(hanFree(st.text)))
	if m == nil || len(digits(m[2]))+len(m[2]) < 5 || beginsWithExact(hanFree(st.text), r.page.allFields()) { // 查询密码8899 is a value
		return nil, false
	}
	var fit []candidate
	for _, c := range r.page.fields() {
		if len(c.labels) > 0 && c.el.role == "textbox" && r.searchAfter(c.el) != nil && (m[1] == "" || sharedPairs(m[1], c.labels[0]) > 0) {
			fit = append(fit, c)
		}
	}
	if len(fit) != 1 {
		return nil, false
	}
	button := r.searchAfter(fit[0].el)
	out := []step{
		{kind: fill, verb: "set", object: m[2], text: st.text, place: st.place, zh: true, pairs: []pair{{label: fit[0].labels[0], value: m[2]}}},
		{kind: press, verb: "press", object: exactly(r.page.called(button)), text: st.text, place: st.place, zh: true},
	}
	if hanAsks(m[3]) || strings.HasSuffix(m[3], "没") {
		out = append(out, step{kind: read, verb: "what", object: "it says", text: m[3], zh: true})
	}
	return out, true
}
