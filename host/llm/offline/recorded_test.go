package offline_test

import (
	"os"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/llm/offline"
	"github.com/margay/margay/protocol/chat"
)

// recorded is a page as the page script drew it in a browser: a snapshot and
// its text. It can only be read.
type recorded struct{ snapshot, content string }

func readRecorded(t *testing.T, name string) recorded {
	t.Helper()
	data, err := os.ReadFile("testdata/recorded/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	snapshot, content, ok := strings.Cut(string(data), "\n=====\n")
	if !ok {
		t.Fatalf("%s has no second part", name)
	}
	head := "url: http://site/" + name + "\ntitle: " + name + "\ntab: 1\n\n"
	return recorded{head + snapshot, head + content}
}

func (r recorded) answer(t *testing.T, prompt string) string {
	t.Helper()
	req := llm.Request{Messages: []chat.Message{llmtest.User(prompt)}, Tools: toolList()}
	for range 20 {
		got, err := llmtest.Collect(t.Context(), offline.New(), req)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Calls) == 0 {
			return got.Text()
		}
		var results []string
		for _, c := range got.Calls {
			switch c.Name {
			case "snapshot":
				results = append(results, r.snapshot)
			case "get_tab_content":
				results = append(results, r.content)
			default:
				results = append(results, "url: x\ntab: 1\nfound: 0\n\n")
			}
		}
		req.Messages = append(req.Messages, llmtest.Round(got.Reply, results...))
	}
	t.Fatal("no answer after 20 rounds")
	return ""
}

// TestQuestionsAboutRecordedPages asks pages that real HTML gave. Half of what
// is listed must not be said: a wrong value is worse than none.
func TestQuestionsAboutRecordedPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ page, prompt, says, never string }{
		{"hotel", "How much is the suite per night?", "260 €", "120"},
		{"hotel", "What is the price of the double room?", "120 €", "260"},
		{"hotel", "Is the parking box ticked?", "is not ticked", ""},
		{"shop", "What does the Calathea cost?", "17.00 €", "24.90"},
		{"shop", "What is the price of the Spider plant?", "8.50 €", "24.90"},
		{"shop", "What is the name of the first product?", "Monstera", ""},
		{"shop", "What is the price of the cactus?", "did not find", "€"},
		{"contact", "What is the phone number and what are the opening hours?", "+47 55 12 34 56", ""},
		{"contact", "Where is the office?", "12 Harbour Street", ""},
		{"contact", "What is the fax number?", "did not find", "Fax number: +"},
		{"orders", "What is the status of order A-1002?", "Shipped", "Delivered"},
		{"orders", "Which order is in preparation?", "A-1003", "A-1001"},
		{"orders", "Report the total of A-1003 and the date of A-1001", "120.00 €", "31.10 €)"},
		{"orders", "What is the total of A-1009?", "did not find", "120.00"},
		{"orders", "Does the page say that returns are free?", "Free returns within 30 days", ""},
		{"recipe", "How long is the cooking time and how many servings does it make?", "Cooking time: 20 minutes", "310"},
		{"recipe", "How many eggs do I need?", "Eggs: 3", "250"},
		{"recipe", "What are the ingredients?", "500 ml milk", ""},
		{"recipe", "Who published the recipe?", "Lena Brandt", "Ana"},
		{"event", "When is the pottery workshop?", "12 June 2026", "6 June"},
		{"event", "How many places are left in the pottery workshop?", ": 3 (", ": 45"},
		{"event", "When is the Night market?", "21 June 2026", "12 June"},
		{"bank", "What is the balance?", "2,481.90 EUR", ""},
		{"bank", "What is the interest rate?", "did not find", "2,481"},
		{"library", "What is my card number?", "9023 1187", ""},
		{"library", "When does the library open?", "Tue–Sat 10:00–19:00", ""},
		{"job", "Who is the contact person?", "Ms. Olsen", ""},
		{"job", "Until when can I apply?", "30 June 2026", "1 September"},
		{"job", "What is the salary?", "2,900 €", ""},
		{"cart", "What does the teapot cost?", "£22.00", "£4.50"},
		{"cart", "What is the subtotal and the shipping?", "Subtotal: £26.50", "and the shipping: £"},
		{"cart", "What is the total?", "£29.50", "£26.50"},
		{"users", "What is the email address of Bo Lund?", "bo@x.example", "ada@"},
		{"users", "When was Cy Dahl last seen?", "2025-12-24", "2026"},
		{"users", "What is the role of Zed Quist?", "did not find", "Admin"},
		{"flights", "What is the gate of LH 861?", "C4", "B12"},
		{"flights", "When does the flight to Tromsø leave and from which gate?", "A7", "B12"},
		{"flights", "What does parking in P3 cost per day?", "520 NOK", "290"},
		{"flights", "What is the phone number of the lost and found office?", "+47 64 81 20 00", ""},
		{"flights", "What's the weather at the airport?", "light rain", ""},
		{"course", "Who is the teacher of Watercolours?", "Kai Storm", "Ana Ruiz"},
		{"course", "How many places are free in First aid?", ": 11 (", ": 20"},
		{"course", "What is the fee of the yoga course?", "did not find", "Yoga course: "},
		{"course", "What is the fee for Watercolours?", "165 €", "140"},
		{"weather", "When is sunset?", "21:48", "05:12"},
		{"weather", "What is the humidity?", "87 %", ""},
		{"weather", "Tell me the air pressure", "did not find", ""},
		{"support", "What is the hotline number?", "0800 555 010", ""},
		{"support", "Who is the CEO of the company?", "did not find", ""},
		{"vote", "When do the votes close and how many people have voted?", "11:30", ""},
		{"vote", "How many votes has the Pizza place?", "2", ": 3"},
	} {
		t.Run(c.page+"/"+c.prompt, func(t *testing.T) {
			t.Parallel()
			answer := readRecorded(t, c.page).answer(t, c.prompt)
			if !strings.Contains(answer, c.says) || c.never != "" && strings.Contains(answer, c.never) {
				t.Errorf("want %q and not %q, got:\n%s", c.says, c.never, answer)
			}
		})
	}
}
