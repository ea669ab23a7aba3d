package offline

import (
	"strings"
	"unicode/utf8"
)

// hanKept are words whose first sign also ends a command: of 填上海 the value is
// 上海, of 换成都 it is 成都.
var hanKept = phraseSet(strings.Fields(`上海 上午 上门 上次 上班 上衣 上铺 上层 上周 上学 上饶 上虞 上等 下午 下铺 下次 下层 下周 下班 下单
	中文 中国 中午 中间 中餐 中杯 中号 中级 中等 中山 中医 中班 中英 中份 中辣 中卫 中式 中药 中性 中型 中档 中巴 中长 中老 成都 成人 成品 成年 成套 入住 入口 入门 好评 好友 到店 到付 到期 到家 到场 到院
	为主 写字 写真 选修 选座 填充 点心 点赞 用户 用餐 用于 用品 改签 是否 开封 开始 进口 进阶 进度 进货`)...)

// giveBack gives where what follows a command begins: at end, or one sign before
// it where that sign is the first of a word of its own. The command keeps at least
// one sign.
func giveBack(s string, from, end int) int {
	last, size := utf8.DecodeLastRuneInString(s[from:end])
	next, _ := utf8.DecodeRuneInString(s[end:])
	if size > 0 && end-size > from && hanKept[string(last)+string(next)] {
		return end - size
	}
	return end
}

// giveBackTo is giveBack for the places of a form, whose group n follows the
// command right before it.
func giveBackTo(s string, m []int, n int) int {
	if m[n-1] != m[n] {
		return m[n]
	}
	return giveBack(s, m[n-2], m[n])
}
