package rig

import (
	"context"
	"errors"
	"fmt"
)

// Panel is the side panel as a person uses it: words go into its own composer,
// and what it shows is read from its own elements (see the panel's README).
type Panel struct{ *Page }

// Panel opens the side panel and waits until it is connected.
func (r *Rig) Panel(ctx context.Context) (*Panel, error) {
	page, err := r.OpenPanel(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the panel: %w", err)
	}
	p := &Panel{page}
	return p, p.Connected(ctx)
}

// Connected waits until the panel has a link to the daemon.
func (p *Panel) Connected(ctx context.Context) error {
	const linked = `!["connecting", "waiting", "stopped"].includes(document.querySelector("#status").dataset.state)`
	return p.Await(ctx, linked)
}

// Send types a task into the composer, presses send and returns the run that
// works on it. Where the panel did not send, the error is what it says.
func (p *Panel) Send(ctx context.Context, task string) (run string, err error) {
	if err := p.Eval(ctx, `document.querySelector("#composer").focus()`, nil); err != nil {
		return "", err
	}
	if err := p.Type(ctx, task); err != nil {
		return "", err
	}
	if err := p.Await(ctx, `!document.querySelector("#send").disabled`); err != nil {
		return "", err
	}
	const id = `document.querySelector("#status").dataset.run`
	var before string
	if err := p.Eval(ctx, id, &before); err != nil {
		return "", err
	}
	if err := p.Click(ctx, "#send"); err != nil {
		return "", err
	}
	const unsent = `document.querySelector("[data-pending=unsent] .unsent")`
	if err := p.Await(ctx, fmt.Sprintf(`%s || %s && %s !== %q`, unsent, id, id, before)); err != nil {
		return "", err
	}
	var why string
	const said = `[...` + unsent + `?.querySelectorAll("p") ?? []].map(e => e.textContent.trim()).join(" ")`
	if err := p.Eval(ctx, said, &why); err != nil {
		return "", err
	}
	if why != "" {
		return "", errors.New(why)
	}
	return run, p.Eval(ctx, id, &run)
}

// Ended waits until the panel shows that the run has ended for good.
func (p *Panel) Ended(ctx context.Context) error {
	return p.Await(ctx, `["done", "failed", "cancelled"].includes(document.querySelector("#status").dataset.runState)`)
}

// Shown is what the panel shows of its conversation: the text of its last
// message, and the line under it.
type Shown struct {
	Answer string
	// Footer is usage and duration.
	Footer string
}

// Shown reads what the panel shows.
func (p *Panel) Shown(ctx context.Context) (s Shown, err error) {
	const read = `({
		Answer: [...document.querySelectorAll("[data-message]")].at(-1)?.textContent ?? "",
		Footer: [...document.querySelectorAll(".footer")].at(-1)?.textContent ?? "",
	})`
	return s, p.Eval(ctx, read, &s)
}

// Tab is the browser's own number of the page in front that is no page of the
// extension: what the panel tells the daemon that the person looks at.
func (p *Panel) Tab(ctx context.Context) (id int64, err error) {
	const find = `chrome.tabs.query({}).then(tabs => tabs.filter(t => t.url.startsWith("http")).find(t => t.active)?.id ?? 0)`
	if err := p.Eval(ctx, find, &id); err != nil {
		return 0, err
	}
	if id == 0 {
		return 0, errors.New("no page is in front")
	}
	return id, nil
}
