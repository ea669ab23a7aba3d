package offline_test

import (
	"strings"
	"testing"
)

// shelf is a page with what people say in more ways than one: forms that a
// press brings or that are there, rows with the same button, fields called
// From and To, fields of one format.
func shelf(*sim) *doc {
	tell := func(s string) func(s *sim) { return func(sim *sim) { sim.add(&node{role: "status", name: s}) } }
	remove := func(which string) *node { return button("Remove", tell(which+" is gone")) }
	return &doc{title: "Shelf", body: []*node{
		heading(1, "Your shelf"),
		{role: "row", names: []string{"", "1969"}, kids: []*node{link("Moon landing", base+"/moon"), remove("Moon landing")}},
		{role: "row", names: []string{"", "1912"}, kids: []*node{link("South pole", base+"/pole"), remove("South pole")}},
		box("region", "Privacy", text("We keep crumbs"), button("Only what is needed", tell("Few crumbs")), button("Everything", tell("All crumbs"))),
		box("form", "Loan", field("textbox", "From"), field("textbox", "To"), field("date", "Back on"), pick("Size", "Small", "Small", "Large"), button("Lend", tell("Lent"))),
		box("form", "Letter", field("textbox", "Post address"), pick("Rhythm", "Monthly", "Monthly", "Weekly"), button("Subscribe", tell("Subscribed"))),
		button("Register", func(s *sim) { s.add(field("textbox", "Nickname")) }),
		box("group", "Secret", field("textbox", "Old word"), field("textbox", "New word"), button("Swap", tell("Swapped"))),
		text("Reader since: March 2014"), text("7 books shown"),
	}}
}

// garden has a search field that is not called one, a list with more links than
// things, and a form that a comment names.
func garden(*sim) *doc {
	entry := func(name string) *node {
		return &node{role: "listitem", name: "A fern", kids: []*node{link(name, base+"/"+name), link("Share", base+"/share")}}
	}
	return &doc{title: "Garden", body: []*node{
		heading(1, "Garden"),
		box("form", "", field("textbox", "What grows?"), button("Go", func(s *sim) { s.add(box("list", "", entry("Lady fern"), entry("Royal fern"), entry("Tree fern"))) })),
		text("Sand: 30 kg"), text("Price of sand: 4.00 €"), text("Days left: 3"), link("Map", base+"/map"),
		box("form", "Note", field("textbox", "Your name"), field("textbox", "Mail"), field("textbox", "Note"), button("Send note", func(s *sim) { s.add(&node{role: "status", name: "Note is sent"}) })),
	}}
}

// wall has nothing to search with and one link.
func wall(*sim) *doc {
	return &doc{title: "Wall", body: []*node{heading(1, "Wall"), text("Bricks"), link("Print", base+"/print")}}
}

// depot asks in its labels, has a box beside a field of the same word, and
// numbers that are nothing in particular.
func depot(*sim) *doc {
	post := button("Hand in", func(s *sim) {
		s.later = append(s.later, func(s *sim) { s.add(&node{role: "status", name: "Your claim number is DP-4410"}) })
		s.add(&node{role: "status", name: "Please wait while it is sent"})
	})
	mail := check("Answer by letter", false)
	return &doc{title: "Depot", body: []*node{
		heading(1, "Lost things"), text("Things found this week: 12"), text("Days kept: 30"), text("Assignee"), text("Bo Lund"),
		box("group", "What did you lose?", radio("An umbrella", false), radio("A bag", false)),
		field("textbox", "Where was it?"), field("date", "When did you see it last?"), field("textbox", "Details"), mail,
		field("textbox", "Letter address"), check("Make it urgent", false), post,
	}}
}

