package offline_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// hire has fields for days and numbers, numbers between two buttons that step by one
// and by five, and buttons called like keys.
func hire(*sim) *doc {
	tell := func(text string) func(*sim) {
		return func(s *sim) { s.add(&node{role: "status", name: text}) }
	}
	counter := func(name string, from, by int) *node {
		shown := text(strconv.Itoa(from))
		step := func(by int) func(*sim) {
			return func(*sim) {
				now, _ := strconv.Atoi(shown.name)
				shown.name = strconv.Itoa(now + by)
			}
		}
		return box("group", name, text(name), button("-", step(-by)), shown, button("+", step(by)))
	}
	return &doc{title: "Hire", body: []*node{
		heading(1, "Hire"), field("date", "Pickup day"), field("datetime", "Ride at"),
		{role: "textbox", name: "Return day", attrs: `placeholder="YYYY-MM-DD"`},
		field("time", "Alarm"), field("spinbutton", "Budget"), field("spinbutton", "Load"),
		counter("Adults", 10, 5), counter("Bottles", 1, 1),
		box("group", "Seats", button("C4", tell("Chosen: C4")), button("C5", tell("Chosen: C5"))),
		button("Delete account", tell("Account is deleted")), link("Home page", base+"/home"), button("End of hire", tell("Hire is over")),
		button("Leave", func(s *sim) {
			s.dialog = "Leave without saving?"
			s.answer = func(s *sim, accept bool) { s.add(&node{role: "status", name: "Left: " + strconv.FormatBool(accept)}) }
		}),
	}}
}

func onHire(t *testing.T, s *sim, prompt string) string {
	t.Helper()
	req := llm.Request{System: "Facts\n- Today is Monday, 30 November 2026.\n", Messages: []chat.Message{llmtest.User(prompt)}, Tools: toolList(errandTools...)}
	answer, _ := driveOn(t, s, req)
	return answer
}

func newHire() *sim {
	return newSim(base+"/hire", map[string]func(s *sim) *doc{base + "/hire": hire, base + "/home": func(*sim) *doc { return &doc{title: "Home"} }})
}

// TestDays: of a day that is told by a distance the distance counts, and what cannot
// be counted for sure is refused; it is never filled as another day.
func TestDays(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"上周三":                           "2026-11-25",
		"上上周一":                          "2026-11-16",
		"下周三":                           "2026-12-09",
		"去年12月24日":                      "2025-12-24",
		"前年的十月一日":                       "2024-10-01",
		"明年10月1日":                       "2027-10-01",
		"后年3月5号":                        "2028-03-05",
		"今年1月5号":                        "2026-01-05",
		"1月5号上午":                        "2027-01-05",
		"前天":                            "2026-11-28",
		"大前天":                           "2026-11-27",
		"大后天":                           "2026-12-03",
		"the day before yesterday":      "2026-11-28",
		"the day after tomorrow":        "2026-12-02",
		"24 December last year":         "2025-12-24",
		"October 1 next year":           "2027-10-01",
		"Friday":                        "2026-12-04",
		"in 3 days":                     "2026-12-03",
		"from 5 January":                "2027-01-05",
		"until tomorrow":                "2026-12-01",
		"last Friday":                   "",
		"this past Friday":              "",
		"a week from tomorrow":          "",
		"two days after tomorrow":       "",
		"a week on Friday":              "",
		"Friday next week":              "",
		"the day before 24 December":    "",
		"a week after 2026-12-24":       "",
		"每周三":                           "",
		"明天之后一周":                        "",
		"12月24日前一天":                     "",
		"去年今天":                          "",
		"24 December the year after it": "",
	} {
		t.Run(said, func(t *testing.T) {
			t.Parallel()
			for _, name := range []string{"Pickup day", "Return day"} {
				s := newHire()
				answer := onHire(t, s, name+": "+said)
				if got := s.value(name); got != want {
					t.Errorf("%s holds %q, want %q\n%s", name, got, want, answer)
				}
				if refused := strings.Contains(answer, "date such as") || strings.Contains(answer, "日期"); refused != (want == "") {
					t.Errorf("the answer to %s:\n%s", name, answer)
				}
			}
		})
	}
}

// TestFigures: numbers with signs for hundreds and thousands are the numbers that
// people mean, and 千 of a unit is no thousand.
func TestFigures(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"3万": "30000", "3.5万": "35000", "3万5千": "35000", "3万5": "35000", "3万五": "35000", "3万500": "30500", "3万零5": "30005",
		"1千2百": "1200", "2百万": "2000000", "3百一晚": "300", "5千克": "5", "10千米": "10", "五千克": "5", "2千瓦": "2", "300千卡": "300",
		"5千": "5000", "三千五百克": "3500", "一万五": "15000", "1万5千米": "15000", "二十": "20",
	} {
		t.Run(said, func(t *testing.T) {
			t.Parallel()
			s := newHire()
			answer := onHire(t, s, "Budget填"+said)
			if got := s.value("Budget"); got != want {
				t.Errorf("holds %q, want %q\n%s", got, want, answer)
			}
		})
	}
}

