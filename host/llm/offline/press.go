package offline

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// press presses what a step names, once, and looks at what came of it.
func (r *runner) press(st step) error {
	if r.waiting != "" {
		return r.answerDialog(st)
	}
	if err := r.fresh(); err != nil {
		return err
	}
	var target ranked
	err := r.retried(func() (err error) {
		target, err = r.findPress(st)
		return err
	})
	var no *refusal
	if errors.As(err, &no) && no.missing {
		if handled, insteadErr := r.instead(st); handled {
			return insteadErr
		}
	}
	if err != nil {
		return err
	}
	return r.click(target.el)
}

// instead tries what else a step can mean that names no button: several
// presses, a press repeated, a field together with a button, a choice, a box.
func (r *runner) instead(st step) (bool, error) {
	if n, once := repeated(st); n > 1 {
		return true, r.times(once, n)
	}
	if handled, err := r.fillAndPress(st); handled {
		return true, err
	}
	if handled, err := r.pressEach(st); handled {
		return true, err
	}
	if bareVerb(st.verb) || st.kind == open {
		return false, nil
	}
	if c, err := r.page.pick(st.text, "choice", r.page.choices()); err == nil && c.query > 0.85 {
		return true, r.apply([]setting{r.chosen(c)})
	}
	if st.verb == "add" {
		if s, err := r.resolveTicks(step{kind: tick, verb: "add", object: st.object, text: st.text}); err == nil && len(s) > 0 {
			return true, r.apply(s)
		}
	}
	return false, nil
}

var repeatForm = regexp.MustCompile(`(?i)^(.+?)\s+(?:(twice)|(thrice)|(\w+) times)$`)

// repeated reads “press More three times”.
func repeated(st step) (int, step) {
	m := repeatForm.FindStringSubmatch(st.object)
	if m == nil {
		return 0, st
	}
	n := 0
	switch {
	case m[2] != "":
		n = 2
	case m[3] != "":
		n = 3
	default:
		_, _ = fmt.Sscan(m[4], &n)
		if d, ok := lex().count[strings.ToLower(m[4])]; ok {
			_, _ = fmt.Sscan(d, &n)
		}
	}
	if n > 20 {
		return 0, st
	}
	st.object = m[1]
	return n, st
}

func (r *runner) times(st step, n int) error {
	for range n {
		if err := r.press(st); err != nil {
			return err
		}
	}
	return nil
}

// pressEach presses “Next and Finish” one after the other; the second may
// appear only then.
func (r *runner) pressEach(st step) (bool, error) {
	parts := splitAnd(st.object)
	if len(parts) < 2 || !bareVerb(st.verb) {
		return false, nil
	}
	if _, err := r.findPress(step{kind: press, verb: st.verb, object: parts[0], text: parts[0]}); err != nil {
		return false, nil
	}
	for _, p := range parts {
		if err := r.press(step{kind: press, verb: st.verb, object: p, text: st.verb + " " + p}); err != nil {
			return true, err
		}
	}
	return true, nil
}

// bareVerb: the command says only that something is to be pressed.
func bareVerb(verb string) bool {
	return wordSet("press click hit tap push open follow")[strings.Fields(verb + " x")[0]]
}

var (
	roleWord    = regexp.MustCompile(`(?i)\b(button|link|tab|menu ?item|icon|card|tile|entry|option)\b`)
	pressNoise  = regexp.MustCompile(`(?i)^(on |at |the |to |down )+`)
	formWord    = regexp.MustCompile(`(?i)^(the |this |that |my |it|order |form|now|everything|all|booking |request |changes|data|page|answers?|survey|application|search|here)*$`)
	beforeForm  = regexp.MustCompile(`(?i)\s+(before|without|so that|in order to|to see|and see|to get|to finish|to complete the)\b.*$`)
	placeTail   = regexp.MustCompile(`(?i)\s+(in|on|at|from|of) the ((top|bottom|upper|lower|main|left|right|side|page|site)[ -]?)*(header|footer|navigation|nav|menu|side ?bar|bar|top|bottom|page|site|corner|left|right|form|website)$`)
	besideForm  = regexp.MustCompile(`(?i)\s+((right )?(next to|beside|near|besides|below|above|behind|at|under|inside|within)|(in|on) the (row|line|card|entry|section|box|area|part|group) (of|for|with|called|named|saying)?)\s+(the )?`)
	ordinalForm = regexp.MustCompile(`(?i)^(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|top|bottom|\d+(?:st|nd|rd|th))\s+(.*)$`)
)

