package offline

import "github.com/margay/margay/host/lazyregexp"

// hanInThat is a part of the page before a thing in it that is quoted or pointed at:
// 我的预订里“新人培训”那条.
var hanInThat = lazyregexp.New(`(?s)^([^“”"，,。；：:]{2,12}?)(?:里面|里边|里|中|下面|列表里)的?\s*([“"「『《].+|.+?(?:那|这)一?[节门场趟班间款个件本张辆条份位家种项只台期行].{0,3})$`)

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
