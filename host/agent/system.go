package agent

import (
	_ "embed"
	"fmt"
	"strings"
	"time"
)

//go:embed system.md
var systemText string

// Facts are what changes from run to run in the system prompt.
type Facts struct {
	// Now is the person's time.
	Now time.Time
	// Tab is the tab that the person looks at, 0 if unknown.
	Tab int
	// URL is its address.
	URL string
}

// System makes the system prompt: the lasting part first, so that a provider's
// cache holds it, then the facts.
func System(f Facts) string {
	var b strings.Builder
	b.WriteString(systemText)
	b.WriteString("\nFacts\n")
	// The day, not the minute: the prompt then stays the same for a whole day.
	fmt.Fprintf(&b, "- Today is %s.\n", f.Now.Format("Monday, 2 January 2006"))
	switch {
	case f.Tab != 0 && f.URL != "":
		fmt.Fprintf(&b, "- The person is looking at tab %d: %s. Tools work on that tab unless you name another.\n", f.Tab, f.URL)
	case f.Tab != 0:
		fmt.Fprintf(&b, "- The person is looking at tab %d. Tools work on that tab unless you name another.\n", f.Tab)
	default:
		b.WriteString("- No tab is given. Open one with navigate, or pick one from list_tabs.\n")
	}
	return b.String()
}
