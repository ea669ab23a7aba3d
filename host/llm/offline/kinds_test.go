package offline_test

import "testing"

// parents has a leave to ask for, shops to queue at, notices to read, a code that is
// checked for a while, and a list that comes with the choice before it.
func parents(*sim) *doc {
	tell := func(text string) func(*sim) {
		return func(s *sim) { s.add(&node{role: "status", name: text}) }
	}
	shop := func(name string) *node {
		return box("listitem", "", heading(3, name), text(name+"56号，等位 8 桌"), button("取号", tell(name+"：B037")))
	}
	model := pick("Model", "")
	model.attrs = "disabled"
	product := pick("Product", "", "", "Oven", "Dishwasher")
	return &doc{title: "家长园地", body: []*node{
		heading(1, "请假"), field("date", "开始日期"), field("date", "结束日期"), box("radiogroup", "事由", radio("病假", false), radio("事假", false)),
		check("申请退伙食费", false), button("提交请假", tell("已提交")),
		pick("就餐人数", "", "", "1-2人（小桌）", "3-4人（中桌）"), box("list", "", shop("建设路店"), shop("天府店")),
		field("textbox", "优惠码"), button("使用", func(s *sim) {
			said := &node{role: "status", name: "校验中…"}
			s.add(said)
			s.later = append(s.later, func(*sim) { said.name = "立减 30 元" })
		}),
		box("list", "", box("listitem", "", heading(3, "春游安排"), text("集合时间：4月10日 8:20，幼儿园东门集合"), button("标为已读", tell("春游安排已读"))), box("listitem", "", heading(3, "家长会"), text("开始时间：3月27日 18:45"), button("标为已读", tell("家长会已读")))),
		button("Show dates", tell("Paper: 8 October")),
		button("详情", func(s *sim) {
			s.doc.body = append(s.doc.body, box("dialog", "药品", text("用法用量：每日1次，早餐后服用"), button("关闭", func(s *sim) { s.doc.body = s.doc.body[:len(s.doc.body)-1] })))
		}),
		box("region", "Cookies", text("We use cookies"), button("Only necessary", func(*sim) {})),
		{role: "tab", name: "Prices", press: func(s *sim) { s.add(box("table", "", header("Visit", "Fee"), row("Hygienist", "62"))) }},
		check("Printed proof", true), heading(3, "May I bring my dog?"), text("Only service dogs."), heading(3, "Where can I park?"),
		product, model, field("date", "Purchase date"),
		{role: "button", name: "Load models", press: func(s *sim) {
			s.later = append(s.later, func(*sim) { model.attrs, model.options = "", []string{"DW-640", "DW-640 Plus"} })
		}},
		{role: "switch", name: "Email reminders"},
		{role: "switch", name: "Text reminders", checked: true},
		pick("Sort by", "Name", "Name", "Price: low to high", "Price: high to low"),
		box("radiogroup", "Seating", radio("Stalls", false), radio("Circle", false)),
		{role: "spinbutton", name: "Adults"},
	}}
}

// TestKindsOfFault: what strangers' prompts went wrong at, in other words.
func TestKindsOfFault(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]wish{
		"zh_goal_then_values":      {"我要请假，开始日期2026-03-09，结束日期2026-03-10，事由选病假，点提交请假", map[string]string{"开始日期": "2026-03-09", "结束日期": "2026-03-10", "事由": "病假"}, "提交请假", "已提交", "未做"},
		"zh_goal_then_no_value":    {"我想请假，安静一点，点提交请假", nil, "", "安静一点", "已提交"},
		"zh_choice_then_two_steps": {"就餐人数选3-4人（中桌），给建设路店取个号，号码告诉我一声", map[string]string{"就餐人数": "3-4人（中桌）"}, "取号", "B037", "未做"},
		"zh_what_does_it_say":      {"优惠码填SNOW30，点使用，提示说啥？", map[string]string{"优惠码": "SNOW30"}, "使用", "立减 30 元", "校验中"},
		"zh_behind_an_address":     {"打开 " + base + "/parents 把春游安排标为已读", nil, "标为已读", "春游安排已读", "未做"},
		"zh_time_of_the_other":     {"把春游安排标为已读，告诉我集合时间", nil, "标为已读", "8:20", "18:45"},
		"zh_how_it_is_put":         {"点开详情，看看用法用量怎么写的，看完把窗口关闭", nil, "详情, 关闭", "每日1次", "未做"},
		"show_is_in_its_name":      {"untick Printed proof, then Show dates", nil, "Show dates", "8 October", "Not done"},
		"cookie_thing":             {"ok first get the cookie thing out of the way with Only necessary, then open the Prices tab", nil, "Only necessary, Prices", "Prices", "Not done"},
		"would_you_mind":           {"Hi, would you mind going to the Prices tab and letting me know what a hygienist visit costs?", nil, "Prices", "62", "Not done"},
		"remark_in_brackets":       {"Untick Printed proof (we don't need one). Then click Load models.", map[string]string{"Printed proof": "false"}, "Load models", "Unticked", "Not done"},
		"also_alone":               {"untick Printed proof. also, which tabs do i have open?", map[string]string{"Printed proof": "false"}, "", "open tab", "Not done"},
		"what_it_says_there":       {"let me know what it says there about bringing a dog", nil, "", "service dogs", "did not find"},
		"a_list_that_comes_late":   {"Set the product to Dishwasher, press Load models, pick DW-640 Plus as the model and put 3 March 2025 as the purchase date", map[string]string{"Product": "Dishwasher", "Model": "DW-640 Plus", "Purchase date": "2025-03-03"}, "Load models", "DW-640 Plus", "Not done"},
		"on_and_off":               {"Turn email reminders on and text reminders off", map[string]string{"Email reminders": "true", "Text reminders": "false"}, "", "Ticked “Email reminders”", "already"},
		"a_choice_with_a_comma":    {"Sort by price, low to high", map[string]string{"Sort by": "Price: low to high"}, "", "low to high", "Not done"},
		"words_behind_a_number":    {"I need three adult tickets in the circle", map[string]string{"Adults": "3", "Seating": "Circle"}, "", "Circle", "Not done"},
		"unknown_behind_a_number":  {"I need three adult tickets in the balcony", map[string]string{"Adults": ""}, "", "balcony", "holds"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/parents", map[string]func(s *sim) *doc{base + "/parents": parents})
			answer, _ := drive(t, s, nil, c.prompt)
			c.check(t, s, answer)
		})
	}
}
