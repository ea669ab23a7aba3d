package offline_test

import (
	"testing"
)

// clinic has what Chinese pages have: labels with and without a colon, a row for
// each doctor, a switch, choices, and a message after each press.
func clinic(*sim) *doc {
	tell := func(text string) func(*sim) {
		return func(s *sim) { s.add(&node{role: "status", name: text}) }
	}
	line := func(name, title, fee string) *node {
		return &node{role: "row", names: []string{name, title, fee, ""}, kids: []*node{button("挂号", tell("已选择"+name)), button("查看详情", tell(name+"的简介"))}}
	}
	return &doc{title: "市立医院预约挂号", body: []*node{
		heading(1, "预约挂号"),
		box("tablist", "", &node{role: "tab", name: "今日", attrs: "selected"}, &node{role: "tab", name: "明日", press: tell("明日排班")}),
		box("table", "医生", header("医生", "职称", "挂号费", ""), line("王芳", "主任医师", "¥50.00"), line("李强", "副主任医师", "¥30.00")),
		box("form", "就诊人信息",
			field("textbox", "就诊人姓名"), field("textbox", "手机号码"), field("date", "就诊日期"), field("time", "到院时间"),
			&node{role: "spinbutton", name: "陪同人数"}, pick("就诊科室", "内科", "内科", "外科", "眼科"), pick("选座方式", "随机", "随机", "靠窗"),
			box("radiogroup", "支付方式", radio("微信支付", false), radio("支付宝", false), radio("到院支付", true)),
			field("textbox", "备注"), check("我已阅读并同意用户协议", false), check("接收短信通知", true), &node{role: "switch", name: "深色模式"},
			button("提交预约", tell("预约成功！预约单号：GH20261224，请于12月24日下午3点前取号。")), button("重置", tell("已重置"))),
		text("咨询电话：010-8888 6666"), text("医院地址：人民路 18 号"), text("今日剩余号源 12 个"),
		link("帮助中心", base+"/help"),
	}}
}

