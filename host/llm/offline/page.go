package offline

import "strings"

// titled is the name of a heading; one around a link leaves its name to the link.
func (p *page) titled(h *element) string {
	if n := h.name(); n != "" || h.index+1 >= len(p.els) || p.els[h.index+1].depth <= h.depth {
		return n
	}
	return p.els[h.index+1].name()
}

// up calls f for the ancestors of an element, nearest first, until f says stop.
func (p *page) up(e *element, f func(*element) (stop bool)) {
	for at := e.parent; at >= 0; at = p.els[at].parent {
		if f(p.els[at]) {
			return
		}
	}
}

// under reports whether e stands in the element box.
func (p *page) under(e, box *element) bool {
	found := false
	p.up(e, func(a *element) bool { found = found || a == box; return found })
	return found
}

// within gives the elements under box in order: none for that of another reading of
// the page.
func (p *page) within(box *element) []*element {
	if box.index >= len(p.els) || p.els[box.index] != box {
		return nil
	}
	var out []*element
	for _, e := range p.els[box.index+1:] {
		if e.depth <= box.depth {
			break
		}
		out = append(out, e)
	}
	return out
}

// modal is the open dialog that keeps the rest of the page from being used.
func (p *page) modal() *element {
	for i := len(p.els) - 1; i >= 0; i-- {
		if e := p.els[i]; e.flags["modal"] {
			return e
		}
	}
	return nil
}

func isText(role string) bool { return role == "text" || role == "label" }

// around are the words that stand around an element: names of the boxes that
// it is in, the heading before it, the row that it belongs to.
func (p *page) around(e *element) []string {
	var parts []string
	inCard := false
	own := func(a *element) {
		if inCard || !cardRoles[a.role] {
			return
		}
		for _, k := range p.within(a) {
			switch {
			case k.role == "heading":
				parts = append(parts, p.titled(k))
				inCard = true
			case k.role == "link" && a.role == "row" && k != e:
				parts = append(parts, k.name()) // the name of the row, often
			}
		}
	}
	own(e)
	p.up(e, func(a *element) bool {
		parts = append(parts, a.names...)
		own(a)
		return false
	})
	for h := p.headingOf(e); h != nil && !inCard; h = p.headingOver(h) {
		parts = append(parts, p.titled(h))
	}
	if e.hint != "" {
		parts = append(parts, e.hint)
	}
	return words(strings.Join(parts, " "))
}

// cardRoles are boxes whose headings, wherever in them, are about all of them.
var cardRoles = wordSet("listitem article region row dialog figure group")

// headingOf is the nearest heading before an element that stands beside or
// above it, or nil.
func (p *page) headingOf(e *element) *element {
	depth := e.depth
	for i := e.index - 1; i >= 0; i-- {
		c := p.els[i]
		if c.role == "heading" && c.depth <= depth && p.titled(c) != "" && !p.under(e, c) {
			return c
		}
		depth = min(depth, c.depth)
	}
	return nil
}

// headingOver is the heading of the part that a heading itself stands in.
func (p *page) headingOver(h *element) *element {
	for i := h.index - 1; i >= 0; i-- {
		if c := p.els[i]; c.role == "heading" && c.level < h.level && c.level > 1 && c.depth <= h.depth && p.titled(c) != "" {
			return c
		}
	}
	return nil
}

// groupOf is the named box of a choice: a group, or what stands in for one.
func (p *page) groupOf(e *element) *element {
	var found *element
	p.up(e, func(a *element) bool {
		if a.role == "radiogroup" || a.role == "group" || a.role == "fieldset" {
			found = a
			return true
		}
		return false
	})
	return found
}

func (p *page) roles(roles map[string]bool) []*element {
	var out []*element
	for _, e := range p.els {
		if roles[e.role] && e.ref != "" {
			out = append(out, e)
		}
	}
	return out
}

// The roles by what can be done with them.
var (
	textRoles   = wordSet("textbox searchbox spinbutton combobox listbox slider date time datetime month week color file")
	boxRoles    = wordSet("checkbox switch menuitemcheckbox")
	radioRoles  = wordSet("radio menuitemradio")
	pressRoles  = wordSet("button link tab menuitem menuitemcheckbox menuitemradio clickable treeitem option iframe")
	optionRoles = wordSet("option")
)
