package offline_test

// garage has services to choose, a car to name and slots to press.
func garage(*sim) *doc {
	return &doc{title: "Northgate Garage", body: []*node{
		box("navigation", "", link("Home", base+"/care"), link("Prices", base+"/garage"), link("MOT", base+"/care")),
		heading(1, "Book your car in"),
		box("form", "",
			field("textbox", "Registration number"), button("Find my car", tells("Found: Blue Skoda Fabia, 2017")),
			field("textbox", "Mileage"), pick("Service needed", "Please choose", "Please choose", "Interim service", "Full service", "MOT only", "Brake check"),
			box("group", "Extras", check("Air-con refill", false), check("Wheel alignment", false), check("Courtesy car", false)),
			box("radiogroup", "Drop-off", radio("Before 8:30", false), radio("8:30 to 10:00", false), radio("Leave the keys overnight", false)),
			field("textbox", "What is the car doing?"), field("textbox", "Your name"), field("textbox", "Phone"),
			button("See the estimate", tells("Estimated total: £214.50 including VAT")), button("Book it in", tells("Booked. Job number JB-4471"))),
		heading(2, "Fixed prices"), box("table", "", header("Job", "Small car", "Large car", "Time"),
			row("Oil change", "£59", "£79", "45 min"), row("Front brake pads", "£120", "£155", "1.5 hours"), row("Timing belt", "£340", "£420", "1 day")),
		heading(2, "Your repairs"), box("list", "",
			box("listitem", "", heading(3, "AB12 CDE – clutch"), text("Status: waiting for parts"), text("Mechanic: Joao"), button("Approve quote", tells("Quote for the clutch approved")), button("Decline", tells("Quote for the clutch declined"))),
			box("listitem", "", heading(3, "XY65 KLM – exhaust"), text("Status: ready to collect"), text("Mechanic: Hafsa"), button("Approve quote", tells("Quote for the exhaust approved")), button("Decline", tells("Quote for the exhaust declined")))),
		text("We are open Monday to Friday, 7:30 to 18:00."), text("Breakdown line: 0161 496 0777"),
	}}
}

// wedding has packages in cards, a guest count and a menu.
func wedding(*sim) *doc {
	room := func(name, seats, price string) *node {
		return box("article", "", heading(3, name), text("Seats up to "+seats), text("From "+price), button("Enquire", tells("Enquiry about "+name)), button("Add to shortlist", tells(name+" shortlisted")), link("Gallery", base+"/care"))
	}
	return &doc{title: "Ashcombe Hall", body: []*node{
		heading(1, "Weddings at Ashcombe Hall"),
		box("tablist", "", &node{role: "tab", name: "Rooms", attrs: "selected"}, &node{role: "tab", name: "Catering", press: func(s *sim) {
			s.add(box("table", "", header("Menu", "Per head", "Minimum guests"), row("Barn buffet", "£38", "40"), row("Three-course dinner", "£62", "30"), row("Evening canapés", "£21", "60")))
		}}, &node{role: "tab", name: "Suppliers", press: func(s *sim) {
			s.add(box("list", "", box("listitem", "", text("Florist: Wild Stem"), text("01225 555 410")), box("listitem", "", text("Band: The Larks"), text("01225 555 822"))))
		}}),
		room("Orangery", "80", "£2,400"), room("Great Barn", "150", "£3,900"), room("Walled Garden", "60", "£1,850"),
		heading(2, "Check a date"), field("date", "Wedding date"),
		{role: "spinbutton", name: "Number of guests"},
		box("radiogroup", "Ceremony", radio("On site", false), radio("Elsewhere", true)),
		check("Guests stay overnight", false), button("Check availability", tells("The Orangery is free on that day")),
		heading(2, "Arrange a viewing"), box("form", "Arrange a viewing", field("textbox", "Partner 1"), field("textbox", "Partner 2"), field("textbox", "E-mail"), pick("Preferred slot", "", "", "Saturday 10am", "Saturday 2pm", "Wednesday evening"), field("textbox", "Anything we should know?"), button("Request viewing", tells("Viewing requested, reference AH-209"))),
		{role: "button", name: "Can we bring our own wine?", attrs: "collapsed", press: tells("Yes, corkage is £9 a bottle.")},
		{role: "button", name: "Is there parking?", attrs: "collapsed", press: tells("There are 70 spaces beside the barn.")},
	}}
}

