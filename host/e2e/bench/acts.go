package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools/page"
)

// on makes a measurement of one of the two ways.
func on(w way, measure func(context.Context, *bench, figure, *house) error) func(context.Context, *bench, figure) error {
	return func(ctx context.Context, b *bench, f figure) error {
		h, err := b.house(ctx, w)
		if err != nil {
			return err
		}
		return measure(ctx, b, f, h)
	}
}

// view is a run that works in one tab.
type view struct {
	*house
	at page.At
}

// visit opens a page in front, or in a tab that stays hidden.
func (h *house) visit(ctx context.Context, path string, hidden bool) (view, error) {
	v := view{house: h, at: page.At{Run: chat.RunID(chat.NewID())}}
	if hidden {
		_, err := h.pages.Navigate(ctx, v.at, h.site.url+path)
		return v, err
	}
	// A mark of its own, so that this tab and no earlier one is found.
	tab, err := h.show(ctx, h.site.url+path+"?"+chat.NewID())
	v.at.Tab = int(tab)
	return v, err
}

var (
	refOf     = regexp.MustCompile(`\[ref=([a-z0-9]+)\]`)
	buttonRef = regexp.MustCompile(`button "Press here" \[ref=([a-z0-9]+)\]`)
)

// target looks for an element, as a run does before it acts.
func (v view) target(ctx context.Context, text string) (page.Target, error) {
	found, err := v.pages.Find(ctx, v.at, pagescript.FindArgs{Text: text, Limit: 1})
	if err != nil {
		return page.Target{}, err
	}
	ref := refOf.FindStringSubmatch(strings.Join(found.Lines, "\n"))
	if ref == nil {
		return page.Target{}, fmt.Errorf("the page shows no %s: %q", text, found.Lines)
	}
	return v.pages.Locate(ctx, v.at, ref[1])
}

// count reads a counter of the page.
func (v view) count(ctx context.Context, variable string) (int, error) {
	place, err := v.registry.Tab(browser.TabID(max(v.at.Tab, int(v.pages.Current(v.at.Run)))))
	if err != nil {
		return 0, err
	}
	params, err := json.Marshal(runtime.EvaluateParams{Expression: "window." + variable})
	if err != nil {
		return 0, err
	}
	replies, err := place.Transport.CDP(ctx, place.Native, false, driver.CDPCommand{Method: runtime.Evaluate.Method, Params: params})
	if err != nil {
		return 0, err
	}
	var reply struct {
		Result struct{ Value int }
	}
	err = json.Unmarshal(replies[0].Result, &reply)
	return reply.Result.Value, errors.Join(err, asError(replies[0].Error))
}

func asError(text string) error {
	if text == "" {
		return nil
	}
	return errors.New(text)
}

// counted measures acts and checks with the page that each has reached it
// once. steps says where the time went.
func (v view) counted(ctx context.Context, b *bench, variable string, act func() (page.Report, error)) (took []time.Duration, steps string, err error) {
	if err := once(act); err != nil { // the first one attaches the debugger
		return nil, "", err
	}
	before, err := v.count(ctx, variable)
	if err != nil {
		return nil, "", err
	}
	v.parts.clear()
	took, err = b.times(func() error { return once(act) })
	if err != nil {
		return nil, "", err
	}
	steps = v.parts.String()
	after, err := v.count(ctx, variable)
	if err == nil && after-before != b.n {
		err = fmt.Errorf("the page counted %d of %d acts", after-before, b.n)
	}
	return took, steps, err
}

func once(act func() (page.Report, error)) error {
	report, err := act()
	if err == nil && report.Failed {
		err = errors.New(report.Text)
	}
	return err
}

// clicks presses one button in the tab in front, again and again.
func clicks(ctx context.Context, b *bench, f figure, h *house) error {
	return h.press(ctx, b, f, false, "Press here")
}

// hiddenClicks is the same in a tab that is not in front, where a run works
// that opened its own.
func hiddenClicks(ctx context.Context, b *bench, f figure, h *house) error {
	return h.press(ctx, b, f, true, "Press here")
}

// scrollingClicks presses two buttons in turns that are never in view together.
func scrollingClicks(ctx context.Context, b *bench, f figure, h *house) error {
	return h.press(ctx, b, f, false, "Press here", "Far away")
}

func (h *house) press(ctx context.Context, b *bench, f figure, hidden bool, buttons ...string) error {
	v, err := h.visit(ctx, "/acts", hidden)
	if err != nil {
		return err
	}
	targets := make([]page.Target, len(buttons))
	for i, words := range buttons {
		if targets[i], err = v.target(ctx, words); err != nil {
			return err
		}
	}
	n := 0
	took, steps, err := v.counted(ctx, b, "clicks", func() (page.Report, error) {
		n++
		return v.pages.Click(ctx, targets[n%len(targets)])
	})
	if err != nil {
		return err
	}
	b.table.timed(f, took, "all counted by the page; of these: "+steps)
	return nil
}

// fills gives a field another text each time.
func fills(ctx context.Context, b *bench, f figure, h *house) error {
	v, err := h.visit(ctx, "/acts", false)
	if err != nil {
		return err
	}
	target, err := v.target(ctx, "Full name")
	if err != nil {
		return err
	}
	n := 0
	took, steps, err := v.counted(ctx, b, "inputs", func() (page.Report, error) {
		n++
		return v.pages.Fill(ctx, target, fmt.Sprintf("Mira Lind %d", n))
	})
	if err != nil {
		return err
	}
	b.table.timed(f, took, "all counted by the page; of these: "+steps)
	return nil
}

// snapshots reads a page of 10,000 controls whole.
func snapshots(ctx context.Context, b *bench, f figure, h *house) error {
	v, err := h.visit(ctx, "/controls", false)
	if err != nil {
		return err
	}
	text := ""
	v.parts.clear()
	took, err := b.times(func() error {
		reading, err := v.pages.Snapshot(ctx, v.at, 0)
		text = reading.Text
		return err
	})
	if err != nil {
		return err
	}
	refs := strings.Count(text, "[ref=")
	if refs != manyControls {
		return fmt.Errorf("the snapshot has %d refs, want %d", refs, manyControls)
	}
	b.table.timed(f, took, fmt.Sprintf("uncapped: %d refs, %d characters; of this: %s", refs, len(text), v.parts))
	return nil
}
