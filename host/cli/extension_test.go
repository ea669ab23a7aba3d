//go:build linux

package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/margay/margay/extension"
)

// The worker learns in hello which build install unpacked, also when that was
// while the daemon ran.
func TestServe_says_which_extension_lies_unpacked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := filepath.Join(w.dirs.Extension(), extension.BuildFile)
	for _, tc := range []struct{ text, want string }{
		{"", ""}, {"0123456789abcdef\n", "0123456789abcdef"}, {"fedcba9876543210", "fedcba9876543210"}, {"<b>no name</b>", ""},
	} {
		if tc.text != "" {
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(tc.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := w.bridge().greeted().ExtensionBuild; got != tc.want {
			t.Errorf("with %q the build is %q, want %q", tc.text, got, tc.want)
		}
	}
}
