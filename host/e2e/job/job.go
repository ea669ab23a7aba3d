// Package job is the main job of the product, done as a person does it: open a
// page, open the panel beside it, type a task, press send, and watch. The demo
// shows it and the end-to-end tests check it.
//
// It guarantees that the job goes through the panel's own composer and the
// browser's own input, that the part named by Chaos is killed once, during the
// second tool call, and that [Job.Confirm] believes nobody but the page and the
// shop.
package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/margay/margay/host/browser/chromium"
	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/e2e/shop"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol/chat"
)

// Task is the order that is typed where nothing else is asked for.
const Task = `Fill in the order form: Full name: Mira Lind, E-mail: mira@lind.example, Street and number: Hafenweg 7, City: Kiel. ` +
	`Choose Dark, set Bags to 3, pick Express, tick Gift wrap and accept the terms. Press Order and report the confirmation number.`

// Options say what to do. Margay, Dir and Out are required.
type Options struct {
	// Margay is the built program.
	Margay string
	// Dir is the folder for profile and data; it begins empty.
	Dir string
	// Task is what is typed; "" is Task.
	Task string
	// URL is the page, as Address takes it; "" is a shop of the job's own.
	URL string
	// Model answers; "" is what the program takes by itself.
	Model string
	// Chaos is the part that is killed; "" is none.
	Chaos string
	// Chromium is the browser; "" is the first one found.
	Chromium string
	Windowed bool
	// Env is added to the browser's environment.
	Env []string
	// Out is where the run is printed.
	Out io.Writer
}

// Job is a job under way.
type Job struct {
	Options
	Shop  shop.Shop
	Rig   *rig.Rig
	Page  *rig.Page
	Panel *rig.Panel

	own    bool // the page is the job's own shop
	server *http.Server
}

// Start sets everything up and opens page and panel.
func Start(ctx context.Context, o Options) (*Job, error) {
	if o.Chaos != "" && !slices.Contains(rig.Parts(), o.Chaos) {
		return nil, fmt.Errorf("CHAOS is one of %s, not %q", strings.Join(rig.Parts(), ", "), o.Chaos)
	}
	if o.Task == "" {
		o.Task = Task
	}
	j := &Job{Options: o, own: o.URL == ""}
	if !j.own {
		var err error
		if j.URL, err = Address(o.URL); err != nil {
			return nil, err
		}
	}
	if err := j.start(ctx); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

func (j *Job) start(ctx context.Context) error {
	browser, err := chromium.Find("CHROMIUM", j.Chromium)
	if err != nil {
		return err
	}
	if j.own {
		if err := j.serveShop(ctx); err != nil {
			return fmt.Errorf("serve the shop: %w", err)
		}
	}
	env := j.Env
	if j.Model != "" {
		env = append(env[:len(env):len(env)], "MARGAY_MODEL="+j.Model)
	}
	j.Rig, err = rig.Start(ctx, rig.Options{Margay: j.Margay, Dir: j.Dir, Chromium: browser, Windowed: j.Windowed, Env: env})
	if err != nil {
		return err
	}
	if j.Page, err = j.Rig.OpenPage(ctx, j.URL); err != nil {
		return fmt.Errorf("open %s: %w", j.URL, err)
	}
	if j.Panel, err = j.Rig.Panel(ctx); err != nil {
		return err
	}
	return j.Page.Front(ctx)
}

// serveShop serves the shop on loopback until Close.
func (j *Job) serveShop(ctx context.Context) error {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	j.server = &http.Server{Handler: j.Shop.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = j.server.Serve(l) }() // ends with Close
	j.URL = "http://" + l.Addr().String() + "/"
	return nil
}

// Do sends the task through the panel and follows the run to its end, as a
// second client sees it. The code is the one with which the run command would
// have ended.
func (j *Job) Do(ctx context.Context) (run chat.RunID, code int, err error) {
	id, err := j.Panel.Send(ctx, j.Task)
	if err != nil {
		return "", 0, fmt.Errorf("send the task: %w", err)
	}
	run = chat.RunID(id)
	var struck error
	calls := 0
	strike := func(chat.CallID) {
		if calls++; calls != 2 || j.Chaos == "" {
			return
		}
		_, _ = fmt.Fprintf(j.Out, "   CHAOS: the %s is killed\n", j.Chaos) // who shows nothing is no failure
		if err := j.Rig.Strike(ctx, j.Chaos, j.Panel); err != nil {
			struck = fmt.Errorf("chaos: %w", err)
		}
	}
	code, err = cli.Follow(ctx, cli.FollowOptions{
		Dial: func(ctx context.Context, mux *rpc.Mux) (*dial.Client, error) {
			return j.Rig.Dial(ctx, dial.Options{Mux: mux, Start: true})
		},
		Run: run, Out: j.Out, OnCall: strike,
	})
	if err == nil && j.Chaos != "" && calls < 2 {
		err = errors.New("the run ended before its second tool call: nothing was killed")
	}
	if err = errors.Join(err, struck); err != nil || code == cli.ExitNeedsAnswer {
		return run, code, err
	}
	return run, code, j.Panel.Ended(ctx)
}

// undone matches how the offline model says that it did not do everything.
var undone = regexp.MustCompile(`Not done: “|I found nothing in this message that I can do\.|未做：“|这条消息里没有我能做的事。`)

// Confirm asks the page itself, the shop and the panel whether the order is in,
// once, and returns it. What another page should say only the person knows; of
// it, Confirm asks whether the panel tells that something was not done.
func (j *Job) Confirm(ctx context.Context) (o shop.Order, err error) {
	if !j.own {
		shown, err := j.Panel.Shown(ctx)
		if err == nil && undone.MatchString(shown.Answer) {
			err = errors.New("not all of the task was done: the answer says what is left")
		}
		return o, err
	}
	var number string
	const ask = `document.querySelector('[role=status]')?.textContent.includes("Your order is in") ? document.querySelector("#number").textContent : ""`
	if err := j.Page.Eval(ctx, ask, &number); err != nil {
		return o, err
	}
	shown, err := j.Panel.Shown(ctx)
	if err != nil {
		return o, err
	}
	orders := j.Shop.Orders()
	switch {
	case number == "":
		return o, errors.New("the page does not say that the order is in")
	case len(orders) != 1:
		return o, fmt.Errorf("the shop has %d orders, want one", len(orders))
	case orders[0].Number != number:
		return o, fmt.Errorf("the page says %s, the shop %s", number, orders[0].Number)
	case !strings.Contains(shown.Answer, number):
		return o, fmt.Errorf("the panel's answer does not give the number %s: %q", number, shown.Answer)
	}
	return orders[0], nil
}

// Close ends browser, daemon and shop.
func (j *Job) Close() error {
	var err error
	if j.Rig != nil {
		err = j.Rig.Close()
	}
	if j.server != nil {
		err = errors.Join(err, j.server.Close())
	}
	return err
}
