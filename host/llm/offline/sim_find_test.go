package offline_test

import (
	"fmt"
	"strings"
)

func (s *sim) snapshot() string {
	var b strings.Builder
	fmt.Fprintf(&b, "url: %s\ntitle: %s\ntab: 1\n\n", s.url, s.doc.title)
	s.each(func(n *node, parents []*node) {
		b.WriteString(strings.Repeat("  ", len(parents)) + "- " + n.line() + "\n")
	})
	return strings.TrimSuffix(b.String(), "\n")
}

// content is the page as Markdown.
func (s *sim) content() string {
	var lines []string
	s.each(func(n *node, _ []*node) {
		switch {
		case n.role == "heading":
			lines = append(lines, strings.Repeat("#", max(1, n.level))+" "+n.name)
		case n.role == "row":
			lines = append(lines, "| "+strings.Join(n.names, " | ")+" |")
			if strings.Contains(n.attrs, "header") {
				lines = append(lines, "|"+strings.Repeat(" --- |", len(n.names)))
			}
		case n.role == "listitem":
			lines = append(lines, "- "+n.name)
		case n.role == "text" || n.role == "status" || n.role == "alert" || n.role == "link":
			lines = append(lines, n.name)
		}
	})
	text := strings.Join(lines, "\n")
	return fmt.Sprintf("url: %s\ntitle: %s\ntab: 1\ntext: 0-%d of %d characters\n\n%s", s.url, s.doc.title, len(text), len(text), text)
}

func (s *sim) find(text, role string) string {
	var lines []string
	want := strings.ToLower(strings.Join(strings.Fields(text), " "))
	s.each(func(n *node, _ []*node) {
		if (role == "" || n.role == role) && strings.Contains(strings.ToLower(n.line()), want) {
			lines = append(lines, "- "+n.line())
		}
	})
	return fmt.Sprintf("url: %s\ntab: 1\nfound: %d\n\n%s", s.url, len(lines), strings.Join(lines, "\n"))
}
