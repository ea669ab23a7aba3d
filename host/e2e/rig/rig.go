// Package rig sets up the whole product as a person has it: a browser with the
// extension, the program registered with that browser, and a data directory of
// its own. The demo and the end-to-end tests stand on it.
//
// It guarantees: nothing outside its folder is written; the browser is watched
// without being changed (no focus emulation, no answered dialogs), so what
// works here works for a person; after Close no process of the rig is left.
package rig

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser/chromium"
	"github.com/margay/margay/host/browser/direct"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
)

// Options say what to set up. Margay and Dir are required.
type Options struct {
	// Margay is the built program.
	Margay string
	// Dir is the folder of the rig: profile and data directory.
	Dir string
	// Chromium is the browser; "" is the first one found.
	Chromium string
	// Home is a home folder in which a person has installed Margay; "" installs
	// it into Dir. Browser and daemon then have what is theirs where it lies by
	// default in that home, and nothing from the environment leads elsewhere.
	Home string
	// Windowed shows the browser.
	Windowed bool
	// Env is added to the browser's environment, and so to that of its bridges.
	Env []string
}

// Rig is a browser with Margay in it.
type Rig struct {
	Dirs    config.Dirs
	Profile string
	Browser *chromium.Process

	margay string
	raw    *direct.Raw
	env    []string
}

// startTime bounds a start: a browser was once seen that started and never
// answered its pipe.
const startTime = time.Minute

// Start sets up and starts the browser.
func Start(ctx context.Context, o Options) (*Rig, error) {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	r := &Rig{Dirs: config.Dirs{Data: filepath.Join(dir, "data")}, Profile: filepath.Join(dir, "profile")}
	r.env = append(os.Environ(), o.Env...)
	if o.Home == "" {
		err = r.install(ctx, o.Margay)
	} else {
		err = r.at(o.Home)
	}
	if err != nil {
		return nil, fmt.Errorf("set up %s: %w", dir, err)
	}
	r.margay = r.Dirs.Bin()
	r.Browser, err = chromium.Start(ctx, chromium.Options{
		Path: o.Chromium, Profile: r.Profile, Windowed: o.Windowed, Env: r.env,
		Extension: r.Dirs.Extension(),
		Args:      []string{"--window-size=1280,900"},
	})
	if err != nil {
		return nil, err
	}
	r.raw = direct.NewRaw(r.Browser)
	if _, err := cdp.Call(ctx, r.raw.Session(""), target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true}); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// install registers the program with the rig's browser, as a person does.
