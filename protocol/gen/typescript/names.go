package typescript

import (
	_ "embed"
	"slices"
	"strings"
)

// globals lists the capitalised names that TypeScript's own libraries (ES and
// DOM) declare, one a line and sorted. A type of ours with such a name would
// hide the global in every file that imports it.
//
//go:embed globals.txt
var globals string

func isGlobal(name string) bool {
	_, found := slices.BinarySearch(strings.Split(strings.TrimSpace(globals), "\n"), name)
	return found
}

// tsdoc turns the text of a Go comment into a TSDoc comment.
func tsdoc(text, indent string) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "*/", "*\\/"))
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	if len(lines) == 1 {
		return indent + "/** " + text + " */\n"
	}
	var b strings.Builder
	b.WriteString(indent + "/**\n")
	for _, line := range lines {
		line = strings.ReplaceAll(line, "\t", "  ")
		b.WriteString(strings.TrimRight(indent+" * "+line, " ") + "\n")
	}
	b.WriteString(indent + " */\n")
	return b.String()
}
