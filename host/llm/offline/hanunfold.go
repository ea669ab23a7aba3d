package offline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// What a question asks may stand behind something that has to be opened first. A
// person who asks wants it opened; so where the page does not show the answer, the
// one fold that speaks of the same, or the one button for more at the thing that is
// named, is pressed. Nothing that sends or changes anything is.

var (
	// hanIdle are signs that a question and any line may share.
	hanIdle = "什么怎样怎么能不可以会吗呢的了是有要多少几如何办哪些谁为何吧啊？?，。、一下个"
	// hanMore are buttons for more about a thing.
	hanMore    = lazyregexp.New(`^(?:查看|看|了解)?(?:详情|更多|原因|介绍|说明|明细|进度)$`)
	hanViewing = lazyregexp.New(`^(?:查看|看)(\p{Han}{2,4})$`)
	hanWhy     = lazyregexp.New(`为什么|原因|怎么回事|什么原因|咋回事`)
)

// hidden is what a question has to have opened, nil for nothing.
func (r *runner) hidden(q query) *element {
	if el := r.foldAsked(q.asked); el != nil {
		return el
	}
	t, name, ok := r.page.thingIn(q.asked)
	if ok {
		for _, e := range r.page.within(t.el) {
			if m := hanViewing.FindStringSubmatch(plainName(e.name())); m != nil && e.role == "button" && e.ref != "" && strings.Contains(q.asked, m[1]) {
				return e // 查看项目, for 包含哪些项目
			}
		}
	}
	if !ok || t.el.role == "heading" || !hanWhy.MatchString(q.asked) && r.says2(t, strings.Replace(q.asked, name, "", 1)) {
		return nil
	}
	var found *element
	for _, e := range r.page.within(t.el) {
		if (e.role == "button" || e.role == "clickable") && e.ref != "" && hanMore.MatchString(plainName(e.name())) && !e.flags["disabled"] {
			if found != nil {
				return nil
			}
			found = e
		}
	}
	if found != nil && strings.Contains(found.name(), "原因") && !hanWhy.MatchString(q.asked) {
		return nil
	}
	return found
}

// says2 reports whether a line of a thing has two telling signs of a question.
func (r *runner) says2(t thing, asked string) bool {
	for _, k := range append([]*element{t.el}, r.page.within(t.el)...) {
		for _, line := range k.names {
			n := 0
			for _, c := range fold(line) {
				if isHan(c) && !strings.ContainsRune(hanIdle, c) && strings.ContainsRune(asked, c) {
					n++
				}
			}
			if n >= 2 {
				return true
			}
		}
	}
	return false
}

// foldAsked is the one fold whose name has most of its signs in a question, or the tab
// whose whole name stands in it.
func (r *runner) foldAsked(asked string) *element {
	var found *element
	for _, e := range r.page.els {
		if name := plainName(e.name()); e.role == "tab" && e.ref != "" && e.ref != r.pressedRef && !e.flags["selected"] && utf8.RuneCountInString(name) >= 2 && strings.Contains(asked, name) {
			return e
		}
	}
	best := 0.0
	for _, e := range r.page.els {
		if e.ref == "" || !e.flags["collapsed"] || !pressRoles[e.role] || e.ref == r.pressedRef {
			continue
		}
		switch share := sharedSigns(e.name(), asked); {
		case share > best:
			found, best = e, share
		case share == best:
			found = nil
		}
	}
	if best < 0.6 {
		return nil
	}
	return found
}

// sharedSigns is how much of a name's telling signs a text has, 0 for less than two.
func sharedSigns(name, text string) float64 {
	all, shared := 0, 0
	for _, c := range fold(name) {
		if strings.ContainsRune(hanIdle, c) || !isHan(c) {
			continue
		}
		all++
		if strings.ContainsRune(text, c) {
			shared++
		}
	}
	if shared < 2 {
		return 0
	}
	return float64(shared) / float64(all)
}

// furtherHan answers a Chinese question that no line answers by name: by what has to
// be opened first, by the line of the answer before, else by what comes near, which it
// says is no more than that.
func (r *runner) furtherHan(q query) (bool, error) {
	if ok, err := r.unfolded(q); ok || err != nil || !q.zh {
		return ok, err
	}
	if form, sorted := sortForms[q.typ]; sorted && r.hit != nil && q.typ != person && form.MatchString(r.hit.line) {
		r.tell(q, []found{{fact: *r.hit, value: r.hit.line}}) // 招聘会哪天，几点开始: one line tells both
		return true, nil
	}
	return !r.thingHas(q) && r.sharedLine(q) || r.tellThing(q) || r.sharedLine(q), nil
}

// unfolded opens what a question asks for, and answers it by what has come. ok is
// false where there is nothing to open.
func (r *runner) unfolded(q query) (ok bool, err error) {
	if r.waiting != "" {
		return false, nil
	}
	el := r.foldNear(q)
	if q.zh {
		el = r.hidden(q)
	}
	if el == nil {
		return false, nil
	}
	return true, r.unfold(q, el)
}

