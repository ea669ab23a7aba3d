package page

import (
	"context"
	"fmt"
	"strings"

	"github.com/margay/margay/tools"
)

type clickArgs struct {
	Ref     string `json:"ref" jsonschema:"the ref of the element, such as e7"`
	Element string `json:"element,omitempty" jsonschema:"what you take the element to be, in words, for the record"`
	Tab     int    `json:"tab,omitempty" jsonschema:"the tab that the ref is from; left out: the tab you work in"`
}

func acting(name string) tools.Spec {
	return tools.Spec{Name: name, Description: describe(name)}
}

func click(d Driver) tools.Tool {
	return tools.New(acting("click"), func(ctx context.Context, a clickArgs, call tools.Call) (tools.Action, error) {
		t, err := d.Locate(ctx, at(call, a.Tab), a.Ref)
		if err != nil {
			return nil, err
		}
		return tools.Act(t.effect("click "), func(ctx context.Context) (tools.Result, error) {
			r, err := d.Click(ctx, t)
			return r.result(), err
		}), nil
	})
}

// effect is what acting on the target would do.
func (t Target) effect(verb string) tools.Effect {
	return tools.Effect{Class: tools.ClassPage, Site: t.Site, Target: verb + t.Words, Seen: t.Seen}
}

type fillArgs struct {
	Ref   string `json:"ref" jsonschema:"the ref of the field, such as e3"`
	Value string `json:"value" jsonschema:"what the field shall hold; for a choice its label or value; for a box that is ticked: true or false; several choices: one a line"`
	Tab   int    `json:"tab,omitempty" jsonschema:"the tab that the ref is from; left out: the tab you work in"`
}

func fill(d Driver) tools.Tool {
	return tools.New(acting("fill"), func(ctx context.Context, a fillArgs, call tools.Call) (tools.Action, error) {
		t, err := d.Locate(ctx, at(call, a.Tab), a.Ref)
		if err != nil {
			return nil, err
		}
		return tools.Act(t.effect("fill "), func(ctx context.Context) (tools.Result, error) {
			r, err := d.Fill(ctx, t, a.Value)
			return r.result(), err
		}), nil
	})
}

type selectArgs struct {
	Ref    string   `json:"ref" jsonschema:"the ref of the list, such as e3"`
	Values []string `json:"values" jsonschema:"the labels or values to choose, exactly as the list has them; a list of one unless the line says multiple; an empty list chooses none"`
	Tab    int      `json:"tab,omitempty" jsonschema:"the tab that the ref is from; left out: the tab you work in"`
}

func choose(d Driver) tools.Tool {
	return tools.New(acting("select"), func(ctx context.Context, a selectArgs, call tools.Call) (tools.Action, error) {
		t, err := d.Locate(ctx, at(call, a.Tab), a.Ref)
		if err != nil {
			return nil, err
		}
		return tools.Act(t.effect("choose "+quoted(a.Values)+" in "), func(ctx context.Context) (tools.Result, error) {
			r, err := d.Select(ctx, t, a.Values)
			return r.result(), err
		}), nil
	})
}

// quoted lists texts for a person.
func quoted(texts []string) string {
	if len(texts) == 0 {
		return "nothing"
	}
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = tools.Quote(text)
	}
	return strings.Join(list, ", ")
}

// lookAt looks at the element of a ref, or at the page where there is none.
func lookAt(ctx context.Context, d Driver, at At, ref string) (Target, error) {
	if ref == "" {
		return d.Whole(ctx, at)
	}
	return d.Locate(ctx, at, ref)
}

type dialogArgs struct {
	Accept bool    `json:"accept" jsonschema:"true for OK, false for Cancel"`
	Text   *string `json:"text,omitempty" jsonschema:"what to answer a prompt; left out: what stands in its field"`
	Tab    int     `json:"tab,omitempty" jsonschema:"the tab with the dialog; left out: the tab you work in"`
}

func dialog(d Driver) tools.Tool {
	return tools.New(acting("handle_dialog"), func(ctx context.Context, a dialogArgs, call tools.Call) (tools.Action, error) {
		open, err := d.Asking(ctx, at(call, a.Tab))
		if err != nil {
			return nil, err
		}
		verb := "dismiss"
		if a.Accept {
			verb = "accept"
		}
		effect := tools.Effect{
			Class: tools.ClassPage, Site: open.Site, Seen: fmt.Sprint(open.Number),
			Target: fmt.Sprintf("%s the %s dialog %q", verb, open.Kind, open.Message),
		}
		return tools.Act(effect, func(ctx context.Context) (tools.Result, error) {
			r, err := d.Answer(ctx, open, a.Accept, a.answer(open))
			return r.result(), err
		}), nil
	})
}

// answer is what the field of a prompt shall hold: what it does already, unless something else was given.
func (a dialogArgs) answer(open Dialog) string {
	if a.Text == nil {
		return open.Preset
	}
	return *a.Text
}
