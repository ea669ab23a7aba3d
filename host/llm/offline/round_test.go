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

// TestAFieldThatGoes: what the page takes away, empties or finds fault with once it is set was set, and is set once.
func TestAFieldThatGoes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		prompt string
		fields []*node
		want   string
	}{
		"a_box": {"Tick Gone at once", []*node{{role: "checkbox", name: "Gone at once", attrs: "leaves"}}, "Ticked “Gone at once”, and the page has taken it away since."},
		"a_box_of_two_of_one_name": {"Tick Fresh in the group Fruit", []*node{
			{role: "group", name: "Fruit", kids: []*node{{role: "checkbox", name: "Fresh", attrs: "leaves"}}},
			{role: "group", name: "Nuts", kids: []*node{{role: "checkbox", name: "Fresh"}}},
		}, "Ticked “Fresh”, and the page has taken it away since."},
		"a_list":                    {"Choose B in Sel", []*node{{role: "combobox", name: "Sel", attrs: "leaves", options: []string{"A", "B"}}}, "Set “Sel”, and the page has taken it away since."},
		"a_text":                    {"Fill Txt with hello", []*node{{role: "textbox", name: "Txt", attrs: "leaves"}}, "Filled “Txt”, and the page has taken it away since."},
		"a_text_in_chinese":         {"在Txt里填写hello", []*node{{role: "textbox", name: "Txt", attrs: "leaves"}}, "已填写“Txt”，之后页面把它移除了。"},
		"a_text_emptied_as_it_came": {"Fill Txt with hello", []*node{{role: "textbox", name: "Txt", attrs: "empties"}}, "Filled “Txt”, and the page has emptied the field since."},
		"a_text_found_fault_with":   {"Fill Mail with mira", []*node{{role: "textbox", name: "Mail", attrs: "objects"}}, "Filled “Mail”: it holds “mira”. The page objects to “Mail”: Please include an '@'."},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSim(base+"/x", map[string]func(s *sim) *doc{base + "/x": func(*sim) *doc { return &doc{title: "Fields", body: c.fields} }})
			answer, _ := driveOn(t, s, llm.Request{Messages: []chat.Message{llmtest.User(c.prompt)}, Tools: toolList(errandTools...)})
			if !strings.Contains(answer, c.want) || strings.Contains(answer, "Not done") || len(s.filled) != 1 {
				t.Errorf("filled %v, want %s in\n%s", s.filled, c.want, answer)
			}
		})
	}
}
