package offline

import (
	"strings"
)

// abilities is said with what cannot be done.
const abilities = "I am the offline model: I fill fields, choose, tick, press, open addresses, read and find text, list, open and close tabs, scroll, wait, press keys and take screenshots, by fixed rules. " +
	"For anything else connect a language model: in the browser on Margay's options page (“Add a model”), in a terminal with a key such as OPENAI_API_KEY and a model such as openai:gpt-5-mini (MARGAY_MODEL, or --model)."

// report is the last message: what was done, what was found, what was not.
func (r *runner) report() string {
	var b strings.Builder
	if len(r.answers) > 0 {
		b.WriteString(strings.Join(r.answers, "\n"))
		b.WriteString("\n\n")
	}
	if len(r.done) > 0 {
		b.WriteString(r.tongue.say("What I did:") + "\n")
		for i, d := range r.done {
			if !r.tells(i) {
				d.shows = ""
			}
			b.WriteString("- " + r.tongue.sentences(d.text, d.shows) + "\n")
		}
		b.WriteString("\n")
	}
	if r.failed != "" {
		b.WriteString(r.stopped())
		b.WriteString("\n\n")
	}
	for _, s := range r.keptSpared() {
		b.WriteString(r.tongue.say("Left alone, as asked: “%s”.", s.text) + "\n\n")
	}
	for _, s := range r.passed {
		b.WriteString(r.tongue.say("Passed over as a remark: “%s”.", s.text) + "\n\n")
	}
	if r.waiting != "" && r.failed == "" {
		b.WriteString(r.tongue.say("The page waits for an answer to its dialog: say “accept the dialog” or “dismiss the dialog”.") + "\n\n")
	}
	if r.next != "" {
		b.WriteString(r.next)
	} else {
		b.WriteString(r.tongue.say("(offline model)"))
	}
	return b.String()
}

// tells reports whether the report says what the page showed after a deed: the
// last one, where no answer came after it, what objects or shows no change, and
// all where something went wrong. What a page showed on the way is no longer so.
func (r *runner) tells(i int) bool {
	if r.failed != "" || r.unanswered != "" || r.done[i].still || strings.Contains(r.done[i].shows, r.tongue.say("The page objects")) {
		return true
	}
	for _, later := range r.done[i+1:] {
		if later.shows != "" {
			return false
		}
	}
	return i >= r.told
}

func (r *runner) stopped() string {
	text := r.failed
	if !strings.HasPrefix(text, "http") { // an address is not changed
		text = strings.ToUpper(firstRune(text)) + text[len(firstRune(text)):]
	}
	if len(r.left) == 0 {
		return text
	}
	var names []string
	for _, s := range r.left {
		names = append(names, "“"+strings.Join(strings.Fields(s.text), " ")+"”")
	}
	left := r.tongue.joined(names)
	if r.tongue != nil {
		left = r.tongue.list(names) // with the denial behind it, no sentence ends in what was asked for
	}
	text += "\n" + r.tongue.say("Not done: %s.", left)
	for _, s := range r.left[1:] {
		if setKind(r.left[0].kind) && s.commits() {
			name := s.text
			if bareVerb(s.verb) && s.object != "" {
				name = strings.Trim(s.object, `"`)
			}
			return r.tongue.sentences(text, r.tongue.say("I did not press “%s”, because what stands before it is not as asked.", name))
		}
	}
	return text
}

// commits reports whether a step sends or stores what was filled in.
func (s step) commits() bool {
	if s.kind != press {
		return false
	}
	for _, w := range words(s.text) {
		if lex().submit[w] {
			return true
		}
	}
	return submits.MatchString(s.object) || submits.MatchString(s.text)
}

func firstRune(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}
