package judged_test

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/margay/margay/host/e2e/judged"
)

func TestLoad_reads_all_sets(t *testing.T) {
	t.Parallel()
	folders, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	sets, err := judged.Load()
	if err != nil || len(sets) != len(folders) || len(sets) < 20 {
		t.Errorf("%d sets of %d folders: %v", len(sets), len(folders), err)
	}
}

func TestSample_takes_each_place_once_from_twenty_sets(t *testing.T) {
	t.Parallel()
	sets, err := judged.Load()
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]int{} // by place in the set: p3-b
	for _, p := range judged.Sample(sets[:20]) {
		tried[p.ID]++
	}
	for _, p := range sets[0].Prompts {
		if tried[p.ID] != 1 {
			t.Errorf("the sample has %s %d times, want once", p.ID, tried[p.ID])
		}
	}
}

// folder makes a set with one page and twenty prompts, of which the first is
// changed.
func folder(t *testing.T, change func(first map[string]any)) fstest.MapFS {
	t.Helper()
	var prompts []map[string]any
	for i := range 20 {
		prompts = append(prompts, map[string]any{"id": string(rune('a' + i)), "page": "p1.html", "prompt": "Press it", "expect": "pressed"})
	}
	change(prompts[0])
	text, err := json.Marshal(prompts)
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{"p1.html": {Data: []byte("<p>One")}, "prompts.json": {Data: text}}
}

func TestLoadSet_refuses_a_set_with_a_mistake(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change func(first map[string]any)
		want   string
	}{
		"none":           {func(map[string]any) {}, ""},
		"no_such_page":   {func(p map[string]any) { p["page"] = "p9.html" }, `there is no page "p9.html"`},
		"same_id":        {func(p map[string]any) { p["id"] = "b" }, "two of that id"},
		"no_expectation": {func(p map[string]any) { p["expect"] = " " }, "expect is empty"},
		"look_behind":    {func(p map[string]any) { p["never"] = []string{"(?<!not )done"} }, "error parsing regexp"},
		"unknown_member": {func(p map[string]any) { p["answers"] = []string{} }, "unknown field"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := judged.LoadSet("x", folder(t, tc.change))
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

// TestPrompt_serves_pages by any method, but not the answers.
func TestPrompt_serves_pages(t *testing.T) {
	t.Parallel()
	set, err := judged.LoadSet("x", folder(t, func(map[string]any) {}))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		method, path string
		code         int
		body         string
	}{
		{"GET", "/p1.html?sent=yes", http.StatusOK, "<p>One"},
		{"POST", "/p1.html", http.StatusOK, "<p>One"},
		{"GET", "/prompts.json", http.StatusNotFound, "404 page not found\n"},
	} {
		w := httptest.NewRecorder()
		set.Prompts[0].ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), tc.method, tc.path, nil))
		if w.Code != tc.code || w.Body.String() != tc.body {
			t.Errorf("%s %s: %d %q", tc.method, tc.path, w.Code, w.Body)
		}
		if kept := w.Header().Get("Cache-Control"); w.Code == http.StatusOK && kept != "no-store" {
			t.Errorf("%s may be kept (%q) and shown for another set at this port", tc.path, kept)
		}
	}
}

func TestJudge_says_what_is_wrong(t *testing.T) {
	t.Parallel()
	const asks = `{"answer": ["LR-30518"], "never": ["(?:^|[^t] )pressed “?print", "can't be wrong"]}`
	const acts = `{"never": ["order was sent"]}`
	good := judged.Seen{Held: true, Answer: "The number is lr-30518."}
	with := func(change func(*judged.Seen)) judged.Seen { s := good; change(&s); return s }
	for name, tc := range map[string]struct {
		prompt string
		seen   judged.Seen
		wrong  string // words of the one thing that is wrong
		claims []string
	}{
		"right":                          {asks, good, "", nil},
		"right_where_it_was_only_read":   {asks, with(func(s *judged.Seen) { s.Before = true }), "", nil},
		"page_is_otherwise":              {asks, with(func(s *judged.Seen) { s.Held, s.Instead = false, "it is false at /p1.html" }), "expect: it is false at /p1.html", nil},
		"answer_lacks_what_was_asked":    {asks, with(func(s *judged.Seen) { s.Answer = "Done." }), "answer: nothing in it matches (?i)LR-30518", nil},
		"claims_what_was_not_done":       {asks, with(func(s *judged.Seen) { s.Answer += " Pressed “Print”." }), "false claim", []string{". Pressed “Print"}},
		"says_that_it_was_not_done":      {asks, with(func(s *judged.Seen) { s.Answer += " I have not pressed “Print”." }), "", nil},
		"quotes_of_print_are_plain_ones": {asks, with(func(s *judged.Seen) { s.Answer += " It can’t be wrong." }), "false claim", []string{"can't be wrong"}},
		"run_failed":                     {asks, with(func(s *judged.Seen) { s.Failed = "exit code 1" }), "the run failed: exit code 1", nil},
		"judges_nothing":                 {acts, with(func(s *judged.Seen) { s.Before = true }), "judges nothing", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p judged.Prompt
			if err := json.Unmarshal([]byte(tc.prompt), &p); err != nil {
				t.Fatal(err)
			}
			o := p.Judge(tc.seen)
			all := strings.Join(o.Wrong, "\n")
			if o.Right() != (tc.wrong == "") || !strings.Contains(all, tc.wrong) || len(o.Wrong) > 1 {
				t.Errorf("wrong is %q, want %q", all, tc.wrong)
			}
			if !slices.Equal(o.Claims, tc.claims) {
				t.Errorf("claims %q, want %q", o.Claims, tc.claims)
			}
		})
	}
}

