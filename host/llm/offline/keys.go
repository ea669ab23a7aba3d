package offline

import (
	"regexp"
	"strings"
)

var (
	pressKey    = regexp.MustCompile(`(?i)^(?:press|hit|push|tap|type|use)\s+(?:the\s+)?(enter|return|escape|esc|tab|space|backspace)(?:\s+(?:key|bar))?$`)
	hanPressKey = regexp.MustCompile(`(?i)^(?:再)?(?:按下|按一下|按|敲一下|敲击|敲|点击|点|用)\s*(?:键盘(?:上)?的?)?\s*(回车|enter|return|esc|escape|tab|空格|退格)\s*键?(?:一下|确认|搜索|提交)?$`)
)

var keyNames = map[string]string{
	"enter": "Enter", "return": "Enter", "回车": "Enter", "escape": "Escape", "esc": "Escape", "tab": "Tab", "space": "Space", "空格": "Space", "backspace": "Backspace", "退格": "Backspace",
}

// keyOf gives the key of the keyboard that a step wants pressed, "" for none: the
// page may have a button that is called so.
func (r *runner) keyOf(st step) string {
	m := pressKey.FindStringSubmatch(strings.TrimRight(st.text, ".! "))
	if m == nil {
		m = hanPressKey.FindStringSubmatch(st.text)
	}
	if m == nil || !r.s.offered["press_key"] {
		return ""
	}
	for _, c := range r.page.pressable(pressRoles, "button") {
		if same(plainName(r.page.called(c.el)), m[1]) {
			return ""
		}
	}
	return keyNames[strings.ToLower(m[1])]
}

// key presses a key in the field that was set last, else where the focus is. It is
// an act like a press: never repeated where it may have had its effect.
func (r *runner) key(key string, field *element) error {
	args := r.args("keys", key)
	el := &element{role: "key", names: []string{key}}
	if field != nil {
		args["ref"] = field.ref
	}
	for try := 1; ; try++ {
		r.saying = r.tongue.say("Pressing “%s”.", key)
		res, err := r.s.one("press_key", args)
		switch {
		case err != nil:
			return err
		case res.ok():
			return r.pressed(el, key, res)
		case res.unknown():
			r.stale = true
			return refuse("“%s” was to be pressed when the connection broke. The page does not show whether it was, so I did not press it again. Please look, and tell me to press it if it was not.", key)
		case try == 3 || !res.never():
			return refuse("“%s” was not pressed: %s.", key, reason(res.text))
		}
	}
}

// typedLast is the field that was set last, on the page as it is.
func (r *runner) typedLast() *element {
	if r.last == nil || !textRoles[r.last.role] {
		return nil
	}
	return r.page.twin(r.last)
}
