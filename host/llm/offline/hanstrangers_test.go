package offline_test

import "testing"

func express(*sim) *doc {
	return &doc{title: "快递", body: []*node{
		box("navigation", "", link("首页", base+"/care"), link("我的订单", base+"/care"), link("网点查询", base+"/care")),
		heading(1, "寄快递"),
		box("group", "寄件人", field("textbox", "姓名"), field("textbox", "手机号"), field("textbox", "详细地址")),
		box("group", "收件人", field("textbox", "收件人姓名"), field("textbox", "收件人电话"), field("textbox", "收件地址")),
		pick("物品类型", "请选择", "请选择", "文件", "衣物", "电子产品", "食品"),
		{role: "spinbutton", name: "重量（公斤）"},
		box("radiogroup", "取件方式", radio("上门取件", true), radio("自送网点", false)),
		pick("取件时间", "", "", "今天 18:00 前", "明天上午", "明天下午"),
		check("保价", false), field("textbox", "保价金额"), check("到付", false), check("我已阅读并同意《运输条款》", false), field("textbox", "备注信息"),
		button("立即下单", tells("下单成功，运单号 SF88230017")),
		heading(2, "查快递"), field("textbox", "运单编号"), button("查询", tells("快件已到达杭州转运中心")),
		heading(2, "运费参考"), box("table", "", header("重量", "省内", "跨省"), row("1公斤以内", "10元", "13元"), row("每增加1公斤", "2元", "5元")),
		{role: "button", name: "哪些物品不能寄？", attrs: "collapsed", press: tells("易燃易爆品、活体动物不能寄。")},
		text("客服热线：400-811-6666"), text("服务时间：每天 8:00-22:00"),
	}}
}

func gym(*sim) *doc {
	card := func(name, coach, when, left string) *node {
		return box("listitem", "", heading(3, name), text("教练："+coach), text(when), text("剩余名额 "+left), button("预约", tells(name+"预约成功")), button("详情", tells(name+"每节 60 分钟")))
	}
	return &doc{title: "健身房", body: []*node{
		box("tablist", "", &node{role: "tab", name: "团课", attrs: "selected"}, &node{role: "tab", name: "私教", press: tells("私教每节 380 元")}, &node{role: "tab", name: "会员卡", press: func(s *sim) {
			s.add(box("table", "", header("卡种", "价格"), row("月卡", "299 元"), row("季卡", "799 元"), row("年卡", "2399 元")))
		}}),
		heading(1, "本周团课"), pick("门店", "全部门店", "全部门店", "朝阳店", "海淀店"), pick("难度", "不限", "不限", "初级", "中级", "高级"), check("只看可预约", false), button("筛选", tells("共 3 节课")),
		box("list", "", card("动感单车", "王磊", "周二 19:00", "5"), card("流瑜伽", "林青", "周三 18:30", "2"), card("拳击燃脂", "赵虎", "周六 10:00", "0")),
		heading(2, "入会登记"), box("form", "", field("textbox", "姓名"), box("radiogroup", "性别", radio("男", false), radio("女", false)), field("date", "出生日期"), field("textbox", "手机号码"), field("textbox", "紧急联系人"), pick("健身目标", "", "", "减脂", "增肌", "康复"), field("textbox", "健康状况说明"), check("接收课程提醒", true), &node{role: "switch", name: "自动续费"}, check("同意会员协议", false), button("提交登记", tells("登记成功，会员号 GYM0927")), button("重填", tells("已清空"))),
		text("营业时间：6:30-23:00"), text("前台电话：010-6555 0199"), text("地址：青年路 21 号 B1 层"),
	}}
}

