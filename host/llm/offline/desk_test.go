package offline_test

import (
	"strings"
	"testing"
)

// desk has rows with the same button, a tab, a choice that a button brings, a
// field called like a command, and fields that a choice brings.
func desk(*sim) *doc {
	tell := func(text string) func(*sim) {
		return func(s *sim) { s.add(&node{role: "status", name: text}) }
	}
	line := func(name, place string) *node {
		return &node{role: "row", names: []string{name, place, ""}, kids: []*node{button("Remind", tell(name+" is reminded")), button("Use", tell(name+" is used")), button("Skip", tell(name+" is skipped"))}}
	}
	color := &node{role: "button", name: "Colour Grey", attrs: "collapsed"}
	option := func(name string) *node {
		return &node{role: "option", name: name, press: func(s *sim) { color.name, color.attrs = "Colour "+name, "collapsed" }}
	}
	color.press = func(s *sim) {
		color.attrs = "expanded"
		s.add(box("listbox", "Colours", option("Grey"), option("Green")))
	}
	contact := radio("Telephone", false)
	contact.press = nil
	late := field("textbox", "Number to call")
	return &doc{title: "Desk", body: []*node{
		heading(1, "Desk"),
		box("tablist", "", &node{role: "tab", name: "Today", attrs: "selected"}, &node{role: "tab", name: "Evening", press: tell("Evening is shown")}),
		box("table", "Saved lamps", header("Lamp", "Room", ""), line("Moon", "Hall"), line("Star", "Attic"), line("Sun", "Hall")),
		box("group", "Extras", check("Olives", false), check("Extra cheese", false)),
		box("form", "Bill", pick("Pay with", "PayPal", "PayPal", "Cash"), field("textbox", "Your reference"), button("Save", tell("Bill saved"))),
		pick("Basket size", "Small", "Small", "Large"),
		box("group", "Comet", &node{role: "spinbutton", name: "Count", hint: "c1"}), box("group", "Vega", &node{role: "spinbutton", name: "Count", hint: "c2"}),
		box("form", "Letter", field("textbox", "Text"), button("Save", tell("Letter saved"))),
		color, field("spinbutton", "Day reading (whole units)"), field("date", "Reading date"),
		button("Ask for a visit", func(s *sim) { s.add(late); s.add(button("Send it", tell("Visit asked"))) }),
		link("Basket (2)", base+"/basket"), button("Add to basket", tell("Added")), link("Old shop", "http://dead.example/"),
		{role: "button", name: "Slippery", attrs: "slips", press: func(*sim) {}},
	}}
}

// letter has one text field beside choices, a button whose effect comes late, a
// search that leads to a page with the same refs, and lists that it draws itself.
func letter(*sim) *doc {
	list := func(name string, choices ...string) *node {
		n := &node{role: "combobox", name: name, attrs: "stale"}
		n.press = func(s *sim) {
			for _, c := range choices {
				s.add(&node{role: "option", name: c})
			}
		}
		return n
	}
	results := func(s *sim) {
		s.refs = 0
		s.doc = &doc{title: "Results", body: []*node{heading(1, "Results"), link("Home", base+"/desk"), button("Open", func(s *sim) { s.add(&node{role: "status", name: "Opened at last"}) })}}
	}
	return &doc{title: "Letter", body: []*node{
		box("search", "", field("searchbox", "Search"), button("Go", results)),
		box("group", "Rhythm", radio("Weekly", false), radio("Monthly", true)), field("textbox", "Text"),
		button("Later", func(s *sim) {
			s.later = append(s.later, func(*sim) {}, func(s *sim) { s.add(&node{role: "status", name: "At last"}) })
		}),
		list("Shop", "North", "South"), list("Time", "Noon", "Night"),
	}}
}

