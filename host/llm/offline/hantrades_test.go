package offline_test

// Pages of ten trades, as people have them: forms, cards, tables, folds, dialogs.

func bridal(*sim) *doc {
	plan := func(name, price, what string) *node {
		return box("article", "", heading(3, name), text(price), text("包含："+what), button("选这个套餐", tells("已选套餐："+name)), button("收藏", tells("已收藏"+name)))
	}
	return &doc{title: "囍事汇婚庆", body: []*node{
		box("navigation", "", link("案例展示", base+"/care"), link("婚礼团队", base+"/care")),
		heading(1, "婚礼套餐"), plan("森系户外", "¥28,800", "主持、跟拍、花艺"), plan("中式传统", "¥32,600", "主持、跟拍、花轿"), plan("极简小宴", "¥9,980", "主持、跟拍"),
		heading(2, "预约到店"), box("form", "", field("textbox", "新郎姓名"), field("textbox", "新娘姓名"), field("textbox", "联系电话"), field("date", "婚期"), &node{role: "spinbutton", name: "桌数"}, box("radiogroup", "场地类型", radio("酒店", true), radio("草坪", false), radio("教堂", false)), pick("预算范围", "", "", "1万以下", "1-3万", "3-5万", "5万以上"), box("group", "需要的服务", check("司仪", false), check("摄影摄像", false), check("婚车", false), check("新娘跟妆", false)), field("textbox", "补充说明"), button("提交预约", tells("预约成功，顾问小周会在 2 小时内联系您，预约号 HQ-0718"))),
		{role: "button", name: "定金可以退吗？", attrs: "collapsed", press: tells("婚期前 60 天可全额退定金。")},
		{role: "button", name: "档期冲突怎么办？", attrs: "collapsed", press: tells("可免费改期一次。")},
		text("门店地址：解放路 88 号 3 楼"), text("咨询热线：0571-8666 1314"), text("营业时间 10:00-20:00"),
	}}
}

func rescue(*sim) *doc {
	return &doc{title: "路安救援", body: []*node{
		box("dialog", "定位提示", text("是否允许获取您的位置？"), button("允许", func(s *sim) { s.doc.body = s.doc.body[1:] }), button("不允许", func(s *sim) { s.doc.body = s.doc.body[1:] })),
		heading(1, "一键救援"), box("radiogroup", "救援类型", radio("搭电", false), radio("换胎", false), radio("拖车", false), radio("送油", false)),
		field("textbox", "车牌号码"), field("textbox", "所在位置"), field("textbox", "手机号"), pick("车型", "轿车", "轿车", "SUV", "面包车", "货车"), check("车辆可移动", true), check("在高速公路上", false), field("textbox", "情况描述"),
		button("呼叫救援", func(s *sim) {
			s.dialog = "确定呼叫救援吗？"
			s.answer = func(s *sim, ok bool) {
				if ok {
					s.add(&node{role: "status", name: "救援已派出，预计 25 分钟到达，工单号 JY6620"})
				} else {
					s.add(&node{role: "status", name: "已取消呼叫"})
				}
			}
		}),
		heading(2, "收费参考"), box("table", "", header("项目", "市区", "郊区", "夜间加收"), row("搭电", "80元", "120元", "30元"), row("换胎", "100元", "150元", "30元"), row("拖车（10公里内）", "260元", "320元", "50元")),
		heading(2, "我的工单"), box("table", "", header("工单号", "类型", "状态", "操作"), &node{role: "row", names: []string{"JY6581", "换胎", "已完成", ""}, kids: []*node{button("评价", tells("请为 JY6581 评价")), button("开发票", tells("JY6581 发票已申请"))}}, &node{role: "row", names: []string{"JY6602", "拖车", "进行中", ""}, kids: []*node{button("催单", tells("已催促 JY6602")), button("取消", tells("JY6602 已取消"))}}),
		link("会员年卡", base+"/care"), text("24小时热线：400-600-1212"),
	}}
}

