package offline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// A veil hides from the planner what a prompt clearly forbids to do: each such clause is
// one sign that names nothing on any page while the prompt is cut and read, and is put
// back for the report. What the planner does not see it cannot do.
type veil struct {
	hidden []veiled
}

type veiled struct {
	sign, put string
	// text is the clause as it was typed, object what it forbids.
	text, object string
}

// veilSigns are letters of a script that no prompt is written in.
const veilSigns = 'ꀀ'

const mostVeiled = 200

// veils hides what a prompt forbids, and says “remember to” for “don't forget to”.
func veils(prompt string) (string, *veil) {
	v := &veil{}
	if strings.ContainsFunc(prompt, func(r rune) bool { return r >= veilSigns && r < veilSigns+mostVeiled }) {
		return prompt, v
	}
	prompt = askingFor(prompt)
	plain, zh := mask(prompt), isChinese(prompt)
	var b strings.Builder
	from := 0
	for _, ban := range bansIn(prompt) {
		if ban.at < from || len(v.hidden) == mostVeiled {
			continue
		}
		start, ok := clearBan(plain, ban, from)
		if !ok {
			continue
		}
		h := veiled{sign: string(veilSigns + rune(len(v.hidden))), text: tidy(prompt[start:ban.end]), object: tidy(unpadded(prompt[ban.word:ban.end]))}
		if h.object == "" {
			h.object = h.text
		}
		if body := strings.Trim(unpadded(plain[ban.word:ban.end]), " "); ban.behind && verbAlone(body) && start < ban.at {
			h.object = tidy(prompt[start:ban.at]) // 提交 别点
		}
		h.put = fmt.Sprintf("; do not %s; ", h.sign)
		if zh {
			h.put = "\n不要" + h.sign + "\n"
		}
		lead := strings.TrimRight(prompt[from:start], " ,，、（(")
		if line := prompt[strings.LastIndexByte(prompt[:start], '\n')+1 : start]; strings.TrimSpace(hanBare(bare(line))) == "" && strings.TrimSpace(line) != "" {
			lead, h.put = prompt[from:start]+" ", strings.Trim(h.put, "; \n") // a point of a list
			if _, rest, _ := strings.Cut(prompt[ban.end:], "\n"); rest != "" {
				h.put += "\n"
			}
		}
		b.WriteString(lead + h.put)
		v.hidden = append(v.hidden, h)
		from = ban.end
		from += len(insteadLead.FindString(prompt[from:]))
		for from < len(prompt) && strings.ContainsRune(" ,;)", rune(prompt[from])) {
			from++
		}
		for _, sign := range []string{"）", "，", "；", "。"} {
			from += len(prompt[from:]) - len(strings.TrimPrefix(prompt[from:], sign))
		}
	}
	return b.String() + prompt[from:], v
}

func tidy(s string) string { return strings.Trim(s, " \t\n,，;；、。.") }

// clearBan gives where a clause begins that forbids an act and is no part of a value or
// of a name: the planner has no use for it.
func clearBan(plain string, b ban, from int) (int, bool) {
	if !b.acts || b.whole {
		return 0, false
	}
	start := max(clauseStart(plain[:b.at]), from)
	for start > from && (plain[start-1] == ',' || strings.HasSuffix(plain[:start], "，")) { // “whatever you do, do not …”
		lead := strings.TrimRight(plain[:start], ",，")
		if further := max(clauseStart(lead), from); clauseLead(lead) && strings.TrimSpace(lead[further:]) != "" {
			start = further
			continue
		}
		break
	}
	body := unpadded(plain[b.word:b.end])
	if b.back < b.at && (pressAlone.MatchString(body) || !hasHan(body)) && !heldBefore(plain[from:max(b.back, from)]) {
		return max(b.back, from), true // 提交 按钮别点
	}
	before := plain[start:b.at]
	lead := strings.TrimSpace(enBefore.ReplaceAllString(hanBefore.ReplaceAllString(before, ""), ""))
	strong := bidsPlainly(body) || actsSoon.MatchString(body) || enTouches.MatchString(body)
	if heldBefore(plain[from:start]) && !onlyOfPages.MatchString(body) {
		return 0, false // 备注写放门口，别按门铃
	}
	if said := strings.ToLower(plain[b.at:b.word]); !strong && (strings.HasPrefix(said, "without") || clauseSkips[strings.Fields(said + " .")[0]]) {
		return 0, false // “without renewing” may be a box of the page, “skip Star” a button
	}
	if lead == "" {
		if b.behind && verbAlone(strings.TrimSpace(body)) {
			return 0, false // what is meant stands elsewhere
		}
		return start, true
	}
	if strings.HasSuffix(plain[:b.at], "~") || valueLead.MatchString(lead) || nameLead.MatchString(lead) {
		return 0, false
	}
	if besides.MatchString(plain[b.at:b.word]) {
		return b.at, true // “… and E-mail to jo@x.org without ticking I agree”
	}
	if !bidsItself(lead) {
		return start, !b.behind || !hasHan(before) || !strings.Contains(strings.TrimSpace(lead), " ")
	}
	at := b.at
	if m := enBefore.FindStringIndex(plain[start:b.at]); m != nil {
		at = start + m[0]
	} else if m := hanBefore.FindStringIndex(plain[start:b.at]); m != nil {
		at = start + m[0]
	}
	return at, strong || gerund(body) || at < b.at
}

