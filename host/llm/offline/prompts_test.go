package offline_test

import (
	"fmt"
	"strings"
	"testing"
)

// trial is a prompt with what has to be true after it.
type trial struct {
	name, page, prompt string
	values             map[string]string // fields of the page that is there at the end
	at                 string            // the page at the end, if not the first
	pressed            []string          // in order; nil for none
	says               []string          // in the answer
	never              []string          // not in the answer
}

var trials = []trial{
	// checkout
	{name: "checkout_pairs_press_report", page: "checkout", prompt: "Fill in the order form: Name: Mira Lind, E-mail: mira@x.example, Quantity: 3, accept the terms, then press Place order and report the confirmation number.", at: "thanks", pressed: []string{"Place order"}, says: []string{"MG-48213"}},
	{name: "checkout_lines", page: "checkout", prompt: "Full name: Mira Lind\nEmail: mira@x.example\nPostcode: 0150\nTown: Oslo\nCountry: Norway", values: map[string]string{"Full name": "Mira Lind", "E-mail address": "mira@x.example", "ZIP": "0150", "City": "Oslo", "Country": "Norway"}},
	{name: "checkout_without_colons", page: "checkout", prompt: "fill in name Mira Lind and e-mail mira@x.example", values: map[string]string{"Full name": "Mira Lind", "E-mail address": "mira@x.example"}},
	{name: "checkout_set_and_choose", page: "checkout", prompt: "Set the quantity to 3, choose Large and pick express shipping", values: map[string]string{"Quantity": "3", "Size": "Large", "Shipping": "Express (next day)"}},
	{name: "checkout_choose_field_and_value", page: "checkout", prompt: "select size Small and tick gift wrap", values: map[string]string{"Size": "Small", "Gift wrap": "true"}},
	{name: "checkout_uncheck", page: "checkout", prompt: "Uncheck the newsletter box.", values: map[string]string{"Subscribe to our newsletter": "false"}},
	{name: "checkout_type_into", page: "checkout", prompt: `Type "Leave it at the door, please" into the order notes`, values: map[string]string{"Order notes": "Leave it at the door, please"}},
	{name: "checkout_put_in_box", page: "checkout", prompt: "put 0150 in the zip box and Oslo in the city box", values: map[string]string{"ZIP": "0150", "City": "Oslo"}},
	{name: "checkout_as", page: "checkout", prompt: "Enter Mira Lind as the name and +47 999 88 777 as the phone number", values: map[string]string{"Full name": "Mira Lind", "Phone (optional)": "+47 999 88 777"}},
	{name: "checkout_terms_link", page: "checkout", prompt: "Click the link Terms and tell me the heading", at: "terms", pressed: []string{"Terms"}, says: []string{"Terms of sale"}},
	{name: "checkout_coupon", page: "checkout", prompt: "Apply the coupon SAVE10", pressed: []string{"Apply"}, values: map[string]string{"Coupon code": "SAVE10"}, says: []string{"Coupon SAVE10 applied"}},
	{name: "checkout_rejected", page: "checkout", prompt: "Set name to Mira and press Place order, then tell me the confirmation number", pressed: []string{"Place order"}, says: []string{"accept the terms", "did not find"}, never: []string{"MG-"}},
	{name: "checkout_do_not", page: "checkout", prompt: "Fill in the name with Mira Lind, but do not place the order.", values: map[string]string{"Full name": "Mira Lind"}, says: []string{"Left alone"}},
	{name: "checkout_missing_field", page: "checkout", prompt: "Set the shoe size to 42 and press Place order", says: []string{"shoe size", "Not done"}, values: map[string]string{"Size": "Medium"}, never: []string{"Pressed"}},
	{name: "checkout_missing_button", page: "checkout", prompt: "press Book now", says: []string{"no button", "Book now"}, never: []string{"Pressed"}},
	{name: "checkout_missing_option", page: "checkout", prompt: "choose Gigantic for the size", says: []string{"Gigantic"}, values: map[string]string{"Size": "Medium"}, never: []string{"it holds"}},
	{name: "checkout_condition", page: "checkout", prompt: "If the total is above 50, press Place order", says: []string{"condition"}, never: []string{"Pressed"}},
	{name: "checkout_condition_after", page: "checkout", prompt: "Press Place order if the country is Norway.", says: []string{"condition"}, never: []string{"Pressed"}},
	{name: "checkout_missing_second_label", page: "checkout", prompt: "fill in name Mira and nickname Mimi", values: map[string]string{"Full name": "Mira"}, says: []string{"no field called “nickname”", "Not done: “nickname: Mimi”"}},
	{name: "checkout_is_ticked", page: "checkout", prompt: "Is the newsletter box ticked?", says: []string{"is ticked"}},
	// login
	{name: "login_sentence", page: "login", prompt: "Log in as mira with password s3cret! and tell me the heading", at: "account", pressed: []string{"Log in"}, says: []string{"Welcome back, Mira"}},
	{name: "login_pairs", page: "login", prompt: "User name: mira, password: s3cret!, remember me: yes. Then click Log in. How many unread messages are there?", at: "account", pressed: []string{"Log in"}, says: []string{"3"}},
	{name: "login_wrong", page: "login", prompt: "Log in with user mira and password wrong", pressed: []string{"Log in"}, says: []string{"Wrong user name or password"}},
	{name: "login_password_never_told", page: "login", prompt: `Enter "mira" in the user name field and "s3cret!" in the password field`, values: map[string]string{"Username or e-mail": "mira", "Password": "s3cret!"}, never: []string{"s3cret"}},
	{name: "login_forgot", page: "login", prompt: "click on Forgot your password", at: "terms", pressed: []string{"Forgot your password?"}},
	// search
	{name: "search_and_price", page: "search", prompt: "Search for rose and tell me the price of The Name of the Rose", pressed: []string{"Go"}, says: []string{"12.90 €"}},
	{name: "search_first", page: "search", prompt: "Search for 'rose', then report the first result.", pressed: []string{"Go"}, says: []string{"The Name of the Rose"}},
	{name: "search_add", page: "search", prompt: "Type rose into the search field, press Go and click Add to cart for Rose Gardening", pressed: []string{"Go", "Add to cart"}, says: []string{"Rose Gardening was added"}},
	{name: "search_ambiguous", page: "search", prompt: "Search for rose and press Add to cart", pressed: []string{"Go"}, says: []string{"Which one?"}},
	{name: "search_none", page: "search", prompt: "search for zebras and tell me what the page says", pressed: []string{"Go"}, says: []string{"No results for zebras"}},
	{name: "search_sort", page: "search", prompt: "Sort by: Newest", values: map[string]string{"Sort by": "Newest"}},
	// booking
	{name: "booking_chain", page: "booking", prompt: "Set departure date to 12 December 2026, return date to 19 December 2026, from: Oslo, to: Bergen. Choose Business and press Search flights. What is the price of NK 204?", pressed: []string{"Search flights"}, says: []string{"129 €"}, values: map[string]string{"Departure date": "2026-12-12", "Return date": "2026-12-19", "From": "Oslo", "To": "Bergen", "Class": "Business"}},
	{name: "booking_choices", page: "booking", prompt: "Choose one way, 2 passengers and 1 child", values: map[string]string{"Trip": "One way", "Passengers": "2", "Children": "1"}},
	{name: "booking_ambiguous_date", page: "booking", prompt: "Set the date to 2026-12-01", says: []string{"Which one?"}, values: map[string]string{"Departure date": "", "Return date": ""}},
	{name: "booking_time", page: "booking", prompt: "tick direct flights only and set earliest time to 7:30 pm", values: map[string]string{"Direct flights only": "true", "Earliest time": "19:30"}},
	// survey
	{name: "survey_all", page: "survey", prompt: "Name: Mira. Age: 30-49. Choose Very satisfied. Tick Lamps and Tables. Comments: All good. Send the answers and tell me the ID.", pressed: []string{"Send answers"}, says: []string{"7731"}, values: map[string]string{"Age": "30-49", "How satisfied are you?": "Very satisfied", "Lamps": "true", "Tables": "true", "Chairs": "false", "Comments": "All good"}},
	{name: "survey_recommend", page: "survey", prompt: "Select Yes for would you recommend us", values: map[string]string{"Would you recommend us?": "Yes"}},
	{name: "survey_satisfied", page: "survey", prompt: "choose “Satisfied” and submit", pressed: []string{"Send answers"}, values: map[string]string{"How satisfied are you?": "Satisfied"}},
	// settings
	{name: "settings_switch", page: "settings", prompt: "Turn on dark mode, turn off e-mail notifications and save the changes", pressed: []string{"Save changes"}, says: []string{"Settings saved"}, values: map[string]string{"Dark mode": "true", "E-mail notifications": "false"}},
	{name: "settings_change", page: "settings", prompt: "Change the language to Deutsch and the time zone to Europe/Oslo. Save.", pressed: []string{"Save changes"}, values: map[string]string{"Language": "Deutsch", "Time zone": "Europe/Oslo"}},
	{name: "settings_tab", page: "settings", prompt: "Open the Privacy tab and switch off share usage data", pressed: []string{"Privacy"}, values: map[string]string{"Share usage data": "false"}},
	{name: "settings_dialog", page: "settings", prompt: "Press Delete account and accept the dialog", pressed: []string{"Delete account"}, at: "login", says: []string{"Accepted the dialog"}},
	{name: "settings_dialog_refused_in_chinese", page: "settings", prompt: "点击 Delete account，不接受这个弹窗", pressed: []string{"Delete account"}, at: "settings", never: []string{"已接受"}},
	{name: "settings_dialog_left", page: "settings", prompt: "Press Delete account", pressed: []string{"Delete account"}, says: []string{"Delete your account for good?", "accept the dialog"}},
	{name: "settings_disabled", page: "settings", prompt: "click Export data", says: []string{"disabled"}, never: []string{"Pressed"}},
	{name: "settings_slider", page: "settings", prompt: "set the font size to 18", values: map[string]string{"Font size": "18"}},
	// prices
	{name: "prices_of", page: "prices", prompt: "Report the price of the Chair", says: []string{"49.00 €"}},
	{name: "prices_of_two", page: "prices", prompt: "Tell me the price of the lamp and the desk", says: []string{"12.00 €", "180.00 €"}},
	{name: "prices_much", page: "prices", prompt: "How much does the Pro plan cost?", says: []string{"$20 per month"}, never: []string{"$5"}},
	{name: "prices_stock", page: "prices", prompt: "what is the stock of the desk", says: []string{"sold out"}},
	{name: "prices_buy", page: "prices", prompt: "Press Buy next to Chair", pressed: []string{"Buy"}, says: []string{"Chair added to your basket"}},
	{name: "prices_phone", page: "prices", prompt: "Find the phone number of customer service", says: []string{"+47 22 33 44 55"}},
	{name: "prices_free", page: "prices", prompt: "Does the page say free above 100 €?", says: []string{"Yes", "free above 100 €"}},
	{name: "prices_missing", page: "prices", prompt: "What is the price of the sofa?", says: []string{"did not find"}, never: []string{"12.00", "49.00"}},
	{name: "prices_choose", page: "prices", prompt: "Choose the Pro plan", pressed: []string{"Choose Pro"}, says: []string{"You chose Pro"}},
	// article
	{name: "article_author", page: "article", prompt: "Who wrote the article?", says: []string{"Johanna Weiss"}},
	{name: "article_status", page: "article", prompt: "what is the conservation status", says: []string{"Near Threatened"}},
	{name: "article_name", page: "article", prompt: "Tell me the scientific name and the lifespan", says: []string{"Leopardus wiedii", "up to 20 years"}},
	{name: "article_find", page: "article", prompt: "find “small mammals”", says: []string{"small mammals, birds"}},
	{name: "article_no", page: "article", prompt: "Does the page mention tigers?", says: []string{"No"}, never: []string{"Yes"}},
	{name: "article_read", page: "article", prompt: "Read the page", says: []string{"small wild cat", "Leopardus"}},
	{name: "article_summary", page: "article", prompt: "Summarise this article", says: []string{"OPENAI_API_KEY"}},
	{name: "article_link", page: "article", prompt: "Click “Read more about ocelots” and tell me whether the page mentions 30 days", at: "terms", pressed: []string{"Read more about ocelots"}, says: []string{"Yes", "30 days"}},
	// across pages
	{name: "open_and_read", page: "article", prompt: "Go to http://127.0.0.1:8000/prices and report the price of the Lamp", at: "prices", says: []string{"12.00 €"}},
	{name: "open_and_fill", page: "article", prompt: "Open http://127.0.0.1:8000/checkout, fill in Name: Mira Lind; City: Oslo and tick gift wrap.", at: "checkout", values: map[string]string{"Full name": "Mira Lind", "City": "Oslo", "Gift wrap": "true"}},
	{name: "open_unknown", page: "article", prompt: "open http://nowhere.example/ and press Order", says: []string{"could not be opened", "Not done"}, never: []string{"Pressed"}},
	{name: "tabs", page: "article", prompt: "Which tabs are open?", says: []string{"The margay", "1 open tab"}},
	{name: "open_link_by_name", page: "checkout", prompt: "Go to the Shop page and tell me how much delivery costs", at: "prices", pressed: []string{"Shop"}, says: []string{"4.90 €"}},
	{name: "nonsense", page: "article", prompt: "flibbertigibbet", says: []string{"do not understand"}},
	{name: "greeting", page: "article", prompt: "Hello!", says: []string{"offline model"}},
}