// TestExactly: a press, a time and an answer to a dialog are what was said, or none.
func TestExactly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wish
		calls string
	}{
		"steps_of_five_to_between":    {wish{"Set adults to 12", nil, "+", "12", "Set “Adults”"}, ""},
		"steps_of_five":               {wish{"Set adults to 20", nil, "+, +", "holds “20”", "Not done"}, ""},
		"too_far_to_press":            {wish{"Set bottles to 300", nil, "", "too far from 300", "holds"}, ""},
		"as_far_as_it_goes":           {wish{"Set bottles to 41", nil, strings.TrimSuffix(strings.Repeat("+, ", 40), ", "), "holds “41”", "Not done"}, ""},
		"delete_is_a_button":          {wish{"Press Delete", nil, "Delete account", "Account is deleted", "key"}, ""},
		"home_is_a_link":              {wish{"press Home", nil, "Home page", "Home", "key"}, ""},
		"end_is_a_button":             {wish{"press End", nil, "End of hire", "Hire is over", "key"}, ""},
		"zh_delete_is_a_button":       {wish{"点击Delete", nil, "Delete account", "Account is deleted", "已按下"}, ""},
		"the_delete_key":              {wish{"Press the Delete key", nil, "", "Pressed the key “Delete”", "Not done"}, `press_key {"keys":"Delete"}`},
		"zh_the_delete_key":           {wish{"按Delete键", nil, "", "已按下", "未做"}, `press_key {"keys":"Delete"}`},
		"a_chord_with_end":            {wish{"Press Control+End", nil, "", "Control+End", "Not done"}, `press_key {"keys":"Control+End"}`},
		"do_not_leave":                {wish{"Press Leave, then do not leave", nil, "Leave", "Dismissed the dialog", "Accepted"}, ""},
		"zh_do_not_accept":            {wish{"点击Leave，然后别接受弹窗", nil, "Leave", "Left: false", "Left: true"}, ""},
		"do_not_dismiss_does_nothing": {wish{"Press Leave, then do not cancel the dialog", nil, "Leave", "Leave without saving?", "Left: "}, ""},
		"half_past":                   {wish{"Alarm: half past 8", map[string]string{"Alarm": ""}, "", "19:30", "holds"}, ""},
		"quarter_to":                  {wish{"Alarm: a quarter to 8", map[string]string{"Alarm": ""}, "", "19:30", "holds"}, ""},
		"zh_five_minutes_to":          {wish{"Alarm填差五分八点", map[string]string{"Alarm": ""}, "", "19:30", "现在是"}, ""},
		"last_week_at_a_time":         {wish{"Ride at: last Friday 9:30", map[string]string{"Ride at": ""}, "", "a date and a time", "holds"}, ""},
		"a_day_and_a_time":            {wish{"Ride at: tomorrow 9:30", map[string]string{"Ride at": "2026-12-01T09:30"}, "", "09:30", "Not done"}, ""},
		"zh_a_day_and_a_time":         {wish{"Ride at填去年12月24日下午三点半", map[string]string{"Ride at": "2025-12-24T15:30"}, "", "15:30", "未做"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newHire()
			c.check(t, s, onHire(t, s, c.prompt))
			if got := strings.Join(s.errands, "; "); got != c.calls {
				t.Errorf("called %s, want %s", got, c.calls)
			}
		})
	}
}

// TestNoStepIsForgotten: where the page cannot be read, the step that wanted it is
// named as not done, with all that follow.
func TestNoStepIsForgotten(t *testing.T) {
	t.Parallel()
	s := newHire()
	s.fate = func(int, string) (chat.CallStatus, bool) { return chat.CallError, false }
	answer := onHire(t, s, "choose seats C4 and C5, then press Leave")
	for _, want := range []string{"choose seats C4 and C5", "press Leave"} {
		if !strings.Contains(answer, want) {
			t.Errorf("does not say %q:\n%s", want, answer)
		}
	}
}

// TestAWaitThatBreaksOff: that something did not come is said only where the tool
// says so.
func TestAWaitThatBreaksOff(t *testing.T) {
	t.Parallel()
	for _, prompt := range []string{`Wait until "Loading" is gone`, `Wait for "Total" to appear`} {
		s := newHire()
		s.fate = func(_ int, tool string) (chat.CallStatus, bool) {
			if tool == "wait_for" {
				return chat.CallError, false
			}
			return chat.CallCompleted, false
		}
		answer := onHire(t, s, prompt)
		if !strings.Contains(answer, "he wait broke off: ") || strings.Contains(answer, "30 seconds") {
			t.Error(answer)
		}
	}
}