// language has courses in rows, a level test and a newsletter.
func language(*sim) *doc {
	course := func(name, day, fee, left string) *node {
		return &node{role: "row", names: []string{name, day, fee, left, ""}, kids: []*node{button("Enrol", tells("You are enrolled on "+name)), button("Join waiting list", tells("You are on the list for "+name))}}
	}
	return &doc{title: "Lingua Nova", body: []*node{
		heading(1, "Evening courses"),
		box("group", "Find a course", pick("Language", "All", "All", "Italian", "Portuguese", "Japanese"), pick("Level", "Any", "Any", "A1 Beginner", "A2 Elementary", "B1 Intermediate"), box("radiogroup", "Format", radio("In the classroom", true), radio("Online", false)), check("Hide full courses", false), button("Show courses", tells("4 courses found"))),
		box("table", "Courses", header("Course", "Day and time", "Fee", "Places left", ""), course("Italian A1", "Mondays 18:30", "€240", "3"), course("Italian B1", "Wednesdays 19:00", "€260", "full"), course("Japanese A1", "Tuesdays 18:00", "€310", "7")),
		heading(2, "Placement test"), text("The test takes about 25 minutes."), button("Start the test", tells("Question 1 of 40")),
		heading(2, "Your details"), field("textbox", "Given name"), field("textbox", "Family name"), field("textbox", "E-mail address"), pick("Mother tongue", "", "", "English", "German", "Polish"), pick("How did you hear of us?", "", "", "A friend", "Poster", "Internet search"), check("I am a student (15% off)", false), check("Send me the newsletter", true), field("textbox", "Voucher number"), button("Use voucher", tells("Voucher worth €30 accepted")),
		button("Register", tells("Thank you. Your registration number is LN-3307.")),
		box("contentinfo", "", text("Office hours: Tue–Thu 14:00–19:00"), text("Call us: +353 1 555 0164"), link("Terms and conditions", base+"/care")),
	}}
}

// vineyard has wines with a quantity each, a tasting to book and an age to confirm.
func vineyard(*sim) *doc {
	wine := func(name, kind, price string) *node {
		return box("article", "", heading(3, name), text(kind), text(price), &node{role: "spinbutton", name: "Bottles", value: "1"}, button("Add to case", tells(name+" added to your case")), link("Tasting notes", base+"/care"))
	}
	return &doc{title: "Coombe Vineyard", body: []*node{
		box("dialog", "Age check", text("Are you over 18?"), button("Yes, I am over 18", func(s *sim) { s.doc.body = s.doc.body[1:] }), button("No", func(*sim) {})),
		heading(1, "Cellar door shop"), pick("Sort wines", "Featured", "Featured", "Cheapest first", "Newest vintage"), check("Sparkling only", false),
		wine("Coombe Brut 2019", "Sparkling", "£29.00"), wine("Hillside Bacchus 2022", "White", "£16.50"), wine("Old Oak Pinot Noir 2021", "Red", "£22.00"),
		heading(2, "Tastings"), box("radiogroup", "Tasting", radio("Classic flight (£15)", false), radio("Cheese & wine (£28)", false), radio("Vineyard walk (£20)", false)),
		field("date", "Day"), pick("Start time", "", "", "11:00", "13:30", "16:00"),
		{role: "spinbutton", name: "People"},
		field("textbox", "Lead guest"), check("Someone is driving (soft drinks)", false), button("Reserve tasting", tells("Reserved! Ref CV-118")),
		heading(2, "Your case"), text("Case total"), text("£0.00"), field("textbox", "Gift message"), box("radiogroup", "Delivery", radio("Collect from the cellar door – free", false), radio("Courier – £8.50", false)), button("Check out", tells("Order placed: CV-90021")),
		text("Tours run every Saturday at noon."), button("Empty my case", func(s *sim) {
			ask := box("dialog", "Empty the case?", text("All bottles will be removed."), button("Yes, empty it", tells("The case is empty")), button("No, keep them", tells("Your case is as it was")))
			ask.attrs = "modal"
			s.add(ask)
		}),
	}}
}

