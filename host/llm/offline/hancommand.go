package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// hanVerb reads a clause that begins with a command.
func hanVerb(p hanPhrase, object, body, text string) []step {
	noun := hanNoun(object)
	s := step{text: text, object: noun}
	switch p.group {
	case "fill", "clear":
		s.kind, s.verb = fill, "set"
		switch p.text {
		case "填写好", "填写上", "填写", "填入", "填上", "填好", "填", "输入", "录入", "写上", "写下", "写入", "写", "键入":
			s.verb = "enter"
		}
		if s.object = hanValueEnd(strings.TrimLeft(strings.TrimPrefix(text, p.text), " ：:")); p.group == "clear" {
			s.verb, s.object = "clear", noun
		}
	case "choose":
		if s.kind, s.verb = choose, "choose"; object == "" {
			s.kind, s.verb = press, p.text // 筛选 alone is a button
		}
	case "tick":
		s.kind, s.verb = tick, "tick"
		if p.text == "同意" || p.text == "接受" {
			s.verb = p.text
		}
	case "untick":
		s.kind, s.verb = untick, "untick"
		if p.text == "关掉" || p.text == "去掉" {
			s.verb = "关闭"
		}
	case "press":
		s.kind, s.verb = press, "press"
		if utf8.RuneCountInString(p.text) == 1 && object == "" {
			return nil
		}
	case "self":
		if hanAsks(body) && p.text != "查看" {
			return []step{{kind: read, verb: "tell me", object: body, text: text}}
		}
		s.kind, s.verb = press, p.text
		if cart := hanDisposed("", p.text, "").verb; cart != p.text {
			s.verb, s.object = cart, strings.TrimLeft(s.object, "里面中去")
		}
		if p.text == "登录" || p.text == "登陆" {
			s.kind, s.verb = press, "登录"
		}
		if p.text == "查看" {
			s.kind, s.verb = read, "查看"
			if hanAsks(object) {
				s.verb, s.object = "tell me", object
			}
		}
	case "open":
		s.kind, s.verb = open, "open"
		if p.text == "打开" {
			s.verb = "turn on"
		}
	case "read":
		s.kind, s.verb, s.object = read, "tell me", object
	case "find":
		s.kind, s.verb = find, "find"
		if hanAsks(object) {
			s.kind, s.verb, s.object = read, "tell me", object
		}
	case "search":
		s.kind, s.verb = search, "search"
	case "forbid":
		s.kind, s.verb = forbid, "do not"
	case "condition":
		s.kind, s.verb = unable, "if"
	case "unable":
		s.kind, s.verb, s.object = unable, p.text, body
	}
	return []step{s}
}

var hanPronoun = wordSet("它 他 她 这个 那个 这条 这篇 那条")

// hanSortBy is an order of a list: 按销量优先排.
var hanSortBy = lazyregexp.New(`^按(?:照)?\s*([^，,。；：:]{2,14}?)(?:来|的?顺序)?(?:排序|排列|排一下|排)$`)

// hanSpelled are commands as buttons spell them: 报个名 is 报名.
func hanSpelled(verb string) string {
	if verb == "点个收藏" || verb == "点收藏" {
		return "收藏"
	}
	if a, b, ok := strings.Cut(verb, "个"); ok {
		return a + b
	}
	return verb
}
