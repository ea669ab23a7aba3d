package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/e2e/shop"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol/chat"
)

// patience bounds the whole job; a real model may take its time.
const patience = 10 * time.Minute

type demo struct {
	margay, dir            string
	task, url, model, kill string
	chaos                  string
	out                    io.Writer

	shop  shop.Shop
	rig   *rig.Rig
	page  *rig.Page
	panel *rig.Page
}

func (d *demo) say(format string, a ...any) { fmt.Fprintf(d.out, format+"\n", a...) }

func (d *demo) run(ctx context.Context) (err error) {
	if _, ok := chaos[d.chaos]; d.chaos != "" && !ok {
		return errChaos
	}
	own := d.url != ""
	if err := d.begin(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.rig.Close()) }()
	job, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := d.open(job); err != nil {
		return err
	}
	run, err := d.send(job)
	if err != nil {
		return fmt.Errorf("send the task: %w", err)
	}
	code, err := d.follow(job, run)
	if err != nil {
		return err
	}
	shot, errShot := d.screenshot(job)
	if errShot != nil {
		return fmt.Errorf("take a screenshot: %w", errShot)
	}
	d.say("screenshot: %s", shot)
	if code != cli.ExitDone {
		return fmt.Errorf("the run ended with exit code %d", code)
	}
	if !own {
		if err := d.confirm(job); err != nil {
			return err
		}
	}
	d.linger(ctx)
	return nil
}

// begin sets up the folder, the shop and the browser.
func (d *demo) begin(ctx context.Context) error {
	if d.task == "" {
		d.task = defaultTask
	}
	if err := prepare(d.dir); err != nil {
		return err
	}
	if d.url == "" {
		url, err := serveShop(ctx, &d.shop)
		if err != nil {
			return err
		}
		d.url = url
	}
	var env []string
	if d.model != "" {
		env = append(env, "MARGAY_MODEL="+d.model)
	}
	r, err := rig.Start(ctx, rig.Options{Margay: d.margay, Dir: d.dir, Windowed: windowed(), Env: env})
	if err != nil {
		return err
	}
	d.rig = r
	return nil
}

// open opens the page and the panel beside it, and waits until the panel is connected.
func (d *demo) open(ctx context.Context) (err error) {
	if d.page, err = d.rig.OpenPage(ctx, d.url); err != nil {
		return fmt.Errorf("open %s: %w", d.url, err)
	}
	if d.panel, err = d.rig.OpenPanel(ctx); err != nil {
		return fmt.Errorf("open the panel: %w", err)
	}
	if err := d.page.Front(ctx); err != nil {
		return err
	}
	if err := d.panel.Await(ctx, `document.querySelector("#status")?.dataset.state === "ready"`); err != nil {
		return fmt.Errorf("connect the panel: %w", err)
	}
	d.say("page:  %s\npanel: connected\ntask:  %s\n", d.url, d.task)
	return nil
}

// send types the task into the panel's own composer and presses send.
func (d *demo) send(ctx context.Context) (chat.RunID, error) {
	if err := d.panel.Eval(ctx, `document.querySelector("#composer").focus()`, nil); err != nil {
		return "", err
	}
	if err := d.panel.Type(ctx, d.task); err != nil {
		return "", err
	}
	if err := d.panel.Await(ctx, `!document.querySelector("#send").disabled`); err != nil {
		return "", err
	}
	if err := d.panel.Click(ctx, "#send"); err != nil {
		return "", err
	}
	if err := d.panel.Await(ctx, `document.querySelector("#status")?.dataset.run`); err != nil {
		return "", err
	}
	var run chat.RunID
	err := d.panel.Eval(ctx, `document.querySelector("#status").dataset.run`, &run)
	return run, err
}

// follow prints the run as any second client sees it, and lets chaos strike
// during the second tool call.
func (d *demo) follow(ctx context.Context, run chat.RunID) (int, error) {
	calls := map[chat.CallID]bool{}
	strike := func(e chat.Event) {
		if e.Type != chat.EventCallRunning || d.chaos == "" || calls[e.ID] {
			return
		}
		if calls[e.ID] = true; len(calls) != 2 {
			return
		}
		d.say("   CHAOS: the %s is killed", d.chaos)
		if err := chaos[d.chaos](ctx, d.rig, d.panel); err != nil {
			d.say("   CHAOS failed: %v", err)
		}
	}
	return cli.Follow(ctx, cli.FollowOptions{
		Dial: func(ctx context.Context, mux *rpc.Mux) (*dial.Client, error) {
			return d.rig.Dial(ctx, dial.Options{Mux: mux, Start: true})
		},
		Run: run, Out: d.out, OnEvent: strike,
	})
}

// confirm asks the page itself, and the shop, whether the order is in.
func (d *demo) confirm(ctx context.Context) error {
	var number string
	const ask = `document.querySelector('[role=status]')?.textContent.includes("Your order is in") ? document.querySelector("#number").textContent : ""`
	if err := d.page.Eval(ctx, ask, &number); err != nil {
		return err
	}
	orders := d.shop.Orders()
	switch {
	case number == "":
		return errors.New("the page does not say that the order is in")
	case len(orders) != 1:
		return fmt.Errorf("the shop has %d orders, want one", len(orders))
	case orders[0].Number != number:
		return fmt.Errorf("the page says %s, the shop %s", number, orders[0].Number)
	}
	var answer string
	if err := d.panel.Eval(ctx, `[...document.querySelectorAll("[data-message]")].at(-1).textContent`, &answer); err != nil {
		return err
	}
	if !strings.Contains(answer, number) {
		return fmt.Errorf("the panel's answer does not give the number %s: %q", number, answer)
	}
	d.say("the page says: order %s is in: %+v", number, orders[0])
	return nil
}

// screenshot saves page and panel side by side.
func (d *demo) screenshot(ctx context.Context) (string, error) {
	page, panel := filepath.Join(d.dir, "page.png"), filepath.Join(d.dir, "panel.png")
	if err := d.panel.Await(ctx, `!document.querySelector("#stop") || document.querySelector("#stop").hidden || !document.querySelector("#stop").offsetParent`); err != nil {
		return "", err
	}
	if err := d.page.Screenshot(ctx, page); err != nil {
		return "", err
	}
	if err := d.panel.Screenshot(ctx, panel); err != nil {
		return "", err
	}
	both := filepath.Join(d.dir, "screenshot.png")
	return both, beside(both, page, panel)
}

// linger leaves a window open until it is closed or Ctrl-C is pressed.
func (d *demo) linger(ctx context.Context) {
	if !windowed() {
		return
	}
	d.say("The browser stays open. Close it, or press Ctrl-C here, to end.")
	select {
	case <-ctx.Done():
	case <-d.rig.Browser.Ended():
	}
}