func canteen(*sim) *doc {
	dish := func(name, price, left string) *node {
		shown := text("0")
		by := func(d int) func(*sim) {
			return func(*sim) { n := int(shown.name[0]-'0') + d; shown.name = string(rune('0' + n)) }
		}
		return box("listitem", "", heading(3, name), text(price), text(left), box("group", name+"份数", button("减少", by(-1)), shown, button("增加", by(1))))
	}
	return &doc{title: "幸福里社区食堂", body: []*node{
		box("tablist", "", &node{role: "tab", name: "今日午餐", attrs: "selected"}, &node{role: "tab", name: "今日晚餐", press: tells("晚餐：番茄牛腩、蒸蛋、米饭")}, &node{role: "tab", name: "一周菜谱", press: func(s *sim) {
			s.add(box("table", "", header("星期", "主菜", "汤"), row("周一", "土豆烧鸡", "紫菜汤"), row("周二", "清蒸鲈鱼", "冬瓜汤"), row("周三", "红烧排骨", "番茄蛋汤")))
		}}),
		heading(1, "今日午餐"), box("list", "", dish("红烧狮子头", "12元", "剩 18 份"), dish("清炒时蔬", "6元", "剩 40 份"), dish("软烂南瓜粥", "3元", "剩 25 份")),
		heading(2, "订餐信息"), field("textbox", "老人姓名"), field("textbox", "助餐卡号"), box("radiogroup", "就餐方式", radio("堂食", true), radio("自取", false), radio("送餐上门", false)), field("textbox", "送餐地址"), pick("送餐时段", "", "", "11:00-11:30", "11:30-12:00", "12:00-12:30"),
		box("group", "忌口", check("少盐", false), check("少油", false), check("无糖", false), check("切碎", false)), field("textbox", "给师傅的话"),
		{role: "switch", name: "每天都订"},
		button("确认订餐", tells("订餐成功，取餐号 A36")), button("清空", tells("已清空")),
		text("70岁以上老人享 8 折"), text("订餐截止：每天 9:30"), text("食堂电话 021-5588 2019"),
	}}
}

func boarding(*sim) *doc {
	roomOf := func(name, fee, note string) *node {
		return &node{role: "row", names: []string{name, fee, note, ""}, kids: []*node{link("预订", base+"/care"), button("看照片", tells(name+"共有 6 张照片"))}}
	}
	return &doc{title: "毛孩子之家", body: []*node{
		heading(1, "宠物寄养"), box("table", "", header("房型", "每晚价格", "适合", ""), roomOf("猫咪单间", "68元", "1只猫"), roomOf("狗狗标间", "98元", "15公斤以下"), roomOf("狗狗大床房", "138元", "15公斤以上")),
		heading(2, "登记宠物"), box("form", "", field("textbox", "宠物名字"), box("radiogroup", "种类", radio("猫", false), radio("狗", false), radio("其他", false)), &node{role: "spinbutton", name: "体重(kg)"}, pick("性别", "", "", "公", "母", "已绝育"), field("date", "送来日期"), field("date", "接走日期"), check("疫苗齐全", false), check("自带粮食", false), check("需要洗澡(+50元)", false), field("textbox", "性格和习惯"), field("textbox", "主人电话"), button("提交登记", tells("登记完成！寄养单号 MH20931"))),
		heading(2, "查进度"), field("textbox", "寄养单号"), button("查看", tells("豆豆今天吃了两顿，状态很好")),
		{role: "button", name: "寄养须知", press: func(s *sim) {
			s.add(box("dialog", "寄养须知", text("接送时间为 9:00-19:00，超时每小时加收 20 元。"), button("我知道了", func(s *sim) { s.doc.body = s.doc.body[:len(s.doc.body)-1] })))
		}},
		text("店长微信：maohaizi2020"),
	}}
}

