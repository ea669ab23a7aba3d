//go:build linux

package cli_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/cli/clitest"
)

// NM-18: an update does not pass in silence over what still runs the program
// from before; it says which process that is and how to end it.
func TestInstall_says_that_the_earlier_program_still_runs(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		t.Skip("the extension is not built: run “make build”")
	}
	w := newWorld(t)
	home := t.TempDir()
	w.bridge(clitest.VersionVar + "=1.0.0").greeted()
	pid := w.beacon().Pid
	install := func(version string) string {
		profile := filepath.Join(home, "profile")
		got := w.run([]string{"HOME=" + home, clitest.VersionVar + "=" + version}, "install", "--user-data-dir", profile)
		if got.code != 0 {
			t.Fatalf("exit code %d: %s", got.code, got.stderr)
		}
		if _, err := os.Stat(filepath.Join(profile, "NativeMessagingHosts", extension.HostName+".json")); err != nil {
			t.Errorf("not registered: %v", err)
		}
		return got.stdout
	}
	const words = "still the earlier program"
	if said := install("1.0.0"); strings.Contains(said, words) {
		t.Errorf("of the same program it says:\n%s", said)
	}
	said := install("1.1.0")
	for _, want := range []string{words, "process " + strconv.Itoa(pid), "1.0.0", "margay stop"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if now := w.beacon().Pid; now != pid {
		t.Errorf("an install put process %d in the place of %d", now, pid)
	}
}
