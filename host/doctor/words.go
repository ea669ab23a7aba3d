package doctor

import (
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence ends a text with one full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// capital begins a text with a capital letter.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// folders counts those of a PATH.
func folders(path string) int { return len(filepath.SplitList(path)) }
