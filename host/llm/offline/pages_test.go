package offline_test

import (
	"fmt"
	"strings"
)

func heading(level int, name string) *node { return &node{role: "heading", name: name, level: level} }
func text(s string) *node                  { return &node{role: "text", name: s} }
func box(role, name string, kids ...*node) *node {
	return &node{role: role, name: name, kids: kids}
}
func field(role, name string) *node { return &node{role: role, name: name} }
func pick(name, value string, options ...string) *node {
	return &node{role: "combobox", name: name, value: value, options: options}
}

func check(name string, on bool) *node { return &node{role: "checkbox", name: name, checked: on} }

func radio(name string, on bool) *node { return &node{role: "radio", name: name, checked: on} }

func button(name string, f func(s *sim)) *node { return &node{role: "button", name: name, press: f} }
func link(name, url string) *node              { return &node{role: "link", name: name, url: url} }
func row(cells ...string) *node                { return &node{role: "row", names: cells} }
func header(cells ...string) *node             { return &node{role: "row", names: cells, attrs: "header"} }

func secret(name string) *node       { return &node{role: "textbox", name: name, masked: true} }
func hinted(role, hint string) *node { return &node{role: role, hint: hint} }

const base = "http://127.0.0.1:8000"

// world is all simulated pages.
func world() map[string]func(s *sim) *doc {
	return map[string]func(s *sim) *doc{
		base + "/checkout": checkout, base + "/login": loginPage, base + "/search": searchPage, base + "/booking": booking,
		base + "/survey": survey, base + "/settings": settings, base + "/prices": prices, base + "/article": article,
		base + "/terms": func(*sim) *doc {
			return &doc{title: "Terms", body: []*node{heading(1, "Terms of sale"), text("Returns are accepted within 30 days.")}}
		},
		base + "/thanks": func(*sim) *doc {
			return &doc{title: "Thank you", body: []*node{
				heading(1, "Thank you for your order"),
				{role: "status", name: "Your order is in. Confirmation number: MG-48213"},
				text("E-mail"), text("mira@x.example"), text("Delivery date"), text("12 December 2026"),
				text("Total: 37.50 €"), link("Back to the shop", base+"/checkout"),
			}}
		},
		base + "/account": func(*sim) *doc {
			return &doc{title: "Your account", body: []*node{heading(1, "Welcome back, Mira"), text("You have 3 unread messages."), text("Member since 2019")}}
		},
	}
}

func checkout(*sim) *doc {
	order := func(s *sim) {
		if s.value("Full name") == "" || s.value("I accept the terms and conditions") != "true" {
			s.add(&node{role: "alert", name: "Please fill in your name and accept the terms."})
			return
		}
		s.goTo(base + "/thanks")
	}
	return &doc{title: "Checkout", body: []*node{
		box("navigation", "Main", link("Shop", base+"/prices"), link("Terms", base+"/terms")),
		heading(1, "Checkout"),
		box("form", "Order form",
			field("textbox", "Full name"), field("textbox", "E-mail address"), field("textbox", "Phone (optional)"),
			field("textbox", "Street and number"), field("textbox", "ZIP"), field("textbox", "City"),
			pick("Country", "Germany", "Germany", "Norway", "Sweden", "United Kingdom"),
			pick("Size", "Medium", "Small", "Medium", "Large", "Extra large"),
			&node{role: "spinbutton", name: "Quantity", value: "1"},
			box("group", "Shipping", radio("Standard (3-5 days)", true), radio("Express (next day)", false), radio("Pick up in store", false)),
			check("Gift wrap", false), check("Subscribe to our newsletter", true), check("I accept the terms and conditions", false),
			field("textbox", "Order notes"), field("textbox", "Coupon code"),
			button("Apply", func(s *sim) { s.add(&node{role: "status", name: "Coupon " + s.value("Coupon code") + " applied."}) }),
			button("Place order", order),
		),
	}}
}

func loginPage(*sim) *doc {
	return &doc{title: "Sign in", body: []*node{
		heading(1, "Sign in"),
		box("form", "", field("textbox", "Username or e-mail"), secret("Password"), check("Remember me", false), button("Log in", func(s *sim) {
			if s.get("textbox", "Password").value == "s3cret!" {
				s.goTo(base + "/account")
				return
			}
			s.add(&node{role: "alert", name: "Wrong user name or password."})
		})),
		link("Forgot your password?", base+"/terms"), link("Create an account", base+"/survey"),
	}}
}

func searchPage(*sim) *doc {
	d := &doc{title: "Book shop", body: []*node{
		box("banner", "", link("Home", base+"/search"), box("search", "",
			&node{role: "searchbox", hint: "q", attrs: `placeholder="Search books"`},
			button("Go", func(s *sim) {
				q := strings.ToLower(s.doc.body[0].kids[1].kids[0].value)
				s.doc.title = "Results"
				if !strings.Contains("the name of the rose", q) {
					s.add(&node{role: "status", name: "No results for " + q})
					return
				}
				s.add(heading(2, fmt.Sprintf("2 results for “%s”", q)))
				s.add(box("list", "",
					&node{role: "listitem", name: "The Name of the Rose – Umberto Eco – 12.90 €", kids: []*node{button("Add to cart", func(s *sim) { s.add(&node{role: "status", name: "1 book in your cart"}) })}},
					&node{role: "listitem", name: "Rose Gardening for Beginners – Ann Vale – 21.00 €", kids: []*node{button("Add to cart", func(s *sim) { s.add(&node{role: "status", name: "Rose Gardening was added"}) })}},
				))
			}))),
		heading(1, "Find your next book"),
		pick("Sort by", "Relevance", "Relevance", "Price", "Newest"),
	}}
	return d
}

