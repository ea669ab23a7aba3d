package daemon_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/margay/margay/host/config"
)

func newDirs(t *testing.T) config.Dirs {
	t.Helper()
	// Short, so that the socket fits beside the data.
	dir, err := os.MkdirTemp("", "mg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	d := config.Dirs{Data: filepath.Join(dir, "data")}
	if err := d.Prepare(); err != nil {
		t.Fatal(err)
	}
	return d
}