func mystery(*sim) *doc {
	play := func(name, kind, time, open string) *node {
		return box("listitem", "", heading(3, name), text(kind), text(time), text(open), button("拼车", tells("已加入《"+name+"》的车")), button("包场", tells("《"+name+"》包场已提交")), link("测评", base+"/care"))
	}
	return &doc{title: "迷雾剧场", body: []*node{
		box("search", "", &node{role: "searchbox", attrs: `placeholder="剧本名 / 作者"`, hint: "k"}, button("搜本", tells("共 2 个剧本"))),
		heading(1, "本周排期"), box("group", "类型", check("情感", false), check("硬核推理", false), check("恐怖", false), check("欢乐", false)), pick("人数", "不限", "不限", "5人", "6人", "7人"),
		{role: "switch", name: "只看缺人的车"},
		box("list", "", play("雾都来信", "情感 · 6人", "周五 19:00", "还差 2 人"), play("第十三号别墅", "恐怖 · 7人", "周六 13:30", "还差 1 人"), play("金陵旧案", "硬核推理 · 5人", "周日 18:30", "已满")),
		heading(2, "预约信息"), field("textbox", "昵称"), field("textbox", "手机"),
		{role: "spinbutton", name: "人数（含自己）", value: "1"},
		box("radiogroup", "角色偏好", radio("无所谓", true), radio("男", false), radio("女", false), radio("可反串", false)), check("需要换装", false), check("接受临时换本", false), field("textbox", "备注"), field("textbox", "团购券码"), button("验券", tells("券码有效，抵扣 88 元")), button("确认预约", tells("预约成功，车牌 MW-17，请提前 15 分钟到店")),
		{role: "button", name: "拼车规则", attrs: "collapsed", press: tells("开车前 4 小时内跳车不退定金。")},
		text("地址：南京路 120 号地下一层"), text("停车：地库前 2 小时免费"), text("客服微信 mist888"),
	}}
}

func recommend(*sim) *doc {
	item := func(title, by, state string, b *node) *node {
		return &node{role: "row", names: []string{title, by, state, ""}, kids: []*node{b}}
	}
	return &doc{title: "明德大学图书馆", body: []*node{
		box("navigation", "", link("馆藏检索", base+"/care"), link("我的借阅", base+"/care"), link("座位预约", base+"/care")),
		heading(1, "图书荐购"), box("form", "", field("textbox", "书名"), field("textbox", "作者"), field("textbox", "ISBN"), field("textbox", "出版社"), field("textbox", "出版年份"), pick("文献类型", "中文图书", "中文图书", "外文图书", "电子书", "期刊"), box("radiogroup", "推荐数量", radio("1 册", true), radio("2 册", false), radio("3 册及以上", false)), field("textbox", "荐购理由"), field("textbox", "读者证号"), field("textbox", "校内邮箱"), check("到馆后优先借给我", false), check("匿名荐购", false), button("提交荐购", tells("荐购已提交，受理号 JG2026-0415")), button("清空重填", tells("表单已清空"))),
		heading(2, "最近荐购"), box("table", "", header("书名", "荐购人", "处理状态", "操作"), item("深度学习导论", "王老师", "已订购", button("我也想要", tells("已为《深度学习导论》加一票"))), item("宋代城市史", "李同学", "审核中", button("我也想要", tells("已为《宋代城市史》加一票"))), item("量子力学习题集", "匿名", "已驳回", button("查看原因", tells("驳回原因：馆藏已有 5 册")))),
		text("每人每学期最多荐购 10 种"), text("采编部电话：025-8359 2211"), text("处理周期：一般 15 个工作日"),
	}}
}

