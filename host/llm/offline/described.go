package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// describedForm is how people speak of something by what it is about rather than
// by its name: “the question about parking”, “the declaration that I live here”.
var describedForm = lazyregexp.New(`(?is)^(?:the |a |an )?(?:question|section|answer|entry|part|info|information|article|faq|topic|item|declaration|statement|confirmation|agreement|consent|promise|checkbox|box|option|note|notice|paragraph|point|line|one|bit|thing|button|link)\s+(?:about|on|that says|which says|saying|that|regarding|concerning|covering|asking about|asking whether|asking if|asking|to say that|to say|stating that|stating|where|for)\s+(.+)$`)

// questionEnd is “the parking question”.
var questionEnd = lazyregexp.New(`(?is)^(?:the |an? )?(\S.{2,40}?)\s+(?:question|faq|answer)$`)

// described is what something that is spoken of so is about.
func described(object string) (string, bool) {
	m := describedForm.FindStringSubmatch(strings.TrimSpace(object))
	if m == nil {
		m = questionEnd.FindStringSubmatch(strings.TrimSpace(object))
	}
	if m == nil {
		return "", false
	}
	return strings.TrimSpace(determiner.ReplaceAllString(m[1], "")), true
}

var determiner = lazyregexp.New(`(?i)^(?:the|a|an|my|our|your)\s+`)

// foldedAbout finds the one thing that opens and closes whose name has all the
// words that a description has.
func (p *page) foldedAbout(about string) (ranked, bool) {
	var out []ranked
	for _, c := range p.pressable(wordSet("button"), "button") {
		if _, folds := c.el.flags["collapsed"]; folds && compare(words(about), words(c.el.name()), nil).query >= 0.99 {
			out = append(out, ranked{candidate: c, score: 1, query: 1, own: 1})
		}
	}
	if len(out) != 1 {
		return ranked{}, false
	}
	return out[0], true
}

var spokenForm = lazyregexp.New(`(?i)^(?:it|that|this)?\s*(?:(?:the|that|this)\s+)?(?:one|question|section|answer|entry|fold|part)?(?:\s+up|\s+open)?\W*$`)

// foldSpokenOf is what opens and closes and has the words of the question before: “is
// there parking? open it”.
func (r *runner) foldSpokenOf(st step) (ranked, bool) {
	if r.spokenOf == "" || st.zh || st.object == "" || !bareVerb(st.verb) && st.verb != "expand" && st.kind != open || !spokenForm.MatchString(st.object) {
		return ranked{}, false
	}
	return r.page.foldedAbout(r.spokenOf)
}

// reread reads a step by what the page has where its words alone say something
// else.
func (r *runner) reread(st step) (step, error) {
	st, err := r.switched(st)
	if err != nil {
		return st, err
	}
	return r.valued(st)
}

var switchForm = lazyregexp.New(`(?is)^(?:(?:over|back|it)\s+)?(?:(.{1,40}?)\s+)?from\s+(.{1,40}?)\s+(?:over\s+)?to\s+(.+)$`)

// switched reads “switch from pickup to delivery” as the choice of the second,
// where both are choices of one thing on the page.
func (r *runner) switched(st step) (step, error) {
	m := switchForm.FindStringSubmatch(st.object)
	if m == nil || st.pairs != nil || st.zh || st.kind != fill && st.kind != choose && st.kind != press && st.kind != open {
		return st, nil
	}
	if err := r.current(); err != nil {
		return st, err
	}
	list := r.page.choices()
	was, err := r.page.pick(m[2], "choice", list)
	if err != nil {
		return st, nil
	}
	becomes, err := r.page.pick(m[3], "choice", list)
	if err != nil || becomes.el == was.el && becomes.option == was.option {
		return st, nil
	}
	return step{kind: choose, verb: "choose", object: strings.TrimSpace(m[3]), text: st.text, place: st.place}, nil
}

// searchesFor follows the name of a search field that is said as a command.
var searchesFor = lazyregexp.New(`(?i)^\s*for\s+\S`)

// valued reads “order number 88213” as a value where the page has a field that the
// step begins with, whatever its first word commands elsewhere, and no button so
// called.
func (r *runner) valued(st step) (step, error) {
	if st.kind == read && nounCommands[st.verb] && st.object != "" && !st.zh && !someLead.MatchString(st.object) && !queryStart.MatchString(st.object) {
		if err := r.current(); err != nil {
			return st, err
		}
		if hasField(r.page.fields(), st.verb) { // “Name Ada Quist, e-mail …”
			return step{kind: fill, object: st.text, text: st.text, place: st.place}, nil
		}
	}
	noun := nounCommands[st.verb] && (st.kind == press || st.kind == search) || st.kind == open && address(st.object) == ""
	if st.zh || !noun || st.object == "" {
		return st, nil
	}
	if err := r.current(); err != nil {
		return st, err
	}
	best := 0
	for _, f := range r.page.fields() {
		if len(f.labels) == 0 || len(rawWords(f.labels[0])) < 2 {
			continue
		}
		if rest, ok := afterName(st.text, f.labels[0]); ok && strings.Trim(rest, " .,!") != "" {
			if st.kind == search && searchesFor.MatchString(rest) { // “search found items for keys”
				st.object = strings.TrimSpace(rest)
				return st, nil
			}
			best = max(best, len(rawWords(f.labels[0])))
		}
	}
	if best == 0 {
		return st, nil
	}
	for _, c := range r.page.pressable(pressRoles, "button") {
		if _, ok := afterName(st.text, r.page.called(c.el)); ok && len(rawWords(r.page.called(c.el))) > best {
			return st, nil
		}
	}
	return step{kind: fill, object: st.text, text: st.text, place: st.place}, nil
}
