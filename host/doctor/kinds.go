package doctor

import (
	"io/fs"
	"os"
	"path/filepath"
)

// item is something in the data directory that has a kind.
type item struct {
	path   string
	folder bool
	// installed says that install makes it, and not the daemon.
	installed bool
	// written says that it is written to where it stands; other files are replaced.
	written bool
}

// items are what the daemon opens, and the folders that install fills. What the
// settings hold has a check of its own.
func (o Options) items() []item {
	d := o.Dirs
	list := []item{{path: filepath.Dir(d.Bin()), folder: true, installed: true}, {path: d.Extension(), folder: true, installed: true}}
	for _, folder := range []string{d.LogDir(), d.Children(), filepath.Join(d.Data, "blobs")} {
		list = append(list, item{path: folder, folder: true, written: true})
	}
	for _, file := range []string{d.Database(), d.Log(), d.Stray()} {
		list = append(list, item{path: file, written: true})
	}
	for _, file := range []string{filepath.Join(d.Data, "s"), d.Lock(), d.Beacon(), d.Tabs(), d.Keys()} {
		list = append(list, item{path: file})
	}
	return list
}

// kinds looks whether what lies in the data directory is of the kind that is opened
// there, this user's, and can be opened.
func (o Options) kinds() (finding, bool) {
	for _, it := range o.items() {
		if f, bad := o.kind(it); bad {
			return f, true
		}
	}
	return o.stored()
}

func (o Options) kind(it item) (finding, bool) {
	info, err := os.Stat(it.path)
	if to := astray(it.path); to != "" && err != nil {
		return o.linked(it, to), true
	}
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
	case !allowed(it.path, it.written, it.folder):
		return broken("%s may not be read and written by its owner.", it.path).mendedBy(openUp(it.path)), true
	}
	return finding{}, false
}

// linked tells of a link that leads nowhere.
func (o Options) linked(it item, to string) finding {
	f := broken("%s is a link to %s, which cannot be reached.", it.path, to)
	if it.installed {
		return o.installable(it.path, f)
	}
	return f.mendedBy(moveAside(it.path)).then("If it leads to a disk that is away, connect that. Else put the link aside with this command; Margay then begins anew there.")
}

// astray is where a link leads that leads nowhere; "" for all else.
func astray(path string) string {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return ""
	}
	if _, err := os.Stat(path); err == nil {
		return ""
	}
	to, _ := os.Readlink(path) // it is a link
	return to
}

// mostStored bounds how many stored files are looked at: those that a run with
// sudo left are among the newest and the oldest alike, and a large store takes long.
const mostStored = 20_000

// stored looks for stored bytes that are another user's.
func (o Options) stored() (finding, bool) {
	n, other, user := 0, "", ""
	err := filepath.WalkDir(filepath.Join(o.Dirs.Data, "blobs"), func(path string, d fs.DirEntry, err error) error {
		if n++; err != nil || n > mostStored {
			return fs.SkipAll // what cannot be read, the daemon says
		}
		if info, err := d.Info(); err == nil && foreign(info) != "" {
			other, user = path, foreign(info)
			return fs.SkipAll
		}
		return nil
	})
	if err != nil || other == "" {
		return finding{}, false
	}
	return o.anothers(other, user), true
}

// anothers tells of what a run with sudo left behind.
func (o Options) anothers(path, user string) finding {
	dir := o.Dirs.Data
	if to, err := filepath.EvalSymlinks(dir); err == nil { // the command does not follow a link
		dir = to
	}
	return broken("%s belongs to another user (number %s): Margay was run as that user once, with sudo perhaps.", path, user).
		mendedBy(giveBack(dir)).then("Then run Margay without sudo.")
}

// installable is what install does not overwrite.
func (o Options) installable(path string, f finding) finding {
	return f.mendedBy(moveAside(path)).then("Put it aside, then install again: %s", o.command("install"))
}
