package offline

import (
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// A stepper is a number that two buttons beside it make less and more.
type stepper struct {
	less, more *element
	// number is the text that shows it, nil where that cannot be told apart.
	number *element
}

var (
	stepDown = lazyregexp.New(`(?i)^\W*(?:[-－−–]|minus|less|decrease|decrement|fewer|减|减少|减号|减一|.{0,12}减)\W*$|(?i)\b(?:decrease|minus|less|fewer|reduce)\b|减少|减一|减小|调低`)
	stepUp   = lazyregexp.New(`(?i)^\W*(?:[+＋]|plus|more|increase|increment|加|增加|加号|加一|.{0,12}加)\W*$|(?i)\b(?:increase|plus|more)\b|增加|加一|增大|调高`)
	figure   = lazyregexp.New(`-?\d+`)
)

// steppers are those of the page: a button for less, perhaps the number, a button
// for more, side by side.
func (p *page) steppers() []candidate {
	var out []candidate
	for _, less := range p.els {
		if less.role != "button" || less.ref == "" || !p.inPart(less) || !stepDown.MatchString(less.name()) || p.isStepUp(less) {
			continue
		}
		s := p.stepperAt(less)
		if s == nil {
			continue
		}
		c := candidate{el: s.more, around: p.around(less), bonus: p.usable(s.more), stepper: s}
		if label := p.labelBefore(less); label != "" {
			c.labels = append(c.labels, label)
		}
		if g := p.groupOf(less); g != nil && g.parent >= 0 && len(c.labels) == 0 {
			c.labels = append(c.labels, nonEmpty([]string{g.name()})...)
		}
		if box := p.cardOver(less); box != less && box.role != "region" && box.role != "group" {
			for _, k := range append([]*element{box}, p.within(box)...) {
				if k.role == "heading" || k == box && len(box.name()) < 60 {
					c.labels = append(c.labels, nonEmpty([]string{p.titled(k)})...)
				}
			}
		}
		if len(c.labels) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// cardOver is the card that an element stands in, without a group that only holds
// its buttons together.
func (p *page) cardOver(e *element) *element {
	box := p.card(e)
	if box.role == "group" && box.parent >= 0 {
		return p.card(p.els[box.parent])
	}
	return box
}

func (p *page) isStepUp(e *element) bool {
	return stepUp.MatchString(e.name()) && !stepDown.MatchString(e.name())
}

func (p *page) stepperAt(less *element) *stepper {
	s := &stepper{less: less}
	for _, next := range p.els[less.index+1:] {
		switch {
		case next.depth != less.depth:
			return nil
		case next.role == "button" && stepUp.MatchString(next.name()) && next.ref != "":
			s.more = next
			return s
		case isText(next.role) && s.number == nil && figure.MatchString(next.name()), textRoles[next.role] && s.number == nil && next.flags["readonly"]:
			s.number = next
		default:
			return nil // a field between them is filled
		}
	}
	return nil
}

// value is the number that a stepper shows.
func (s *stepper) value() (int, bool) {
	if s.number == nil {
		return 0, false
	}
	text := s.number.name()
	if textRoles[s.number.role] {
		text = s.number.value
	}
	all := figure.FindAllString(text, -1)
	if len(all) != 1 {
		return 0, false
	}
	n, err := strconv.Atoi(all[0])
	return n, err == nil
}

const mostSteps = 40

// stepTo presses the button of a stepper until it shows a number. It presses only as
// long as every press brings the number nearer, and not at all where it is too far.
func (r *runner) stepTo(s setting) error {
	target, err := strconv.Atoi(s.value)
	if err != nil {
		return refuse("“%s” wants %s", s.name, refuse("one number; “%s” is none", s.value))
	}
	now, at, err := r.stepped(s, target)
	if err != nil {
		return err
	}
	if distance(now, target) > mostSteps {
		return refuse("“%s” is too far from %d to press its way there.", s.name, target)
	}
	for now != target {
		button := at.more
		if now > target {
			button = at.less
		}
		r.pressing(button)
		if err := r.click(button); err != nil {
			return err
		}
		before := now
		if now, at, err = r.stepped(s, target); err != nil {
			return err
		}
		switch passed := (before < target) != (now < target) && now != target; {
		case now == before:
			return refuse("“%s” did not change: it is %s.", s.name, strconv.Itoa(now))
		case passed || distance(now, target) >= distance(before, target):
			return refuse("“%s” cannot be set to %d: a press made it %d, where it was %d.", s.name, target, now, before)
		}
	}
	r.note("%s “%s”: %s.", term("Set"), s.name, r.tongue.say("it holds “%s”", strconv.Itoa(now)))
	return nil
}

// stepped reads a stepper that is to show a number on the page as it is.
func (r *runner) stepped(s setting, target int) (int, *stepper, error) {
	at := r.page.stepperLike(s.el)
	if at == nil {
		return 0, nil, refuse("“%s” is no longer on the page.", s.name)
	}
	now, ok := at.value()
	if !ok {
		return 0, nil, refuse("“%s” shows no number that I can read, so I cannot set it to %d.", s.name, target)
	}
	return now, at, nil
}

func distance(a, b int) int { return max(a-b, b-a) }

// stepBy presses the button of a stepper so many times.
func (r *runner) stepBy(s *stepper, n int) error {
	for range max(n, -n) {
		at := r.page.stepperLike(s.more)
		if at == nil {
			return refuse("“%s” is no longer on the page.", r.page.called(s.more))
		}
		button := at.more
		if n < 0 {
			button = at.less
		}
		r.pressing(button)
		if err := r.click(button); err != nil {
			return err
		}
	}
	return nil
}

// pressing notes what is pressed for a later step: “add two of the lamp, then Add”.
func (r *runner) pressing(el *element) {
	r.subject = r.page.topic(el)
	r.prior = step{kind: press, verb: "press", object: el.name(), text: el.name()}
}

// stepperLike is the stepper of a page whose button for more was another look's.
func (p *page) stepperLike(more *element) *stepper {
	for _, c := range p.steppers() {
		if c.el.ref == more.ref && c.el.name() == more.name() {
			return c.stepper
		}
	}
	return nil
}

// pressedOn changes a number by a button that stands with its name and is called so,
// where there is no number to be read.
func (r *runner) pressedOn(c change) (bool, error) {
	names := []string{"plus", "增加", "加"}
	if c.by < 0 {
		names = []string{"minus", "减少", "减"}
	}
	list := r.page.pressable(wordSet("button clickable"), "button")
	for _, name := range names {
		if b, err := r.page.pick(name+" "+c.name, "button", list); err == nil && b.own > 0.9 && b.query > 0.9 {
			return true, r.times(step{kind: press, verb: "press", object: exactly(r.page.called(b.el)), text: name, zh: r.tongue != nil}, max(c.by, -c.by))
		}
		if _, ok, err := r.near(name, c.name, "button", list); !ok || err != nil {
			continue
		}
		n := max(c.by, -c.by)
		return true, r.times(step{kind: press, verb: "press", object: name + " beside " + c.name, text: name, zh: r.tongue != nil}, n)
	}
	return false, nil
}

// A change says by how much something shall become more or less.
type change struct {
	name string
	by   int
}

var changeForms = []*lazyregexp.Regexp{
	lazyregexp.New(`^(?:把|将|给)?(?P<name>\S.*?)(?:的数量|数量)?(?:再|多|各)?(?P<verb>增加|减少|调高|调大|升高|调低|调小|降低|加|减)(?:上|了|掉)?(?P<n>[一二两三四五六七八九十\d]+)[` + hanMeasures + `度箱档级]?$`),
	lazyregexp.New(`^(?:再|多)?(?P<verb>增加|减少|加|减)(?P<n>[一二两三四五六七八九十\d]+)[` + hanOfThings + `晚杯盒箱袋斤](?P<name>\S.*)$`),
	lazyregexp.New(`(?i)^(?P<verb>increase|raise|turn up|decrease|lower|reduce|turn down) (?:the )?(?:number of )?(?P<name>\S.*?) by (?P<n>\d+|one|two|three|four|five)$`),
}

// changeIn reads “raise adults by two”, 成人加一, 空调温度调高两度.
func changeIn(text string) (change, bool) {
	for _, form := range changeForms {
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		part := func(name string) string { return m[form.SubexpIndex(name)] }
		n := number(figured(part("n")))
		if d, ok := lex().count[strings.ToLower(part("n"))]; ok {
			n = number(d)
		}
		if n < 1 || n > mostSteps {
			return change{}, false
		}
		if lessVerb.MatchString(part("verb")) {
			n = -n
		}
		return change{name: part("name"), by: n}, true
	}
	return change{}, false
}

var lessVerb = lazyregexp.New(`(?i)decrease|lower|reduce|down|减|低|小`)

// countedOn carries a change out, where the page has a number of that name.
func (r *runner) countedOn(st step) (bool, error) {
	c, ok := changeIn(st.text)
	if !ok || st.kind != unclear && st.kind != fill && st.kind != press {
		return false, nil
	}
	if err := r.fresh(); err != nil {
		return false, err
	}
	if field, err := r.page.pick(c.name, "field", r.page.fields()); err == nil && field.own > 0.75 && field.stepper == nil && !field.el.flags["readonly"] {
		if n, err := strconv.Atoi(field.el.value); err == nil && (field.el.role == "spinbutton" || field.el.role == "slider" || field.el.role == "textbox") {
			return true, r.apply([]setting{{el: field.el, value: strconv.Itoa(n + c.by), name: r.page.called(field.el)}})
		}
	}
	s, err := r.page.pick(c.name, "control", r.page.steppers())
	if err != nil || s.own < 0.6 {
		return r.pressedOn(c)
	}
	if now, known := s.stepper.value(); known {
		return true, r.stepTo(setting{el: s.el, value: strconv.Itoa(now + c.by), name: s.labels[0]})
	}
	return true, r.stepBy(s.stepper, c.by)
}