// rolesNamed gives the roles that a word in the step asks for.
func rolesNamed(object string) (map[string]bool, string) {
	switch m := strings.ToLower(roleWord.FindString(unquotedPart(object))); m {
	case "button":
		return wordSet("button clickable"), "button"
	case "link":
		return wordSet("link"), "link"
	case "tab":
		return wordSet("tab"), "tab"
	case "menu item", "menuitem":
		return wordSet("menuitem menuitemcheckbox menuitemradio"), "menu item"
	}
	return pressRoles, "button or link"
}

// findPress finds what a step wants pressed.
func (r *runner) findPress(st step) (ranked, error) {
	object := placeTail.ReplaceAllString(beforeForm.ReplaceAllString(st.object, ""), "")
	object = strings.TrimSpace(pressNoise.ReplaceAllString(object, ""))
	object = besideForm.ReplaceAllString(object, " for ")
	roles, what := rolesNamed(object)
	prefer := "button"
	if st.kind == open {
		prefer = "link"
	}
	list := r.page.pressable(roles, prefer)
	if m := ordinalForm.FindStringSubmatch(object); m != nil {
		if c, err := r.nth(ordinals[strings.ToLower(m[1])], m[2], what, list); err == nil {
			return c, nil
		}
	}
	if q := quotedName(object); q != "" {
		c, err := r.page.pick(q, what, exactFirst(q, list))
		if err == nil || !isMissing(err) {
			return r.among(object, c, err, list)
		}
		return ranked{}, err
	}
	name := strings.TrimSpace(roleWord.ReplaceAllString(object, ""))
	bare := bareVerb(st.verb)
	if !bare && formWord.MatchString(object) {
		return r.submitButton(st, object, list)
	}
	query := name
	if !bare {
		query = st.verb + " " + name
	}
	if words(query) == nil || strings.TrimSpace(query) == "" {
		return ranked{}, refuse("“%s” does not say what to press.", st.text)
	}
	if exact := exactFirst(name, list); len(exact) < len(list) {
		return r.page.pick(name, what, exact)
	}
	c, err := r.page.pick(query, what, list)
	if err != nil && !bare && isMissing(err) {
		if alt, altErr := r.page.pick(name, what, list); altErr == nil && alt.own > 0.9 && alt.score > 0.85 {
			return alt, nil
		}
	}
	return c, err
}

// quotedName is the quoted part of a step, if there is one.
func quotedName(object string) string {
	if q := quotes(object); len(q) > 0 {
		return inside(object[q[0][0]:q[0][1]])
	}
	return ""
}

// among settles a tie of a quoted name by the words around the quote.
func (r *runner) among(object string, c ranked, err error, list []candidate) (ranked, error) {
	if err == nil {
		return c, nil
	}
	whole := strings.NewReplacer(`"`, " ", "“", " ", "”", " ", "'", " ").Replace(roleWord.ReplaceAllString(object, " "))
	if better, betterErr := r.page.pick(whole, "button", list); betterErr == nil {
		return better, nil
	}
	return c, err
}

// nth takes the n-th of those that a name fits, or of all of a role.
func (r *runner) nth(n int, rest, what string, list []candidate) (ranked, error) {
	name := strings.TrimSpace(roleWord.ReplaceAllString(rest, ""))
	var fit []ranked
	if len(words(name)) == 0 || regexp.MustCompile(`(?i)^(search )?(result|item|article|hit|one|entry|story|post)s?$`).MatchString(name) {
		for _, c := range list {
			if c.el.role == "link" && r.page.inMain(c.el) || what != "button or link" {
				fit = append(fit, ranked{candidate: c})
			}
		}
	} else {
		ranks := rank(words(name), list)
		best := map[*element]bool{}
		for _, c := range ranks {
			if c.fits() && ranks[0].score-c.score < 0.1 {
				best[c.el] = true
			}
		}
		for _, c := range list {
			if best[c.el] {
				fit = append(fit, ranked{candidate: c})
			}
		}
	}
	if n < 0 {
		n = len(fit)
	}
	if n < 1 || n > len(fit) {
		return ranked{}, refuse("there are only %d of “%s”.", len(fit), name)
	}
	return fit[n-1], nil
}

// inMain leaves out what stands in the page's frame: menus, header, footer.
func (p *page) inMain(e *element) bool {
	ok := true
	p.up(e, func(a *element) bool {
		if a.role == "navigation" || a.role == "banner" || a.role == "contentinfo" {
			ok = false
		}
		return !ok
	})
	return ok
}