// allotment has sites, a waiting list and the answers to it.
func allotment(*sim) *doc {
	return &doc{title: "Allotments – Westbury Town Council", body: []*node{
		link("Skip to main content", base+"/allotment"), heading(1, "Allotment waiting list"),
		text("The current wait is about 18 months."),
		box("table", "Sites", header("Site", "Plots", "People waiting", "Water"), row("Mill Lane", "42", "61", "Yes"), row("Station Road", "18", "9", "No"), row("Priory Field", "66", "104", "Yes")),
		heading(2, "Apply for a plot"), box("form", "", field("textbox", "First name(s)"), field("textbox", "Surname"), field("textbox", "Home postcode"), field("textbox", "Daytime telephone"),
			pick("First choice of site", "", "", "Mill Lane", "Station Road", "Priory Field"), pick("Second choice of site", "", "", "No preference", "Mill Lane", "Station Road", "Priory Field"),
			box("radiogroup", "Plot size", radio("Half plot (125 m²)", false), radio("Full plot (250 m²)", false)),
			check("I have a disability that affects access", false), check("I would share with another person", false), check("I have read the tenancy rules", false), button("Join the list", tells("You are number 62 for Mill Lane. Your reference: WL-0915"))),
		heading(2, "Check your place"), box("form", "", field("textbox", "Application reference"), field("textbox", "Surname on the application"), button("Check", tells("You are 14th in the queue"))),
		heading(2, "Rent"), text("Half plot"), text("£32 a year"), text("Full plot"), text("£58 a year"),
		{role: "button", name: "Can I keep hens?", attrs: "collapsed", press: tells("Up to six hens, no cockerels.")},
		{role: "button", name: "Tenancy rules", attrs: "collapsed", press: tells("Sheds may be no taller than 2 metres.")},
		button("Withdraw my application", func(s *sim) {
			s.dialog = "Leave the waiting list?"
			s.answer = func(s *sim, ok bool) {
				if ok {
					s.add(&node{role: "status", name: "You have left the list."})
				} else {
					s.add(&node{role: "status", name: "You are still on the list."})
				}
			}
		}),
	}}
}

// lostfound has things that were found, and a report of what was lost.
func lostfound(*sim) *doc {
	item := func(name, where, when, id string) *node {
		return box("listitem", "", heading(3, name), text("Found: "+where), text("Handed in: "+when), text("Item no. "+id), button("This is mine", tells("Claim opened for item "+id)), button("Details", tells(name+": kept on shelf "+id[len(id)-2:])))
	}
	return &doc{title: "Metro Lost Property", body: []*node{
		heading(1, "Lost property"), box("search", "", field("searchbox", "Search found items"), pick("Category", "Everything", "Everything", "Bags", "Phones", "Clothing", "Keys"), field("date", "Lost after"), button("Search", tells("2 items match")), button("Reset", tells("Search cleared"))),
		box("list", "", item("Black umbrella", "Line 4, Harbour", "24 November", "LP-2201"), item("Blue rucksack", "Bus 12", "26 November", "LP-2215"), item("Set of keys", "Central ticket hall", "28 November", "LP-2230")),
		heading(2, "Report something lost"), field("textbox", "What did you lose?"), field("textbox", "Colour"), field("textbox", "Where did you last have it?"), field("date", "When did you lose it?"), field("time", "About what time?"), field("textbox", "Contact e-mail"),
		box("radiogroup", "How should we return it?", radio("I will pick it up", false), radio("Post it to me (£6)", false)), check("It contains documents or cards", false), check("Text me updates", false), button("Send report", tells("Report filed: case 77-3052")),
		heading(2, "Visit us"), text("Counter hours"), text("Weekdays 8:00–20:00, Saturdays 9:00–14:00"), text("We are at 12 Depot Street, next to Central station."), text("Items are kept for 90 days. The storage fee is £3."),
	}}
}

