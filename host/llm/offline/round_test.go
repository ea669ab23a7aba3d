package offline_test

import (
	"strings"
	"testing"
)

// TestARoundThatHalfFails: of fields that are set together, what holds its
// value is told as done, and only the rest as not done.
func TestARoundThatHalfFails(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"Height", "Colour", "Lid"} {
		s := newSim(base+"/x", map[string]func(s *sim) *doc{base + "/x": func(*sim) *doc {
			list := []*node{field("textbox", "Height"), field("textbox", "Colour"), field("textbox", "Lid")}
			for _, n := range list {
				if n.name == bad {
					n.attrs = "stubborn"
				}
			}
			return &doc{title: "Jar", body: append(list, button("Make", nil))}
		}})
		steps := map[string]string{"Height": "Set the height to 12", "Colour": "set the colour to blue", "Lid": "set the lid to cork"}
		answer, _ := drive(t, s, nil, strings.Join([]string{steps["Height"], steps["Colour"], steps["Lid"], "press Make"}, ", "))
		want := "Not done: “" + steps[bad] + "”; “press Make”."
		if !strings.Contains(answer, want) || strings.Count(answer, "- Filled “") != 2 || len(s.pressed) > 0 {
			t.Errorf("want %s in\n%s", want, answer)
		}
	}
}
