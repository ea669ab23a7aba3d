package page

import (
	"context"

	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/address"
)

type navigateArgs struct {
	URL  string `json:"url,omitempty" jsonschema:"the address to open"`
	Step string `json:"step,omitempty" jsonschema:"back or forward, instead of an address: a step in the history of the tab"`
	Tab  int    `json:"tab,omitempty" jsonschema:"the tab; left out: the tab you work in, or a new one if you have none"`
}

// Step is a step in the history of a tab.
type Step string

// The steps. To load a page again is none of them: what a form has sent would be sent again.
const (
	Back    Step = "back"
	Forward Step = "forward"
)

func navigate(d Driver) tools.Tool {
	return tools.New(acting("navigate"), func(ctx context.Context, a navigateArgs, call tools.Call) (tools.Action, error) {
		switch step := Step(a.Step); {
		case (a.URL == "") == (a.Step == ""):
			return nil, tools.Mistake("Give either url or step.")
		case step == Back || step == Forward:
			return walk(ctx, d, at(call, a.Tab), step), nil
		case step != "":
			return nil, tools.Mistake("%q is no step. The steps are back and forward.", a.Step)
		}
		url, err := address.Web(a.URL)
		if err != nil {
			return nil, err
		}
		effect := tools.Effect{Class: tools.ClassPage, Site: address.Origin(url), Target: "open " + url}
		return tools.Act(effect, func(ctx context.Context) (tools.Result, error) {
			r, err := d.Navigate(ctx, at(call, a.Tab), url)
			return r.result(), err
		}), nil
	})
}

// walk goes a step in the history. Where to the browser does not say before, so
// the site is that of the page which is left, if it can be read.
func walk(ctx context.Context, d Driver, at At, step Step) tools.Action {
	effect := tools.Effect{Class: tools.ClassPage, Target: "go " + string(step) + " in the history of the tab"}
	if t, err := d.Whole(ctx, at); err == nil {
		effect.Site = t.Site
	}
	return tools.Act(effect, func(ctx context.Context) (tools.Result, error) {
		r, err := d.Walk(ctx, at, step)
		return r.result(), err
	})
}
