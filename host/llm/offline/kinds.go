package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	urlAsked     = lazyregexp.New(`^((page|current|tab) )?(url|web address|link address)$|^(url|address|web address) of (the|this) (page|site|tab)$|^current (url|address)$`)
	titleAsked   = lazyregexp.New(`^(page|tab|document|window) title$|^title of (the|this) (page|tab|document)$`)
	kindsAsked   = lazyregexp.New(`^(?:all )?(links|buttons|fields|checkboxes|tables)(?: .*)?$`)
	choicesAsked = lazyregexp.New(`^(?:available |possible |all )?(?:options|choices|values)(?: are)?(?: (?:of|for|in|under|does|the|has|have|available))* (.+)$`)
	haveEnd      = lazyregexp.New(`\s+(have|has|offer|offers)$`)
)

// special answers what is asked about the page itself or by kind of line.
func (r *runner) special(q query) (string, bool) {
	text := strings.ToLower(strings.Join(rawWords(q.text), " "))
	switch {
	case urlAsked.MatchString(text):
		return r.tongue.say("Address of the page: %s", r.page.url), true
	case titleAsked.MatchString(text), text == "title" && r.page.title != "":
		return r.tongue.say("Title of the page: %s", r.page.title), true
	case q.ordinal != 0 && itemWord.MatchString(q.text):
		return r.ordinalLine(q)
	case q.form == "heading" && len(q.words) <= 2 && q.typ == anything:
		return r.headings(q)
	case q.form == "message" && onlyForm(q):
		return r.messages(q)
	}
	if text == "table" || text == "list" {
		return r.rows(text)
	}
	if name, ok := strings.CutSuffix(text, " table"); ok {
		if at, err := r.page.find(place{name: name, noun: "table"}); err == nil && at != nil {
			return linesOf("row", r.page.els[at.from:at.to+1])
		}
	}
	return r.enumeration(q, text)
}

// rows reads the page's table or list aloud.
func (r *runner) rows(kind string) (string, bool) {
	return linesOf(map[string]string{"table": "row", "list": "listitem"}[kind], r.page.els)
}

// linesOf reads the first lines of a role aloud.
func linesOf(role string, els []*element) (string, bool) {
	var lines []string
	for _, e := range els {
		if line := strings.Join(nonEmpty(e.names), " | "); e.role == role && line != "" && len(lines) < 20 {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n"), len(lines) > 0
}

// onlyForm: the query has no words but those of a kind of message.
func onlyForm(q query) bool {
	for _, w := range q.words {
		if formWords[w] == "" && w != "page" && weight(w) == 1 {
			return false
		}
	}
	return q.typ == anything
}

func (r *runner) headings(q query) (string, bool) {
	var list []string
	for _, e := range r.page.els {
		if e.role == "heading" && e.name() != "" {
			list = append(list, e.name())
		}
	}
	raw := rawWords(q.text)
	switch {
	case len(list) == 0:
		return "", false
	case q.ordinal > 0 && q.ordinal <= len(list):
		return r.tongue.say("%s: %s", upperFirst(q.text), list[q.ordinal-1]), true
	case q.all || raw[len(raw)-1] == "headings" || raw[len(raw)-1] == "titles":
		return r.tongue.say("Headings: “%s”", strings.Join(list, "”, “")), true
	}
	for _, w := range raw {
		if formWords[stem(w)] == "" && !wordSet("main page top big large the of on this article")[w] {
			return "", false // the heading of something
		}
	}
	for _, e := range r.page.els {
		if e.role == "heading" && e.level == 1 && e.name() != "" {
			return r.tongue.say("%s: %s", upperFirst(q.text), e.name()), true
		}
	}
	return r.tongue.say("%s: %s", upperFirst(q.text), list[0]), true
}

// messages tells status lines and alerts; those that are new first.
func (r *runner) messages(q query) (string, bool) {
	isNew := r.isNew()
	var fresh, old []string
	for _, e := range r.page.els {
		if e.role == "status" || e.role == "alert" || e.role == "alertdialog" || e.role == "log" {
			if e.name() == "" {
				continue
			}
			if isNew(e) {
				fresh = append(fresh, e.name())
			} else {
				old = append(old, e.name())
			}
		}
		if e.invalid != "" && r.before != nil {
			fresh = append(fresh, r.page.called(e)+": "+e.invalid)
		}
	}
	if len(fresh) == 0 && (r.before == nil || !r.toldNews()) {
		fresh = old // what a press has brought is rather meant
	}
	if len(fresh) == 0 {
		return "", false
	}
	return r.tongue.say("%s: “%s”", upperFirst(q.text), strings.Join(fresh, "”, “")), true
}

// enumeration answers “list the links”, “which sizes can be chosen”.
func (r *runner) enumeration(q query, text string) (string, bool) {
	m := kindsAsked.FindStringSubmatch(text)
	if m != nil && len(q.words) <= 2 {
		roles := map[string]map[string]bool{"links": wordSet("link"), "buttons": wordSet("button"), "fields": textRoles, "checkboxes": boxRoles, "tables": wordSet("table grid")}[m[1]]
		var names []string
		for _, e := range r.page.els {
			if roles[e.role] {
				names = append(names, r.page.called(e))
			}
		}
		if len(names) == 0 {
			return r.tongue.say("There are no %s on the page.", term(m[1])), true
		}
		text := r.tongue.say("%d %s: “%s”", len(names), term(m[1]), strings.Join(names, "”, “"))
		if r.page.cut {
			text = r.tongue.say("At least %s. The page is long and was not read whole.", text)
		}
		return text, true
	}
	if m := choicesAsked.FindStringSubmatch(text); m != nil {
		name := haveEnd.ReplaceAllString(m[1], "")
		if c, err := r.page.pick(name, "field", r.page.fields()); err == nil {
			if labels := r.optionsOf(c.el); len(labels) > 0 {
				return r.tongue.say("Choices for “%s”: “%s”", r.page.called(c.el), strings.Join(labels, "”, “")), true
			}
		}
	}
	return "", false
}

func (r *runner) optionsOf(el *element) []string {
	if len(el.options) > 0 {
		return el.options
	}
	var out []string
	for _, e := range r.page.radios(el) {
		out = append(out, r.page.called(e))
	}
	return out
}
