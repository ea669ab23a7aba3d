//go:build linux

package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/cli/clitest"
)

// NM-18: an update does not pass in silence over what still runs the program
// from before. An idle daemon is ended, one that works is named and left.
func TestInstall_over_a_daemon_of_the_earlier_program(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	for name, tc := range map[string]struct {
		task, version string
		words         []string
		ended         bool
	}{
		"same_program": {"", "1.0.0", nil, false},
		"idle":         {"", "1.1.0", []string{"was idle and has ended", "1.0.0"}, true},
		"working":      {"wait", "1.1.0", []string{"because a task is running", "1.0.0", "margay stop"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b := w.bridge(clitest.VersionVar + "=1.0.0")
			b.greeted()
			if tc.task != "" {
				b.send(tc.task)
			}
			before := w.beacon()
			profile := filepath.Join(t.TempDir(), "profile")
			got := w.run([]string{"HOME=" + t.TempDir(), clitest.VersionVar + "=" + tc.version}, "install", "--user-data-dir", profile)
			if got.code != 0 {
				t.Fatalf("exit code %d: %s", got.code, got.stderr)
			}
			if _, err := os.Stat(filepath.Join(profile, "NativeMessagingHosts", extension.HostName+".json")); err != nil {
				t.Errorf("not registered: %v", err)
			}
			for _, want := range tc.words {
				if !strings.Contains(got.stdout, want) {
					t.Errorf("it does not say %q:\n%s", want, got.stdout)
				}
			}
			if tc.words == nil && strings.Contains(got.stdout, "earlier program") {
				t.Errorf("of the same program it says:\n%s", got.stdout)
			}
			now, err := w.dirs.ReadBeacon()
			if ended := err != nil || now.Pid != before.Pid; ended != tc.ended {
				t.Errorf("the daemon has ended: %v, want %v", ended, tc.ended)
			}
		})
	}
}
