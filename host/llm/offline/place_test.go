package offline_test

import (
	"strings"
	"testing"
)

// parcels is a page with two forms of the same fields, and the same switches
// under two headings.
func parcels(*sim) *doc {
	quote := func(which string) *node {
		return button("Quote", func(s *sim) { s.add(&node{role: "status", name: "Quote for " + which}) })
	}
	fields := func(which string) []*node {
		return []*node{field("textbox", "Street"), {role: "spinbutton", name: "Weight"}, pick("Speed", "Normal", "Normal", "Fast"), quote(which)}
	}
	a := box("form", "Send a parcel", fields("sending")...)
	b := box("form", "", append([]*node{heading(2, "Collect a parcel")}, fields("collecting")...)...)
	b.kids = append(b.kids, field("textbox", "Gate code"))
	return &doc{title: "Parcels", body: []*node{
		heading(1, "Parcel desk"), a, b,
		heading(2, "Alerts by mail"), check("Delays", false), check("News", false),
		heading(2, "Alerts by phone"), check("Delays", false), check("Strikes", false),
		button("Save alerts", func(s *sim) { s.add(&node{role: "status", name: "Alerts saved"}) }),
	}}
}

// TestParts: a step keeps to the part of the page that it names, the steps
// after it as long as they find there what they want.
func TestParts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		prompt string
		send   string // Street, Weight and Speed of the first form
		get    string // the same and Gate code of the second
		ticked string
		says   string
		never  string
	}{
		"before_pairs":     {"In the collect a parcel form enter Street: Kai 4, Weight: 3 and press Quote", "||Normal", "Kai 4|3|Normal|", "", "Quote for collecting", "Not done"},
		"before_a_comma":   {"Under Send a parcel, set the street to Kai 4, choose Fast and click Quote", "Kai 4||Fast", "||Normal|", "", "Quote for sending", "Not done"},
		"pairs_at_once":    {"In the collect a parcel form: street: Kai 4, weight: 2", "||Normal", "Kai 4|2|Normal|", "", "Kai 4", "Not done"},
		"fill_in_the_form": {"Fill in the send a parcel form:\n- Street: Kai 4\n- Weight: 7\nThen press Quote", "Kai 4|7|Normal", "||Normal|", "", "Quote for sending", "Not done"},
		"by_number":        {"In the second form type Kai 4 into Street", "||Normal", "Kai 4||Normal|", "", "Kai 4", "Not done"},
		"at_the_end":       {"Type Kai 4 into the street field of the collect a parcel form", "||Normal", "Kai 4||Normal|", "", "Kai 4", "Not done"},
		"two_after_another": {
			"In the send a parcel form set street to Kai 4. In the collect a parcel form set street to Pier 9.",
			"Kai 4||Normal", "Pier 9||Normal|", "", "Pier 9", "Not done",
		},
		"button_of_the_form_filled": {"Set gate code to 77 and press Quote", "||Normal", "||Normal|77", "", "Quote for collecting", "Not done"},
		"under_a_heading":           {"Under Alerts by phone tick Delays", "||Normal", "||Normal|", "2 Delays", "Ticked", "Not done"},
		"under_a_heading_comma":     {"Under Alerts by phone, tick Delays and press Save alerts", "||Normal", "||Normal|", "2 Delays", "Alerts saved", "Not done"},
		"long_under_a_heading":      {"Under Collect a parcel enter Harbour warehouse of Vik and Sons as the street and 3 as the weight", "||Normal", "Harbour warehouse of Vik and Sons|3|Normal|", "", "Harbour", "Not done"},
		"section":                   {"In the alerts by mail section tick Delays and News", "||Normal", "||Normal|", "1 Delays, News", "Ticked", "Not done"},
		"goes_on_outside":           {"In the alerts by mail section tick News. Then tick Strikes.", "||Normal", "||Normal|", "News, Strikes", "Ticked “Strikes”", "Not done"},
		"not_in_this_form":          {"In the send a parcel form set gate code to 77", "||Normal", "||Normal|", "", "Not done", "Filled"},
		"nor_later_in_another":      {"In the send a parcel form set street to Kai 4. Set the gate code to 77.", "Kai 4||Normal", "||Normal|", "", "Not done: “Set the gate code to 77”", "Filled “Gate code”"},
		"no_such_form":              {"In the refund form set street to Kai 4", "||Normal", "||Normal|", "", "no form called “refund”", "Filled"},
		"which_form":                {"Set street to Kai 4", "||Normal", "||Normal|", "", "more than one", "Filled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/parcels", map[string]func(s *sim) *doc{base + "/parcels": parcels})
			answer, _ := drive(t, s, nil, c.prompt)
			held := func(form *node, names ...string) string {
				var out []string
				for _, n := range names {
					for _, k := range form.kids {
						if k.name == n {
							out = append(out, k.value)
						}
					}
				}
				return strings.Join(out, "|")
			}
			if got := held(s.doc.body[1], "Street", "Weight", "Speed"); got != c.send {
				t.Errorf("sending holds %s", got)
			}
			if got := held(s.doc.body[2], "Street", "Weight", "Speed", "Gate code"); got != c.get {
				t.Errorf("collecting holds %s", got)
			}
			var ticked []string
			for i, n := range s.doc.body {
				if n.checked && n.name == "Delays" {
					ticked = append(ticked, map[bool]string{true: "1 ", false: "2 "}[i < 6]+n.name)
				} else if n.checked {
					ticked = append(ticked, n.name)
				}
			}
			if got := strings.Join(ticked, ", "); got != c.ticked {
				t.Errorf("ticked %s", got)
			}
			if !strings.Contains(answer, c.says) || strings.Contains(answer, c.never) {
				t.Errorf("want %q and not %q in\n%s", c.says, c.never, answer)
			}
		})
	}
}
