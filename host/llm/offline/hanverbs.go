package offline

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/margay/margay/host/lazyregexp"
)

// hanCommands are words that begin a step, one kind a line, each behind the
// English verb that stands for it in a step where the planner asks for one.
const hanCommands = `
fill: 填写好, 填写上, 填写, 填入, 填上, 填好, 填, 输入, 录入, 写上, 写下, 写入, 写, 键入, 修改, 更改, 更新, 改, 设置, 设定, 调整, 补充
clear: 清空, 清除
choose: 选择, 选中, 选定, 选取, 选好, 选, 挑选, 挑, 切换到, 切换为, 切换成, 换成, 切到, 切回到, 切回, 切换回, 筛选
tick: 打上勾, 打个勾, 打钩, 勾选上, 勾选, 勾上, 勾中, 打勾, 勾, 开启, 启用, 同意, 接受
untick: 取消勾选, 取消选中, 取消打勾, 去掉勾选, 去勾选, 不勾选, 去掉勾, 去掉, 关掉, 禁用, 停用
press: 点进去, 点进, 点击一下, 点击, 点一下, 点开, 单击, 点按, 点, 按一下, 按下, 按, 轻点, 戳, 双击
self: 加到购物车, 加进购物车, 放进购物车, 放入购物车, 加购物车, 申请, 投递, 开通, 办理, 激活, 上架, 下架, 催单, 暂存, 改签, 退票, 退课, 选课, 提交, 保存, 确认, 确定, 发送, 下单, 结算, 去结算, 预约, 预订, 预定, 订购, 购买, 立即购买, 加入购物车, 加购, 添加, 新增, 新建, 创建, 删除, 删掉, 移除, 取消, 应用, 发布, 发表, 注册, 订阅, 退出登录, 退出, 展开, 收起, 支付, 付款, 下载, 导出, 打印, 重置, 刷新, 返回, 上一步, 下一步, 继续, 完成, 关闭, 收藏, 点赞, 关注, 报名, 挂号, 签到, 领取, 编辑, 回复, 登录, 登陆, 兑换, 使用, 加入, 接单, 审批, 批准, 驳回, 拒绝, 归档, 续借, 借阅, 归还, 退款, 投票, 分享, 复制, 暂停, 启动, 停止, 缴费, 充值, 恢复, 置顶, 撤回, 催办, 评价, 挂失, 解绑, 绑定, 邀请, 举报, 屏蔽, 查看
open: 打开, 进入, 进到, 进, 翻到, 翻去, 前往, 转到, 跳转到, 跳到, 访问, 去到, 去, 回到, 浏览, 展示
read: 念一遍, 读一遍, 问下, 念给我, 读给我听, 看一眼, 瞅瞅, 瞅一眼, 瞧瞧, 看一眼, 回复我, 说下, 我想知道, 想知道, 请问, 问问, 帮我看, 报给我, 告诉我, 跟我说, 告知我, 告知, 告诉, 读出来, 读出, 读一下, 读给我, 念一下, 念出, 念给我, 看一下, 看一看, 看看, 看下, 查一下, 查看一下, 查看下, 读取, 说说, 说一下, 报一下, 报出, 报告, 汇报, 给我看, 给出, 问一下, 回答, 列出, 显示, 查查, 看, 读, 念, 确认一下
find: 找到, 查找, 寻找, 找出, 找一下, 找, 定位到, 定位
search: 搜索一下, 搜索, 搜一下, 搜, 检索, 查询
unable: 总结, 概括, 翻译, 解释, 比较, 对比, 计算, 上传, 推荐, 分析, 撰写, 起草, 排序, 拖动
forbid: 千万不要, 千万别, 暂时不要, 暂不, 不需要, 不能, 不要, 不用, 请勿, 勿, 别, 无需, 不必, 切勿, 先不
condition: 如果, 假如, 要是, 若是, 除非, 直到, 每当, 只要, 倘若
`

