package offline

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// read answers questions about the page from what it shows. What is not found
// in the snapshot is looked for in the page's text.
func (r *runner) read(st step) error {
	if err := r.settled(); err != nil {
		return err
	}
	r.spokenOf = st.text
	if x, ok := yesNoText(st); ok {
		return r.says(x)
	}
	if e, ok := r.stateAsked(st); ok {
		r.answers = append(r.answers, e)
		return nil
	}
	if r.wholePage(st) {
		if r.before != nil && (!strings.HasPrefix(st.verb, "read") || strings.Contains(st.object, "what ")) {
			return r.showNews()
		}
		return r.readAll()
	}
	if yesNoVerbs[st.verb] {
		return r.judge(st)
	}
	queries := queriesOf(st)
	if len(queries) > 1 { // “lost and found” is one thing
		whole := wholeQuery(st)
		if hits, _ := searchFacts(whole, factsOf(r.page), r.isNew()); len(hits) == 1 {
			r.tell(whole, hits)
			return nil
		}
	}
	if len(queries) == 1 {
		queries = r.eachNoun(queries[0])
	}
	for _, q := range queries {
		for _, q := range r.eachSubject(q) {
			if err := r.answer(st, q); err != nil {
				return err
			}
		}
	}
	return nil
}

var subjectsForm = lazyregexp.New(`(?is)^(when|where|how much|how many|how long)\s+((?:is|are|was|were|does|do|did|will)\s+)?(.+?)\s+and\s+(.+?)(\s+\w+ed|\s+costs?|\s+open|\s+start|\s+end)?$`)

// eachSubject parts “when are paper and glass collected” where the page tells of
// each, and of no such pair.
func (r *runner) eachSubject(q query) []query {
	m := subjectsForm.FindStringSubmatch(q.asked)
	if m == nil {
		return []query{q}
	}
	if hits, _ := r.lookUp(q); len(hits) > 0 {
		return []query{q}
	}
	var out []query
	for _, subject := range []string{m[3], m[4]} {
		one := oneQuery(m[1] + " " + m[2] + subject)
		if hits, _ := r.lookUp(one); len(hits) == 0 {
			return []query{q}
		}
		out = append(out, one)
	}
	return out
}

// eachNoun parts “the telephone number and address” where the page tells of each, and
// of no such pair.
func (r *runner) eachNoun(q query) []query {
	parts := splitAnd(q.text)
	if q.zh || len(parts) < 2 || q.ordinal != 0 || q.form != "" {
		return []query{q}
	}
	if hits, _ := r.lookUp(q); len(hits) > 0 {
		return []query{q}
	}
	var out []query
	for _, part := range parts {
		one := oneQuery(part)
		if hits, _ := r.lookUp(one); len(hits) == 0 {
			return []query{q}
		}
		out = append(out, one)
	}
	return out
}

var yesNoVerbs = wordSet("is are was were has have can does do did")

// judge gives the lines that a yes-or-no question is about; what follows from
// them is for a person to say.
func (r *runner) judge(st step) error {
	q := oneQuery(strings.TrimRight(st.object, "?.! "))
	if len(q.words) == 0 || len(q.words) == 1 && weight(q.words[0]) < 1 {
		r.answerf("“%s”: I do not know what this is about. Name the thing.", st.text)
		return nil
	}
	if err := r.readContent(); err != nil {
		return err
	}
	facts := append(factsOf(r.page), factsOf(r.content)...)
	lines := linesWith(q.words, facts)
	if len(lines) == 0 {
		_, lines = searchFacts(q, facts, r.isNew())
	}
	if len(lines) == 0 {
		r.unanswered = st.text
		r.answerf("“%s”: I find nothing about this on the page.", st.text)
		return nil
	}
	r.answerf("“%s”: I do not judge yes or no, but the page says: “%s”.", st.text, strings.Join(lines, "”; “"))
	return nil
}

