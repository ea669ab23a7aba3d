package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"github.com/rs/zerolog"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/chromium"
	"github.com/margay/margay/host/browser/direct"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
	"github.com/margay/margay/protocol/driver"
)

// headless opens browsers of our own, one for each run that asks for one.
type headless struct {
	registry *browser.Registry
	children *daemon.Children
	dirs     config.Dirs
	log      zerolog.Logger
}

// open starts the Chromium that was asked for, opens its address in it and returns
// its tab. done ends the browser; its tabs are dead then.
func (h *headless) open(ctx context.Context, asked client.Headless) (tab browser.Tab, done func(), err error) {
	done = func() {}
	// A terminal's variable comes with its run: the daemon's is that of whoever started it.
	const named = "MARGAY_CHROMIUM"
	path, err := chromium.Find(named, cmp.Or(asked.Program, os.Getenv(named)))
	if err != nil {
		return tab, done, err
	}
	script, err := pageScript()
	if err != nil {
		return tab, done, err
	}
	p, err := chromium.Start(ctx, chromium.Options{Path: path, Launch: h.launch})
	if err != nil {
		return tab, done, h.cramped(err)
	}
	d, err := direct.New(ctx, p, direct.Options{PageScript: script, Log: h.log})
	if err != nil {
		return tab, done, h.cramped(closeAfter(p, err))
	}
	_, remove := h.registry.Add("headless", d)
	done = func() {
		remove("its browser was closed at the end of the run")
		if err := closeAll(d, p); err != nil {
			h.log.Warn().Err(err).Msg("headless browser ended badly")
		}
	}
	native, err := firstTab(ctx, d)
	if err == nil && asked.URL != "" {
		native, err = d.Navigate(ctx, native.ID, asked.URL, driver.Move(""))
	}
	if err != nil {
		done()
		return tab, func() {}, fmt.Errorf("open %s: %w", asked.URL, err)
	}
	return browser.Tab{ID: h.registry.ID(d, native), Tab: native}, done, nil
}

// cramped is the failure of a browser to start, with what its cause may be where few
// files may be open: a browser that cannot open one more says anything else.
func (h *headless) cramped(err error) error {
	n := config.OpenFiles()
	if n >= config.BrowserFiles {
		return err
	}
	h.log.Warn().Err(err).Uint64("files", n).Msg("browser not started where few files may be open")
	return protocol.NewFault(protocol.ReasonInternal, fmt.Sprintf("The browser could not start: %s. That may be because Margay may have %d files open at a time: a browser can need %d.", strings.TrimSuffix(err.Error(), "."), n, config.BrowserFiles)).
		WithNext("Run “" + h.stop() + "”, then “ulimit -n 1024” in this terminal, and try again. If that is refused, look for what sets it lower, in your profile or in /etc/security/limits.conf, or use another terminal.")
}

// stop is the command that ends this daemon, for a terminal in which neither its program
// nor its data directory need be the usual ones.
func (h *headless) stop() string {
	exe, err := os.Executable()
	if err != nil {
		exe = h.dirs.Bin()
	}
	return dial.CommandLine(exe, "stop", "--data", h.dirs.Data)
}

// firstTab is the tab that a fresh browser has, or a new one.
func firstTab(ctx context.Context, d *direct.Driver) (driver.Tab, error) {
	if list, err := d.Tabs(ctx); err == nil && len(list) > 0 {
		return list[0], nil
	}
	return d.OpenTab(ctx, "about:blank", true)
}

// launch notes the browser as a child of the daemon, so that the next daemon
// ends it where this one dies.
func (h *headless) launch(cmd *exec.Cmd) (func() error, error) {
	child, err := h.children.Start("chromium", cmd)
	if err != nil {
		return nil, err
	}
	return child.Wait, nil
}

func closeAll(list ...io.Closer) error {
	var first error
	for _, c := range list {
		if err := c.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func closeAfter(c io.Closer, err error) error {
	_ = c.Close() // the start failed for a reason that matters more
	return err
}

// pageScript is the built page script, the same that the extension injects.
func pageScript() (string, error) {
	text, err := fs.ReadFile(extension.Dist(), "page.js")
	if err != nil {
		return "", fmt.Errorf("this program was built without its extension (run make build): %w", err)
	}
	return string(text), nil
}
