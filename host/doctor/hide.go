package doctor

import (
	"net/netip"
	"regexp"
	"strings"
)

// looksSecret is what most vendors' keys look like: those that begin with sk-, NVIDIA's,
// Groq's, Google's and Zhipu's. Part of a file's path is none that begins with sk-, as
// folders may; part of an address is.
var looksSecret = regexp.MustCompile(`(?i)(^|[^\w/\\.-]|https?://\S*?/)sk-[\w-]{16,}` +
	`|\bnvapi-[\w-]{16,}|\bgsk_\w{16,}|\bAIza[\w-]{30,}|\b[0-9a-f]{32}\.\w{16}\b`)

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
	return func(words string) string { return looksSecret.ReplaceAllString(known.Replace(words), "${1}[key]") }
}
