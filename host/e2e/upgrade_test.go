package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// A person runs the installer of a newer Margay, which carries another build of
// the extension, while the browser is open: the idle daemon makes way, and the
// worker starts the extension anew, once. Where the folder turns out to hold the
// same build all the same, it does not try again.
func TestUpgrade_starts_the_extension_anew_once(t *testing.T) {
	r := newRig(t, ordinary)
	ctx := patience(t)
	developerMode(t, ctx, r)
	firstWorker(t, ctx, r)

	const next, version = "0123456789abcdef", "99.0.0"
	newer := buildNewer(t, next, version)
	out, err := exec.CommandContext(ctx, newer, "install", "--data", r.Dirs.Data, "--user-data-dir", r.Profile).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "was idle and has ended") {
		t.Fatalf("%v: %s", err, out)
	}
	w := nextWorker(t, ctx, r)
	if got := reloadedFor(t, ctx, w); got != next {
		t.Errorf("the worker remembers build %q, want %q", got, next)
	}
	if b, err := r.Dirs.ReadBeacon(); err != nil || b.Version != version {
		t.Errorf("version %q serves, %v, want %q", b.Version, err, version)
	}
	mark(t, ctx, w)
	greetAnew(t, ctx, r)
	stays(t, ctx, r)

	// The name changes and the worker does not: one try, and no loop.
	const wrong = "fedcba9876543210"
	if err := os.WriteFile(filepath.Join(r.Dirs.Extension(), extension.BuildFile), []byte(wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	greetAnew(t, ctx, r)
	w = nextWorker(t, ctx, r)
	if got := reloadedFor(t, ctx, w); got != wrong {
		t.Errorf("the worker remembers build %q, want %q", got, wrong)
	}
	mark(t, ctx, w)
	greetAnew(t, ctx, r)
	stays(t, ctx, r)
}

// buildNewer builds a newer program around an extension of another build: the
// one that there is, under another name.
func buildNewer(t *testing.T, name, version string) string {
	t.Helper()
	dir := t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	own, err := fs.ReadFile(extension.Dist(), extension.BuildFile)
	if err != nil {
		t.Fatal(err)
	}
	dist, err := filepath.Abs("../../extension/dist")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{extension.BuildFile, "worker.js"} {
		text, err := fs.ReadFile(extension.Dist(), file)
		if err != nil {
			t.Fatal(err)
		}
		changed := filepath.Join(dir, file)
		if err := os.WriteFile(changed, bytes.ReplaceAll(text, bytes.TrimSpace(own), []byte(name)), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay["Replace"][filepath.Join(dist, file)] = changed
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, list, 0o600); err != nil {
		t.Fatal(err)
	}
	number := "-X=github.com/margay/margay/host/version.number=" + version
	newer := build("margay-newer", "-overlay", file, "-ldflags", number)
	if newer.err != nil {
		t.Fatal(newer.err)
	}
	return newer.path
}

// marked is set in a worker that was seen; the next one lacks it.
const marked = "globalThis.seenByTest === true"

func mark(t *testing.T, ctx context.Context, w *rig.Page) {
	t.Helper()
	if err := w.Eval(ctx, "globalThis.seenByTest = true", nil); err != nil {
		t.Fatal(err)
	}
}

// developerMode is what a person switches on to load the extension. Without it
// (--load-extension does without) Chromium does not start an unpacked extension
// anew, but switches it off.
func developerMode(t *testing.T, ctx context.Context, r *rig.Rig) {
	t.Helper()
	page, err := r.OpenPage(ctx, "chrome://extensions")
	if err != nil {
		t.Fatal(err)
	}
	const on = `chrome.developerPrivate.updateProfileConfiguration({inDeveloperMode: true}).then(() => true)`
	if err := page.Eval(ctx, on, nil); err != nil {
		t.Fatal(err)
	}
}

func firstWorker(t *testing.T, ctx context.Context, r *rig.Rig) {
	t.Helper()
	w, err := r.Worker(ctx)
	if err != nil {
		t.Fatal(err)
	}
	mark(t, ctx, w)
	awaitBrowser(t, ctx, r)
}

// greetAnew ends the daemon, so that the worker says hello to the next one.
func greetAnew(t *testing.T, ctx context.Context, r *rig.Rig) {
	t.Helper()
	if err := dial.Stop(ctx, dial.Options{Dirs: r.Dirs, Exe: r.Dirs.Bin()}); err != nil {
		t.Fatal(err)
	}
	awaitBrowser(t, ctx, r)
}

// nextWorker waits for a worker that was not seen before.
func nextWorker(t *testing.T, ctx context.Context, r *rig.Rig) *rig.Page {
	t.Helper()
	for ctx.Err() == nil {
		w, err := r.Worker(ctx)
		if err != nil {
			continue // between two lives there is none
		}
		var next bool
		// The old one may end while it is asked, and then never answers, or has
		// lost what it was.
		within, cancel := context.WithTimeout(ctx, time.Second)
		err = w.Eval(within, `typeof chrome === "object" && chrome.storage !== undefined && !(`+marked+`)`, &next)
		cancel()
		if err == nil && next {
			awaitBrowser(t, ctx, r)
			return w
		}
	}
	t.Fatal("the extension did not start anew")
	return nil
}

// stays looks that the worker which has greeted is the one that was seen. It
// has compared the builds by then: hello comes before the registration.
func stays(t *testing.T, ctx context.Context, r *rig.Rig) {
	t.Helper()
	w, err := r.Worker(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var old bool
	if err := w.Eval(ctx, marked, &old); err != nil || !old {
		t.Errorf("the extension started anew again (%v)", err)
	}
}

func reloadedFor(t *testing.T, ctx context.Context, w *rig.Page) string {
	t.Helper()
	var build string
	if err := w.Eval(ctx, `chrome.storage.local.get("reloadedFor").then(all => all.reloadedFor)`, &build); err != nil {
		t.Fatal(err)
	}
	return build
}

// awaitBrowser waits until the worker has registered with the daemon.
func awaitBrowser(t *testing.T, ctx context.Context, r *rig.Rig) {
	t.Helper()
	d, err := r.Dial(ctx, dial.Options{Start: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }() // it only asks
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		status, err := rpc.Call(ctx, d, client.DaemonStatus, protocol.Empty{})
		if err != nil {
			t.Fatal(err)
		}
		if len(status.Browsers) > 0 {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal("the browser does not come")
		}
	}
}
