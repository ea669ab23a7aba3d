package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// popupOpens presses “Open panel”. The popup is a tab here, in another window,
// because the panel of the first one may be open.
func popupOpens(t *testing.T, s *surfaces) {
	ctx := patience(t)
	popup := must[*rig.Page](t)(s.rig.OpenWindow(ctx, rig.Origin+"popup.html"))
	until(t, ctx, popup, `document.querySelector("#state").dataset.state === "open"`)
	// The popup closes itself, and a window goes with its last tab.
	if err := popup.Eval(ctx, `chrome.tabs.create({active: false}).then(() => true)`, nil); err != nil {
		t.Fatal(err)
	}
	panel := must[*rig.Panel](t)(s.rig.PanelAfter(ctx, func() error { return popup.Click(ctx, "#open-panel") }))
	// A tab is what the popup falls back to, where the press no longer counts.
	if place := tell(t, ctx, panel.Page, `chrome.tabs.getCurrent().then(tab => tab === undefined ? "beside the page" : "in a tab")`); place != "beside the page" {
		t.Errorf("the panel is %s", place)
	}
	if err := s.rig.Gone(ctx, popup); err != nil {
		t.Errorf("the popup is still there: %v", err)
	}
}

// popupTells breaks the link in each way that the browser tells apart: the popup
// says what is wrong and which command mends it, and is connected again when
// that was done.
func popupTells(t *testing.T, s *surfaces) {
	program := s.rig.Dirs.Bin()
	for _, tt := range []struct {
		name, kind, command string
		// spoil breaks the file; the one of the manifest, where that is said.
		manifest bool
		spoil    func(path string) error
	}{
		{"program_is_missing", "host_missing", "margay install", false, os.Remove},
		// The browser tells no more of it than that it has ended.
		{"program_may_not_be_run", "host_exits", program + " doctor --data " + s.rig.Dirs.Data, false, func(path string) error { return os.Chmod(path, 0o600) }},
		{"program_ends_at_once", "host_exits", program + " doctor --data " + s.rig.Dirs.Data, false, script("exit 3")},
		{"another_program_answers", "host_foreign", program + " install --data " + s.rig.Dirs.Data, false, script("echo 'Welcome to another program.'; cat")},
		{"manifest_is_missing", "host_missing", "margay install", true, os.Remove},
		{"manifest_is_for_another_extension", "host_forbidden", program + " install --data " + s.rig.Dirs.Data, true, func(path string) error {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			other := strings.ReplaceAll(string(text), rig.Origin, "chrome-extension://"+strings.Repeat("a", 32)+"/")
			return replace(path, []byte(other), 0o600)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := program
			if tt.manifest {
				path = manifestOf(t, s.rig)
			}
			popupTellsOf(t, s, path, tt.spoil, tt.kind, tt.command)
		})
	}
	must[client.Status](t)(rpc.Call(patience(t), s.dialed(t, patience(t)), client.DaemonStatus, protocol.Empty{}))
}

func popupTellsOf(t *testing.T, s *surfaces, path string, spoil func(string) error, kind, command string) {
	ctx := patience(t)
	back := putBack(t, path)
	if err := spoil(path); err != nil {
		t.Fatal(err)
	}
	popup := must[*rig.Page](t)(s.rig.OpenPage(ctx, rig.Origin+"popup.html"))
	until(t, ctx, popup, fmt.Sprintf(`document.querySelector("#link-problem")?.dataset.kind === %q`, kind))
	for part, want := range map[string]string{"#state": "Not connected", "#link-problem .command code": command} {
		if got := tell(t, ctx, popup, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ""`, part)); got != want {
			t.Errorf("%s says %q, want %q", part, got, want)
		}
	}
	back()
	press(t, ctx, popup, "#reconnect")
	until(t, ctx, popup, `document.querySelector("#state").dataset.state === "open" && document.querySelector("#link-problem") === null`)
	if err := popup.Close(ctx); err != nil {
		t.Fatal(err)
	}
}

// putBack puts a file back as it is now when what it returns is called, or when
// the test ends. It is read and not moved: a program that runs knows where it lies.
func putBack(t *testing.T, path string) func() {
	t.Helper()
	mode := must[os.FileInfo](t)(os.Stat(path)).Mode()
	data := must[[]byte](t)(os.ReadFile(path))
	back := func() {
		if err := replace(path, data, mode); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(back)
	return back
}

// script makes a program of a few words of the shell.
func script(words string) func(path string) error {
	return func(path string) error { return replace(path, []byte("#!/bin/sh\n"+words+"\n"), 0o700) }
}

// replace puts another file in the place of one that may be running.
func replace(path string, data []byte, mode os.FileMode) error {
	fresh := path + ".fresh"
	if err := os.WriteFile(fresh, data, mode); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}

// manifestOf is the file by which the browser of the rig knows the program.
func manifestOf(t *testing.T, r *rig.Rig) string {
	t.Helper()
	found := must[[]string](t)(filepath.Glob(filepath.Join(r.Profile, "NativeMessagingHosts", "*.json")))
	if len(found) != 1 {
		t.Fatalf("manifests %q", found)
	}
	return found[0]
}
