package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var anyItem = lazyregexp.New(`(?i)^(search )?(result|item|article|hit|one|entry|story|post)s?$`)

// nth takes the n-th of those that a name fits, or of all of a role.
func (r *runner) nth(n int, rest string, what term, list []candidate) (ranked, error) {
	name := strings.TrimSpace(roleWord.ReplaceAllString(rest, ""))
	var fit []ranked
	switch {
	case what == "button or link" && anyItem.MatchString(name):
		fit = r.firstLinks(list)
	case len(words(name)) == 0 || anyItem.MatchString(name):
		for _, c := range list {
			if c.el.role == "link" && r.page.inMain(c.el) || what != "button or link" {
				fit = append(fit, ranked{candidate: c})
			}
		}
	default:
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
		no := refuse("there are only %d of “%s” on this page.", len(fit), name)
		no.missing = len(fit) == 0
		return ranked{}, no
	}
	return fit[n-1], nil
}

// firstLinks are the first links of the things that the page lists; where it
// lists nothing, the links of its headings, then all of them, if there are two.
func (r *runner) firstLinks(list []candidate) []ranked {
	var each, headed, all []ranked
	at := -1
	for _, item := range r.page.items() {
		end := r.page.stretch(item).to
		for _, c := range list {
			if c.el.role == "link" && c.el.index >= item.index && c.el.index <= end && c.el.index > at {
				each = append(each, ranked{candidate: c})
				at = end
				break
			}
		}
	}
	for _, c := range list {
		if c.el.role != "link" || !r.page.inMain(c.el) {
			continue
		}
		if c.el.parent >= 0 && r.page.els[c.el.parent].role == "heading" {
			headed = append(headed, ranked{candidate: c})
		}
		all = append(all, ranked{candidate: c})
	}
	switch {
	case len(each) > 0:
		return each
	case len(headed) > 0:
		return headed
	case len(all) > 1:
		return all
	}
	return nil
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
