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
	})
}
