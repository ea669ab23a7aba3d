package offline

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// besideWords are the small words between a name and what it stands near: “Edit
// in the row of Mira”, “Add to basket for Camping pass”.
var besideWords = lazyregexp.New(`(?i)\s+(?:(?:right )?next to|beside|besides|near|below|under|underneath|above|behind|at|inside|within|in|on|of|for|from|against|with|to)\s+`)

// pointForm takes words off that only say what kind of box something stands in.
var pointForm = lazyregexp.New(`(?i)^(?:(?:the|that|this|its|their|same|very|one|called|named|titled|labelled|labeled|saying|where|about|of|for|with|in|` + boxNouns + `)\b[\s:]*)+|[\s']*\b(?:` + boxNouns + `)$`)

// overlayForm is how people call what a page lays over itself.
var overlayForm = lazyregexp.New(`(?i)\b(?:box|dialog|dialogue|window|popup|pop-up|notice|banner|bar|message|overlay|sheet)(?: (?:that|which) (?:opens?|appears?|comes? up|pops? up|shows?))?$`)

// oneForm is how people point at one of several: “the blue one”.
var oneForm = lazyregexp.New(`(?i)^(?:the\s+)?(.+?)\s+one$`)

const boxNouns = `row|line|card|entry|item|tile|section|box|area|part|group|table|list|bar|toolbar|panel|form|column|block|cell|dialog|dialogue|window|record|popup|pop-up|notice|banner|message|overlay|menu|sheet`

// near gives, of the things that a name fits, the one in the smallest box that
// has the other words too. ok is false where nothing is called so, or no box has
// these words; several in boxes of one size are a tie.
func (r *runner) near(name, anchor string, what term, list []candidate) (c ranked, ok bool, err error) {
	var fit []ranked
	for _, c := range rank(words(name), list) {
		if c.fits() && c.own >= 0.9 && (len(fit) == 0 || fit[0].score-c.score < 0.1) {
			fit = append(fit, c)
		}
	}
	if len(fit) == 0 {
		return c, false, nil
	}
	overlay := overlayForm.MatchString(anchor)
	anchor = oneForm.ReplaceAllString(strings.TrimSpace(anchor), "$1")
	anchor = strings.Trim(pointForm.ReplaceAllString(strings.Trim(anchor, ` "“”'.,`), ""), ` "“”'.,`)
	want := words(anchor)
	if len(want) == 0 || anchor == "" || pronouns[fold(anchor)] { // “in that row”, “beside it”
		if len(fit) == 1 {
			return fit[0], true, nil
		}
		if c, ok = r.besideLast(fit); !ok {
			c, ok = r.besidePressed(fit)
		}
		if !ok {
			c, ok = r.besideTold(fit)
		}
		return c, ok, nil
	}
	depth := -1
	var best []ranked
	for _, c := range fit {
		if !r.page.hasFigures(anchor, c.el) {
			continue
		}
		at := r.page.depthWith(want, c.el)
		switch {
		case at > depth:
			best, depth = []ranked{c}, at
		case at == depth && at >= 0:
			best = append(best, c)
		}
	}
	if len(best) == 0 { // no box is drawn around them: the words near by decide
		for _, c := range fit {
			if compare(want, r.page.wordsBy(c.el), c.around).query >= 0.85 {
				best = append(best, c)
			}
		}
	}
	if len(best) == 0 && hasHan(anchor) {
		best = r.page.byOwnName(anchor, fit)
	}
	if len(best) > 1 {
		best = r.page.withCell(anchor, best)
	}
	if len(best) > 1 { // “the saved address Oslo”: only one of the saved is Oslo
		best = r.page.closest(want, best)
	}
	switch len(best) {
	case 0:
		if overlay && len(fit) == 1 && fit[0].score > 0.95 {
			return fit[0], true, nil // “in the box that opens”: there is only one
		}
		return c, false, nil
	case 1:
		return best[0], true, nil
	}
	return c, true, r.page.tie(name, what, best)
}

// withCell keeps those beside which something is called just as the anchor, if there
// are such: 1立方 is the row of that name, though another has “1个” and “8立方”.
func (p *page) withCell(anchor string, list []ranked) []ranked {
	var out []ranked
	for _, c := range list {
		for _, k := range p.belonging(c.el) {
			if slices.ContainsFunc(k.names, func(n string) bool { return same(n, anchor) }) {
				out = append(out, c)
				break
			}
		}
	}
	if len(out) == 0 {
		return list
	}
	return out
}

var exactFigures = lazyregexp.New(`\d{1,2}:\d{2}|\d{3,}`)

