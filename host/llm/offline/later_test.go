package offline_test

import (
	"strings"
	"testing"
)

// slowly is a page whose button shows one thing after the other.
func slowly(press string, steps ...[]*node) map[string]func(s *sim) *doc {
	return map[string]func(s *sim) *doc{base + "/slow": func(*sim) *doc {
		first, rest := steps[0], steps[1:]
		return &doc{title: "Slow", body: []*node{heading(1, "Slow page"), field("searchbox", "Find a route"), button(press, func(s *sim) {
			fixed := s.doc.body
			s.doc.body = append(fixed[:len(fixed):len(fixed)], first...)
			for _, more := range rest {
				s.later = append(s.later, func(s *sim) { s.doc.body = append(fixed[:len(fixed):len(fixed)], more...) })
			}
		})}}
	}}
}

// TestAFieldThatFilters: what is read after a field was set is read when the
// page has had the time to follow it.
func TestAFieldThatFilters(t *testing.T) {
	t.Parallel()
	count := text("9 jars")
	s := newSim(base+"/jars", map[string]func(s *sim) *doc{base + "/jars": func(*sim) *doc {
		return &doc{title: "Jars", body: []*node{pick("Colour", "All", "All", "Blue"), count}}
	}})
	s.later = append(s.later, func(*sim) { count.name = "2 jars" })
	answer, _ := drive(t, s, nil, "Set the colour to Blue and tell me how many jars there are")
	if !strings.Contains(answer, "2 jars") || strings.Contains(answer, "9") {
		t.Error(answer)
	}
}

// TestWhatComesLater: the planner waits while the page says that something is
// on its way, where a press shows nothing at first, and where the next step
// has nothing to act on yet.
func TestWhatComesLater(t *testing.T) {
	t.Parallel()
	status := func(s string) *node { return &node{role: "status", name: s} }
	for name, c := range map[string]struct {
		press   string
		steps   [][]*node
		prompt  string
		pressed string
		says    []string
		never   string
	}{
		"last_step_is_done": {
			"Store",
			[][]*node{{status("Storing your route…")}, {status("Stored at 12:01.")}},
			"Press Store", "Store",
			[]string{"Stored at 12:01"},
			"Storing",
		},
		"two_stages": {
			"Store",
			[][]*node{{text("Please wait")}, {text("Uploading 1 of 2 ...")}, {text("Route 77 is stored")}},
			"Press Store and tell me what the page says", "Store",
			[]string{"Route 77 is stored"},
			"Uploading",
		},
		"nothing_at_first": {
			"Count",
			[][]*node{{}, {text("Total distance: 42 km")}},
			"Press Count and tell me the total distance", "Count",
			[]string{"42 km"},
			"did not find",
		},
		"next_button_comes_late": {
			"Find",
			[][]*node{{heading(2, "Routes")}, {heading(2, "Routes"), button("Take the coast road", func(s *sim) { s.add(text("Have a good ride")) })}},
			"Search for coast, then press Take the coast road", "Find, Take the coast road",
			[]string{"Have a good ride"},
			"Not done",
		},
		"answer_comes_late": {
			"Count",
			[][]*node{{heading(2, "Figures")}, {heading(2, "Figures"), text("Height gain: 310 m")}},
			"Press Count. What is the height gain?", "Count",
			[]string{"310 m"},
			"did not find",
		},
		"never": {
			"Store",
			[][]*node{{text("Loading…")}},
			"Press Store, then press Print", "Store",
			[]string{"Loading…", "Not done", "Print"},
			"Pressed “Print”",
		},
		"a_name_with_dots_is_nothing_to_wait_for": {
			"More",
			[][]*node{{link("Continue reading…", base+"/slow")}, {text("too late")}},
			"Press More and tell me the title of the page", "More", nil, "too late",
		},
		"after_the_last_press": {
			"Store",
			[][]*node{{text("3 of 4")}, {text("Route 77 is stored")}},
			"Press Store", "Store",
			[]string{"Route 77 is stored"},
			"3 of 4",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/slow", slowly(c.press, c.steps...))
			answer, _ := drive(t, s, nil, c.prompt)
			if got := strings.Join(s.pressed, ", "); got != c.pressed {
				t.Errorf("pressed %s", got)
			}
			for _, w := range c.says {
				if !strings.Contains(answer, w) {
					t.Errorf("does not say %q:\n%s", w, answer)
				}
			}
			if strings.Contains(answer, c.never) {
				t.Errorf("says %q:\n%s", c.never, answer)
			}
		})
	}
}
