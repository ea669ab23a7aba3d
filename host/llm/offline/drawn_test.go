package offline_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// grocer is drawn as many pages are: labels that are only texts before their fields,
// placeholders for names, choices to be pressed, numbers between two buttons, cells
// that name the control in the next one, things without a box around them.
func grocer(*sim) *doc {
	tell := func(text string) func(*sim) {
		return func(s *sim) { s.add(&node{role: "status", name: text}) }
	}
	count := text("1 份")
	step := func(by int) func(*sim) {
		return func(*sim) {
			n, _, _ := strings.Cut(count.name, " ")
			now, _ := strconv.Atoi(n)
			count.name = strconv.Itoa(now+by) + " 份"
		}
	}
	thing := func(name, fee string) []*node {
		return []*node{heading(3, name), text(fee), button("加入购物车", tell(name+"已加入"))}
	}
	clickable := func(name string) *node { return &node{role: "clickable", name: name, press: tell("选了" + name)} }
	answer := text("满 59 元免运费")
	faq := &node{role: "button", name: "运费怎么算？", attrs: "collapsed"}
	faq.press = func(s *sim) { s.add(answer) }
	body := []*node{text("本站使用 Cookie"), button("知道了", tell("提示已关闭")), heading(1, "鲜果铺")}
	body = append(append(body, thing("赣南脐橙", "￥39.90")...), thing("烟台苹果", "￥59.00")...)
	return &doc{title: "鲜果铺", body: append(body,
		box("table", "套餐", header("套餐", "份数", "价格", "配送员", ""), &node{role: "row", names: []string{"家庭装", "12份", "￥198", "何敏", ""}, kids: []*node{button("选择", tell("已选家庭装"))}},
			&node{role: "row", names: []string{"单人装", "3份", "￥58", "罗翔", ""}, kids: []*node{button("选择", tell("已选单人装"))}}),
		box("form", "",
			text("收货人"), hinted("textbox", "nm"), text("手机号"), field("textbox", "请输入11位手机号"), text("门牌"), field("textbox", "如：3号楼501"),
			text("配送时段"), clickable("上午 9-12点"), clickable("下午 2-5点"), text("送达日期"), hinted("date", "day"),
			text("到货时间"), &node{role: "combobox", hint: "at", value: "请选择", options: []string{"请选择", "09:00", "14:00"}},
			field("datetime", "预约上门时间"), text("份数"), button("-", step(-1)), count, button("+", step(1)),
			check("不要塑料袋", false), check("电话联系", true), button("提交订单", tell("下单成功，订单号 XG77"))),
		box("table", "", &node{role: "row", names: []string{"备注", "", "发票抬头", ""}, kids: []*node{hinted("textbox", "memo"), hinted("textbox", "title")}}),
		faq)}
}

