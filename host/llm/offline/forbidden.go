package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// ban is a part of a text that says what must not be done, found by its words alone and
// whatever the planner makes of the sentence. It forbids what stands from word to end,
// and where that is an act without a thing, what stands right before at.
type ban struct {
	at, word, end int
	// acts: it forbids an act and not only a thing. behind: what it forbids stands before it.
	acts, behind bool
	// back is where the things begin that stand before it and are forbidden, at for none;
	// bare: a press is forbidden whose thing was named in a clause before: “don't click it”.
	back int
	bare bool
	// whole: the clause before it hangs on it, too: “press Save unless …”.
	whole bool
}

// bansIn finds what a text forbids. What is quoted forbids nothing.
func bansIn(text string) []ban {
	plain := mask(text)
	var out []ban
	if all := append(hanForbidding.FindAllStringIndex(plain, -1), enForbids.FindAllStringIndex(plain, -1)...); len(all) > mostBans {
		first := slices.MinFunc(all, func(a, b []int) int { return a[0] - b[0] })
		return []ban{{at: first[0], word: first[1], end: len(text), acts: true}}
	}
	looks := hanOnlyLooks.FindAllStringIndex(plain, -1)
	for _, m := range hanForbidding.FindAllStringIndex(plain, -1) {
		only := slices.ContainsFunc(looks, func(l []int) bool { return m[0] < l[1] && m[1] <= l[1] && m[0] >= l[0] })
		named := nameLead.MatchString(tail(plain[:m[0]])) && !forbidsAct(plain[m[1]:]) || inHanValue(plain, m[0], m[1])
		if plain[m[0]:m[1]] == "别" && hanNamesOther(plain[m[1]:]) {
			continue
		}
		if !only && !named && !asksInstead(plain, m[0]) && !hanNoBan.MatchString(head(plain[m[1]:])) {
			out = append(out, unlessBan(plain, m[0], m[1]))
		}
	}
	for _, m := range hanBeforeAct.FindAllStringIndex(plain, -1) {
		start := clauseStart(plain[:m[0]])
		if b := (ban{at: start, word: start, end: m[1], acts: true}); pressesAny.MatchString(plain[start:m[0]]) {
			out = append(out, b)
		}
	}
	for _, m := range enForbids.FindAllStringIndex(plain, -1) {
		if enBans(plain, m[0], m[1]) {
			out = append(out, unlessBan(plain, m[0], m[1]))
		}
	}
	slices.SortStableFunc(out, func(a, b ban) int { return a.at - b.at })
	return out
}

// unlessBan is the ban of a word. With “unless I say so, do not …” only what stands behind
// it is forbidden: it is one ban with the word that follows.
func unlessBan(plain string, at, word int) ban {
	if m := unlessNot.FindString(plain[at:min(len(plain), at+farthest)]); m != "" && clauseLead(plain[:at]) {
		b := banAt(plain, at+len(m), at+len(m))
		b.at, b.back = at, at
		return b
	}
	return banAt(plain, at, word)
}

var unlessNot = lazyregexp.New(`^除非[^，,。；;\n]{1,40}[，,]\s*(?:否则|不然|要不然?)?[，,]?\s*(?:请|都|就|一律|千万)*(?:不要|不能|不准|不许|不得|别|请勿|勿)|^(?i:unless)\b[^,.;\n]{1,80},\s*(?:please\s+)?(?i:do not|don['’]?t|never)\b`)

const (
	// mostBans is how many words that forbid are read one by one: of a text with more
	// nothing behind the first is done.
	mostBans = 200
	// farthest is how far what a word forbids is followed sign by sign; it goes on to the
	// end of the text then.
	farthest = 2000
)

