package attach

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// ideographs turns radicals and compatibility forms, which the fonts of printed
// PDFs name where the common characters were meant (⽅ for 方), into those: what
// looks the same is then the same to who searches it. So do the shapes that letters of
// Arabic and Hebrew have within words (ﻓ for ف). Nothing else is changed.
func ideographs(text string) string {
	if !strings.ContainsFunc(text, lookalike) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if lookalike(r) {
			b.WriteString(norm.NFKC.String(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// lookalike tells the blocks Kangxi Radicals, CJK Radicals Supplement, the two of CJK
// Compatibility Ideographs and those of presentation forms.
func lookalike(r rune) bool {
	return r >= 0x2E80 && r <= 0x2FDF || r >= 0xF900 && r <= 0xFAFF || r >= 0x2F800 && r <= 0x2FA1F ||
		r >= 0xFB1D && r <= 0xFDFB || r >= 0xFE70 && r <= 0xFEFC
}