// answer answers one query, with a newer look where a press may still bring it.
func (r *runner) answer(st step, q query) error {
	if hits := r.ofSubject(q, factsOf(r.page)); q.its && len(hits) > 0 {
		r.tell(q, hits)
		return nil
	}
	if len(q.words) == 0 {
		if hits := r.ofHan(q); q.typ != anything && r.thing != nil && len(hits) > 0 {
			r.tell(q, hits)
			return nil
		}
		if hits := measuredLines(q, factsOf(r.page), r.isNew()); len(hits) > 0 {
			r.tell(q, hits)
			return nil
		}
		return r.showNews()
	}
	if r.page.cut && !r.wide && kindsAsked.MatchString(strings.ToLower(q.text)) {
		r.wide = true // to count all of them
		if err := r.look(); err != nil {
			return err
		}
	}
	q = r.relate(q)
	if err := r.awaitNews(q); err != nil {
		return err
	}
	var near []string
	for {
		q.known = r.page.known()
		if news := r.fullerNews(q); news != nil {
			r.tell(q, news)
			return nil
		}
		if text, ok := r.which(st, q); ok {
			r.answers = append(r.answers, text)
			return nil
		}
		if text, ok := r.special(q); ok {
			r.answers = append(r.answers, text)
			return nil
		}
		if hits := r.hanNews(q); len(hits) > 0 {
			r.tell(q, r.nearerLine(q, hits, r.isNew()))
			return nil
		}
		if hits := r.ofHan(q); len(hits) > 0 {
			r.tell(q, r.nearerLine(q, hits, anyLine))
			return nil
		}
		hits, close := r.lookUp(q)
		if at := r.addressOf(q); len(hits) > 0 && len(at) > 0 && (hits[0].whole && hits[0].el.role == "heading" || sayingElse.MatchString(hits[0].value)) {
			hits = at // “where is the box office”, of all that stands under that heading
		}
		if r.bareTitle(q, hits) {
			hits = nil
		}
		if len(hits) == 0 {
			hits = measuredLines(q, factsOf(r.page), r.isNew())
		}
		if len(hits) == 1 && q.zh && r.waiting == "" && hits[0].el.flags["collapsed"] && pressRoles[hits[0].el.role] && hits[0].el.ref != r.pressedRef {
			return r.unfold(q, hits[0].el) // the name of a fold is no answer
		}
		if len(hits) > 0 {
			r.tell(q, r.nearerLine(q, hits, anyLine))
			return nil
		}
		if err := r.readContent(); err != nil {
			return err
		}
		inText, closeInText := searchFacts(q, factsOf(r.content), func(*element) bool { return false })
		if len(inText) > 0 && !r.bareTitle(q, inText) {
			r.tell(q, inText)
			return nil
		}
		if near = close; len(near) == 0 {
			near = closeInText
		}
		if q.form == "message" && q.typ == anything && r.before != nil && r.toldNews() {
			break // what the press has brought is the message
		}
		if more, err := r.more(); err != nil || !more {
			if err != nil {
				return err
			}
			break
		}
	}
	if q.form == "message" && q.typ == anything {
		return r.showNews()
	}
	for _, hits := range [][]found{r.askedOtherwise(q), r.addressOf(q)} {
		if len(hits) > 0 {
			r.tell(q, hits)
			return nil
		}
	}
	if r.inOtherWords(q) || r.tellSubject(q) {
		return nil
	}
	if ok, err := r.furtherHan(q); ok || err != nil {
		return err
	}
	r.unanswered = q.text
	text := r.tongue.say("I did not find “%s” on the page %s.", q.text, r.page.url)
	if r.before != nil {
		text += " " + r.news()
	}
	if len(near) > 0 {
		text += r.tongue.say(" Lines that come near: “%s”.", strings.Join(near, "”; “"))
	}
	r.answers = append(r.answers, text)
	return nil
}

