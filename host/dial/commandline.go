package dial

import (
	"strings"

	"github.com/margay/margay/host/config"
)

// CommandLine is a command as a person pastes it into a terminal.
func CommandLine(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	return strings.Join(quoted, " ")
}

// Quote makes a word safe to paste into a terminal.
func Quote(s string) string { return config.Quote(s) }
