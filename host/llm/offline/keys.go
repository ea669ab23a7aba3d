package offline

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

const (
	heldKeys  = `(?:(?:ctrl|control|shift|alt|cmd|command|meta)\s?\+\s?)`
	namedKeys = `enter|return|escape|esc|tab|space|backspace|delete|home|end|page ?up|page ?down|(?:up|down|left|right) ?arrow|arrow ?(?:up|down|left|right)|f\d{1,2}`
	keyChord  = heldKeys + `*(?:` + namedKeys + `)|` + heldKeys + `+[a-z0-9]`
)

var (
	pressKey    = lazyregexp.New(`(?i)^(?:press|hit|push|tap|type|use)\s+(?:the\s+)?(` + keyChord + `)(?:\s+(?:key|bar))?$`)
	hanPressKey = lazyregexp.New(`(?i)^(?:再)?(?:按下|按一下|按|敲一下|敲击|敲|点击|点|用)\s*(?:键盘(?:上)?的?)?\s*(?:(回车|空格|退格|` + keyChord + `)\s*键?|([上下左右]|删除)(?:方向)?键)(?:一下|确认|搜索|提交)?$`)
)

// buttonWords name a key and also begin the names of buttons (“Delete account”). The
// key is meant where the step says so, or where no button has the word.
var (
	buttonWords = wordSet("delete home end")
	keyWord     = lazyregexp.New(`(?i)\bkey\b|键`)
)

var keyNames = map[string]string{
	"enter": "Enter", "return": "Enter", "回车": "Enter", "escape": "Escape", "esc": "Escape", "tab": "Tab", "space": "Space", "空格": "Space",
	"backspace": "Backspace", "退格": "Backspace", "delete": "Delete", "删除": "Delete", "home": "Home", "end": "End", "pageup": "PageUp", "pagedown": "PageDown",
	"uparrow": "ArrowUp", "arrowup": "ArrowUp", "上": "ArrowUp", "downarrow": "ArrowDown", "arrowdown": "ArrowDown", "下": "ArrowDown",
	"leftarrow": "ArrowLeft", "arrowleft": "ArrowLeft", "左": "ArrowLeft", "rightarrow": "ArrowRight", "arrowright": "ArrowRight", "右": "ArrowRight",
	"ctrl": "Control", "control": "Control", "shift": "Shift", "alt": "Alt", "cmd": "Meta", "command": "Meta", "meta": "Meta",
}

// chordOf writes keys as the tool wants them: “ctrl + a” is Control+A.
func chordOf(said string) string {
	parts := strings.Split(strings.ToLower(strings.ReplaceAll(said, " ", "")), "+")
	for i, p := range parts {
		if own, ok := keyNames[p]; ok {
			parts[i] = own
		} else {
			parts[i] = strings.ToUpper(p)
		}
	}
	return strings.Join(parts, "+")
}

// keyOf gives the key of the keyboard that a step wants pressed, "" for none: the
// page may have a button that is called so, or one alone whose name has the word.
func (r *runner) keyOf(st step) (key, button string) {
	m := pressKey.FindStringSubmatch(strings.TrimRight(st.text, ".! "))
	if m == nil {
		m = hanPressKey.FindStringSubmatch(st.text)
	}
	if m == nil || !r.s.offered["press_key"] {
		return "", ""
	}
	said := strings.ToLower(strings.Join(m[1:], ""))
	loose := buttonWords[said] && !keyWord.MatchString(st.text)
	having := map[string]bool{}
	for _, c := range r.page.pressable(pressRoles, "button") {
		name := r.page.called(c.el)
		if same(plainName(name), said) {
			return "", ""
		}
		if loose && slices.Contains(rawWords(name), said) {
			having[name], button = true, name
		}
	}
	switch len(having) {
	case 0:
		return chordOf(said), ""
	case 1:
		return "", button
	}
	return "", ""
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
