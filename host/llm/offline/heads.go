package offline

import (
	"errors"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// headless puts the press of “subscribe: email mira@x.example” behind the values
// where the form is already there. A press that the prompt names later stands
// for it.
func (r *runner) headless(steps []step) ([]step, error) {
	first := steps[0]
	first.heads, first.byVerb = false, true
	rest := append([]step{first}, steps[1:]...)
	if len(steps) < 2 {
		return rest, nil
	}
	if first.whole != "" {
		pair, err := r.labelled(step{kind: first.kind, text: first.whole, place: first.place, whole: first.whole, zh: first.zh})
		if err != nil {
			return steps, err
		}
		if pair != nil {
			return append([]step{*pair}, steps[2:]...), nil
		}
	}
	var set []setting
	err := r.current()
	if first.zh && first.task && err == nil {
		if first.kind == unclear {
			if s, err := r.resolveUnclear(first); err == nil && len(s) > 0 {
				rest[0] = first // it is a box or a choice of its own: 我要保温袋
				return rest, nil
			}
			if first = r.settleUnclear(first); first.kind == unclear {
				first.kind, first.verb = press, "press"
			}
		}
		rest[0] = first
	}
	if err == nil {
		err = r.enter(steps[1])
	}
	if err == nil && setKind(steps[1].kind) {
		set, err = r.resolve(steps[1])
	}
	var no *refusal
	switch {
	case errors.As(err, &no) || err == nil && len(set) == 0:
		if first.task {
			if one, ok := r.oneWordOf(first); ok {
				rest[0] = one
				return rest, nil
			}
			if first.zh && first.whole == "" && len(r.done) > 0 { // in the midst of a form it is no goal: 昵称改成阿明。我要靠窗的座位。提交
				rest[0] = step{object: first.object, text: first.text, place: first.place, zh: true}
				return rest, nil
			}
			if c, err := r.findPress(first); err != nil || submits.MatchString(r.page.called(c.el)) && !submits.MatchString(first.text) {
				return rest[1:], nil //nolint:nilerr // the steps after it are all there is to do
			}
		}
		return rest, nil // its fields come with the press
	case err != nil:
		return nil, err
	}
	for _, st := range steps[2:] {
		if st.kind == login || st.kind == press && (!first.zh || sends(st.verb) || sends(st.object) || st.verb == first.verb) {
			return rest[1:], nil
		}
	}
	if first.task {
		return rest[1:], nil
	}
	if n := len(steps); first.zh && n > 2 {
		for at := 1; at < n; at++ { // behind the values that it takes
			if at+1 == n || !setKind(steps[at+1].kind) {
				return append(append(append([]step{}, rest[1:at+1]...), first), rest[at+1:]...), nil
			}
		}
	}
	rest[0], rest[1] = rest[1], rest[0]
	return rest, nil
}

// oneWordOf reads “have a look at the catering prices” as the tab or fold that one of
// its words is the name of, where nothing is called by all of them.
func (r *runner) oneWordOf(st step) (step, bool) {
	if st.zh || st.kind != open || len(rawWords(st.object)) < 2 {
		return st, false
	}
	list := r.page.pressable(wordSet("tab button"), "button")
	if _, err := r.findPress(st); err == nil {
		return st, false
	}
	var just []candidate
	for _, w := range strings.Fields(st.object) {
		if weight(stem(strings.ToLower(w))) == 1 {
			just = append(just, calledJust(w, list)...)
		}
	}
	if len(just) != 1 || just[0].el.role != "tab" && !just[0].el.flags["collapsed"] {
		return st, false
	}
	return st.pressing(exactly(r.page.called(just[0].el))), true
}

// submits is what a button is called that ends a task rather than begins it.
var submits = lazyregexp.New(`(?i)^\W*(?:提交|确认|确定|保存|发送|完成|submit|confirm|save|send|finish|place)`)

// joined puts two steps together that are the name of one button: “Yes, sign
// out”.
func (r *runner) joined(steps []step) ([]step, error) {
	if len(steps) < 2 {
		return steps, nil
	}
	if err := r.current(); err != nil {
		return steps, err
	}
	name := pressNoise.ReplaceAllString(steps[0].object, "") + ", " + steps[1].text
	if len(calledJust(name, r.page.pressable(pressRoles, "button"))) == 0 {
		return steps, nil
	}
	first := steps[0]
	first.object, first.text = exactly(name), first.text+", "+steps[1].text
	return append([]step{first}, steps[2:]...), nil
}

// answeredForm is a field that asks, and the answer: “How did you hear of us? Radio”.
var answeredForm = lazyregexp.New(`(?s)^([^?:\n]{3,80})\?:?\s+(\S.*)$`)

// labelled reads “pay with: Cash” as a value where the page has a field of that
// name, whatever command its first word is. nil where it has none.
func (r *runner) labelled(st step) (*step, error) {
	if asked := answeredForm.FindStringSubmatch(st.text); asked != nil && !st.zh {
		if err := r.current(); err != nil {
			return nil, err
		}
		if hasField(r.page.fields(), asked[1]) {
			return &step{kind: fill, verb: "set", pairs: []pair{newPair(asked[1], asked[2])}, object: st.text, text: st.text, place: st.place}, nil
		}
	}
	label, _, ok := strings.Cut(strings.Replace(st.text, "：", ":", 1), ":")
	if !ok || st.kind == fill && st.verb == "" || !pairsLine(st.text) && !(st.whole != "" && hasHan(label)) {
		return nil, nil
	}
	if err := r.current(); err != nil {
		return nil, err
	}
	if fields := r.page.fields(); !hasField(fields, strings.TrimSpace(label)) {
		return nil, nil
	}
	return &step{kind: fill, object: st.text, text: st.text, place: st.place, zh: st.zh}, nil
}
