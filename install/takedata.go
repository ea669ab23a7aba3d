package install

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// takeExtension removes the files that install wrote there, and the folder
// where nothing else lies in it.
func (s Setup) takeExtension(e Entry, out *Removed) error {
	dir := s.Machine.file(e.Path)
	names := e.Files
	if names == nil { // written before files were noted
		var err error
		if names, err = unpacked(s.Files); err != nil {
			return fmt.Errorf("remove the extension: %w", err)
		}
	}
	if err := removeNames(dir, names); err != nil {
		return fmt.Errorf("remove the extension: %w", err)
	}
	if info, err := os.Lstat(dir); err == nil && info.IsDir() {
		_ = os.Remove(dir) // what is in it by now is told below
	}
	if rest := filesIn(dir); len(rest) > 0 {
		out.leave(e.Path, "files lie in it that Margay did not write: %s", strings.Join(rest, ", "))
		return nil
	}
	out.Gone = append(out.Gone, e.Path)
	return nil
}

// filesIn lists some of the files that lie in a folder and those below it.
func filesIn(dir string) []string {
	const shown = 5
	var names []string
	_ = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error { // one that is not there has none
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, file) // it lies below
		if names = append(names, name); len(names) > shown {
			names[shown] = "…"
			return fs.SkipAll
		}
		return nil
	})
	return names
}

// takeData removes the data directory where it may be removed, and from one
// that stays what is ours, by name. remains is the record of what is left: the
// directory, and what could not be taken back. It is kept with that, and with
// data that is kept; where something here cannot be removed, the record stays whole.
func (s Setup) takeData(remains Record, dataToo bool, out *Removed) error {
	if !s.Machine.isThere(s.Data) {
		return nil
	}
	kept, err := s.named(s.Kept)
	if err != nil {
		return err
	}
	record := s.Machine.file(s.record())
	if len(kept) > 0 && !dataToo {
		out.DataKept = true
		return remains.write(record)
	}
	if err := s.takeKept(kept, out); err != nil {
		return err // the mark stays too: the next time has to know the folder for ours
	}
	if err := s.takeNamed(s.Scaffold); err != nil {
		return err
	}
	if len(remains.Entries) > 1 {
		return remains.write(record)
	}
	rest, err := s.rest()
	if err != nil {
		return err
	}
	if err := errors.Join(removeHalves(filepath.Dir(record), []string{filepath.Base(record)}), os.Remove(record)); err != nil && !absent(err) {
		return fmt.Errorf("remove the record of what was installed: %w", err)
	}
	return s.takeFolder(remains.Entries[0], dataToo, rest, out)
}

// takeKept removes what holds something of the person's.
func (s Setup) takeKept(kept []string, out *Removed) error {
	err := s.takeNamed(s.Kept)
	told := map[string]bool{}
	for _, name := range kept {
		top, _, _ := strings.Cut(name, "/")
		if at := s.Machine.join(s.Data, top); !told[top] && !s.Machine.isThere(at) {
			out.Gone = append(out.Gone, at)
		}
		told[top] = true
	}
	return err
}

// takeFolder removes the data directory itself, or gives it back as it was.
func (s Setup) takeFolder(e Entry, dataToo bool, rest []string, out *Removed) error {
	dir := s.Machine.file(s.Data)
	target, errLink := os.Readlink(dir)
	made := slices.Contains(e.Made, s.Data)
	switch {
	case len(rest) > 0 && errLink == nil:
		out.leave(target, "it lies behind a link of yours, and holds what Margay did not write: %s", strings.Join(rest, ", "))
	case len(rest) > 0:
		out.leave(s.Data, "it holds what Margay did not write: %s", strings.Join(rest, ", "))
	case made && errLink == nil: // it was moved, and the link put in its place
		return s.takeBehindLink(dir, out)
	case (made || dataToo && s.DataIsOurs && !s.holdsHome()) && errLink != nil:
		err := os.Remove(dir)
		switch {
		case errors.Is(err, fs.ErrExist):
			// Something has come since we looked. Who made the folder stays known.
			return Record{Version: recordVersion, Home: s.Machine.Home, Entries: []Entry{e}}.write(s.Machine.file(s.record()))
		case err != nil && !absent(err):
			return fmt.Errorf("remove the data directory: %w", err)
		}
		if dataToo {
			out.Gone = append(out.Gone, s.Data)
		}
		return nil
	}
	if e.Mode != 0 {
		if err := os.Chmod(dir, e.Mode); err != nil {
			return fmt.Errorf("give the folder its permissions back: %w", err)
		}
	}
	return nil
}

