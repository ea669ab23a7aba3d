package doctor

import (
	"path/filepath"
	"strings"
)

// sentence ends a text with one full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// folders counts those of a PATH.
func folders(path string) int { return len(filepath.SplitList(path)) }
