package export

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"when": when, "pretty": pretty, "about": about, "mark": mark, "trim": strings.TrimSpace,
	"user":     func(r chat.Role) bool { return r == chat.RoleUser },
	"text":     func(b chat.Block) bool { return b.Type == chat.BlockText },
	"thinking": func(b chat.Block) bool { return b.Type == chat.BlockThinking },
	"models":   models,
}).Parse(pageText))

// HTML writes a conversation as one page that needs nothing from elsewhere and runs nothing.
func HTML(c Chat) ([]byte, error) {
	var b strings.Builder
	if err := pageTemplate.Execute(&b, c); err != nil {
		return nil, fmt.Errorf("write conversation: %w", err)
	}
	return []byte(b.String()), nil
}
