package doctor

import (
	"os"
	"path/filepath"
)

// item is something in the data directory that has a kind.
type item struct {
	path   string
	folder bool
	// installed says that install makes it, and not the daemon.
	installed bool
}

// items are what the daemon opens, and the folders that install fills. The kinds of
// database and settings have checks of their own.
func (o Options) items() []item {
	d := o.Dirs
	list := []item{{filepath.Dir(d.Bin()), true, true}, {d.Extension(), true, true}}
	for _, folder := range []string{d.LogDir(), d.Children(), filepath.Join(d.Data, "blobs")} {
		list = append(list, item{path: folder, folder: true})
	}
	for _, file := range []string{filepath.Join(d.Data, "s"), d.Lock(), d.Beacon(), d.Tabs(), d.Keys(), d.Log(), d.Stray()} {
		list = append(list, item{path: file})
	}
	return list
}

// kinds looks whether what lies in the data directory is of the kind that is opened
// there, and this user's.
func (o Options) kinds() (finding, bool) {
	for _, it := range o.items() {
		if f, bad := o.kind(it); bad {
			return f, true
		}
	}
	info, err := os.Stat(o.Dirs.Database())
	if err != nil || foreign(info) == "" {
		return finding{}, false
	}
	return o.anothers(o.Dirs.Database(), foreign(info)), true
}

func (o Options) kind(it item) (finding, bool) {
	info, err := os.Stat(it.path)
	if err != nil {
		return finding{}, false // whoever needs it says so
	}
	switch user := foreign(info); {
	case info.IsDir() != it.folder && it.installed:
		return o.installable(it.path, broken("%s is no folder, and Margay needs one there.", it.path)), true
	case info.IsDir() != it.folder && it.folder:
		return broken("%s is no folder, and Margay needs one there.", it.path).mendedBy(moveAside(it.path)).then("Put it aside with this command, then try again."), true
	case info.IsDir() != it.folder:
		return broken("%s is a folder, and Margay needs a file there.", it.path).mendedBy(moveAside(it.path)).then("Put it aside with this command, then try again."), true
	case user != "":
		return o.anothers(it.path, user), true
	}
	return finding{}, false
}

// anothers tells of what a run with sudo left behind.
func (o Options) anothers(path, user string) finding {
	return broken("%s belongs to another user (number %s): Margay was run as that user once, with sudo perhaps.", path, user).
		mendedBy(giveBack(o.Dirs.Data)).then("Then run Margay without sudo.")
}

// installable is what install does not overwrite.
func (o Options) installable(path string, f finding) finding {
	return f.mendedBy(moveAside(path)).then("Put it aside, then install again: %s", o.command("install"))
}
