package offline

import (
	"fmt"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var withLead = lazyregexp.New(`(?i)^(.*?\b)?(with|using|as)\s+`)

// instead tries what else a step can mean that names no button: several
// presses, a press repeated, a field together with a button, a choice, a box.
func (r *runner) instead(st step) (bool, error) {
	if n, once := repeated(st); n > 1 {
		return true, r.times(once, n)
	}
	if handled, err := r.fillAndPress(st); handled {
		return true, err
	}
	if handled, err := r.pressEach(st); handled {
		return true, err
	}
	if bareVerb(st.verb) || st.kind == open {
		return false, nil
	}
	if again, ok := r.repeats(step{kind: unclear, object: st.text, text: st.text, place: st.place}); ok && st.object == "" && again.kind == press {
		return true, r.press(again) // a name that is also a command: “Star”
	}
	if c, err := r.page.pick(st.text, "choice", r.page.choices()); err == nil && c.query > 0.85 {
		return true, r.apply([]setting{r.chosen(c)})
	}
	if confirms[st.verb] && st.object != "" {
		if s, err := r.resolveTicks(step{kind: tick, verb: st.verb, object: st.object, text: st.text}); err == nil && len(s) > 0 {
			return true, r.apply(s)
		}
	}
	if confirms[st.verb] && st.object != "" {
		said := thatLead.ReplaceAllString(st.object, "")
		if c, err := r.page.pick(said, "button", r.page.pressable(wordSet("button"), "button")); err == nil && c.query > 0.95 && c.own > 0.9 {
			return true, r.click(c.el) // “confirm that I'm over 18”, by “Yes, I am over 18”
		}
	}
	if c, ok := r.agreeing(st); ok {
		return true, r.click(c)
	}
	if c, err := r.page.pick(st.text, "box", r.page.boxes()); err == nil && boxRoles[c.el.role] && c.own > 0.9 && c.query > 0.95 && c.score > 0.85 {
		return true, r.apply([]setting{{el: c.el, value: "true", name: r.page.called(c.el)}}) // “apply to the return flight as well”
	}
	if st.verb == "add" {
		if s, err := r.resolveTicks(step{kind: tick, verb: "add", object: st.object, text: st.text}); err == nil && len(s) > 0 {
			return true, r.apply(s)
		}
	}
	if st.verb == "add" || st.verb == "filter" {
		if s, ok := r.addEach(st); ok {
			return true, r.apply(s)
		}
		if s, ok := r.countEach(st); ok {
			return true, r.setDrawn(s)
		}
	}
	return false, nil
}

// agreeing is the one button that says yes in the notice that a step accepts: “accept
// the age check”.
func (r *runner) agreeing(st step) (*element, bool) {
	if !confirms[st.verb] && !agrees[st.verb] || st.object == "" {
		return nil, false
	}
	at, err := r.page.find(place{name: determiner.ReplaceAllString(st.object, "")})
	if err != nil || at == nil || at.box == nil {
		return nil, false
	}
	var yes []*element
	for _, e := range r.page.within(at.box) {
		if e.role == "button" && yesName.MatchString(e.name()) {
			yes = append(yes, e)
		}
	}
	if len(yes) != 1 {
		return nil, false
	}
	return yes[0], true
}

var (
	agrees  = phraseSet("accept", "agree to", "agree", "allow", "acknowledge", "approve", "pass")
	yesName = lazyregexp.New(`(?i)^\W*(?:yes|accept|agree|i agree|i am|i'm|ok|okay|allow|confirm|continue|got it|understood)\b`)
)

var thatLead = lazyregexp.New(`(?i)^that\s+`)

// confirms are presses that a box may stand for: “confirm that I am of age”.
var confirms = wordSet("confirm acknowledge declare certify 确认 声明 承诺")

var repeatForm = lazyregexp.New(`(?i)^(.+?)\s+(?:(twice)|(thrice)|(\w+) times)$`)

// repeated reads “press More three times”.
func repeated(st step) (int, step) {
	m := repeatForm.FindStringSubmatch(st.object)
	if m == nil {
		return 0, st
	}
	n := 0
	switch {
	case m[2] != "":
		n = 2
	case m[3] != "":
		n = 3
	default:
		_, _ = fmt.Sscan(m[4], &n)
		if d, ok := lex().count[strings.ToLower(m[4])]; ok {
			_, _ = fmt.Sscan(d, &n)
		}
	}
	if n > 20 {
		return 0, st
	}
	st.object = m[1]
	return n, st
}

func (r *runner) times(st step, n int) error {
	for range n {
		if err := r.press(st); err != nil {
			return err
		}
	}
	return nil
}

// namesSeveral reports whether each part of what shall be pressed is a thing of its
// own: “reserve the drill and the ladder” is no press of the drill alone.
func (r *runner) namesSeveral(st step) bool {
	parts := splitAnd(st.object)
	if len(parts) < 2 || st.times > 0 {
		return false
	}
	seen := map[*element]bool{}
	for _, part := range parts {
		c, err := r.findPress(step{kind: press, verb: st.verb, object: part, text: part, zh: st.zh})
		if err != nil || seen[c.el] || c.query < 0.9 {
			return false
		}
		seen[c.el] = true
	}
	return true
}

// pressEach presses “Next and Finish” one after the other; the second may
// appear only then.
func (r *runner) pressEach(st step) (bool, error) {
	parts := splitAnd(st.object)
	if len(parts) < 2 || st.kind != press {
		return false, nil
	}
	if m := besideWords.FindStringIndex(parts[0]); m != nil { // “Refill for Oslo and for Rome”
		name := parts[0][:m[0]]
		for i, p := range parts[1:] {
			if b := besideWords.FindStringIndex(" " + p); b != nil && b[0] == 0 {
				parts[i+1] = name + " " + p
			}
		}
	}
	if _, err := r.findPress(step{kind: press, verb: st.verb, object: parts[0], text: parts[0]}); err != nil {
		return false, nil
	}
	for _, p := range parts {
		if err := r.press(step{kind: press, verb: st.verb, object: p, text: r.tongue.bid(st.verb, p), zh: st.zh}); err != nil {
			return true, err
		}
	}
	return true, nil
}

// fillAndPress: “apply the coupon SAVE10”, “subscribe with mira@x.example”: a
// button named by the command, and a field named by the rest.
func (r *runner) fillAndPress(st step) (bool, error) {
	object := withLead.ReplaceAllString(st.object, "")
	if object == "" {
		return false, nil
	}
	button, err := r.page.pick(st.verb, "button", r.page.pressable(wordSet("button clickable"), "button"))
	if err != nil || button.own < 0.9 {
		return false, nil
	}
	fields := r.page.fields()
	pairs := anchored(object, fields)
	if st.zh {
		pairs = hanPairs(object, fields)
	}
	if q := quotedName(object); len(pairs) == 0 && q != "" {
		pairs = []pair{{value: q, quoted: true}}
	} else if len(pairs) == 0 && len(strings.Fields(object)) == 1 && object != st.object {
		pairs = []pair{{value: object}} // subscribe with mira@x.example
	}
	if len(pairs) != 1 || len(pairs[0].rest) > 0 || !pairs[0].quoted && (strings.Contains(pairs[0].value, ",") || len(strings.Fields(pairs[0].value)) > 4) {
		return false, nil // more than a field and its button: the person has to say it in steps
	}
	var batch []setting
	for _, p := range pairs {
		s, err := r.resolvePair(st, p, fields)
		if err != nil {
			return false, nil
		}
		batch = append(batch, s...)
	}
	if len(batch) == 0 {
		return false, nil
	}
	if err := r.apply(batch); err != nil {
		return true, err
	}
	if err := r.fresh(); err != nil {
		return true, err
	}
	el := r.page.twin(button.el)
	if el == nil {
		return true, refuse("the button “%s” is no longer on the page.", r.page.called(button.el))
	}
	return true, r.click(el)
}
