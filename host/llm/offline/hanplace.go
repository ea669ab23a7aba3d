package offline

import "github.com/margay/margay/host/lazyregexp"

// hanInThat is a part of the page before a thing in it that is quoted or pointed at:
// 我的预订里“新人培训”那条.
var hanInThat = lazyregexp.New(`(?s)^([^“”"，,。；：:]{2,12}?)(?:里面|里边|里|中|下面|列表里)的?\s*([“"「『《].+|.+?(?:那|这)一?[` + hanOfThings + `].{0,3})$`)

var hanPage = lazyregexp.New(`(?:的)?(?:页面|界面|网页|主页|页)$`)

// inThat takes the part of the page off what a Chinese step names, where the page
// has such a part, and a word for “page” that the page itself does not have.
func (r *runner) inThat(st *step) error {
	switch st.kind {
	case press, tick, untick, open:
	default:
		return nil
	}
	if m := hanInThat.FindStringSubmatch(st.object); m != nil && st.place.name == "" {
		if found, err := r.page.find(place{name: hanNoun(m[1])}); err == nil && found != nil {
			st.place, st.object = place{name: hanNoun(m[1]), here: true}, hanNoun(m[2])
			return r.enter(*st)
		}
	}
	if bare := hanPage.ReplaceAllString(st.object, ""); st.kind == open && bare != st.object && bare != "" {
		list := r.page.pressable(pressRoles, "link")
		if c, err := r.page.pick(bare, "button or link", list); err == nil && c.own > 0.9 {
			if _, err := r.page.pick(st.object, "button or link", list); isMissing(err) {
				st.object = bare
			}
		}
	}
	return nil
}

// atPart reads 在订单查询那里输入订单号 A1 as a value of 订单号, where the place is no field
// and what is written begins with the name of one.
func (r *runner) atPart(st step) (step, bool) {
	if st.kind != fill || len(st.pairs) != 1 || st.pairs[0].quoted {
		return st, false
	}
	p, fields := st.pairs[0], r.page.fields()
	if el := r.searchField(); el != nil && hanSearch[p.label] && !hasField(fields, p.label) {
		p.label = r.page.called(el) // 搜索框 is what it does, not its name
		st.pairs = []pair{p}
		return st, true
	}
	if hasField(fields, p.label) || !beginsWithExact(p.value, fields) {
		return st, false
	}
	return step{kind: fill, verb: "enter", object: p.value, text: p.value, place: st.place, zh: true}, true
}

var hanSearch = wordSet("搜索 查询 检索 查找")