// besides are words that forbid nothing of what stands before them.
var besides = lazyregexp.New(`(?i)^(?:without|instead of|rather than)$`)

// onlyOfPages are acts that nobody writes of to anyone but who drives a page.
var onlyOfPages = lazyregexp.New(`(?i)^(?:点击|单击|勾选|点一下|click|tick)|^(?:[a-z'’-]+\s+){1,4}?(?:click|tick)|^[^\s，,。；;]{1,8}?\s*(?:点击|单击|勾选)`)

var (
	pressAlone  = lazyregexp.New(`^(?:点击|单击|点一下|点|按下|按|动|碰)[了啦它吧哦啊呢\s]*$`)
	insteadLead = lazyregexp.New(`(?i)^[\s,，]*(?:instead|rather|而是)\b?[\s,，]*`)
)

var clauseSkips = wordSet("skip skipping leave leaving omit omitting ignore ignoring exclude excluding resist")

// bidsItself reports whether a piece of a clause bids something of its own.
func bidsItself(lead string) bool {
	if _, _, ok := leading(stripLeading(lead), commandTable()); ok {
		return true
	}
	return bidsPlainly(lead) || hanActs(lead) || pairsLine(lead)
}

// heldBefore reports whether a clause ends in a value that may go on behind its comma.
func heldBefore(before string) bool {
	before = strings.TrimSpace(before)
	if before == "" || !strings.HasSuffix(before, ",") && !strings.HasSuffix(before, "，") && !strings.HasSuffix(before, "、") {
		return false
	}
	before = strings.TrimRight(before, ",，、")
	part := before
	if i := strings.LastIndexAny(before, ".;\n"); i >= 0 {
		part = before[i:]
	}
	return hanHoldsText(before) || hanHoldsText(part) || pairsLine(stripLeading(part))
}

// askingFor says in plain words what is asked for by the contrary: 别忘了点击.
func askingFor(prompt string) string {
	plain := mask(prompt)
	for _, m := range slices.Backward(hanAsksFor.FindAllStringIndex(plain, -1)) {
		if clauseLead(plain[:m[0]]) && !heldBefore(plain[:clauseStart(plain[:m[0]])]) {
			prompt = prompt[:m[0]] + "请" + prompt[m[1]:]
		}
	}
	prompt = onlyThat.ReplaceAllString(prompt, "$1$2")
	prompt = nothingMore.ReplaceAllString(prompt, "$1")
	plain = mask(prompt)
	for _, m := range slices.Backward(enAsksFor.FindAllStringIndex(plain, -1)) {
		if clauseLead(plain[:m[0]]) && strings.HasSuffix(plain[m[0]:m[1]], "to") {
			prompt = prompt[:m[0]] + "remember to" + prompt[m[1]:]
		}
	}
	return prompt
}

// onlyThat is “only” before a command, which bids no more than the command does.
var onlyThat = lazyregexp.New(`(?i)(^|[，。；;\n]\s*|[.,]\s+)(?:就?只需?要?|仅仅?|only|just)\s*((?:点击|勾选|填写|选择|在\s*\S{1,12}?\s*[中里])|\s(?:tick|click|press|fill|enter|select|choose)\b)`)

// nothingMore bids nothing behind a command.
var nothingMore = lazyregexp.New(`(?i)(?:,|\s+and|,\s*and|,\s*but)\s+nothing (?:else|more)\b(\s*[.!]?\s*)$`)

// unveiled puts back what was hidden: a step that is nothing else forbids it, and where it
// came into another step it is taken out of that one and forbidden behind it.
func (v *veil) unveiled(steps []step) []step {
	if len(v.hidden) == 0 {
		return steps
	}
	var out []step
	for _, st := range steps {
		var found []veiled
		for _, h := range v.hidden {
			if strings.Contains(st.text+st.object+st.whole+st.within+st.place.name, h.sign) {
				found = append(found, h)
			}
		}
		if len(found) == 0 {
			out = append(out, st)
			continue
		}
		zh := st.zh
		if rest, ok := v.without(st, found); ok && st.kind != forbid {
			out = append(out, rest)
		}
		for _, h := range found {
			out = append(out, step{kind: forbid, verb: "do not", object: h.object, text: h.text, zh: zh, place: st.place.without(h)})
		}
	}
	return out
}

func (p place) without(h veiled) place {
	if strings.Contains(p.name, h.sign) {
		return place{}
	}
	return p
}

// without is a step without what was hidden in it, if there is anything else.
func (v *veil) without(st step, found []veiled) (step, bool) {
	cut := func(s string) string {
		for _, h := range found {
			for _, put := range []string{h.put, strings.TrimSpace(h.put), strings.Trim(h.put, " ;\n")} {
				s = strings.ReplaceAll(s, put, " ")
			}
			s = strings.ReplaceAll(s, h.sign, "")
		}
		return strings.TrimRight(strings.TrimSpace(s), " ;,，")
	}
	st.text, st.object, st.whole, st.within, st.place.name = cut(st.text), cut(st.object), cut(st.whole), cut(st.within), cut(st.place.name)
	return st, st.object != "" || st.text != "" && st.text != st.verb
}