// submitButton finds the button of “submit”, “save” or “send the form”: the
// one of that name, else the only one that could send the form that was filled.
func (r *runner) submitButton(st step, object string, list []candidate) (ranked, error) {
	for _, query := range []string{st.verb + " " + object, st.verb} {
		c, err := r.page.pick(query, "button", list)
		if err == nil {
			return c, nil
		}
		if !isMissing(err) {
			return ranked{}, err
		}
	}
	if st.verb != "submit" && st.verb != "send" && st.verb != "send off" && st.verb != "confirm" && st.verb != "finish" {
		return ranked{}, r.page.none(st.text, "button", rank(words(st.text), list))
	}
	var fit []ranked
	for _, c := range list {
		if c.el.role != "button" || c.el.flags["disabled"] || !r.page.inMain(c.el) {
			continue
		}
		for _, w := range words(r.page.called(c.el)) {
			if lex().submit[w] {
				fit = append(fit, ranked{candidate: c})
				break
			}
		}
	}
	switch len(fit) {
	case 1:
		return fit[0], nil
	case 0:
		return ranked{}, r.page.none(st.text, "button", rank(words(st.text), list))
	}
	if inForm := r.inFilledForm(fit); len(inForm) == 1 {
		return inForm[0], nil
	}
	return ranked{}, r.page.tie(st.text, "button", fit)
}

// inFilledForm keeps the buttons of forms that have fields.
func (r *runner) inFilledForm(list []ranked) []ranked {
	var out []ranked
	for _, c := range list {
		r.page.up(c.el, func(a *element) bool {
			if a.role != "form" && a.role != "dialog" {
				return false
			}
			for _, e := range r.page.within(a) {
				if textRoles[e.role] && e.value != "" {
					out = append(out, c)
					break
				}
			}
			return true
		})
	}
	return out
}

// fillAndPress: “apply the coupon SAVE10”, “subscribe with mira@x.example”: a
// button named by the command, and a field named by the rest.
func (r *runner) fillAndPress(st step) (bool, error) {
	object := regexp.MustCompile(`(?i)^(.*?\b)?(with|using|as)\s+`).ReplaceAllString(st.object, "")
	if object == "" {
		return false, nil
	}
	button, err := r.page.pick(st.verb, "button", r.page.pressable(wordSet("button clickable"), "button"))
	if err != nil || button.own < 0.9 {
		return false, nil
	}
	fields := r.page.fields()
	pairs := anchored(object, fields)
	if q := quotedName(object); len(pairs) == 0 && q != "" {
		pairs = []pair{{value: q, quoted: true}}
	} else if len(pairs) == 0 && len(strings.Fields(object)) == 1 && object != st.object {
		pairs = []pair{{value: object}} // subscribe with mira@x.example
	}
	var batch []setting
	for _, p := range pairs {
		s, err := r.resolvePair(st, p, fields)
		if err != nil {
			return false, nil
		}
		batch = append(batch, s...)
	}
	if len(batch) == 0 {
		return false, nil
	}
	if err := r.apply(batch); err != nil {
		return true, err
	}
	if err := r.fresh(); err != nil {
		return true, err
	}
	el := r.page.twin(button.el)
	if el == nil {
		return true, refuse("the button “%s” is no longer on the page.", r.page.called(button.el))
	}
	return true, r.click(el)
}

// click presses an element. What did not leave is sent again; what is gone is
// looked for once more; what may have happened is never repeated.
func (r *runner) click(el *element) error {
	name := r.page.called(el)
	for try := 1; ; try++ {
		if el.flags["disabled"] {
			return refuse("the %s “%s” is disabled, so it was not pressed.", el.role, name)
		}
		r.saying = fmt.Sprintf("Pressing “%s”.", name)
		res, err := r.s.one("click", r.args("ref", el.ref, "element", fmt.Sprintf("%s “%s”", el.role, name)))
		if err != nil {
			return err
		}
		switch {
		case res.ok():
			return r.pressed(el, name, res)
		case res.unknown():
			return r.unsure(el, name)
		case try < 3 && (res.never() || gone(res.text)):
			if err := r.look(); err != nil {
				return err
			}
			twin := r.page.twin(el)
			if twin == nil {
				return refuse("“%s” is no longer on the page.", name)
			}
			el = twin
		default:
			return refuse("“%s” was not pressed: %s.", name, reason(res.text))
		}
	}
}

