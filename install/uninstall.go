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
	// DataKept says that the person's data stays.
	DataKept bool
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
	r, err := ReadRecord(s.Machine.file(s.record()))
	return err != nil || s.abandoned(r) || slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Kind != KindData })
}

// abandoned reports whether the data directory holds the beginnings of one and
// nothing else, and no record tells of it.
func (s Setup) abandoned(r Record) bool {
	if len(r.Entries) > 0 || !s.Machine.isThere(s.Data) || !s.DataIsOurs && !s.isMarked() {
		return false
	}
	kept, errKept := s.named(s.Kept)
	rest, errRest := s.rest()
	return errors.Join(errKept, errRest) == nil && len(kept) == 0 && len(rest) == 0
}

// Unregister takes back what leads browsers and the login to the program. It
// is the first half of uninstalling: after it no browser starts the program
// again, so that what runs can be ended before [Setup.Remove]. One place that
// cannot be taken back keeps no other; it is in the error, and stays on record.
func (s Setup) Unregister() (Removed, error) {
	var out Removed
	release, err := s.hold(nil)
	if err != nil {
		return out, err
	}
	defer release()
	r, err := ReadRecord(s.Machine.file(s.record()))
	if err != nil {
		return out, err
	}
	var made []string
	var failed []error
	for _, e := range slices.Backward(r.Entries) {
		switch e.Kind {
		case KindManifest:
			err = s.takeManifest(e, &out)
		case KindKey:
			err = s.takeKey(e, &out)
		case KindLogin:
			err = s.takeLogin(e, &out)
		default:
			continue
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		made = append(made, e.Made...)
	}
	return out, errors.Join(append(failed, s.takeMade(made))...)
}

// takeManifest removes a manifest that still starts our program.
func (s Setup) takeManifest(e Entry, out *Removed) error {
	file := s.Machine.file(e.Path)
	if s.Machine.isDir(e.Path) {
		out.leave(e.Path, "it is no longer what was installed (it is a folder)")
		return nil
	}
	data, err := os.ReadFile(file)
	switch {
	case absent(err):
		return nil
	case err != nil:
		return fmt.Errorf("remove manifest: %w", err)
	}
	if is, err := parseManifest(data); err != nil || !s.Machine.samePath(is.Path, s.Want.Program) {
		out.leave(e.Path, "it is no longer what was installed (it starts %q)", is.Path)
		return nil
	}
	if e.Before != nil && s.serves(*e.Before) {
		if err := replaceFile(file, []byte(*e.Before), 0o644); err != nil {
			return fmt.Errorf("put back the manifest that was there before: %w", err)
		}
		out.Restored = append(out.Restored, e.Path)
		return nil
	}
	if err := os.Remove(file); err != nil {
		return fmt.Errorf("remove manifest: %w", err)
	}
	out.Gone = append(out.Gone, e.Path)
	return nil
}

// serves reports whether a manifest is to be put back: that of another Margay
// only while there is one. What is not ours is not ours to judge.
func (s Setup) serves(text string) bool {
	is, err := parseManifest([]byte(text))
	return err != nil || !s.Machine.ours(is.Path) || s.Machine.forOthers(s.Want, is) ||
		s.Machine.isThere(is.Path) || s.Machine.samePath(is.Path, s.Want.Program)
}

// namesOne is the same of a manifest that a registry key names.
func (s Setup) namesOne(manifest string) bool {
	return s.Machine.base(manifest) != s.Want.Host+".json" || s.Machine.isThere(manifest)
}

// takeKey removes a registry key that still names our manifest.
func (s Setup) takeKey(e Entry, out *Removed) error {
	reg := s.Machine.Registry
	named, err := reg.Value(e.Path, e.Value)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !s.Machine.samePath(named, s.manifestFile()):
		out.leave(e.Path, "it is no longer what was installed (it names %s)", named)
		return nil
	case e.Before != nil && s.namesOne(*e.Before):
		if err := reg.SetValue(e.Path, e.Value, *e.Before); err != nil {
			return err
		}
		out.Restored = append(out.Restored, e.Path)
		return nil
	}
	if err := errors.Join(reg.DeleteValue(e.Path, e.Value), reg.DeleteEmptyKey(e.Path)); err != nil {
		return err
	}
	out.Gone = append(out.Gone, e.Path)
	return nil
}

// takeLogin removes what starts us at login.
func (s Setup) takeLogin(e Entry, out *Removed) error {
	text, err := s.loginNow(e)
	switch {
	case absent(err):
		return nil
	case err != nil:
		return fmt.Errorf("no longer start at login: %w", err)
	case !s.startsUs(text):
		out.leave(e.at(), "it is no longer what was installed")
		return nil
	}
	file := s.Machine.file(e.Path)
	switch {
	case e.Value != "":
		err = s.Machine.Registry.DeleteValue(e.Path, e.Value)
	case e.Before != nil:
		err = replaceFile(file, []byte(*e.Before), 0o644)
	default:
		err = os.Remove(file)
	}
	if err != nil {
		return fmt.Errorf("no longer start at login: %w", err)
	}
	out.Gone = append(out.Gone, e.at())
	return nil
}

func (s Setup) loginNow(e Entry) (string, error) {
	if e.Value != "" {
		return s.Machine.Registry.Value(e.Path, e.Value)
	}
	data, err := os.ReadFile(s.Machine.file(e.Path))
	return string(data), err
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
func (s Setup) Remove(dataToo bool) (Removed, error) {
	var out Removed
	m := s.Machine
	release, err := s.hold(nil)
	if err != nil {
		return out, err
	}
	defer release()
	r, err := ReadRecord(m.file(s.record()))
	if err != nil || !s.knows(r) {
		return out, err
	}
	var made []string
	for _, e := range r.Entries {
		if e.Kind != KindLink { // one for each folder that was ever named
			continue
		}
		if err := s.takeLink(e, &out); err != nil { // while the program can still be told from others
			return out, err
		}
		made = append(made, e.Made...)
	}
	if e, ok := r.find(KindProgram); ok {
		if err := s.takeProgram(e, &out); err != nil {
			return out, err
		}
		made = append(made, e.Made...)
	}
	if e, ok := r.find(KindExtension); ok && m.isThere(e.Path) {
		if err := s.takeExtension(e, &out); err != nil {
			return out, err
		}
	}
	data, _ := r.find(KindData)
	if s.abandoned(r) {
		data.Made = []string{s.Data}
	}
	if err := s.takeMade(made); err != nil {
		return out, err
	}
	if err := s.takeData(data, dataToo, &out); err != nil {
		return out, err
	}
	return out, s.takeMade(data.Made)
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

// forget takes back the login entry alone.
func (s Setup) forget(e Entry) error {
	var out Removed
	path := s.Machine.file(s.record())
	r, err := ReadRecord(path)
	if err != nil {
		return err
	}
	if noted, ok := r.find(KindLogin); ok {
		e = noted // it knows what was there before
	}
	if err := s.takeLogin(e, &out); err != nil {
		return err
	}
	i := slices.IndexFunc(r.Entries, func(o Entry) bool { return o.Kind == KindLogin })
	if i < 0 {
		return nil
	}
	made := r.Entries[i].Made
	r.Entries = slices.Delete(r.Entries, i, i+1)
	if err := s.takeMade(made); err != nil {
		return err
	}
	return r.write(path)
}