// bareTitle reports whether the answer would be the name of a form, which is none where
// a press has brought something.
func (r *runner) bareTitle(q query, hits []found) bool {
	return len(hits) > 0 && !q.zh && hits[0].whole && hits[0].el.role == "heading" && r.before != nil && len(added(r.before, r.page)) > 0 && len(r.section(hits[0].el)) == 0
}

// relate adds to a question what was asked right before it: “… and how much does
// it cost”, “… and from which gate”.
func (r *runner) relate(q query) query {
	before := r.asked
	r.asked = &q
	if before == nil {
		return q
	}
	switch {
	case pronounOnly(q):
		earlier := before.wordsFor(true)
		if short := doneVerb.ReplaceAllString(before.text, "$1"); short != before.text {
			earlier = words(short)
		}
		own := slices.DeleteFunc(slices.Clone(q.words), func(w string) bool { return pronounWord.MatchString(w) })
		q.words = append(append([]string{}, earlier...), own...)
		q.text = strings.TrimSpace(q.text + " (" + before.text + ")")
	case len(q.words) <= 2 && q.form == "":
		q.with = words(doneVerb.ReplaceAllString(before.text, "$1"))
	}
	r.asked = &q
	return q
}

// lookUp searches the snapshot: first together with what was asked before, then
// as asked, then without the verb at the end (when does the bus leave).
func (r *runner) lookUp(q query) ([]found, []string) {
	facts := factsOf(r.page)
	if hits := r.ofNews(q, facts); (q.its || allTelling(q)) && len(hits) > 0 {
		return hits, nil
	}
	if r.page.part != nil {
		var inside []fact
		for _, f := range facts {
			if r.page.inPart(f.el) {
				inside = append(inside, f)
			}
		}
		if hits, _ := searchFacts(q, inside, r.isNew()); len(hits) > 0 {
			return hits, nil
		}
	}
	if len(q.with) > 0 {
		wider := q
		wider.must, wider.words = q.words, append(append([]string{}, q.words...), q.with...)
		if hits, _ := searchFacts(wider, facts, r.isNew()); len(hits) == 1 {
			return hits, nil
		}
	}
	if q.amount && q.typ == anything {
		if hits := r.amounts(q, facts); len(hits) > 0 {
			return hits, nil
		}
	}
	hits, close := searchFacts(q, facts, r.isNew())
	if len(hits) > 1 {
		if mine := r.ofSubject(q, facts); len(mine) == 1 {
			return mine, nil // of several hosts the one of what was pressed
		}
	}
	if short := doneVerb.ReplaceAllString(q.text, "$1"); len(hits) == 0 && q.loose && short != q.text {
		q.words = words(short)
		hits, _ = searchFacts(q, facts, r.isNew())
	}
	if short := countedIn.ReplaceAllString(q.text, ""); len(hits) == 0 && q.typ == count && short != q.text && len(words(short)) > 0 {
		q.words = words(short)
		if some, _ := searchFacts(q, facts, r.isNew()); len(some) == 1 {
			return some, nil
		}
	}
	if len(hits) == 0 && q.amount {
		hits = r.amounts(q, facts)
	}
	return hits, close
}

// countedIn is where things are that are counted; a page about that place need
// not say so.
var countedIn = lazyregexp.New(`(?i)\s+(?:in|on|of|from|at) (?:the|this|my|your|our) [\w'-]+(?: [\w'-]+)?$`)

// amounts are values with a number, where “how much” asks for no price: “flour:
// 75 g”.
func (r *runner) amounts(q query, facts []fact) []found {
	q.typ, q.amount = anything, false
	all, _ := searchFacts(q, facts, r.isNew())
	var out []found
	for _, h := range all {
		if !h.whole && hasDigit(h.value) && !sortForms[money].MatchString(h.value) && compare(q.words, h.key, nil).own >= 0.9 {
			out = append(out, h)
		}
	}
	return out
}

// known are the words of the page as a whole.
func (p *page) known() []string {
	all := p.title
	for _, e := range p.els {
		if e.role == "heading" && e.level == 1 {
			all += " " + e.name()
		}
	}
	return words(all)
}