// hanFillers stand before a command and say nothing.
const hanFillers = `弄完之后, 弄完后, 弄完了, 弄完, 弄好后, 弄好了, 弄好, 搞定后, 搞完, 写完后, 写完, 选完后, 选完, 勾完后, 勾完, 顺手, 顺带, 请你, 请帮我, 请帮忙, 请您, 请, 麻烦你帮我, 麻烦你, 麻烦您, 麻烦, 帮我, 帮忙, 帮, 能不能帮我, 能不能, 能否, 可以帮我, 可不可以, 可以, 劳驾, 你好, 您好, 然后再, 然后, 接着再, 接着, 接下来, 随后, 之后再, 之后, 以后, 最后再, 最后, 再帮我, 再, 并且, 并, 而且, 但是, 但, 不过, 同时, 首先, 先, 其次, 另外, 还有, 还要, 也要, 也, 我想要, 我想, 我要, 我需要, 需要, 想要, 给我, 替我, 为我, 记得, 直接, 现在, 顺便, 就, 把它, 输进去, 填进去, 写进去, 第一步, 第二步, 第三步, 第四步, 完成后, 做完后, 好了之后, 等它完成后, 都填好后, 填好后, 看完之后, 看完后, 看完了, 看完, 读完后, 读完, 填完后, 然后请, 嗨, 嘿, 那就, 那么, 在此页面, 在这个页面上, 在这个页面, 在这一页, 在页面上, 在当前页面, 在网页上, 页面上, 这个页面上`

// hanSequence are words that begin another step where no comma stands.
const hanSequence = `然后, 接着, 随后, 之后, 以后, 最后, 并且, 再, 并, 后`

// hanEndings are politeness at the end of a step.
const hanEndings = `谢谢你, 谢谢您, 谢谢, 多谢, 好吗, 好不好, 可以吗, 行吗, 吧, 一下, 就行, 就好, 即可, 就可以了, 辛苦了, 哦, 呀, 啊`

// hanLinks stand between the name of a field and its value; weak ones are also
// parts of other words and need a name of the page before them.
const (
	hanLinks = `勾选上|勾选|勾上|勾|填写成|填写为|填写上|填写|填成|填为|填上|填入|填|输入为|输入成|输入|写成|写上|写为|写|选择为|选择成|筛选为|筛选成|筛成|筛为|选择|选为|选成|选中|选|设置为|设置成|设定为|设为|设成|调整为|调整到|调整成|调到|调成|调为|改成|改为|改到|换成|换为|更改为|修改为|修改成|更新为|变为|变成|定为|定在|约在|安排在|选在|：|:|=|＝|→|->|=>`
	// hanLinkLike may stand before a link and says nothing: 感受那栏就写.
	hanLinkLike  = `(?:(?:那|这)?一?(?:栏位|栏|输入框|框|项|行|格|处|里面|里|儿|个)?(?:里|中|内|上)?(?:请|就|统一|帮我|给我|直接|再|重新|都|也|要)?)`
	hanWeakLinks = `叫做|叫|换|改|是|为|成|到|用|要`
)

type hanPhrase struct {
	text, group string
}

func hanPhrases(list, group string) []hanPhrase {
	var out []hanPhrase
	for _, p := range strings.Split(list, ",") {
		out = append(out, hanPhrase{strings.TrimSpace(p), group})
	}
	return out
}

// longestFirst sorts phrases so that the first that fits is the longest.
func longestFirst(list []hanPhrase) []hanPhrase {
	slices.SortStableFunc(list, func(a, b hanPhrase) int { return cmp.Compare(len(b.text), len(a.text)) })
	return list
}

var hanTables = sync.OnceValue(func() (t struct{ commands, fillers, endings, sequence []hanPhrase }) {
	for _, line := range strings.Split(strings.TrimSpace(hanCommands), "\n") {
		group, rest, _ := strings.Cut(line, ":")
		t.commands = append(t.commands, hanPhrases(rest, group)...)
	}
	longestFirst(t.commands)
	t.fillers = longestFirst(hanPhrases(hanFillers, ""))
	t.endings = longestFirst(hanPhrases(hanEndings, ""))
	t.sequence = longestFirst(hanPhrases(hanSequence, ""))
	return t
})

// hanLead gives the longest phrase that a text begins with, and what follows.
func hanLead(text string, table []hanPhrase) (hanPhrase, string, bool) {
	for _, p := range table {
		if rest, ok := strings.CutPrefix(text, p.text); ok && !(p.text == "别" && hanNamesOther(rest)) {
			return p, rest, true
		}
	}
	return hanPhrase{}, text, false
}

// hanNamesOther reports whether 别 is a part of a noun where this stands behind it: 别名.
func hanNamesOther(rest string) bool {
	return hanOther.MatchString(rest) && !hanOtherActs.MatchString(rest)
}

var (
	hanOther = lazyregexp.New(`^(?:名|墅|针|克|人|处|称|样|致|扭)`)
	// hanOtherActs are acts that begin with such a sign: 别处理.
	hanOtherActs = lazyregexp.New(`^(?:处理|处分|处罚|处置|针对|致电|致函|克扣|人为|名列)`)
)