// meals has a trip with a meal to choose for each passenger.
func meals(*sim) *doc {
	who := func(name, seat string) *node {
		return box("group", name, heading(3, name), text("Seat "+seat), pick("Meal", "Standard", "Standard", "Vegan", "Kosher", "Halal", "Gluten-free", "Child meal"), check("Severe nut allergy", false))
	}
	return &doc{title: "Skyline – Manage booking", body: []*node{
		heading(1, "Special meals"), text("Booking QX7T2P"), text("SL 482 Oslo to Lisbon, 14 December 2026, departs 09:25"),
		who("Nora Haddad", "14A"), who("Elias Haddad", "14B"),
		text("Special meals must be ordered 24 hours before departure."),
		heading(2, "Snacks on board"), box("table", "", header("Snack", "Price", ""), &node{role: "row", names: []string{"Hummus and crackers", "€5.50", ""}, kids: []*node{button("Pre-order", tells("Hummus and crackers pre-ordered"))}}, &node{role: "row", names: []string{"Cheese toastie", "€7.00", ""}, kids: []*node{button("Pre-order", tells("Cheese toastie pre-ordered"))}}),
		heading(2, "Find another booking"), field("textbox", "Booking reference"), field("textbox", "Last name"), button("Find booking", tells("No booking found")),
		heading(2, "Notes to the crew"), field("textbox", "Message to cabin crew"),
		{role: "switch", name: "Wake me for the meal"},
		check("Apply to the return flight too", false),
		button("Save meals", tells("Meal choices saved. Confirmation SM-5580.")), button("Discard changes", tells("Nothing was changed")), link("Meal descriptions", base+"/care"),
	}}
}

// orchestra has series to subscribe to, seats and a donation.
func orchestra(*sim) *doc {
	series := func(name, n, price string) *node {
		return box("article", "", heading(3, name), text(n+" concerts"), text(price), button("Select", tells("Series selected: "+name)), &node{role: "button", name: "Programme", attrs: "collapsed", press: tells(name + " opens with Sibelius, conducted by Mai Lindqvist")})
	}
	return &doc{title: "City Symphony – Subscriptions", body: []*node{
		heading(1, "Season 2027 subscriptions"), series("Friday Classics", "8", "€312"), series("Sunday Matinees", "6", "€198"), series("Choose your own", "5", "€175"),
		heading(2, "Seats"), box("radiogroup", "Price band", radio("Band A", false), radio("Band B", false), radio("Band C (restricted view)", false)), pick("Number of subscriptions", "1", "1", "2", "3", "4"), check("Aisle seat preferred", false), check("Wheelchair space", false),
		heading(2, "Subscriber"), field("textbox", "Full name"), field("textbox", "Street and house number"), field("textbox", "Town"), field("textbox", "Subscriber number (if you have one)"), box("radiogroup", "Tickets", radio("By post", true), radio("On my phone", false)),
		heading(2, "Support us"), box("group", "Donation", button("€10", tells("Donation: €10")), button("€25", tells("Donation: €25")), button("€50", tells("Donation: €50"))), field("textbox", "Other amount"),
		{role: "switch", name: "Renew every year", checked: true},
		field("textbox", "Promo code"), button("Apply code", tells("10% off applied")),
		button("Continue to payment", tells("Amount due: €337.00. Order CS-6604")), text("Subscribers save up to 30% on single tickets."), text("Questions? Call 01 555 2390 on weekdays from 10 to 4."),
	}}
}