// foldNear is the one fold whose name has most of its telling words in an English
// question: “how should I wash it”, of Washing instructions.
func (r *runner) foldNear(q query) *element {
	var found *element
	best := 0.0
	for _, e := range r.page.els {
		if e.ref == "" || !e.flags["collapsed"] || !pressRoles[e.role] || e.ref == r.pressedRef || hasHan(e.name()) {
			continue
		}
		switch share := akin(words(q.asked), words(e.name())); {
		case share > best:
			found, best = e, share
		case share == best:
			found = nil
		}
	}
	if best < 0.5 {
		return nil
	}
	return found
}

// akin is how many of the words of a name begin as a word that was asked does, or the
// other way round: washing and wash.
func akin(asked, name []string) float64 {
	n := 0
	for _, w := range name {
		if slices.ContainsFunc(asked, func(a string) bool {
			return min(len(a), len(w)) >= 4 && (strings.HasPrefix(a, w) || strings.HasPrefix(w, a))
		}) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(name)))
}

// unfold presses what hides an answer, and tells what has come.
func (r *runner) unfold(q query, el *element) error {
	if err := r.click(el); err != nil {
		return err
	}
	if err := r.settled(); err != nil {
		return err
	}
	if hits := r.hanNews(q); len(hits) > 0 {
		r.tell(q, hits)
		return nil
	}
	return r.showNews()
}

// thingHas reports whether the thing that a question names has something of the sort
// that is asked for.
func (r *runner) thingHas(q query) bool {
	form, sorted := sortForms[q.typ]
	t, _, ok := r.page.thingIn(q.asked)
	if !ok || !sorted {
		return true
	}
	lines := strings.Join(t.el.names, " | ")
	for _, k := range r.page.within(t.el) {
		lines += " | " + strings.Join(k.names, " | ")
	}
	return form.MatchString(lines)
}

// sharedLine answers a question by the one line of the sort that it wants which
// shares most with it, and says that it is no more than that.
func (r *runner) sharedLine(q query) bool {
	form, sorted := sortForms[q.typ]
	if q.typ == count && q.measure != "" {
		form, sorted = lazyregexp.New(`[\d一二两三四五六七八九十百]\s*`+q.measure), true
	}
	least := 2
	if sorted && q.typ != person && q.typ != code {
		least = 1
	}
	best, line := least-1, ""
	for _, f := range factsOf(r.page) {
		if !f.whole || f.row || pressRoles[f.el.role] || sorted && q.typ != person && !form.MatchString(f.line) {
			continue
		}
		n := 0
		for _, c := range fold(f.line) {
			if isHan(c) && !strings.ContainsRune(hanIdle, c) && strings.ContainsRune(q.asked, c) {
				n++
			}
		}
		switch {
		case n > best:
			best, line = n, f.line
		case n == best && f.line != line:
			line = ""
		}
	}
	if line == "" || utf8.RuneCountInString(line) > 200 {
		return false
	}
	r.answerf("“%s”: I do not find this by name; of it the page says: “%s”.", q.asked, line)
	return true
}

// opensOnly reports whether a press shows something and changes nothing: a tab, a
// fold, what closes a dialog, or what a step that only opens something names.
func (r *runner) opensOnly(st step) bool {
	if st.kind == open {
		return true
	}
	if st.kind != press || r.page == nil || r.waiting != "" {
		return false
	}
	c, err := r.findPress(st)
	if err != nil {
		return false
	}
	e := c.el
	return e.role == "tab" || e.flags["collapsed"] || e.flags["expanded"] || hanMore.MatchString(plainName(e.name())) || hanClosing.MatchString(plainName(e.name()))
}

var hanClosing = lazyregexp.New(`^(?:我?知道了|关闭|好的|明白了?|我明白了|返回|收起)$`)

// ask answers the next step, or puts it behind the press that brings its answer.
func (r *runner) ask(steps []step) ([]step, error) {
	earlier, told := r.unanswered, len(r.answers)
	rest, err := r.one(steps, r.read)
	if err != nil || earlier != "" {
		return rest, err // what an earlier question found no answer to stays so
	}
	if later, ok := r.askedTooEarly(steps[0], rest); ok {
		r.unanswered, r.answers = "", r.answers[:told]
		return later, nil
	}
	return rest, nil
}

// askedTooEarly moves a question that found nothing behind the press after it, where
// that only opens something: 私教多少钱，点私教看看.
func (r *runner) askedTooEarly(asked step, rest []step) ([]step, bool) {
	if !asked.zh || asked.again || r.unanswered == "" || len(rest) == 0 || rest[0].kind != press && rest[0].kind != open {
		return nil, false
	}
	next, err := r.settleHan(rest[0])
	if err != nil || !r.opensOnly(next) {
		return nil, false
	}
	asked.again = true
	rest = rest[1:]
	if len(rest) > 0 && rest[0].kind == read && hanWhole.MatchString(hanQuestion(rest[0].object)) {
		rest = rest[1:] // 点开看看: what it is opened for was asked before
	}
	return append([]step{next, asked}, rest...), true
}