func hotel(*sim) *doc {
	room := func(name, bed, price string) *node {
		return &node{role: "row", names: []string{name, bed, price, ""}, kids: []*node{button("预订", tells("已选择"+name)), button("查看图片", tells(name+"图片"))}}
	}
	count := func(name string, from string) *node {
		shown := text(from)
		by := func(d int) func(*sim) {
			return func(*sim) { n := int(shown.name[0]-'0') + d; shown.name = string(rune('0' + n)) }
		}
		return box("group", name, text(name), button("−", by(-1)), shown, button("+", by(1)))
	}
	return &doc{title: "云栖酒店", body: []*node{
		box("dialog", "", text("本站使用 Cookie"), button("全部接受", func(*sim) {}), button("仅必要", func(*sim) {})),
		heading(1, "预订客房"), field("date", "入住日期"), field("date", "离店日期"), count("成人", "1"), count("儿童", "0"),
		box("table", "房型", header("房型", "床型", "价格", ""), room("豪华大床房", "大床 1.8 米", "¥688"), room("湖景双床房", "双床 1.2 米", "¥788"), room("家庭套房", "大床+双床", "¥1288")),
		box("group", "", text("早餐"), radio("不含早", true), radio("单早", false), radio("双早", false)),
		field("textbox", "入住人"), field("textbox", "联系手机"), pick("预计到店", "", "", "14:00 前", "14:00-18:00", "18:00 以后"), field("textbox", "特殊要求"), check("需要发票", false), check("需要接机", false), field("textbox", "优惠码"), button("使用", tells("已优惠 50 元")),
		button("提交订单", func(s *sim) {
			s.dialog = "确认提交订单吗？"
			s.answer = func(s *sim, ok bool) {
				if ok {
					s.add(&node{role: "status", name: "订单已提交，订单号 YQ30881"})
				} else {
					s.add(&node{role: "status", name: "已取消提交"})
				}
			}
		}),
		{role: "button", name: "取消政策", attrs: "collapsed", press: tells("入住前一天 18:00 前可免费取消")},
		{role: "button", name: "宠物政策", attrs: "collapsed", press: tells("不可携带宠物")},
		text("前台电话：0571-8800 1234"), text("停车：免费停车位 40 个"),
	}}
}

func school(*sim) *doc {
	act := func(name, when string) *node {
		return box("article", "", heading(3, name), text(when), button("报名", tells("已报名"+name)), button("收藏", tells("已收藏"+name)))
	}
	return &doc{title: "社区学校", body: []*node{
		heading(1, "活动中心"), box("search", "", &node{role: "searchbox", attrs: `placeholder="搜索活动"`, hint: "kw"}, button("搜索", tells("找到 2 个活动"))),
		act("亲子陶艺", "12月5日 14:00"), act("书法入门", "12月6日 9:30"), act("摄影外拍", "12月12日 13:00"),
		heading(2, "反馈"), box("form", "", pick("反馈类型", "", "", "建议", "投诉", "表扬"), box("group", "涉及方面", check("课程内容", false), check("教师态度", false), check("场地环境", false)), field("textbox", "反馈内容"), field("textbox", "联系邮箱"), check("匿名提交", false), button("提交反馈", tells("感谢反馈，编号 FK-108"))),
		heading(2, "通知设置"), box("form", "", &node{role: "switch", name: "短信通知", checked: true}, &node{role: "switch", name: "邮件通知"}, &node{role: "switch", name: "微信通知"}, pick("提醒时间", "提前1天", "提前1天", "提前3小时", "提前1小时"), button("保存设置", tells("设置已保存"))),
		heading(2, "公告"), link("关于元旦放假的通知", base+"/care"), link("图书角捐书活动", base+"/care"),
		box("table", "", header("教室", "容量", "状态"), row("201", "30人", "空闲"), row("202", "24人", "使用中"), row("多功能厅", "120人", "已预订")),
	}}
}

func teaShop(*sim) *doc {
	good := func(name, price, sold string) *node {
		return box("listitem", "", link(name, base+"/care"), text(price), text(sold), &node{role: "spinbutton", name: "数量", value: "1"}, button("加入购物车", tells(name+"已加入购物车")), button("收藏", tells("已收藏"+name)))
	}
	return &doc{title: "茶叶店", body: []*node{
		link("购物车 (0)", base+"/care"), link("联系客服", base+"/care"), heading(1, "全部茶叶"),
		pick("产地", "全部", "全部", "福建", "云南", "浙江"), pick("排序", "综合", "综合", "价格从低到高", "销量优先"), check("包邮", false), check("有货", false),
		box("list", "", good("西湖龙井", "¥198", "已售 320"), good("正山小种", "¥128", "已售 1021"), good("老班章普洱", "¥568", "已售 77")),
		heading(2, "收货信息"), field("textbox", "收货人"), field("textbox", "联系电话"), pick("省份", "", "", "北京", "上海", "广东"), field("textbox", "详细地址"), box("radiogroup", "配送方式", radio("普通快递", true), radio("顺丰速运", false), radio("门店自提", false)), check("礼品包装", false), field("textbox", "贺卡内容"), field("textbox", "优惠券码"), button("兑换", tells("优惠券已使用，减 20 元")), field("textbox", "买家留言"),
		button("提交订单", tells("提交成功！订单编号：T20261130")), button("清空购物车", tells("购物车已清空")),
		{role: "button", name: "运费说明", attrs: "collapsed", press: tells("满 99 元包邮，不满收 8 元")},
		{role: "button", name: "退换货规则", attrs: "collapsed", press: tells("七天无理由退货")},
	}}
}

