package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	headingLine = lazyregexp.New(`^(#{1,6})\s+(.*?)\s*#*$`)
	itemLine    = lazyregexp.New(`^(\s*)(?:[-*+•]|\d+[.)])\s+(.*)$`)
	ruleLine    = lazyregexp.New(`^\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?$`)
	inlineMark  = lazyregexp.New(`\*\*|__|` + "`" + `|!?\[([^\]]*)\]\([^)]*\)`)
	headerLine  = lazyregexp.New(`^(url|title|tab|text): `)
)

// parseMarkdown reads a result of get_tab_content as a page of text lines.
func parseMarkdown(text string) *page {
	p := &page{}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines) && headerLine.MatchString(lines[i]); i++ {
		p.header(lines[i])
		lines[i] = ""
	}
	add := func(role string, level int, names ...string) *element {
		e := &element{index: len(p.els), parent: -1, role: role, level: level, names: names, flags: map[string]bool{}}
		p.els = append(p.els, e)
		return e
	}
	var row *element // the last row, a header when a rule follows
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		body := strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(line), ">"), " ")
		switch {
		case body == "":
			row = nil
		case headingLine.MatchString(body):
			m := headingLine.FindStringSubmatch(body)
			add("heading", len(m[1]), plain(m[2]))
		case ruleLine.MatchString(body) && strings.Contains(body, "-"):
			if row != nil {
				row.flags["header"] = true
			}
		case strings.HasPrefix(body, "|"):
			if row == nil {
				add("table", 0)
			}
			row = add("row", 0, cells(body)...)
		case itemLine.MatchString(line):
			add("listitem", 0, plain(itemLine.FindStringSubmatch(line)[2]))
		default:
			add("text", 0, strings.TrimPrefix(plain(body), ": "))
		}
	}
	return p
}

func plain(s string) string {
	return strings.TrimSpace(inlineMark.ReplaceAllString(s, "$1"))
}

func cells(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	var out []string
	for _, c := range strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|") {
		out = append(out, plain(strings.ReplaceAll(c, "\x00", "|")))
	}
	return out
}
