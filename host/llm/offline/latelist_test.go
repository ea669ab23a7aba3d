package offline_test

import "testing"

// TestAListThatIsNotThere: what is said to be the choice of one list is not taken for
// that of another which has it, too.
func TestAListThatIsNotThere(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/cars", map[string]func(s *sim) *doc{base + "/cars": func(*sim) *doc {
		return &doc{title: "Cars", body: []*node{pick("Pick-up branch", "City", "City", "Airport"), field("textbox", "Name")}}
	}})
	w := wish{"Name: Ann, then choose Airport as the Return branch", map[string]string{"Pick-up branch": "City", "Name": "Ann"}, "", "Not done", "Airport”."}
	w.check(t, s, onHire(t, s, w.prompt))
}