func booking(*sim) *doc {
	return &doc{title: "Flights", body: []*node{
		heading(1, "Book a flight"),
		box("radiogroup", "Trip", radio("Round trip", true), radio("One way", false)),
		field("textbox", "From"), field("textbox", "To"), field("date", "Departure date"), field("date", "Return date"), field("time", "Earliest time"),
		pick("Passengers", "1", "1", "2", "3", "4"), pick("Children", "0", "0", "1", "2", "3"),
		pick("Class", "Economy", "Economy", "Premium economy", "Business"),
		check("Direct flights only", false),
		button("Search flights", func(s *sim) {
			s.add(heading(2, "Flights to "+s.value("To")))
			s.add(box("table", "Flights", header("Flight", "Departs", "Arrives", "Price"), row("NK 204", "08:15", "10:05", "129 €"), row("BV 77", "12:40", "14:35", "99 €")))
		}),
	}}
}

func survey(*sim) *doc {
	return &doc{title: "Survey", body: []*node{
		heading(1, "Tell us what you think"),
		heading(2, "About you"),
		text("Your name"),
		{role: "textbox"},
		box("group", "Age", radio("Under 18", false), radio("18-29", false), radio("30-49", false), radio("50 or older", false)),
		heading(2, "Our service"),
		box("group", "How satisfied are you?", radio("Very satisfied", false), radio("Satisfied", false), radio("Not satisfied", false)),
		box("group", "Would you recommend us?", radio("Yes", false), radio("No", false)),
		box("group", "Which products do you use?", check("Lamps", false), check("Chairs", false), check("Tables", false)),
		field("textbox", "Comments"),
		button("Send answers", func(s *sim) { s.add(&node{role: "status", name: "Thank you, your answers were saved under ID 7731."}) }),
		button("Reset", func(s *sim) {}),
	}}
}

func settings(*sim) *doc {
	return &doc{title: "Settings", body: []*node{
		heading(1, "Settings"),
		box("tablist", "", &node{role: "tab", name: "Profile", attrs: "selected"}, &node{role: "tab", name: "Privacy", press: func(s *sim) {
			s.add(&node{role: "switch", name: "Share usage data", checked: true})
		}}),
		field("textbox", "Display name"), pick("Language", "English", "English", "Deutsch", "Norsk", "Français"), pick("Time zone", "UTC", "UTC", "Europe/Oslo", "Europe/Berlin"),
		{role: "switch", name: "Dark mode"},
		{role: "switch", name: "E-mail notifications", checked: true},
		{role: "slider", name: "Font size", value: "14"},
		button("Save changes", func(s *sim) { s.add(&node{role: "status", name: "Settings saved."}) }),
		button("Delete account", func(s *sim) {
			s.dialog = "Delete your account for good?"
			s.answer = func(s *sim, yes bool) {
				if yes {
					s.goTo(base + "/login")
				}
			}
		}),
		{role: "button", name: "Export data", attrs: "disabled"},
	}}
}

func prices(*sim) *doc {
	buy := func(name string) *node {
		return &node{role: "row", names: []string{name, map[string]string{"Lamp": "12.00 €", "Chair": "49.00 €", "Desk": "180.00 €"}[name], map[string]string{"Lamp": "in stock", "Chair": "2 left", "Desk": "sold out"}[name], ""}, kids: []*node{button("Buy", func(s *sim) {
			s.add(&node{role: "status", name: name + " added to your basket."})
		})}}
	}
	return &doc{title: "Prices", body: []*node{
		heading(1, "Our prices"),
		box("table", "Furniture", header("Item", "Price", "Stock", ""), buy("Lamp"), buy("Chair"), buy("Desk")),
		heading(2, "Plans"),
		box("region", "Basic plan", heading(3, "Basic"), text("$5 per month"), text("1 user"), button("Choose Basic", nil)),
		box("region", "Pro plan", heading(3, "Pro"), text("$20 per month"), text("10 users"), button("Choose Pro", func(s *sim) { s.add(&node{role: "status", name: "You chose Pro."}) })),
		text("Delivery costs 4.90 € and is free above 100 €."), text("Customer service: +47 22 33 44 55, help@shop.example"),
		text("We are open from 9:00 to 17:00, Monday to Friday."),
	}}
}

func article(*sim) *doc {
	return &doc{title: "The margay – Wild cats", body: []*node{
		box("navigation", "", link("Home", base+"/search"), link("Cats", base+"/prices"), link("Contact", base+"/terms")),
		box("main", "",
			heading(1, "The margay"), text("By Johanna Weiss, 4 March 2025"),
			text("The margay is a small wild cat of the American forests. It weighs between 2.6 and 4 kg and lives mostly in trees."),
			heading(2, "Diet"), text("It eats small mammals, birds, eggs and fruit."),
			heading(2, "Conservation"), text("Conservation status: Near Threatened"), text("The population is decreasing."),
			link("Read more about ocelots", base+"/terms"),
			box("list", "Facts", &node{role: "listitem", name: "Scientific name: Leopardus wiedii"}, &node{role: "listitem", name: "Length: 48 to 79 cm"}, &node{role: "listitem", name: "Lifespan: up to 20 years"}),
		),
	}}
}
