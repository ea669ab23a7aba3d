package offline

// The words of Chinese stand in this file and in hanverbs.go and nowhere else.

// hanNames lists what things are called on Chinese pages, behind the English
// word that stands for them all: so a Chinese prompt finds an English label, and
// all that the planner knows of “price” holds for 价格. A word that means two
// things (主题) is in no line; it is matched as it stands.
const hanNames = `
email: 邮箱, 电子邮箱, 邮箱地址, 电子邮件, 电子邮件地址, 邮件地址, 电邮, 邮件
phone: 手机号, 手机号码, 手机, 电话, 电话号码, 联系电话, 联系手机, 移动电话
postcode: 邮编, 邮政编码
quantity: 数量, 件数, 份数, 购买数量
username: 用户名, 账号, 帐号, 账户名, 登录名
password: 密码, 口令
street: 街道
city: 城市
country: 国家
company: 公司, 单位
birthdate: 生日, 出生日期, 出生年月
coupon: 优惠码, 优惠券, 折扣码, 促销码, 兑换码
comment: 备注, 附言, 备注信息
message: 留言
shipping: 配送, 送货, 派送
arrival: 入住, 到店
checkout: 退房, 离店
departure: 出发
return: 返程, 归还
adult: 成人, 大人
child: 儿童, 小孩, 小朋友, 孩子, 宝宝
term: 条款, 协议
agree: 同意, 接受
login: 登录, 登陆
logout: 退出登录, 登出, 注销
signup: 注册
cart: 购物车
color: 颜色
price: 价格, 价钱, 单价, 售价, 票价
fee: 费用
total: 总价, 合计, 总计, 总金额, 总额, 应付金额, 应付, 总共, 一共, 总费用
amount: 金额
balance: 余额
deposit: 押金, 定金
date: 日期
time: 时间
name: 姓名, 名字, 名称
address: 地址
title: 标题
number: 编号, 号码, 号
code: 代码, 编码, 验证码, 取件码, 取餐码
order: 订单, 下单
reference: 流水
quantity left: 库存, 余量
gender: 性别
age: 年龄
department: 科室, 部门
language: 语言
status: 状态
notification: 通知
submit: 提交, 递交
save: 保存
send: 发送
confirm: 确认, 确定
cancel: 取消
delete: 删除, 删掉
remove: 移除
edit: 编辑
search: 搜索, 查询, 检索, 搜一搜
find: 查找
plus: 加号, 加一, 增加
minus: 减号, 减一, 减少
choose: 选择
close: 关闭
next: 下一步, 下一页
back: 返回, 上一步
settings: 设置
agreement: 用户协议
add: 添加, 新增, 加入
buy: 购买
book: 预订, 预定, 预约
finish: 完成
apply: 应用
publish: 发布, 发表
create: 创建, 新建
subscribe: 订阅
settle: 结算
pay: 支付, 付款
download: 下载
upload: 上传
help: 帮助
home: 首页
page title: 页面标题, 网页标题
place: 地点, 位置
url: 网址, 链接地址
link: 链接
button: 按钮
result: 结果
notice: 提示, 提示信息, 提示语
error: 错误, 错误信息, 报错
monday: 周一, 星期一, 礼拜一
tuesday: 周二, 星期二, 礼拜二
wednesday: 周三, 星期三, 礼拜三
thursday: 周四, 星期四, 礼拜四
friday: 周五, 星期五, 礼拜五
saturday: 周六, 星期六, 礼拜六
sunday: 周日, 周天, 星期日, 星期天, 礼拜天
yes: 是的
`

// hanSilent are signs that say nothing of what is meant; words end at them.
const hanSilent = "的了吗呢吧请"

// hanMeasures stand behind a numeral that counts or numbers something.
const hanMeasures = "个件张份人位间晚天次本瓶杯盒袋斤台号楼层年月日点分周双只条支把块套辆名页行项岁"

// hanPointing are what people put behind the name of something to say what kind
// of thing it is.
const hanPointing = `输入框|文本框|搜索框|下拉框|下拉菜单|下拉列表|复选框|单选框|选择框|多选框|勾选框|单选按钮|按钮|链接|选项卡|标签页|页签|字段|选项|开关|菜单项|一栏|这一栏|那一栏|那栏|栏位|栏目|栏|框|图标`

// hanFreeText are fields that hold sentences, which may have commas.
const hanFreeText = `备注|留言|说明|描述|内容|评论|评价|消息|正文|寄语|需求|要求|原因|理由|祝福|简介|反馈|症状|主诉|附言|回复|意见|建议|问题|签名`

// hanWaits are what pages say while something is on its way.
const hanWaits = `^(?:正在|请稍[候等]|稍等|加载中|提交中|保存中|处理中|查询中|载入中|发送中)|(?:加载|提交|保存|处理|查询|载入|发送|搜索|计算|更新)中$`

// hanOfThings measure what a page lists, one by one: 那一节, 第三场.
const hanOfThings = "节门场趟班间款个件本张辆条份位家种项只台期名篇则笔户次页行人"
