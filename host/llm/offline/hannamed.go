package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// hanNameOf ends the label of a field for a name.
var hanNameOf = lazyregexp.New(`(?:姓名|名字|名称|名|昵称|称呼)[（(）)*\s]*$`)

// namesOne reads 我家猫叫年糕 as the name that the one field for a name takes: the one
// that shares a sign with who is called so, else the only one there is.
func (r *runner) namesOne(st step, p pair, fields []candidate) (ranked, bool) {
	if !strings.Contains(st.text, p.label+"叫") || utf8.RuneCountInString(p.value) > 12 {
		return ranked{}, false
	}
	who := strings.Join(words(p.label), " ")
	var all, near []candidate
	for _, f := range fields {
		if len(f.labels) == 0 || !textRoles[f.el.role] || !hanNameOf.MatchString(f.labels[0]) {
			continue
		}
		all = append(all, f)
		if compare(words(hanNameOf.ReplaceAllString(f.labels[0], "")), words(who), nil).own > 0 {
			near = append(near, f)
		}
	}
	if len(near) == 0 {
		near = all
	}
	if len(near) != 1 {
		return ranked{}, false
	}
	return ranked{candidate: near[0], own: 1, query: 1, score: 1}, true
}
