package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// items are the things that a page lists: the entries of its longest list, the
// rows of its table, or its articles.
func (p *page) items() []*element {
	var best []*element
	groups := map[int][]*element{}
	for _, e := range p.els {
		switch {
		case !p.inMain(e):
		case e.role == "listitem" || e.role == "article" || e.role == "row" && !e.flags["header"]:
			groups[e.parent] = append(groups[e.parent], e)
		}
	}
	for _, e := range p.els { // in order of the page, so that ties are stable
		if g := groups[e.index]; len(g) > len(best) {
			best = g
		}
	}
	if g := groups[-1]; len(g) > len(best) {
		best = g
	}
	if len(best) > 0 {
		return best
	}
	for _, e := range p.els {
		if e.role == "heading" && e.level >= 2 && p.inMain(e) {
			best = append(best, e)
		}
	}
	return best
}

var itemWord = lazyregexp.New(`(?i)\b(results?|items?|entr(y|ies)|articles?|rows?|products?|posts?|stor(y|ies)|hits?|links?|offers?|flights?|books?|lines?|one)\b|^(?:第|最后)`)

// ordinalLine answers “the first result”, “the price of the second item”.
func (r *runner) ordinalLine(q query) (string, bool) {
	if !itemWord.MatchString(q.text) {
		return "", false
	}
	list := r.page.items()
	n := q.ordinal
	if n < 0 {
		n = len(list)
	}
	if n < 1 || n > len(list) {
		return "", false
	}
	item := list[n-1]
	sub := r.part(item)
	rest := query{typ: q.typ, text: q.text, words: words(itemWord.ReplaceAllString(strings.Join(q.words, " "), " "))}
	if len(nonEmpty(rest.words)) > 0 && !onlyNames(rest.words) {
		hits, _ := searchFacts(rest, factsOf(sub), func(*element) bool { return false })
		if len(hits) > 0 {
			return r.tongue.say("%s: %s", upperFirst(q.text), hits[0].value+r.tongue.say(" (on the page: “%s”)", hits[0].line)), true
		}
		return "", false
	}
	var names []string
	for _, e := range sub.els {
		if e.role == "heading" && sub.titled(e) != "" {
			names = append(names, sub.titled(e))
		}
	}
	for _, e := range sub.els {
		if e.role == "heading" {
			continue
		}
		if t := strings.Join(nonEmpty(e.names), " | "); t != "" && e.role != "button" {
			names = append(names, t)
		}
	}
	if len(names) == 0 {
		return "", false
	}
	return r.tongue.say("%s: “%s”", upperFirst(q.text), strings.Join(names[:min(4, len(names))], "”, “")), true
}

var whichForm = lazyregexp.New(`(?is)^(?:which|what) (.+?) (?:is|are|was|were|has|have|had|costs?|does|do) (.+?)\??$`)

// which answers “which order is in preparation”: the rows and entries that have
// all the words of the condition.
func (r *runner) which(st step, q query) (string, bool) {
	text := q.asked
	m := whichForm.FindStringSubmatch(text)
	if m == nil || len(words(m[2])) == 0 || allLight(words(m[2])) || strings.HasPrefix(strings.ToLower(text), "what") && len(words(m[1])) == 0 {
		return "", false
	}
	var hits []string
	for _, e := range r.page.els {
		if e.role != "row" && e.role != "listitem" && e.role != "article" || e.flags["header"] {
			continue
		}
		all := strings.Join(e.names, " ")
		name := ""
		for _, k := range r.page.within(e) {
			all += " " + k.name()
			if k.role == "heading" && name == "" {
				name = r.page.titled(k)
			}
		}
		if name == "" {
			name = r.cellFor(e, words(m[1]))
		}
		if own := words(name); own != nil && compare(own, words(text), nil).own >= 0.99 {
			continue // “which days is Ben Holt in” does not ask for Ben Holt
		}
		if o := compare(words(m[2]), words(all), nil); o.own >= 0.99 {
			line := strings.Join(nonEmpty(e.names), " | ")
			if line == "" {
				line = r.page.linesIn(e, name)
			}
			if name != line {
				line = name + r.tongue.say(" (on the page: “%s”)", line)
			}
			hits = append(hits, line)
		}
	}
	if len(hits) == 0 {
		return "", false
	}
	return r.tongue.say("%s: %s", upperFirst(strings.TrimRight(text, "?. ")), strings.Join(hits, "; ")), true
}

// linesIn is what a card says beside its name.
func (p *page) linesIn(card *element, name string) string {
	var lines []string
	for _, k := range p.within(card) {
		if isText(k.role) && k.name() != name {
			lines = append(lines, k.name())
		}
	}
	return strings.Join(nonEmpty(lines), " | ")
}

// cellFor is the cell of a row under the header that is asked for, else the row.
func (r *runner) cellFor(e *element, want []string) string {
	for i := e.index - 1; i >= 0; i-- {
		h := r.page.els[i]
		if h.role != "row" || !h.flags["header"] || h.parent != e.parent {
			continue
		}
		for c, name := range h.names {
			if c < len(e.names) && compare(want, words(name), nil).own > 0.8 {
				return e.names[c]
			}
		}
		break
	}
	return strings.Join(nonEmpty(e.names), " | ")
}

func allLight(list []string) bool {
	for _, w := range list {
		if weight(w) == 1 {
			return false
		}
	}
	return true
}

func onlyNames(list []string) bool {
	for _, w := range list {
		if !wordSet("name title text heading headline called")[w] {
			return false
		}
	}
	return true
}

// part is an item with what stands in it; for a heading, with what stands
// under it.
func (r *runner) part(item *element) *page {
	sub := &page{}
	for i, e := range r.page.els[item.index:] {
		if i > 0 && (item.role != "heading" && e.depth <= item.depth || item.role == "heading" && e.role == "heading" && e.level <= item.level) {
			break
		}
		c := *e
		c.index, c.parent = i, e.parent-item.index
		if c.parent < 0 {
			c.parent = -1
		}
		if item.role == "row" && i == 0 {
			sub.els = append(sub.els, &c)
			continue
		}
		sub.els = append(sub.els, &c)
	}
	return sub
}
