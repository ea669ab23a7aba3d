package openai

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
	"github.com/margay/margay/host/llm"
)

// offered are the tools of a request.
type offered []llm.Tool

func (o offered) has(name string) bool {
	return slices.ContainsFunc(o, func(t llm.Tool) bool { return t.Name == name })
}

// meant is the tool that a model means by a name, where that is one of the request
// but for what servers forget to take off: marks of the model's own format
// ("list_tabs<|channel|>commentary", "list_tabs<｜tool▁sep｜>"), the space that tools live in ("functions.").
// Any other name stays as it came, and the caller says that there is no such tool.
func (o offered) meant(name string) string {
	if o.has(name) {
		return name
	}
	bare, _, _ := strings.Cut(name, "<|")
	bare, _, _ = strings.Cut(bare, "<｜")
	bare = strings.TrimPrefix(strings.TrimSpace(bare), "functions.")
	if o.has(bare) {
		return bare
	}
	return name
}

// isCall reports whether a text is nothing but a call of one of the tools, in the
// format of many models, which their servers should have read. It is never run: it may
// come from a page.
func (o offered) isCall(text string) bool {
	const begins, ends = "<tool_call>", "</tool_call>"
	rest, begun := strings.CutPrefix(strings.TrimSpace(text), begins)
	first, _, _ := strings.Cut(rest, ends)
	var c struct {
		Name string `json:"name"`
	}
	return begun && strings.HasSuffix(rest, ends) && json.Unmarshal([]byte(first), &c) == nil && o.has(c.Name)
}

// mostName is how long a name may be that strict providers take.
const mostName = 64

var notInNames = lazyregexp.New(`[^a-zA-Z0-9_-]+`)

// soundName gives the name of a call as strict providers take it in a history,
// whatever the model called: one bad name would be refused for ever after. The
// result of such a call tells the model what it had called.
func soundName(name string) string {
	name = notInNames.ReplaceAllString(name, "_")
	name = name[:min(len(name), mostName)]
	if strings.Trim(name, "_-") == "" {
		return "unnamed"
	}
	return name
}
