package offline_test

import "testing"

// TestTradesFourTimes: what goes together in one sentence, and what is not there.
func TestTradesFourTimes(t *testing.T) {
	t.Parallel()
	askAll(t, []asked{
		{"garage", wish{"Set the service to Interim service, add alignment and a courtesy car, and choose leaving the keys overnight", holds{"Service needed": "Interim service", "Wheel alignment": "true", "Courtesy car": "true", "Drop-off": "Leave the keys overnight"}, "", "Interim", "Not done"}},
		{"garage", wish{"Book it in for a brake check and read me the job number", holds{"Service needed": "Brake check"}, "Book it in", "JB-4471", "Not done"}},
		{"garage", wish{"Select Gearbox repair as the service, then book it in", holds{"Service needed": "Please choose"}, "", "Gearbox repair", "Booked"}},
		{"garage", wish{"In the fixed price table, what's the large car price for a timing belt?", nil, "", "£420", "did not find"}},
		{"garage", wish{"i want to know if my clutch is done. what's its status?", nil, "", "waiting for parts", "xxx"}},
		{"garage", wish{"Your name: O'Brien, Phone: 0161 496 0123 and tick both Air-con refill and Courtesy car", holds{"Your name": "O'Brien", "Phone": "0161 496 0123", "Air-con refill": "true", "Courtesy car": "true"}, "", "O'Brien", "Not done"}},
		{"wedding", wish{"Show me what the Catering tab says about evening canapés", nil, "Catering", "£21", "Not done"}},
		{"wedding", wish{"Change the number of guests from 0 to 95 and the wedding date to 14 August 2027", holds{"Number of guests": "95", "Wedding date": "2027-08-14"}, "", "95", "Not done"}},
		{"wedding", wish{"add the walled garden to the shortlist then press the rooms tab", nil, "Add to shortlist, Rooms", "Walled Garden", "Not done"}},
		{"wedding", wish{"Click the second Enquire button", nil, "Enquire", "Great Barn", "Not done"}},
		{"wedding", wish{"What does the Great Barn cost and how many does it seat?", nil, "", "£3,900", "did not find"}},
		{"wedding", wish{"Click \"Can we bring our own wine?\" and tell me how much corkage is", nil, "Can we bring our own wine?", "£9", "Not done"}},
		{"language", wish{"Choose Polish as mother tongue, Internet search for how I heard of you, tick that I am a student and untick the newsletter.", holds{"Mother tongue": "Polish", "How did you hear of us?": "Internet search", "I am a student (15% off)": "true", "Send me the newsletter": "false"}, "", "Polish", "Not done"}},
		{"language", wish{"Please join the waiting list for the Italian B1 course and tell me what message appears", nil, "Join waiting list", "on the list for Italian B1", "Not done"}},
		{"language", wish{"switch the format to online and press show courses, then say how many were found", holds{"Format": "Online"}, "Show courses", "4", "Not done"}},
		{"language", wish{"Enrol in Spanish A1", nil, "", "Not done", "You are enrolled"}},
		{"language", wish{"What are the office hours, and what number can I call?", nil, "", "+353 1 555 0164", "did not find"}},
		{"vineyard", wish{"Say yes to the age check. Then change the bottles for Old Oak Pinot Noir to 4 and add that one to the case.", nil, "Yes, I am over 18, Add to case", "Old Oak Pinot Noir 2021 added", "Not done"}},
		{"vineyard", wish{"yes, over 18. what does the courier cost?", nil, "Yes, I am over 18", "£8.50", "xxx"}},
		{"vineyard", wish{"Press the yes button, then under Tastings pick Cheese & wine, day 20 December 2026, start time 16:00 and 2 people", holds{"Tasting": "Cheese & wine (£28)", "Day": "2026-12-20", "Start time": "16:00", "People": "2"}, "Yes, I am over 18", "16:00", "Not done"}},
		{"vineyard", wish{"Click Yes, I am over 18 and then sort the wines so the cheapest come first", holds{"Sort wines": "Cheapest first"}, "Yes, I am over 18", "Cheapest", "Not done"}},
		{"allotment", wish{"Choose Priory Field as first choice, no preference as second choice, and full plot as plot size.", holds{"First choice of site": "Priory Field", "Second choice of site": "No preference", "Plot size": "Full plot (250 m²)"}, "", "Priory Field", "Not done"}},
		{"allotment", wish{"Application reference: WL-2201. Surname on the application: Moss. Check. What place am I in the queue?", holds{"Application reference": "WL-2201", "Surname on the application": "Moss"}, "Check", "14th", "Not done"}},
		{"allotment", wish{"Press \"Withdraw my application\" and cancel", nil, "Withdraw my application", "still on the list", "Not done"}},
		{"lostfound", wish{"Reset the search and then set the category to Clothing", holds{"Category": "Clothing"}, "Reset", "Clothing", "Not done"}},
		{"lostfound", wish{"On the set of keys click This is mine, then tell me what it says", nil, "This is mine", "LP-2230", "Not done"}},
		{"lostfound", wish{"What did you lose? A red umbrella\nColour: red\nAbout what time? 08:45\nPost it to me\nSend report", holds{"What did you lose?": "A red umbrella", "Colour": "red", "About what time?": "08:45", "How should we return it?": "Post it to me (£6)"}, "Send report", "77-3052", "Not done"}},
		{"lostfound", wish{"Where was the blue rucksack found?", nil, "", "Bus 12", "did not find"}},
		{"meals", wish{"Set Nora's meal to Gluten-free, Elias's to Halal, and save the meals", nil, "Save meals", "SM-5580", "Not done"}},
		{"meals", wish{"Pre-order hummus and crackers and the cheese toastie", nil, "Pre-order, Pre-order", "toastie", "Not done"}},
		{"meals", wish{"Find booking: reference KL22PQ, last name Vidal", holds{"Booking reference": "KL22PQ", "Last name": "Vidal"}, "Find booking", "No booking", "Not done"}},
		{"meals", wish{"Choose Lactose-free for Nora", nil, "", "Not done", "now"}},
		{"orchestra", wish{"Street and house number: 4 Canal Row; subscriber number: 88120; tickets by post; aisle seat preferred; continue to payment.", holds{"Street and house number": "4 Canal Row", "Subscriber number (if you have one)": "88120", "Tickets": "By post", "Aisle seat preferred": "true"}, "Continue to payment", "CS-6604", "Not done"}},
		{"kennel", wish{"Arrival: 20/12/2026, Departure: 27/12/2026, then choose 4–6 pm for the drop-off window and click Get a price", holds{"Arrival": "2026-12-20", "Departure": "2026-12-27", "Drop-off window": "4–6 pm"}, "Get a price", "£196.00", "Not done"}},
		{"kennel", wish{"Click Add a pet, enter Fig as the pet name and Lurcher as the breed, and save the pet", holds{"Pet name": "Fig", "Breed": "Lurcher"}, "Add a pet, Save pet", "Pet saved", "Not done"}},
		{"kennel", wish{"When is Olive's vaccination valid until?", nil, "", "19 January 2027", "did not find"}},
		{"kennel", wish{"Emergency contact: Jo, 07700 900777. Feeding instructions: dry food only. Tick webcam access.", holds{"Emergency contact": "Jo, 07700 900777", "Feeding instructions": "dry food only", "Webcam access": "true"}, "", "Jo", "Not done"}},
		{"taxoffice", wish{"Choose Other as my concern and North as the office, make it a video call for 2 people", holds{"Concern": "Other", "Office": "North (Elm Street)", "Kind of appointment": "Video call", "How many people are coming?": "2"}, "", "Video call", "Not done"}},
		{"taxoffice", wish{"Forename: Aya. Surname: Lind. Title: Ms. I need an interpreter. Interpreter language: Vietnamese. I agree that my data is stored.", holds{"Forename": "Aya", "Surname": "Lind", "Title": "Ms", "I need an interpreter": "true", "Interpreter language": "Vietnamese", "I agree that my data is stored": "true"}, "", "Vietnamese", "Not done"}},
		{"taxoffice", wish{"What should I bring to the appointment?", nil, "", "Passport", "did not find"}},
	})
}
