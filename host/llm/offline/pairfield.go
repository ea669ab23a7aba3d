package offline

import (
	"errors"
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// detach takes choices and fields off the end of a value: of “e-mail
// a@b.example, express delivery, date 2026-12-24” the page knows that what
// follows is none of the first.
func (r *runner) detach(p pair) pair {
	if c, err := r.page.pick(p.label, "field", r.page.fields()); err == nil && slices.ContainsFunc(c.el.options, func(o string) bool { return slices.Equal(rawWords(o), rawWords(p.value)) }) {
		return p // “Price, low to high” is one choice
	}
	for !p.quoted && p.value != "" {
		i, size := strings.LastIndex(p.value, ", "), 2
		if at := strings.LastIndex(p.value, "，"); at > i {
			i, size = at, len("，")
		}
		if i < 0 {
			break
		}
		part := strings.TrimSpace(theyAre.ReplaceAllString(strings.TrimSpace(p.value[i+size:]), ""))
		if _, ok := r.choiceOrBox(part); !ok && r.formatted(part) == nil {
			break
		}
		p.value, p.rest = strings.TrimSpace(p.value[:i]), append([]string{part}, p.rest...)
	}
	return p
}

// theyAre begins what is told of somebody: “name Misty, she's a cat”.
var theyAre = lazyregexp.New(`(?i)^(?:she|he|it|they)(?:['’]s| is|['’]re| are)\s+(?:an?\s+)?`)

// formatted reads “departure 2026-12-24” or “size large” where the page has a
// field of just that name and the value is of its format.
func (r *runner) formatted(part string) []setting {
	fields := r.page.fields()
	pairs := anchored(part, fields)
	if len(pairs) != 1 || pairs[0].value == "" || len(pairs[0].rest) > 0 {
		return nil
	}
	c, err := r.page.pick(pairs[0].label, "field", fields)
	if err != nil || c.own < 0.9 || len(c.el.options) == 0 && !exactRoles[c.el.role] && !radioRoles[c.el.role] {
		return nil
	}
	s, err := r.give(c.el, pairs[0])
	if err != nil {
		return nil
	}
	return s
}

// exactRoles are fields that take values of one format only.
var exactRoles = wordSet("spinbutton slider date time datetime month week color")

// choiceOrBox reads a few words as a choice or a box to tick, where the page
// has just that.
func (r *runner) choiceOrBox(part string) (setting, bool) {
	if m := withoutForm.FindStringSubmatch(part); m != nil {
		if c, err := r.page.pick(m[1], "box", r.page.boxes()); err == nil && c.query > 0.95 && boxRoles[c.el.role] {
			return setting{el: c.el, value: "false", name: r.page.called(c.el)}, true
		}
	}
	if c, err := r.page.pick(part, "choice", r.page.choices()); err == nil && c.query > 0.9 && c.own > 0.3 {
		return r.chosen(c), true
	}
	if c, ok := r.boxFor(part); ok && boxRoles[c.el.role] && c.query > 0.79 && c.own > 0.6 {
		return setting{el: c.el, value: "true", name: r.page.called(c.el)}, true
	}
	return setting{}, false
}

// resolvePair gives a value to the field that a label means.
func (r *runner) resolvePair(st step, p pair, fields []candidate) ([]setting, error) {
	if p.label == "" {
		return r.onlyField(st, p, fields)
	}
	if p.value == "" && !p.quoted {
		return nil, refuse("“%s” has no value in “%s”. Write it as “%s: value”.", p.label, st.text, p.label)
	}
	if v := fold(strings.TrimSpace(p.value)); p.value != "" && !yesWords[v] && !offWords[v] {
		fields = slices.DeleteFunc(slices.Clone(fields), func(c candidate) bool { return boxRoles[c.el.role] })
	}
	c, err := r.page.pick(p.label, "field", fields)
	if bare := hanForField.ReplaceAllString(p.label, ""); isMissing(err) && r.tongue != nil && bare != p.label && bare != "" {
		if named, bareErr := r.page.pick(bare, "field", fields); bareErr == nil {
			c, err, p.label = named, nil, bare
		}
	}
	if isMissing(err) && onlyPoints(p.label) {
		return r.onlyField(st, p, fields) // “into the field”
	}
	if isMissing(err) && same(p.label, "address") {
		if street, streetErr := r.page.pick("street", "field", fields); streetErr == nil {
			c, err = street, nil
		}
	}
	if c2, ok := r.besideField(err); ok {
		c, err = c2, nil
	}
	if c2, ok := r.inSameGroup(p.label, c, fields); ok && err == nil {
		c = c2
	}
	if err != nil && !isMissing(err) {
		if near, value, ok := r.locatedField(st, p, fields); ok {
			c, p, err = near, value, nil
		}
	}
	if owned, ok := r.ownedField(p, fields); isMissing(err) && ok {
		c, err = owned, nil
	}
	if named, ok := r.namesOne(st, p, fields); isMissing(err) && ok {
		c, err = named, nil
	}
	if isMissing(err) || err != nil && same(p.label, "name") {
		if s, ok := r.splitName(p, fields); ok {
			return s, nil
		}
	}
	if err != nil {
		if alt, ok := r.byOption(p); ok {
			return []setting{alt}, nil
		}
		if alt, ok := r.drawnFor(p); ok {
			return alt, nil
		}
		if alt, ok := r.partOf(st, p); ok {
			return alt, nil
		}
		if alt, ok := r.saidOf(st, p); ok {
			return alt, nil
		}
		return nil, err
	}
	r.named = c.el
	out, err := r.give(c.el, p)
	if bare := hanPressLead.ReplaceAllString(hanThatSort.ReplaceAllString(p.value, ""), ""); isMissing(err) && bare != p.value && bare != "" {
		out, err = r.give(c.el, pair{label: p.label, value: bare})
	}
	if isMissing(err) {
		if alt, ok := r.drawnFor(p); ok {
			return alt, nil
		}
	}
	return out, err
}

// hanForField stands before the name of a field that something is filled into: 给 Name 填 Tom.
// Where the page has 给教练留言 it is of the name.
var hanForField = lazyregexp.New(`^(?:给|往|为|向|对)\s*`)

// hanThatSort points at a choice behind its name: 1-3万这一档.
var hanThatSort = lazyregexp.New(`的?(?:这|那)一?(?:[档项个种款类栏家间条]|选项|时段|时间段)$`)

// hanPressLead begins a choice that is told as what to press or to have: 时段点14:00,
// 场地要草坪.
var hanPressLead = lazyregexp.New(`^(?:点选|点击|点一下|点|就要|想要|要|选|用|走|来|换)`)

// besideField takes, of fields that fit equally, the next one in the part of the
// field that was named before it: “sender's name Li, phone 138…”.
func (r *runner) besideField(err error) (ranked, bool) {
	var no *refusal
	if r.tongue == nil || r.named == nil || !errors.As(err, &no) || len(no.equal) == 0 {
		return ranked{}, false
	}
	at := r.page.twin(r.named)
	if at == nil {
		return ranked{}, false
	}
	best, found := ranked{}, false
	for _, c := range no.equal {
		if c.el.index > at.index && c.el.parent == at.parent && (!found || c.el.index < best.el.index) {
			best, found = c, true
		}
	}
	return best, found
}

// inSameGroup takes the field of the group that the value before was for, where it is
// called so, too: after 收件人姓名 电话 is 收件人电话, though the sender has a 手机号.
func (r *runner) inSameGroup(label string, c ranked, fields []candidate) (ranked, bool) {
	if r.tongue == nil || r.named == nil || c.el == nil || hasField([]candidate{c.candidate}, label) {
		return ranked{}, false
	}
	at := r.page.twin(r.named)
	if at == nil || at.parent < 0 || at.parent == c.el.parent || r.page.els[at.parent].role != "group" {
		return ranked{}, false
	}
	var fit []ranked
	for _, other := range fields {
		if other.el.parent == at.parent && len(other.labels) > 0 && strings.HasSuffix(plainName(other.labels[0]), label) {
			fit = append(fit, ranked{candidate: other, score: 1, query: 1, own: 1})
		}
	}
	if len(fit) != 1 {
		return ranked{}, false
	}
	return fit[0], true
}

// partOf reads “Right eye: power -2.25” as a value in the part of the page that is
// called so.
func (r *runner) partOf(st step, p pair) ([]setting, bool) {
	before := r.page.part
	defer func() { r.page.part = before }()
	found, err := r.page.find(place{name: p.label})
	if err != nil || found == nil || p.quoted || found.box == nil || !same(found.box.name(), p.label) {
		return nil, false
	}
	r.page.part = found
	fields := r.page.fields()
	var out []setting
	for _, inner := range findPairs(step{kind: fill, object: p.value, text: p.value, zh: st.zh}, fields) {
		if inner.label == "" || same(inner.label, p.label) {
			return nil, false
		}
		s, err := r.resolvePair(st, inner, fields)
		if err != nil {
			return nil, false
		}
		out = append(out, s...)
	}
	return out, len(out) > 0
}

// drawnFor is what a value means where no field is called so: something to press
// that stands with that name, or boxes to tick.
func (r *runner) drawnFor(p pair) ([]setting, bool) {
	if chip, ok := r.chip(p.label, p.value); ok {
		return []setting{{el: chip.el, value: p.value, name: r.page.called(chip.el), chip: true}}, true
	}
	if s, ok := r.boxesOf(p); ok {
		return s, true
	}
	return r.choiceOf(p)
}

// saidOf reads “the beef set to sold out” as a press of what stands with the thing
// and is called by the end of the step: 水煮牛肉设为售罄.
func (r *runner) saidOf(st step, p pair) ([]setting, bool) {
	if r.tongue == nil || p.quoted {
		return nil, false
	}
	list := r.page.pressable(pressRoles, "button")
	if c, ok, err := r.near(p.value, p.label, "button", list); ok && err == nil && p.label != "" {
		return []setting{{el: c.el, value: p.value, name: r.page.called(c.el), chip: true}}, true // 竹影双床房点预订
	}
	if c, ok, err := r.near("选择", p.value, "button", list); ok && err == nil && strings.Contains(st.text, "选") && r.page.tells(p.label) {
		return []setting{{el: c.el, value: p.value, name: r.page.called(c.el), chip: true}}, true
	}
	if !strings.HasSuffix(st.text, p.value) {
		return nil, false
	}
	again := r.settleUnclear(step{kind: unclear, object: st.text, text: st.text, place: st.place, zh: true})
	if again.kind != press {
		return nil, false
	}
	c, err := r.findPress(again)
	if err != nil {
		return nil, false
	}
	return []setting{{el: c.el, value: p.value, name: r.page.called(c.el), chip: true}}, true
}

// choiceOf is a choice of just that name, where what stands around it or the page
// has the other.
func (r *runner) choiceOf(p pair) ([]setting, bool) {
	c, err := r.page.pick(p.value, "choice", exactFirst(p.value, r.page.choices()))
	if err != nil || c.own < 0.9 || c.score < 0.8 {
		return nil, false
	}
	if compare(words(p.label), c.around, nil).own < 0.5 && !r.page.tells(p.label) {
		return nil, false
	}
	return []setting{r.chosen(c)}, true
}

var valueFor = lazyregexp.New(`(?i)^(\S+)\s+(?:for|of|on)\s+(?:the\s+)?(\S.*)$`)

// locatedField reads “the quantity for the blankets to 4”, of several quantities.
func (r *runner) locatedField(st step, p pair, fields []candidate) (ranked, pair, bool) {
	if c, ok := r.located(p.label, "field", fields); ok {
		return c, p, true
	}
	if m := valueFor.FindStringSubmatch(p.value); m != nil && !p.quoted {
		if c, ok, err := r.near(p.label, m[2], "field", fields); ok && err == nil { // “set bottles to 3 for the Brut”
			return c, newPair(p.label, m[1]), true
		}
	}
	if m := setTo.FindStringSubmatchIndex(mask(st.object)); m != nil {
		if c, ok := r.located(st.object[m[2]:m[3]], "field", fields); ok {
			return c, newPair(p.label, st.object[m[4]:m[5]]), true
		}
	}
	return ranked{}, p, false
}

// ownedField reads 正山小种的数量 as the 数量 that stands with 正山小种.
func (r *runner) ownedField(p pair, fields []candidate) (ranked, bool) {
	owner, name, ok := ownedBy(p.label)
	if !ok || r.tongue == nil {
		return ranked{}, false
	}
	c, ok, err := r.near(hanNoun(name), hanAnchor(owner), "field", fields)
	return c, ok && err == nil
}

// onlyPoints: the label is a word such as “field” or “box”.
func onlyPoints(label string) bool {
	for _, w := range words(label) {
		if weight(w) > 0.3 {
			return false
		}
	}
	return true
}
