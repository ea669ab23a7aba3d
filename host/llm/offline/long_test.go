package offline_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestALongPage is read further where what is wanted is not in its beginning, and
// what is counted is counted whole.
func TestALongPage(t *testing.T) {
	t.Parallel()
	long := func(*sim) *doc {
		d := &doc{title: "Long", body: []*node{heading(1, "Long")}}
		for i := range 300 {
			d.body = append(d.body, button(fmt.Sprintf("Part %d", i), func(s *sim) { s.add(&node{role: "status", name: fmt.Sprintf("Took %d", i)}) }))
		}
		return d
	}
	for name, c := range map[string]struct{ prompt, pressed, says string }{
		"press_far_down": {"Press Part 299 and tell me the message", "Part 299", "Took 299"},
		"press_nothing":  {"Press Part 301", "", "no button"},
		"count_all":      {"How many buttons are there?", "", "300"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/long", map[string]func(s *sim) *doc{base + "/long": long})
			s.shown = 40
			answer, _ := drive(t, s, nil, c.prompt)
			if got := strings.Join(s.pressed, ", "); got != c.pressed || !strings.Contains(answer, c.says) {
				t.Errorf("pressed %q:\n%s", got, answer)
			}
		})
	}
}
