package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Removed is what uninstalling came to.
type Removed struct {
	// Gone lists what was removed, Restored what another product has again.
	Gone, Restored []string
	// Left is what stays, with the reason.
	Left []Left
	// Failed is what could not be removed. It stays on record.
	Failed []Failed
	// DataKept says that the person's data stays.
	DataKept bool
	// Notes are sentences of what else a person should know.
	Notes []string
}

// Left is something that install wrote and uninstall does not remove.
type Left struct{ At, Why string }

func (r *Removed) leave(at, format string, a ...any) {
	r.Left = append(r.Left, Left{at, fmt.Sprintf(format, a...)})
}

// Installed reports whether there is a record of an installation. One that
// knows the data alone is what uninstall leaves with data that is kept. An
// install that was killed before its record left a folder and nothing of the
// person's in it.
func (s Setup) Installed() bool {
	r, err := s.known()
	return err != nil || s.abandoned(r.Record) || slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Kind != KindData })
}

// abandoned reports whether the data directory holds the beginnings of one and
// nothing else, and no record tells of it.
func (s Setup) abandoned(r Record) bool {
	if r.tellsOfData() || !s.Machine.isThere(s.Data) || !s.DataIsOurs && !s.isMarked() {
		return false
	}
	kept, errKept := s.named(s.Kept)
	rest, errRest := s.rest()
	return errors.Join(errKept, errRest) == nil && len(kept) == 0 && len(rest) == 0
}

// inferMade takes the data directory for one that install made, where no record
// tells. A link to one is a person's, and what it leads to may have been there before.
func (s Setup) inferMade() []string {
	if _, err := os.Readlink(s.Machine.file(s.Data)); err == nil {
		return nil
	}
	return []string{s.Data}
}

// takeMade removes folders and keys that install made and that are empty.
func (s Setup) takeMade(made []string) error {
	// Deepest first: what lies in another is longer.
	slices.SortFunc(made, func(a, b string) int { return len(b) - len(a) })
	for _, at := range slices.Compact(made) {
		if strings.HasPrefix(at, `HKCU\`) {
			if err := s.Machine.Registry.DeleteEmptyKey(at); err != nil {
				return err
			}
			continue
		}
		_ = os.Remove(s.Machine.file(at)) // a folder that is not empty is somebody's by now
	}
	return nil
}

// Remove takes back the program, the extension and the record, and with
// dataToo the data directory. Without it the directory goes only where nothing
// of the person's lies in it. Nothing may run from there any more.
//
// What cannot be removed keeps nothing else, and stays on record: see
// [Removed].Failed.
func (s Setup) Remove(dataToo bool) (Removed, error) {
	release, err := s.hold(nil)
	if err != nil {
		return Removed{}, err
	}
	defer release()
	k, err := s.known()
	if err != nil || !s.knows(k.Record) {
		return Removed{}, err
	}
	s = s.by(k)
	t := s.takePlacesAgain(k.Record)
	s.takeCommand(k.Record, &t)
	if e, ok := k.find(KindExtension); ok && s.Machine.isThere(e.Path) {
		t.took(e, s.takeExtension(e, &t.out))
	}
	data, _ := k.find(KindData)
	if s.abandoned(k.Record) {
		data.Made = s.inferMade()
	}
	if err := s.takeMade(t.made); err != nil {
		return t.out, err
	}
	data.Kind, data.Path = KindData, s.Data
	k.Entries = append([]Entry{data}, t.left...)
	if err := s.takeData(k.Record, dataToo, &t.out); err != nil || len(t.left) > 0 {
		return t.out, err
	}
	return t.out, s.takeMade(data.Made)
}

// takePlacesAgain tries once more what Unregister could not take back. What it
// said of the rest was said.
func (s Setup) takePlacesAgain(r Record) taking {
	var t taking
	s.takePlaces(r, &t)
	t.out.Left, t.out.Gone, t.out.Restored = nil, nil, nil
	return t
}

// takeProgram removes the copy of the program. On Windows one that runs (this
// very one, when it was called from there) cannot be removed, but be moved.
func (s Setup) takeProgram(e Entry, out *Removed) error {
	file := s.Machine.file(e.Path)
	removeAsides(file)
	_ = removeHalves(filepath.Dir(file), []string{filepath.Base(file)}) // nobody starts them
	err := os.Remove(file)
	if err != nil && s.Machine.goos() == "windows" && !errors.Is(err, fs.ErrNotExist) {
		var moved string
		if moved, err = moveAway(file, os.TempDir(), filepath.Dir(s.Machine.file(s.Data))); err == nil {
			out.leave(moved, "it still runs, so Windows does not let it be removed; it may be deleted at any time")
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("remove the program: %w", err)
	}
	out.Gone = append(out.Gone, e.Path)
	return nil
}

// moveAway moves a program that runs into the first folder that takes it: one
// on another drive does not.
func moveAway(file string, folders ...string) (moved string, err error) {
	for _, dir := range folders {
		moved = filepath.Join(dir, fmt.Sprintf("margay-removed-%d.exe", os.Getpid()))
		if err = os.Rename(file, moved); err == nil {
			return moved, nil
		}
	}
	return "", err
}
