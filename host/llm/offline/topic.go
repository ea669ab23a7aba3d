package offline

import (
	"slices"
	"strings"
)

// topic is what “its price” and “it” are about: something that was found, or
// pressed among others, and what it stood with.
type topic struct {
	el    *element
	words []string
}

func (p *page) topic(el *element) *topic {
	if cardRoles[el.role] {
		return &topic{el: el, words: p.wordsIn(el, nil)}
	}
	return &topic{el: el, words: p.wordsBy(el)}
}

// belongingTo is what belongs to a topic on this page, which may have been drawn
// anew since: then it is the row, entry or card with most of its words.
func (p *page) belongingTo(t *topic) []*element {
	if t.el.index < len(p.els) && p.els[t.el.index] == t.el {
		return p.belonging(t.el)
	}
	// Another document counts its refs anew: the words have to agree, too.
	if el := p.byRef(t.el.ref); el != nil && el.role == t.el.role && compare(t.words, p.topic(el).words, nil).own >= 0.6 {
		return p.belonging(el)
	}
	var best *element
	most := 0.6
	for _, e := range p.els {
		if !cardRoles[e.role] {
			continue
		}
		if own := compare(t.words, p.wordsIn(e, nil), nil).own; own > most || own == most && best != nil && p.under(e, best) {
			best, most = e, own
		}
	}
	if best == nil {
		return nil
	}
	return append([]*element{best}, p.within(best)...)
}

// ofSubject searches what belongs to the topic.
func (r *runner) ofSubject(q query, facts []fact) []found {
	if r.subject == nil {
		return nil
	}
	mine := r.page.belongingTo(r.subject)
	var some []fact
	for _, f := range facts {
		if slices.Contains(mine, f.el) {
			some = append(some, f)
		}
	}
	hits, _ := searchFacts(q, some, r.isNew())
	return hits
}

// ofNews searches what the last press has brought.
func (r *runner) ofNews(q query, facts []fact) []found {
	isNew := r.isNew()
	var some []fact
	for _, f := range facts {
		if isNew(f.el) {
			some = append(some, f)
		}
	}
	hits, _ := searchFacts(q, some, isNew)
	return hits
}

// awaitNews gives the page time to say something of “it” after an act, before an
// older line is taken for the answer.
func (r *runner) awaitNews(q query) error {
	if !q.its || r.before == nil || r.before.url != r.page.url || len(r.ofNews(q, factsOf(r.page))) > 0 {
		return nil
	}
	_, err := r.more()
	return err
}

// tellSubject answers a question about “it” that no line answers by name with what
// the page says of it: what the last press has brought, of the sort that is
// wanted, else the lines of the topic.
func (r *runner) tellSubject(q query) bool {
	if !q.its {
		return false
	}
	var lines []string
	if r.before != nil {
		form, sorted := sortForms[q.typ]
		for _, e := range added(r.before, r.page) {
			if name := e.name(); !pressRoles[e.role] && (!sorted || form.MatchString(name)) && len(lines) < 3 {
				lines = append(lines, name)
			}
		}
	}
	if len(lines) == 0 && r.subject != nil {
		for _, e := range r.page.belongingTo(r.subject) {
			if name := strings.Join(nonEmpty(e.names), " | "); name != "" && !pressRoles[e.role] && len(lines) < 6 {
				lines = append(lines, name)
			}
		}
	}
	if len(lines) == 0 {
		return false
	}
	r.answerf("“%s”: I do not find this by name; of it the page says: “%s”.", q.asked, strings.Join(lines, "”, “"))
	return true
}

// sortedNews is, of what a press has brought, the one line that has something of the
// sort that is asked for and speaks of it in two words at least: 几点之前下单 is
// answered by 每天 16:30 前下单.
func sortedNews(q query, fresh []fact) []found {
	form, ok := sortForms[q.typ]
	if !ok || q.typ == person || q.typ == count || q.typ == code {
		return nil
	}
	asked := wordSet(strings.Join(words(q.asked), " "))
	var out []found
	for _, f := range fresh {
		if pressRoles[f.el.role] || !f.whole || !form.MatchString(f.line) || sharedWords(asked, words(f.line)) < 2 {
			continue
		}
		h := found{fact: f, value: f.line}
		if all := form.FindAllString(f.line, -1); len(all) == 1 {
			h.value = strings.TrimSpace(all[0])
		}
		out = append(out, h)
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// fullerNews is the one line that the last press has brought with all the words of
// a question; an older line that has only some of them is not asked for then.
func (r *runner) fullerNews(q query) []found {
	if q.zh || q.ordinal != 0 || q.all || r.before == nil || r.before.url != r.page.url || len(q.words) < 2 {
		return nil
	}
	asked := wordSet(strings.Join(q.words, " "))
	isNew := r.isNew()
	var out []found
	for _, f := range factsOf(r.page) {
		if !f.row && isNew(f.el) && !slices.ContainsFunc(out, func(o found) bool { return o.line == f.line }) && sharedWords(asked, words(f.line)) == len(asked) {
			if value, _ := f.take(q); value != "" {
				out = append(out, found{fact: f, value: value})
			}
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// sharedWords counts the different words of a text that are asked for.
func sharedWords(asked map[string]bool, text []string) int {
	seen := map[string]bool{}
	for _, w := range text {
		if asked[w] {
			seen[w] = true
		}
	}
	return len(seen)
}
