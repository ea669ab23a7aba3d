package offline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// A Chinese question about one of the things that a page lists names the thing and
// what is asked of it in one run of signs: 标准套餐包含多少项. The page knows which
// part of that is the thing: a name that stands in one of its rows, entries or
// cards and in no other.

// thing is one that a page lists.
type thing struct {
	el    *element
	names []string
}

// things are the rows, entries and cards of a page with what they may be called.
func (p *page) things() []thing {
	var out []thing
	for _, e := range p.els {
		if !cardRoles[e.role] || e.flags["header"] || e.role == "dialog" || e.role == "region" {
			continue
		}
		t := thing{el: e}
		if e.role == "row" {
			t.names = nonEmpty(e.names)
		} else if label, _, ok := strings.Cut(e.name(), "："); ok || e.name() != "" {
			t.names = append(t.names, label)
		}
		for _, k := range p.within(e) {
			if k.role == "heading" || k.role == "link" || isText(k.role) && utf8.RuneCountInString(k.name()) <= 20 {
				t.names = append(t.names, p.titled(k))
			}
		}
		out = append(out, t)
	}
	for _, e := range p.els {
		if e.role == "heading" && e.level >= 2 && !p.in(e, cardRoles) {
			out = append(out, thing{el: e, names: []string{p.titled(e)}})
		}
	}
	return out
}

// in reports whether an element stands in a box of some roles.
func (p *page) in(e *element, roles map[string]bool) bool {
	found := false
	p.up(e, func(a *element) bool { found = roles[a.role]; return found })
	return found
}

// leastName is how many signs a name needs to be known by.
const leastName = 2

// thingIn finds the one thing that a question names, and the name as it stands in
// the question. What two things are called is the name of neither.
func (p *page) thingIn(asked string) (found thing, name string, ok bool) {
	asked = fold(asked)
	best := leastName - 1
	for _, t := range p.things() {
		common := ""
		for _, n := range t.names {
			if c := longestCommon(asked, fold(n)); utf8.RuneCountInString(c) > utf8.RuneCountInString(common) {
				common = c
			}
		}
		switch n := utf8.RuneCountInString(common); {
		case n > best:
			found, name, best, ok = t, common, n, true
		case n == best && n >= leastName && !p.under(t.el, found.el):
			if p.under(found.el, t.el) {
				continue
			}
			ok = false
		case n == best && n >= leastName:
			found = t // the inner of two boxes
		}
	}
	return found, name, ok && hasHanOrWord(name)
}

// hasHanOrWord: a name has more than a figure or a small Latin word.
func hasHanOrWord(name string) bool { return hasHan(name) || utf8.RuneCountInString(name) >= 4 }

// longestCommon is the longest run of signs that two texts share.
func longestCommon(a, b string) string {
	ra, rb := []rune(a), []rune(b)
	row := make([]int, len(rb)+1)
	best, end := 0, 0
	for i := range ra {
		before := 0
		for j := range rb {
			above := row[j+1]
			if row[j+1] = 0; ra[i] == rb[j] {
				if row[j+1] = before + 1; row[j+1] > best {
					best, end = row[j+1], i+1
				}
			}
			before = above
		}
	}
	return strings.TrimSpace(string(ra[end-best : end]))
}

// hanTitles stand behind a name and say what it is.
var hanTitles = lazyregexp.New(`^(?:的|那|这|一|个|位|条|款|单|医生|大夫|老师|先生|女士|小姐|教练|师傅|同学|经理|主任|博士|课程|课|套餐|商品|产品|职位|岗位|房间|房|活动|项目|订单|记录|文章|帖子|视频|车|航班|车次|场次|场|号)*$`)

// byOwnName keeps those that stand with the one thing whose name is in an anchor:
// 裴小雨医生 is 裴小雨. What is left of the anchor may only say what the thing is.
func (p *page) byOwnName(anchor string, list []ranked) []ranked {
	anchor = fold(anchor)
	var out []ranked
	longest := 0
	for _, c := range list {
		n := 0
		mine := p.belonging(c.el)
		if h := p.headingOf(c.el); h != nil {
			mine = append(mine, h)
		}
		for _, k := range mine {
			for _, name := range append(append(k.names, segments(k.name())...), strings.Fields(k.name())...) {
				name = fold(strings.TrimSpace(plainName(name)))
				before, after, ok := strings.Cut(anchor, name)
				if size := utf8.RuneCountInString(name); ok && size >= 2 && size > n && hanTitles.MatchString(after) && (before == "" || size >= 3) {
					n = size
				}
			}
		}
		switch {
		case n > longest:
			out, longest = []ranked{c}, n
		case n == longest && n > 0:
			out = append(out, c)
		}
	}
	return out
}

