package offline

import (
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var anyDigits = lazyregexp.New(`\d+`)

var (
	webForm  = lazyregexp.New(`(?i)\bhttps?://` + urlRest + `+|\bwww\.` + urlRest + `+|\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:/` + urlRest + `*)?|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|app|de|uk|eu|fr|example|test|edu|gov|info|ai|co|ch|at|se|no|dk|fi|nl|es|it|jp|cn|in|br|au|ca|localhost)(?::\d+)?(?:/` + urlRest + `*)?`)
	tabForm  = lazyregexp.New(`(?i)^(?:to )?(?:the )?tab (?:number |no\. ?|#)?(\d+)\b`)
	nounLead = lazyregexp.New(`(?i)^(the )?(section|page|chapter|view|screen|area) (called |named )?`)
	pageNoun = lazyregexp.New(`(?i)\s+(page|section|site|screen|view|area|menu)$`)
)

// address takes a web address out of a text.
func address(s string) string {
	for _, loc := range webForm.FindAllStringIndex(s, -1) {
		if loc[0] > 0 && s[loc[0]-1] == '@' { // the end of an e-mail address
			continue
		}
		return strings.TrimRight(s[loc[0]:loc[1]], ".,;:!?)'")
	}
	return ""
}

// open opens an address, goes to a tab, or follows the link of that name.
func (r *runner) open(st step) error {
	if url := address(st.object); url != "" {
		if rest := besideAddress(st.object, url); rest != "" {
			return refuse("“%s” holds more than an address: I do not know what “%s” is for. Make it a step of its own.", st.text, rest)
		}
		return r.navigate(url)
	}
	if m := tabForm.FindStringSubmatch(st.object); m != nil || st.verb == "switch to tab" {
		number := anyDigits.FindString(st.object)
		return r.useTab(number)
	}
	if m := sectionForm.FindStringSubmatch(st.object); m != nil {
		if err := r.fresh(); err != nil {
			return err
		}
		if el := r.page.folded(m[1]); el != nil {
			return r.click(el)
		}
	}
	object := st.object
	object = nounLead.ReplaceAllString(object, "")
	if t := pageNoun.ReplaceAllString(object, ""); len(words(t)) > 0 {
		object = t
	}
	if here, err := r.isHere(st.object); here || err != nil {
		return err
	}
	err := r.press(step{kind: open, verb: "open", object: object, text: st.text})
	if isMissing(err) && browserTab.MatchString(st.text) {
		t, ok, tabsErr := r.tabByTitle(browserTab.ReplaceAllString(object, " "))
		switch {
		case tabsErr != nil:
			return tabsErr
		case ok:
			return r.goToTab(t)
		}
	}
	return err
}

// isHere tells of a heading of the page that a step goes to, where nothing to press is
// called so.
func (r *runner) isHere(object string) (bool, error) {
	if err := r.fresh(); err != nil {
		return false, err
	}
	name := plainName(pageNoun.ReplaceAllString(determiner.ReplaceAllString(strings.Trim(object, ` "“”.`), ""), ""))
	if len(calledJust(name, r.page.pressable(pressRoles, "button"))) > 0 {
		return false, nil
	}
	for _, e := range r.page.els {
		if e.role == "heading" && e.level > 1 && same(plainName(e.name()), name) {
			r.note("“%s” is on this page.", e.name())
			return true, nil
		}
	}
	return false, nil
}

// browserTab is how people speak of the tabs of the browser, and of the page's.
var browserTab = lazyregexp.New(`(?i)\b(?:the )?(?:browser )?tab\b(?: called| named)?|标题为|名为|(?:那个|这个)?(?:浏览器)?(?:标签页|页签|标签)`)

// goToTab makes a tab the one that the steps act in, and brings it to the front.
func (r *runner) goToTab(t tabLine) error {
	if r.s.offered["activate_tab"] {
		res, err := r.s.look("activate_tab", map[string]any{"tab": t.id})
		if err != nil {
			return err
		}
		if !res.ok() {
			return refuse("tab %d could not be brought to the front: %s.", t.id, reason(res.text))
		}
	}
	r.inTab(t.id)
	r.note("Working in tab %d, “%s”.", t.id, t.title)
	return nil
}

// sectionForm is how people call what is folded.
var sectionForm = lazyregexp.New(`(?i)^(?:the )?(?:section|accordion|details|part|fold|panel|question|drop-?down) (?:called |named |about |on )?["'“‘]?([^"'”’]+?)["'”’]?$`)

// folded is the one thing of a name that opens and closes.
func (p *page) folded(name string) *element {
	var found *element
	for _, e := range p.els {
		if e.role == "button" && e.flags["collapsed"] && same(plainName(e.name()), plainName(name)) {
			if found != nil {
				return nil
			}
			found = e
		}
	}
	return found
}

var openNoise = lazyregexp.New(`(?i)\b(the|this|a|an|page|site|website|web|address|url|link|at|to|on|in|of|my|new|tab|browser|up|called|named|first|now|please|there|shop|home|start)\b`)

// besideAddress is what a step says beside the address that it opens, unless it
// only calls it a page.
func besideAddress(object, url string) string {
	rest := strings.Replace(object, url, " ", 1)
	if bare := openNoise.ReplaceAllString(rest, " "); len(rawWords(bare)) <= 2 {
		return ""
	}
	return strings.Trim(strings.Join(strings.Fields(rest), " "), " .,;:")
}

// navigate opens an address. Opening is repeated where its outcome is unknown
// and the page is another one: it changes nothing that a second look would not.
func (r *runner) navigate(url string) error {
	r.saying = r.tongue.say("Opening %s.", url)
	for try := 1; ; try++ {
		res, err := r.s.one("navigate", r.args("url", url))
		if err != nil {
			return err
		}
		r.page, r.before, r.content, r.waiting, r.acted, r.waits = nil, nil, nil, "", true, 0
		switch {
		case res.ok():
			r.opened(url, res.text)
			return nil
		case res.unknown():
			if err := r.look(); err != nil {
				return err
			}
			if sameAddress(r.page.url, url) {
				r.note("Opened %s (title “%s”).", r.page.url, r.page.title)
				return nil
			}
		case !res.never():
			return refuse("%s could not be opened: %s.", url, reason(res.text))
		}
		if try == 3 {
			return refuse("%s could not be opened: the browser did not answer.", url)
		}
	}
}

func (r *runner) opened(url, text string) {
	if m := atForm.FindStringSubmatch(text); m != nil {
		title := ""
		if m[3] != "" {
			title = r.tongue.say(" (title “%s”)", unquote(m[3]))
		}
		r.note("Opened %s%s.", m[2], title)
		return
	}
	r.note("Opened %s: %s.", url, reason(text))
}

func sameAddress(a, b string) bool {
	trim := func(s string) string {
		s = strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(s), "https://"), "http://")
		s, _, _ = strings.Cut(s, "#")
		return strings.TrimSuffix(s, "/")
	}
	return trim(a) == trim(b)
}