func hiking(*sim) *doc {
	trip := func(name, date, cost, level string) *node {
		return box("article", "", link(name, base+"/care"), text(date), text("费用 "+cost), text("强度 "+level), button("我要报名", tells("已选择活动："+name)), button("分享", tells("链接已复制："+name)))
	}
	return &doc{title: "野步户外", body: []*node{
		heading(1, "近期活动"), pick("出发地", "全部", "全部", "杭州", "上海", "苏州"), pick("难度", "全部", "全部", "休闲", "进阶", "挑战"), button("查找活动", tells("找到 3 个活动")),
		trip("龙井九溪轻徒步", "12月6日（周日）", "39元", "休闲"), trip("徽杭古道两日", "12月12日-13日", "268元", "进阶"), trip("莫干山夜爬", "12月19日 20:00", "88元", "挑战"),
		heading(2, "报名表"), box("form", "", field("textbox", "真实姓名"), field("textbox", "身份证号"), field("textbox", "手机号码"), field("textbox", "紧急联系人"), field("textbox", "紧急联系电话"), box("radiogroup", "上车地点", radio("黄龙体育中心", false), radio("火车东站", false), radio("滨江地铁站", false)), box("group", "租借装备", check("登山杖", false), check("头灯", false), check("睡袋", false)), pick("户外经验", "", "", "新手", "一年以内", "三年以上"), check("素食", false), check("我已知晓户外风险", false), field("textbox", "备注"), button("提交报名", tells("报名成功，订单 YB-3391，请 24 小时内付款"))),
		{role: "button", name: "退费说明", attrs: "collapsed", press: tells("出发前 3 天退全款，1 天内不退。")},
		{role: "button", name: "装备清单", attrs: "collapsed", press: tells("登山鞋、雨衣、头灯、1.5 升水")},
		text("领队：老风，电话 139 5710 2233"), text("集合时间：出发当天 6:50"),
	}}
}

func optics(*sim) *doc {
	slot := func(at string) *node { return button(at, tells("已选时段 "+at)) }
	frame := func(name, price string) *node {
		return box("listitem", "", text(name), text(price), button("加入试戴", tells(name+"已加入试戴")), button("对比", tells("对比"+name)))
	}
	return &doc{title: "明视眼镜", body: []*node{
		heading(1, "预约验光"), pick("门店", "", "", "人民广场店", "徐家汇店", "五角场店"), field("date", "到店日期"), text("到店时段"), box("group", "", slot("10:00"), slot("14:30"), slot("19:00")),
		box("radiogroup", "验光类型", radio("成人验光", true), radio("儿童散瞳验光", false), radio("老花验配", false)), field("textbox", "姓名"), field("textbox", "年龄"), field("textbox", "联系电话"), check("近期佩戴隐形眼镜", false), check("需要医师出具处方", false), field("textbox", "其他情况"), button("预约", tells("预约成功，验光号 MS-204")),
		heading(2, "热销镜架"), box("list", "", frame("纯钛商务款", "¥599"), frame("板材圆框", "¥329"), frame("儿童防滑款", "¥269")),
		heading(2, "价格"), box("table", "", header("项目", "价格", "时长"), row("成人验光", "免费", "20分钟"), row("儿童散瞳验光", "80元", "60分钟"), row("老花验配", "免费", "30分钟")),
		heading(2, "取镜查询"), field("textbox", "取镜单号"), button("查询", tells("您的眼镜已加工完成，可到店领取")), link("镜片怎么选", base+"/care"), text("质保：镜架 12 个月，镜片 6 个月"),
	}}
}

