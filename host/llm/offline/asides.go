package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	// whereTold is a question with where its answer is to be found behind it: “the
	// florist's number, it's on the Suppliers tab”.
	whereTold = lazyregexp.New(`(?is)^(.{8,120}?)\s*[,?.;:–-]+\s*\(?(?:it['’]?s|it is|that['’]?s|that is|they['’]?re|they are|it should be|you(?:['’]ll| will| can| should)? (?:find|see) (?:it|that|them)|look|check|have a look|see)\s+(?:it up\s+|listed\s+|somewhere\s+)?(?:on|in|under|at|behind|inside)\s+(?:the\s+|its\s+)?(\S[^,.;:?!]{1,40}?)(?:\s+for (?:it|that|this))?[)\s.!?]*$`)
	// asksAnswer is how the question of a page is to be answered: “but say no when it asks”.
	asksAnswer = lazyregexp.New(`(?i)[,;.]?\s+(?:(?:but|and|then)\s+)+(?:say|answer|reply|choose|press|click|hit)\s+["“']?(yes|no|ok|okay|cancel)["”']?\s+(?:when|if|once|as soon as|to)\s+(?:it|you|the page|the site|they|the|that|any|a)(?:['’]re| are)?(?: asks?| asked| prompts?| dialog(?:ue)?| question| prompt| pop-?up| confirmation| confirms?| warning| message| box)+(?:\s+(?:you|me|us|that|for|to)\b[^,.;]{0,30})?`)
	putMeOn    = lazyregexp.New(`(?i)^(?:put|add|get|place|sign)\s+(?:me|us|my name)\s+(?:down\s+|up\s+)?(?:on|onto|to|for)\s+((?:the|a|an|your)\s+(?:[\w'-]+\s+){0,2}(?:list|queue|register)\b.*)$`)
	takeMeOff  = lazyregexp.New(`(?i)^(?:take|get)\s+(?:me|us|my name)\s+off\s+(\S.*)$`)
	countForm  = lazyregexp.New(`\b(\w+)\(s\)`)
	haveCode   = lazyregexp.New(`(?is)^(?:i|we)(?:['’]ve| have)?(?: also)?(?: got)?\s+(?:a|an|the|this|my)\s+(\S[^,:;.\n]{2,40}?)(?:\s*[,:–-]\s*|\s+(?:which is|called|namely)\s+)["“']?(\S+?)["”']?\W*$`)
	underWrite = lazyregexp.New(`(?is)^(?:under|in|into|for|at|on)\s+(?:the\s+)?(\S[^:,]{1,60}?),?\s+(?:please\s+)?(?:write|put|type|enter|say|add|note|fill in):\s*(.+)$`)
	leaveOn    = lazyregexp.New(`(?is)^(?:leave|leaving|depart|departing)\s+(?:on\s+)?((?:\d|tomorrow\b|today\b|next\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b).*)$`)
	underField = lazyregexp.New(`(?i)(^|[.;!]\s+|\n)(?:under|in|into|for|at)\s+(?:the\s+)?(\S[^:,.;“"\n]{1,60}?\?),?\s+(?:please\s+)?(?:write|put|type|enter|say|add|note|fill in):\s+`)
	thatBox    = lazyregexp.New(`(?is)^(.{6,80}?),?\s+(?:so|therefore|then)\s+(tick|check|select|mark|choose|pick)\s+(?:that|it|the|this)(?:\s+(?:box|option|one|choice))?(\b.*)$`)
)

// asided reads what a person says beside a prompt's commands as commands.
func asided(prompt string) string {
	sh := shield(prompt)
	if m := asksAnswer.FindStringSubmatchIndex(prompt); m != nil && !sh[m[0]] {
		prompt = prompt[:m[0]] + "; say " + strings.ToLower(prompt[m[2]:m[3]]) + prompt[m[1]:]
	}
	prompt = underField.ReplaceAllString(prompt, "$1$2: ")
	if m := thatBox.FindStringSubmatch(prompt); m != nil && tellsOnly.MatchString(m[1]) {
		prompt = m[2] + " " + m[1] + m[3]
	}
	return prompt
}

// told parts a question from where its answer is to be found.
func told(clause string) (where, question string, ok bool) {
	m := whereTold.FindStringSubmatch(clause)
	if m == nil {
		return "", clause, false
	}
	p, _, command := leading(stripLeading(m[1]), commandTable())
	if !command || p.kind != read && p.kind != find {
		return "", clause, false
	}
	return m[2], m[1], true
}
