package openai

import (
	"slices"

	goopenai "github.com/sashabaranov/go-openai"
)

// handedOver stands between the results of calls and the person's next words where a
// provider takes none right after them.
const handedOver = "I have these results."

// inTurn brings messages into an order that all providers take: what a person says in
// several messages one after the other, as after a run that failed, becomes one.
// Where strict is set nothing of a person's follows the results of calls at once.
func inTurn(list []message, strict bool) []message {
	var out []message
	for _, msg := range list {
		last := len(out) - 1
		switch {
		case last < 0 || msg.Role != goopenai.ChatMessageRoleUser:
		case out[last].Role == goopenai.ChatMessageRoleUser:
			out[last].Content = joined(out[last].Content, msg.Content)
			continue
		case strict && out[last].Role == goopenai.ChatMessageRoleTool:
			out = append(out, message{Role: goopenai.ChatMessageRoleAssistant, Content: handedOver})
		}
		out = append(out, msg)
	}
	return out
}

// joined is the content of two messages in one: text where both are, else parts.
func joined(a, b any) any {
	first, plain := a.(string)
	second, alike := b.(string)
	if plain && alike {
		return first + "\n\n" + second
	}
	return slices.Concat(partsOf(a), partsOf(b))
}

func partsOf(content any) []goopenai.ChatMessagePart {
	if text, ok := content.(string); ok {
		return []goopenai.ChatMessagePart{textPart(text)}
	}
	parts, _ := content.([]goopenai.ChatMessagePart)
	return parts
}