// hasFigures reports whether the times and numbers of a Chinese anchor stand where an
// element does: 周四9:30-10:30 is not the row of 周四 8:30-9:30.
func (p *page) hasFigures(anchor string, el *element) bool {
	all := exactFigures.FindAllString(anchor, -1)
	if !hasHan(anchor) || len(all) == 0 {
		return true
	}
	text := ""
	for _, k := range p.belonging(el) {
		text += " " + strings.Join(k.names, " ") + " " + k.value
	}
	if h := p.headingOf(el); h != nil {
		text += " " + h.name()
	}
	for _, f := range all {
		if !strings.Contains(text, f) {
			return false
		}
	}
	return true
}

var pronouns = wordSet("it that this them these those there him her")

// depthWith is how deep the smallest box around an element lies that has all of
// some words, -1 for none.
func (p *page) depthWith(want []string, el *element) int {
	at := -1
	p.up(el, func(a *element) bool {
		if compare(want, p.wordsIn(a, el), nil).own >= 0.9 {
			at = a.depth
		}
		return at >= 0
	})
	return at
}

// outOfRow reports whether an anchor has a row or card of its own, in which an element
// does not stand that is not called by it either: 提交预约 below a list is nothing of the
// row of 瑜伽.
func (p *page) outOfRow(anchor string, el *element) bool {
	want := words(anchor)
	has := func(list []string) bool { return compare(want, list, nil).own >= 0.9 }
	if len(want) == 0 || has(words(el.name())) {
		return false
	}
	var smallest *element
	for _, box := range slices.Backward(p.els) {
		if !cardRoles[box.role] || !has(p.wordsIn(box, nil)) {
			continue
		}
		inner := p.within(box)
		if smallest != nil && slices.Contains(inner, smallest) {
			continue
		}
		if box == el || slices.Contains(inner, el) {
			return false
		}
		smallest = box
	}
	return smallest != nil
}

// wordsIn are the words of a box and all that is in it but one element.
func (p *page) wordsIn(box, but *element) []string {
	text := strings.Join(box.names, " ")
	for _, k := range p.within(box) {
		if k != but {
			text += " " + strings.Join(k.names, " ")
		}
	}
	return words(text)
}

// card is the row, entry or card that an element stands in, or is.
func (p *page) card(el *element) *element {
	box := el
	if !cardRoles[box.role] {
		p.up(el, func(a *element) bool {
			if cardRoles[a.role] {
				box = a
			}
			return cardRoles[a.role]
		})
	}
	return box
}

// wordsBy are the words of what an element belongs to.
func (p *page) wordsBy(el *element) []string {
	text := ""
	for _, k := range p.belonging(el) {
		if k != el {
			text += " " + strings.Join(k.names, " ")
		}
	}
	return words(text)
}

// belonging is what an element belongs to: its row, entry or card, or where a
// page draws none, the lines between the one before of its name and it.
func (p *page) belonging(el *element) []*element {
	box := p.card(el)
	twins := 0
	for _, k := range p.within(box) {
		if k.role == el.role && k.name() == el.name() {
			twins++
		}
	}
	if box == el && cardRoles[el.role] || box != el && twins < 2 {
		return append([]*element{box}, p.within(box)...)
	}
	var out []*element
	for i := el.index - 1; i >= 0 && p.els[i].depth >= el.depth; i-- {
		k := p.els[i]
		if k.role == el.role && k.name() == el.name() {
			break
		}
		if out = append(out, k); k.role == "heading" {
			break // the name of what is between it and the next
		}
	}
	slices.Reverse(out)
	return out
}

// closest keeps those whose own row or card has the most of some words.
func (p *page) closest(want []string, list []ranked) []ranked {
	var out []ranked
	most := 0.0
	for _, c := range list {
		switch own := compare(want, p.wordsBy(c.el), nil).own; {
		case own > most:
			out, most = []ranked{c}, own
		case own == most:
			out = append(out, c)
		}
	}
	return out
}

// located finds “Edit in the row of Mira”: it parts the text at each of its
// small words in turn until what stands before one is the name of something,
// and what stands after it is near that. ok is false where no parting does.
func (r *runner) located(text string, what term, list []candidate) (c ranked, ok bool) {
	masked := mask(text)
	for _, m := range besideWords.FindAllStringIndex(masked, -1) {
		name := strings.Trim(strings.TrimSpace(roleWord.ReplaceAllString(text[:m[0]], "")), `"“”'`)
		c, ok, err := r.near(name, text[m[1]:], what, list)
		if ok && err == nil {
			return c, true
		}
	}
	if owner, name, ok := ownedBy(text); ok { // “Mira's Edit button”
		if c, ok, err := r.near(strings.TrimSpace(roleWord.ReplaceAllString(name, "")), owner, what, list); ok && err == nil {
			return c, true
		}
	}
	return ranked{}, false
}

var ownerForm = lazyregexp.New(`(?is)^(?:the\s+)?(\S.{1,60}?)['’]s?\s+(\S.*)$`)

func ownedBy(text string) (owner, name string, ok bool) {
	if i := strings.LastIndex(text, "的"); i > 0 && i+len("的") < len(text) {
		return text[:i], text[i+len("的"):], true
	}
	m := ownerForm.FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}
