package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/pagescript"
)

// pagesMost bounds in how many tabs of a browser a call is tried: a page can be one
// that forbids it or one that is stuck, and the next one need not be.
const pagesMost = 5

// pageTime bounds all of that for a browser, lookTime a single call: a page that shows
// a dialog or whose script does not end answers never.
const (
	pageTime = pagesMost*lookTime + time.Second
	lookTime = 4 * time.Second
)

// page calls a function that only looks, in a tab of each browser.
func (d Daemon) page(ctx context.Context) finding {
	tabs, err := d.tabs(ctx)
	if err != nil {
		return pageFault(err)
	}
	names, of := byBrowser(tabs)
	all := d.everyBrowser(ctx, names, of)
	lines, stuck := series{between: "; "}, series{between: ", "}
	for i, name := range names {
		tried := all[i]
		for _, site := range tried.stuck {
			stuck.add(plain(site))
		}
		switch {
		case tried.failed != nil:
			return pageFault(tried.failed)
		case tried.line == nil:
		case name == "":
			lines.add(*tried.line)
		default:
			lines.add(says("%s: %s", name, *tried.line))
		}
	}
	return answers(lines, stuck)
}

func (d Daemon) tabs(ctx context.Context) ([]browser.Tab, error) {
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	return d.Tabs.Tabs(ctx)
}

// answers judges what pages answered, and which of them are stuck.
func answers(lines, stuck series) finding {
	switch {
	case len(lines.items)+len(stuck.items) == 0:
		return untried("No ordinary page is open: the browser's own pages and its store cannot be reached. Open any page on the web to try it.")
	case len(lines.items) == 0:
		return broken("A page of %s did not answer within %s: it shows a dialog, or its script does not end.", stuck, lookTime).
			then("Look at that tab: answer its dialog, or close the tab. If no page answers, open chrome://extensions and press the round arrow at Margay, then try again.")
	case len(stuck.items) > 0:
		return shaky("A page of %s did not answer within %s: it shows a dialog, or its script does not end.", stuck, lookTime).
			then("Look at that tab: answer its dialog, or close the tab. Other pages can be worked with meanwhile.").seen("%s", lines)
	}
	return fine("%s", lines)
}

// byBrowser are the tabs that are worth a try, and the browsers in their order.
func byBrowser(tabs []browser.Tab) (names []string, of map[string][]browser.Tab) {
	of = map[string][]browser.Tab{}
	for _, t := range tabs {
		if _, ok := of[t.Browser]; !ok {
			names = append(names, t.Browser)
			of[t.Browser] = nil
		}
		if ordinary(t) && len(of[t.Browser]) < pagesMost {
			of[t.Browser] = append(of[t.Browser], t)
		}
	}
	return names, of
}

// everyBrowser tries the browsers at the same time: one whose pages are stuck takes all
// of its time, and several of them are to take no more.
func (d Daemon) everyBrowser(ctx context.Context, names []string, of map[string][]browser.Tab) []tried {
	out := make([]tried, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() { out[i] = d.anyPage(ctx, of[name]) })
	}
	all.Wait()
	return out
}

// tried is what came of the tabs of one browser.
type tried struct {
	// line tells of the page that answered; failed is why none did.
	line   *text
	failed error
	// stuck are the sites of pages that did not answer in their time.
	stuck []string
}

// anyPage calls into tabs until one answers. Nothing is said where all of them
// forbid it.
func (d Daemon) anyPage(ctx context.Context, tabs []browser.Tab) tried {
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	var out tried
	for _, t := range tabs {
		took, err := d.look(ctx, t)
		switch {
		case err == nil:
			line := says("a page of %s answered after %d ms", siteOf(t.URL), took.Milliseconds())
			out.line, out.failed = &line, nil
			return out
		case ctx.Err() != nil: // this page had no time of its own
			return out
		case silent(err):
			out.stuck = append(out.stuck, siteOf(t.URL))
		case !forbidden(err):
			out.failed = err
		}
	}
	return out
}

// silent reports whether an error says that a page did not answer in its time.
func silent(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || reasonOf(err) == protocol.ReasonDeadline
}

// look asks a page for its first words.
func (d Daemon) look(ctx context.Context, t browser.Tab) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	place, err := d.Tabs.Tab(t.ID)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	frames, err := place.Transport.Frames(ctx, place.Native)
	if err != nil {
		return 0, err
	}
	if len(frames) == 0 {
		return 0, protocol.NewFault(protocol.ReasonNotPage, "The page cannot be reached.")
	}
	raw, err := place.Transport.Page(ctx, place.Native, frames[0].Document, pagescript.Snapshot.Name, pagescript.SnapshotArgs{MaxChars: 200}, false)
	took := time.Since(began)
	if err != nil {
		return 0, err
	}
	var seen pagescript.SnapshotResult
	if err := json.Unmarshal(raw, &seen); err != nil {
		return 0, fmt.Errorf("the page answered something else: %w", err)
	}
	return took, nil
}

// ordinary reports whether a tab is worth a try: one that sleeps would have to
// be loaded, which a person would see.
func ordinary(t browser.Tab) bool {
	u, err := url.Parse(t.URL)
	return err == nil && !t.Discarded && (u.Scheme == "http" || u.Scheme == "https" || t.URL == "about:blank")
}

// forbidden reports whether an error says that this page is not for extensions.
func forbidden(err error) bool {
	fault := (*protocol.Fault)(nil)
	if !errors.As(err, &fault) {
		return false
	}
	switch fault.Reason() {
	case protocol.ReasonNotPage, protocol.ReasonNoDocument, protocol.ReasonNoTab:
		return true
	}
	return false
}

func pageFault(err error) finding {
	if fault := (*protocol.Fault)(nil); errors.As(err, &fault) {
		f := faulty(fault)
		f.cause = says("A page could not be reached through the browser: %s", f.cause)
		return f
	}
	return broken("A page could not be reached through the browser: %v.", err).
		then("Open chrome://extensions and press the round arrow at Margay, then try again.")
}

// siteOf names a page without what may be private in its address.
func siteOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	return u.Host
}
