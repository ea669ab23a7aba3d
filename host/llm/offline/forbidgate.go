package offline

import (
	"slices"
	"strings"
)

// gate refuses a call that would do what the person forbade. It is asked for every call,
// so that no reading of a prompt goes around it.
func (r *runner) gate(w want) error {
	if w.tool == "navigate" || w.tool == "open_tab" {
		url, _ := w.args["url"].(string)
		if b, no := r.s.heed.refuses([]string{url}, nil, false, false); no {
			return r.forbidden(url, b)
		}
	}
	if w.tool == "press_key" {
		key, _ := w.args["key"].(string)
		if b, no := r.s.heed.refuses(keyCalled(key), nil, false, true); no {
			return r.forbidden(key, b)
		}
	}
	ref, _ := w.args["ref"].(string)
	if w.tool != "click" && w.tool != "fill" || r.page == nil || ref == "" {
		return nil
	}
	value, filled := w.args["value"].(string)
	for _, e := range r.page.els {
		if e.ref != ref {
			continue
		}
		if b, no := r.forbids(e, value, filled); no {
			return r.forbidden(r.page.called(e), b)
		}
	}
	return nil
}

func keyCalled(key string) []string {
	if key == "Enter" {
		return []string{key, "回车", "回车键", "Return"}
	}
	return []string{key}
}

func (r *runner) forbidden(name string, b ban) error {
	return refuse("“%s” was left alone, because you said “%s”. If you do want it, ask for it in a message of its own.", name, r.s.heed.words(b))
}

// forbids gives the words that forbid an act on an element. What is chosen in a list is
// forbidden by its own name, too.
func (r *runner) forbids(e *element, value string, filled bool) (ban, bool) {
	h := r.s.heed
	if h == nil || len(h.bans) == 0 {
		return ban{}, false
	}
	var others []string
	for _, o := range r.page.els {
		if o.ref != "" && o != e {
			others = append(others, o.name())
		}
		others = append(others, o.options...)
	}
	less := filled && (boxRoles[e.role] && value == "false" || value == "" && !boxRoles[e.role])
	if !filled && boxRoles[e.role] {
		less = e.flags["checked"]
	}
	names := r.page.labels(e)
	if n := e.name(); n != "" && !slices.Contains(names, n) {
		names = append(names, n)
	}
	if b, no := h.refuses(names, others, less, !filled); no {
		return b, true
	}
	if filled && slices.Contains(e.options, value) {
		return h.choiceForbidden(value, others)
	}
	return ban{}, false
}

// choiceForbidden looks only for the name itself: choices are called alike.
func (h *heed) choiceForbidden(value string, others []string) (ban, bool) {
	if len(h.spots(value)) == 0 {
		return ban{}, false
	}
	return h.refuses([]string{value}, others, false, false)
}

// spare leaves out of a round what the person forbade, and tells it.
func (r *runner) spare(batch []setting) []setting {
	return slices.DeleteFunc(batch, func(s setting) bool {
		b, no := r.forbids(s.el, s.value, true)
		if no {
			said := r.s.heed.words(b)
			if !strings.Contains(flatten(said), flatten(s.name)) {
				said = s.name + ": " + said
			}
			r.sparing(step{kind: forbid, text: said})
		}
		return no
	})
}

// sparing notes what is left alone, once.
func (r *runner) sparing(st step) {
	said := flatten(st.text)
	for _, had := range r.spared {
		if strings.Contains(flatten(had.text), said) {
			return
		}
	}
	r.spared = append(r.spared, st)
}

// keptSpared are the things left alone but those that the text took back and that were
// done after all.
func (r *runner) keptSpared() []step {
	h := r.s.heed
	return slices.DeleteFunc(slices.Clone(r.spared), func(s step) bool {
		for i := range h.undone {
			if strings.Contains(flatten(s.text), flatten(h.words(h.bans[i]))) {
				return true
			}
		}
		return false
	})
}
