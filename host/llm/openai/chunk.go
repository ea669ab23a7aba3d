package openai

import (
	"encoding/json"
	"strings"
)

// chunk is one frame of the stream, or a whole answer of a provider that does
// not stream. go-openai's types are not used for reading: their content is
// text only, and they drop what has to go back (extra_content).
type chunk struct {
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage"`
}

type choice struct {
	Index   int    `json:"index"`
	Delta   *delta `json:"delta"`
	Message *delta `json:"message"`
	Finish  string `json:"finish_reason"`
}

type delta struct {
	Content   content     `json:"content"`
	Refusal   string      `json:"refusal"`
	Reasoning string      `json:"reasoning"`
	Thought   string      `json:"reasoning_content"`
	ToolCalls []callDelta `json:"tool_calls"`
}

type callDelta struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string    `json:"name"`
		Arguments arguments `json:"arguments"`
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"`
}

type usage struct {
	Prompt     int64 `json:"prompt_tokens"`
	Completion int64 `json:"completion_tokens"`
	Details    *struct {
		Cached int64 `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CacheHit int64 `json:"prompt_cache_hit_tokens"`
}

// arguments is text, or an object from providers that parse it first.
type arguments string

func (a *arguments) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*a = arguments(text)
		return nil
	}
	*a = arguments(data)
	return nil
}

// content is text, or parts.
type content []part

type part struct {
	thinking bool
	text     string
}

func (c *content) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil { // null too
		if text != "" {
			*c = content{{text: text}}
		}
		return nil
	}
	var parts []struct {
		Type     string          `json:"type"`
		Text     string          `json:"text"`
		Thinking json.RawMessage `json:"thinking"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		switch p.Type {
		case "thinking", "reasoning":
			*c = append(*c, part{thinking: true, text: p.Text + inner(p.Thinking)})
		case "text", "output_text", "":
			*c = append(*c, part{text: p.Text})
		}
	}
	return nil
}

// inner is the text of a thinking part: text, or parts again.
func inner(raw json.RawMessage) string {
	var text string
	if len(raw) == 0 || json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}
