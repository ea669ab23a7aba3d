package judged

import (
	"fmt"
	"strings"
	"time"

	"github.com/margay/margay/protocol/chat"
)

// Seen is what was seen of one prompt.
type Seen struct {
	// Before says that the expectation was true before anything was done.
	Before bool
	// Held says that it was true at the end; else Instead says what was found.
	Held    bool
	Instead string
	// Failed is why the run did not end well; "" if it did.
	Failed string
	Answer string
	Calls  []chat.ToolCall
	Took   time.Duration
}

// Outcome is a prompt with what was seen and what is wrong with it.
type Outcome struct {
	Prompt
	Seen
	// Wrong says in words which conditions do not hold.
	Wrong []string
	// Claims are what the answer claims falsely; they are among Wrong too.
	Claims []string
}

// Right reports whether all was as it should be.
func (o Outcome) Right() bool { return len(o.Wrong) == 0 }

// Judge says what is right and wrong with what was seen.
func (p Prompt) Judge(s Seen) Outcome {
	o := Outcome{Prompt: p, Seen: s}
	wrong := func(format string, a ...any) { o.Wrong = append(o.Wrong, fmt.Sprintf(format, a...)) }
	if s.Failed != "" {
		wrong("the run failed: %s", s.Failed)
	}
	if !s.Held {
		wrong("expect: %s", s.Instead)
	}
	if s.Before && len(p.Says) == 0 {
		wrong("the prompt judges nothing: expect is true from the start, and no answer is asked for")
	}
	for _, a := range p.Says {
		if matched(a, s.Answer) == "" {
			wrong("answer: nothing in it matches %s", a)
		}
	}
	for _, n := range p.Never {
		if claim := matched(n, s.Answer); claim != "" {
			o.Claims = append(o.Claims, claim)
			wrong("false claim: %q matches %s", claim, n)
		}
	}
	return o
}

// matched is what a pattern matches in a text. It is tried on the text as it is
// and with plain quotes and spaces, because people write can't for can’t.
func matched(p Pattern, text string) string {
	if m := p.FindString(text); m != "" {
		return m
	}
	return p.FindString(plain.Replace(text))
}

var plain = strings.NewReplacer("‘", "'", "’", "'", "“", `"`, "”", `"`, "\u00a0", " ", "\u202f", " ", "\u2011", "-")
