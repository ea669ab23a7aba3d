//go:build windows

package config

import (
	"strings"
	"unicode"
)

// Quote makes a word safe to paste into a command line. PowerShell parts words
// at every space that there is, a wide one too.
func Quote(s string) string {
	if s != "" && !strings.ContainsAny(s, "&()[]{}^=;!'+,`~@#$|<>") && !strings.ContainsFunc(s, unicode.IsSpace) {
		return s
	}
	return `"` + s + `"`
}