// TestChinese: what people ask for in Chinese is done, the rest is named, in
// Chinese.
func TestChinese(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]wish{
		"labels_with_links":         {"请把就诊人姓名填成张伟，手机号码填13800138000，然后点击提交预约，告诉我预约单号是多少", map[string]string{"就诊人姓名": "张伟", "手机号码": "13800138000"}, "提交预约", "GH20261224", "未做"},
		"labels_without_links":      {"姓名张伟，手机号13912345678，备注对青霉素过敏，请提前告知", map[string]string{"就诊人姓名": "张伟", "手机号码": "13912345678", "备注": "对青霉素过敏，请提前告知"}, "", "张伟", "未做"},
		"in_the_box":                {"在备注里输入“不要 辣椒，谢谢”，再在姓名框中填写李雷", map[string]string{"备注": "不要 辣椒，谢谢", "就诊人姓名": "李雷"}, "", "李雷", "未做"},
		"into_the_box":              {"把李雷填到就诊人姓名里，把“A,B；C”写进备注", map[string]string{"就诊人姓名": "李雷", "备注": "A,B；C"}, "", "李雷", "未做"},
		"dates_times_numbers":       {"就诊日期选2026年12月24日，到院时间选下午三点半，陪同人数填两位", map[string]string{"就诊日期": "2026-12-24", "到院时间": "15:30", "陪同人数": "2"}, "", "15:30", "未做"},
		"choices":                   {"科室选眼科，支付方式选支付宝，选座方式选靠窗", map[string]string{"就诊科室": "眼科", "支付方式": "支付宝", "选座方式": "靠窗"}, "", "靠窗", "未做"},
		"choices_verb_first":        {"选择外科，再选择微信支付", map[string]string{"就诊科室": "外科", "支付方式": "微信支付"}, "", "微信支付", "未做"},
		"ticks":                     {"勾选同意用户协议，取消勾选接收短信通知，打开深色模式", map[string]string{"我已阅读并同意用户协议": "true", "接收短信通知": "false", "深色模式": "true"}, "", "深色模式", "未做"},
		"row_of_one":                {"点击李强那一行的挂号", nil, "挂号", "已选择李强", "未做"},
		"row_first":                 {"在王芳那一行点挂号，然后告诉我页面显示什么", nil, "挂号", "已选择王芳", "未做"},
		"second_row":                {"点击第二个挂号按钮", nil, "挂号", "已选择李强", "未做"},
		"found_then_pressed":        {"找到李强，点它的查看详情", nil, "查看详情", "李强的简介", "未做"},
		"no_such_row":               {"点击赵敏那一行的挂号", nil, "", "未做", "已点击"},
		"fee_of_one":                {"王芳的挂号费是多少？", nil, "", "¥50.00", "¥30.00"},
		"where_and_phone":           {"告诉我咨询电话和医院地址", nil, "", "010-8888 6666", "没有找到"},
		"how_many":                  {"今日还剩多少号源", nil, "", "12", "没有找到"},
		"is_there":                  {"页面上有没有“帮助中心”", nil, "", "帮助中心", "没有找到"},
		"is_it_ticked":              {"接收短信通知勾选了吗", nil, "", "已勾选", "没有找到"},
		"tab_then_told":             {"打开明日标签页，告诉我显示了什么", nil, "明日", "明日排班", "未做"},
		"missing_field":             {"就诊人姓名填张伟，身份证号填110101，点击提交预约", map[string]string{"就诊人姓名": "张伟"}, "", "身份证号", "已点击"},
		"missing_button":            {"陪同人数填3，然后点击打印凭条", map[string]string{"陪同人数": "3"}, "", "打印凭条", "已点击"},
		"missing_choice":            {"就诊科室选皮肤科", map[string]string{"就诊科室": "内科"}, "", "皮肤科", "现在是"},
		"after_submitting":          {"姓名填韩梅，提交后告诉我单号", map[string]string{"就诊人姓名": "韩梅"}, "提交预约", "GH20261224", "未做"},
		"lines":                     {"请填写表单：\n就诊人姓名：张 伟\n手机号码：13800138000\n支付方式：微信支付\n最后提交", map[string]string{"就诊人姓名": "张 伟", "手机号码": "13800138000", "支付方式": "微信支付"}, "提交预约", "预约成功", "未做"},
		"not_to_submit":             {"姓名填张伟，但是不要提交", map[string]string{"就诊人姓名": "张伟"}, "", "没有动", "已点击"},
		"english_names_chinese":     {"Enter 张伟 as the 就诊人姓名 and click 提交预约", map[string]string{"就诊人姓名": "张伟"}, "提交预约", "What I did", "我做了"},
		"can_you":                   {"能不能帮我把支付方式改成微信支付，谢谢！", map[string]string{"支付方式": "微信支付"}, "", "微信支付", "未做"},
		"if_then":                   {"如果挂号费超过40元，就点击提交预约", nil, "", "条件", "已点击"},
		"values_that_end_a_command": {"备注填上海出差，就诊人姓名填成都人", map[string]string{"备注": "上海出差", "就诊人姓名": "成都人"}, "", "上海出差", "未做"},
		"label_like_a_command":      {"选座方式选靠窗，然后重置", map[string]string{"选座方式": "靠窗"}, "重置", "已重置", "未做"},
		"a_button_ends_the_values":  {"手机号码填13800138000，重置", map[string]string{"手机号码": "13800138000"}, "重置", "已重置", "未做"},
		"the_last_part_is_a_field":  {"选择外科，陪同人数2", map[string]string{"就诊科室": "外科", "陪同人数": "2"}, "", "外科", "未做"},
		"not_another_of_its_kind":   {"点击提交预约取消申请", nil, "", "未做", "已点击"},
		"delete_is_no_cancel":       {"删除李强的挂号", nil, "", "未做", "已点击"},
		"two_of_one_thing":          {"李强的职称和挂号费分别是多少", nil, "", "副主任医师", "没有找到"},
		"thanks_at_the_end":         {"备注填少油，谢谢，再把姓名填成王五，谢谢啦！", map[string]string{"备注": "少油，谢谢", "就诊人姓名": "王五"}, "", "王五", "未做"},
		"key_without_the_tool":      {"姓名填王五，按回车", map[string]string{"就诊人姓名": "王五"}, "", "未做", "已点击"},
		"time_without_a_link":       {"到院时间下午两点，备注上海人", map[string]string{"到院时间": "14:00", "备注": "上海人"}, "", "14:00", "未做"},
		"a_word_of_another_form":    {"备注写：亲爱的，生日快乐！", map[string]string{"备注": "亲爱的，生日快乐！"}, "", "生日快乐", "未做"},
		"a_quarter_past":            {"到院时间填下午三点一刻", map[string]string{"到院时间": "15:15"}, "", "15:15", "未做"},
		"three_quarters":            {"到院时间填上午九点三刻", map[string]string{"到院时间": "09:45"}, "", "09:45", "未做"},
		"half_past":                 {"到院时间填晚上八点半", map[string]string{"到院时间": "20:30"}, "", "20:30", "未做"},
		"midnight":                  {"到院时间填晚上12点", map[string]string{"到院时间": "00:00"}, "", "00:00", "未做"},
		"in_the_night":              {"到院时间填夜里2点", map[string]string{"到院时间": "02:00"}, "", "02:00", "未做"},
		"noon":                      {"到院时间填中午12点", map[string]string{"到院时间": "12:00"}, "", "12:00", "未做"},
		"ten_thousands":             {"陪同人数填3万", map[string]string{"陪同人数": "30000"}, "", "30000", "未做"},
		"a_part_of_ten_thousands":   {"陪同人数填3.5万", map[string]string{"陪同人数": "35000"}, "", "35000", "未做"},
		"spoken_short":              {"陪同人数填一万五", map[string]string{"陪同人数": "15000"}, "", "15000", "未做"},
		"with_a_nought":             {"陪同人数填一百零五", map[string]string{"陪同人数": "105"}, "", "105", "未做"},
		"twelve":                    {"陪同人数填十二", map[string]string{"陪同人数": "12"}, "", "12", "未做"},
		"by_no_means":               {"姓名填张伟，千万不要提交", map[string]string{"就诊人姓名": "张伟"}, "", "没有动", "已点击"},
		"value_with_its_own_quotes": {"备注写：他说“好的”就行", map[string]string{"备注": "他说“好的”就行"}, "", "他说“好的”就行", "未做"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSim(base+"/clinic", map[string]func(s *sim) *doc{
				base + "/clinic": clinic, base + "/help": func(*sim) *doc { return &doc{title: "帮助中心"} },
			})
			answer, _ := drive(t, s, nil, c.prompt)
			c.check(t, s, answer)
		})
	}
}
