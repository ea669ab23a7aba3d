package offline_test

import "testing"

// TestLeftBefore: what was known as weak and is mended, and more of the like.
func TestLeftBefore(t *testing.T) {
	t.Parallel()
	askAll(t, []asked{
		{"theatre", wish{"Where is the box office?", nil, "", "4 Quay Street", "7946"}},
		{"library", wish{"Tick the email option and save them with Central as the branch", holds{"Email me when it is ready": "true", "Pick-up branch": "Central"}, "Save preferences", "saved", "Not done"}},
		{"library", wish{"save my preferences with Riverside as the branch", holds{"Pick-up branch": "Riverside"}, "Save preferences", "saved", "Not done"}},
		{"vet", wish{"On which days is Dr Ben Holt in? Book with him.", nil, "Book", "Booking with Dr Ben Holt", "Not done"}},
		{"vet", wish{"View Dr Amara Osei's profile, then book with her", nil, "View profile, Book", "Booking with Dr Amara Osei", "Not done"}},
		{"council", wish{"look up LL57 1AB and choose 1 Mill Lane", holds{"Enter your postcode": "LL57 1AB", "Select your address": "1 Mill Lane"}, "Look up", "1 Mill Lane", "Not done"}},
		{"council", wish{"Is there a charge for a food caddy?", nil, "", "Free", "No:"}},
		{"council", wish{"is the food caddy free?", nil, "", "Free", "No:"}},
		{"vet", wish{"How much is a nail trim? Look under Prices.", nil, "Prices", "£14", "did not find"}},
		{"vet", wish{"How much is a microchip? Press Prices to see.", nil, "Prices", "£18", "Not done"}},
		{"theatre", wish{"Note the box office phone number, then pick the circle", holds{"Seating": "Circle – £24"}, "", "020 7946 0311", "Not done"}},
		{"nursery", wish{"When are you open? Then search for hosta", holds{}, "Search", "9:00", "Not done"}},
		{"kennel", wish{"Book a stay from 20 December 2026 to 27 December 2026 for two dogs in the heated suite and send the booking request", holds{"Arrival": "2026-12-20", "Departure": "2026-12-27", "Kennel type": "Heated suite"}, "More, Send booking request", "HT-6120", "Not done"}},
		{"wedding", wish{"Check availability for 12 June 2027 with 90 guests, ceremony on site", holds{"Wedding date": "2027-06-12", "Number of guests": "90", "Ceremony": "On site"}, "Check availability", "Orangery is free", "Not done"}},
		{"wedding", wish{"Request a viewing for Saturday 10am; partner 1 Lee, partner 2 Max", holds{"Preferred slot": "Saturday 10am", "Partner 1": "Lee", "Partner 2": "Max"}, "Request viewing", "AH-209", "Not done"}},
		{"taxoffice", wish{"Show me free slots for an in person appointment at the North office about my income tax return", holds{"Kind of appointment": "In person", "Office": "North (Elm Street)", "Concern": "Income tax return"}, "Show free slots", "", "xxx"}},
		{"lostfound", wish{"Report a lost blue scarf, last seen on tram 3 at 17:15", holds{}, "", "", "Report filed"}},
		{"kennel", wish{"Remove Max", nil, "", "Not done", "was removed"}},
		{"garage", wish{"Approve the quote for the gearbox", nil, "", "Not done", "approved"}},
		{"garage", wish{"cancel my booking", nil, "", "Not done", "Booked"}},
		{"lostfound", wish{"Don't send the report, just fill in navy as the colour", holds{"Colour": "navy"}, "", "navy", "Report filed"}},
		{"allotment", wish{"Do not press Withdraw my application. Tick the box about sharing.", holds{"I would share with another person": "true"}, "", "share", "left the list"}},
		{"orchestra", wish{"Continue to payment without renewing every year", holds{"Renew every year": "false"}, "Continue to payment", "CS-6604", "xxx"}},
		{"meals", wish{"Save meals without the nut allergy", nil, "Save meals", "", "xxx"}},
		{"lostfound", wish{"Untick It contains documents or cards and Text me updates", holds{"It contains documents or cards": "false", "Text me updates": "false"}, "", "already", "Ticked"}},
		{"vet", wish{"Untick text me a reminder and video consultation, then press Start over", holds{"Text me a reminder": "false", "Video consultation": "false"}, "Start over", "Cleared", "Ticked"}},
		{"vet", wish{"Describe the symptoms: he limps. Phone us in the morning. Email is best.", holds{"Email": "", "Contact number": ""}, "", "limps", "Filled “Email”"}},
		{"nursery", wish{"Note for the driver: Ring the bell. Home is the green door.", holds{"Note for the driver": "Ring the bell. Home is the green door"}, "", "green door", "Chose"}},
		{"meals", wish{"Message to cabin crew: Please wake me for the meal. Thank you!", holds{"Message to cabin crew": "Please wake me for the meal. Thank you!"}, "", "wake me", "xxx"}},
		{"vineyard", wish{"Click Yes, I am over 18. Empty my case but say no when it asks.", nil, "Yes, I am over 18, Empty my case, No, keep them", "as it was", "Not done"}},
		{"vineyard", wish{"Click Yes, I am over 18, then empty my case and say yes when it asks", nil, "Yes, I am over 18, Empty my case, Yes, empty it", "case is empty", "Not done"}},
		{"kennel", wish{"Set the heated suite, no webcam, with a bath", holds{"Kennel type": "Heated suite", "Bath before pick-up (£18)": "true", "Webcam access": "false"}, "", "Heated", "Not done"}},
	})
}
