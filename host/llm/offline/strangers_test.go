package offline_test

import (
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// tells is a press that the page answers.
func tells(text string) func(*sim) {
	return func(s *sim) { s.add(&node{role: "status", name: text}) }
}

// nursery lists plants with a quantity and a button each, beside filters and a form.
func nursery(*sim) *doc {
	line := func(name, pot, price string) *node {
		return &node{role: "row", names: []string{name, pot, price, ""}, kids: []*node{{role: "spinbutton", name: "Quantity for " + name, value: "1"}, button("Add to trolley", tells(name+" is in the trolley")), link("Care guide", base+"/care")}}
	}
	return &doc{title: "Thornbury Nursery", body: []*node{
		box("navigation", "", link("Plants", base+"/v1"), link("Delivery", base+"/care"), link("Contact us", base+"/care")),
		box("dialog", "Cookies", text("We use cookies."), button("Accept all", func(s *sim) {}), button("Only necessary", func(s *sim) {})),
		heading(1, "Plants in stock"),
		box("search", "", &node{role: "searchbox", hint: "q", attrs: `placeholder="Search plants…"`}, button("Search", tells("2 plants match"))),
		box("group", "Filter", pick("Light", "Any", "Any", "Full sun", "Part shade", "Full shade"), pick("Sort by", "Name", "Name", "Price: low to high", "Price: high to low"), check("Hardy only", false), check("Pet safe", false), button("Apply filters", tells("Showing 3 of 41 plants")), button("Clear", tells("Filters cleared"))),
		box("table", "Plants", header("Plant", "Pot size", "Price", ""), line("Lavender 'Hidcote'", "2 L", "£7.50"), line("Hosta 'Halcyon'", "3 L", "£11.00"), line("Acer palmatum", "10 L", "£48.00")),
		heading(2, "Delivery"),
		box("radiogroup", "How would you like it?", radio("Home delivery (£4.95)", true), radio("Click & collect (free)", false)),
		field("textbox", "Postcode *"), field("date", "Preferred day"), field("textbox", "Note for the driver"),
		check("Add a gift card (+£1.50)", false), field("textbox", "Discount code"), button("Apply", tells("Code applied: £5 off")),
		{role: "button", name: "What if my plant dies?", attrs: "collapsed", press: tells("We replace any plant within 12 months.")},
		box("complementary", "", text("Opening hours"), text("Mon–Sat 9:00–17:30"), text("Phone: 01454 555 018")),
		button("Proceed to checkout", tells("Order reference TN-20931")),
	}}
}

// vet has tabs, a form that asks before it is sent, and a team with two buttons each.
func vet(*sim) *doc {
	person := func(name, job, days string) *node {
		return box("listitem", "", heading(3, name), text(job), text("In on "+days), button("View profile", tells(name+" trained in Leeds")), button("Book", tells("Booking with "+name)))
	}
	return &doc{title: "Paws & Co", body: []*node{
		box("tablist", "", &node{role: "tab", name: "Appointments", attrs: "selected"}, &node{role: "tab", name: "Prices", press: func(s *sim) {
			s.add(box("table", "", header("Service", "Fee"), row("Consultation", "£52"), row("Microchip", "£18"), row("Nail trim", "£14")))
		}}, &node{role: "tab", name: "Opening hours", press: func(s *sim) {
			s.add(box("table", "", row("Weekdays", "8am – 7pm"), row("Saturday", "9am – 1pm"), row("Sunday", "Closed")))
		}}),
		heading(1, "Request an appointment"),
		box("form", "",
			field("textbox", "Owner's full name"), field("textbox", "Email"), field("textbox", "Contact number"), field("textbox", "Pet's name"),
			pick("Species", "Choose…", "Choose…", "Dog", "Cat", "Rabbit", "Other"), &node{role: "spinbutton", name: "Age (years)"},
			box("radiogroup", "Visit type", radio("First visit", false), radio("Follow-up", false), radio("Vaccination", false)),
			field("date", "Date"), pick("Time", "", "", "09:00", "09:30", "14:00", "16:30"),
			field("textbox", "Describe the symptoms"), check("Text me a reminder", true), check("I agree to the privacy policy", false),
			&node{role: "switch", name: "Video consultation"}, button("Request appointment", func(s *sim) {
				s.dialog = "Send this request?"
				s.answer = func(s *sim, ok bool) {
					if ok {
						s.add(&node{role: "status", name: "Thank you! Your booking number is PC-5512."})
					}
				}
			}), button("Start over", tells("Cleared"))),
		heading(2, "Our team"), box("list", "", person("Dr Amara Osei", "Veterinary surgeon", "Monday and Thursday"), person("Dr Ben Holt", "Exotics", "Friday"), person("Nurse Carys Pugh", "Nurse clinics", "Tuesday")),
		text("Emergency line: 0117 496 0022"),
	}}
}

// library has hits and loans with buttons of equal names, and boxes beside them.
func library(*sim) *doc {
	loan := func(title, due string) *node {
		return &node{role: "row", names: []string{"", title, due, ""}, kids: []*node{{role: "checkbox", name: "Select " + title}, button("Renew", tells(title+" renewed until 14 January"))}}
	}
	hit := func(title, by, state string) *node {
		return box("article", "", heading(3, title), text("by "+by), text(state), button("Reserve", tells("Reserved: "+title)), link("Details", base+"/care"), &node{role: "button", name: "Add to list", press: tells(title + " is on your list")})
	}
	return &doc{title: "Town Library", body: []*node{
		box("navigation", "", link("Catalogue", base+"/v3"), link("My account", base+"/care"), link("Events", base+"/care")),
		heading(1, "Catalogue"),
		pick("Search in", "Title", "Title", "Author", "Subject"), field("searchbox", "Keywords"), button("Find", tells("12 results")),
		box("group", "Format", check("Book", true), check("E-book", false), check("Audiobook", false)), check("Available now", false),
		hit("The Salt Path", "Raynor Winn", "2 copies available"), hit("Small Things Like These", "Claire Keegan", "On loan, due 3 December"), hit("The Bee Sting", "Paul Murray", "4 on order"),
		heading(2, "My loans"), box("table", "", header("", "Title", "Due", ""), loan("Piranesi", "9 December"), loan("Circe", "11 December"), loan("Klara and the Sun", "2 December")),
		button("Renew selected", tells("Renewed the ones you selected")), button("Renew all", tells("All loans renewed")),
		heading(2, "Notify me"), field("textbox", "Library card number"), secret("PIN"), pick("Pick-up branch", "Central", "Central", "Eastgate", "Riverside"), check("Email me when it is ready", false), button("Save preferences", tells("Preferences saved")),
		text("Late fee: 20p per day, at most £6."),
	}}
}

// council has two forms, questions that fold, and equal buttons in a list.
func council(*sim) *doc {
	return &doc{title: "Bin collections", body: []*node{
		heading(1, "Bin collections"),
		field("textbox", "Enter your postcode"), button("Look up", tells("3 addresses found")), pick("Select your address", "", "", "1 Mill Lane", "2 Mill Lane", "3 Mill Lane"),
		box("table", "Next collections", header("Bin", "Next collection", "Frequency"), row("Refuse (black)", "Wed 2 December", "Every two weeks"), row("Recycling (blue)", "Wed 9 December", "Every two weeks"), row("Garden (brown)", "Fri 4 December", "Weekly")),
		heading(2, "Report a missed bin"), box("form", "Report a missed bin", pick("Which bin?", "", "", "Refuse", "Recycling", "Garden", "Food caddy"), field("date", "Date it was missed"), field("textbox", "Anything else we should know?"), field("textbox", "Your email"), check("The bin was out by 6am", false), button("Submit report", tells("Report MB-8802 received"))),
		heading(2, "Reminders"), box("form", "Reminders", &node{role: "switch", name: "Email reminders"}, &node{role: "switch", name: "Text reminders", checked: true}, box("radiogroup", "Remind me", radio("The evening before", true), radio("On the morning", false)), field("textbox", "Mobile"), button("Save", tells("Reminders saved"))),
		heading(2, "Order a new bin"), box("list", "", box("listitem", "", text("Black bin 180 L"), text("£35.00"), button("Order", tells("Black bin ordered"))), box("listitem", "", text("Food caddy 7 L"), text("Free"), button("Order", tells("Food caddy ordered")))),
		{role: "button", name: "When is garden waste collected?", attrs: "collapsed", press: tells("March to November, every Friday.")},
		{role: "button", name: "What can I put in the blue bin?", attrs: "collapsed", press: tells("Paper, card, tins and bottles.")},
		link("Download calendar (PDF)", base+"/care"), link("Cymraeg", base+"/care"),
	}}
}

// theatre has numbers between buttons, times to press and shows.
func theatre(*sim) *doc {
	count := func(name string, from string) *node {
		shown := text(from)
		by := func(d int) func(*sim) {
			return func(*sim) { n := int(shown.name[0]-'0') + d; shown.name = string(rune('0' + n)) }
		}
		return box("group", name, text(name), button("−", by(-1)), shown, button("+", by(1)))
	}
	show := func(name, when string) *node {
		return box("listitem", "", heading(3, name), text(when), button("Buy tickets", tells("Choose seats for "+name)), button("More info", tells(name+" runs 2 h 20 min, directed by Ines Rossi")))
	}
	return &doc{title: "Harbour Theatre", body: []*node{
		heading(1, "What's on"), box("list", "", show("The Winter Market", "Fri 4 Dec, 19:30"), show("Paper Boats", "Sat 5 Dec, 14:00"), show("Night Ferry", "Sun 6 Dec, 18:00")),
		heading(2, "Your tickets"), count("Adults", "0"), count("Children", "0"), count("Concessions", "0"),
		text("Time"), box("group", "", button("14:00", tells("Time: 14:00")), button("17:30", tells("Time: 17:30")), button("20:00", tells("Time: 20:00"))),
		box("radiogroup", "Seating", radio("Stalls – £32", false), radio("Circle – £24", false), radio("Gallery – £12", false)),
		field("textbox", "Name"), field("textbox", "E-mail address"), field("textbox", "Access requirements"), pick("How did you hear about us?", "", "", "Friend", "Newspaper", "Social media"),
		check("Programme (£4)", false), check("Interval drinks", false), field("textbox", "Voucher"), button("Redeem", tells("Voucher accepted: £10 off")),
		button("Review order", tells("Total: £88.00 · Order 7731")), button("Empty basket", tells("Basket is empty")),
		heading(2, "Box office"), text("Telephone 020 7946 0311"), text("Open Monday to Saturday, 10:00 to 18:00"), text("Address: 4 Quay Street"),
	}}
}

// asked is a wish on a page.
type asked struct {
	page string
	wish
}

// strangers are pages as ten trades have them.
func strangers() map[string]func(s *sim) *doc {
	return map[string]func(s *sim) *doc{
		base + "/nursery": nursery, base + "/vet": vet, base + "/library": library, base + "/council": council, base + "/theatre": theatre,
		base + "/express": express, base + "/gym": gym, base + "/hotel": hotel, base + "/school": school, base + "/shopzh": teaShop,
		base + "/garage": garage, base + "/wedding": wedding, base + "/language": language, base + "/vineyard": vineyard, base + "/allotment": allotment,
		base + "/lostfound": lostfound, base + "/meals": meals, base + "/orchestra": orchestra, base + "/kennel": kennel, base + "/taxoffice": taxoffice,
		base + "/care": func(*sim) *doc {
			return &doc{title: "Care", body: []*node{heading(1, "Care page"), text("Water weekly.")}}
		},
	}
}

func askAll(t *testing.T, cases []asked) {
	t.Helper()
	askOn(t, strangers(), cases)
}

// askOn asks on the pages of a site.
func askOn(t *testing.T, site map[string]func(s *sim) *doc, cases []asked) {
	t.Helper()
	for i, c := range cases {
		if i%oneOf != 0 {
			continue
		}
		t.Run(c.prompt, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/"+c.page, site)
			answer, _ := driveOn(t, s, llm.Request{System: "Today is Monday, 30 November 2026.", Messages: []chat.Message{llmtest.User(c.prompt)}, Tools: toolList(errandTools...)})
			c.check(t, s, answer)
		})
	}
}

