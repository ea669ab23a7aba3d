package offline_test

import (
	_ "embed"
	"strings"
	"testing"
)

// signup has what pages have that are written in English, or in both.
func signup(*sim) *doc {
	return &doc{title: "Sign up", body: []*node{
		heading(1, "Sign up"),
		box("form", "", field("textbox", "Name"), field("textbox", "Email"), field("textbox", "Phone number"), field("textbox", "备注"),
			pick("Plan", "Free", "Free", "Pro", "Team"), pick("GPU 型号", "", "", "RTX 4090", "RTX 5080"), check("I agree", false), check("订阅 Newsletter", false), &node{role: "spinbutton", name: "Seats"},
			button("Sign up", tells("Welcome, your ID is SU-7")), button("清空 Cart", tells("Cart 已清空"))),
		link("Help", base+"/signup"),
	}}
}

//go:embed testdata/spaces.txt
var spacedPrompts string

// TestChineseSpaces: spaces between Chinese and other signs are how people set type,
// and mean nothing. Each line of the file is a prompt, what the fields hold then, what
// was pressed, and a part of the answer.
func TestChineseSpaces(t *testing.T) {
	t.Parallel()
	var cases []asked
	for line := range strings.Lines(spacedPrompts) {
		part := strings.Split(strings.TrimSpace(line), " | ")
		if len(part) != 4 {
			t.Fatalf("%q has %d parts", line, len(part))
		}
		cases = append(cases, asked{"signup", wish{part[0], heldIn(part[1]), strings.Trim(part[2], "-"), part[3], "未做"}})
	}
	askOn(t, map[string]func(*sim) *doc{base + "/signup": signup}, cases)
}
