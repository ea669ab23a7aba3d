package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// taken refuses a data directory in which something that is not ours stands
// under a name of ours. It is asked before anything is touched: whatever we
// wrote is on record or has exactly our content.
//
// What another installation has just written may be found before its record is
// read: what was found is asked for once more when that one has ended.
func (s Setup) taken() error {
	at, err := s.takenNow()
	if at != "" {
		release, errHold := s.hold(nil)
		if errHold != nil {
			return errHold
		}
		defer release()
		at, err = s.takenNow()
	}
	if err != nil || at == "" {
		return err
	}
	return fmt.Errorf("%s is there already and Margay did not write it, so it is not replaced: choose another folder with --data, "+
		"or move it away; if an earlier Margay left it there, remove it", at)
}

// takenNow is the first thing in the data directory that stands in our way.
func (s Setup) takenNow() (string, error) {
	k, err := s.known()
	if err != nil {
		return "", err
	}
	at, err := s.takenAt(k.Record)
	if err != nil {
		return "", fmt.Errorf("look at what lies in %s: %w", s.Data, err)
	}
	return at, nil
}

func (s Setup) takenAt(r Record) (string, error) {
	m := s.Machine
	if _, ok := r.find(KindProgram); !ok && m.isThere(s.Want.Program) && !sameContent(s.Source, m.file(s.Want.Program)) {
		return s.Want.Program, nil
	}
	if at, err := s.takenExtension(r); at != "" || err != nil {
		return at, err
	}
	if r.tellsOfData() || s.isMarked() {
		return "", nil
	}
	if at, err := s.takenFolders(); at != "" || err != nil || s.DataIsOurs {
		return at, err
	}
	return s.takenNames()
}

// takenExtension looks at the folder of the extension. Where it is on record,
// what others put there is in the way only if we are about to write there.
func (s Setup) takenExtension(r Record) (string, error) {
	e, noted := r.find(KindExtension)
	if noted && e.Files == nil {
		return "", nil // written before files were noted
	}
	names, err := unpacked(s.Files)
	if err != nil {
		return "", nil //nolint:nilerr // unpacking says it, with the record written
	}
	dir := s.Machine.file(s.Extension)
	at := ""
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, file)
		name = filepath.ToSlash(name)
		ours := slices.Contains(names, name)
		switch {
		case err != nil || noted && (!ours || slices.Contains(e.Files, name)):
			return err
		case ours:
			if data, err := fs.ReadFile(s.Files, name); err != nil || sameFile(file, data) {
				return nil //nolint:nilerr // unpacking says it
			}
		}
		at = s.Machine.join(s.Extension, name)
		if name == "." {
			at = s.Extension
		}
		return fs.SkipAll
	})
	if absent(err) {
		err = nil
	}
	return at, err
}

// isMarked reports whether the folder holds something that only a data
// directory has.
func (s Setup) isMarked() bool {
	return s.Marker != "" && s.Machine.isThere(s.Machine.join(s.Data, s.Marker))
}

// HoldsData reports whether the folder is known for a data directory. In one
// that is not, nothing is ours, whatever its name.
func (s Setup) HoldsData() bool {
	k, err := s.known()
	return err != nil || s.knows(k.Record)
}

func (s Setup) knows(r Record) bool { return len(r.Entries) > 0 || s.DataIsOurs || s.isMarked() }

// takenFolders looks at the folders of what Prepare and a daemon make.
func (s Setup) takenFolders() (string, error) {
	dir := s.Machine.file(s.Data)
	for folder := range foldersOf(s.Scaffold) {
		entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(folder)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		for _, e := range entries {
			if name := path.Join(folder, e.Name()); !s.DataIsOurs || !matches(s.Scaffold, name) {
				return s.Machine.join(s.Data, name), nil
			}
		}
	}
	return "", nil
}

// takenNames looks for what has a name of ours: uninstall would remove it, and
// the program would take it for its own. An install that was killed may have
// left no more than half of the marker.
func (s Setup) takenNames() (string, error) {
	names, err := s.named(slices.Concat(s.Kept, s.Scaffold))
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if !halfOf(name, s.Marker) {
			return s.Machine.join(s.Data, name), nil
		}
	}
	if file := s.manifestFile(); s.Machine.goos() == "windows" && s.Machine.isThere(file) {
		return file, nil
	}
	return "", nil
}

// matches reports whether a path with slashes matches one of the patterns.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, _ := path.Match(p, name) // the patterns are sound
		return ok
	})
}

// foldersOf are the folders that patterns name, themselves patterns.
func foldersOf(patterns []string) map[string]bool {
	all := map[string]bool{}
	for _, p := range patterns {
		for up := path.Dir(p); up != "."; up = path.Dir(up) {
			all[up] = true
		}
	}
	return all
}