// holds is what fields hold in the end.
type holds = map[string]string

// TestStrangers: what people ask for in their own words is done as they mean it; what
// is missing is named.
func TestStrangers(t *testing.T) {
	t.Parallel()
	askAll(t, []asked{
		{"nursery", wish{"Dismiss the cookie bar with Only necessary, then set Light to Part shade and tick Pet safe, and apply the filters", holds{"Light": "Part shade", "Pet safe": "true"}, "Only necessary, Apply filters", "3 of 41", "Not done"}},
		{"nursery", wish{"Set the quantity for Acer palmatum to 2 and add it to the trolley", holds{"Quantity for Acer palmatum": "2"}, "Add to trolley", "Acer palmatum is in the trolley", "Not done"}},
		{"nursery", wish{"Sort by price, low to high, then tell me how much the Hosta costs", holds{"Sort by": "Price: low to high"}, "", "£11.00", "Not done"}},
		{"nursery", wish{"Open the care guide for the Hosta and tell me the heading", nil, "Care guide", "Care page", "Not done"}},
		{"nursery", wish{"Search for fern and tell me how many plants match", nil, "Search", "2 plants", "Not done"}},
		{"nursery", wish{"Expand 'What if my plant dies?' and read out what it says", nil, "What if my plant dies?", "12 months", "Not done"}},
		{"nursery", wish{"Note for the driver: leave it behind the shed, please ring twice. Tick the gift card and proceed to checkout. What is the order reference?", holds{"Note for the driver": "leave it behind the shed, please ring twice", "Add a gift card (+£1.50)": "true"}, "Proceed to checkout", "TN-20931", "Not done"}},
		{"nursery", wish{"Go for home delivery and enter BS1 4DJ in the postcode box; in the note field type 'Gate code 4412'.", holds{"Postcode *": "BS1 4DJ", "Note for the driver": "Gate code 4412"}, "", "Gate code 4412", "Not done"}},
		{"nursery", wish{"What pot size does the Acer come in, and what is the phone number?", nil, "", "10 L", "did not find"}},
		{"nursery", wish{"Filter to full sun and hardy only, hit apply filters, and report how many plants are shown", holds{"Light": "Full sun", "Hardy only": "true"}, "Apply filters", "3 of 41", "Not done"}},
		{"nursery", wish{"Add the Hosta 'Halcyon' to the trolley, then the Rosemary", nil, "Add to trolley", "Rosemary", "Rosemary is"}},
		{"nursery", wish{"Use SAVE10 as my discount code, apply it, and check out", holds{"Discount code": "SAVE10"}, "Apply, Proceed to checkout", "TN-20931", "Not done"}},

		{"vet", wish{"Owner's full name Petra Lind; pet's name Biscuit; species Dog; age 4; visit type Follow-up", holds{"Owner's full name": "Petra Lind", "Pet's name": "Biscuit", "Species": "Dog", "Age (years)": "4", "Visit type": "Follow-up"}, "", "Biscuit", "Not done"}},
		{"vet", wish{"Pick Cat as the species, choose the 09:30 time slot and turn the reminder texts off", holds{"Species": "Cat", "Time": "09:30", "Text me a reminder": "false"}, "", "09:30", "Not done"}},
		{"vet", wish{"Switch to the Prices tab and tell me the fee for a nail trim", nil, "Prices", "£14", "Not done"}},
		{"vet", wish{"Have a look at Opening hours: when do they open on Saturday?", nil, "Opening hours", "9am", "Not done"}},
		{"vet", wish{"Book with Dr Ben Holt", nil, "Book", "Booking with Dr Ben Holt", "Not done"}},
		{"vet", wish{"View Carys Pugh's profile and tell me where she trained", nil, "View profile", "Leeds", "Not done"}},
		{"vet", wish{"On which days is Amara Osei in?", nil, "", "Monday and Thursday", "did not find"}},
		{"vet", wish{"In the symptoms box write: limping since Tuesday, won't eat. Then tick the privacy policy, press Request appointment and confirm. What's the booking number?", holds{"Describe the symptoms": "limping since Tuesday, won't eat", "I agree to the privacy policy": "true"}, "Request appointment", "PC-5512", "Not done"}},
		{"vet", wish{"Enable video consultation, select Follow-up and leave the reminder ticked", holds{"Video consultation": "true", "Visit type": "Follow-up", "Text me a reminder": "true"}, "", "Video", "Unticked"}},
		{"vet", wish{"Put Biscuit down as the pet's name and 3 for the age, then click on Start over", holds{"Pet's name": "Biscuit", "Age (years)": "3"}, "Start over", "Cleared", "Not done"}},
		{"vet", wish{"What's the emergency number?", nil, "", "0117 496 0022", "did not find"}},
		{"vet", wish{"Request appointment, then cancel when it asks", nil, "Request appointment", "Dismissed", "PC-5512"}},
		{"vet", wish{"Set time to 10:15", holds{"Time": ""}, "", "10:15", "now"}},

		{"library", wish{"Reserve The Bee Sting and add Small Things Like These to my list", nil, "Reserve, Add to list", "Small Things Like These is on your list", "Not done"}},
		{"library", wish{"Renew Circe and Piranesi", nil, "Renew, Renew", "Circe", "Not done"}},
		{"library", wish{"Tick Circe and Klara and the Sun in my loans, then press Renew selected", holds{"Select Circe": "true", "Select Klara and the Sun": "true", "Select Piranesi": "false"}, "Renew selected", "Renewed the ones", "Not done"}},
		{"library", wish{"When is Klara and the Sun due?", nil, "", "2 December", "9 December"}},
		{"library", wish{"Who wrote The Salt Path and how many copies are available?", nil, "", "Raynor Winn", "did not find"}},
		{"library", wish{"Untick Book, tick Audiobook and Available now, then find", holds{"Book": "false", "Audiobook": "true", "Available now": "true"}, "Find", "12 results", "Not done"}},
		{"library", wish{"Card number 20017734, PIN 4471, pick-up at Riverside, email me when ready: yes, save", holds{"Library card number": "20017734", "PIN": "4471", "Pick-up branch": "Riverside", "Email me when it is ready": "true"}, "Save preferences", "Preferences saved", "Not done"}},
		{"library", wish{"Change the pick-up branch to Eastgate, then save my preferences", holds{"Pick-up branch": "Eastgate"}, "Save preferences", "Preferences saved", "Not done"}},
		{"library", wish{"Find out how high the late fee is", nil, "", "20p", "did not find"}},
		{"library", wish{"Go to the details of The Salt Path", nil, "Details", "Care", "Not done"}},
		{"library", wish{"Reserve Wolf Hall", nil, "", "Not done", "Reserved"}},
		{"library", wish{"In the loans table press Renew next to Piranesi, then say what date it is renewed until", nil, "Renew", "14 January", "Not done"}},

		{"council", wish{"Enter LL57 1AB as the postcode, look it up and select 3 Mill Lane", holds{"Enter your postcode": "LL57 1AB", "Select your address": "3 Mill Lane"}, "Look up", "3 Mill Lane", "Not done"}},
		{"council", wish{"Turn email reminders on and text reminders off, remind me on the morning, and save", holds{"Email reminders": "true", "Text reminders": "false", "Remind me": "On the morning"}, "Save", "Reminders saved", "Not done"}},
		{"council", wish{"Order a food caddy", nil, "Order", "Food caddy ordered", "Not done"}},
		{"council", wish{"How much is a black bin?", nil, "", "£35.00", "did not find"}},
		{"council", wish{"Open the question about the blue bin and tell me what can go in it", nil, "What can I put in the blue bin?", "Paper, card", "Not done"}},
		{"council", wish{"Under Reminders enter 07700 900 123 as the mobile and click Save", holds{"Mobile": "07700 900 123"}, "Save", "Reminders saved", "Not done"}},
		{"council", wish{"Click the Download calendar link and tell me the page heading", nil, "Download calendar (PDF)", "Care page", "Not done"}},
		{"council", wish{"Which bin: Garden. Date it was missed: 27 November 2026. Press Submit report.", holds{"Which bin?": "Garden", "Date it was missed": "2026-11-27"}, "Submit report", "MB-8802", "Not done"}},

		{"theatre", wish{"I need three adult tickets in the circle", holds{"Seating": "Circle – £24"}, "+, +, +", "Circle", "Not done"}},
		{"theatre", wish{"Show me more info on Night Ferry and tell me who directed it", nil, "More info", "Ines Rossi", "Not done"}},
		{"theatre", wish{"When is The Winter Market on?", nil, "", "Fri 4 Dec, 19:30", "did not find"}},
		{"theatre", wish{"Choose Gallery seating, add a programme and interval drinks, redeem the voucher HT10", holds{"Seating": "Gallery – £12", "Programme (£4)": "true", "Interval drinks": "true", "Voucher": "HT10"}, "Redeem", "£10 off", "Not done"}},
		{"theatre", wish{"Name: Ada Quist. E-mail address: ada@quist.example. How did you hear about us? Newspaper. Review the order and tell me the total.", holds{"Name": "Ada Quist", "E-mail address": "ada@quist.example", "How did you hear about us?": "Newspaper"}, "Review order", "£88.00", "Not done"}},
		{"theatre", wish{"Voucher code: HT10, redeem it, then review my order", holds{"Voucher": "HT10"}, "Redeem, Review order", "£88.00", "Not done"}},
		{"theatre", wish{"Set adults to 4 and children to 2, then empty the basket", nil, "+, +, +, +, +, +, Empty basket", "Basket is empty", "Not done"}},
		{"theatre", wish{"Pick the 20:00 performance, add interval drinks, and review the order. What's the order number?", holds{"Interval drinks": "true"}, "20:00, Review order", "7731", "Not done"}},
		{"theatre", wish{"Until what time is the box office open?", nil, "", "18:00", "did not find"}},
		{"nursery", wish{"Select Click & collect (free) as the delivery method, enter the postcode BS35 2AB and pick 12 December 2026 as the preferred day.", holds{"How would you like it?": "Click & collect (free)", "Postcode *": "BS35 2AB", "Preferred day": "2026-12-12"}, "", "BS35", "Not done"}},
		{"nursery", wish{"change the quantity of Lavender to 6, then add it to the trolley", holds{"Quantity for Lavender 'Hidcote'": "6"}, "Add to trolley", "Lavender", "Not done"}},
		{"nursery", wish{"I want the Hosta added to my trolley. Then tell me the price of the Acer.", nil, "Add to trolley", "£48.00", "Not done"}},
		{"nursery", wish{"tick hardy only and pet safe then apply filters and tell me what it shows", holds{"Hardy only": "true", "Pet safe": "true"}, "Apply filters", "3 of 41", "Not done"}},
		{"nursery", wish{"Fill in postcode BS1 1AA, note for the driver \"leave by the gate\", tick the gift card option, and then proceed to checkout", holds{"Postcode *": "BS1 1AA", "Note for the driver": "leave by the gate", "Add a gift card (+£1.50)": "true"}, "Proceed to checkout", "TN-20931", "Not done"}},
		{"nursery", wish{"Enter SPRING5 in the discount code box, click Apply and read me the message", holds{"Discount code": "SPRING5"}, "Apply", "£5 off", "Not done"}},
		{"nursery", wish{"find out the phone number and the opening hours", nil, "", "01454 555 018", "did not find"}},
		{"nursery", wish{"Clear the filters, then sort by name", holds{"Sort by": "Name"}, "Clear", "Filters cleared", "Not done"}},
		{"vet", wish{"Book an appointment with Dr Amara Osei", nil, "Book", "Booking with Dr Amara Osei", "Not done"}},
		{"vet", wish{"Could you fill in the form for me? Owner's full name is Tom Reed, email tom@reed.example, contact number 07700900111, pet's name Socks, species cat, age 2.", holds{"Owner's full name": "Tom Reed", "Email": "tom@reed.example", "Contact number": "07700900111", "Pet's name": "Socks", "Species": "Cat", "Age (years)": "2"}, "", "Socks", "Not done"}},
		{"vet", wish{"Select \"Follow-up\" for visit type, set the date to 14/12/2026 and the time to 14:00", holds{"Visit type": "Follow-up", "Date": "2026-12-14", "Time": "14:00"}, "", "14:00", "Not done"}},
		{"vet", wish{"It's a first visit. Choose Dog, put Rex in pet's name, and tick that I agree to the privacy policy", holds{"Visit type": "First visit", "Species": "Dog", "Pet's name": "Rex", "I agree to the privacy policy": "true"}, "", "Rex", "Not done"}},
		{"vet", wish{"check the prices tab for the microchip fee", nil, "Prices", "£18", "Not done"}},
		{"vet", wish{"Go to Opening hours and tell me whether they're open on Sunday", nil, "Opening hours", "Closed", "Not done"}},
		{"vet", wish{"Uncheck the text reminder and turn on video consultation.", holds{"Text me a reminder": "false", "Video consultation": "true"}, "", "Video", "Not done"}},
		{"vet", wish{"press request appointment, accept the confirmation and tell me my booking number", nil, "Request appointment", "PC-5512", "Not done"}},
		{"library", wish{"type salt in the keywords box and press find", holds{"Keywords": "salt"}, "Find", "12 results", "Not done"}},
		{"library", wish{"please renew Klara and the Sun and let me know the new due date", nil, "Renew", "14 January", "Not done"}},
		{"library", wish{"Limit the format to Audiobook only: untick Book and tick Audiobook", holds{"Book": "false", "Audiobook": "true"}, "", "Audiobook", "Not done"}},
		{"library", wish{"Library card number: 20017734\nPIN: 0042\nPick-up branch: Eastgate\nThen save preferences", holds{"Library card number": "20017734", "PIN": "0042", "Pick-up branch": "Eastgate"}, "Save preferences", "Preferences saved", "Not done"}},
		{"library", wish{"Click Reserve under The Salt Path and then click Add to list under The Bee Sting", nil, "Reserve, Add to list", "The Bee Sting is on your list", "Not done"}},
		{"library", wish{"select Piranesi in my loans, then renew the selected ones", holds{"Select Piranesi": "true"}, "Renew selected", "Renewed the ones", "Not done"}},
		{"council", wish{"Put LL57 1AB in as my postcode, press Look up, then choose 2 Mill Lane", holds{"Enter your postcode": "LL57 1AB", "Select your address": "2 Mill Lane"}, "Look up", "2 Mill Lane", "Not done"}},
		{"council", wish{"when's my garden bin next collected?", nil, "", "Fri 4 December", "did not find"}},
		{"council", wish{"order me a black bin please", nil, "Order", "Black bin ordered", "Not done"}},
		{"council", wish{"Turn off text reminders, turn on email reminders, and save those", holds{"Email reminders": "true", "Text reminders": "false"}, "Save", "Reminders saved", "Not done"}},
		{"council", wish{"change the reminder to the morning and save", holds{"Remind me": "On the morning"}, "Save", "Reminders saved", "Not done"}},
		{"council", wish{"expand When is garden waste collected? and tell me the months", nil, "When is garden waste collected?", "March to November", "Not done"}},
		{"council", wish{"Select Refuse for which bin, 2026-11-25 for the date, confirm the bin was out by 6am and submit the report. What's the report number?", holds{"Which bin?": "Refuse", "Date it was missed": "2026-11-25", "The bin was out by 6am": "true"}, "Submit report", "MB-8802", "Not done"}},
		{"theatre", wish{"buy tickets for Night Ferry, then set adults to 2 and choose the circle", holds{"Seating": "Circle – £24"}, "Buy tickets, +, +", "Circle", "Not done"}},
		{"theatre", wish{"add a programme, enter voucher HT10 and redeem it", holds{"Programme (£4)": "true", "Voucher": "HT10"}, "Redeem", "£10 off", "Not done"}},
		{"theatre", wish{"my name's Ada Quist and my e-mail is ada@quist.example; review the order", holds{"Name": "Ada Quist", "E-mail address": "ada@quist.example"}, "Review order", "£88.00", "Not done"}},
		{"theatre", wish{"choose Social media for how I heard about you and tick interval drinks", holds{"How did you hear about us?": "Social media", "Interval drinks": "true"}, "", "Social media", "Not done"}},
		{"theatre", wish{"Read me the box office telephone number and address", nil, "", "020 7946 0311", "did not find"}},
		{"theatre", wish{"first empty the basket, then list my open tabs", nil, "Empty basket", "open tab", "Not done"}},
		{"theatre", wish{"pick the gallery and the 20:00 time, then review the order and give me the order number", holds{"Seating": "Gallery – £12"}, "20:00, Review order", "7731", "Not done"}},
		{"vet", wish{"- pet's name: Rex\n- species: Dog\n- visit type: Vaccination\n- press Start over", holds{"Pet's name": "Rex", "Species": "Dog", "Visit type": "Vaccination"}, "Start over", "Cleared", "Not done"}},
		{"vet", wish{"1. Tick the privacy policy\n2. Turn on video consultation\n3. Request appointment and confirm it\n4. Tell me the booking number", holds{"I agree to the privacy policy": "true", "Video consultation": "true"}, "Request appointment", "PC-5512", "Not done"}},
		{"vet", wish{"Set the date to 24 December 2026, time 16:30, then tell me which days Dr Amara Osei is in", holds{"Date": "2026-12-24", "Time": "16:30"}, "", "Monday and Thursday", "Not done"}},
		{"vet", wish{"Type \"Itchy ears, both sides\" into Describe the symptoms and choose Rabbit for Species", holds{"Describe the symptoms": "Itchy ears, both sides", "Species": "Rabbit"}, "", "Rabbit", "Not done"}},
		{"vet", wish{"select time 14:00 and species Other", holds{"Time": "14:00", "Species": "Other"}, "", "Other", "Not done"}},
		{"vet", wish{"Show the Prices tab. How much is a consultation?", nil, "Prices", "£52", "Not done"}},
		{"library", wish{"Renew Piranesi, then Circe, then tell me what the page says", nil, "Renew, Renew", "Circe renewed", "Not done"}},
		{"library", wish{"Under Notify me, choose Riverside and tick the email option, then save", holds{"Pick-up branch": "Riverside", "Email me when it is ready": "true"}, "Save preferences", "saved", "Not done"}},
		{"library", wish{"Who is the author of The Bee Sting?", nil, "", "Paul Murray", "did not find"}},
		{"library", wish{"Reserve Small Things Like These and show me its details", nil, "Reserve, Details", "Care", "Not done"}},
		{"library", wish{"Renew all my loans", nil, "Renew all", "All loans renewed", "Not done"}},
		{"council", wish{"What frequency is the garden bin collected at?", nil, "", "Weekly", "did not find"}},
		{"council", wish{"Tick 'The bin was out by 6am', choose Garden as the bin, and put 'lid broken' under Anything else we should know?", holds{"The bin was out by 6am": "true", "Which bin?": "Garden", "Anything else we should know?": "lid broken"}, "", "lid broken", "Not done"}},
		{"council", wish{"Open Cymraeg, then tell me the heading", nil, "Cymraeg", "Care page", "Not done"}},
		{"council", wish{"Click Order next to the food caddy, then click Submit report", nil, "Order, Submit report", "MB-8802", "Not done"}},
		{"theatre", wish{"Set Adults to 2, Children to 1 and Concessions to 1", nil, "+, +, +, +", "Concessions", "Not done"}},
		{"theatre", wish{"Name Ada Quist, e-mail ada@quist.example, access requirements wheelchair space, voucher HT10. Redeem the voucher.", holds{"Name": "Ada Quist", "E-mail address": "ada@quist.example", "Access requirements": "wheelchair space", "Voucher": "HT10"}, "Redeem", "£10 off", "Not done"}},
		{"theatre", wish{"Add one adult and two children, then pick Stalls", holds{"Seating": "Stalls – £32"}, "+, +, +", "Stalls", "Not done"}},
		{"theatre", wish{"Press More info for The Winter Market and tell me how long it runs", nil, "More info", "2 h 20 min", "Not done"}},
		{"theatre", wish{"untick programme, tick interval drinks and choose Circle – £24", holds{"Interval drinks": "true", "Seating": "Circle – £24"}, "", "Circle", "Not done"}},
		{"nursery", wish{"Add the Lavender 'Hidcote' and the Hosta 'Halcyon' to the trolley", nil, "Add to trolley, Add to trolley", "Hosta", "Not done"}},
		{"nursery", wish{"Set Sort by to Price: high to low, Light to Full sun, then press Apply filters", holds{"Sort by": "Price: high to low", "Light": "Full sun"}, "Apply filters", "3 of 41", "Not done"}},
		{"nursery", wish{"Add Acer palmatum to trolley. Proceed to checkout. Tell me the order reference.", nil, "Add to trolley, Proceed to checkout", "TN-20931", "Not done"}},
		{"nursery", wish{"How much is delivery to my home?", nil, "", "£4.95", "did not find"}},
		{"nursery", wish{"Click the Contact us link at the top and read me the heading", nil, "Contact us", "Care page", "Not done"}},
		{"nursery", wish{"Enter the discount code FERN and apply; then enter postcode SN1 2AB", holds{"Discount code": "FERN", "Postcode *": "SN1 2AB"}, "Apply", "SN1 2AB", "Not done"}},
		{"nursery", wish{"Read the price and pot size of the Lavender", nil, "", "2 L", "did not find"}},
	})
}
