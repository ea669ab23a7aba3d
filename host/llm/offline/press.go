package offline

import (
	"errors"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// press presses what a step names, once, and looks at what came of it.
func (r *runner) press(st step) error {
	if r.waiting != "" {
		return r.answerDialog(st)
	}
	if st.verb == againVerb {
		if r.prior.kind != press || r.prior.text == "" {
			return refuse("“%s” does not say what to press.", st.text)
		}
		st = r.prior
	}
	if n := st.times; n > 1 {
		st.times = 0
		return r.times(st, n)
	}
	if err := r.fresh(); err != nil {
		return err
	}
	if c, ok := r.boxSaid(st); ok {
		return r.apply([]setting{c})
	}
	by := r.searchedBy // what comes right after the search, and nothing later
	r.searchedBy = nil
	key, button := r.keyOf(st)
	if button != "" {
		st.object = exactly(button)
	}
	if key != "" {
		if by != nil && key == "Enter" {
			return nil // “search for fern and press Enter”: the search has begun
		}
		return r.key(key, r.typedLast())
	}
	if c, ok := r.foldSpokenOf(st); ok {
		return r.click(c.el)
	}
	if st = r.tail(st); st.place != r.at {
		if err := r.enter(st); err != nil {
			return err
		}
	}
	each := r.eachNamed(st)
	if each == nil {
		each = r.eachBeside(st)
	}
	if each != nil {
		for _, one := range each {
			if err := r.press(one); err != nil {
				return err
			}
		}
		return nil
	}
	var target ranked
	err := r.retried(func() (err error) {
		target, err = r.findPress(st)
		return err
	})
	if err == nil && target.query < 0.95 && r.namesSeveral(st) {
		_, err := r.pressEach(st)
		return err
	}
	var no *refusal
	if errors.As(err, &no) && len(no.equal) > 0 && (besideWords.FindStringIndex(mask(st.object)) == nil || itForward.MatchString(st.object)) {
		if c, ok := r.besideLast(no.equal); ok {
			target, err = c, nil
		} else if c, ok := r.besidePressed(no.equal); ok {
			target, err = c, nil
		}
	}
	if errors.As(err, &no) && no.missing {
		if handled, insteadErr := r.instead(st); handled {
			return insteadErr
		}
	}
	if err != nil {
		return err
	}
	if target.el.role == "tab" && target.el.flags["selected"] && st.kind == open {
		r.note("“%s” already was shown.", r.page.called(target.el))
		return nil
	}
	if by != nil && by.role == target.el.role && by.name() == target.el.name() {
		return nil // “search for fern and press Go”: the search has pressed it
	}
	r.prior, r.pressedRef = st, target.el.ref
	if len(r.page.all(map[string]bool{target.el.role: true})) > 1 && r.page.apart(target.el) != "" {
		r.subject = r.page.topic(target.el)
	}
	return r.click(target.el)
}

// bareVerb: the command says only that something is to be pressed.
func bareVerb(verb string) bool {
	return wordSet("press click hit tap push open follow")[strings.Fields(verb + " x")[0]]
}

// closes: the command puts away what a page has laid over itself.
func closes(verb string) bool {
	return wordSet("close dismiss hide skip 关闭 关掉 关上 收起 去掉")[strings.Fields(verb + " x")[0]]
}

// chooses: the command is no part of the name of what is chosen.
func chooses(verb string) bool {
	return wordSet("choose select pick opt go take decide")[strings.Fields(verb + " x")[0]]
}

var (
	roleWord    = lazyregexp.New(`(?i)\b(button|link|tab|menu ?item|icon|card|tile|entry|option)\b`)
	pressNoise  = lazyregexp.New(`(?i)^(on |at |the |to |down |with (?:the )?|by (?:pressing|clicking) )+`)
	boxNoun     = lazyregexp.New(`(?i)\s+(?:switch|toggle|check ?box|tick ?box|box|radio(?: button)?)$`)
	againForm   = lazyregexp.New(`(?i)\s+(?:again|once more)$`)
	formWord    = lazyregexp.New(`(?i)^(the |this |that |my |it|order |form|now|everything|all|booking |request |changes|data|page|answers?|survey|application|search|here|订单|表单|表格|申请|信息|全部|修改|更改|设置|预约|问卷|资料|这个|该|本|报名|登记|的)*$`)
	beforeForm  = lazyregexp.New(`(?i)\s+(before|without|so that|in order to|to see|and see|to get|to finish|to complete the)\b.*$`)
	placeTail   = lazyregexp.New(`(?i)\s+(in|on|at|from|of) the ((top|bottom|upper|lower|main|left|right|side|page|site)[ -]?)*(header|footer|navigation|nav|menu|side ?bar|bar|top|bottom|page|site|corner|left|right|form|website)$`)
	besideForm  = lazyregexp.New(`(?i)\s+((right )?(next to|beside|near|besides|below|above|behind|at|under|inside|within)|(in|on) the (row|line|card|entry|section|box|area|part|group) (of|for|with|called|named|saying)?)\s+(the )?`)
	ordinalForm = lazyregexp.New(`(?i)^(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|top|bottom|\d+(?:st|nd|rd|th))\s+(.*)$`)
)

// rolesNamed gives the roles that a word in the step asks for.
func rolesNamed(object string) (map[string]bool, term) {
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

// anyPress finds what a step wants pressed: by its name, else by its name and
// what stands near it.
func (r *runner) anyPress(st step) (ranked, error) {
	c, err := r.namedPress(st)
	if err == nil {
		return c, nil
	}
	if roleWord.MatchString(unquotedPart(st.object)) && isMissing(err) { // people call links tabs
		other := st
		other.object = strings.TrimSpace(roleWord.ReplaceAllString(st.object, ""))
		if c, otherErr := r.namedPress(other); other.object != "" && otherErr == nil && c.own > 0.9 && c.score > 0.85 {
			return c, nil
		}
	}
	if m := boxNoun.FindStringIndex(st.object); m != nil && bareVerb(st.verb) { // “click the Dark theme switch”
		list := r.page.pressable(wordSet("checkbox switch radio menuitemcheckbox menuitemradio"), "")
		if c, boxErr := r.page.pick(st.object[:m[0]], "box", list); boxErr == nil && c.own > 0.9 {
			return c, nil
		}
	}
	if about, ok := described(st.object); ok && isMissing(err) {
		if c, ok := r.page.foldedAbout(about); ok {
			return c, nil
		}
		other := st
		if other.object = about; other.text != about {
			if c, aboutErr := r.namedPress(other); aboutErr == nil && c.query > 0.95 {
				return c, nil
			}
		}
	}
	if closes(st.verb) && isMissing(err) {
		what := st.object
		if what == "" && st.zh {
			what = "窗口" // 看完关掉: whatever is open
		}
		if c, ok := r.closeNotice(what); ok {
			return c, nil
		}
	}
	roles, what := rolesNamed(st.object)
	list := r.page.pressable(roles, "button")
	text := strings.TrimSpace(pressNoise.ReplaceAllString(st.object, ""))
	if bareVerb(st.verb) {
		if near, ok := r.located(text, what, list); ok {
			return near, nil
		}
		return c, err
	}
	with := []string{st.verb + " " + text, text}
	if st.zh { // “删除台灯的订单” is no press of 取消订单
		with = []string{hanVerbBeside(st.verb, text)}
	}
	for _, text := range with {
		if near, ok := r.located(text, what, list); ok && (st.zh || !r.contradicts(st, near)) {
			return near, nil
		}
	}
	if near, ok, nearErr := r.near(st.verb, text, what, list); ok && nearErr == nil {
		return near, nil // “use the saved address Oslo”: Use, beside Oslo
	}
	return c, err
}

// boxSaid is the box that has the whole step for its name: “send me a copy”.
func (r *runner) boxSaid(st step) (setting, bool) {
	if st.zh || st.text == "" {
		return setting{}, false
	}
	for _, c := range r.page.boxes() {
		if boxRoles[c.el.role] && len(rawWords(st.text)) > 1 && len(c.labels) > 0 && same(plainName(c.labels[0]), strings.TrimRight(st.text, " .!")) && len(calledJust(st.text, r.page.pressable(wordSet("button link clickable"), "button"))) == 0 {
			return setting{el: c.el, value: "true", name: r.page.called(c.el), done: new(bool)}, true
		}
	}
	return setting{}, false
}

// contradicts reports whether a button is called by another command than the step's:
// “decline the quote” is no press of Approve quote, though that is called quote.
func (r *runner) contradicts(st step, c ranked) bool {
	p, _, ok := leading(plainName(r.page.called(c.el)), commandTable())
	if !ok || p.kind == read || nounCommands[p.text] {
		return false
	}
	verb := strings.Fields(p.text)[0]
	return alike(stem(verb), stem(strings.Fields(st.verb + " x")[0])) == 0 && !(contains(commitVerbs, verb) && contains(commitVerbs, st.verb)) && !mentionsWord(candidate{labels: []string{st.text}}, stem(verb))
}

// namedPress finds what is called as a step says.
func (r *runner) namedPress(st step) (ranked, error) {
	object := placeTail.ReplaceAllString(beforeForm.ReplaceAllString(st.object, ""), "")
	object = strings.TrimSpace(againForm.ReplaceAllString(pressNoise.ReplaceAllString(object, ""), ""))
	if m := besideForm.FindStringIndex(mask(object)); m != nil {
		if c, ok, err := r.beside(st, object[:m[0]], object[m[1]:]); ok {
			return c, err
		}
	}
	object = besideForm.ReplaceAllString(object, " for ")
	roles, what := rolesNamed(object)
	prefer := "button"
	if st.kind == open {
		prefer = "link"
	}
	list := r.page.pressable(roles, prefer)
	if m := ordinalForm.FindStringSubmatch(object); m != nil {
		if c, err := r.nth(ordinal(m[1]), m[2], what, list); err == nil {
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
		if c, err := r.page.pick(query, what, list); err == nil && !bare && c.el.role == "button" && len(words(st.verb)) > 0 && mentionsWord(c.candidate, words(st.verb)[0]) {
			return c, nil // “remove Lamp”: the button for it rather than the lamp
		}
		if c, ok, err := r.near(st.verb, name, what, list); !bare && ok && err == nil && c.el.role == "button" {
			return c, nil // the same where the button is called by the command alone
		}
		return r.page.pick(name, what, exact)
	}
	c, err := r.page.pick(query, what, list)
	if err != nil && !bare && isMissing(err) {
		if alt, altErr := r.page.pick(name, what, list); altErr == nil && (alt.own > 0.9 && alt.score > 0.85 && (st.zh || !r.contradicts(st, alt)) || chooses(st.verb)) {
			return alt, nil
		}
		if alt, altErr := r.page.pick(st.verb, what, list); st.byVerb && altErr == nil && alt.own > 0.9 {
			return alt, nil
		}
	}
	return c, err
}

// beside finds “Delete next to Lamp”.
func (r *runner) beside(st step, name, anchor string) (c ranked, ok bool, err error) {
	roles, what := rolesNamed(name)
	name = strings.TrimSpace(roleWord.ReplaceAllString(name, ""))
	if !bareVerb(st.verb) {
		name = st.verb + " " + name
	}
	return r.near(strings.Trim(name, `"“”'`), anchor, what, r.page.pressable(roles, "button"))
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
	if !sends(st.verb) {
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

// sends: the command is one that any button which sends the form carries out.
func sends(verb string) bool {
	list := words(verb)
	return len(list) > 0 && wordSet("submit send confirm finish")[list[0]]
}
