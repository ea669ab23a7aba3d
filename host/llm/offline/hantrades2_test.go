package offline_test

// More pages: repairs, a driving school, jobs, a bank, a check-up and a laundry.

func repairs(*sim) *doc {
	order := func(no, what, state string, kids ...*node) *node {
		return box("listitem", "", text(no), text(what), text("状态："+state), box("group", "", kids...))
	}
	return &doc{title: "翠湖物业", body: []*node{
		box("navigation", "", link("首页", base+"/care"), link("物业缴费", base+"/care"), link("访客登记", base+"/care")),
		heading(1, "在线报修"), box("form", "", field("textbox", "业主姓名"), field("textbox", "房号"), &node{role: "textbox", name: "联系方式", attrs: `placeholder="手机或座机"`}, pick("报修类别", "请选择", "请选择", "水电", "门窗", "电梯", "其他"), field("date", "希望上门日期"), box("radiogroup", "上门时段", radio("上午", false), radio("下午", false), radio("晚上", false)), box("group", "问题部位", check("厨房", false), check("卫生间", false), check("阳台", false)), field("textbox", "问题描述"), check("紧急", false), check("允许维修员自行进入", false), button("提交报修", tells("报修单号 BX-20931，维修员会在 30 分钟内联系您"))),
		heading(2, "我的报修"), box("list", "", order("BX-20877", "厨房漏水", "处理中", button("催办", tells("已催办 BX-20877")), button("补充说明", tells("请补充"))), order("BX-20815", "门锁损坏", "已完成", button("评价", tells("评价 BX-20815")), button("再次报修", tells("再次报修 BX-20815")))),
		heading(2, "通知公告"), box("list", "", box("listitem", "", link("12月停水通知", base+"/care"), text("2026-11-28")), box("listitem", "", link("电梯年检安排", base+"/care"), text("2026-11-20"))),
		{role: "button", name: "收费标准", attrs: "collapsed", press: func(s *sim) {
			s.add(box("table", "", header("项目", "费用"), row("换锁芯", "120元"), row("疏通下水", "80元"), row("更换灯具", "30元/个")))
		}},
		text("24 小时值班电话：0512-8822 6110"), text("物业办公时间：周一至周日 8:30-18:00"), text("物业经理：韩涛"),
	}}
}

func driving(*sim) *doc {
	coach := func(name, kind, score, price string, b *node) *node {
		return &node{role: "row", names: []string{name, kind, score, price, ""}, kids: []*node{b, link("评价", base+"/care")}}
	}
	return &doc{title: "路达驾校", body: []*node{
		box("region", "", text("报名立减 300 元"), button("立即领取", tells("优惠已领取")), &node{role: "button", name: "×", press: func(*sim) {}}),
		box("tablist", "", &node{role: "tab", name: "约练车", attrs: "selected"}, &node{role: "tab", name: "约考试", press: func(s *sim) {
			s.add(pick("考试科目", "", "", "科目一", "科目二", "科目三"))
			s.add(button("预约考试", tells("考试预约成功，准考号 K3-118")))
		}}, &node{role: "tab", name: "学时记录", press: tells("科目二已完成 12 学时，还差 4 学时")}),
		heading(1, "约练车"), field("textbox", "学员编号"), field("date", "练车日期"), pick("训练场", "城北训练场", "城北训练场", "高新训练场"), text("时间段"), box("group", "", button("08:00-10:00", tells("已选 08:00-10:00")), button("10:00-12:00", tells("已选 10:00-12:00")), button("14:00-16:00", tells("已选 14:00-16:00"))),
		box("table", "教练", header("教练", "车型", "评分", "课时费", "操作"), coach("孙教练", "手动挡", "4.9", "120元/时", button("预约", tells("已预约孙教练"))), coach("梁教练", "自动挡", "4.7", "140元/时", button("预约", tells("已预约梁教练"))), coach("董教练", "手动挡", "4.6", "110元/时", &node{role: "button", name: "约满", attrs: "disabled"})),
		check("需要班车接送", false), pick("接送点", "", "", "地铁文昌站", "大学城南门"), field("textbox", "给教练留言"), check("我已年满18周岁", false), button("确认约车", tells("约车成功，请提前 10 分钟到场，订单 LD-5567")), button("清空选择", tells("已清空")),
		text("咨询电话 400-811-2020"), text("班车首班 7:20，末班 17:40"),
		{role: "button", name: "补考要交多少钱？", attrs: "collapsed", press: tells("科目二补考费 130 元，科目三 150 元。")},
	}}
}

