package offline

import (
	"fmt"
	"regexp"
	"strings"
)

// read answers questions about the page from what it shows. What is not found
// in the snapshot is looked for in the page's text.
func (r *runner) read(st step) error {
	if err := r.fresh(); err != nil {
		return err
	}
	if x, ok := yesNoText(st); ok {
		return r.says(x)
	}
	if e, ok := r.stateAsked(st); ok {
		r.answers = append(r.answers, e)
		return nil
	}
	if r.wholePage(st) {
		if r.before != nil && r.news() != "" && !strings.HasPrefix(st.verb, "read") {
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
	for _, q := range queries {
		if err := r.answer(st, q); err != nil {
			return err
		}
	}
	return nil
}

var yesNoVerbs = wordSet("is are was were has have can does do did")

// judge gives the lines that a yes-or-no question is about; what follows from
// them is for a person to say.
func (r *runner) judge(st step) error {
	q := oneQuery(strings.TrimRight(st.object, "?.! "))
	if len(q.words) == 0 || len(q.words) == 1 && weight(q.words[0]) < 1 {
		r.answers = append(r.answers, fmt.Sprintf("“%s”: I do not know what this is about. Name the thing.", st.text))
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
		r.answers = append(r.answers, fmt.Sprintf("“%s”: I find nothing about this on the page.", st.text))
		return nil
	}
	r.answers = append(r.answers, fmt.Sprintf("“%s”: I do not judge yes or no, but the page says: “%s”.", st.text, strings.Join(lines, "”; “")))
	return nil
}

// answer answers one query, with a newer look where a press may still bring it.
func (r *runner) answer(st step, q query) error {
	if len(q.words) == 0 {
		return r.showNews()
	}
	var near []string
	for try := 0; ; try++ {
		q.known = r.known()
		if text, ok := r.which(st, q); ok {
			r.answers = append(r.answers, text)
			return nil
		}
		if text, ok := r.special(q); ok {
			r.answers = append(r.answers, text)
			return nil
		}
		hits, close := r.lookUp(q)
		near = close
		if len(hits) > 0 {
			r.tell(q, hits)
			return nil
		}
		if try == 2 || r.before == nil {
			break
		}
		if err := r.look(); err != nil {
			return err
		}
	}
	if err := r.readContent(); err != nil {
		return err
	}
	if hits, close := searchFacts(q, factsOf(r.content), func(*element) bool { return false }); len(hits) > 0 {
		r.tell(q, hits)
		return nil
	} else if len(near) == 0 {
		near = close
	}
	if q.form == "message" && q.typ == anything {
		return r.showNews()
	}
	text := fmt.Sprintf("I did not find “%s” on the page %s.", q.text, r.page.url)
	if r.before != nil {
		text += " " + r.news()
	}
	if len(near) > 0 {
		text += " Lines that come near: “" + strings.Join(near, "”; “") + "”."
	}
	r.answers = append(r.answers, text)
	return nil
}

// lookUp searches the snapshot: first together with what was asked before, then
// as asked, then without the verb at the end (when does the bus leave).
func (r *runner) lookUp(q query) ([]found, []string) {
	facts := factsOf(r.page)
	if len(q.with) > 0 {
		wider := q
		wider.words = append(append([]string{}, q.words...), q.with...)
		if hits, _ := searchFacts(wider, facts, r.isNew()); len(hits) == 1 {
			return hits, nil
		}
	}
	hits, close := searchFacts(q, facts, r.isNew())
	if short := doneVerb.ReplaceAllString(q.text, "$1"); len(hits) == 0 && q.loose && short != q.text {
		q.words = words(short)
		hits, _ = searchFacts(q, facts, r.isNew())
	}
	return hits, close
}

// known are the words of the page as a whole.
func (r *runner) known() []string {
	all := r.page.title
	for _, e := range r.page.els {
		if e.role == "heading" && e.level == 1 {
			all += " " + e.name()
		}
	}
	return words(all)
}

// tell states an answer with the line that it rests on.
func (r *runner) tell(q query, hits []found) {
	if len(hits) == 1 || q.ordinal != 0 {
		h := hits[0]
		if h.el.role == "heading" && h.whole {
			if lines := r.section(h.el); len(lines) > 0 {
				r.answers = append(r.answers, fmt.Sprintf("%s (under the heading “%s”): “%s”", upperFirst(q.text), h.el.name(), strings.Join(lines, "”, “")))
				return
			}
		}
		text := fmt.Sprintf("%s: %s", upperFirst(q.text), h.value)
		if !same(h.line, h.value) && !same(h.line, q.text+": "+h.value) {
			text += fmt.Sprintf(" (on the page: “%s”)", h.line)
		}
		r.answers = append(r.answers, text)
		return
	}
	lines := []string{fmt.Sprintf("“%s” is on the page more than once:", q.text)}
	for _, h := range hits[:min(len(hits), 8)] {
		line := "- " + h.value
		if !same(h.line, h.value) {
			line += " (“" + h.line + "”)"
		}
		lines = append(lines, line)
	}
	r.answers = append(r.answers, strings.Join(lines, "\n"))
}

// section gives the first lines that stand under a heading.
func (r *runner) section(h *element) []string {
	from := r.page
	if h.index >= len(from.els) || from.els[h.index] != h {
		from = r.content
	}
	var out []string
	for _, e := range from.els[h.index+1:] {
		if e.role == "heading" && e.level <= h.level || len(out) == 12 {
			break
		}
		if t := strings.Join(nonEmpty(e.names), " | "); t != "" && !quietRoles[e.role] && !pressRoles[e.role] {
			out = append(out, t)
		}
	}
	return out
}

func upperFirst(s string) string {
	f := firstRune(s)
	return strings.ToUpper(f) + s[len(f):]
}

// isNew tells what was not on the page before the last press.
func (r *runner) isNew() func(*element) bool {
	if r.before == nil {
		return func(*element) bool { return false }
	}
	set := map[*element]bool{}
	for _, e := range added(r.before, r.page) {
		set[e] = true
	}
	return func(e *element) bool { return set[e] }
}

// special answers what is asked about the page itself or by kind of line.
func (r *runner) special(q query) (string, bool) {
	text := strings.ToLower(strings.Join(rawWords(q.text), " "))
	switch {
	case regexp.MustCompile(`^((page|current|tab) )?(url|web address|link address)$|^(url|address|web address) of (the|this) (page|site|tab)$|^current (url|address)$`).MatchString(text):
		return "Address of the page: " + r.page.url, true
	case regexp.MustCompile(`^(page|tab|document|window) title$|^title of (the|this) (page|tab|document)$`).MatchString(text), text == "title" && r.page.title != "":
		return "Title of the page: " + r.page.title, true
	case q.ordinal != 0 && itemWord.MatchString(q.text):
		return r.ordinalLine(q)
	case q.form == "heading" && len(q.words) <= 2 && q.typ == anything:
		return r.headings(q)
	case q.form == "message" && onlyForm(q):
		return r.messages(q)
	}
	return r.enumeration(q, text)
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
		return upperFirst(q.text) + ": " + list[q.ordinal-1], true
	case q.all || raw[len(raw)-1] == "headings" || raw[len(raw)-1] == "titles":
		return "Headings: “" + strings.Join(list, "”, “") + "”", true
	}
	for _, w := range raw {
		if formWords[stem(w)] == "" && !wordSet("main page top big large the of on this article")[w] {
			return "", false // the heading of something
		}
	}
	for _, e := range r.page.els {
		if e.role == "heading" && e.level == 1 && e.name() != "" {
			return upperFirst(q.text) + ": " + e.name(), true
		}
	}
	return upperFirst(q.text) + ": " + list[0], true
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
	if len(fresh) == 0 {
		fresh = old
	}
	if len(fresh) == 0 {
		return "", false
	}
	return upperFirst(q.text) + ": “" + strings.Join(fresh, "”, “") + "”", true
}

// enumeration answers “list the links”, “which sizes can be chosen”.
func (r *runner) enumeration(q query, text string) (string, bool) {
	m := regexp.MustCompile(`^(?:all )?(links|buttons|fields|checkboxes|tables)(?: .*)?$`).FindStringSubmatch(text)
	if m != nil && len(q.words) <= 2 {
		roles := map[string]map[string]bool{"links": wordSet("link"), "buttons": wordSet("button"), "fields": textRoles, "checkboxes": boxRoles, "tables": wordSet("table grid")}[m[1]]
		var names []string
		for _, e := range r.page.els {
			if roles[e.role] {
				names = append(names, r.page.called(e))
			}
		}
		if len(names) == 0 {
			return "There are no " + m[1] + " on the page.", true
		}
		return fmt.Sprintf("%d %s: “%s”", len(names), m[1], strings.Join(names, "”, “")), true
	}
	if m := regexp.MustCompile(`^(?:available |possible |all )?(?:options|choices|values)(?: are)?(?: (?:of|for|in|under|does|the|has|have|available))* (.+)$`).FindStringSubmatch(text); m != nil {
		name := regexp.MustCompile(`\s+(have|has|offer|offers)$`).ReplaceAllString(m[1], "")
		if c, err := r.page.pick(name, "field", r.page.fields()); err == nil {
			if labels := r.optionsOf(c.el); len(labels) > 0 {
				return fmt.Sprintf("Choices for “%s”: “%s”", r.page.called(c.el), strings.Join(labels, "”, “")), true
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

// showNews tells what the page shows: what is new since the last press, else
// its heading and messages.
func (r *runner) showNews() error {
	if r.before != nil {
		if news := r.news(); news != "" {
			r.answers = append(r.answers, news)
			return nil
		}
	}
	return r.readAll()
}

var wholeForm = regexp.MustCompile(`(?i)^((the |this |out |aloud |me |what is |whole |entire |main |current |all |of )*(page|article|text|content|contents|site|website|story|document|body)|what (is|does|do|it|the page|this page)( the| this)?( page)?( now)? ?(say|says|show|shows|on it|on the page|on this page|there|happens|happened)?|what happen(s|ed).*|it|everything)( (text|content|contents|aloud|out|on (the|this) page|of (the|this) page))*$`)

func (r *runner) wholePage(st step) bool {
	text := strings.TrimRight(st.object, "?.! ")
	if strings.HasPrefix(st.verb, "what") {
		text = "what " + text
	}
	return wholeForm.MatchString(strings.TrimSpace(text))
}

// readAll gives the beginning of the page's text.
func (r *runner) readAll() error {
	if r.before != nil {
		if news := r.news(); news != "" {
			r.answers = append(r.answers, news)
		}
	}
	if err := r.readContent(); err != nil {
		return err
	}
	const most = 1500
	var b strings.Builder
	for _, e := range r.content.els {
		line := strings.Join(nonEmpty(e.names), " | ")
		if line == "" {
			continue
		}
		if b.Len()+len(line) > most {
			b.WriteString("…")
			break
		}
		b.WriteString(line + "\n")
	}
	body := strings.TrimSpace(b.String())
	if body == "" {
		r.answers = append(r.answers, fmt.Sprintf("The page %s (title “%s”) has no text that I can read.", r.page.url, r.page.title))
		return nil
	}
	r.answers = append(r.answers, fmt.Sprintf("The page %s (title “%s”) says:\n%s", r.page.url, r.page.title, body))
	return nil
}

// readContent reads the page as text, once.
func (r *runner) readContent() error {
	if r.content != nil {
		return nil
	}
	if !r.s.offered["get_tab_content"] {
		r.content = r.page
		return nil
	}
	res, err := r.s.look("get_tab_content", r.args())
	if err != nil {
		return err
	}
	if !res.ok() {
		r.content = r.page
		return nil
	}
	r.content = parseMarkdown(res.text)
	return nil
}