func storage(*sim) *doc {
	unit := func(size, price, left string) *node {
		return &node{role: "row", names: []string{size, price, left, ""}, kids: []*node{button("租用", tells("已选择"+size)), button("预约看仓", tells("已为"+size+"预约看仓"))}}
	}
	return &doc{title: "盒子仓", body: []*node{
		box("region", "优惠", text("新用户首月半价"), button("领取优惠", tells("优惠已领取")), button("关闭", func(*sim) {})),
		heading(1, "仓位与价格"), box("table", "", header("规格", "月租", "剩余", ""), unit("1立方", "59元", "12个"), unit("3立方", "149元", "4个"), unit("8立方", "329元", "1个")),
		heading(2, "租仓申请"), box("form", "", pick("仓库", "", "", "浦东仓", "闵行仓", "嘉定仓"), pick("租期", "1个月", "1个月", "3个月", "6个月", "12个月"), field("date", "起租日期"), field("textbox", "承租人"), field("textbox", "手机号"), box("group", "存放物品", check("家具", false), check("书籍", false), check("电器", false), check("换季衣物", false)), check("上门搬运", false), field("textbox", "搬运地址"), check("购买保险", false), &node{role: "switch", name: "到期自动续租", checked: true}, field("textbox", "优惠码"), button("应用", tells("已减 30 元")), button("计算费用", tells("合计 447 元，押金 149 元")), button("提交申请", tells("申请已提交，单号 HZ0093"))),
		{role: "button", name: "哪些东西不能存？", attrs: "collapsed", press: tells("易燃品、食品和活物不能存放。")},
		text("开放时间：每天 7:00-23:00"), text("客服 400-022-7788"), link("合同样本", base+"/care"),
	}}
}

func vaccine(*sim) *doc {
	slot := func(when, left string, b *node) *node {
		return &node{role: "row", names: []string{when, left, ""}, kids: []*node{b}}
	}
	return &doc{title: "儿童预防接种", body: []*node{
		box("tablist", "", &node{role: "tab", name: "接种预约", attrs: "selected"}, &node{role: "tab", name: "接种记录", press: func(s *sim) {
			s.add(box("table", "", header("疫苗", "接种日期", "剂次"), row("卡介苗", "2025-03-02", "第1剂"), row("乙肝疫苗", "2025-04-02", "第2剂")))
		}}, &node{role: "tab", name: "疫苗科普", press: tells("麻腮风疫苗 8 月龄接种第一剂")}),
		heading(1, "接种预约"), field("textbox", "儿童姓名"), box("radiogroup", "性别", radio("男孩", false), radio("女孩", false)), field("date", "出生日期"), field("textbox", "接种证号"), field("textbox", "监护人"), field("textbox", "监护人手机"),
		pick("疫苗名称", "", "", "麻腮风疫苗", "流感疫苗", "水痘疫苗", "手足口疫苗（自费）"), pick("接种门诊", "城西社区卫生服务中心", "城西社区卫生服务中心", "南湖社区卫生服务中心"),
		box("table", "可约时段", header("时段", "余号", ""), slot("周四 8:30-9:30", "6", button("约这个", tells("已约周四 8:30"))), slot("周四 9:30-10:30", "0", &node{role: "button", name: "约满", attrs: "disabled"}), slot("周六 8:30-9:30", "2", button("约这个", tells("已约周六 8:30")))),
		text("最近是否发热"), radio("是", false), radio("否", true), check("有过敏史", false), field("textbox", "过敏说明"), check("我已阅读知情同意书", false),
		button("提交预约", tells("预约成功，排队号 C021")),
		{role: "button", name: "接种前要注意什么", attrs: "collapsed", press: tells("带好接种证，接种后留观 30 分钟。")},
		text("门诊电话：0512-6522 8801"), text("地址：南湖路 45 号二楼"),
	}}
}

func trades() map[string]func(s *sim) *doc {
	return map[string]func(s *sim) *doc{
		base + "/wedding": bridal, base + "/rescue": rescue, base + "/canteen": canteen, base + "/boarding": boarding, base + "/mystery": mystery,
		base + "/recommend": recommend, base + "/hiking": hiking, base + "/optics": optics, base + "/storage": storage, base + "/vaccine": vaccine,
		base + "/care": func(*sim) *doc {
			return &doc{title: "Care", body: []*node{heading(1, "Care page"), text("Water weekly.")}}
		},
	}
}