// pressed notes a press and what it caused.
func (r *runner) pressed(el *element, name string, res result) error {
	r.before = r.page
	r.stale = true
	if m := newTabForm.FindStringSubmatch(res.text); m != nil {
		_, _ = fmt.Sscan(m[1], &r.tab)
	}
	what := caused(res.text)
	r.note("%s", strings.TrimSpace(fmt.Sprintf("Pressed “%s”%s. %s", name, r.page.apart(el), what)))
	if m := dialogForm.FindStringSubmatch(afterNews(res.text)); m != nil {
		r.waiting = unquote(m[2])
		r.done[len(r.done)-1] += fmt.Sprintf(" The page asks in a %s dialog: “%s”.", m[1], r.waiting)
		if m[1] == "alert" {
			return r.closeAlert()
		}
		return nil
	}
	if err := r.look(); err != nil {
		var no *refusal
		if errors.As(err, &no) {
			r.done[len(r.done)-1] += " The page after it could not be read: " + no.text
			return nil
		}
		return err
	}
	if news := r.news(); news != "" {
		r.done[len(r.done)-1] += " " + news
	} else if what == "" && r.before.url == r.page.url && len(added(r.before, r.page))+len(added(r.page, r.before))+len(changed(r.before, r.page)) == 0 {
		r.done[len(r.done)-1] += " I see no change on the page."
	}
	return nil
}

// unsure looks at the page after a press whose outcome is unknown. Only what
// the page shows decides.
func (r *runner) unsure(el *element, name string) error {
	before := r.page
	r.stale = true
	if err := r.look(); err != nil {
		return err
	}
	r.before = before
	if r.evidence(before, el) {
		r.note("“%s” was pressed; the answer was lost, but the page shows that it took effect. %s", name, r.news())
		return nil
	}
	return refuse("“%s” was to be pressed when the connection broke. The page does not show whether it was, so I did not press it again. "+
		"Please look, and tell me to press it if it was not.", name)
}

// evidence reports whether a press had an effect: another address, its button
// gone, or a message, heading or dialog that was not there.
func (r *runner) evidence(before *page, el *element) bool {
	if before.url != r.page.url || before.title != r.page.title || r.page.twin(el) == nil {
		return true
	}
	for _, e := range added(before, r.page) {
		if newsRoles[e.role] {
			return true
		}
	}
	return false
}

var newsRoles = wordSet("status alert alertdialog dialog heading log")

// added are the lines with words that a page has and the one before had not.
func added(before, now *page) []*element {
	had := map[string]int{}
	for _, e := range before.els {
		had[e.role+"\x00"+e.name()]++
	}
	var out []*element
	for _, e := range now.els {
		key := e.role + "\x00" + e.name()
		if had[key] > 0 {
			had[key]--
			continue
		}
		if e.name() != "" {
			out = append(out, e)
		}
	}
	return out
}

// changed are the controls that hold something else, or are in another state,
// than they were.
func changed(before, now *page) []*element {
	old := map[string]*element{}
	for _, e := range before.els {
		if e.ref != "" {
			old[e.ref] = e
		}
	}
	var out []*element
	for _, e := range now.els {
		o := old[e.ref]
		if e.ref == "" || o == nil || o.role != e.role || o.name() != e.name() {
			continue
		}
		if o.value != e.value || o.state() != e.state() {
			out = append(out, e)
		}
	}
	return out
}

// state names the states that a press can change.
func (e *element) state() string {
	var out []string
	for _, f := range []string{"checked", "selected", "pressed", "expanded", "disabled"} {
		if e.flags[f] {
			out = append(out, f)
		}
	}
	return strings.Join(out, " and ")
}

// now says what a control is or holds.
func (e *element) now() string {
	switch {
	case textRoles[e.role] || tickable(e):
		return setting{el: e}.shown(e.value, e.flags["checked"])
	case e.state() == "":
		return "it is neither pressed nor selected"
	}
	return "it is " + e.state()
}

// news says what the page shows since the last press: messages first.
func (r *runner) news() string {
	var first, rest []string
	for _, e := range added(r.before, r.page) {
		switch {
		case e.role == "alert" || e.role == "status" || e.role == "alertdialog":
			first = append(first, "“"+e.name()+"”")
		case e.role == "heading" || e.role == "dialog" || e.role == "text" && r.before.url == r.page.url:
			rest = append(rest, "“"+e.name()+"”")
		}
	}
	if len(first)+len(rest) == 0 {
		for _, e := range added(r.before, r.page) {
			rest = append(rest, "“"+e.name()+"”")
		}
	}
	for _, e := range changed(r.before, r.page) {
		if e.state() != "" || e.value != "" || textRoles[e.role] {
			rest = append(rest, "“"+r.page.called(e)+"” ("+e.now()+")")
		}
	}
	var bad []string
	for _, e := range r.page.els {
		if e.invalid != "" {
			bad = append(bad, fmt.Sprintf("“%s”: %s", r.page.called(e), strings.TrimSuffix(e.invalid, ".")))
		}
	}
	out := ""
	if all := append(first, rest...); len(all) > 0 {
		out = "The page now shows " + enumerate(all[:min(3, len(all))]) + "."
	}
	if len(bad) > 0 {
		out += " The page objects to " + enumerate(bad[:min(3, len(bad))]) + "."
	}
	return strings.TrimSpace(out)
}
