package doctor

import (
	"os"
	"path/filepath"
)

// kinds looks whether what lies in the data directory is of the kind that the
// daemon opens there. The database and the settings have checks of their own.
func (o Options) kinds() (finding, bool) {
	d := o.Dirs
	for _, folder := range []string{filepath.Dir(d.Bin()), d.Extension()} { // which install fills
		if info, err := os.Stat(folder); err == nil && !info.IsDir() {
			return o.installable(folder, broken("%s is no folder, and Margay needs one there.", folder)), true
		}
	}
	for _, folder := range []string{d.LogDir(), d.Children(), filepath.Join(d.Data, "blobs")} {
		if info, err := os.Stat(folder); err == nil && !info.IsDir() {
			return inTheWay(folder, broken("%s is no folder, and Margay needs one there.", folder)), true
		}
	}
	for _, file := range []string{filepath.Join(d.Data, "s"), d.Lock(), d.Beacon(), d.Tabs(), d.Keys(), d.Log(), d.Stray()} {
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return inTheWay(file, broken("%s is a folder, and Margay needs a file there.", file)), true
		}
	}
	return finding{}, false
}

// installable is what install does not overwrite.
func (o Options) installable(path string, f finding) finding {
	return f.mendedBy(moveAside(path)).then("Put it aside, then install again: %s", o.command("install"))
}

func inTheWay(path string, f finding) finding {
	return f.mendedBy(moveAside(path)).then("Put it aside with this command, then try again.")
}
