package tabs

import (
	"context"
	"fmt"

	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/address"
)

type openArgs struct {
	URL    string `json:"url" jsonschema:"the address to open"`
	Active bool   `json:"active,omitempty" jsonschema:"true: bring the tab to the front, where the person sees it; left out: in the background"`
}

func acting(name string) tools.Spec { return tools.Spec{Name: name, Description: describe(name)} }

func open(d Driver) tools.Tool {
	return tools.New(acting("open_tab"), func(_ context.Context, a openArgs, call tools.Call) (tools.Action, error) {
		url, err := address.Web(a.URL)
		if err != nil {
			return nil, err
		}
		effect := tools.Effect{Class: tools.ClassPage, Site: address.Origin(url), Target: "open " + url + " in a new tab"}
		return tools.Act(effect, func(ctx context.Context) (tools.Result, error) {
			text, err := d.OpenTab(ctx, who(call), url, a.Active)
			return tools.Result{Text: text}, err
		}), nil
	})
}

type tabArgs struct {
	Tab int `json:"tab" jsonschema:"the number of the tab"`
}

func closing(d Driver) tools.Tool {
	return tools.New(acting("close_tab"), func(ctx context.Context, a tabArgs, call tools.Call) (tools.Action, error) {
		t, err := d.LookTab(ctx, who(call), a.Tab)
		if err != nil {
			return nil, err
		}
		if !t.Own {
			return nil, tools.Mistake("Tab %d (%s) is not yours to close: you did not open it and were not started in it. Leave it open, or ask the person to close it.", t.ID, tools.Quote(t.Title))
		}
		return tools.Act(t.effect("close"), func(ctx context.Context) (tools.Result, error) {
			text, err := d.CloseTab(ctx, who(call), t.ID)
			return tools.Result{Text: text}, err
		}), nil
	})
}

func activate(d Driver) tools.Tool {
	return tools.New(acting("activate_tab"), func(ctx context.Context, a tabArgs, call tools.Call) (tools.Action, error) {
		t, err := d.LookTab(ctx, who(call), a.Tab)
		if err != nil {
			return nil, err
		}
		return tools.Act(t.effect("bring to the front"), func(ctx context.Context) (tools.Result, error) {
			text, err := d.ActivateTab(ctx, who(call), t.ID)
			return tools.Result{Text: text}, err
		}), nil
	})
}

// effect is what acting on the tab as a whole would do. A number names one tab
// for ever, so it is all that has to be seen again.
func (t Tab) effect(verb string) tools.Effect {
	return tools.Effect{
		Class: tools.ClassPage, Site: address.Origin(t.URL), Seen: fmt.Sprint(t.ID),
		Target: fmt.Sprintf("%s tab %d %s", verb, t.ID, tools.Quote(t.Title)),
	}
}