// TestChineseStrangers is TestStrangers in Chinese.
func TestChineseStrangers(t *testing.T) {
	t.Parallel()
	askAll(t, []asked{
		{"express", wish{"寄件人姓名填王芳，手机号13812345678，收件人姓名李雷，收件人电话13987654321", holds{"姓名": "王芳", "手机号": "13812345678", "收件人姓名": "李雷", "收件人电话": "13987654321"}, "", "李雷", "未做"}},
		{"express", wish{"物品类型选衣物，重量3公斤，改成自送网点", holds{"物品类型": "衣物", "重量（公斤）": "3", "取件方式": "自送网点"}, "", "自送网点", "未做"}},
		{"express", wish{"帮我查快递：运单编号SF1023，点查询，告诉我快件到哪里了", holds{"运单编号": "SF1023"}, "查询", "杭州转运中心", "未做"}},
		{"express", wish{"勾选保价，保价金额填2000，同意运输条款，然后立即下单，把运单号告诉我", holds{"保价": "true", "保价金额": "2000", "我已阅读并同意《运输条款》": "true"}, "立即下单", "SF88230017", "未做"}},
		{"express", wish{"跨省寄1公斤以内多少钱？", nil, "", "13元", "没有找到"}},
		{"express", wish{"展开“哪些物品不能寄？”，看看活体动物能不能寄", nil, "哪些物品不能寄？", "活体动物不能寄", "未做"}},
		{"express", wish{"客服电话是多少，几点下班？", nil, "", "400-811-6666", "没有找到"}},
		{"express", wish{"取件时间约在明天下午，备注信息写易碎，轻放", holds{"取件时间": "明天下午", "备注信息": "易碎，轻放"}, "", "易碎，轻放", "未做"}},
		{"express", wish{"收件地址是南京市鼓楼区中山路1号，收件人是陈晨，电话是13700001111", holds{"收件地址": "南京市鼓楼区中山路1号", "收件人姓名": "陈晨", "收件人电话": "13700001111"}, "", "陈晨", "未做"}},
		{"express", wish{"到付打勾，保价不要勾，物品类型选“食品”", holds{"到付": "true", "保价": "false", "物品类型": "食品"}, "", "食品", "未做"}},
		{"express", wish{"物品类型选择贵重首饰，然后下单", holds{"物品类型": "请选择"}, "", "贵重首饰", "SF882"}},
		{"express", wish{"请帮我把寄件人的详细地址写成杭州市西湖区文三路88号5楼，再把手机号填上13500002222", holds{"详细地址": "杭州市西湖区文三路88号5楼", "手机号": "13500002222"}, "", "文三路", "未做"}},
		{"gym", wish{"预约流瑜伽，然后告诉我结果", nil, "预约", "流瑜伽预约成功", "未做"}},
		{"gym", wish{"切到会员卡，年卡多少钱", nil, "会员卡", "2399", "没有找到"}},
		{"gym", wish{"门店选朝阳店，难度中级，只看可预约的，点筛选，一共几节课？", holds{"门店": "朝阳店", "难度": "中级", "只看可预约": "true"}, "筛选", "3 节课", "未做"}},
		{"gym", wish{"拳击燃脂是谁教的？还剩几个名额？", nil, "", "赵虎", "没有找到"}},
		{"gym", wish{"登记入会：姓名周杰，男，出生日期1995年3月8日，手机号码13600003333，目标增肌", holds{"姓名": "周杰", "性别": "男", "出生日期": "1995-03-08", "手机号码": "13600003333", "健身目标": "增肌"}, "", "周杰", "未做"}},
		{"gym", wish{"性别选女，健身目标选康复，健康状况说明：腰椎间盘突出，不能做跳跃动作", holds{"性别": "女", "健身目标": "康复", "健康状况说明": "腰椎间盘突出，不能做跳跃动作"}, "", "康复", "未做"}},
		{"gym", wish{"把自动续费打开，课程提醒关掉，勾上会员协议，提交", holds{"自动续费": "true", "接收课程提醒": "false", "同意会员协议": "true"}, "提交登记", "GYM0927", "未做"}},
		{"gym", wish{"动感单车几点开始？教练叫什么？", nil, "", "19:00", "没有找到"}},
		{"gym", wish{"看看动感单车的详情，一节课多长时间", nil, "详情", "60 分钟", "未做"}},
		{"gym", wish{"健身房在什么地方，几点关门", nil, "", "青年路 21 号", "没有找到"}},
		{"gym", wish{"紧急联系人填妈妈 13811110000，然后点重填", holds{"紧急联系人": "妈妈 13811110000"}, "重填", "已清空", "未做"}},
		{"gym", wish{"帮我约一下周六的拳击燃脂", nil, "预约", "拳击燃脂预约成功", "未做"}},
		{"gym", wish{"给我预约普拉提", nil, "", "未做", "预约成功"}},
		{"hotel", wish{"先点仅必要，再把入住日期选12月24日，离店日期选12月26日", nil, "仅必要", "", "没有找到"}},
		{"hotel", wish{"选双早，入住人写林一，联系手机18800001111，需要发票", holds{"入住人": "林一", "联系手机": "18800001111", "需要发票": "true"}, "", "林一", "未做"}},
		{"hotel", wish{"预订家庭套房，预计到店选18:00以后，特殊要求填高楼层、安静", holds{"预计到店": "18:00 以后", "特殊要求": "高楼层、安静"}, "预订", "高楼层", "未做"}},
		{"hotel", wish{"家庭套房是什么床型，多少钱一晚？", nil, "", "¥1288", "没有找到"}},
		{"hotel", wish{"提交订单，弹窗里点确定，告诉我订单号", nil, "提交订单", "YQ30881", "未做"}},
		{"hotel", wish{"点提交订单，提示框出来后点取消", nil, "提交订单", "已取消提交", "YQ30881"}},
		{"hotel", wish{"最晚什么时候能免费取消？打开取消政策看看", nil, "取消政策", "18:00", "未做"}},
		{"hotel", wish{"展开宠物政策，告诉我能不能带宠物", nil, "宠物政策", "不可携带宠物", "未做"}},
		{"hotel", wish{"勾选需要接机，再勾选延迟退房", holds{"需要接机": "true"}, "", "延迟退房", "已勾选“延迟"}},
		{"hotel", wish{"看一下豪华大床房的图片", nil, "查看图片", "豪华大床房图片", "未做"}},
		{"school", wish{"报名书法入门，收藏摄影外拍", nil, "报名, 收藏", "已收藏摄影外拍", "未做"}},
		{"school", wish{"搜一下陶艺，有几个活动", nil, "搜索", "2 个活动", "未做"}},
		{"school", wish{"反馈类型选表扬，涉及方面勾教师态度和场地环境，反馈内容写老师很耐心，孩子喜欢", holds{"反馈类型": "表扬", "教师态度": "true", "场地环境": "true", "反馈内容": "老师很耐心，孩子喜欢"}, "", "表扬", "未做"}},
		{"school", wish{"关掉短信通知，打开微信通知，提醒时间改成提前3小时，保存", holds{"短信通知": "false", "微信通知": "true", "提醒时间": "提前3小时"}, "保存设置", "设置已保存", "未做"}},
		{"school", wish{"摄影外拍是哪天？", nil, "", "12月12日", "没有找到"}},
		{"school", wish{"打开元旦放假的通知，告诉我标题", nil, "关于元旦放假的通知", "Care", "未做"}},
		{"school", wish{"多功能厅是什么状态", nil, "", "已预订", "没有找到"}},
		{"school", wish{"联系邮箱写 a@b.example，点提交反馈，编号是多少？", holds{"联系邮箱": "a@b.example"}, "提交反馈", "FK-108", "未做"}},
		{"school", wish{"取消勾选匿名提交，把邮件通知也开了", holds{"匿名提交": "false", "邮件通知": "true"}, "", "邮件通知", "未做"}},
		{"school", wish{"给亲子陶艺报个名，再给它点个收藏", nil, "报名, 收藏", "已收藏亲子陶艺", "未做"}},
		{"shopzh", wish{"把正山小种的数量改成3，加入购物车", nil, "加入购物车", "正山小种已加入购物车", "未做"}},
		{"shopzh", wish{"老班章普洱卖多少钱，卖了多少份", nil, "", "¥568", "没有找到"}},
		{"shopzh", wish{"收货人张三，电话13511112222，省份上海，详细地址浦东新区世纪大道100号，走顺丰", holds{"收货人": "张三", "联系电话": "13511112222", "省份": "上海", "详细地址": "浦东新区世纪大道100号", "配送方式": "顺丰速运"}, "", "张三", "未做"}},
		{"shopzh", wish{"需要礼品包装，贺卡内容写“妈妈，节日快乐”，用优惠券TEA20兑换", holds{"礼品包装": "true", "贺卡内容": "妈妈，节日快乐", "优惠券码": "TEA20"}, "兑换", "减 20 元", "未做"}},
		{"shopzh", wish{"选门店自提，买家留言：周末来取，谢谢，然后提交订单，订单编号多少", holds{"配送方式": "门店自提", "买家留言": "周末来取，谢谢"}, "提交订单", "T20261130", "未做"}},
		{"shopzh", wish{"优惠券码那里填TEA20点兑换", holds{"优惠券码": "TEA20"}, "兑换", "减 20 元", "未做"}},
		{"shopzh", wish{"将西湖龙井和老班章普洱加入购物车，然后清空购物车", nil, "加入购物车, 加入购物车, 清空购物车", "购物车已清空", "未做"}},
		{"shopzh", wish{"点开退换货规则，几天内可以退货？", nil, "退换货规则", "七天", "未做"}},
		{"shopzh", wish{"有没有碧螺春？没有的话告诉我", nil, "", "碧螺春", "已点击"}},
		{"shopzh", wish{"不要礼品包装，普通快递，手机13900001111", holds{"礼品包装": "false", "配送方式": "普通快递", "联系电话": "13900001111"}, "", "13900001111", "未做"}},
		{"express", wish{"寄件人姓名：王芳；手机号：13812345678；详细地址：上海市静安区南京西路100号", holds{"姓名": "王芳", "手机号": "13812345678", "详细地址": "上海市静安区南京西路100号"}, "", "王芳", "未做"}},
		{"express", wish{"收件人写李雷，收件人电话13987654321，收件地址北京市海淀区中关村大街1号3号楼502", holds{"收件人姓名": "李雷", "收件人电话": "13987654321", "收件地址": "北京市海淀区中关村大街1号3号楼502"}, "", "李雷", "未做"}},
		{"express", wish{"同意运输条款并勾选到付，最后点立即下单，告诉我运单号", holds{"我已阅读并同意《运输条款》": "true", "到付": "true"}, "立即下单", "SF88230017", "未做"}},
		{"express", wish{"省内每增加1公斤多少钱", nil, "", "2元", "没有找到"}},
		{"express", wish{"备注信息填：请轻拿轻放，放门口即可。然后把物品类型改为电子产品", holds{"备注信息": "请轻拿轻放，放门口即可", "物品类型": "电子产品"}, "", "电子产品", "未做"}},
		{"express", wish{"去网点查询页面看看标题", nil, "网点查询", "Care", "未做"}},
		{"express", wish{"服务时间是几点到几点？", nil, "", "8:00-22:00", "没有找到"}},
		{"express", wish{"保价1000元", holds{"保价金额": "1000"}, "", "1000", "未做"}},
		{"gym", wish{"预约周二的动感单车，再看看流瑜伽还剩几个名额", nil, "预约", "2", "未做"}},
		{"gym", wish{"点私教，告诉我私教课多少钱一节", nil, "私教", "380", "未做"}},
		{"gym", wish{"难度选高级，门店选海淀店，然后筛选，看看共几节课", holds{"难度": "高级", "门店": "海淀店"}, "筛选", "3 节课", "未做"}},
		{"gym", wish{"填一下入会登记：姓名李娜，性别女，手机号码13500001111，健身目标减脂，最后提交登记", holds{"姓名": "李娜", "性别": "女", "手机号码": "13500001111", "健身目标": "减脂"}, "提交登记", "GYM0927", "未做"}},
		{"gym", wish{"出生日期填1990-05-06，紧急联系人填张三13800001111，关闭接收课程提醒", holds{"出生日期": "1990-05-06", "紧急联系人": "张三13800001111", "接收课程提醒": "false"}, "", "1990-05-06", "未做"}},
		{"gym", wish{"前台电话多少", nil, "", "010-6555 0199", "没有找到"}},
		{"gym", wish{"点流瑜伽的详情看看每节多久", nil, "详情", "60 分钟", "未做"}},
		{"hotel", wish{"入住日期2026-12-24，离店日期2026-12-26，大人2个，小孩1个", holds{"入住日期": "2026-12-24", "离店日期": "2026-12-26"}, "+, +", "2026-12-26", "未做"}},
		{"hotel", wish{"关掉cookie提示（点仅必要），再预订豪华大床房", nil, "仅必要, 预订", "已选择豪华大床房", "未做"}},
		{"hotel", wish{"早餐选单早，入住人填陈一凡，手机号18611112222，提交订单后确认", holds{"入住人": "陈一凡", "联系手机": "18611112222"}, "提交订单", "YQ30881", "未做"}},
		{"hotel", wish{"湖景双床房什么价？床多大？", nil, "", "¥788", "没有找到"}},
		{"hotel", wish{"优惠码填YUN50再点使用，优惠了多少钱？", holds{"优惠码": "YUN50"}, "使用", "50 元", "未做"}},
		{"hotel", wish{"点开取消政策，念给我听", nil, "取消政策", "18:00", "未做"}},
		{"hotel", wish{"成人加一位，预订湖景双床房", nil, "+, 预订", "已选择湖景双床房", "未做"}},
		{"school", wish{"我想报名亲子陶艺", nil, "报名", "已报名亲子陶艺", "未做"}},
		{"school", wish{"写个反馈：类型选投诉，内容写空调太冷，勾选匿名提交，提交反馈", holds{"反馈类型": "投诉", "反馈内容": "空调太冷", "匿名提交": "true"}, "提交反馈", "FK-108", "未做"}},
		{"school", wish{"通知方式只留微信：关掉短信通知，打开微信通知，保存设置", holds{"短信通知": "false", "微信通知": "true"}, "保存设置", "设置已保存", "未做"}},
		{"school", wish{"亲子陶艺什么时候，书法入门什么时候", nil, "", "12月6日", "没有找到"}},
		{"school", wish{"提醒时间换成提前1小时，记得保存设置", holds{"提醒时间": "提前1小时"}, "保存设置", "设置已保存", "未做"}},
		{"school", wish{"收藏摄影外拍和书法入门", nil, "收藏, 收藏", "已收藏书法入门", "未做"}},
		{"shopzh", wish{"把老班章普洱放进购物车，顺便收藏一下西湖龙井", nil, "加入购物车, 收藏", "已收藏西湖龙井", "未做"}},
		{"shopzh", wish{"正山小种卖多少钱，已售多少", nil, "", "1021", "没有找到"}},
		{"shopzh", wish{"配送方式换成顺丰速运，收货人写赵云，提交订单，把订单编号告诉我", holds{"配送方式": "顺丰速运", "收货人": "赵云"}, "提交订单", "T20261130", "未做"}},
		{"shopzh", wish{"优惠券码TEA20，点兑换，告诉我减了多少", holds{"优惠券码": "TEA20"}, "兑换", "20 元", "未做"}},
		{"shopzh", wish{"买家留言写周末送货，不要打电话，贺卡内容写生日快乐", holds{"买家留言": "周末送货，不要打电话", "贺卡内容": "生日快乐"}, "", "生日快乐", "未做"}},
		{"shopzh", wish{"清空购物车，然后点联系客服", nil, "清空购物车, 联系客服", "Care", "未做"}},
	})
}
