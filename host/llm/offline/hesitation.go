package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// What people say while they think, or to be polite, is no part of a name, a number or a
// choice. Only what nobody is called is taken for it: er alone may be a word, “er,” is none.
var (
	hesitates = lazyregexp.New(`^[,\s]*(?:(?:um+|uh+m?|er+m?|hm+)\s*(?:,|…|\.\.\.)|(?:uh+m?|umm+|erm+|hmm+)\s|[呃额嗯唔]+[\s，,、…]+)\s*`)
	agreesEnd = lazyregexp.New(`\s+please$|[\s，,]+(?:好的|好吧|谢谢|拜托了?)$`)
	// inSentences are fields whose values are a person's own sentences.
	inSentences = lazyregexp.New(`(?i)` + hanFreeText + `|\b(?:notes?|comments?|remarks?|messages?|descri\w+|details|reasons?|feedback|reviews?|instructions?|requests?|requirements?|text|bio|about|greeting|symptoms|anything|subject|title)\b|[?？]`)
)

// plainlySaid takes such words off the ends of a value. What is quoted, a field for
// sentences and one whose value cannot be seen get all that was written.
func (r *runner) plainlySaid(el *element, p pair) pair {
	if p.quoted || el.flags["masked"] || inSentences.MatchString(strings.Join(r.page.labels(el), " ")) {
		return p
	}
	plain := agreesEnd.ReplaceAllString(hesitates.ReplaceAllString(p.value, ""), "")
	if strings.TrimSpace(plain) != "" {
		p.value = plain
	}
	return p
}