// What the head of a column or the name before a value is called, by what is asked.
var hanHeads = map[valueSort]string{
	person:   "人|师|员|者|教练|医生|姓名|嘉宾|导演|作者",
	money:    "价|费|金额|元",
	clock:    "时间|时刻|时段|几点|开始|截止|日期",
	day:      "日期|时间|日|期|截止",
	duration: "时长|周期|天数|期限|课时|学时",
	count:    "数|量|余|剩|库存|名额|座位|席位|人次",
}

const hanPlaceHeads = "地点|地址|位置|教室|场地|场馆|会议室|房间|馆|站台|楼|区|诊室|机位|柜|货架|车位"

// ofHanThing gives what the page says of the thing that a question names, or of the
// one asked about before: the value under the head that the question has, else the
// only one of the sort that it wants.
func (r *runner) ofHanThing(q query) []found {
	t, name, ok := r.page.thingIn(q.asked)
	rest := q.asked
	if !ok {
		if hits := r.ofTied(q); hits != nil {
			return hits
		}
	}
	switch {
	case ok:
		rest = strings.Replace(fold(q.asked), name, "", 1)
	case r.thing != nil:
		if t, ok = r.page.sameThing(*r.thing); !ok {
			return nil
		}
	default:
		return nil
	}
	if left := r.leftOf(t, q); left != nil {
		r.thing = &t
		return left
	}
	part := hanQuery(strings.TrimLeft(rest, "的，、 "))
	if part.typ == anything {
		part.typ = q.typ
	}
	hits := r.headed(part, rest, r.factsOfThing(t))
	if len(hits) == 0 {
		hits = r.saidOfThing(part, t, name)
	}
	if len(hits) == 0 {
		return nil
	}
	r.thing = &t
	return hits
}

// ofHan is ofHanThing, unless the last press has brought the answer.
func (r *runner) ofHan(q query) []found {
	if q.zh && q.ordinal == 0 && r.before != nil && len(r.ofNews(q, factsOf(r.page))) == 0 {
		if hits := r.ofPressed(q); len(hits) > 0 {
			return hits
		}
	}
	if !q.zh || q.ordinal != 0 || r.before != nil && len(r.ofNews(q, factsOf(r.page))) > 0 {
		return nil
	}
	return r.ofHanThing(q)
}

// hanNews is what the last press has brought of what a question asks for.
func (r *runner) hanNews(q query) []found {
	if !q.zh || q.ordinal != 0 || r.before == nil {
		return nil
	}
	if r.before.url == r.page.url {
		var fresh []fact
		isNew := r.isNew()
		for _, f := range factsOf(r.page) {
			if isNew(f.el) {
				fresh = append(fresh, f)
			}
		}
		if hits := measuredLines(q, fresh, isNew); len(hits) > 0 {
			return hits
		}
		if hits := r.ofNews(q, factsOf(r.page)); len(hits) > 0 {
			return hits
		}
		if hits := sortedNews(q, fresh); len(hits) > 0 {
			return hits
		}
		return numberNews(q, fresh)
	}
	return nil
}

// sameThing finds a thing on this page that may have been drawn anew.
func (p *page) sameThing(t thing) (thing, bool) {
	for _, other := range p.things() {
		if len(other.names) > 0 && strings.Join(other.names[:min(2, len(other.names))], "|") == strings.Join(t.names[:min(2, len(t.names))], "|") {
			return other, true
		}
	}
	return thing{}, false
}

// factsOfThing are the values of a thing under the names that tell them apart in
// it.
func (r *runner) factsOfThing(t thing) []fact {
	var out []fact
	if t.el.role != "row" {
		for _, f := range factsOf(r.part(t.el)) {
			if !f.whole {
				f.el = t.el
				out = append(out, f)
			}
		}
		return out
	}
	line := strings.Join(nonEmpty(t.el.names), " | ")
	header := r.page.headerOf(t.el)
	for i, cell := range t.el.names {
		f := fact{value: cell, line: line, el: t.el, row: true}
		if header != nil && i < len(header.names) {
			f.label = header.names[i]
		}
		if f.key = words(f.label); cell != "" {
			out = append(out, f)
		}
	}
	return out
}

