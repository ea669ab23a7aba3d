package offline

import (
	"fmt"
	"strings"
)

// tongue is the language of an answer: the texts of the planner in it, by the
// English text that stands where it is said. nil is English.
type tongue map[string]string

// term is a word of the planner inside of a text, such as the kind of an element;
// it is put into the language with the text. One made by termOf holds a name.
type term string

// termOf is a term that names something: “choice for “Size””.
func termOf(format, name string) term { return term(format + "\x00" + name) }

// say gives a text with its values filled in.
func (t tongue) say(format string, a ...any) string {
	if own, ok := t[format]; ok {
		format = own
	}
	values := make([]any, len(a))
	for i, v := range a {
		switch v := v.(type) {
		case term:
			values[i] = t.word(v)
		case *refusal:
			values[i] = v.in(t)
		default:
			values[i] = v
		}
	}
	return fmt.Sprintf(format, values...)
}

// word gives a term in the language.
func (t tongue) word(w term) string {
	if format, name, ok := strings.Cut(string(w), "\x00"); ok {
		return t.say(format, name)
	}
	if own, ok := t[string(w)]; ok {
		return own
	}
	return string(w)
}

// bid is a command as a person would give it.
func (t tongue) bid(verb, object string) string {
	if t == nil {
		return verb + " " + object
	}
	if own, ok := hanBids[verb]; ok {
		verb = own
	}
	return verb + object
}

// hanBids are the commands that the parts of a step are told by in Chinese.
var hanBids = map[string]string{"tick": "勾选", "untick": "取消勾选", "choose": "选择", "press": "点击", "enter": "填写", "set": "设置"}

// list enumerates.
func (t tongue) list(parts []string) string {
	if t == nil {
		return enumerate(parts)
	}
	return strings.Join(parts, "、")
}

// sentences puts two next to each other.
func (t tongue) sentences(list ...string) string {
	between := " "
	if t != nil {
		between = ""
	}
	return strings.TrimSpace(strings.Join(nonEmpty(list), between))
}

// tongueOf is the language that a prompt is answered in.
func tongueOf(prompt string) tongue {
	if isChinese(prompt) {
		return hanSays()
	}
	return nil
}

// answerf adds an answer to what was asked.
func (r *runner) answerf(format string, a ...any) {
	r.answers = append(r.answers, r.tongue.say(format, a...))
}

// joined puts things next to each other that are no sentences.
func (t tongue) joined(list []string) string {
	if t == nil {
		return strings.Join(list, "; ")
	}
	return strings.Join(list, "；")
}
