package offline_test

import "testing"

// TestTradesThrice: longer errands on the same pages, and short ones in the words of
// people in a hurry.
func TestTradesThrice(t *testing.T) {
	t.Parallel()
	askAll(t, []asked{
		{"garage", wish{"pick Brake check as what it needs and 8:30 to 10:00 as the time I bring it, then see the estimate", holds{"Service needed": "Brake check", "Drop-off": "8:30 to 10:00"}, "See the estimate", "£214.50", "Not done"}},
		{"garage", wish{"Untick nothing, tick Courtesy car, write \"knocking noise, front right\" in What is the car doing?, Book it in", holds{"Courtesy car": "true", "What is the car doing?": "knocking noise, front right"}, "Book it in", "JB-4471", "xxx"}},
		{"garage", wish{"Go to the fixed prices and tell me what an oil change costs for a small car", nil, "", "£59", "did not find"}},
		{"garage", wish{"who is the mechanic for AB12 CDE?", nil, "", "Joao", "Hafsa"}},
		{"wedding", wish{"date 3 July 2027, 60 guests, ceremony elsewhere, guests stay overnight, check availability", holds{"Wedding date": "2027-07-03", "Number of guests": "60", "Ceremony": "Elsewhere", "Guests stay overnight": "true"}, "Check availability", "Orangery is free", "Not done"}},
		{"wedding", wish{"Please have a look at the catering prices: what does the barn buffet cost per head?", nil, "Catering", "£38", "did not find"}},
		{"wedding", wish{"Click Enquire for the Great Barn, then click Add to shortlist for it too", nil, "Enquire, Add to shortlist", "Great Barn", "Not done"}},
		{"language", wish{"open the terms and conditions and read me the heading", nil, "Terms and conditions", "Care page", "Not done"}},
		{"vineyard", wish{"over 18: yes. then add 6 bottles of the Hillside Bacchus to the case and check out", nil, "Yes, I am over 18, Add to case, Check out", "CV-90021", "xxx"}},
		{"vineyard", wish{"Click Yes, I am over 18. Choose the Classic flight at 11:00 on 12 December 2026, 3 people. Reserve it and tell me the ref.", holds{"Tasting": "Classic flight (£15)", "Start time": "11:00", "Day": "2026-12-12", "People": "3"}, "Yes, I am over 18, Reserve tasting", "CV-118", "Not done"}},
		{"vineyard", wish{"Click Yes, I am over 18, then tell me how much the courier costs", nil, "Yes, I am over 18", "£8.50", "did not find"}},
		{"allotment", wish{"Is there water at Station Road?", nil, "", "No", "did not find"}},
		{"allotment", wish{"Enter Rosa for First name(s), Pell for Surname, then pick Full plot and tick the tenancy rules box", holds{"First name(s)": "Rosa", "Surname": "Pell", "Plot size": "Full plot (250 m²)", "I have read the tenancy rules": "true"}, "", "Rosa", "Not done"}},
		{"lostfound", wish{"what's the item number of the black umbrella", nil, "", "LP-2201", "LP-2215"}},
		{"lostfound", wish{"search keys, then reset", holds{"Search found items": "keys"}, "Search, Reset", "Search cleared", "Not done"}},
		{"lostfound", wish{"colour: navy, contact e-mail: ida@lost.example, I will pick it up, tick Text me updates & send the report", holds{"Colour": "navy", "Contact e-mail": "ida@lost.example", "How should we return it?": "I will pick it up", "Text me updates": "true"}, "Send report", "77-3052", "Not done"}},
		{"meals", wish{"For Nora choose Vegan. For Elias choose Child meal. Then save meals.", nil, "Save meals", "SM-5580", "Not done"}},
		{"meals", wish{"In Nora Haddad's section tick Severe nut allergy and pick Kosher", nil, "", "Kosher", "Not done"}},
		{"meals", wish{"What time does SL 482 depart, and how much is the cheese toastie?", nil, "", "€7.00", "did not find"}},
		{"orchestra", wish{"What number do I call with questions?", nil, "", "01 555 2390", "did not find"}},
		{"orchestra", wish{"Full name: Ines Roth; Town: Cork; then Continue to payment and give me the order number and the amount due", holds{"Full name": "Ines Roth", "Town": "Cork"}, "Continue to payment", "CS-6604", "did not find"}},
		{"kennel", wish{"What's the rate for a small dog in a standard kennel?", nil, "", "£24", "did not find"}},
		{"kennel", wish{"press More twice, choose the 8–10 am window and get a price", holds{"Drop-off window": "8–10 am"}, "More, More, Get a price", "£196.00", "Not done"}},
		{"kennel", wish{"Until what time is pick-up on Sundays?", nil, "", "4 pm", "did not find"}},
		{"taxoffice", wish{"Show free slots. Then take Wed 9 Dec, 14:00 and confirm the appointment. What number do I show?", nil, "Show free slots, Wed 9 Dec, 14:00, Confirm appointment", "T-0482", "Not done"}},
		{"taxoffice", wish{"appointment number is 88-12, move it", holds{"Appointment number": "88-12"}, "Move appointment", "new slot", "Not done"}},
		{"taxoffice", wish{"Select Payment plan for the concern and Video call for the kind of appointment; leave the number of people at 1", holds{"Concern": "Payment plan", "Kind of appointment": "Video call", "How many people are coming?": "1"}, "", "Video call", "xxx"}},
	})
}
