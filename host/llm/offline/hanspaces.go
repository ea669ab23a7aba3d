package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// Who sets Chinese with care puts a space between it and Latin letters or figures: 在 Name
// 中填写 Tom. Elsewhere in a prompt a space may end a step or belong to a value, so only
// those are taken out that stand between the words of one command.

const (
	hanSpaceStart = `((?:^|[，,。；;！!？?\n]|然后|接着|最后|再|并)\s*(?:\d{1,2}[.、)）]\s*)?(?:请|帮我|麻烦你?|先|再|记得|能不能|可不可以)*\s*)`
	hanSpaceName  = `([^，,。；;：:\n]{1,40}?)`
	hanSpaceActs  = `(填写上|填写|填入|填上|填|输入|写上|写下|写|键入|粘贴|选择|选中|选|勾选|勾上|点击|点一下|点|单击|设置为|设为|改成|改为|取消勾选|打开|关闭|搜索|查找)`
)

var hanSpacings = []*lazyregexp.Regexp{
	lazyregexp.New(hanSpaceStart + `(在|往|给)\s*` + hanSpaceName + `\s*(` + hanBox + `)\s*(` + hanInside + `|)\s*` + hanSpaceActs + `\s*`),
	lazyregexp.New(hanSpaceStart + `(在|往|给)\s*` + hanSpaceName + `\s*(里面|里|中|内|上|处)\s*` + hanSpaceActs + `\s*`),
	lazyregexp.New(hanSpaceStart + `(把|将)\s*` + hanSpaceName + `\s*(填入|填到|填进|输入到|写进|写到|写入|放到|放进|` + hanSetVerb + `)\s*`),
	// 给 教练留言 填 请慢一点, whose name may begin with 给
	lazyregexp.New(hanSpaceStart + `(给)\s+` + hanSpaceName + `\s*(填写上|填写|填入|填上|填|输入|写上|写下|写|键入|选择|选|设置为|设为|改成|改为)\s*`),
	// 点击 清空 Cart: a command that needs a name has it behind the space.
	lazyregexp.New(hanSpaceStart + `(点击|点一下|点|单击|按下|勾选上|勾选|取消勾选|选择|选中|打开|展开)\s+()`),
	// GPU 型号 选 RTX 5080
	lazyregexp.New(hanSpaceStart + `([^，,。；;：:\s]{1,16}(?: [^，,。；;：:\s]{1,16})?)\s+(填写|填入|填|输入|写|选择|选|设置为|设为|改成|改为)\s+`),
}

// hanSpaceNext is what begins another step behind a space, whatever is before it.
var hanSpaceNext = lazyregexp.New(`^(?:然后|接着|随后|最后|再|并|看看|告诉|把|将)`)

// unspaced takes those spaces out. What is quoted and an address stay as they were written; of what is filled in only
// a space between what reads as a command's words may go.
func unspaced(prompt string) string {
	for _, form := range hanSpacings {
		prompt = joinedParts(prompt, form.FindAllStringSubmatchIndex(mask(prompt), -1))
	}
	return prompt
}

// joinedParts writes the parts of each match without the spaces between them; what
// leads to it, its first part, stays.
func joinedParts(s string, matches [][]int) string {
	var b strings.Builder
	from := 0
	for _, m := range matches {
		parts, acts := "", false
		for i := 4; i < len(m); i += 2 {
			part := s[m[i]:m[i+1]]
			acts = acts || i == 4 && holdsCommand(part)
			if i == 4 && part == "往" {
				part = "在" // of 往 Name 里填, and never a sign of the name
			}
			parts += part
		}
		if acts || hanSpaceNext.MatchString(s[m[1]:]) {
			continue
		}
		b.WriteString(s[from:m[3]] + parts)
		from = m[1]
	}
	return b.String() + s[from:]
}

// holdsCommand reports whether the first part of a match is more than a label: 点查询, behind
// which another step begins.
func holdsCommand(part string) bool {
	_, object, led := hanLead(part, hanTables().commands)
	return led && object != ""
}