func (r *Rig) install(ctx context.Context, margay string) error {
	cmd := exec.CommandContext(ctx, margay, "install", "--data", r.Dirs.Data, "--user-data-dir", r.Profile)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// Origin is that of the extension.
const Origin = "chrome-extension://" + extension.ID + "/"

// OpenPage opens a page in front and waits until it has loaded.
func (r *Rig) OpenPage(ctx context.Context, url string) (*Page, error) {
	return r.open(ctx, target.CreateTargetParams{URL: url})
}

func (r *Rig) open(ctx context.Context, params target.CreateTargetParams) (*Page, error) {
	made, err := cdp.Call(ctx, r.raw.Session(""), target.CreateTarget, params)
	if err != nil {
		return nil, err
	}
	p, err := r.attach(ctx, made.TargetID)
	if err != nil {
		return nil, err
	}
	if err := p.arrived(ctx); err != nil {
		return nil, err
	}
	return p, p.Await(ctx, `document.readyState === "complete"`)
}

// PanelURL is the page of the side panel.
const PanelURL = Origin + "panel.html"

// OpenPanel opens the side panel beside the page in front. Where the browser
// has no side panel to show (or refuses), it is opened as a tab.
func (r *Rig) OpenPanel(ctx context.Context) (*Page, error) {
	before, err := r.targets(ctx)
	if err != nil {
		return nil, err
	}
	opener, err := r.OpenPage(ctx, PanelURL)
	if err != nil {
		return nil, fmt.Errorf("open the extension's page: %w", err)
	}
	const open = `chrome.windows.getCurrent().then(w => chrome.sidePanel.open({windowId: w.id})).then(() => true)`
	if err := opener.gesture(ctx, open); err != nil {
		return opener, nil //nolint:nilerr // the tab does as well
	}
	panel, err := r.awaitPanel(ctx, append(before, &target.Info{TargetID: opener.target}))
	if err != nil {
		return opener, nil //nolint:nilerr // the tab does as well
	}
	if err := opener.Close(ctx); err != nil {
		return nil, err
	}
	return r.attach(ctx, panel)
}

// OpenWindow opens a page in a window of its own, in which no side panel is open.
func (r *Rig) OpenWindow(ctx context.Context, url string) (*Page, error) {
	own := true
	return r.open(ctx, target.CreateTargetParams{URL: url, NewWindow: &own})
}

// PanelAfter does what opens the panel and is the panel that came of it, which
// is beside the page or, where the browser has no side panel to show, a tab.
func (r *Rig) PanelAfter(ctx context.Context, do func() error) (*Panel, error) {
	before, err := r.targets(ctx)
	if err != nil {
		return nil, err
	}
	if err := do(); err != nil {
		return nil, err
	}
	id, err := r.awaitPanel(ctx, before)
	if err != nil {
		return nil, fmt.Errorf("wait for the panel: %w", err)
	}
	page, err := r.attach(ctx, id)
	if err != nil {
		return nil, err
	}
	p := &Panel{page}
	return p, p.Connected(ctx)
}

// awaitPanel waits for a panel that was not there before.
func (r *Rig) awaitPanel(ctx context.Context, before []*target.Info) (target.ID, error) {
	return r.await(ctx, func(t *target.Info) bool {
		old := slices.ContainsFunc(before, func(b *target.Info) bool { return b.TargetID == t.TargetID })
		return t.URL == PanelURL && !old
	})
}

// Worker is the extension's service worker, which is started by what wakes it.
func (r *Rig) Worker(ctx context.Context) (*Page, error) {
	id, err := r.await(ctx, func(t *target.Info) bool { return t.Type == "service_worker" && strings.HasPrefix(t.URL, Origin) })
	if err != nil {
		return nil, fmt.Errorf("find the service worker: %w", err)
	}
	return r.attach(ctx, id)
}

// attach makes a session with a target.
func (r *Rig) attach(ctx context.Context, id target.ID) (*Page, error) {
	flatten := true
	res, err := cdp.Call(ctx, r.raw.Session(""), target.AttachToTarget, target.AttachToTargetParams{TargetID: id, Flatten: &flatten})
	if err != nil {
		return nil, err
	}
	return &Page{rig: r, target: id, session: r.raw.Session(string(res.SessionID))}, nil
}

// targets lists what there is in the browser.
func (r *Rig) targets(ctx context.Context) ([]*target.Info, error) {
	res, err := cdp.Call(ctx, r.raw.Session(""), target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		return nil, err
	}
	return res.TargetInfos, nil
}

// await waits for a target.
func (r *Rig) await(ctx context.Context, is func(*target.Info) bool) (id target.ID, err error) {
	return id, r.until(ctx, func(list []*target.Info) bool {
		at := slices.IndexFunc(list, is)
		if at >= 0 {
			id = list[at].TargetID
		}
		return at >= 0
	})
}

// Gone waits until a page is no longer there.
func (r *Rig) Gone(ctx context.Context, p *Page) error {
	return r.until(ctx, func(list []*target.Info) bool {
		return !slices.ContainsFunc(list, func(t *target.Info) bool { return t.TargetID == p.target })
	})
}

// until waits until the targets are as they should be. The browser announces new
// ones, and those that go; a look at all of them after each announcement is
// simple and cannot miss one.
func (r *Rig) until(ctx context.Context, are func([]*target.Info) bool) error {
	news := make(chan struct{}, 1)
	r.raw.On(func(e direct.RawEvent) {
		if strings.HasPrefix(e.Method, "Target.target") {
			select {
			case news <- struct{}{}:
			default:
			}
		}
	})
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		list, err := r.targets(ctx)
		if err != nil {
			return err
		}
		if are(list) {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Dial reaches the rig's daemon as a terminal would.
func (r *Rig) Dial(ctx context.Context, o dial.Options) (*dial.Client, error) {
	o.Dirs, o.Exe, o.Environ = r.Dirs, r.margay, r.env
	return dial.Dial(ctx, o)
}

// Close ends browser and daemon and waits until nothing of them is left.
func (r *Rig) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Second)
	defer cancel()
	err := r.raw.Close()
	err = errors.Join(err, r.Browser.Close())
	err = errors.Join(err, dial.Stop(ctx, dial.Options{Dirs: r.Dirs, Exe: r.margay}))
	return errors.Join(err, r.gone(ctx))
}

// decode reads a value that a page returned.
func decode(raw []byte, out any) error {
	if out == nil || len(raw) == 0 {
		return nil
	}
	return json.Unmarshal(raw, out)
}