// enBans reports whether an English word that may forbid does so where it stands.
func enBans(plain string, at, word int) bool {
	said, rest, before := strings.ToLower(plain[at:word]), plain[word:], plain[:at]
	if enNoBan.MatchString(head(rest)) || enNotOnly.MatchString(head(rest)) || said != "unless" && enNoBanAt.MatchString(tail(before)) && !strings.HasPrefix(said, "do") {
		return false
	}
	called := nameLead.MatchString(tail(before)) || valueLead.MatchString(tail(before)) && !strings.HasSuffix(before, ":")
	if called && (unicode.IsUpper(rune(plain[at])) || said == "no") && !forbidsAct(enJoins.Split(rest, 2)[0]) {
		return false // “tick Do not disturb”, “set the title to Never Let Me Go”
	}
	switch lead := strings.Fields(said + " .")[0]; lead {
	case "before":
		return forbidsAct(rest) && (gerund(unpadded(rest)) || strings.HasPrefix(strings.TrimSpace(rest), "you"))
	case "stop":
		return clauseLead(before) // but “the bus stop before the bridge”
	case "leave":
		if said == "leave" {
			return untouched.MatchString(strings.ToLower(strings.TrimRight(toComma(rest), " "))) && clauseLead(before)
		}
	case "skip", "skipping", "ignore", "ignoring", "omit", "exclude", "resist":
		return clauseLead(before) && strings.TrimLeft(rest, " ") != ""
	case "no":
		if said == "no" && noAlone.MatchString(rest) {
			return saidBefore.MatchString(tail(before)) // “Sign up: no!”
		}
		if said == "no" {
			return clauseLead(before) && strings.HasPrefix(rest, " ")
		}
	}
	return true
}

// clauseLead reports whether what stands before a word only leads to it.
func clauseLead(before string) bool {
	before = tail(before)
	part := before[clauseStart(before):]
	return strings.TrimSpace(enBefore.ReplaceAllString(hanBefore.ReplaceAllString(part, ""), "")) == ""
}

// tail is as much of the end of a text as it takes to see what it leads to.
func tail(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[len(text)-most:], "")
}

// clauseStart is where the clause begins that a text ends in.
func clauseStart(before string) int {
	at := 0
	if i := strings.LastIndexAny(before, ",;.!?\n:("); i >= 0 {
		at = i + 1
	}
	for _, sign := range []string{"，", "。", "；", "！", "？", "、", "：", "（"} {
		if i := strings.LastIndex(before, sign); i >= 0 {
			at = max(at, i+len(sign))
		}
	}
	lower := strings.ToLower(before)
	for _, word := range []string{" and ", " but ", " then ", " or ", " so ", "然后", "但是", "接着"} {
		if i := strings.LastIndex(lower, word); i >= 0 && len(lower) == len(before) {
			at = max(at, i)
		}
	}
	return at
}

// inHanValue reports whether a Chinese word of “not” is of a value that is written without
// a space behind its verb: 昵称改成别小别.
func inHanValue(plain string, at, word int) bool {
	before := tail(plain[:at])
	part := before[clauseStart(before):]
	held := hanValueHead.FindStringIndex(part)
	if held == nil || strings.ContainsAny(part[held[1]:], " ~") || forbidsAct(plain[word:]) {
		return false
	}
	if held[1] == len(part) {
		return utf8.RuneCountInString(plain[at:word]) == 1 && strings.TrimSpace(toComma(plain[word:])) != ""
	}
	return utf8.RuneCountInString(plain[at:word]) == 1 && toComma(plain[word:]) == ""
}

// hanValueHead is what a Chinese value stands behind.
var hanValueHead = lazyregexp.New(`(?:填写|填入|填上|填成|填为|填|输入|写上|写成|写|键入|设为|设置为|改成|改为|叫做|叫)`)

// endsHere reports whether a word that forbids ends its clause and what it forbids stands
// before it: 提交就不必了, “Buy now is off limits”.
func endsHere(plain string, at, word int) bool {
	said := plain[at:word]
	answers := questionBefore(plain, at) < at && clauseLead(plain[:at])
	if !answers && (clauseLead(plain[:at]) || !hasHan(said) && !outOf.MatchString(said)) {
		return false
	}
	return hanParticles.ReplaceAllString(toComma(plain[word:]), "") == "" && strings.TrimSpace(plain[word:]) != ""
}

var hanParticles = lazyregexp.New(`^[了啦的吧哦啊呢\s]+$`)