func TestPrompts(t *testing.T) {
	right := 0
	for _, tr := range trials {
		t.Run(tr.name, func(t *testing.T) {
			s := newSim(base+"/"+tr.page, world())
			answer, _ := drive(t, s, nil, tr.prompt)
			if bad := tr.judge(s, answer); len(bad) > 0 {
				t.Errorf("%s\n  %s\nanswer:\n%s", tr.prompt, strings.Join(bad, "\n  "), answer)
				return
			}
			right++
		})
	}
	t.Logf("%d of %d prompts ended right", right, len(trials))
}

func (tr trial) judge(s *sim, answer string) []string {
	var bad []string
	say := func(format string, a ...any) { bad = append(bad, fmt.Sprintf(format, a...)) }
	at := tr.at
	if at == "" {
		at = tr.page
	}
	if s.url != base+"/"+at {
		say("ended at %s, want %s", s.url, at)
	}
	for name, want := range tr.values {
		if got := s.value(name); got != want {
			say("%s holds %q, want %q", name, got, want)
		}
	}
	if fmt.Sprint(s.pressed) != fmt.Sprint(tr.pressed) {
		say("pressed %q, want %q", s.pressed, tr.pressed)
	}
	for _, w := range tr.says {
		if !strings.Contains(answer, w) {
			say("does not say %q", w)
		}
	}
	for _, w := range tr.never {
		if strings.Contains(answer, w) {
			say("says %q", w)
		}
	}
	return bad
}

// TestOneSentenceForEverything: a sentence that only a person understands is
// refused whole; nothing is pressed for a part of it.
func TestOneSentenceForEverything(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/checkout", world())
	s.get("button", "Place order").name = "Order"
	answer, _ := drive(t, s, nil, "Order quantity 2 of the large size for Mira Lind, e-mail mira@example.com, express shipping, gift wrapped, and press Order")
	if len(s.pressed)+len(s.filled) != 0 || !strings.Contains(answer, "Not done") {
		t.Errorf("pressed %q, filled %q, answer:\n%s", s.pressed, s.filled, answer)
	}
}
