package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/e2e/job"
)

// patience bounds the whole job; a real model may take its time.
const patience = 10 * time.Minute

type demo struct {
	o   job.Options
	job *job.Job
}

func (d *demo) say(format string, a ...any) {
	_, _ = fmt.Fprintf(d.o.Out, format+"\n", a...) // who shows nothing is no failure
}

func (d *demo) run(ctx context.Context) (err error) {
	release, err := hold(d.o.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	if err := prepare(ctx, d.o.Dir); err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if d.job, err = job.Start(within, d.o); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.job.Close()) }()
	d.say("page:  %s\npanel: connected\ntask:  %s\n", d.job.URL, d.job.Task)
	err = d.show(within)
	if err != nil && within.Err() != nil {
		// Nobody waits for the run any more, and its data is thrown away with
		// the next one: the daemon need not wait for what the browser still owes.
		_ = d.job.Rig.KillDaemon() // it may not run
	}
	if err != nil && d.o.Windowed && ctx.Err() == nil {
		d.say("FAILED: %v", err) // said again at the end: the person may look first
	}
	d.linger(ctx)
	return err
}

// show does the job and asks the page itself how it went.
func (d *demo) show(ctx context.Context) error {
	_, code, err := d.job.Do(ctx)
	if err != nil {
		return err
	}
	shot, err := d.screenshot(ctx)
	if err != nil {
		return fmt.Errorf("take a screenshot: %w", err)
	}
	d.say("screenshot: %s", shot)
	if code != cli.ExitDone {
		return fmt.Errorf("the run ended with exit code %d", code)
	}
	order, err := d.job.Confirm(ctx)
	if err != nil {
		return err
	}
	if order.Number != "" {
		d.say("the page says: order %s is in: %+v", order.Number, order)
	}
	return nil
}

// screenshot saves page and panel side by side.
func (d *demo) screenshot(ctx context.Context) (string, error) {
	dir := d.o.Dir
	page, panel := filepath.Join(dir, "page.png"), filepath.Join(dir, "panel.png")
	if err := d.job.Page.Screenshot(ctx, page); err != nil {
		return "", err
	}
	if err := d.job.Panel.Screenshot(ctx, panel); err != nil {
		return "", err
	}
	both := filepath.Join(dir, "screenshot.png")
	return both, beside(both, page, panel)
}

// linger leaves a window open until it is closed or Ctrl-C is pressed.
func (d *demo) linger(ctx context.Context) {
	if !d.o.Windowed {
		return
	}
	d.say("The browser stays open. Close it, or press Ctrl-C here, to end.")
	select {
	case <-ctx.Done():
	case <-d.job.Rig.Browser.Ended():
	}
}
