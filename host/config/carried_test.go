package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/margay/margay/host/config"
)

// A beacon of a data directory that was moved or copied tells nothing of the daemon here.
func TestDirs_Carried(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	here, other, link := filepath.Join(root, "here"), filepath.Join(root, "other"), filepath.Join(root, "link")
	for _, err := range []error{os.Mkdir(here, 0o700), os.Mkdir(other, 0o700), os.Symlink(here, link)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	dirs := config.Dirs{Data: here}
	long := config.Dirs{Data: filepath.Join(root, "a folder whose path is much too long for the socket of a daemon, which has a place of its own then")}
	short, err := long.Socket(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		dirs   config.Dirs
		socket string
		want   bool
	}{
		"its_own":              {dirs, filepath.Join(here, "s"), false},
		"its_own_by_a_link":    {dirs, filepath.Join(link, "s"), false},
		"of_a_place_that_is":   {dirs, filepath.Join(other, "s"), true},
		"of_a_place_that_was":  {dirs, filepath.Join(root, "gone", "s"), true},
		"own_in_a_short_place": {long, short, false},
		"another_short_one":    {dirs, short, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := tt.dirs.Carried(config.Beacon{Socket: tt.socket}); got != tt.want {
				t.Errorf("%v of %s", got, tt.socket)
			}
		})
	}
}
