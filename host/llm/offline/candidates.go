package offline

import (
	"strings"
)

// fields are everything that can be given a value: controls, and groups of
// radio buttons as a whole.
func (p *page) fields() []candidate {
	var out []candidate
	for _, e := range p.els {
		switch {
		case e.ref == "" || !p.inPart(e):
		case textRoles[e.role] || boxRoles[e.role]:
			out = append(out, candidate{el: e, labels: p.labels(e), around: p.around(e), bonus: p.usable(e) + p.writable(e)})
		case isPopup(e):
			out = append(out, p.popup(e))
		}
	}
	return append(append(out, p.groups()...), p.steppers()...)
}

// allFields are the fields of the whole page, whatever part a step speaks of.
func (p *page) allFields() []candidate {
	part := p.part
	defer func() { p.part = part }()
	p.part = nil
	return p.fields()
}

// popup is called by the text before it where that begins its name, else by its
// whole name, label and choice in one.
func (p *page) popup(e *element) candidate {
	c := candidate{el: e, labels: p.labels(e), bonus: p.usable(e) - 0.03, popup: true}
	if len(c.labels) > 1 && strings.HasPrefix(e.name(), c.labels[0]) {
		c.labels = c.labels[:1]
	}
	// 停卡规则 is no field 停卡 that holds 规则.
	c.whole = hasHan(e.name()) && !strings.ContainsAny(e.name(), " ：:")
	return c
}

// isPopup: pages draw choices of their own as a button that brings a list.
func isPopup(e *element) bool {
	return e.role == "button" && e.name() != "" && !endsSentence(e.name()) && (e.flags["collapsed"] || e.flags["expanded"])
}

func (p *page) writable(e *element) float64 {
	if e.flags["readonly"] || boxRoles[e.role] {
		return -0.06
	}
	return 0
}

// groups are the groups of radio buttons, each once. The element is the group,
// or the first radio button where no box stands around them.
func (p *page) groups() []candidate {
	var out []candidate
	seen := map[*element]bool{}
	for _, e := range p.els {
		if !radioRoles[e.role] || e.ref == "" || !p.inPart(e) {
			continue
		}
		box, label := p.radioBox(e)
		if seen[box] {
			continue
		}
		seen[box] = true
		if label != "" {
			out = append(out, candidate{el: box, labels: []string{label}, around: p.around(box), bonus: p.usable(e)})
		}
	}
	return out
}

// radioBox gives what holds a radio button together with its like, and its
// name: the group, else the text or heading before the first of them.
func (p *page) radioBox(e *element) (*element, string) {
	if g := p.groupOf(e); g != nil && g.name() != "" {
		return g, g.name()
	}
	first := e
	for i := e.index - 1; i >= 0 && p.els[i].depth >= e.depth; i-- {
		c := p.els[i]
		if c.depth > e.depth || c.parent != e.parent {
			continue
		}
		if radioRoles[c.role] {
			first = c
			continue
		}
		if isText(c.role) || c.role == "heading" {
			return first, c.name()
		}
		break
	}
	if g := p.groupOf(e); g != nil {
		if h := p.headingOf(g); h != nil {
			return g, p.titled(h)
		}
		return g, ""
	}
	if first.parent < 0 {
		return first, ""
	}
	if box := p.els[first.parent]; box.role == "row" {
		if list := p.cellsBy(first, box); len(list) > 0 && p.cellOf(first, box) >= 0 {
			return first, list[0]
		}
	}
	return first, p.els[first.parent].name()
}

// radios are the buttons of a group.
func (p *page) radios(box *element) []*element {
	var out []*element
	for _, e := range p.els {
		if radioRoles[e.role] && e.ref != "" {
			if b, _ := p.radioBox(e); b == box {
				out = append(out, e)
			}
		}
	}
	return out
}

// choices are everything that can be chosen, by its own name; the name of what
// it belongs to is around it.
func (p *page) choices() []candidate {
	var out []candidate
	for _, e := range p.els {
		if e.ref == "" || !p.inPart(e) {
			continue
		}
		near := p.around(e)
		switch {
		case len(e.options) > 0:
			near = append(words(strings.Join(p.labels(e), " ")), near...)
			for _, o := range e.options {
				out = append(out, candidate{el: e, labels: []string{o}, around: near, option: o, bonus: p.usable(e)})
			}
		case radioRoles[e.role]:
			_, label := p.radioBox(e)
			out = append(out, candidate{el: e, labels: p.labels(e), around: append(near, words(label)...), bonus: p.usable(e)})
		case optionRoles[e.role]:
			out = append(out, candidate{el: e, labels: p.labels(e), around: near, bonus: p.usable(e)})
		}
	}
	return out
}

// boxes are what can be ticked; radio buttons too where they are asked for so.
func (p *page) boxes() []candidate {
	var out []candidate
	for _, e := range p.els {
		if e.ref == "" || !p.inPart(e) {
			continue
		}
		toggle := e.role == "button" && e.flags["pressed"]
		if boxRoles[e.role] || toggle {
			out = append(out, candidate{el: e, labels: p.labels(e), around: p.around(e), bonus: p.usable(e)})
		}
	}
	return out
}

// pressable are everything that can be pressed.
func (p *page) pressable(roles map[string]bool, prefer string) []candidate {
	var out []candidate
	for _, e := range p.els {
		if e.ref == "" || !roles[e.role] || !p.inPart(e) {
			continue
		}
		c := candidate{el: e, labels: p.labels(e), around: p.around(e), bonus: p.usable(e)}
		if e.role == prefer {
			c.bonus += 0.05
		}
		out = append(out, c)
	}
	return out
}
