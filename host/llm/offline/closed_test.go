package offline_test

import "testing"

// parts is a shop whose choices differ by little more than a space, a point or a hyphen.
func parts(*sim) *doc {
	return &doc{title: "Parts", body: []*node{
		heading(1, "Parts"), field("textbox", "Name"), pick("Card", "", "", "NVIDIA RTX 4090", "NVIDIA RTX5080"), pick("Bottle", "", "", "1.5 L", "1-3 L", "2 L"),
		box("radiogroup", "Edition", radio("Home", true), radio("Pro", false), radio("Pro N", false)), secret("Password"), field("textbox", "Note"), check("Wrap it for me", false), button("Buy", tells("Bought")),
	}}
}

// TestClosed: spaces and hyphens are set as people like, and neither make two names one
// nor let a wish go lost.
func TestClosed(t *testing.T) {
	t.Parallel()
	askOn(t, map[string]func(*sim) *doc{base + "/parts": parts}, []asked{
		{"parts", wish{"choose NVIDIA RTX 5080", holds{"Card": "NVIDIA RTX5080"}, "", "5080", "Not done"}},
		{"parts", wish{"Card 选 nvidia-rtx4090", holds{"Card": "NVIDIA RTX 4090"}, "", "4090", "未做"}},
		{"parts", wish{"set Bottle to 15 L", holds{"Bottle": ""}, "", "Not done", "Set “Bottle”"}},
		{"parts", wish{"set Bottle to 13L", holds{"Bottle": ""}, "", "Not done", "Set “Bottle”"}},
		{"parts", wish{"set Bottle to 2L", holds{"Bottle": "2 L"}, "", "2 L", "Not done"}},
		{"parts", wish{"我 选择 Pro 版", holds{"Edition": "Pro"}, "", "Pro", "未做"}},
		{"parts", wish{"选 ProN", holds{"Edition": "Pro N"}, "", "Pro N", "未做"}},
		{"parts", wish{"我选的版本是 Ultra", holds{"Edition": "Home"}, "", "未做", "已选择"}},
		{"parts", wish{"我要旗舰版，Name 填 Anna，最后点 Buy", holds{"Name": "", "Edition": "Home"}, "", "未做：“旗舰版”", "Bought"}},
		{"parts", wish{"Name: Anna, Note: please wrap it for me today", holds{"Name": "Anna", "Note": "please wrap it for me today", "Wrap it for me": "false"}, "", "Anna", "Ticked"}},
		{"parts", wish{"Password 填 abc 好的，Name 填 呃，Anna，点 Buy", holds{"Name": "Anna", "Password": "abc 好的"}, "Buy", "Bought", "未做"}},
	})
}
