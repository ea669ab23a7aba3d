package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/host/config"
)

// What stands in the way to a data directory is told for what it is, and not as the
// system says it of a folder that it is to make.
func TestDirs_Reachable(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	at := func(name string) string { return filepath.Join(root, name) }
	for _, err := range []error{
		os.Mkdir(at("folder"), 0o700), os.WriteFile(at("file"), nil, 0o600), os.Symlink("/none/disk", at("away")),
		os.Symlink(at("folder"), at("link")), os.Symlink(at("file"), at("to_file")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, tc := range map[string]struct{ data, want string }{
		"folder":            {at("folder"), ""},
		"none_yet":          {at("folder/new/margay"), ""},
		"link_to_a_folder":  {at("link"), ""},
		"below_such_a_link": {at("link/margay"), ""},
		"link_to_nowhere":   {at("away"), at("away") + " is a link to /none/disk, which cannot be reached: if it leads to a disk that is away"},
		"below_it":          {at("away/share/margay"), at("away") + " is a link to /none/disk, which cannot be reached"},
		"file":              {at("file"), at("file") + " is a file, and Margay needs a folder there: move it aside"},
		"below_a_file":      {at("file/margay"), at("file") + " is a file"},
		"link_to_a_file":    {at("to_file"), at("to_file") + " is a file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := config.Dirs{Data: tc.data}
			err := d.Reachable()
			if tc.want == "" {
				if err != nil {
					t.Errorf("error %v", err)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
			if _, ok := errors.AsType[*config.Obstacle](d.Prepare()); !ok {
				t.Errorf("it is made: %v", d.Prepare())
			}
		})
	}
}
