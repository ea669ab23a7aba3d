package offline

import (
	"cmp"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	asForm       = lazyregexp.New(`(?is)^(?:to (?:the |my )?\S+\s+)?(?:as|with|using)\s+(?:the\s+)?(?:(user ?name|user|e-?mail(?: address)?|login|account)\s*(?:is|=|:)?\s+)?(\S+)`)
	passwordForm = lazyregexp.New(`(?is)\b(?:password|passphrase|pass|pin)\s*(?:is|=|:)?\s*(\S.*)$`)
)

// login reads “log in as mira with password x” and presses the button for it.
func (r *runner) login(st step) error {
	object := strings.TrimSpace(st.object)
	var pairs []pair
	masked := mask(object)
	if m := passwordForm.FindStringSubmatchIndex(masked); m != nil {
		pairs = append(pairs, newPair("password", stripTrailing(object[m[2]:m[3]])))
	}
	if m := asForm.FindStringSubmatchIndex(masked); m != nil {
		pairs = append([]pair{newPair("username", strings.Trim(object[m[4]:m[5]], ",;"))}, pairs...)
	}
	if len(pairs) > 0 {
		if err := r.current(); err != nil {
			return err
		}
		var batch []setting
		for _, p := range pairs {
			s, err := r.identity(st, p)
			if err != nil {
				return err
			}
			batch = append(batch, s...)
		}
		if err := r.apply(batch); err != nil {
			return err
		}
		return r.press(step{kind: press, verb: "log in", text: "log in"})
	}
	return r.press(step{kind: press, verb: st.verb, object: st.object, text: st.text})
}

// identity finds the field for a user's name, which is often that of the
// e-mail address.
func (r *runner) identity(st step, p pair) ([]setting, error) {
	fields := r.page.fields()
	labels := []string{p.label}
	if p.label == "username" {
		labels = []string{"username", "email", "login", "name"}
		if strings.Contains(p.value, "@") {
			labels = []string{"email", "username", "login"}
		}
	}
	var first error
	for _, l := range labels {
		s, err := r.resolvePair(st, pair{label: l, value: p.value, quoted: p.quoted}, fields)
		if err == nil {
			return s, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

var (
	searchFor  = lazyregexp.New(`(?is)^(?:(?:the |this )?(?:page|site|shop|catalogue|catalog|store|website|web ?site)\s+)?(?:for\s+)?(?:the term |the word |the words )?(.+?)$`)
	searchName = []string{"search", "query", "keyword", "find", "q", "looking for"}
)

// search types into the page's search field and presses its button; a page
// without one is searched for the words.
func (r *runner) search(st step) error {
	if err := r.current(); err != nil {
		return err
	}
	what := ""
	if m := searchFor.FindStringSubmatch(st.object); m != nil {
		what = newPair("", strings.TrimSpace(m[1])).value
	}
	if inner, set := r.searchedIn(st, what); set != nil {
		if err := r.apply(set); err != nil {
			return err
		}
		if err := r.fresh(); err != nil {
			return err
		}
		what = inner
	}
	if what == "" {
		if button := r.searchButton(r.lastField()); button != nil {
			return r.click(button) // “enter the postcode and look it up”
		}
		return r.press(step{kind: press, verb: "search", text: st.text})
	}
	field := r.searchField()
	if field == nil {
		if c, err := r.page.pick(st.text, "button", r.page.pressable(pressRoles, "button")); err == nil && c.score > 0.9 {
			return r.press(step{kind: press, verb: st.verb, object: st.object, text: st.text})
		}
		if total, _, err := r.hits(what, ""); err != nil || total == 0 {
			return cmp.Or(err, error(refuse("I see no search field on this page, and “%s” is not on it either.", what)))
		}
		return r.find(step{kind: find, verb: "find", object: what, text: st.text})
	}
	if err := r.apply([]setting{{el: field, value: what, name: r.page.called(field)}}); err != nil {
		return err
	}
	if err := r.fresh(); err != nil {
		return err
	}
	button := r.searchButton(r.page.twin(field))
	if button == nil && r.s.offered["press_key"] {
		field = r.page.twin(field)
		err := r.key("Enter", field)
		r.searchedBy = field
		return err
	}
	if button == nil {
		return refuse("I filled the search field, but there is no button beside it to start the search, and I cannot press Enter.")
	}
	err := r.click(button)
	r.searchedBy = button
	return err
}

var searchIn = lazyregexp.New(`(?i)^(.+?)\s+(?:in|under|within)\s+(?:the\s+)?(\S.{1,40}?)(?:\s+(?:category|section|department|field|menu))?$`)

// searchedIn reads “umbrella in the Bags category” as what is searched for and a choice
// of the page where to.
func (r *runner) searchedIn(st step, what string) (string, []setting) {
	m := searchIn.FindStringSubmatch(what)
	if m == nil || st.zh || len(quotes(st.object)) > 0 {
		return what, nil
	}
	c, err := r.page.pick(m[2], "choice", r.page.choices())
	if err != nil || c.own < 0.95 || c.score < 0.85 {
		return what, nil
	}
	return m[1], []setting{r.chosen(c)}
}

// lastField is the field that was set last, as it stands on the page now.
func (r *runner) lastField() *element {
	if r.last == nil {
		return nil
	}
	return r.page.twin(r.last)
}

// searchField is the page's search field: one of that role, or of that name.
func (r *runner) searchField() *element {
	for _, e := range r.page.roles(wordSet("searchbox")) {
		if !e.flags["disabled"] {
			return e
		}
	}
	fields := r.page.pressable(wordSet("textbox combobox"), "")
	for _, name := range searchName {
		if c, err := r.page.pick(name, "field", fields); err == nil && c.own > 0.9 {
			return c.el
		}
	}
	return r.aloneWithGo()
}

// aloneWithGo is the field that a button to start a search stands beside, in a
// form with nothing else to fill in.
func (r *runner) aloneWithGo() *element {
	var found *element
	for _, form := range r.page.all(wordSet("form search")) {
		var inside []*element
		for _, e := range r.page.within(form) {
			if textRoles[e.role] || tickable(e) {
				inside = append(inside, e)
			}
		}
		if len(inside) != 1 || inside[0].role != "textbox" && inside[0].role != "combobox" || len(inside[0].options) > 0 || r.searchButton(inside[0]) == nil {
			continue
		}
		if found != nil {
			return nil
		}
		found = inside[0]
	}
	return found
}

// searchButton is the button that starts the search: in the same box as the
// field, named so; else the only one of that name.
func (r *runner) searchButton(field *element) *element {
	if field == nil {
		return nil
	}
	names := wordSet("search look go find ok start submit magnifier lookup")
	var near, far []*element
	for _, e := range r.page.roles(wordSet("button")) {
		named := hanSearches.MatchString(e.name())
		for _, l := range r.page.labels(e) {
			for _, w := range rawWords(l) {
				named = named || names[w]
			}
		}
		if !named || e.flags["disabled"] {
			continue
		}
		if e.parent == field.parent {
			near = append(near, e)
		}
		far = append(far, e)
	}
	switch {
	case len(near) > 0:
		return near[0]
	case len(far) == 1:
		return far[0]
	}
	return nil
}
