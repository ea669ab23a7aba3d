package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// What ends a value in Chinese although no command follows: people leave the
// command out where the page makes clear what is meant.

var (
	// hanTakes is how a choice is told without its field: 走顺丰.
	hanTakes = lazyregexp.New(`^(?:走|用|要|选|发|来|改成|改为|换成)\s*([^，,。；：:]{2,12})$`)
	// hanPressed is a press at the end of a text.
	hanPressed = lazyregexp.New(`(?:并|再|然后)?(?:点击一下|点击|点一下|点|按下|按)$`)
	// hanValued is a name with a weak link to its value: 收件人是陈晨.
	hanValued = lazyregexp.New(`^([^，,。；：:]{1,10}?)(?:是|为|叫|用)\s*\S`)
)

// takenNext reads 走顺丰, and the bare name of a choice, as a choice of the page.
func (r *runner) takenNext(tail string, st step) (step, bool) {
	name, certain := tail, 0.99
	if m := hanTakes.FindStringSubmatch(tail); m != nil {
		name, certain = m[1], 0.75
	}
	if st.kind == choose || utf8.RuneCountInString(name) < 2 || len(calledJust(tail, r.page.pressable(pressRoles, "button"))) > 0 {
		return step{}, false
	}
	c, err := r.page.pick(name, "choice", r.page.choices())
	if err != nil || c.own < certain || !radioRoles[c.el.role] && c.option == "" {
		return step{}, false
	}
	return step{kind: choose, verb: "choose", object: name, text: tail, place: st.place}, true
}

// namedElsewhere reports whether a text begins with the whole name of a field that
// the part of the page at hand has not.
func (r *runner) namedElsewhere(tail string) bool {
	return r.page.part != nil && beginsWithExact(tail, r.page.allFields()) && !beginsWithField(tail, r.page.fields())
}

// linkedNext reports whether a text is a value for a field that it names.
func (r *runner) linkedNext(tail string) bool {
	m := hanValued.FindStringSubmatch(tail)
	return m != nil && mentionScore(hanNoun(m[1]), r.page.allFields()) > 0.8 && hasWordOf(r.page.allFields(), hanNoun(m[1]))
}

// endsInQuote reports whether the value of a step ends with its quote.
func endsInQuote(before string, st step) bool {
	value := before
	if len(st.pairs) != 1 {
		if list := hanPair(before); list != nil {
			return list[0].quoted
		}
		return false
	}
	return hanNewPair("", value).quoted
}

// pressedNext cuts a press off the end of a value: 优惠码填A20点兑换, and 用优惠码A20兑换
// where the value is a code.
func (r *runner) pressedNext(text string, st step) (int, []step) {
	if len(quotes(text)) > 0 && strings.HasSuffix(text, string(lastQuote(text))) {
		return 0, nil
	}
	name := ""
	for _, c := range r.page.pressable(wordSet("button link clickable"), "button") {
		label := plainName(r.page.called(c.el))
		if hasHan(label) && len(label) > len(name) && utf8.RuneCountInString(label) > 1 && strings.HasSuffix(text, label) {
			name = label
		}
	}
	before := strings.TrimSuffix(text, name)
	if name == "" || before == "" {
		return 0, nil
	}
	value := hanPressed.ReplaceAllString(before, "")
	bids := value != before
	value = strings.TrimRight(value, " ，,、")
	if len(st.pairs) != 1 {
		list := hanPairs(hanMine.ReplaceAllString(value, ""), r.page.fields())
		if len(list) == 0 {
			if list = hanPair(value); list == nil || st.kind != fill {
				return 0, nil
			}
		}
		value = list[len(list)-1].value
	}
	if value == "" || !bids && hasHan(value) {
		return 0, nil
	}
	at := len(hanPressed.ReplaceAllString(before, ""))
	return at, []step{{kind: press, verb: "press", object: exactly(name), text: name, place: st.place}}
}

// lastQuote is the last sign of a text.
func lastQuote(s string) rune {
	last, _ := utf8.DecodeLastRuneInString(s)
	if strings.ContainsRune(`"”」』》`, last) {
		return last
	}
	return 0
}

var (
	// hanBecomes is a choice that is told as what something becomes.
	hanBecomes = lazyregexp.New(`^(?:改成|换成|改为|换为|改用|设为|调成)\s*([^，,。；：:]{2,14})$`)
	// hanAll is an answer to all that a notice asks.
	hanAll = lazyregexp.New(`(?i)^(接受|同意|允许|拒绝)(?:全部|所有)(?:的)?\s*(?:cookies?)?$`)
)

// takenAlone reads 改成自送网点 as a choice where the page has it, and 接受所有Cookie as
// a press of 全部接受.
func (r *runner) takenAlone(st step) (step, bool) {
	text := hanEnd(hanFree(st.text))
	if m := hanBecomes.FindStringSubmatch(text); m != nil && st.kind == fill {
		c, err := r.page.pick(hanNoun(m[1]), "choice", r.page.choices())
		if err != nil || c.own < 0.75 {
			return st, false
		}
		return step{kind: choose, verb: "choose", object: hanNoun(m[1]), text: st.text, place: st.place, zh: true}, true
	}
	m := hanAll.FindStringSubmatch(text)
	if m == nil {
		return st, false
	}
	list := r.page.pressable(wordSet("button link clickable"), "button")
	for _, name := range []string{"全部" + m[1], m[1] + "全部", "所有" + m[1], m[1] + "所有", m[1]} {
		if len(calledJust(name, list)) == 1 {
			return st.pressing(exactly(name)), true
		}
	}
	return st, false
}

// counted reports whether a text gives a number between two buttons its value.
func (r *runner) counted(text string) bool {
	for _, s := range r.page.steppers() {
		for _, l := range s.labels {
			if rest, ok := strings.CutPrefix(text, l); ok && hasDigit(figured(rest)) {
				return true
			}
		}
	}
	return false
}