func jobs(*sim) *doc {
	job := func(name, firm, pay, where string) *node {
		return box("article", "", heading(3, name), text(firm), text(pay), text(where), button("投递", tells("已投递："+name)), button("收藏", tells("已收藏："+name)))
	}
	return &doc{title: "职达", body: []*node{
		box("search", "", field("searchbox", "职位 / 公司"), button("搜索", tells("为您找到 6 个职位"))),
		pick("城市", "不限", "不限", "成都", "重庆", "西安"), pick("薪资", "不限", "不限", "5-8K", "8-12K", "12-20K"), box("group", "工作性质", check("全职", true), check("兼职", false), check("实习", false)), check("只看双休", false),
		heading(1, "推荐职位"), job("仓库管理员", "锦程物流", "5-8K", "成都·双流"), job("新媒体编辑", "云帆传媒", "8-12K", "成都·高新"), job("平面设计师", "青橙广告", "8-12K", "重庆·渝中"),
		heading(2, "在线简历"), box("form", "", field("textbox", "姓名"), box("radiogroup", "性别", radio("男", false), radio("女", false)), field("date", "出生日期"), field("textbox", "手机"), field("textbox", "邮箱"), pick("最高学历", "", "", "高中", "大专", "本科", "硕士"), &node{role: "spinbutton", name: "工作年限"}, field("textbox", "期望职位"), field("textbox", "自我评价"), &node{role: "switch", name: "公开简历"}, check("接收面试短信", true), button("保存简历", tells("简历已保存，完整度 85%"))),
		{role: "button", name: "怎样提高简历完整度", attrs: "collapsed", press: tells("补充项目经历和证书即可。")},
		text("招聘会：12月19日 9:00，市人才中心二楼"), text("举报电话：028-8610 0315"),
	}}
}

func laundry(*sim) *doc {
	item := func(name, price string) *node {
		shown := text("0")
		by := func(d int) func(*sim) {
			return func(*sim) { n := int(shown.name[0]-'0') + d; shown.name = string(rune('0' + n)) }
		}
		return box("listitem", "", text(name), text(price), button("-", by(-1)), shown, button("+", by(1)))
	}
	return &doc{title: "净衣坊", body: []*node{
		heading(1, "上门洗衣"), box("list", "衣物", item("衬衫", "15元/件"), item("羽绒服", "45元/件"), item("床单四件套", "39元/套")),
		box("radiogroup", "洗涤方式", radio("普洗", true), radio("精洗", false), radio("干洗", false)), box("group", "附加服务", check("去渍", false), check("熨烫", false), check("除螨", false)),
		field("date", "取件日期"), pick("取件时间", "", "", "8:00-10:00", "10:00-12:00", "18:00-20:00"), field("textbox", "取件地址"), field("textbox", "联系人"), field("textbox", "联系电话"), field("textbox", "特殊说明"), field("textbox", "优惠券"), button("验证", tells("优惠券可用，减 10 元")),
		check("送回时放门口", false), button("提交订单", func(s *sim) {
			s.add(box("dialog", "确认订单", text("预计费用 84 元"), button("再想想", tells("已返回")), button("确认下单", tells("下单成功，订单号 JYF-7703"))))
		}),
		heading(2, "订单查询"), field("textbox", "订单号"), button("查进度", tells("您的衣物已洗好，明天送回")),
		{role: "button", name: "多久能洗好", attrs: "collapsed", press: tells("一般 3 天，羽绒服 5 天。")},
		{role: "button", name: "洗坏了怎么赔", attrs: "collapsed", press: tells("最高赔洗涤费的 20 倍。")},
		text("满 69 元免上门费"), text("客服电话：400-900-3355"), text("营业时间 8:00-21:00"),
	}}
}

func checkup(*sim) *doc {
	plan := func(name, price, n, fit string) *node {
		return box("listitem", "", heading(3, name), text(price), text("共 "+n+" 项"), text("适合人群："+fit), &node{role: "radio", name: "选择" + name}, button("查看项目", tells(name+"包含血常规、B 超等")))
	}
	return &doc{title: "康宁体检", body: []*node{
		heading(1, "选择套餐"), box("list", "", plan("基础套餐", "¥268", "22", "入职人员"), plan("女性套餐", "¥598", "36", "25-45岁女性"), plan("父母套餐", "¥899", "48", "60岁以上老人")),
		heading(2, "体检人信息"), box("form", "", field("textbox", "体检人"), field("textbox", "证件号码"), field("textbox", "手机号码"), box("radiogroup", "婚姻状况", radio("未婚", false), radio("已婚", false)), text("是否怀孕或备孕"), box("radiogroup", "是否怀孕或备孕", radio("是", false), radio("否", true)), pick("分院", "", "", "河西院区", "江宁院区"), field("date", "体检日期"), box("group", "加项", check("胃镜", false), check("甲状腺彩超", false), check("骨密度", false)), field("textbox", "既往病史"), box("radiogroup", "报告领取", radio("电子报告", true), radio("邮寄", false), radio("自取", false)), field("textbox", "邮寄地址"), check("已阅读体检须知", false), button("提交预约", tells("预约成功，体检号 KN0087，请空腹到院"))),
		heading(2, "报告查询"), field("textbox", "体检号"), secret("查询密码"), button("查询报告", tells("报告已出，3 项异常")),
		text("抽血时间：7:30-9:30"), text("停车：就诊车辆免费停 2 小时"), text("电话：025-8466 1010"), link("体检须知", base+"/care"), link("院区地图", base+"/care"),
	}}
}

func moreTrades() map[string]func(s *sim) *doc {
	return map[string]func(s *sim) *doc{
		base + "/repairs": repairs, base + "/driving": driving, base + "/jobs": jobs, base + "/laundry": laundry, base + "/checkup": checkup,
		base + "/care": func(*sim) *doc {
			return &doc{title: "Care", body: []*node{heading(1, "Care page"), text("Water weekly.")}}
		},
	}
}
