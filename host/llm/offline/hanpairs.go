package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	hanAnnounced = lazyregexp.New(`(?s)^(?:一下|好|这个|这张|该|下面的?|下列的?|以下的?|我的)*(?:[^，,。：:\n“"「]{0,6}(?:表单|表格|登记表|申请表|信息|资料|问卷))(?:里|中|上)?[：:，,\s]\s*(.+)$`)
	hanAs        = lazyregexp.New(`(?s)^(.+?)\s*(?:填到|写到|输到|到|进|至|作为|当作|做为|当)\s*([^，,。；]{1,20}?)(?:` + hanBox + `)?(?:` + hanInside + `)?$`)
	hanMine      = lazyregexp.New(`^(?:我的|我|本人的?|一下|使用|用)`)
	hanLinkLead  = lazyregexp.New(`^\s*(?:(?:` + hanBox + `|这一项|一项)?\s*(?:` + hanInside + `)?` + hanLinkLike + `\s*(?:` + hanLinks + `|叫做|叫|换|改|是|为)了?)?\s*[：:]?\s*`)
	hanUnlinked  = lazyregexp.New(`^([\p{Han}（）()/]{2,10}?)(?:` + hanLinks + `)`)
	hanStrong    = lazyregexp.New(`^\s*` + hanLinkLike + `(?:` + hanLinks + `)`)
)

// findHanPairs reads the values of a step against the fields of a page, which
// knows where “姓名张伟，地址北京，三楼” parts; then by the words between.
func findHanPairs(s step, fields []candidate) []pair {
	object := hanMine.ReplaceAllString(s.object, "")
	if m := hanAnnounced.FindStringSubmatch(object); m != nil && !beginsWithField(object, fields) {
		object = m[1]
	}
	if head, rest, ok := strings.Cut(object, "："); ok && !hasField(fields, hanNoun(head)) && !beginsWithExact(head, fields) {
		if list := hanPairs(strings.TrimSpace(rest), fields); len(list) > 1 || len(list) == 1 && list[0].value != "" && (mentionScore(head, fields) == 0 || !hanWordy.MatchString(head) && mentionScore(list[0].label, fields) > 0.8) {
			return list // “发一个新帖：标题…，正文…”
		}
	}
	if list := hanPairs(object, fields); len(list) > 0 && (s.kind != unclear || hanLikely(object, list)) {
		return list
	}
	if m := hanAs.FindStringSubmatchIndex(mask(object)); m != nil && s.kind == fill {
		if label := hanNoun(object[m[4]:m[5]]); mentionScore(label, fields) > 0.84 || hasField(fields, label) {
			return []pair{hanNewPair(label, object[m[2]:m[3]])}
		}
	}
	if list := hanPair(object); list != nil && (s.kind == fill || hanStrong.MatchString(object[min(len(object), len(list[0].label)):])) {
		return list
	}
	if s.kind != fill {
		return nil
	}
	if p := hanNewPair("", object); p.quoted || utf8.RuneCountInString(object) <= 30 && s.verb == "enter" {
		return []pair{p}
	}
	return nil
}

// figureFields are fields whose values have figures in them.
var figureFields = wordSet("phone postcode quantity age date time amount price birthdate code number")

// hanLikely reports whether what is said without a command can be values: 邮箱登录 and
// 手机验证 give none.
func hanLikely(object string, list []pair) bool {
	for _, p := range list {
		if p.quoted || strings.ContainsAny(object, "：:=") || hanStrong.MatchString(strings.TrimPrefix(object, p.label)) {
			continue
		}
		for _, w := range words(p.label) {
			if w == "email" && !strings.Contains(p.value, "@") || figureFields[w] && !hasDigit(figured(p.value)) && !hanDayish.MatchString(p.value) {
				return false
			}
		}
	}
	return true
}

var hanDayish = lazyregexp.New(`[今明后昨][天日]|周|星期|礼拜|上午|下午|晚上|中午`)

func beginsWithField(object string, fields []candidate) bool {
	_, end := hanLabelAt(object, 0, shield(object), fields)
	return end > 0
}

// beginsWithExact reports whether a text begins with the whole name of a field and
// goes on.
func beginsWithExact(text string, fields []candidate) bool {
	label, end := hanLabelAt(text, 0, shield(text), fields)
	return end > 0 && end < len(text) && hasField(fields, label)
}

