package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// resolveTicks reads “tick gift wrap and newsletter”, “accept the terms”,
// “turn off the notifications”.
func (r *runner) resolveTicks(st step) ([]setting, error) {
	value := "true"
	if st.kind == untick {
		value = "false"
	}
	object, flipped := tickWords(st.object)
	if flipped {
		value = map[string]string{"true": "false", "false": "true"}[value]
	}
	if all, ok := r.allBoxes(object, value); ok {
		return all, nil
	}
	whole, full, err := r.resolveTick(st, object, value)
	if err == nil && (full || len(splitAnd(object)) == 1 && !withMore.MatchString(object)) {
		return whole, nil
	}
	if c, ok := r.located(object, "box to tick", r.page.boxes()); ok {
		return r.ticked(c, value)
	}
	about, ok := described(object)
	if !ok {
		about, ok = described(st.object) // “the box about sharing”
	}
	if ok && isMissing(err) {
		if s, full, aboutErr := r.resolveTick(st, about, value); aboutErr == nil && (full || len(s) == 1) {
			return s, nil
		}
	}
	if err == nil { // of “olives and extra cheese” only a part is a box
		err = r.page.none(object, "box to tick", rank(words(object), r.page.boxes()))
	}
	if isMissing(err) {
		return r.tickInstead(st, object, err)
	}
	return nil, err
}

// withMore says more than the name of a box: “direct flights with insurance”.
var withMore = lazyregexp.New(`(?i)\s(?:with|plus|including)\s+\S`)

var (
	tickNoise = lazyregexp.New(`(?i)^(that |on |off |the box(es)? |the check ?box(es)? |the option |box |the switch )?(for |next to |beside |saying |labelled |labeled |called |named )?`)
	tickNouns = lazyregexp.New(`(?i)\s+(?:rows?|lines?|entries|boxes|check ?boxes|options|items)$`)
	tickEnd   = lazyregexp.New(`(?i)\s+(on|off|as (un)?(checked|ticked))$`)
)

// tickWords takes words off that only point, and tells “switch X off”.
func tickWords(object string) (string, bool) {
	flipped := false
	if t := tickNouns.ReplaceAllString(object, ""); words(t) != nil {
		object = t
	}
	if m := tickEnd.FindStringSubmatch(object); m != nil {
		flipped = strings.EqualFold(m[1], "off") || m[2] != ""
		object = object[:len(object)-len(m[0])]
	}
	if t := strings.TrimSpace(tickNoise.ReplaceAllString(object, "")); t != "" {
		object = t
	}
	return object, flipped
}

var allForm = lazyregexp.New(`(?i)^(all|every|each|both)\b\s*(of )?(the )?(check|tick)?\s?(box(es)?|options?|them|it)?$`)

var allOfForm = lazyregexp.New(`(?i)^(?:all|every|each)\s+(?:of )?(?:the )?(.+)$`)

func (r *runner) allBoxes(object, value string) ([]setting, bool) {
	object = strings.TrimSpace(object)
	group := words("")
	if m := allOfForm.FindStringSubmatch(object); m != nil && !allForm.MatchString(object) {
		group = words(m[1])
	} else if !allForm.MatchString(object) {
		return nil, false
	}
	var out []setting
	for _, c := range r.page.boxes() {
		in := len(group) == 0 || compare(group, c.around, nil).own >= 0.9
		if boxRoles[c.el.role] && !c.el.flags["disabled"] && in {
			out = append(out, setting{el: c.el, value: value, name: r.page.called(c.el)})
		}
	}
	return out, len(out) > 0
}

// resolveTick finds one box. The command may be a word of its name (I accept
// the terms). full says that its name or what stands near it has all the words.
func (r *runner) resolveTick(st step, object, value string) (s []setting, full bool, err error) {
	list := r.page.boxes()
	c, err := r.page.pick(object, "box to tick", list)
	if wider, wideErr := r.page.pick(st.verb+" "+object, "box to tick", list); wideErr == nil && (err != nil || wider.score > c.score) {
		c, err = wider, nil
	}
	if err != nil && value == "true" && isMissing(err) {
		if radio, radioErr := r.page.pick(object, "choice", r.page.choices()); radioErr == nil {
			return []setting{r.chosen(radio)}, radio.query > 0.95, nil
		}
	}
	if err != nil {
		return nil, false, err
	}
	s, err = r.ticked(c, value)
	return s, c.query > 0.95, err
}

// ticked makes a setting of a box.
func (r *runner) ticked(c ranked, value string) ([]setting, error) {
	if c.el.flags["disabled"] {
		return nil, refuse("the box “%s” is disabled.", r.page.called(c.el))
	}
	if c.el.role == "button" { // one that stays pressed, and is
		if value == "true" {
			return []setting{}, nil
		}
		return nil, nil // to be pressed once more
	}
	return []setting{{el: c.el, value: value, name: r.page.called(c.el)}}, nil
}

// tickInstead: “accept cookies” and “enable alerts” are often buttons.
func (r *runner) tickInstead(st step, object string, err error) ([]setting, error) {
	for _, query := range []string{st.verb + " " + object, object} {
		if c, pressErr := r.page.pick(query, "button", r.page.pressable(wordSet("button link clickable switch menuitem"), "button")); pressErr == nil && c.query > 0.8 {
			if query == object && st.kind == untick {
				break
			}
			return nil, nil
		}
	}
	if _, ok := r.agreeing(st); ok && st.kind == tick {
		return nil, nil
	}
	if st.verb == "check" {
		return nil, missing("%s If you meant to look something up, ask “what is …”.", err)
	}
	return nil, err
}
