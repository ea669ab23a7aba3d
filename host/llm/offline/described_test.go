package offline_test

import (
	"testing"
)

// rink has things that people speak of by what they are about: a question that
// folds, a declaration, two ways of one choice, fields called like commands.
func rink(*sim) *doc {
	tell := func(text string) func(*sim) {
		return func(s *sim) { s.add(&node{role: "status", name: text}) }
	}
	booking := func(name string) *node {
		return box("listitem", "", text(name), button("Cancel", tell(name+" is cancelled")))
	}
	return &doc{title: "Rink", body: []*node{
		heading(1, "Rink"),
		{role: "button", name: "Do I need a skating lesson?", attrs: "collapsed", press: tell("Yes, it costs $7")},
		{role: "button", name: "Is there parking?", attrs: "collapsed", press: tell("Forty spaces")},
		field("textbox", "Order number"), field("textbox", "Search code"),
		box("radiogroup", "How", radio("Pickup at the rink", true), radio("Delivery (within 5 miles)", false)),
		field("date", "Pickup date"), check("I declare that I can skate alone", false), check("Send me news", false),
		button("Find order", tell("Bought on May 4")),
		heading(2, "My bookings"), box("list", "", booking("Hall 3, Monday"), booking("Hall 4, Monday")),
		button("Cancel all", tell("All are cancelled")),
	}}
}

// stall lists things with one button each in Chinese, and says its hours in a
// dialog.
func stall(*sim) *doc {
	tell := func(text string) func(*sim) {
		return func(s *sim) { s.add(&node{role: "status", name: text}) }
	}
	good := func(name string) *node {
		return box("listitem", "", heading(3, name), button("加入购物车", tell(name+"已加入")))
	}
	return &doc{title: "鲜果摊", body: []*node{
		heading(1, "鲜果摊"), link("购物车（0）", base+"/cart"),
		box("region", "Cookie 提示", text("我们使用 Cookie"), button("同意", tell("已保存偏好"))),
		button("配送说明", func(s *sim) {
			s.add(box("dialog", "配送说明", text("每天 16:30 前下单，当天送达；之后下单，次日送达。"), text("满 39 元免费")))
		}),
		box("list", "", good("黄芒果"), good("红草莓"), good("青苹果")),
		{role: "tab", name: "进度查询", press: tell("请输入编号")},
		heading(2, "我的预订"), box("list", "", box("listitem", "", text("新人培训 · 三楼"), button("取消", tell("新人培训已取消"))), box("listitem", "", text("周会 · 二楼"), button("取消", tell("周会已取消")))),
	}}
}

// kiosk has seats to press, prices in one sentence that a press brings, and fields
// whose values look like steps.
func kiosk(*sim) *doc {
	seat := func(name string) *node {
		return button(name, func(s *sim) { s.add(&node{role: "status", name: "Chosen: " + name}) })
	}
	return &doc{title: "Desk", body: []*node{
		heading(1, "Desk"), box("group", "Seats", seat("B4"), seat("C4"), seat("C5")), field("textbox", "Company"), pick("Reason for return", "Too big", "Too big", "Wrong item"),
		{role: "button", name: "Returns desk hours", attrs: "collapsed", press: func(s *sim) { s.add(text("Monday 9:00 to 17:00")) }},
		box("table", "Bikes", header("Bike", "Hour", "Day"), row("E-bike", "£11", "£44"), row("Tandem", "£9", "£30")),
		{role: "button", name: "Deposit and damage", attrs: "collapsed", press: func(s *sim) {
			s.add(text("We hold a deposit: £50 for a hybrid, £175 for an e-bike and £90 for a tandem."))
		}},
		text("Our fees are £185 for a dog, £95 for a cat and £60 for a pair of rabbits."),
		text("To book a space, please ring our line on 0113 496 0182."),
		button("Get a quote", func(s *sim) { s.add(&node{role: "status", name: "Your quote is Q-7"}) }),
	}}
}

// ward is a hospital's page: doctors with their titles behind their names, a search
// field, an order field whose placeholder looks like a value.
func ward(*sim) *doc {
	doctor := func(name, title string) *node {
		return box("listitem", "", heading(3, name+" "+title), button("预约", func(s *sim) { s.add(&node{role: "status", name: "已选择" + name}) }))
	}
	return &doc{title: "医院", body: []*node{
		heading(1, "医院"), box("list", "", doctor("陈晓岚", "主任医师"), doctor("刘畅", "副主任医师")),
		box("search", "", field("searchbox", "搜索医生"), button("搜索", func(s *sim) { s.add(text("赵敏 挂号费 168 元")) })),
		heading(2, "订单查询"), field("textbox", "订单号"),
		{role: "textbox", name: "工单号", attrs: `placeholder="KX-"`},
		button("查询", func(s *sim) { s.add(&node{role: "status", name: "车位 B2-117"}) }), field("textbox", "孩子姓名"),
	}}
}

