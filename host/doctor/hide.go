package doctor

import (
	"net/netip"
	"strings"

	"github.com/margay/margay/host/llm"
)

// shortestKey is the length from which a key is looked for: a shorter one was made up,
// and may be a word.
const shortestKey = 12

// madeUp reports whether a variable for a key holds none: a word, or the name of a
// server, put there because something must be.
func madeUp(key string) bool {
	_, err := netip.ParseAddr(key)
	named := strings.Contains(key, ".") && !strings.ContainsAny(key, "0123456789")
	return len(key) < shortestKey || err == nil || named
}

// hider hides what looks like a key, and the keys of an environment: one may have been
// put into the wrong variable, or into the settings, and diagnoses get pasted into reports.
func hider(env map[string]string) func(string) string {
	pairs := []string{}
	for name, key := range env {
		if key = strings.TrimSpace(key); strings.HasSuffix(name, "_API_KEY") && !madeUp(key) {
			pairs = append(pairs, key, "[key]")
		}
	}
	known := strings.NewReplacer(pairs...)
	return func(words string) string { return llm.HideKeys(known.Replace(words)) }
}