// TestStepsOfAllKinds: lists, places, rows and choices as people write them;
// what is clear is done, the rest is named.
func TestStepsOfAllKinds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]wish{
		"numbered_lines":             {"1. Pay with: Cash\n2. Your reference: A7\n3. Save in the Bill form", map[string]string{"Pay with": "Cash", "Your reference": "A7"}, "Save", "Bill saved", "Not done"},
		"numbers_with_brackets":      {"1) tick Olives 2) in the row of Star press Remind", map[string]string{"Olives": "true"}, "Remind", "Star is reminded", "Not done"},
		"arrows_between_steps":       {"Pay with: Cash → Your reference: B8 → press Save in the Bill form", map[string]string{"Pay with": "Cash", "Your reference": "B8"}, "Save", "Bill saved", "Not done"},
		"arrow_to_a_button":          {"Sun -> Remind", nil, "Remind", "Sun is reminded", "Not done"},
		"semicolons_without_verb":    {"Your reference C9; Text Hello there", map[string]string{"Your reference": "C9", "Text": "Hello there"}, "", "C9", "Not done"},
		"label_like_a_command":       {"pay with: Cash; then tell me the heading", map[string]string{"Pay with": "Cash"}, "", "Desk", "Not done"},
		"in_the_row":                 {"Click Remind in the Star row", nil, "Remind", "Star is reminded", "Not done"},
		"in_the_row_first":           {"In the row of Sun click Remind", nil, "Remind", "Sun is reminded", "Not done"},
		"the_owner_of_the_row":       {"Press Remind in Moon's row", nil, "Remind", "Moon is reminded", "Not done"},
		"that_row":                   {"Find Attic and press Remind in that row", nil, "Remind", "Star is reminded", "Not done"},
		"its_room":                   {"Find \"Star\" and tell me its room", nil, "", "Its room: Attic", "more than once"},
		"no_such_row":                {"Press Remind in the Comet row", nil, "", "Not done", "Pressed"},
		"verb_is_the_button":         {"Use the saved lamp Star", nil, "Use", "Star is used", "Filled"},
		"the_same_once_more":         {"Remind Moon and then Star", nil, "Remind, Remind", "Star is reminded", "Not done"},
		"two_boxes":                  {"tick Olive and Extra cheese", map[string]string{"Olives": "true", "Extra cheese": "true"}, "", "Extra cheese", "Not done"},
		"one_box_is_missing":         {"tick Olives and Peppers, then press Ask for a visit", map[string]string{"Olives": "true"}, "", "Not done: “tick Peppers”", "Pressed"},
		"one_value_is_missing":       {"Your reference: D1, pay with: Cash, IBAN: NO12", map[string]string{"Your reference": "D1", "Pay with": "Cash"}, "", "no field called “IBAN”", "Not done: “Your"},
		"a_list_of_its_own":          {"Set the colour to Green", nil, "Colour Grey, Green", "Colour Green", "Not done"},
		"its_own_list_lacks_it":      {"Set the colour to Pink", nil, "Colour Grey", "“Pink”", "now says"},
		"tab_as_a_place":             {"On the Evening tab, tick Olives", map[string]string{"Olives": "true"}, "Evening", "Ticked “Olives”", "Not done"},
		"tab_already_shown":          {"Today tab; tick Olives", map[string]string{"Olives": "true"}, "", "already was shown", "Not done"},
		"tab_as_a_label":             {"Tab: Evening, your reference: E2", map[string]string{"Your reference": "E2"}, "Evening", "E2", "Not done"},
		"save_of_that_form":          {"In \"Letter\" - Text: Hi; press the Save of that form", map[string]string{"Text": "Hi"}, "Save", "Letter saved", "Not done"},
		"form_as_a_heading":          {"Letter form. Text: Ho; Save", map[string]string{"Text": "Ho"}, "Save", "Letter saved", "Not done"},
		"the_longer_name":            {"Put 48213 in day reading", map[string]string{"Day reading (whole units)": "48213", "Reading date": ""}, "", "48213", "Which one"},
		"asked_for_by_the_way":       {"I'd like to ask for a visit: my number to call is 555 0134, and then send it", map[string]string{"Number to call": "555 0134"}, "Ask for a visit, Send it", "Visit asked", "Not done"},
		"click_a_box":                {"Click the Olives checkbox, then set your reference to P4", map[string]string{"Olives": "true", "Your reference": "P4"}, "Olives", "P4", "Not done"},
		"both_unticked":              {"Mark Olives and Extra cheese as unticked", map[string]string{"Olives": "false", "Extra cheese": "false"}, "", "not ticked", "Ticked “"},
		"skip_is_a_button":           {"Skip Star", nil, "Skip", "Star is skipped", "Left alone"},
		"arrow_to_a_choice":          {"- Pay with → Cash\n- tick Olives", map[string]string{"Pay with": "Cash", "Olives": "true"}, "", "Cash", "Not done"},
		"typed_not_chosen":           {"letter: Type Weekly", nil, "", "do not know which field", "Chose"},
		"another_phone_model":        {"Choose another phone model", nil, "", "Not done", "OPENAI_API_KEY.\n\n(offline"},
		"no_change_told_once":        {"letter: Press Later", nil, "Later", "The page now shows “At last”", "I see no change"},
		"same_ref_elsewhere":         {"letter: Search for fern and press Open", nil, "Go, Open", "Opened at last", "Not done"},
		"two_lists_of_their_own":     {"letter: Shop: North; Time: Noon", nil, "Shop, North, Time, Noon", "Pressed “Noon”", "Not done"},
		"dead_link":                  {"Press Old shop", nil, "Old shop", "It led to http://dead.example/, which could not be opened.", "Not done"},
		"dead_link_in_chinese":       {"点击 Old shop", nil, "Old shop", "它指向 http://dead.example/，但该地址无法打开。", "could not"},
		"no_question_of_the_model":   {"Get the language of the model, then press Add to basket", nil, "", "Not done", "OPENAI_API_KEY.\n\n(offline"},
		"slipped":                    {"Press Slippery", nil, "Slippery", "no click came of it", "Not done"},
		"a_wish_of_two_choices":      {"I'd like Cash with Green as the colour, then press Add to basket", map[string]string{"Pay with": "Cash"}, "Colour Grey, Green, Add to basket", "Added", "Not done"},
		"a_wish":                     {"I want Olives and please also set your reference to F3", map[string]string{"Olives": "true", "Your reference": "F3"}, "", "F3", "Not done"},
		"a_field_rather_than_a_link": {"Basket size Large; your reference K8", map[string]string{"Basket size": "Large", "Your reference": "K8"}, "", "K8", "Not done"},
		"the_quantity_of_one":        {"Set the count for Vega to 4", map[string]string{"c1": "", "c2": "4"}, "", "Filled", "Which one"},
		"name_before_its_value":      {"A7 is my reference", map[string]string{"Your reference": "A7"}, "", "A7", "Not done"},
		"brackets_around_values":     {"Fill in the bill (Pay with: Cash, your reference: L9)", map[string]string{"Pay with": "Cash", "Your reference": "L9"}, "", "it holds “L9”", "L9)"},
		"goes_in":                    {"Greetings goes in Text and M1 in your reference", map[string]string{"Text": "Greetings", "Your reference": "M1"}, "", "M1", "goes"},
		"and_then_on_another":        {"Press Remind in the Moon row and then in the Sun row", nil, "Remind, Remind", "Sun is reminded", "Not done"},
		"told_of_oneself":            {"I'm looking for lamps. Your reference: N2.", map[string]string{"Your reference": "N2"}, "", "N2", "looking"},
		"what_it_says_of_that":       {"Press Remind in the Star row. Where does it stand?", nil, "Remind", "Star is reminded", "did not find"},
		"called_without_counter":     {"Click Basket", nil, "Basket (2)", "Pressed", "Not done"},
		"chosen_by_it":               {"Extra cheese: tick it, then set your reference to G4", map[string]string{"Extra cheese": "true", "Your reference": "G4"}, "", "G4", "Not done"},
		"no_number_out_of_words":     {"Day reading: 3 or rather 4 as the old one said", map[string]string{"Day reading (whole units)": ""}, "", "one number", "holds"},
		"more_than_an_address":       {"open http://127.0.0.1:8000/desk your reference H5 by tomorrow", map[string]string{"Your reference": ""}, "", "more than an address", "Opened"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at, prompt := "desk", c.prompt
			if page, rest, ok := strings.Cut(prompt, ": "); ok && page == "letter" {
				at, prompt = page, rest
			}
			s := newSim(base+"/"+at, map[string]func(s *sim) *doc{
				base + "/desk": desk, base + "/letter": letter, base + "/basket": func(*sim) *doc { return &doc{title: "Basket"} },
			})
			answer, _ := drive(t, s, nil, prompt)
			c.check(t, s, answer)
		})
	}
}
