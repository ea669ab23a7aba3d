package page

import (
	"context"
	"slices"
	"strings"

	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
)

type scrollArgs struct {
	Direction string `json:"direction,omitempty" jsonschema:"up, down, left, right, top or bottom; left out with a ref: bring the element into view"`
	Amount    int    `json:"amount,omitempty" jsonschema:"how many pixels; left out: nearly as much as is seen"`
	Ref       string `json:"ref,omitempty" jsonschema:"the ref of an element to bring into view, or, with a direction, of something in the part to scroll; left out: the page"`
	Tab       int    `json:"tab,omitempty" jsonschema:"the tab; left out: the tab you work in"`
}

var directions = []string{
	pagescript.ScrollUp, pagescript.ScrollDown, pagescript.ScrollLeft, pagescript.ScrollRight, pagescript.ScrollTop, pagescript.ScrollBottom,
}

// mostScroll bounds the pixels of one call; there is bottom for more.
const mostScroll = 1_000_000

func scroll(d Driver) tools.Tool {
	return tools.New(acting("scroll"), func(ctx context.Context, a scrollArgs, call tools.Call) (tools.Action, error) {
		s, err := a.scroll()
		if err != nil {
			return nil, err
		}
		t, err := lookAt(ctx, d, at(call, a.Tab), a.Ref)
		if err != nil {
			return nil, err
		}
		verb := "scroll to "
		if s.Direction != pagescript.ScrollInto {
			verb = "scroll " + s.Direction + " in "
		}
		return tools.Act(t.effect(verb), func(ctx context.Context) (tools.Result, error) {
			r, err := d.Scroll(ctx, t, s)
			return r.result(), err
		}), nil
	})
}

func (a scrollArgs) scroll() (Scroll, error) {
	s := Scroll{Direction: strings.ToLower(strings.TrimSpace(a.Direction)), Amount: min(a.Amount, mostScroll)}
	switch {
	case a.Amount < 0:
		return s, tools.Mistake("amount must be 0 or more pixels; to go the other way give another direction.")
	case s.Direction == "" && a.Ref == "":
		return s, tools.Mistake("Give a direction (%s), or the ref of what to bring into view.", strings.Join(directions, ", "))
	case s.Direction == "":
		s.Direction = pagescript.ScrollInto
	case !slices.Contains(directions, s.Direction):
		return s, tools.Mistake("%q is no direction. The directions are %s.", a.Direction, strings.Join(directions, ", "))
	}
	return s, nil
}
