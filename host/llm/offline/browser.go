package offline

import (
	"net/url"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// errand carries out what a step wants of the browser.
func (r *runner) errand(st step) error {
	e, caught := errandOf(st.text)
	if e == nil {
		return r.cannot(st)
	}
	if r.waiting != "" && e.tool != "screenshot" {
		return refuse("the page shows a dialog, “%s”, and waits for an answer. Say “accept the dialog” or “dismiss the dialog”.", r.waiting)
	}
	return e.do(r, st, caught)
}

func (r *runner) screenshot(_ step, m map[string]string) error {
	args := r.args()
	whole := m["whole"]+m["all"] != ""
	if whole {
		args["full_page"] = true
	}
	res, err := r.s.look("screenshot", args)
	switch {
	case err != nil:
		return err
	case !res.ok():
		return refuse("no screenshot could be taken: %s.", reason(res.text))
	case whole:
		r.note("Took a screenshot of the whole page.")
	default:
		r.note("Took a screenshot of what is in view.")
	}
	return nil
}

var ways = map[string]string{
	"上": "up", "下": "down", "左": "left", "右": "right",
	"bottom": "bottom", "end": "bottom", "底部": "bottom", "下面": "bottom", "下边": "bottom", "底端": "bottom", "底": "bottom", "末尾": "bottom",
	"top": "top", "start": "top", "beginning": "top", "顶部": "top", "上面": "top", "上边": "top", "顶端": "top", "顶": "top", "开头": "top",
}

var wayTerms = map[string]term{
	"up": "up", "down": "down", "left": "to the left", "right": "to the right", "top": "to the top", "bottom": "to the bottom",
}

func (r *runner) scroll(_ step, m map[string]string) error {
	args := r.args()
	to := strings.Trim(m["to"], ` "“”'「」`)
	way := strings.ToLower(m["way"] + m["end"])
	if own, ok := ways[way]; ok {
		way = own
	}
	if to != "" {
		res, err := r.s.look("find", r.args("text", to))
		if err != nil {
			return err
		}
		_, lines := parseFound(res.text)
		if !res.ok() || len(lines) == 0 || lines[0].ref == "" {
			return missing("“%s” is not on the page, so I did not scroll to it.", to)
		}
		args["ref"] = lines[0].ref
	} else {
		args["direction"] = way
	}
	res, err := r.s.look("scroll", args)
	switch {
	case err != nil:
		return err
	case !res.ok():
		return refuse("the page was not scrolled: %s.", reason(res.text))
	}
	r.stale = true // pages load more as one scrolls
	switch {
	case to != "" && strings.Contains(res.text, "in view already"):
		r.note("“%s” is in view already.", to)
	case strings.Contains(res.text, "othing was scrolled"):
		r.note("The page is at its end already, so it was not scrolled.")
	case to != "":
		r.note("Scrolled to “%s”.", to)
	default:
		r.note("Scrolled %s.", wayTerms[way])
	}
	return nil
}

// longestPause is how long the tool waits at most.
const longestPause = 30

func (r *runner) pause(_ step, m map[string]string) error {
	args := r.args()
	text := strings.Trim(m["there"]+m["gone"], ` "“”'「」`)
	ms := 0
	switch {
	case m["n"] != "":
		if ms = milliseconds(m["n"], m["unit"]); ms > longestPause*1000 || ms <= 0 {
			return refuse("I wait %d seconds at most.", longestPause)
		}
		args["ms"] = ms
	case m["gone"] != "":
		args["gone"] = text
	default:
		args["text"] = text
	}
	res, err := r.s.look("wait_for", args)
	switch {
	case err != nil:
		return err
	case !res.ok() && strings.Contains(res.text, "is still there after"):
		return refuse("“%s” was still there after %d seconds.", text, longestPause)
	case !res.ok() && strings.Contains(res.text, "did not come within"):
		return refuse("“%s” did not come within %d seconds.", text, longestPause)
	case !res.ok():
		return refuse("the wait broke off: %s.", reason(res.text))
	}
	r.stale = true
	switch {
	case m["gone"] != "":
		r.note("“%s” is gone.", text)
	case text != "":
		r.note("“%s” is there.", text)
	default:
		r.note("Waited %s seconds.", trimZeros(ms))
	}
	return nil
}

func (r *runner) closeTab(_ step, _ map[string]string) error {
	n := r.tab
	if n == 0 {
		if err := r.current(); err != nil {
			return err
		}
		n = r.page.tab
	}
	res, err := r.s.one("close_tab", map[string]any{"tab": n})
	switch {
	case err != nil:
		return err
	case res.unknown():
		return refuse("the tab was to be closed when the connection broke; I cannot tell whether it was.")
	case !res.ok():
		return refuse("the tab was not closed: %s.", reason(res.text))
	}
	if m := dialogForm.FindStringSubmatch(afterNews(res.text)); m != nil {
		r.waiting = unquote(m[2])
		return refuse("the page asks before it is left: “%s”. Say “accept the dialog” or “dismiss the dialog”.", r.waiting)
	}
	r.inTab(0)
	r.note("Closed the tab.")
	return nil
}

// inTab makes a tab the one that the steps act in; nothing of another is known of
// it.
func (r *runner) inTab(n int) {
	r.tab, r.page, r.before, r.content, r.subject, r.thing, r.last = n, nil, nil, nil, nil, nil, nil
}

var openedTab = lazyregexp.New(`Opened tab (\d+) at (\S+?)(?: \(title ("(?:[^"\\]|\\.)*")\))?\.(?:\s|$)`)

func (r *runner) openTab(_ step, m map[string]string) error {
	target := address(m["to"])
	if target == "" {
		if err := r.current(); err != nil {
			return err
		}
		name := strings.Trim(hanNoun(m["to"]), ` "“”'`)
		c, err := r.page.pick(name, "link", r.page.pressable(wordSet("link"), "link"))
		if err != nil {
			return err
		}
		if target = resolved(r.page.url, c.el.url); target == "" {
			return refuse("the link “%s” leads to no address.", r.page.called(c.el))
		}
	}
	r.saying = r.tongue.say("Opening %s.", target)
	res, err := r.s.one("open_tab", map[string]any{"url": target})
	switch {
	case err != nil:
		return err
	case res.unknown():
		return refuse("%s could not be opened: the browser did not answer.", target)
	case !res.ok():
		return refuse("%s could not be opened: %s.", target, reason(res.text))
	}
	at, title := target, ""
	r.inTab(0)
	if m := openedTab.FindStringSubmatch(res.text); m != nil {
		if r.tab = number(m[1]); m[3] != "" {
			title = r.tongue.say(" (title “%s”)", unquote(m[3]))
		}
		at = m[2]
	}
	r.acted, r.waits = true, 0
	r.note("Opened %s%s in a new tab.", at, title)
	return nil
}

// resolved is the address of a link on a page, empty where it has none.
func resolved(page, link string) string {
	base, err := url.Parse(page)
	if err != nil || link == "" || strings.Contains(link, "…+") {
		return ""
	}
	to, err := base.Parse(link)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" {
		return ""
	}
	return to.String()
}

// browserTabOf reads “switch to the Order form tab” as a tab of the browser, where
// the page has none of that name. Looking for it may need a look at the tabs.
func (r *runner) browserTabOf(st step) (tabLine, bool, error) {
	if st.kind != choose || !browserTab.MatchString(st.text) || r.page == nil {
		return tabLine{}, false, nil
	}
	name := strings.Trim(browserTab.ReplaceAllString(st.object, " "), ` "“”'「」`)
	c, err := r.page.pick(name, "tab", append(r.page.pressable(pressRoles, "tab"), r.page.choices()...))
	if name == "" || err == nil && c.own > 0.6 || err != nil && !isMissing(err) {
		return tabLine{}, false, nil
	}
	return r.tabByTitle(name)
}

// tabByTitle finds the one tab of the browser that is called so.
func (r *runner) tabByTitle(name string) (tabLine, bool, error) {
	list, err := r.tabs()
	if err != nil {
		return tabLine{}, false, err
	}
	var fit []tabLine
	for _, t := range list {
		if compare(words(name), words(t.title), nil).own >= 0.9 {
			fit = append(fit, t)
		}
	}
	if len(fit) != 1 {
		return tabLine{}, false, nil
	}
	return fit[0], true, nil
}
