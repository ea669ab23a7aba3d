package offline_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// TestErrands: what is asked of the browser is done by its own tool and told; what
// did not come about is said to be so.
func TestErrands(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		prompt string
		calls  string
		says   string
		never  string
	}{
		"screenshot":            {"Take a screenshot", `screenshot {}`, "Took a screenshot of what is in view", "Not done"},
		"whole_page":            {"take a full-page screenshot.", `screenshot {"full_page":true}`, "whole page", "Not done"},
		"down":                  {"Scroll down", `scroll {"direction":"down"}`, "Scrolled down", "Not done"},
		"end":                   {"scroll to the bottom of the page", `scroll {"direction":"bottom"}`, "Scrolled to the bottom", "Not done"},
		"nothing_to_scroll":     {"scroll to the top", `scroll {"direction":"top"}`, "already", "Scrolled to the top"},
		"to_a_text":             {"Scroll down to Pay now", `scroll {"ref":"e2"}`, "Scrolled to “Pay now”", "Not done"},
		"to_what_is_not_there":  {"scroll to Refunds, then press Pay now", ``, "“Refunds” is not on the page", "Pressed"},
		"a_while":               {"wait 2 seconds and press Pay now", `wait_for {"ms":2000}`, "Waited 2 seconds", "Not done"},
		"too_long":              {"wait 5 minutes", ``, "30 seconds at most", "Waited"},
		"for_a_text":            {`Wait for "Total" to appear and tell me the total`, `wait_for {"text":"Total"}`, "£ 12.00", "Not done"},
		"for_what_never_comes":  {`wait until "Sold out" appears, then press Pay now`, `wait_for {"text":"Sold out"}`, "did not come", "Pressed"},
		"until_gone":            {`Wait until "Loading" is gone`, `wait_for {"gone":"Loading"}`, "is gone", "Not done"},
		"what_never_goes":       {`Wait until "Total" is gone, then press Pay now`, `wait_for {"gone":"Total"}`, "was still there after 30 seconds", "Pressed"},
		"close":                 {"Close this tab", `close_tab {"tab":1}`, "Closed the tab", "Not done"},
		"new_tab":               {"Open Terms in a new tab and tell me the page title", `open_tab {"url":"` + base + `/terms"}`, "in a new tab", "Not done"},
		"new_tab_without_link":  {"open Prices in a new tab", ``, "no link called “Prices”", "Opened"},
		"tab_by_title":          {"Switch to the Mail box tab", `activate_tab {"tab":2}`, "tab 2", "Not done"},
		"chord":                 {"Press Control+A", `press_key {"keys":"Control+A"}`, "Pressed the key “Control+A”", "Not done"},
		"arrow":                 {"press the down arrow key", `press_key {"keys":"ArrowDown"}`, "ArrowDown", "Not done"},
		"zh_screenshot":         {"截个图", `screenshot {}`, "已截取", "未做"},
		"zh_whole_page":         {"截一张整页图", `screenshot {"full_page":true}`, "整个页面", "未做"},
		"zh_scroll":             {"往下滚动到底部，然后截图", `scroll {"direction":"bottom"}; screenshot {}`, "向底部", "未做"},
		"zh_scroll_to":          {"滚动到Pay now", `scroll {"ref":"e2"}`, "已滚动到", "未做"},
		"zh_wait":               {"等三秒，再点 Pay now", `wait_for {"ms":3000}`, "已等待", "未做"},
		"zh_wait_for":           {"等待“售罄”出现", `wait_for {"text":"售罄"}`, "没有出现", "已出现"},
		"zh_close":              {"关闭当前标签页", `close_tab {"tab":1}`, "已关闭标签页", "未做"},
		"zh_new_tab":            {"在新标签页打开Terms", `open_tab {"url":"` + base + `/terms"}`, "新标签页", "未做"},
		"zh_key":                {"按下Escape键", `press_key {"keys":"Escape"}`, "已按下", "未做"},
		"said_of_the_abilities": {"compose a poem", ``, "take screenshots", "Pressed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/till", map[string]func(s *sim) *doc{
				base + "/till": func(*sim) *doc {
					return &doc{title: "Till", body: []*node{text("Total: £ 12.00"), link("Terms", base+"/terms"), button("Pay now", func(s *sim) { s.add(&node{role: "status", name: "Paid"}) })}}
				},
				base + "/terms": func(*sim) *doc { return &doc{title: "Terms of sale"} },
			})
			s.tabs = []string{`- tab 2 "Mail box" url="http://mail.example/"`}
			answer, _ := driveOn(t, s, llm.Request{System: "You drive a browser.", Messages: []chat.Message{llmtest.User(c.prompt)}, Tools: toolList(errandTools...)})
			if got := strings.Join(s.errands, "; "); got != c.calls {
				t.Errorf("called %s, want %s\n%s", got, c.calls, answer)
			}
			if !strings.Contains(answer, c.says) || strings.Contains(answer, c.never) {
				t.Errorf("want %q and not %q in\n%s", c.says, c.never, answer)
			}
		})
	}
}
