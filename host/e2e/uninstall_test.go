package e2e_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"testing"
)

// Uninstalling while a browser uses the program: the daemon and the bridges
// end, the extension tries in vain to start them anew, and nothing comes back.
func TestUninstall_while_a_browser_uses_it(t *testing.T) {
	r := newRig(t, ordinary)
	ctx := patience(t)
	firstWorker(t, ctx, r)
	out, err := exec.CommandContext(ctx, r.Dirs.Bin(), "uninstall", "--data-too", "--data", r.Dirs.Data).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	worker, err := r.Worker(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Await(ctx, `globalThis.found >= 2 || (chrome.storage.session.get("failures").then(s => { globalThis.found = s.failures }), false)`); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(r.Dirs.Data); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the data directory is there (%v); uninstall said:\n%s", err, out)
	}
} // newRig looks that no process is left
