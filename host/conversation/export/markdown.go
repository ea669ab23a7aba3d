package export

import (
	"fmt"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// Markdown writes a conversation for reading, with thinking and calls folded.
func Markdown(c Chat) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", oneLine(c.Conversation.Title))
	fmt.Fprintf(&b, "> %s%s\n\n---\n", when(c.Conversation.CreatedAt), models(c.Messages))
	last := chat.Role("")
	for _, m := range c.Messages {
		if m.Role != last {
			b.WriteString(map[bool]string{true: "\n### 👤 User\n", false: "\n### 🤖 Assistant\n"}[m.Role == chat.RoleUser])
		}
		last = m.Role
		for _, block := range m.Content {
			switch block.Type {
			case chat.BlockText:
				fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(block.Text))
			case chat.BlockThinking:
				fmt.Fprintf(&b, "\n<details><summary>💭 Thinking</summary>\n\n%s\n\n</details>\n", fenced(block.Text, ""))
			default:
				fmt.Fprintf(&b, "\n%s\n", about(block))
			}
		}
		for _, call := range m.ToolCalls {
			fmt.Fprintf(&b, "\n<details><summary>🔧 %s %s</summary>\n\n%s\n\n%s\n\n", escaped(oneLine(call.Name)), mark(call.Status), fenced(pretty(call.Arguments), "json"), fenced(call.Result, ""))
			for _, a := range call.Attachments {
				fmt.Fprintf(&b, "%s\n\n", about(a))
			}
			b.WriteString("</details>\n")
		}
		if m.Error != "" {
			fmt.Fprintf(&b, "\n> ⚠️ %s\n", oneLine(m.Error))
		}
	}
	return b.String()
}

// models names those that answered, for the line below the title.
func models(messages []chat.Message) string {
	seen := map[string]bool{}
	var names []string
	for _, m := range messages {
		if m.Model != "" && !seen[m.Model] {
			seen[m.Model] = true
			names = append(names, oneLine(m.Model))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " · " + strings.Join(names, ", ")
}

// fenced writes text as a block that nothing in it ends.
func fenced(text, language string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

var escaping = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func escaped(s string) string { return escaping.Replace(s) }