func TestPhrases(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]wish{
		"search_in_a_field_with_go":  {"garden: Search for fern and open the second result", nil, "Go, Royal fern", "Pressed “Royal fern”", "Not done"},
		"nothing_to_search_with":     {"wall: Search for fern, open the first result", nil, "", "no search field", "Pressed"},
		"no_list_no_first":           {"wall: Open the first result", nil, "", "Not done", "Pressed"},
		"amount_that_is_no_price":    {"garden: How much sand do I need?", nil, "", "30 kg", "did not find"},
		"amount_that_is_a_price":     {"garden: How much does the sand cost?", nil, "", "4.00 €", "30 kg"},
		"how_many_left":              {"garden: how many days do I have left?", nil, "", "3", "did not find"},
		"a_comment_is_no_field":      {"garden: Leave a note: your name Ola, mail o@x.example, note: Nice, thanks. Then press Send note", map[string]string{"Your name": "Ola", "Mail": "o@x.example", "Note": "Nice, thanks"}, "Send note", "Note is sent", "Not done"},
		"the_last_thanks_is_ours":    {"garden: Fill in note: Nice, thanks.", map[string]string{"Note": "Nice"}, "", "Nice", "Not done"},
		"head_of_a_list":             {"garden: Seeds to order: your name: Ola, note: two bags", map[string]string{"Your name": "Ola", "Note": "two bags"}, "", "two bags", "Not done"},
		"twice_the_same_field":       {"garden: Fill in note: one, mail: x, note: two", map[string]string{"Note": "", "Mail": ""}, "", "two values", "Filled"},
		"task_first":                 {"depot: Report a lost umbrella: choose An umbrella and press Hand in. What claim number do I get?", map[string]string{"What did you lose?": "An umbrella"}, "Hand in", "DP-4410", "Not done"},
		"typed_task_is_a_value":      {"depot: Type the details: press here", map[string]string{"Details": "press here"}, "", "press here", "Not done"},
		"no_number_is_a_code":        {"depot: What is the reference number?", nil, "", "did not find", "30"},
		"labels_that_ask":            {"depot: Where was it: tram 5; details: black, wet; when did you see it last: 2026-03-01", map[string]string{"Where was it?": "tram 5", "Details": "black, wet", "When did you see it last?": "2026-03-01"}, "", "tram 5", "Not done"},
		"a_field_rather_than_a_box":  {"depot: tick answer by letter and set the letter address to Kai 4", map[string]string{"Answer by letter": "true", "Letter address": "Kai 4"}, "", "Kai 4", "Not done"},
		"it_is_a_box":                {"depot: Choose A bag, make it urgent and press Hand in", map[string]string{"What did you lose?": "A bag", "Make it urgent": "true"}, "Hand in", "DP-4410", "Not done"},
		"no_press_after_no_answer":   {"depot: Choose A bag, tell me the finder's name and press Hand in", map[string]string{"What did you lose?": "A bag"}, "", "Not done: “press Hand in”", "Pressed"},
		"said_for_a_person":          {"depot: Choose A bag, say you lost it in May, and press Hand in", map[string]string{"What did you lose?": "A bag"}, "", "Not done", "Pressed"},
		"question_after_a_value":     {"depot: Set details to Blue. Who keeps the bags?", map[string]string{"Details": "Blue"}, "", "did not find", "Who keeps the bags?”."},
		"a_file_is_too_much":         {"depot: Choose a bag, attach a photo and press Hand in", map[string]string{"What did you lose?": "A bag"}, "", "attach a photo", "Pressed"},
		"task_with_a_button":         {"shelf: Register a new reader: type Mira into the nickname", map[string]string{"Nickname": "Mira"}, "Register", "Mira", "Not done"},
		"task_with_a_number":         {"depot: Report 2 bags to the desk: set details to two of them, then press Hand in", map[string]string{"Details": "two of them"}, "Hand in", "DP-4410", "Not done"},
		"who_under_a_word_alike":     {"depot: Who is assigned?", nil, "", "Bo Lund", "did not find"},
		"another_step_after_then":    {"depot: Choose A bag, tell me the days kept, then juggle it", map[string]string{"What did you lose?": "A bag"}, "", "Not done: “juggle it”", "did not find"},
		"then_in_a_value":            {"depot: Set details to black, then red", map[string]string{"Details": "black, then red"}, "", "black", "Not done"},
		"moving_is_too_much":         {"depot: tell me the days kept and move it to Done", nil, "", "30", "did not find"},
		"beside_a_link_of_the_row":   {"Click Remove next to South pole", nil, "Remove", "South pole is gone", "Not done"},
		"beside_by_verb":             {"Remove Moon landing", nil, "Remove", "Moon landing is gone", "Not done"},
		"beside_nothing":             {"Click Remove next to Gold rush", nil, "", "Not done", "Pressed"},
		"name_in_other_words_around": {"Choose only what is needed for privacy", nil, "Only what is needed", "Few crumbs", "Not done"},
		"from_and_to":                {"Set From to Oslo and To to Rome, then press Lend", map[string]string{"From": "Oslo", "To": "Rome"}, "Lend", "Lent", "Not done"},
		"into_from_and_to":           {"Enter Oslo in From and Rome in To", map[string]string{"From": "Oslo", "To": "Rome"}, "", "Rome", "Not done"},
		"choice_before_pairs":        {"Choose Large, From: Oslo, To: Rome, back on 2026-12-24", map[string]string{"From": "Oslo", "To": "Rome", "Size": "Large", "Back on": "2026-12-24"}, "", "Oslo", "Not done"},
		"text_stays_whole":           {"From: Oslo, To: Rome, size unknown", map[string]string{"To": "Rome, size unknown"}, "", "Oslo", "Not done"},
		"goal_first":                 {"I want to lend it to Tom: enter Oslo in From and press Lend", map[string]string{"From": "Oslo"}, "Lend", "Lent", "Not done"},
		"form_is_there":              {"Subscribe to the letter: post address Kai 4, rhythm: Weekly", map[string]string{"Post address": "Kai 4", "Rhythm": "Weekly"}, "Subscribe", "Subscribed", "Not done"},
		"press_comes_later":          {"Sign up for letters: post address: Kai 4. Then press Subscribe.", map[string]string{"Post address": "Kai 4"}, "Subscribe", "Subscribed", "Not done"},
		"press_brings_the_form":      {"Register as a reader: nickname: Mira", map[string]string{"Nickname": "Mira"}, "Register", "Mira", "Not done"},
		"change_first":               {"Please change my secret. Old word: pine, new word: oak. Press Swap.", map[string]string{"Old word": "pine", "New word": "oak"}, "Swap", "Swapped", "Not done"},
		"since_when":                 {"Since when am I a reader?", nil, "", "March 2014", "did not find"},
		"how_many_are_shown":         {"Tell me how many books are shown", nil, "", "7", "No:"},
		"check_if_shown":             {"Check if South pole is listed", nil, "", "Yes", "No:"},
		"list_in_a_line":             {"Do this: 1. choose Large 2. set From to Oslo 3. press Lend", map[string]string{"Size": "Large", "From": "Oslo"}, "Lend", "Lent", "Not done"},
		"list_with_brackets":         {"Please do the following things:\n1) From: Oslo\n2) To: Rome\n3) press Lend", map[string]string{"From": "Oslo", "To": "Rome"}, "Lend", "Lent", "Not done"},
		"field_first":                {"In the From field type Oslo, and in the post address box, enter Kai 4", map[string]string{"From": "Oslo", "Post address": "Kai 4"}, "", "Oslo", "Not done"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at, prompt := "shelf", c.prompt
			if page, rest, ok := strings.Cut(prompt, ": "); ok && (page == "garden" || page == "wall" || page == "depot" || page == "shelf") {
				at, prompt = page, rest
			}
			s := newSim(base+"/"+at, map[string]func(s *sim) *doc{base + "/shelf": shelf, base + "/garden": garden, base + "/wall": wall, base + "/depot": depot})
			answer, _ := drive(t, s, nil, prompt)
			c.check(t, s, answer)
		})
	}
}
