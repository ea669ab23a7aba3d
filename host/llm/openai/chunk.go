package openai

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// chunk is one frame of the stream, or a whole answer of a provider that does
// not stream. go-openai's types are not used for reading: their content is
// text only, and they drop what has to go back (extra_content). A member of
// another kind than usual is read as far as it makes sense ([loose], [number]).
type chunk struct {
	Choices choiceList      `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
	Groq    struct {
		Usage *usage `json:"usage"`
	} `json:"x_groq"`
}

// choiceList is a list of choices, or one that is not in a list.
type choiceList []choice

func (l *choiceList) UnmarshalJSON(data []byte) error {
	*l = listOrOne[choice](data)
	return nil
}

type choice struct {
	Index   number          `json:"index"`
	Delta   *delta          `json:"delta"`
	Message *delta          `json:"message"`
	Finish  why             `json:"finish_reason"`
	Usage   *usage          `json:"usage"` // some providers put it here
	Error   json.RawMessage `json:"error"` // of a provider behind the provider
}

// says reports whether anything of an answer, or its end, is in it.
func (c choice) says() bool {
	return c.Finish != "" || c.Delta != nil && c.Delta.says() || c.Message != nil && c.Message.says()
}

type delta struct {
	Content   content   `json:"content"`
	Refusal   loose     `json:"refusal"`
	Reasoning loose     `json:"reasoning"`
	Thought   loose     `json:"reasoning_content"`
	Details   details   `json:"reasoning_details"`
	ToolCalls callList  `json:"tool_calls"`
	Function  *function `json:"function_call"` // what came before tool_calls
}

// says reports whether anything of an answer is in it.
func (d *delta) says() bool {
	return len(d.Content) > 0 || d.Refusal != "" || d.Reasoning != "" || d.Thought != "" || d.Details.text() != "" || len(d.ToolCalls) > 0 || d.Function != nil
}

type callDelta struct {
	Index    *number         `json:"index"`
	ID       loose           `json:"id"`
	Function function        `json:"function"`
	Extra    json.RawMessage `json:"extra_content"`
}

// UnmarshalJSON reads a call. Some write its name and arguments beside its id.
func (d *callDelta) UnmarshalJSON(data []byte) error {
	type plain callDelta
	_ = json.Unmarshal(data, (*plain)(d)) // a member that makes no sense does not void the rest
	if d.Function == (function{}) {
		_ = json.Unmarshal(data, &d.Function) // the same
	}
	return nil
}

type function struct {
	Name      loose
	Arguments arguments
}

// UnmarshalJSON reads a function. Some call its arguments as the tool that was
// offered calls them, a few with empty arguments beside those.
func (f *function) UnmarshalJSON(data []byte) error {
	var all struct {
		Name       loose     `json:"name"`
		Arguments  arguments `json:"arguments"`
		Parameters arguments `json:"parameters"`
	}
	_ = json.Unmarshal(data, &all) // a member that makes no sense does not void the rest
	f.Name, f.Arguments = all.Name, all.Arguments
	if all.Arguments.areNone() && !all.Parameters.areNone() && !all.Parameters.areSchema() {
		f.Arguments = all.Parameters
	}
	return nil
}

// callList is a list of calls, or one call that is not in a list, or calls by their
// numbers.
type callList []callDelta

func (l *callList) UnmarshalJSON(data []byte) error {
	if *l = numbered(data); *l == nil {
		*l = listOrOne[callDelta](data)
	}
	return nil
}

// numbered reads calls that are members named by their numbers; nil where there is
// anything else.
func numbered(data []byte) callList {
	var members map[int]callDelta
	if data[0] != '{' || json.Unmarshal(data, &members) != nil {
		return nil
	}
	var list callList
	for _, n := range slices.Sorted(maps.Keys(members)) {
		d := members[n]
		d.Index = cmp.Or(d.Index, new(number(n)))
		list = append(list, d)
	}
	return list
}

// listOrOne reads a list, or one item that is not in a list. A member of an item
// that makes no sense does not void the rest of it.
func listOrOne[T any](data []byte) (list []T) {
	switch data[0] {
	case '[':
		_ = json.Unmarshal(data, &list)
	case '{':
		var one T
		_ = json.Unmarshal(data, &one)
		list = []T{one}
	}
	return list
}

type usage struct {
	Prompt     number `json:"prompt_tokens"`
	Completion number `json:"completion_tokens"`
	Details    *struct {
		Cached number `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CacheHit number `json:"prompt_cache_hit_tokens"` // as DeepSeek has it
	Cached   number `json:"cached_tokens"`           // as Kimi has it
}

// total is what was spent. Less than nothing is said by servers that did not count.
func (u usage) total() chat.Usage {
	out := chat.Usage{InputTokens: int64(max(0, u.Prompt)), OutputTokens: int64(max(0, u.Completion)), CacheReadInputTokens: int64(max(0, u.CacheHit, u.Cached))}
	if u.Details != nil && u.Details.Cached > 0 {
		out.CacheReadInputTokens = int64(u.Details.Cached)
	}
	return out
}

// number is a whole number, written as such, with a fraction, or as text.
type number int64

func (n *number) UnmarshalJSON(data []byte) error {
	value, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	if err == nil && math.Abs(value) < 1<<53 {
		*n = number(value)
	}
	return nil
}

// loose is text; a number stands for its digits, and anything else for nothing.
type loose string

func (l *loose) UnmarshalJSON(data []byte) error {
	var text string
	var digits json.Number
	switch {
	case json.Unmarshal(data, &text) == nil: // null too
		*l = loose(text)
	case json.Unmarshal(data, &digits) == nil:
		*l = loose(digits)
	}
	return nil
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

// areNone reports whether nothing is said by them.
func (a arguments) areNone() bool {
	switch strings.Join(strings.Fields(string(a)), "") {
	case "", "null", "{}", "[]":
		return true
	}
	return false
}

// areSchema reports whether they say what arguments a tool takes: some servers echo the
// tool beside its call.
func (a arguments) areSchema() bool {
	var schema struct {
		Type       string                     `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
	}
	return json.Unmarshal([]byte(a), &schema) == nil && schema.Type == "object" && schema.Properties != nil
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
		Type     loose           `json:"type"`
		Text     loose           `json:"text"`
		Refusal  loose           `json:"refusal"`
		Thinking json.RawMessage `json:"thinking"`
	}
	if json.Unmarshal(data, &parts) != nil { // one part that is not in a list
		if data = append(append([]byte("["), data...), ']'); json.Unmarshal(data, &parts) != nil {
			return nil
		}
	}
	for _, p := range parts {
		switch p.Type {
		case "thinking", "reasoning":
			*c = append(*c, part{thinking: true, text: string(p.Text) + inner(p.Thinking)})
		case "text", "output_text", "refusal", "":
			*c = append(*c, part{text: string(p.Text + p.Refusal)})
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
