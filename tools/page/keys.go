package page

import (
	"context"

	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/keys"
)

type pressKeyArgs struct {
	Keys string `json:"keys" jsonschema:"the key, such as Enter, Escape, Tab, Space, ArrowDown, F2, a, or with keys held: Control+A, Shift+Tab; several one after the other with blanks between them"`
	Ref  string `json:"ref,omitempty" jsonschema:"the ref of the element that gets the focus first; left out: where the focus is"`
	Tab  int    `json:"tab,omitempty" jsonschema:"the tab; left out: the tab you work in"`
}

func pressKey(d Driver) tools.Tool {
	return tools.New(acting("press_key"), func(ctx context.Context, a pressKeyArgs, call tools.Call) (tools.Action, error) {
		chords, err := keys.Parse(a.Keys)
		if err != nil {
			return nil, err
		}
		t, err := lookAt(ctx, d, at(call, a.Tab), a.Ref)
		if err != nil {
			return nil, err
		}
		return tools.Act(t.effect("press "+keys.Line(chords)+" in "), func(ctx context.Context) (tools.Result, error) {
			r, err := d.Press(ctx, t, chords)
			return r.result(), err
		}), nil
	})
}