// saidOfThing is the only line of an entry or card that is of the sort that is
// wanted: of its time “周二 19:00”. It has to be named whole, since 集合时间 shares a
// word with the times of others.
func (r *runner) saidOfThing(q query, t thing, name string) []found {
	whole := name == "" || slices.ContainsFunc(t.names, func(n string) bool { return name != "" && fold(n) == name })
	if !whole || t.el.role == "row" || q.typ != clock && q.typ != day && q.typ != money {
		return nil
	}
	var out []found
	for _, k := range r.page.within(t.el) {
		if isText(k.role) && sortForms[q.typ].MatchString(k.name()) {
			f := fact{value: k.name(), line: k.name(), el: t.el}
			out = append(out, found{fact: f, value: k.name()})
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// headed gives the value whose name the question has, else the only one of its
// sort.
func (r *runner) headed(q query, rest string, facts []fact) []found {
	var best []found
	most := 1.0
	for _, f := range facts {
		common := float64(utf8.RuneCountInString(longestCommon(rest, f.label)))
		if own := compare(f.key, q.words, nil).own; own >= 0.9 && len(f.key) > 0 {
			common += 2
		}
		switch {
		case common > most:
			best, most = []found{{fact: f, value: f.value}}, common
		case common == most && common > 1:
			best = append(best, found{fact: f, value: f.value})
		}
	}
	if len(best) == 1 {
		return best
	}
	heads := hanHeads[q.typ]
	if strings.ContainsAny(rest, "哪") && (strings.Contains(rest, "哪里") || strings.Contains(rest, "哪儿") || strings.Contains(rest, "什么地方") || strings.Contains(rest, "哪个地方")) {
		heads = hanPlaceHeads
	}
	for _, test := range []func(f fact) bool{
		func(f fact) bool { return heads != "" && headLike(f.label, heads) && f.fitsSort(q.typ) },
		func(f fact) bool {
			return q.typ != anything && q.typ != person && f.fitsSort(q.typ) && f.measured(rest)
		},
		func(f fact) bool { return q.typ == money && f.fitsSort(q.typ) },
		func(f fact) bool { return heads != "" && headLike(f.label, heads) },
	} {
		var fit []found
		for _, f := range facts {
			if test(f) {
				fit = append(fit, found{fact: f, value: f.value})
			}
		}
		if len(fit) == 1 {
			return fit
		}
	}
	return nil
}

func headLike(label, heads string) bool {
	for _, h := range strings.Split(heads, "|") {
		if strings.Contains(label, h) {
			return true
		}
	}
	return false
}

// fitsSort reports whether a value is of a sort; a name and a number have no form.
func (f fact) fitsSort(typ valueSort) bool {
	form, ok := sortForms[typ]
	return !ok || typ == person || form.MatchString(f.value)
}

// measured reports whether a value counts in the measure that the question asks in:
// 多少项 wants 36项.
func (f fact) measured(rest string) bool {
	for _, ask := range []string{"多少", "几"} {
		_, after, ok := strings.Cut(rest, ask)
		if m := firstRune(after); ok && after != "" && strings.Contains(f.value, m) && hasDigit(f.value) {
			return true
		}
	}
	return false
}

// tellThing gives all that the page says of the thing that a question names, where
// nothing of it answers by name.
func (r *runner) tellThing(q query) bool {
	t, _, ok := r.page.thingIn(q.asked)
	if !ok && r.thing != nil {
		t, ok = r.page.sameThing(*r.thing)
	}
	if !ok {
		return false
	}
	lines := nonEmpty(t.el.names)
	if t.el.role == "heading" {
		lines = r.section(t.el)
	}
	for _, k := range r.page.within(t.el) {
		if isText(k.role) || k.role == "heading" {
			lines = append(lines, nonEmpty(k.names)...)
		}
	}
	if len(lines) == 0 {
		return false
	}
	r.thing = &t
	r.answerf("“%s”: I do not find this by name; of it the page says: “%s”.", q.asked, strings.Join(lines[:min(12, len(lines))], " | "))
	return true
}