func banAt(plain string, at, word int) ban {
	b := ban{at: at, word: word, back: at}
	if endsHere(plain, at, word) {
		return banBehind(plain, b)
	}
	b.end = scopeEnd(plain, word, !nameLead.MatchString(tail(plain[:at])))
	said := strings.ToLower(plain[at:word])
	content := strings.TrimSpace(unpadded(plain[word:b.end]))
	b.acts = forbidsAct(plain[word:b.end]) || strings.HasPrefix(said, "stop")
	b.whole = said == "unless" || said == "除非"
	if b.whole {
		b.end = stopAfter(plain, word)
	}
	b.behind = b.acts && verbAlone(content) || content == "" || passive.MatchString(content) && (strings.HasPrefix(content, "be") || strings.HasPrefix(said, "is") || strings.HasPrefix(said, "are") || strings.HasPrefix(said, "was"))
	b.acts = b.acts || content == "" && outOf.MatchString(said)
	if b.behind {
		b.back = backTo(plain, at)
	}
	if q := questionBefore(plain, at); content == "" && q < at && clauseLead(plain[:at]) {
		b.back, b.behind, b.acts = q, true, b.acts || bidsItself(strings.TrimSpace(plain[q:at]))
	}
	start := clauseStart(plain[:at])
	if part := plain[start:at]; content == "" && dashBefore.MatchString(part) {
		if p, _, ok := leading(stripLeading(part), commandTable()); ok && p.kind == press {
			b.back, b.acts = start, true
		}
	}
	b.bare = clauseLead(plain[:at]) && (pressAlone.MatchString(content) || enAlone.MatchString(content))
	return b
}

// banBehind is a ban that ends its clause. An act is forbidden where the clause begins with
// one, and where its word is said of acts alone.
func banBehind(plain string, b ban) ban {
	b.end = b.word + len(toComma(plain[b.word:]))
	b.behind, b.back = true, backTo(plain, b.at)
	start := clauseStart(plain[:b.at])
	if part := strings.TrimSpace(plain[start:b.at]); pressesAny.MatchString(part) && !hanValueHead.MatchString(part) {
		b.back, b.acts = min(b.back, start), true
	}
	if q := questionBefore(plain, b.at); q < b.at && clauseLead(plain[:b.at]) {
		b.back, b.acts = q, b.acts || bidsItself(strings.TrimSpace(plain[q:b.at]))
	}
	said := strings.ToLower(plain[b.at:b.word])
	b.acts = b.acts || b.back < b.at && (outOf.MatchString(said) || ofActs.MatchString(said))
	return b
}

// ofActs are words of “not” that are said of acts.
var ofActs = lazyregexp.New(`没必要|没有必要|不必|用不着|犯不着|无需|无须`)

// dashBefore is a dash before a word that forbids: “Click Sign up – please don't!”.
var dashBefore = lazyregexp.New(`(?i)\s[-–—]+\s*(?:please\s+)?$`)

// questionBefore is where a question begins right before “Please don't.”, at without one.
func questionBefore(plain string, at int) int {
	before := plain[:at]
	lead := before[:clauseStart(before)]
	asked := strings.TrimRight(lead, " ?？")
	if len(asked) == len(lead) || !strings.ContainsAny(lead[len(asked):], "?？") {
		return at
	}
	start := clauseStart(asked)
	if utf8.RuneCountInString(asked[start:]) > 40 {
		return at
	}
	return start
}

// backTo is where a clause begins that names only things, the forbidding word behind
// them; with 都 all clauses before it that do.
func backTo(plain string, at int) int {
	back := at
	for joint := " "; ; joint = " ,，" {
		before := strings.TrimRight(plain[:back], joint)
		start := strings.LastIndexAny(before, ",.;:!?(\n") + 1
		for _, sign := range []string{"，", "。", "；", "：", "！", "？", "（"} {
			if i := strings.LastIndex(before, sign); i >= 0 {
				start = max(start, i+len(sign))
			}
		}
		part := strings.TrimSpace(before[start:])
		if part == "" || bidsPlainly(part) || utf8.RuneCountInString(part) > 40 || strings.ContainsAny(part, "0123456789@~") {
			return back
		}
		back = start
		if !allOfThem.MatchString(tail(plain[:at])) || start == 0 || plain[start-1] != ',' && !strings.HasSuffix(plain[:start], "，") {
			return back
		}
	}
}

