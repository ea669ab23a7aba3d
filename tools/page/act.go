package page

import (
	"context"
	"fmt"
	"net/url"
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

type navigateArgs struct {
	URL string `json:"url" jsonschema:"the address to open"`
	Tab int    `json:"tab,omitempty" jsonschema:"the tab to open it in; left out: the tab you work in, or a new one if you have none"`
}

func navigate(d Driver) tools.Tool {
	return tools.New(acting("navigate"), func(_ context.Context, a navigateArgs, call tools.Call) (tools.Action, error) {
		address, err := webAddress(a.URL)
		if err != nil {
			return nil, err
		}
		effect := tools.Effect{Class: tools.ClassPage, Site: Origin(address), Target: "open " + address}
		return tools.Act(effect, func(ctx context.Context) (tools.Result, error) {
			r, err := d.Navigate(ctx, at(call, a.Tab), address)
			return r.result(), err
		}), nil
	})
}

// webAddress completes what a person would type and refuses what is no web
// page: a script address runs in the page that is there, and the browser's own
// pages and local files are not ours to read.
func webAddress(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "about:blank" {
		return text, nil
	}
	if !strings.Contains(text, "://") && !knownScheme(text) {
		scheme := "https://"
		if host, _, _ := strings.Cut(text, "/"); strings.HasPrefix(host, "localhost") || strings.HasPrefix(host, "127.") {
			scheme = "http://"
		}
		text = scheme + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", tools.Mistake("%q is no address: %v.", text, err)
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", tools.Mistake("%q cannot be opened: only http and https addresses can.", text)
	}
	if u.Hostname() == "" {
		return "", tools.Mistake("%q names no host. Give a whole address, such as https://example.com/page.", text)
	}
	return u.String(), nil
}

// knownScheme tells javascript:… from localhost:8080.
func knownScheme(text string) bool {
	scheme, _, found := strings.Cut(text, ":")
	if !found {
		return false
	}
	switch strings.ToLower(scheme) {
	case "javascript", "data", "about", "chrome", "file", "mailto", "blob", "view-source", "devtools", "edge", "tel":
		return true
	}
	return false
}

// Origin is the site of an address, empty for an address that has none.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

type dialogArgs struct {
	Accept bool   `json:"accept" jsonschema:"true for OK, false for Cancel"`
	Text   string `json:"text,omitempty" jsonschema:"what to answer a prompt"`
	Tab    int    `json:"tab,omitempty" jsonschema:"the tab with the dialog; left out: the tab you work in"`
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
			r, err := d.Answer(ctx, open, a.Accept, a.Text)
			return r.result(), err
		}), nil
	})
}
