package offline_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// TestARoundThatHalfFails: of fields that are set together, what holds its
// value is told as done, and only the rest as not done.
func TestARoundThatHalfFails(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"Height", "Colour", "Lid"} {
		s := newSim(base+"/x", map[string]func(s *sim) *doc{base + "/x": func(*sim) *doc {
			list := []*node{field("textbox", "Height"), field("textbox", "Colour"), field("textbox", "Lid")}
			for _, n := range list {
				if n.name == bad {
					n.attrs = "stubborn"
				}
			}
			return &doc{title: "Jar", body: append(list, button("Make", nil))}
		}})
		steps := map[string]string{"Height": "Set the height to 12", "Colour": "set the colour to blue", "Lid": "set the lid to cork"}
		answer, _ := drive(t, s, nil, strings.Join([]string{steps["Height"], steps["Colour"], steps["Lid"], "press Make"}, ", "))
		want := "Not done: “" + steps[bad] + "”; “press Make”."
		if !strings.Contains(answer, want) || strings.Count(answer, "- Filled “") != 2 || len(s.pressed) > 0 {
			t.Errorf("want %s in\n%s", want, answer)
		}
	}
}

// TestAnEntryThatThePageTakes: what a field took and holds no more is told as
// done, and is entered once.
func TestAnEntryThatThePageTakes(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]string{
		"Type “Buy milk” in New todo and press Enter": "Filled “New todo”: it took “Buy milk”, and the page has emptied the field since.",
		"Fill New todo with Buy milk":                 "Filled “New todo”: it took “Buy milk”, and the page has emptied the field since.",
		"在New todo里填写Buy milk":                        "已填写“New todo”：已接收“Buy milk”，之后页面清空了该字段",
	} {
		s := newSim(base+"/x", map[string]func(s *sim) *doc{base + "/x": func(*sim) *doc {
			return &doc{title: "Todos", body: []*node{{role: "textbox", name: "New todo", attrs: "entry"}}}
		}})
		answer, _ := driveOn(t, s, llm.Request{Messages: []chat.Message{llmtest.User(prompt)}, Tools: toolList(errandTools...)})
		if !strings.Contains(answer, want) || strings.Contains(answer, "Not done") || len(s.filled) != 1 {
			t.Errorf("%s: filled %v, want %s in\n%s", prompt, s.filled, want, answer)
		}
	}
}
