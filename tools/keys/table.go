package keys

import (
	"fmt"
	"strings"
)

// modifiers by the names that people give them, in lower case.
var modifiers = map[string]Modifiers{
	"control": Control, "ctrl": Control, "ctl": Control, "strg": Control,
	"shift": Shift, "alt": Alt, "option": Alt, "opt": Alt,
	"meta": Meta, "cmd": Meta, "command": Meta, "win": Meta, "windows": Meta, "super": Meta,
}

// order is the order in which modifiers are written.
var order = []struct {
	bit  Modifiers
	name string
}{{Control, "Control"}, {Alt, "Alt"}, {Shift, "Shift"}, {Meta, "Meta"}}

// place is a key that types, and what it types with Shift.
type place struct {
	Key
	plain, shift rune
}

var (
	byRune, byCode = keyboard()
	named          = names()
)

// keyboard is a keyboard of the United States.
func keyboard() (runes map[rune]place, codes map[string]place) {
	runes, codes = map[rune]place{}, map[string]place{}
	add := func(plain, shift rune, code string, virtual int64) {
		p := place{Key{Name: string(plain), Code: code, Virtual: virtual, Text: string(plain)}, plain, shift}
		runes[plain], runes[shift], codes[code] = p, p, p
	}
	for r := 'a'; r <= 'z'; r++ {
		upper := r - 'a' + 'A'
		add(r, upper, "Key"+string(upper), int64(upper))
	}
	for i, shift := range ")!@#$%^&*(" {
		add('0'+rune(i), shift, fmt.Sprintf("Digit%d", i), int64('0'+i))
	}
	for _, k := range []struct {
		plain, shift rune
		code         string
		virtual      int64
	}{
		{'`', '~', "Backquote", 192},
		{'-', '_', "Minus", 189},
		{'=', '+', "Equal", 187},
		{'[', '{', "BracketLeft", 219},
		{']', '}', "BracketRight", 221},
		{'\\', '|', "Backslash", 220},
		{';', ':', "Semicolon", 186},
		{'\'', '"', "Quote", 222},
		{',', '<', "Comma", 188},
		{'.', '>', "Period", 190},
		{'/', '?', "Slash", 191},
	} {
		add(k.plain, k.shift, k.code, k.virtual)
	}
	return runes, codes
}

// spelled are characters that people write out, because they mean something in a chord.
var spelled = map[string]string{"plus": "+", "minus": "-"}

func onKeyboard(r rune) (place, bool) {
	p, ok := byRune[r]
	return p, ok
}

// names are the keys that have a name, by all names, in lower case.
func names() map[string]Key {
	all := map[string]Key{}
	for _, k := range []struct {
		key  Key
		also string
	}{
		{Key{"Enter", "Enter", 13, "\r"}, "return numpadenter"},
		{Key{"Tab", "Tab", 9, ""}, ""},
		{Key{" ", "Space", 32, " "}, "space spacebar"},
		{Key{"Escape", "Escape", 27, ""}, "esc"},
		{Key{"Backspace", "Backspace", 8, ""}, "back"},
		{Key{"Delete", "Delete", 46, ""}, "del"},
		{Key{"Insert", "Insert", 45, ""}, "ins"},
		{Key{"Home", "Home", 36, ""}, "pos1"},
		{Key{"End", "End", 35, ""}, ""},
		{Key{"PageUp", "PageUp", 33, ""}, "pgup"},
		{Key{"PageDown", "PageDown", 34, ""}, "pgdn pgdown"},
		{Key{"ArrowUp", "ArrowUp", 38, ""}, "up"},
		{Key{"ArrowDown", "ArrowDown", 40, ""}, "down"},
		{Key{"ArrowLeft", "ArrowLeft", 37, ""}, "left"},
		{Key{"ArrowRight", "ArrowRight", 39, ""}, "right"},
		{Key{"ContextMenu", "ContextMenu", 93, ""}, "menu"},
		{Key{"Control", "ControlLeft", 17, ""}, "ctrl"},
		{Key{"Shift", "ShiftLeft", 16, ""}, ""},
		{Key{"Alt", "AltLeft", 18, ""}, "option"},
		{Key{"Meta", "MetaLeft", 91, ""}, "cmd command win"},
	} {
		for _, name := range append(strings.Fields(k.also), k.key.Name) {
			all[strings.ToLower(name)] = k.key
		}
	}
	for n := 1; n <= 12; n++ {
		name := fmt.Sprintf("F%d", n)
		all[strings.ToLower(name)] = Key{Name: name, Code: name, Virtual: int64(111 + n)}
	}
	return all
}
