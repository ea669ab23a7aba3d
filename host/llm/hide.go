package llm

import "github.com/margay/margay/host/lazyregexp"

// looksSecret is what most vendors' keys look like: those that begin with sk-, NVIDIA's,
// Groq's, Google's and Zhipu's. Part of a file's path is none that begins with sk-, as
// folders may; part of an address is.
var looksSecret = lazyregexp.New(`(?i)(^|[^\w/\\.-]|https?://\S*?/)sk-[\w-]{16,}` +
	`|\bnvapi-[\w-]{16,}|\bgsk_\w{16,}|\bAIza[\w-]{30,}|\b[0-9a-f]{32}\.\w{16}\b`)

// HideKeys puts “[key]” for what looks like a key, which may have been put by mistake
// where a name, a path or an address belongs.
func HideKeys(text string) string {
	return looksSecret.ReplaceAllString(text, "${1}[key]")
}
