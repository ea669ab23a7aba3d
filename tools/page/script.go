package page

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/tools"
)

type executeScriptArgs struct {
	Code string `json:"code" jsonschema:"JavaScript: one expression, or statements that return a value; await works; element is the element of the ref"`
	Ref  string `json:"ref,omitempty" jsonschema:"the ref of an element that the script gets as element"`
	Tab  int    `json:"tab,omitempty" jsonschema:"the tab; left out: the tab you work in"`
}

// mostCode bounds a script, in bytes.
const mostCode = 100_000

func executeScript(d Driver) tools.Tool {
	spec := acting("execute_script")
	spec.Untrusted = true
	return tools.New(spec, func(ctx context.Context, a executeScriptArgs, call tools.Call) (tools.Action, error) {
		switch {
		case strings.TrimSpace(a.Code) == "":
			return nil, tools.Mistake("The script is empty.")
		case len(a.Code) > mostCode:
			return nil, tools.Mistake("The script has %d bytes; at most %d are run.", len(a.Code), mostCode)
		}
		t, err := lookAt(ctx, d, at(call, a.Tab), a.Ref)
		if err != nil {
			return nil, err
		}
		effect := t.effect("run a script in ")
		effect.Target += ": " + beginning(a.Code)
		return tools.Act(effect, func(ctx context.Context) (tools.Result, error) {
			r, err := d.Execute(ctx, t, a.Code)
			return r.result(), err
		}), nil
	})
}

// beginning shows a person what a script begins with.
func beginning(code string) string {
	const shown = 120
	code = strings.Join(strings.Fields(code), " ")
	if utf8.RuneCountInString(code) <= shown {
		return code
	}
	return string([]rune(code)[:shown]) + "…"
}