// useTab makes a tab the one that the steps act in.
func (r *runner) useTab(number string) error {
	n, err := strconv.Atoi(number)
	if err != nil {
		return refuse("I need the tab's number. Ask me to list the tabs to see them.")
	}
	list, err := r.tabs()
	if err != nil {
		return err
	}
	for _, t := range list {
		if t.id == n {
			return r.goToTab(t)
		}
	}
	return refuse("there is no tab %d.", n)
}

// tabLine is a tab as list_tabs tells it.
type tabLine struct {
	id         int
	title, url string
	current    bool
	active     bool
}

var tabLineForm = lazyregexp.New(`^- tab (\d+) ("(?:[^"\\]|\\.)*")(.*)$`)

func (r *runner) tabs() ([]tabLine, error) {
	res, err := r.s.look("list_tabs", map[string]any{})
	if err != nil {
		return nil, err
	}
	if !res.ok() {
		return nil, refuse("I could not list the tabs: %s.", reason(res.text))
	}
	return parseTabs(res.text), nil
}

func parseTabs(text string) []tabLine {
	var out []tabLine
	for _, line := range strings.Split(text, "\n") {
		m := tabLineForm.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		id, _ := strconv.Atoi(m[1])
		e, ok := parseLine("tab " + m[2] + m[3])
		t := tabLine{id: id, title: unquote(m[2])}
		if ok {
			t.url, t.current, t.active = e.url, e.flags["current"], e.flags["active"]
		}
		out = append(out, t)
	}
	return out
}

// listTabs answers with the tabs there are.
func (r *runner) listTabs(st step) error {
	list, err := r.tabs()
	if err != nil {
		return err
	}
	if len(list) == 0 {
		r.answerf("There are no open tabs.")
		return nil
	}
	lines := []string{r.tongue.say("%d open tabs:", len(list))}
	if len(list) == 1 {
		lines[0] = r.tongue.say("1 open tab:")
	}
	for _, t := range list {
		line := r.tongue.say("- tab %d: “%s”, %s", t.id, t.title, t.url)
		if t.current {
			line += r.tongue.say(" (the one I work in)")
		} else if t.active {
			line += r.tongue.say(" (shown)")
		}
		lines = append(lines, line)
	}
	r.answers = append(r.answers, strings.Join(lines, "\n"))
	return nil
}