// hanPairs reads what stands behind the name of a field, up to the next one, as
// its value.
func hanPairs(s string, fields []candidate) []pair {
	sh := shield(s)
	type found struct {
		from, to int // the name with what links it to the value
		label    string
	}
	var list []found
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if at := hanJointEnd(s, i, sh); at >= 0 {
			if label, end := hanLabelAt(s, at, sh, fields); end > 0 && (!onlySpace(s, i, at) || hasField(fields, label) || hanStrong.MatchString(s[end:])) && (len(list) == 0 || !hanWordy.MatchString(list[len(list)-1].label) || hasField(fields, label) || hanStrong.MatchString(s[end:]) || startsDigit(s[end:])) {
				list = append(list, found{from: i, to: end, label: label})
				i = hanValueStart(s, end, sh)
				continue
			}
		}
		if i == 0 && len(list) == 0 {
			return nil
		}
		if _ = r; size == 0 {
			size = 1
		}
		i += size
	}
	var out []pair
	for i, f := range list {
		end := len(s)
		if i+1 < len(list) {
			end = list[i+1].from
		}
		to := f.to
		if m := hanLinkLead.FindString(maskFrom(s, to, sh)); m != "" {
			to = giveBack(s, to, to+len(m))
		}
		to = min(to, end)
		p := hanNewPair(f.label, strings.Trim(s[to:end], " ，,、；;\n"))
		p.label = f.label
		out = append(out, p)
	}
	return out
}

// hanValueStart is where the next name may begin: behind the link of a name stands a
// value, whatever it looks like.
func hanValueStart(s string, end int, sh []bool) int {
	if !hanStrong.MatchString(maskFrom(s, end, sh)) {
		return end
	}
	at := giveBack(s, end, end+len(hanLinkLead.FindString(maskFrom(s, end, sh))))
	_, size := utf8.DecodeRuneInString(s[at:])
	return at + size
}

// onlySpace reports whether nothing but space parts a name from what stands before
// it, which values have, too.
func onlySpace(s string, from, at int) bool {
	return at > from && from > 0 && strings.TrimSpace(s[from:at]) == ""
}

// maskFrom is the rest of a text with its quotes hidden.
func maskFrom(s string, from int, sh []bool) string {
	b := []byte(s[from:])
	for i := range b {
		if sh[from+i] {
			b[i] = '~'
		}
	}
	return string(b)
}

// startsDigit reports whether a value begins with a figure.
func startsDigit(s string) bool {
	s = strings.TrimLeft(s, " ：:")
	return s != "" && isDigit(s[0])
}

var hanJoint = lazyregexp.New(`^[\s，,、；;]*(?:和|以及|还有|及|并且|并|然后|再)?\s*`)

// hanJointEnd gives where a name may begin after the signs at i, -1 where none
// can: at the beginning, behind a comma or behind “and”.
func hanJointEnd(s string, i int, sh []bool) int {
	if i == 0 {
		return 0
	}
	if sh[i] {
		return -1
	}
	m := hanJoint.FindString(s[i:])
	if m == "" && !sh[i-1] {
		return -1
	}
	if at := i + len(m); at < len(s) && (at >= len(sh) || at == i || !sh[at-1]) {
		return at
	}
	return -1
}

const hanLongestLabel = 18

// hanLabelAt gives the name of a field that stands at a place, and its end.
func hanLabelAt(s string, at int, sh []bool, fields []candidate) (label string, end int) {
	if at < len(sh) && sh[at] {
		for _, q := range quotes(s) {
			if name := s[q[0]:q[1]]; q[0] == at && (hasField(fields, inside(name)) || mentionScore(inside(name), fields) > 0.9) {
				if q[1] < len(s) {
					return inside(name), q[1]
				}
			}
		}
		return "", 0
	}
	best := 0.8 // all of it is in a label
	runes := 0
	for i, r := range s[at:] {
		if at+i < len(sh) && sh[at+i] || strings.ContainsRune("，,。；;：:=\n、", r) || runes == hanLongestLabel {
			break
		}
		runes++
		to := at + i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			break
		}
		span := s[at:to]
		score := mentionScore(span, fields)
		if hasField(fields, span) {
			score += 0.1
		}
		if score > best || score == best && score > 0.8 {
			best, label, end = score, strings.TrimSpace(span), to
		}
	}
	if name := hanUnlinked.FindStringSubmatch(maskFrom(s, at, sh)); end > 0 && name != nil && len(name[1]) > end-at && !hanStrong.MatchString(s[end:]) {
		label, end = s[at:at+len(name[1])], at+len(name[1]) // 配送时段选下午 speaks of no 配送
	}
	if end > 0 && !hasWordOf(fields, label) && !hanStrong.MatchString(s[end:]) {
		return "", 0 // “生日快乐”, on a page that asks for no birthday
	}
	return label, end
}

// hasWordOf reports whether a field is called by a word of a name.
func hasWordOf(fields []candidate, name string) bool {
	for _, f := range fields {
		for _, l := range f.labels {
			if compare(words(name), words(l), nil).own > 0 {
				return true
			}
		}
	}
	return false
}