// verbAlone reports whether an act is forbidden without the thing: 提交 别点.
func verbAlone(content string) bool {
	content = strings.TrimRight(content, " 了啦它吧哦啊呢~!！")
	if enAlone.MatchString(content) {
		return true
	}
	p, rest, ok := hanLead(content, hanTables().commands)
	return ok && p.group != "self" && strings.TrimSpace(rest) == "" || hanTouches.MatchString(content) && utf8.RuneCountInString(content) == 1
}

func stopAfter(plain string, from int) int {
	if i := strings.IndexAny(plain[from:], ".!?;\n"); i >= 0 {
		return from + i
	}
	for i, r := range plain[from:] {
		if strings.ContainsRune("。！？；", r) {
			return from + i
		}
	}
	return len(plain)
}

// scopeEnd is where what a word forbids ends: with its clause, beyond lists, and before
// what begins another wish. Where that is not clear it goes on: a wish left undone and
// said to be is a small harm.
func scopeEnd(plain string, from int, leads bool) int {
	turns := turnsFrom.MatchString(plain[:from]) && clauseLead(plain[:from-len(turnsFrom.FindString(plain[:from]))])
	for i := from; i < len(plain) && i-from < farthest; {
		r, size := utf8.DecodeRuneInString(plain[i:])
		said, rest := plain[from:i], plain[i+size:]
		told := func() bool { return strings.TrimSpace(unpadded(said)) != "" }
		switch {
		case strings.ContainsRune("\n;；。！!？?", r), r == '.' && (rest == "" || rest[0] == ' ' || rest[0] == '\n'):
			return i
		case (r == ')' || r == '）') && !strings.ContainsAny(said, "(（"):
			return i
		case strings.ContainsRune(",，:：", r):
			if told() && (commaEnds(said, rest) || turns && r != ':' && !enGoesOn.MatchString(rest) && !enOrActs.MatchString(rest)) || !leads && strings.TrimSpace(said) == "" {
				return i
			}
		case r == ' ':
			next := head(rest)
			if (enOpens.MatchString(head(plain[i:])) || hanOpens.MatchString(next)) && told() || (hanBid.MatchString(next) || hanSoftly.MatchString(next)) && wholeAct(said) {
				return i
			}
		case strings.ContainsRune("但可然接随而最反转之再请就先也并", r):
			next := head(plain[i:])
			if hanOpens.MatchString(next) && told() || hanSoftly.MatchString(next) && wholeAct(said) {
				return i
			}
		}
		i += size
	}
	return len(plain)
}

// turnsFrom begins a clause that its comma ends: “Instead of Buy now, use Add to cart”.
var turnsFrom = lazyregexp.New(`(?i)\b(?:instead of|rather than)$`)

// wholeAct reports whether an act with its thing was forbidden, so that what follows can
// be another.
func wholeAct(said string) bool {
	p, rest, ok := hanLead(unpadded(said), hanTables().commands)
	return ok && p.group != "self" && strings.TrimSpace(rest) != ""
}

// commaEnds reports whether what is forbidden ends at a comma.
func commaEnds(said, rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	switch part := strings.TrimSpace(toComma(rest)); {
	case enGoesOn.MatchString(rest), hanGoesOn.MatchString(rest), enOrActs.MatchString(rest), hanOrActs.MatchString(rest):
		return false
	case beginsBid(rest):
		return true
	case !forbidsAct(said):
		return true
	default:
		p, _, led := hanLead(part, hanTables().commands)
		_, _, bids := leading(strings.TrimPrefix(part, "and "), commandTable())
		// a name may follow, which is one more of a list: 不要点击 A，B
		short := utf8.RuneCountInString(part) <= 12 && len(strings.Fields(part)) <= 4 && !strings.ContainsFunc(part, unicode.IsDigit)
		return !(led && p.group != "read") && !bids && (!short || !wholeAct(said) && hasHan(said))
	}
}
