package offline

import (
	"slices"
	"sort"

	"github.com/margay/margay/host/lazyregexp"
)

// found is a fact that answers a query.
type found struct {
	fact
	score float64
	value string
}

// searchFacts gives the facts that answer a query, best first; near gives lines
// that come close where none does.
func searchFacts(q query, facts []fact, isNew func(*element) bool) (hits []found, close []string) {
	var all []found
	for _, f := range facts {
		if len(q.must) > 0 && compare(q.must, f.key, nil).own < 0.9 {
			continue
		}
		value, met := f.take(q)
		if (!f.whole || f.el.role != "heading") && q.names(value) || boxRoles[f.el.role] && !f.whole && askWord.MatchString(q.asked) {
			continue // it says what was asked about, or whether a box is ticked: no answer
		}
		if len(q.part) > 0 && f.whole && f.el.role == "heading" && compare(q.part, f.key, nil).own == 0 {
			continue // the name of the thing says nothing of its part
		}
		if q.typ == code && !q.zh && !f.whole && codeRun(f.value) == "" && !q.told(f) {
			continue // some figure in a sentence that calls it nothing
		}
		want := q.wanted(met, f.key)

		o := compare(want, f.key, f.around)
		if q.typ != anything && !met {
			continue
		}
		c := found{fact: f, value: value, score: 0.7*o.query + 0.2*o.label + f.prior}
		if isNew(f.el) {
			c.score += 0.08
		}
		if slices.Equal(q.words, f.key) {
			c.score += 0.1 // called just so
		}
		if met && len(want) < len(q.words) {
			// A key that has the telling words too is the better one.
			c.score += 0.1 * compare(q.words, f.key, nil).own
		}
		// A price or a time may stand alone under the name of its thing.
		near := met && o.query >= 0.85 && (f.alone(q) || q.onlyTells(f.key))
		if whole := o.query >= 0.85 && !f.whole && len(f.key) > 0 && compare(f.key, q.words, nil).own >= 0.95; whole && !q.zh {
			near = true // “the item number of the umbrella”, by “Item no. 2201” under the umbrella
			c.score += 0.2
		}
		if met && f.label != "" && !f.whole && sortForms[q.typ].MatchString(f.label) {
			continue // the name holds a value itself: two lines that only follow each other
		}
		enough := 0.75
		if f.row && f.crosses(want) {
			enough = 0.6 // “the vegetarian dish on Wednesday”, under Vegetarian
		}
		if o.query >= max(enough, q.least) && (o.own >= 0.3 || near || q.ofThing(f, o)) && value != "" {
			all = append(all, c)
		} else if o.own >= 0.4 && len(close) < 3 && !contains(close, f.line) {
			close = append(close, f.line)
		}
	}
	if len(all) == 0 && (allTelling(q) || (q.typ == email || q.typ == phone) && q.onlyKnown()) {
		all = ofSort(q, facts)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].score > all[j].score })
	for _, c := range all {
		if all[0].score-c.score < 0.04 && !hasValue(hits, c.value) {
			hits = append(hits, c)
		}
	}
	return hits, close
}

// crosses reports whether both the row's name and the column's are in a query.
func (f fact) crosses(want []string) bool {
	row := len(words(f.el.names[0]))
	if row == 0 || row >= len(f.key) {
		return false
	}
	return compare(f.key[:row], want, nil).own >= 0.5 && compare(f.key[row:], want, nil).own >= 0.5
}

var askWord = lazyregexp.New(`(?i)^(?:where|when|who|whose|which|how|until|since|by when|from)\b|哪|什么时候|何时|几点|谁|多久|怎么`)

// names reports whether a value has no words but those of the question.
func (q query) names(value string) bool {
	list := words(value)
	for _, w := range list {
		if !has(q.words, w) {
			return false
		}
	}
	return len(list) > 0
}

// ofSort gives every value of the sort that is wanted: of a page with one
// author the author, whatever the page calls it.
func ofSort(q query, facts []fact) []found {
	var out []found
	for _, f := range facts {
		if q.typ == code && !q.told(f) {
			continue // a number that nothing calls one
		}
		if form, ok := sortForms[q.typ]; ok && q.typ != count && form.MatchString(f.value) {
			if value, met := f.take(q); met {
				out = append(out, found{fact: f, value: value, score: f.prior})
			}
		}
	}
	return out
}

// told reports whether a fact's line has one of the telling words of the query.
func (q query) told(f fact) bool {
	line := words(f.line)
	for _, w := range q.words {
		if q.tells(w) && has(line, w) {
			return true
		}
	}
	return false
}

// onlyKnown: the query has no other words than those of the page as a whole.
func (q query) onlyKnown() bool {
	for _, w := range q.wordsFor(true) {
		if !has(q.known, w) {
			return false
		}
	}
	return true
}

// allTelling: the query has only words that tell the sort (“the total”).
func allTelling(q query) bool {
	return len(q.wordsFor(true)) == 0
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func hasValue(list []found, v string) bool {
	for _, f := range list {
		if same(f.value, v) {
			return true
		}
	}
	return false
}

// ofThing: a fact under another thing's heading is called as the part that is
// asked of it, and what stands around it has the thing.
func (q query) ofThing(f fact, o overlap) bool {
	return len(q.part) > 0 && o.query >= 0.85 && compare(q.part, f.key, nil).own >= 0.9
}
