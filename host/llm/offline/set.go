package offline

import (
	"errors"
	"slices"
)

// setting is a field that shall hold a value.
type setting struct {
	el    *element
	value string // what the fill tool is given
	name  string // of the field, for the report
	of    string // what a choice belongs to, for the report
	said  string // what was chosen, for the report; the value if empty
	done  *bool  // becomes true when the field holds the value
	popup bool   // the field is a button that brings the choices
	chip  bool   // the choice is drawn as something to press
	steps bool   // the field is a number between two buttons
}

// drawn: it is no field to fill, but has to be pressed.
func (s setting) drawn() bool { return s.popup || s.chip || s.steps }

// set carries out steps that give fields values, as many as stand in a row, in
// one round where the page shows all of them, and gives the steps that remain.
func (r *runner) set(steps []step) ([]step, error) {
	if err := r.fresh(); err != nil {
		return steps, err
	}
	var batch []setting
	var did []step
	var ends []int // of the settings of each step
	for len(steps) > 0 && setKind(steps[0].kind) {
		if len(did) > 0 && steps[0].kind == unclear {
			break
		}
		whole := steps // as it is read again where this round brings its fields
		if len(did) > 0 && steps[0].zh && steps[0].pairs == nil {
			read, err := r.readHan(steps)
			if err != nil || !setKind(read[0].kind) {
				break // its turn comes when this round is done
			}
			steps = read
		}
		if steps = r.parts(steps); !setKind(steps[0].kind) {
			break
		}
		st := r.tail(steps[0])
		if len(did) == 0 && r.isVerbButton(st) {
			return r.one(steps, func(step) error { return r.press(asPress(st)) })
		}
		if again, ok := r.repeats(st); ok && again.kind == press && !bareVerb(again.verb) && len(did) == 0 {
			return append([]step{again}, steps[1:]...), nil // “renew A, then B” ticks no box that is called B
		}
		more, err := r.resolveIn(st)
		if comesLater(err) && len(did) == 0 {
			err = r.retried(func() error {
				more, err = r.resolveIn(st)
				return err
			})
		}
		if err != nil && len(did) > 0 {
			steps = whole
			break // do what is clear first: the page may show the rest then
		}
		if again, ok := r.repeats(st); err != nil && ok {
			return append([]step{again}, steps[1:]...), nil
		}
		if err != nil {
			return steps, err
		}
		if more == nil && len(did) > 0 {
			break
		}
		if more == nil { // it is the name of something to press
			return r.one(steps, func(step) error { return r.press(asPress(st)) })
		}
		if slices.ContainsFunc(more, setting.drawn) {
			if len(did) > 0 {
				break
			}
			return r.one(steps, func(step) error { return r.setDrawn(more) })
		}
		for i := range more {
			more[i].done = new(bool)
		}
		batch = append(batch, more...)
		if st.kind == tick || st.kind == untick {
			r.prior = st
		}
		did, steps = append(did, steps[0]), steps[1:]
		ends = append(ends, len(batch))
		if len(steps) > 0 && clash(batch) {
			break
		}
	}
	err := r.apply(batch)
	var no *refusal
	if errors.As(err, &no) {
		no.undone = undone(did, batch, ends)
	}
	return steps, err
}

// setDrawn carries out settings of which some have to be pressed.
func (r *runner) setDrawn(list []setting) error {
	var plain []setting
	for _, s := range list {
		if !s.drawn() {
			plain = append(plain, s)
		}
	}
	if len(plain) > 0 {
		if err := r.apply(plain); err != nil {
			return err
		}
	}
	for _, s := range list {
		var err error
		if err = r.fresh(); err != nil {
			return err
		}
		switch {
		case s.popup:
			err = r.chooseIn(s)
		case s.chip:
			err = r.pressChip(s)
		case s.steps:
			err = r.stepTo(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// undone are the steps of a round that have a field that does not hold what it
// shall.
func undone(steps []step, batch []setting, ends []int) []step {
	var out []step
	from := 0
	for i, end := range ends {
		for _, s := range batch[from:end] {
			if !*s.done {
				out = append(out, steps[i])
				break
			}
		}
		from = end
	}
	return out
}

// setKind: steps of these kinds give fields values.
func setKind(k kind) bool {
	return k == fill || k == choose || k == tick || k == untick || k == unclear
}

func isMissing(err error) bool {
	var no *refusal
	return errors.As(err, &no) && no.missing
}

// clash reports whether one field is set twice.
func clash(batch []setting) bool {
	seen := map[string]bool{}
	for _, s := range batch {
		if seen[s.el.ref] {
			return true
		}
		seen[s.el.ref] = true
	}
	return false
}

// resolveIn resolves a step in the part of the page that it speaks of.
func (r *runner) resolveIn(st step) ([]setting, error) {
	if st.place.name != "" && st.place != r.at {
		if err := r.enter(st); err != nil {
			return nil, err
		}
	}
	return r.resolve(st)
}

// resolve works out which fields a step means on the page. nil without an
// error means that the step is a press.
func (r *runner) resolve(st step) ([]setting, error) {
	switch st.kind {
	case choose:
		return r.resolveChoice(st)
	case tick, untick:
		return r.resolveTicks(st)
	case unclear:
		return r.resolveUnclear(st)
	}
	return r.resolveFill(st)
}

func (r *runner) resolveFill(st step) ([]setting, error) {
	fields := r.page.fields()
	pairs := st.pairs
	if pairs == nil {
		pairs = findPairs(st, fields)
	}
	if len(pairs) == 0 {
		if r.isPress(st) {
			return nil, nil
		}
		if c, err := r.page.pick(st.text, "box", r.page.boxes()); err == nil && boxRoles[c.el.role] && c.own > 0.9 && c.score > 0.9 {
			return []setting{{el: c.el, value: "true", name: r.page.called(c.el)}}, nil // “make it public”
		}
		if just := calledJust(st.text, r.page.choices()); len(just) == 1 {
			return []setting{r.chosen(ranked{candidate: just[0]})}, nil // “leave the keys overnight”
		}
		return nil, refuse("I see no value for a field in “%s”. Write it as “label: value”.", st.text)
	}
	var out []setting
	for _, p := range pairs {
		p = r.detach(p)
		s, err := r.resolvePair(st, p, fields)
		if err != nil {
			return nil, err
		}
		out = append(out, s...)
		for _, part := range p.rest {
			if s, ok := r.choiceOrBox(part); ok {
				out = append(append(out, r.boxesSaid(part, 2, s)...), s)
				continue
			}
			s := r.formatted(part)
			if s == nil {
				return nil, refuse("I do not know what “%s” in “%s” is for.", part, st.text)
			}
			out = append(out, s...)
		}
	}
	out = append(r.boxesSaid(st.object, 3, out...), out...)
	if clash(out) {
		return nil, refuse("“%s” gives a field two values, and I cannot tell which is meant.", st.text)
	}
	return out, nil
}
