package offline_test

import "testing"

// tiers is a page with a fold of several lines of one form, and a sheet that asks
// before something is sent.
func tiers(*sim) *doc {
	return &doc{title: "自来水", body: []*node{
		heading(1, "网上营业厅"), box("radiogroup", "缴费方式", radio("现金", true), radio("银行代扣", false)),
		{role: "button", name: "阶梯水价说明", attrs: "collapsed", press: func(s *sim) {
			for _, line := range []string{"第一阶梯：0-180 立方米，每立方米 3.45 元。", "第二阶梯：181-260 立方米，每立方米 4.65 元。", "第三阶梯：超过 260 立方米，每立方米 7.85 元。"} {
				s.add(&node{role: "listitem", name: line})
			}
		}},
		field("textbox", "备注"), pick("托运行李", "", "", "10 公斤 ¥80", "20 公斤 ¥150"), text("座位"), box("group", "", button("14A", tells("已选 14A")), button("14C", tells("已选 14C"))), button("车位 B07", tells("已选车位 B07")),
		box("group", "讲解语种", check("普通话", true), check("英语", false)), box("group", "可服务时段", check("周六上午", false), check("周日下午", false)), check("需要开增值税专用发票", false), field("textbox", "税号"), button("保存草稿", tells("草稿已存")),
		button("提交报名", func(s *sim) {
			s.add(box("dialog", "请核对报名信息", heading(2, "请核对报名信息"), button("返回修改", nil), button("确认报名", tells("报名成功"))))
		}),
	}}
}

// TestChineseKindsOfFault: what strangers' Chinese prompts went wrong at.
func TestChineseKindsOfFault(t *testing.T) {
	t.Parallel()
	askOn(t, map[string]func(s *sim) *doc{base + "/tiers": tiers}, []asked{
		{"tiers", wish{"展开“阶梯水价说明”，看看第二阶梯每立方米多少钱，另外缴费方式改成银行代扣", holds{"缴费方式": "银行代扣"}, "阶梯水价说明", "4.65", "7.85"}},
		{"tiers", wish{"点“提交报名”，弹出来的窗口里再点“确认报名”", nil, "提交报名, 确认报名", "报名成功", "未做"}},
		{"tiers", wish{"点提交报名，跳出来的对话框里请点确认报名", nil, "提交报名, 确认报名", "报名成功", "未做"}},
		{"tiers", wish{"托运行李选20公斤,座位点14C,最后点保存草稿", holds{"托运行李": "20 公斤 ¥150"}, "14C, 保存草稿", "草稿已存", "未做"}},
		{"tiers", wish{"备注填靠窗,不要过道,座位点14A", holds{"备注": "靠窗,不要过道"}, "14A", "已选 14A", "未做"}},
		{"tiers", wish{"备注填“甲,乙，丙”,座位点14A", holds{"备注": "甲,乙，丙"}, "14A", "已选 14A", "未做"}},
		{"tiers", wish{"“需要开增值税专用发票”帮我勾一下,税号填 91330106MA27XK3L5P", holds{"需要开增值税专用发票": "true", "税号": "91330106MA27XK3L5P"}, "", "91330106MA27XK3L5P", "未做"}},
		{"tiers", wish{"讲解语种把英语也勾上,时段勾周六上午和周日下午,弄完点保存草稿", holds{"英语": "true", "普通话": "true", "周六上午": "true", "周日下午": "true"}, "保存草稿", "草稿已存", "未做"}},
		{"tiers", wish{"车位点B07,备注写常租", holds{"备注": "常租"}, "车位 B07", "常租", "未做"}},
	})
}
