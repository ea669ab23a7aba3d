package doctor

import (
	"regexp"
	"strings"
)

// looksSecret is what most vendors' keys look like. A part of a path is none.
var looksSecret = regexp.MustCompile(`(?i)(^|[^\w/\\.-])sk-[\w-]{16,}`)

// shortestKey is the length from which a key is looked for: a shorter one was made up,
// and may be a word.
const shortestKey = 8

// hider hides what looks like a key, and the keys of an environment: one may have been
// put into the wrong variable, or into the settings, and diagnoses get pasted into reports.
func hider(env map[string]string) func(string) string {
	pairs := []string{}
	for name, key := range env {
		if key = strings.TrimSpace(key); strings.HasSuffix(name, "_API_KEY") && len(key) >= shortestKey {
			pairs = append(pairs, key, "[key]")
		}
	}
	known := strings.NewReplacer(pairs...)
	return func(words string) string { return looksSecret.ReplaceAllString(known.Replace(words), "${1}[key]") }
}
