package offline_test

import "testing"

// loans is a page of loans: what a press brings comes a moment later, beside an older
// line that is called like what is asked.
func loans(*sim) *doc {
	said := &node{role: "status"}
	lends := func(s *sim) {
		s.later = append(s.later, func(*sim) { said.name = "续借成功，新的应还日期 2026-12-24" })
	}
	reserves := func(s *sim) { s.add(text("预约成功，取书码 T502")) }
	return &doc{title: "图书馆", body: []*node{
		heading(1, "图书馆"), text("起借费 ¥20 · 配送费 ¥3"), text("12月8日（周二）闭馆一天，还书日期自动顺延。"),
		box("list", "", box("listitem", "", heading(3, "三体"), text("¥26"), button("预约", reserves)), box("listitem", "", heading(3, "何东讲坛"), button("预约", func(s *sim) { s.add(text("已预约何东")) }))),
		box("table", "", header("书名", "应还日期", ""), box("row", "", text("时间简史"), text("2026-12-03"), button("续借", lends))),
		field("textbox", "重量"), button("估算运费", func(s *sim) { s.add(text("预计运费 18 元")) }), said,
	}}
}

// helpdesk has a box that is called like a command, and a fold that a question is about.
func helpdesk(*sim) *doc {
	return &doc{title: "Help", body: []*node{
		heading(1, "Help"), field("textbox", "Phone"), field("textbox", "Message"), check("Send me a copy", false), button("Send message", tells("Sent")),
		text("€ 129.00"),
		{role: "button", name: "Washing instructions", attrs: "collapsed", press: func(s *sim) { s.add(text("Wash at 30 °C.")) }},
	}}
}

// TestPutBack: where the page does not let a value be, nothing is sent with the one before.
func TestPutBack(t *testing.T) {
	t.Parallel()
	shop := func(*sim) *doc {
		return &doc{title: "Shop", body: []*node{heading(1, "Shop"), {role: "spinbutton", name: "Quantity", value: "5", attrs: "limited"}, button("Order", tells("Ordered 5"))}}
	}
	askOn(t, map[string]func(*sim) *doc{base + "/limit": shop}, []asked{
		{"limit", wish{"Set Quantity to 9 and click Order", holds{"Quantity": "5"}, "", "it took “9”, and the page has put back “5” since", "Pressed"}},
	})
}

// TestSaidSo: ways to say it that a set of forty prompts of 2026-12-01 had.
func TestSaidSo(t *testing.T) {
	t.Parallel()
	askOn(t, map[string]func(*sim) *doc{base + "/loans": loans, base + "/help": helpdesk}, []asked{
		{"help", wish{"write Hello there as the message and send me a copy", holds{"Message": "Hello there", "Send me a copy": "true"}, "", "Send me a copy", "Pressed"}},
		{"help", wish{"Change my phone number to 0171 555 0192", holds{"Phone": "0171 555 0192"}, "", "0171", "number to"}},
		{"help", wish{"How should I wash it?", nil, "Washing instructions", "30 °C", "Pressed “€"}},
		{"loans", wish{"三体多少钱？配送费呢？", nil, "", "¥3（", "未做"}},
		{"loans", wish{"帮我挂何东医生的号", nil, "预约", "已预约何东", "未做"}},
		{"loans", wish{"预约第一本，取书码是多少", nil, "预约", "T502", "未做"}},
		{"loans", wish{"把《时间简史》续借一下，新的还书日期是哪天", nil, "续借", "2026-12-24", "12月8日"}},
		{"loans", wish{"重量填3，估算一下运费是多少", holds{"重量": "3"}, "估算运费", "18 元", "未做"}},
	})
}