// TestDescribed: what is spoken of by what it is about, by where it stands or
// together with others is found, and nothing else is taken for it.
func TestDescribed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page string
		wish
	}{
		"question_about":            {"rink", wish{"open the question about the skating lesson", nil, "Do I need a skating lesson?", "$7", "Not done"}},
		"question_about_nothing":    {"rink", wish{"open the question about horse riding", nil, "", "Not done", "Pressed"}},
		"declaration_that":          {"rink", wish{"tick the declaration that I can skate alone", map[string]string{"I declare that I can skate alone": "true"}, "", "Ticked", "Not done"}},
		"declaration_of_other":      {"rink", wish{"tick the declaration that I own a horse", map[string]string{"I declare that I can skate alone": "false"}, "", "Not done", "Ticked"}},
		"switch_from_to":            {"rink", wish{"switch from pickup to delivery", map[string]string{"How": "Delivery (within 5 miles)"}, "", "Delivery", "Not done"}},
		"switch_to_what_is_not":     {"rink", wish{"switch from pickup to helicopter", map[string]string{"How": "Pickup at the rink", "Pickup date": ""}, "", "Not done", "now"}},
		"field_called_like_command": {"rink", wish{"Order number 88213, search code 606, click Find order", map[string]string{"Order number": "88213", "Search code": "606"}, "Find order", "May 4", "Not done"}},
		"place_before_a_press":      {"rink", wish{"Under My bookings cancel the Hall 4 one", nil, "Cancel", "Hall 4, Monday is cancelled", "Not done"}},
		"place_without_the_thing":   {"rink", wish{"Under My bookings cancel the Hall 9 one", nil, "", "Not done", "Pressed"}},
		"each_of_two":               {"rink", wish{"press Cancel for Hall 3 and Hall 4", nil, "Cancel, Cancel", "Hall 4, Monday is cancelled", "Not done"}},
		"choice_that_is_not":        {"kiosk", wish{`choose "Recalled" as the reason for return`, nil, "", "Not done", "Pressed"}},
		"seats_with_their_noun":     {"kiosk", wish{"choose seats C4 and C5", nil, "C4, C5", "Chosen: C5", "Not done"}},
		"seat_that_is_not":          {"kiosk", wish{"choose seats C4 and Z9", nil, "C4", "Z9", "Chosen: Z9"}},
		"company_ends_a_sentence":   {"kiosk", wish{`Company: Fern Ltd. Switch on "Free parking". Then press Get a quote.`, map[string]string{"Company": "Fern Ltd"}, "", "Free parking", "Q-7"}},
		"deposit_that_a_press_says": {"kiosk", wish{"open up Deposit and damage and tell me what the deposit is on an e-bike", nil, "Deposit and damage", "£175", "£44"}},
		"price_for_one_of_several":  {"kiosk", wish{"tell me the fee for a cat", nil, "", ": £95", "did not find"}},
		"whole_phone_number":        {"kiosk", wish{"what number do I ring to book a space?", nil, "", "0113 496 0182 (", "did not find"}},
		"han_title_behind_name":     {"ward", wish{"点陈晓岚医生的预约", nil, "预约", "已选择陈晓岚", "未做"}},
		"han_behind_a_doctor":       {"ward", wish{"点刘畅医生后面的预约", nil, "预约", "已选择刘畅", "未做"}},
		"han_no_such_doctor":        {"ward", wish{"点王大夫后面的预约", nil, "", "未做", "已选择"}},
		"han_search_box":            {"ward", wish{"搜索框里输入赵敏，点搜索", map[string]string{"搜索医生": "赵敏"}, "搜索", "搜索", "未做"}},
		"han_step_behind_a_number":  {"ward", wish{"在订单查询那里输入订单号 YG20391 点查询", map[string]string{"订单号": "YG20391"}, "查询", "B2-117", "未做"}},
		"han_value_like_a_name":     {"ward", wish{"工单号填 KX-77120，点查询", map[string]string{"工单号": "KX-77120"}, "查询", "B2-117", "未做"}},
		"han_that_will_do":          {"ward", wish{"孩子姓名写王小满。填好就行", map[string]string{"孩子姓名": "王小满"}, "", "王小满", "未做"}},
		"han_each_of_two":           {"stall", wish{"把黄芒果和红草莓都加入购物车", nil, "加入购物车, 加入购物车", "红草莓已加入", "未做"}},
		"han_each_but_one_missing":  {"stall", wish{"把黄芒果和火龙果都加入购物车", nil, "加入购物车", "火龙果", "火龙果已加入"}},
		"han_first_one_missing":     {"stall", wish{"把火龙果和黄芒果都加入购物车", nil, "", "火龙果", "已点击"}},
		"han_to_the_page_of":        {"stall", wish{"进购物车页面", nil, "购物车（0）", "购物车", "未做"}},
		"han_no_such_page":          {"stall", wish{"进会员页面", nil, "", "未做", "已点击"}},
		"han_place_then_press":      {"stall", wish{"Cookie提示点同意", nil, "同意", "已保存偏好", "未做"}},
		"han_goal_before_colon":     {"stall", wish{"我想查办证进度：切换到进度查询", nil, "进度查询", "请输入编号", "未做"}},
		"han_in_that":               {"stall", wish{"把我的预订里“新人培训”那条取消掉", nil, "取消", "新人培训已取消", "未做"}},
		"han_not_in_that":           {"stall", wish{"把我的预订里“年会”那条取消掉", nil, "", "未做", "已点击"}},
		"han_before_what_hour":      {"stall", wish{"点开配送说明，告诉我几点之前下单能当天送到", nil, "配送说明", "16:30", "没有找到"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/"+c.page, map[string]func(s *sim) *doc{
				base + "/rink": rink, base + "/stall": stall, base + "/kiosk": kiosk, base + "/ward": ward, base + "/cart": func(*sim) *doc { return &doc{title: "购物车"} },
			})
			answer, _ := drive(t, s, nil, c.prompt)
			c.check(t, s, answer)
		})
	}
}
