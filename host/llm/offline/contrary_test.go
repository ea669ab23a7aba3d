package offline_test

import "testing"

// contraries are pages on which a reading that is a little off does the contrary.
func contraries() map[string]func(s *sim) *doc {
	return map[string]func(s *sim) *doc{
		base + "/friends": func(*sim) *doc {
			return &doc{title: "会员登记", body: []*node{
				heading(1, "会员登记"), field("textbox", "姓名"), box("radiogroup", "核对", radio("对", false), radio("错", false)),
				button("好友", tells("好友列表")), button("行程", tells("行程表")), button("对账", tells("对账单")), button("好的", tells("已关闭")), button("提交", tells("已登记")),
			}}
		},
		base + "/join": func(*sim) *doc {
			return &doc{title: "会员登记", body: []*node{
				heading(1, "会员登记"), field("textbox", "姓名"), field("textbox", "备注"), check("接收优惠信息", false), box("radiogroup", "有无既往病史", radio("有", false), radio("无", false)), button("提交", tells("已登记")),
			}}
		},
		base + "/classes": func(*sim) *doc {
			return &doc{title: "健身房", body: []*node{
				heading(1, "团课"), box("listitem", "", text("瑜伽"), text("周二 19:00"), button("取消预约", tells("已取消瑜伽"))),
				box("listitem", "", text("搏击"), text("周三 19:00"), button("预约", tells("已预约搏击"))), field("textbox", "备注"), button("退订课程", tells("已退订")),
			}}
		},
		base + "/seats": func(*sim) *doc {
			return &doc{title: "剧场", body: []*node{heading(1, "订位"), field("textbox", "备注"), button("提交预约", tells("已提交"))}}
		},
		base + "/mats": func(*sim) *doc {
			return &doc{title: "健身房", body: []*node{
				heading(1, "团课"), box("listitem", "", text("瑜伽"), text("周二 19:00"), button("取消预约", tells("已取消瑜伽"))), box("listitem", "", text("普拉提"), text("周四 19:00")),
				field("textbox", "备注"), button("提交预约", tells("已提交")), button("预约普拉提课", tells("已约普拉提")),
			}}
		},
		base + "/school": func(*sim) *doc {
			return &doc{title: "舞蹈学校", body: []*node{
				heading(1, "少儿舞蹈"), text("咨询电话：0512-8822 6110"), {role: "tab", name: "私教", press: tells("私教每节 300 元")}, button("报名", tells("已报名")),
			}}
		},
		base + "/tasting": func(*sim) *doc {
			return &doc{title: "Tastings", body: []*node{
				heading(1, "Book a tasting"), pick("Tasting", "Wine tasting", "Wine tasting", "Cheese tasting"), field("date", "Date"), pick("Time", "11:00", "11:00", "13:30"),
				field("textbox", "Address"), check("Newsletter", false), check("Gift wrap", false), button("Cancel", tells("Cancelled")), button("Delete account", tells("Account deleted")),
			}}
		},
	}
}

// TestContrary: nothing is done that a prompt did not ask for, or asked not to do.
func TestContrary(t *testing.T) {
	t.Parallel()
	askOn(t, contraries(), []asked{
		{"join", wish{"对，姓名填张三，备注填靠窗", holds{"姓名": "张三", "备注": "靠窗"}, "", "张三", "已点击"}},
		{"friends", wish{"好，姓名填张三", holds{"姓名": "张三"}, "", "张三", "已点击"}},
		{"friends", wish{"好的。姓名填张三", holds{"姓名": "张三", "核对": "?"}, "", "张三", "已点击"}},
		{"friends", wish{"嗯，对，姓名填张三，提交", holds{"姓名": "张三", "核对": "?"}, "提交", "已登记", "未做"}},
		{"friends", wish{"行,姓名填张三", holds{"姓名": "张三"}, "", "张三", "已点击"}},
		{"friends", wish{"好", nil, "", "我不明白“好”", "已点击"}},
		{"friends", wish{"好的", nil, "好的", "已关闭", "未做"}},
		{"friends", wish{"对", holds{"核对": "对"}, "", "核对", "已点击"}},
		{"friends", wish{"好，好友", nil, "好友", "好友列表", "未做"}},
		{"friends", wish{"好友", nil, "好友", "好友列表", "未做"}},
		{"join", wish{"不接收优惠信息", holds{"接收优惠信息": "false"}, "", "接收优惠信息", "已勾选"}},
		{"join", wish{"姓名填张三，既往病史无", holds{"姓名": "张三", "有无既往病史": "无"}, "", "张三", "已点击"}},
		{"join", wish{"备注写没啥要求", holds{"备注": "没啥要求"}, "", "没啥要求", "已点击"}},
		{"classes", wish{"约瑜伽", nil, "", "未做", "已点击"}},
		{"classes", wish{"约搏击", nil, "预约", "已预约搏击", "未做"}},
		{"classes", wish{"订一下课程", nil, "", "未做", "已点击"}},
		{"mats", wish{"约瑜伽", nil, "", "未做", "已点击"}},
		{"mats", wish{"约普拉提", nil, "预约普拉提课", "已约普拉提", "未做"}},
		{"seats", wish{"靠窗双人座的，提交预约", nil, "", "未做", "已点击"}},
		{"seats", wish{"把会员停了，提交预约", nil, "", "未做", "已点击"}},
		{"school", wish{"停车场在几号楼，咨询电话是多少，点私教看看，点报名", nil, "私教", "0512-8822 6110", "已报名"}},
		{"tasting", wish{"Cancel the cheese tasting on 19 December at 13:30", holds{"Tasting": "Wine tasting", "Date": "", "Time": "11:00"}, "", "Not done", "Pressed"}},
		{"tasting", wish{"Tick Gift wrap (because the shop is closed on 24 December)", holds{"Gift wrap": "true"}, "", "Passed over as a remark: “(because the shop is closed on 24 December)”", "Not done"}},
		{"tasting", wish{"Enter 12 High St as the address (we moved). Tick Gift wrap", holds{"Address": "12 High St", "Gift wrap": "true"}, "", "Passed over as a remark: “(we moved)”", "Not done"}},
		{"tasting", wish{"Press Delete account (if it is empty)", nil, "", "Not done", "Pressed"}},
		{"tasting", wish{"Tick Gift wrap (not the newsletter)", holds{"Newsletter": "false"}, "", "ewsletter", "Pressed"}},
		{"tasting", wish{"Enter 12 High St (no lift) as the address", holds{"Address": "12 High St (no lift)"}, "", "(no lift)", "Pressed"}},
	})
}
