package offline

import (
	"slices"
	"strings"
	"unicode"

	"github.com/margay/margay/host/lazyregexp"
)

// labels are what an element may be called, best first.
func (p *page) labels(e *element) []string {
	var out []string
	add := func(names ...string) {
		for _, n := range names {
			if n != "" && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	switch near := p.textBy(e); {
	case e.name() == "":
		add(near...)
	case !textRoles[e.role] && !isPopup(e):
		add(e.name())
	case asksFor.MatchString(e.name()) || isPopup(e): // what it asks for, beside its label
		if before := p.labelBefore(e); before == "" || !example.MatchString(e.name()) {
			add(before, e.name())
		} else {
			add(before)
		}
	default:
		add(e.name(), p.labelBefore(e))
	}
	add(signNames[strings.TrimSpace(e.name())])
	for _, more := range []string{e.placeholder, e.hint} {
		if len(out) == 0 || !example.MatchString(more) {
			add(more)
		}
	}
	return out
}

// signNames are words for names that are nothing but a sign.
var signNames = map[string]string{
	"+": "plus", "＋": "plus", "➕": "plus", "-": "minus", "－": "minus", "−": "minus", "–": "minus", "➖": "minus",
	"×": "close", "✕": "close", "✖": "close", "✗": "close", "X": "close", "x": "close",
	"‹": "previous", "«": "previous", "<": "previous", "←": "back", "›": "next", "»": "next", ">": "next", "→": "next", "🔍": "search",
}

// asksFor is how a placeholder speaks, which browsers take for a name.
var asksFor = lazyregexp.New(`(?i)^(?:请|如[：:]|例[如：:]|输入|选择|填写|--|—|e\.g\.|enter\b|type\b|choose\b|select\b|your\b)|(?:选填|必填|可选)[）)]?$`)

// example is how a placeholder gives an example of a value, which is no name.
var example = lazyregexp.New(`(?i)^(?:如|例|比如|示例|e\.?g\.?\b)`)

// called is the element's best name for a person.
func (p *page) called(e *element) string {
	if l := p.labels(e); len(l) > 0 {
		return strings.TrimRight(l[0], "： ")
	}
	return "without a name"
}

// textBy are the texts that stand with an element without a name, best first:
// pages often put the label right before it, behind a box to tick, or in a cell of
// its row.
func (p *page) textBy(e *element) []string {
	if e.parent >= 0 {
		switch box := p.els[e.parent]; box.role {
		case "row":
			return p.cellsBy(e, box)
		case "listitem":
			return []string{box.name()}
		}
	}
	if tickable(e) {
		if after := p.textAfter(e); after != "" {
			return []string{after}
		}
	}
	if e.index > 0 {
		if b := p.els[e.index-1]; isText(b.role) && b.depth == e.depth && len(b.name()) <= 60 {
			return []string{b.name()}
		}
	}
	return nil
}

// labelBefore is the text right before an element that has a name of its own,
// where it is short enough to be its label.
func (p *page) labelBefore(e *element) string {
	if e.parent >= 0 && p.els[e.parent].role == "row" {
		if isPopup(e) {
			return "" // what it opens belongs to the row
		}
		if list := p.cellsBy(e, p.els[e.parent]); len(list) > 0 {
			return list[0]
		}
		return ""
	}
	if e.index == 0 {
		return ""
	}
	b := p.els[e.index-1]
	if !isText(b.role) || b.depth != e.depth || !shortLine(b.name()) || endsSentence(b.name()) || strings.IndexFunc(b.name(), unicode.IsLetter) < 0 {
		return "" // a price is no label
	}
	if e.index > 1 && textRoles[p.els[e.index-2].role] && same(p.els[e.index-2].name(), b.name()) {
		return "" // labels that stand behind their fields
	}
	return b.name()
}

// textAfter is the text behind a box without a name, where the boxes of its row
// have their texts behind them: so the last of them has one.
func (p *page) textAfter(e *element) string {
	at := e.index
	for at+1 < len(p.els) {
		next := p.els[at+1]
		if next.depth != e.depth || next.role != e.role && !isText(next.role) || isText(next.role) && isText(p.els[at].role) {
			break
		}
		at++
	}
	if next := e.index + 1; next <= at && isText(p.els[at].role) && isText(p.els[next].role) {
		return p.els[next].name()
	}
	return ""
}

// cellsBy are the cells that name a control of a row, best first: the one before
// its own cell where the row is a line of a form; the first of the row and the head
// of its column where it is a line of a table.
func (p *page) cellsBy(e, row *element) []string {
	first := ""
	if list := nonEmpty(row.names); len(list) > 0 {
		first = list[0]
	}
	at := p.cellOf(e, row)
	header := p.headerOf(row)
	switch {
	case at < 0:
		return nonEmpty([]string{first})
	case header != nil && at < len(header.names):
		return nonEmpty([]string{first, header.names[at]})
	case at > 0 && row.names[at-1] != "":
		return []string{row.names[at-1]}
	}
	return nonEmpty([]string{first})
}

// cellOf is the cell of a row that a control stands in, -1 where that cannot be
// told. Cells that hold only controls are empty, in the order of the controls; a
// row of boxes shares a cell.
func (p *page) cellOf(e, row *element) int {
	var empty []int
	for i, cell := range row.names {
		if cell == "" {
			empty = append(empty, i)
		}
	}
	group, mine := -1, -1
	var before *element
	for _, k := range p.within(row) {
		if k.depth != row.depth+1 {
			continue
		}
		if before == nil || k.role != before.role || !tickable(k) && !pressRoles[k.role] {
			group++
		}
		if k == e {
			mine = group
		}
		before = k
	}
	if mine < 0 || group+1 != len(empty) {
		return -1
	}
	return empty[mine]
}

// headerOf is the row with the heads of the columns that a row stands under.
func (p *page) headerOf(row *element) *element {
	for i := row.index - 1; i >= 0 && p.els[i].depth >= row.depth; i-- {
		if h := p.els[i]; h.role == "row" && h.flags["header"] && h.parent == row.parent {
			return h
		}
	}
	return nil
}
