package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	hanWhether = lazyregexp.New(`^(?:您|你|孩子|宝宝|本人|近期|最近|目前)*(?:是否|有无|有没有|是不是|有)?`)
	hanOr      = lazyregexp.New(`或者?|和|、|/`)
	hanNone    = lazyregexp.New(`没有?|无|不|未|否`)
	hanSaidEnd = lazyregexp.New(`^(?:史|过|的|了|都|也|吧|哦|啊|情况|症状|是|为|选|填|有|无|没有?|否|不是|：|:)*$`)
	hanYes     = wordSet("是 有 已 需要 同意")
	hanNo      = wordSet("否 无 没有 不是 未 不需要 不同意")
)

// saidAlone reads 最近没有发热 as the answer to the question 最近是否发热, which the page
// gives a yes and a no.
func (r *runner) saidAlone(bare string, _ step) ([]step, bool) {
	var out []step
	for _, g := range r.page.groups() {
		label := strings.TrimRight(plainName(g.labels[0]), "？?吗呢")
		about := hanWhether.ReplaceAllString(label, "")
		before, after, ok := strings.Cut(bare, about)
		for _, part := range hanOr.Split(about, -1) {
			if !ok && utf8.RuneCountInString(part) >= 2 {
				before, after, ok = strings.Cut(bare, part)
			}
		}
		for _, part := range hanOr.Split(about, -1) {
			after = strings.ReplaceAll(after, part, "") // 发热咳嗽都没有
		}
		if !ok || utf8.RuneCountInString(about) < 2 || about == label || !hanSaidEnd.MatchString(after) {
			continue
		}
		want := hanYes
		if hanNone.MatchString(before + after) {
			want = hanNo
		}
		for _, e := range r.page.radios(g.el) {
			if name := r.page.called(e); want[name] {
				out = append(out, step{kind: fill, verb: "set", object: bare, pairs: []pair{{label: g.labels[0], value: name}}})
			}
		}
	}
	return out, len(out) == 1
}

// pressAlone is a command for something that the page has by name: 再约孙教练.
func (r *runner) pressAlone(bare string, st step) ([]step, bool) {
	sign := firstRune(bare)
	if !strings.Contains(hanShortVerbs, sign) {
		return nil, false
	}
	again := r.shortVerb(step{kind: unclear, object: bare, text: bare, place: st.place, zh: true}, bare)
	return []step{again}, again.kind == press
}

// verbAlone is a command of one sign for the one button that spells it out.
func (r *runner) verbAlone(bare string, _ step) ([]step, bool) {
	sign := firstRune(bare)
	rest := strings.TrimPrefix(bare, sign)
	if !strings.HasPrefix(rest, "一下") && !strings.HasPrefix(rest, "下") && rest != "" && !strings.Contains(hanShortVerbs, sign) || !isHan([]rune(bare)[0]) {
		return nil, false
	}
	name, ok := r.spelledOut(sign, rest, r.page.pressable(pressRoles, "button"))
	if !ok || name == "" {
		return nil, false
	}
	return []step{{kind: press, verb: "press", object: exactly(name)}}, true
}
