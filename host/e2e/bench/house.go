package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/chromium"
	"github.com/margay/margay/host/browser/direct"
)

// house is a browser and what acts on its pages, by one of the two ways.
type house struct {
	registry *browser.Registry
	pages    *act.Pages
	site     *site
	// parts is the browser, which the registry knows.
	parts *parts
	// show opens a page in front and returns its tab.
	show func(ctx context.Context, url string) (browser.TabID, error)
	// ends are called by close, the last one first.
	ends []func() error
}

// way is one of the two ways to a page.
type way struct {
	name string
	open func(ctx context.Context, b *bench, h *house) error
}

var (
	viaRelay = way{"relay", openRelay}
	viaPipe  = way{"direct", openDirect}
)

// house returns that of a way, which is opened once.
func (b *bench) house(ctx context.Context, w way) (*house, error) {
	if h := b.houses[w.name]; h != nil {
		return h, nil
	}
	h := &house{registry: browser.NewRegistry()}
	h.pages = act.New(act.Options{Registry: h.registry, Log: zerolog.Nop()})
	h.ends = append(h.ends, func() error { h.pages.Close(); return nil })
	var err error
	if h.site, err = newSite(ctx); err != nil {
		return nil, err
	}
	h.ends = append(h.ends, h.site.close)
	// A Chromium was seen that started and never answered.
	opening, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	if err := w.open(opening, b, h); err != nil {
		return nil, errors.Join(fmt.Errorf("open the browser: %w", err), h.close())
	}
	if b.houses == nil {
		b.houses = map[string]*house{}
	}
	b.houses[w.name] = h
	return h, nil
}

// Add implements relay.Registry: it takes the browser in.
func (h *house) Add(name string, t browser.Transport) (instance string, remove func(why string)) {
	h.parts = &parts{Transport: t}
	return h.registry.Add(name, h.parts)
}

func (h *house) close() error {
	var err error
	for i := len(h.ends) - 1; i >= 0; i-- {
		err = errors.Join(err, h.ends[i]())
	}
	return err
}

// openDirect drives a Chromium of our own by its pipe, as a headless run does.
func openDirect(ctx context.Context, _ *bench, h *house) error {
	script, err := fs.ReadFile(extension.Dist(), "page.js")
	if err != nil {
		return fmt.Errorf("the extension is not built (run make build): %w", err)
	}
	p, err := chromium.Start(ctx, chromium.Options{})
	if err != nil {
		return err
	}
	h.ends = append(h.ends, p.Close)
	d, err := direct.New(ctx, p, direct.Options{PageScript: string(script), Log: zerolog.Nop()})
	if err != nil {
		return err
	}
	_, remove := h.Add("direct", d)
	h.ends = append(h.ends, func() error { remove("the measurement is over"); return d.Close() })
	h.show = func(ctx context.Context, url string) (browser.TabID, error) {
		tab, err := d.OpenTab(ctx, "about:blank", true)
		if err == nil {
			tab, err = d.Navigate(ctx, tab.ID, url, "")
		}
		return h.registry.ID(h.parts, tab), err
	}
	return nil
}

// waitTime bounds each step of setting up.
const waitTime = 60 * time.Second

// find waits for the tab that shows url.
func (h *house) find(ctx context.Context, url string) (browser.TabID, error) {
	ctx, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		list, err := h.registry.Tabs(ctx)
		for _, t := range list {
			if t.URL == url {
				return t.ID, nil
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return 0, fmt.Errorf("no tab shows %s: %w", url, errors.Join(err, ctx.Err()))
		}
	}
}
