package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// otherWords are words that pages have for what people ask.
var otherWords = []struct {
	asked *lazyregexp.Regexp
	words []string
}{
	{lazyregexp.New(`几点(?:钟)?(?:关门|下班|打烊|开门|上班|开始营业|营业到)|营业到几点|开到几点`), []string{"营业时间", "服务时间", "开放时间", "工作时间", "办公时间", "开馆时间"}},
	{lazyregexp.New(`什么地方|在哪(?:里|儿|$|[？?呢啊])|哪里|哪儿|怎么走`), []string{"地址", "地点", "位置"}},
	{lazyregexp.New(`(?i)\b(?:clos|open)(?:e|es|ing)?\b`), []string{"opening hours", "open", "hours"}},
}

// inOtherWords answers a question about the page as a whole by the word that pages
// have for it: 几点关门 by 营业时间.
func (r *runner) inOtherWords(q query) bool {
	if _, _, ofThing := r.page.thingIn(q.asked); q.its || ofThing {
		return false
	}
	if q.zh && r.byLastWord(q) {
		return true
	}
	for _, o := range otherWords {
		if !o.asked.MatchString(q.asked) {
			continue
		}
		for _, word := range o.words {
			other := oneQuery(word)
			if q.zh {
				other = hanQuery(word)
			}
			if hits, _ := searchFacts(other, factsOf(r.page), r.isNew()); len(hits) == 1 {
				r.tell(other, hits)
				return true
			}
		}
	}
	return false
}

// byLastWord answers 门诊地址 by the one line that is called 地址.
func (r *runner) byLastWord(q query) bool {
	name := []rune(strings.TrimRight(q.text, "？?。 "))
	if len(name) < 4 || !hasHan(string(name)) {
		return false
	}
	word := string(name[len(name)-2:])
	var out []found
	for _, f := range factsOf(r.page) {
		if !f.row && !f.whole && f.label == word && f.value != "" && !textRoles[f.el.role] {
			out = append(out, found{fact: f, value: f.value})
		}
	}
	if len(out) != 1 {
		return false
	}
	r.tell(hanQuery(word), out)
	return true
}

var (
	numberAsked = lazyregexp.New(`(?:号码|编号|单号|号)(?:是多少|是什么|是几号?)?$`)
	numberGiven = lazyregexp.New(`[A-Za-z]{0,6}[- ]?\d[\dA-Za-z-]*`)
)

// numberNews is the one line with a number that a press has brought, where only “the
// number” is asked for.
func numberNews(q query, fresh []fact) []found {
	if !numberAsked.MatchString(strings.TrimRight(q.asked, "？?。 ")) {
		return nil
	}
	var out []found
	for _, f := range fresh {
		if f.whole && !pressRoles[f.el.role] && len(numberGiven.FindAllString(f.line, -1)) == 1 {
			out = append(out, found{fact: f, value: f.line})
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}
