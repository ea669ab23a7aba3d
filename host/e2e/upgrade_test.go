package e2e_test

import (
	"bytes"
	"context"
	"os"
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

// An upgrade puts another build of the extension into the folder that it was
// loaded from. The worker starts the extension anew, once; where the folder
// turns out to hold the old build all the same, it does not try again.
func TestUpgrade_starts_the_extension_anew_once(t *testing.T) {
	r := newRig(t, ordinary)
	ctx := patience(t)
	developerMode(t, ctx, r)
	firstWorker(t, ctx, r)
	file := filepath.Join(r.Dirs.Extension(), extension.BuildFile)
	own := strings.TrimSpace(string(readFile(t, file)))

	// Both files change, as they do when install unpacks another build.
	const next = "0123456789abcdef"
	script := filepath.Join(r.Dirs.Extension(), "worker.js")
	writeFile(t, script, bytes.ReplaceAll(readFile(t, script), []byte(own), []byte(next)))
	writeFile(t, file, []byte(next))
	greetAnew(t, ctx, r)
	w := nextWorker(t, ctx, r)
	if got := reloadedFor(t, ctx, w); got != next {
		t.Errorf("the worker remembers build %q, want %q", got, next)
	}
	mark(t, ctx, w)
	greetAnew(t, ctx, r)
	stays(t, ctx, r)

	// The name changes and the worker does not: one try, and no loop.
	const wrong = "fedcba9876543210"
	writeFile(t, file, []byte(wrong))
	greetAnew(t, ctx, r)
	w = nextWorker(t, ctx, r)
	if got := reloadedFor(t, ctx, w); got != wrong {
		t.Errorf("the worker remembers build %q, want %q", got, wrong)
	}
	mark(t, ctx, w)
	greetAnew(t, ctx, r)
	stays(t, ctx, r)
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

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
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