// TestDrawnPages: in both languages what is drawn is read as a person reads it.
func TestDrawnPages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]wish{
		"label_before_a_placeholder": {"手机号填13900001111，门牌写5号楼302", map[string]string{"请输入11位手机号": "13900001111", "如：3号楼501": "5号楼302"}, "", "“手机号”", "未做"},
		"cells_name_their_controls":  {"发票抬头填青禾公司，备注填易碎", map[string]string{"title": "青禾公司", "memo": "易碎"}, "", "青禾公司", "未做"},
		"drawn_choice":               {"配送时段选下午，收货人填李雷", map[string]string{"nm": "李雷"}, "下午 2-5点", "李雷", "未做"},
		"drawn_choice_english":       {"Set 配送时段 to 上午 and enter 李雷 as the 收货人", map[string]string{"nm": "李雷"}, "上午 9-12点", "李雷", "Not done"},
		"drawn_choice_is_not_there":  {"配送时段选晚上", nil, "", "晚上", "已点击"},
		"nth_choice":                 {"到货时间选第二个", map[string]string{"at": "14:00"}, "", "14:00", "未做"},
		"time_among_choices":         {"到货时间选下午两点", map[string]string{"at": "14:00"}, "", "14:00", "未做"},
		"up_to_a_number":             {"份数改成3", nil, "+, +", "现在是“3”", "未做"},
		"down_by":                    {"份数减一", nil, "-", "现在是“0”", "未做"},
		"more_times":                 {"点两下加号", nil, "+, +", "+", "未做"},
		"tomorrow":                   {"送达日期选明天", map[string]string{"day": "2026-12-01"}, "", "2026-12-01", "未做"},
		"next_week":                  {"送达日期填下周三", map[string]string{"day": "2026-12-09"}, "", "2026-12-09", "未做"},
		"without_its_year":           {"送达日期填1月5号", map[string]string{"day": "2027-01-05"}, "", "2027-01-05", "未做"},
		"weekend_is_two_days":        {"送达日期填周末", map[string]string{"day": ""}, "", "日期", "现在是"},
		"heading_before_its_button":  {"把烟台苹果加入购物车", nil, "加入购物车", "烟台苹果已加入", "赣南脐橙已加入"},
		"name_in_a_longer_one":       {"给烟台苹果这个商品点加入购物车", nil, "加入购物车", "烟台苹果已加入", "赣南脐橙已加入"},
		"choose_in_its_row":          {"选家庭装，然后提交订单", nil, "选择, 提交订单", "（在“家庭装”中）", "已选单人装"},
		"part_of_a_thing":            {"家庭装包含多少份？配送员是谁", nil, "", "12份", "罗翔"},
		"part_by_its_sort":           {"单人装多少钱", nil, "", "￥58", "￥198"},
		"box_that_is_called_not":     {"不要塑料袋，不用电话联系", map[string]string{"不要塑料袋": "true", "电话联系": "false"}, "", "不要塑料袋", "未做"},
		"notice":                     {"关掉Cookie提示", nil, "知道了", "提示已关闭", "未做"},
		"question_that_opens":        {"运费怎么算", nil, "运费怎么算？", "满 59 元", "未做"},
		"dialog_that_is_not_there":   {"提交订单，如果弹出确认框就点确定", nil, "提交订单", "没有出现对话框", "未做"},
		"reads_on_without_a_comma":   {"点提交订单告诉我订单号", nil, "提交订单", "XG77", "未做"},
		"a_task_before_a_colon":      {"登记收货信息：收货人填韩梅，手机号填13700002222", map[string]string{"nm": "韩梅", "请输入11位手机号": "13700002222"}, "", "韩梅", "未做"},
		"ends_where_a_button_is":     {"备注填轻放，门口就行，点提交订单", map[string]string{"memo": "轻放，门口就行"}, "提交订单", "XG77", "未做"},
		"a_wish_that_is_a_box":       {"我要电话联系，备注填轻放，提交订单", map[string]string{"memo": "轻放", "电话联系": "true"}, "提交订单", "已经符合要求", "未做"},
		"needs_a_box":                {"需要不要塑料袋，备注填轻放", map[string]string{"memo": "轻放", "不要塑料袋": "true"}, "", "不要塑料袋", "未做"},
		"no_value_of_that_sort":      {"手机号登录，备注填轻放", map[string]string{"请输入11位手机号": "", "memo": ""}, "", "未做", "“手机号”"},
		"the_number_of_a_stepper":    {"份数是多少", nil, "", "1 份", "没有找到"},
		"look_at_what_it_opened":     {"运费怎么算？点开看看", nil, "运费怎么算？", "满 59 元", "未做"},
		"label_like_a_task":          {"预约上门时间：2026-12-03 14:30", map[string]string{"预约上门时间": "2026-12-03T14:30"}, "", "2026-12-03", "未做"},
		"a_column_then_a_link":       {"备注那栏就写轻放", map[string]string{"memo": "轻放"}, "", "轻放", "未做"},
		"names_no_other_thing":       {"把山东苹果梨加入购物车", nil, "", "未做", "已点击"},
		"a_label_like_a_command":     {"提交订单号码填5", nil, "", "未做", "已点击"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/fruit", map[string]func(s *sim) *doc{base + "/fruit": grocer})
			req := llm.Request{System: "Facts\n- Today is Monday, 30 November 2026.\n", Messages: []chat.Message{llmtest.User(c.prompt)}, Tools: toolList()}
			answer, _ := driveOn(t, s, req)
			c.check(t, s, answer)
		})
	}
}