// kennel has pets, dates of a stay and rates.
func kennel(*sim) *doc {
	n := text("1")
	pet := func(name, kind, jab string) *node {
		return &node{role: "row", names: []string{name, kind, jab, ""}, kids: []*node{button("Edit", tells("Editing "+name)), button("Remove", tells(name+" was removed"))}}
	}
	return &doc{title: "Happy Tails Kennels", body: []*node{
		heading(1, "Book a stay"), field("date", "Arrival"), field("date", "Departure"), pick("Drop-off window", "", "", "8–10 am", "4–6 pm"),
		box("group", "Dogs", text("Dogs"), button("Fewer", func(*sim) {}), n, button("More", func(*sim) { n.name = string(rune(n.name[0] + 1)) })),
		box("radiogroup", "Kennel type", radio("Standard", true), radio("Heated suite", false), radio("Family run", false)),
		box("group", "Extras", check("Daily walk (£6)", false), check("Bath before pick-up (£18)", false), check("Webcam access", false)), field("textbox", "Feeding instructions"), field("textbox", "Vet's name"), field("textbox", "Emergency contact"), button("Get a price", tells("7 nights: £196.00")), button("Send booking request", tells("Request HT-6120 sent")),
		heading(2, "My pets"), box("table", "", header("Name", "Breed", "Vaccinated until", ""), pet("Bramble", "Border collie", "3 May 2027"), pet("Olive", "Whippet", "19 January 2027")), button("Add a pet", func(s *sim) {
			s.add(box("dialog", "New pet", field("textbox", "Pet name"), field("textbox", "Breed"), button("Save pet", tells("Pet saved"))))
		}),
		heading(2, "Rates per night"), box("table", "", header("", "Small dog", "Large dog"), row("Standard", "£24", "£28"), row("Heated suite", "£31", "£36")),
		heading(3, "What should I bring?"), text("A blanket, usual food and the vaccination card."), heading(3, "Is there a vet on site?"), text("A vet visits every morning."), text("Pick-up is until 6 pm, on Sundays until 4 pm."),
	}}
}

// taxoffice has an appointment to make, step by step.
func taxoffice(*sim) *doc {
	return &doc{title: "Tax office appointments", body: []*node{
		heading(1, "Make an appointment"), pick("Concern", "Please select", "Please select", "Income tax return", "Change of tax class", "Payment plan", "Other"), pick("Office", "", "", "North (Elm Street)", "South (Dock Road)"),
		box("radiogroup", "Kind of appointment", radio("In person", false), radio("By phone", false), radio("Video call", false)),
		{role: "spinbutton", name: "How many people are coming?", value: "1"},
		button("Show free slots", func(s *sim) {
			s.add(box("group", "Free slots", button("Tue 8 Dec, 09:20", tells("Slot held: Tue 8 Dec, 09:20")), button("Wed 9 Dec, 11:40", tells("Slot held: Wed 9 Dec, 11:40")), button("Wed 9 Dec, 14:00", tells("Slot held: Wed 9 Dec, 14:00"))))
		}),
		heading(2, "About you"), field("textbox", "Tax number"), pick("Title", "", "", "Ms", "Mr", "None"), field("textbox", "Forename"), field("textbox", "Surname"), field("textbox", "Telephone (daytime)"), check("I need an interpreter", false), pick("Interpreter language", "", "", "Arabic", "Ukrainian", "Vietnamese"), check("I agree that my data is stored", false), button("Confirm appointment", tells("Confirmed. Please show number T-0482 at the desk.")),
		heading(2, "Cancel or move"), field("textbox", "Appointment number"), button("Cancel appointment", tells("Appointment cancelled")), button("Move appointment", tells("Choose a new slot")),
		heading(2, "What to bring"), box("list", "", box("listitem", "", text("Passport or identity card")), box("listitem", "", text("Last year's tax assessment"))), text("The average wait is 12 minutes."), text("The deadline for returns is 31 July 2027."), link("Forms", base+"/care"), link("Leichte Sprache", base+"/care"),
	}}
}
