package offline_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// profile has fields and buttons in both languages, some with names that hold a word of “not”.
func profile(*sim) *doc {
	return &doc{title: "Profile", body: []*node{
		box("form", "", field("textbox", "Name"), field("textbox", "E-mail"), field("textbox", "Title"), field("textbox", "Quantity"), pick("Size", "Small", "Small", "Large"),
			field("textbox", "昵称"), field("textbox", "手机号"), pick("城市", "北京", "北京", "上海"), pick("席别", "二等座", "二等座", "一等座"), field("textbox", "别名"),
			check("I agree", false), check("Do not disturb", false),
			button("Save", tells("Saved")), button("Save draft", tells("Draft saved")), button("Sign up", tells("Welcome")), button("Add to cart", tells("Added")), button("Buy now", tells("Bought")),
			button("提交", tells("已提交")), button("保存", tells("已保存")), button("退出登录", tells("已退出"))),
	}}
}

func profileTable(t *testing.T, cases map[string]wish) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			other := []string{"保存", "提交"} // buttons of the other language are called alike
			if strings.ContainsFunc(c.prompt, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
				other = []string{"Save"}
			}
			s := newSim(base+"/profile", map[string]func(*sim) *doc{base + "/profile": func(s *sim) *doc {
				d := profile(s)
				d.body[0].kids = slices.DeleteFunc(d.body[0].kids, func(n *node) bool { return slices.Contains(other, n.name) })
				return d
			}})
			answer, _ := driveOn(t, s, llm.Request{System: "Today is Monday, 30 November 2026.", Messages: []chat.Message{llmtest.User(c.prompt)}, Tools: toolList(errandTools...)})
			c.check(t, s, answer)
		})
	}
}

// TestForbidden_behind_its_act: a word of “not” behind an act or a name forbids what stands
// before it in its clause.
func TestForbidden_behind_its_act(t *testing.T) {
	t.Parallel()
	profileTable(t, map[string]wish{
		"submit_need_not":        {"昵称填小丽;提交就不必了,保存一下即可。", holds{"昵称": "小丽"}, "保存", "没有动", "已点击“提交”"},
		"leave_not_needed":       {"退出登录就没必要了,点保存", nil, "保存", "没有动", "已点击“退出"},
		"press_not_needed":       {"点提交没必要,点保存", nil, "保存", "没有动", "已点击“提交”"},
		"press_need_not":         {"点提交就不必了,点保存。", nil, "保存", "没有动", "已点击“提交”"},
		"off_limits":             {"Set Quantity to 2; Buy now is off limits, Add to cart is fine.", holds{"Quantity": "2"}, "Add to cart", "Buy now", "Pressed “Buy now”"},
		"out_of_the_question":    {"Sign up is out of the question; Name is Sue.", holds{"Name": "Sue"}, "", "Sign up", "Pressed"},
		"question_and_no_thanks": {"点提交吗？不要了，点保存", nil, "保存", "没有动", "已点击“提交”"},
		"dash_and_dont":          {"Click Sign up - please don't! Save draft", nil, "Save draft", "Sign up", "Pressed “Sign up”"},
		"not_wanted_after_all":   {"昵称填小丽，提交不需要，保存一下", holds{"昵称": "小丽"}, "保存", "没有动", "已点击“提交”"},
		"question_and_dont":      {"Click Sign up? Please don't. Save draft.", nil, "Save draft", "Sign up", "Pressed “Sign up”"},
	})
}

// TestForbidden_in_values_and_names: a word of “not” in a value, in a quote or in a name
// that is on the page forbids nothing.
func TestForbidden_in_values_and_names(t *testing.T) {
	t.Parallel()
	profileTable(t, map[string]wish{
		"nickname_of_two":  {"昵称改成别小别,手机号填13600002222,点提交。", holds{"昵称": "别小别", "手机号": "13600002222"}, "提交", "别小别", "没有动"},
		"another_value":    {"昵称填小莫,点保存", holds{"昵称": "小莫"}, "保存", "小莫", "没有动"},
		"alias_of_a_noun":  {"别名填别克，昵称填小丽", holds{"别名": "别克", "昵称": "小丽"}, "", "别克", "没有动"},
		"an_act_behind_it": {"昵称填小丽别点提交", holds{"昵称": "小丽"}, "", "没有动", "已点击"},
		"handles_it":       {"别处理提交，昵称填小丽", holds{"昵称": "小丽"}, "", "没有动", "已点击"},
		"a_name_of_not":    {"Set Name to Not Me and save", holds{"Name": "Not Me"}, "Save", "Not Me", "Left alone"},
		"a_switch":         {"Turn on Do not disturb and save.", holds{"Do not disturb": "true"}, "Save", "Do not disturb", "Left alone"},
		"a_title":          {"Set the Title to Never Let Me Go and hit Save", holds{"Title": "Never Let Me Go"}, "Save", "Never Let Me Go", "Left alone"},
		"alias_behind":     {"城市选上海,别名填上海滩,保存一下。", holds{"城市": "上海", "别名": "上海滩"}, "保存", "上海滩", "没有动"},
		"alias_first":      {"别名填除夕,昵称填未来,点提交", holds{"别名": "除夕", "昵称": "未来"}, "提交", "除夕", "没有动"},
		"alias_and_save":   {"别名填大熊,点保存。", holds{"别名": "大熊"}, "保存", "大熊", "没有动"},
		"alias_after_ask":  {"请把昵称改成小雨,别名改成雨雨。", holds{"昵称": "小雨", "别名": "雨雨"}, "", "雨雨", "没有动"},
		"a_class_of_seats": {"席别选一等座，昵称填小丽，点提交", holds{"席别": "一等座", "昵称": "小丽"}, "提交", "一等座", "没有动"},
		"a_class_to_leave": {"昵称填小丽，席别先别选，点保存", holds{"席别": "二等座", "昵称": "小丽"}, "保存", "没有动", "未做"},
		"alias_with_colon": {"别名:大熊", holds{"别名": "大熊"}, "", "大熊", "没有动"},
	})
}

// TestForbidden_beside_what_is_asked: what is asked for beside what is forbidden is not told
// to be left alone “as asked”; where it is left out nothing is sent.
func TestForbidden_beside_what_is_asked(t *testing.T) {
	t.Parallel()
	profileTable(t, map[string]wish{
		"without_ticking":  {"Set Name to Jo and E-mail to jo@x.org without ticking I agree, then click Save draft.", holds{"Name": "Jo", "E-mail": "jo@x.org", "I agree": "false"}, "Save draft", "Left alone", "Left alone, as asked: “E-mail"},
		"instead_of":       {"Instead of Buy now, click Add to cart.", nil, "Add to cart", "Left alone, as asked: “Instead of Buy now”", "Not done"},
		"instead_of_use":   {"Instead of Buy now, use Add to cart, size Large.", holds{"Size": "Large"}, "Add to cart", "Left alone, as asked: “Instead of Buy now”", "Not done"},
		"before_i_confirm": {"在我确认之前不要点提交,别名填“测试员”。", holds{"别名": "测试员"}, "", "没有动", "已点击"},
		"unless_i_say":     {"昵称改成吴九,除非我说可以,否则不要点保存或提交。", holds{"昵称": "吴九"}, "", "没有动", "已点击"},
	})
}