// takeBehindLink removes a data directory that lies behind a link, and the link.
func (s Setup) takeBehindLink(link string, out *Removed) error {
	dir, err := filepath.EvalSymlinks(link)
	if err == nil {
		err = os.Remove(dir)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil // something has come since we looked: it stays, and the link to it
	}
	if err == nil || absent(err) {
		err = os.Remove(link)
	}
	if err != nil && !absent(err) {
		return fmt.Errorf("remove the data directory: %w", err)
	}
	out.Gone = append(out.Gone, dir, s.Data)
	return nil
}

// named lists the files in the data directory that match patterns.
func (s Setup) named(patterns []string) ([]string, error) {
	dir := os.DirFS(s.Machine.file(s.Data))
	var names []string
	for _, p := range patterns {
		found, err := fs.Glob(dir, p)
		if err != nil {
			return nil, fmt.Errorf("look for %s: %w", p, err)
		}
		names = append(names, found...)
	}
	return names, nil
}

// takeNamed removes the files in the data directory that match patterns, and
// the folders of the patterns where nothing else is in them. A folder in the
// place of a file is nothing that we wrote, and may hold anything. One that a
// person has put aside already is not in the way: it is left, as all that is not ours.
func (s Setup) takeNamed(patterns []string) error {
	names, err := s.named(patterns)
	if err != nil {
		return err
	}
	dir := s.Machine.file(s.Data)
	var failed []error
	for _, name := range names {
		at := filepath.Join(dir, filepath.FromSlash(name))
		info, err := os.Lstat(at)
		switch {
		case absent(err):
		case err == nil && info.IsDir() && putAside(name):
		case err == nil && info.IsDir():
			failed = append(failed, fmt.Errorf("%s is a folder where Margay keeps a file: look into it, move it away or remove it, then try again",
				s.Machine.join(s.Data, name)))
		default:
			if err := os.Remove(at); err != nil && !absent(err) {
				failed = append(failed, fmt.Errorf("remove the data: %w", err))
			}
		}
	}
	s.takeFolders(patterns)
	return errors.Join(failed...)
}

// putAside reports whether a name is one that doctor's commands give to what
// they put aside.
func putAside(name string) bool {
	return strings.HasSuffix(name, ".old") || strings.Contains(name, ".old-")
}

// takeFolders removes the folders of patterns where they are empty.
func (s Setup) takeFolders(patterns []string) {
	var list []string
	for p := range foldersOf(patterns) {
		list = append(list, p)
	}
	found, _ := s.named(list) // the patterns are sound
	folders := map[string]bool{}
	for _, f := range found {
		folders[f] = true
	}
	removeEmpty(s.Machine.file(s.Data), folders)
}

// rest lists what lies in the data directory and is neither scaffold nor record.
func (s Setup) rest() ([]string, error) {
	entries, err := os.ReadDir(s.Machine.file(s.Data))
	if err != nil {
		return nil, fmt.Errorf("look what lies in the data directory: %w", err)
	}
	record := path.Base(filepath.ToSlash(s.Machine.file(s.record())))
	var names []string
	for _, e := range entries {
		name := e.Name()
		if name == record || halfOf(name, record) || matches(s.Scaffold, name) || e.IsDir() && s.onlyScaffold(name) {
			continue
		}
		names = append(names, name)
	}
	return names, nil
}

// onlyScaffold reports whether nothing but scaffold lies in a folder.
func (s Setup) onlyScaffold(folder string) bool {
	if !matches(slices.Collect(maps.Keys(foldersOf(s.Scaffold))), folder) {
		return false
	}
	entries, err := os.ReadDir(filepath.Join(s.Machine.file(s.Data), folder))
	return err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !matches(s.Scaffold, folder+"/"+e.Name()) })
}

// holdsHome keeps a home folder that somebody chose for the data from being
// removed.
func (s Setup) holdsHome() bool {
	sep := s.Machine.sep()
	return strings.HasPrefix(s.Machine.Home+sep, strings.TrimSuffix(s.Data, sep)+sep)
}
