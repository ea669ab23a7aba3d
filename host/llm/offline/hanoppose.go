package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	// hanUndoes are commands that take back or end something.
	hanUndoes = lazyregexp.New(`^(?:取消|删除|删掉|移除|撤回|撤销|退|拒绝|驳回|停止|解绑|注销)`)
	// hanUndoing is in the names of buttons that do.
	hanUndoing = lazyregexp.New(`取消|删|移除|移出|撤|退|拒|驳|停|解|注销|登出|离开|清|不|别|^已|关闭|放弃`)
)

// findPress finds what a step wants pressed. A button that says the contrary is none:
// 取消约车 is no press of 确认约车, and 提交订单 none of 取消订单.
func (r *runner) findPress(st step) (ranked, error) {
	c, err := r.anyPress(st)
	if err == nil && st.zh && hanOpposes(st, plainName(r.page.called(c.el))) {
		return ranked{}, r.page.none(st.text, "button or link", nil)
	}
	return c, err
}

// undoesUnasked reports whether a button takes back what a command says nothing of
// taking back: 约瑜伽 is no press of 取消预约.
func undoesUnasked(label, command string) bool {
	return hanUndoing.MatchString(label) && !hanUndoing.MatchString(command)
}

// hanOpposes reports whether a step bids the contrary of what a button is called by.
func hanOpposes(st step, name string) bool {
	if !hasHan(name) || st.verb == "press" || st.verb == "open" || strings.Contains(st.object, name) {
		return false
	}
	if hanUndoes.MatchString(st.verb) {
		return !hanUndoing.MatchString(name)
	}
	return hasHan(st.verb) && hanUndoes.MatchString(name) && !hanUndoing.MatchString(st.verb+st.object)
}
