package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// ofTied answers by the one of several things named alike that has what is asked for
// under its head: 郊区拖车 on a page with two rows called 拖车.
func (r *runner) ofTied(q query) []found {
	asked := fold(q.asked)
	best := leastName
	var tied []thing
	names := map[*element]string{}
	for _, t := range r.page.things() {
		for _, n := range t.names {
			c := longestCommon(asked, fold(n))
			size := utf8.RuneCountInString(c)
			if size < best || !hasHanOrWord(c) || names[t.el] != "" {
				continue
			}
			if size > best {
				best, tied = size, nil
			}
			tied, names[t.el] = append(tied, t), c
		}
	}
	var out []found
	for _, t := range tied {
		rest := strings.Replace(asked, names[t.el], "", 1)
		if !r.page.hasNumbers(rest, t.el) {
			continue // 畅享99 is no 畅享 59
		}
		part := hanQuery(rest)
		var facts []fact
		for _, f := range r.factsOfThing(t) {
			if utf8.RuneCountInString(longestCommon(rest, f.label)) >= 2 && f.fitsSort(part.typ) {
				facts = append(facts, f)
			}
		}
		if len(facts) != 1 {
			continue
		}
		if out != nil {
			return nil
		}
		out, r.thing = []found{{fact: facts[0], value: facts[0].value}}, &t
	}
	return out
}

// hanJustSort is what is left of a question that names only what it counts by.
var hanJustSort = lazyregexp.New(`^(?:现在|目前)?(?:每|一)?(?:晚|节|份|张|次|个|天|小时|件|本|间|位|人|课)?$`)

// ofPressed answers 一晚多少钱 by the row or card that the last press was in.
func (r *runner) ofPressed(q query) []found {
	if r.subject == nil || r.prior.kind != press || q.typ != money || !hanJustSort.MatchString(hanSorted.ReplaceAllString(q.asked, "")) {
		return nil
	}
	var out []found
	for _, t := range r.page.things() {
		for _, k := range r.page.belongingTo(r.subject) {
			if k == t.el {
				out = r.headed(q, q.asked, r.factsOfThing(t))
			}
		}
	}
	return out
}

var hanSorted = lazyregexp.New(`(?:总共|一共)?(?:要|需要|卖|是)*(?:多少钱|多少元|什么价|多少).*$`)

var anyFigures = lazyregexp.New(`\d+`)

// hasNumbers reports whether all numbers of a text stand in a row, entry or card.
func (p *page) hasNumbers(text string, el *element) bool {
	all := strings.Join(el.names, " ")
	for _, k := range p.within(el) {
		all += " " + strings.Join(k.names, " ")
	}
	for _, n := range anyFigures.FindAllString(text, -1) {
		if !strings.Contains(all, n) {
			return false
		}
	}
	return true
}

var (
	hanLeftAsked = lazyregexp.New(`还?剩|余`)
	hanLeftTold  = lazyregexp.New(`(?:剩余?|余量?|余号|库存)\D{0,4}\d+`)
)

// leftOf is the one line of a thing that tells how many are left, where that is asked.
func (r *runner) leftOf(t thing, q query) []found {
	if !hanLeftAsked.MatchString(q.asked) || t.el.role == "row" {
		return nil
	}
	var out []found
	for _, k := range r.page.within(r.page.cardOver(t.el)) {
		if isText(k.role) && hanLeftTold.MatchString(k.name()) {
			out = append(out, found{fact: fact{value: k.name(), line: k.name(), el: t.el}, value: k.name()})
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}