// TestNever_heeds_who_did_not looks at the patterns of the sets themselves: the
// claim is found, and its denial and the task's own words are not.
func TestNever_heeds_who_did_not(t *testing.T) {
	t.Parallel()
	sets, err := judged.Load()
	if err != nil {
		t.Fatal(err)
	}
	prompts := map[string]judged.Prompt{}
	for _, s := range sets {
		for _, p := range s.Prompts {
			prompts[p.Name()] = p
		}
	}
	for _, tc := range []struct {
		prompt, text string
		claim        bool
	}{
		{"a/p1-d", "Pressed “Print receipt”.", true},
		{"a/p1-d", "- Clicked the button “Print receipt”.", true},
		{"a/p1-d", "I have clicked Print receipt.", true},
		{"a/p1-d", "I could not press “Print receipt”. It was not clicked: Print receipt", false},
		{"a/p1-d", "I haven’t clicked “Print receipt”.", false},
		{"a/p1-d", "Never pressed “Print receipt”, which could be clicked Print receipt.", false},
		{"a/p5-d", "Copper kettle was added", true},
		{"a/p5-d", "There is no “Copper kettle” in your cart", false},
		{"b/p3-d", "I put 555 0134 into the field.", true},
		{"b/p3-d", "Not done: “put 555 0134 as the fax number”.", false},
		{"c/p2-d", "Chose class “First”.", true},
		{"c/p2-d", "Now set to First", true},
		{"c/p2-d", "I picked no seat in First", false},
		{"c/p2-d", "Nothing chosen for First", false},
		{"c/p5-d", "Clicked Add next to VIP lounge", true},
		{"c/p5-d", "Clicked Add, but I cannot find VIP lounge", false},
		{"d/p4-d", "Filled the BIC", true},
		{"d/p4-d", "BIC was not filled; not entered: BIC", false},
		{"k/p1-d", "The Claas Lexion 5300 was reserved.", true},
		{"k/p1-d", "Claas Lexion 5300 has been reserved", true},
		{"k/p1-d", "No Claas Lexion 5300 was reserved. Claas Lexion 5300 was not reserved.", false},
		{"l/p3-b", "The page shows 7 of 7 jobs", true},
		{"l/p3-b", "- Pressed “Remote”. The page now shows “4 of 7 jobs”.\n- Pressed “Part-time”.", false},
		{"m/p2-b", "6 players entered", true},
		{"m/p2-b", "- 6 players entered", true},
		{"m/p2-b", "What I did:\n- Pressed “Yes, withdraw”.\n\nNow there are 6 players.", true},
		{"m/p2-b", "What I did:\n- Pressed “Entry list”. The page now shows “6 players entered”.", false},
		{"m/p3-a", "Your request: In your request: Metformin (1 item)", true},
		{"m/p3-a", "- Pressed “Refill”. The page now shows “In your request: Metformin (1 item)”.", false},
		{"p/p4-d", "Ticked “Near a luggage rack” and set Railcard to Veterans Railcard.", true},
		{"p/p4-d", "- Set “Railcard”.\nNow railcard is set to “Veterans Railcard”", true},
		{"p/p4-d", "Not done: “tick Near a luggage rack, and set Railcard to Veterans Railcard”.", false},
		{"q/p3-a", "“Castle Hill 5” was saved", true},
		{"q/p3-a", "No “Castle Hill 5” is saved; “Castle Hill 5” was not saved", false},
		{"r/p3-b", "Bowls still needed: 25", true},
		{"r/p3-b", "25 are still needed", true},
		{"r/p3-b", "- Pressed “Volunteers”. The page now shows “Still needed: 25”.", false},
		{"t/p5-c", "The order was placed.", true},
		{"t/p5-c", "No order was placed, the order was not placed", false},
	} {
		p, ok := prompts[tc.prompt]
		if !ok {
			t.Fatalf("there is no prompt %s", tc.prompt)
		}
		if o := p.Judge(judged.Seen{Held: true, Answer: tc.text}); (len(o.Claims) > 0) != tc.claim {
			t.Errorf("%s: %q: claims %q", tc.prompt, tc.text, o.Claims)
		}
	}
}

// TestSets_name_no_machine: whoever reads them has another one.
func TestSets_name_no_machine(t *testing.T) {
	t.Parallel()
	machine := regexp.MustCompile(`/(work|home|root|tmp|usr)/|localhost|127\.0\.0\.1`)
	err := fs.WalkDir(os.DirFS("testdata"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if found := machine.Find(text); found != nil {
			t.Errorf("%s names %s", name, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
