package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/pagescript"
)

// extension looks which browsers have come, and whether they have the extension
// that belongs to this program.
func (d Daemon) extension(ctx context.Context) finding {
	lies, errLies := d.unpacked()
	now := series{between: "; "}
	var away []string
	var other *text
	for _, c := range d.Connected(ctx) {
		if !c.Now {
			away = append(away, c.Name)
			continue
		}
		now.add(says("%s, extension %s", strings.TrimSpace(c.Name+" "+c.Version), c.Extension))
		if errLies == nil && other == nil {
			other = lies.differs(c)
		}
	}
	switch {
	case len(now.items) > 0 && other != nil:
		return shaky("The browser runs %s, and %s lies in %s.", *other, lies.words(), d.Dirs.Extension()).
			then("Reload it: open chrome://extensions and press the round arrow at Margay. If that is no help, it was loaded from another folder: remove it there and load this one.").
			seen("%s", now)
	case len(now.items) > 0:
		return fine("%s", now)
	case errLies != nil:
		return broken("The extension was not unpacked: %v.", errLies).mendedBy(d.command("install")).then("Unpack it, then load it as the command says.")
	case len(away) > 0:
		return broken("%s was connected and has gone.", away[0]).
			then("Start the browser. If it runs, click Margay's icon there, which wakes the extension.")
	}
	return broken("No browser with the extension is connected.").then(
		"Start the browser. If it runs, click Margay's icon there, which wakes the extension. If there is no icon: open chrome://extensions, "+
			"switch on Developer mode, press “Load unpacked” and choose %s", d.Dirs.Extension())
}

// unpacked is the extension in the data directory.
type unpacked struct{ version, build string }

func (u unpacked) words() text {
	if u.build == "" {
		return says("version %s", u.version)
	}
	return says("version %s (%s)", u.version, u.build)
}

// differs says which other one a browser runs; nil where it is the same.
func (u unpacked) differs(c Connected) *text {
	var other text
	switch {
	case c.Extension != "" && c.Extension != u.version:
		other = says("version %s of the extension", c.Extension)
	case c.ExtensionBuild != c.Extension && u.build != "" && c.ExtensionBuild != u.build: // one without a name says its version
		other = says("another build of the extension (%s)", c.ExtensionBuild)
	default:
		return nil
	}
	return &other
}

func (d Daemon) unpacked() (unpacked, error) {
	path := filepath.Join(d.Dirs.Extension(), "manifest.json")
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return unpacked{}, fmt.Errorf("there is no %s", path)
	case err != nil:
		return unpacked{}, err
	}
	var m struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return unpacked{}, fmt.Errorf("%s is damaged: %w", path, err)
	}
	u := unpacked{version: m.Version}
	if d.ExtensionBuild != "" {
		build, _ := os.ReadFile(filepath.Join(d.Dirs.Extension(), d.ExtensionBuild)) // one without a name is any
		u.build = strings.TrimSpace(string(build))
	}
	return u, nil
}

// pagesMost bounds in how many tabs a call is tried: a page can be one that
// forbids it, and the next one need not be.
const pagesMost = 5

// pageTime bounds all of that, lookTime a single call.
const (
	pageTime = 20 * time.Second
	lookTime = 10 * time.Second
)

// page calls a function that only looks, in a tab of each browser.
func (d Daemon) page(ctx context.Context) finding {
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	tabs, err := d.Tabs.Tabs(ctx)
	if err != nil {
		return pageFault(err)
	}
	var names []string // of the browsers, in their order
	lines := series{between: "; "}
	of := map[string][]browser.Tab{}
	for _, t := range tabs {
		if _, ok := of[t.Browser]; !ok {
			names = append(names, t.Browser)
			of[t.Browser] = nil
		}
		if ordinary(t) && len(of[t.Browser]) < pagesMost {
			of[t.Browser] = append(of[t.Browser], t)
		}
	}
	for _, name := range names {
		line, err := d.anyPage(ctx, of[name])
		if err != nil {
			return pageFault(err)
		}
		switch {
		case line == nil:
		case name == "":
			lines.add(*line)
		default:
			lines.add(says("%s: %s", name, *line))
		}
	}
	if len(lines.items) == 0 {
		return untried("No ordinary page is open: the browser's own pages and its store cannot be reached. Open any page on the web to try it.")
	}
	return fine("%s", lines)
}

// anyPage calls into the first tab that can be reached. Nothing is said where
// all of them forbid it.
func (d Daemon) anyPage(ctx context.Context, tabs []browser.Tab) (*text, error) {
	var failed error
	for _, t := range tabs {
		took, err := d.look(ctx, t)
		switch {
		case err == nil:
			line := says("a page of %s answered after %d ms", siteOf(t.URL), took.Milliseconds())
			return &line, nil
		case !forbidden(err):
			failed = err
		}
	}
	return nil, failed
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
