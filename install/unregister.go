package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// Unregister takes back what leads browsers and the login to the program. It
// is the first half of uninstalling: after it no browser starts the program
// again, so that what runs can be ended before [Setup.Remove]. One place that
// cannot be taken back keeps no other; it is in [Removed].Failed, and stays on
// record.
func (s Setup) Unregister() (Removed, error) {
	if err := s.Reachable(); err != nil {
		return Removed{}, err // what lies behind it would stay, and lead nobody to it
	}
	release, err := s.hold(nil)
	if err != nil {
		return Removed{}, err
	}
	defer release()
	k, err := s.known()
	if err != nil {
		return Removed{}, err
	}
	s = s.by(k)
	var t taking
	s.tellOf(k, &t.out)
	s.takePlaces(k.Record, &t)
	if len(t.left) > 0 { // what leads to the program still finds none
		err = s.keepFound(k)
		if err == nil {
			s.takeCommand(k.Record, &t)
		}
	}
	return t.out, errors.Join(err, s.takeMade(t.made))
}

// keepFound writes the record that was lost or damaged: in a data directory that
// is not known for one, nothing is found a second time without the program.
func (s Setup) keepFound(k known) error {
	if !k.found || !s.Machine.isThere(s.Data) {
		return nil
	}
	return k.write(s.Machine.file(s.record()))
}

// onlyFound says what that means for whom no record tells, mayStay what may be left.
const (
	onlyFound = "only what can be shown to be Margay's goes; " + mayStay
	mayStay   = "a browser that was named with --user-data-dir may keep a file in its folder NativeMessagingHosts"
)

// tellOf says what a person should know of the record before anything goes.
func (s Setup) tellOf(k known, out *Removed) {
	switch {
	case k.copied:
		out.leave(k.from, "%s is a copy of it, and what leads browsers, shells and the login there was not touched", s.Data)
	case k.damaged:
		out.Notes = append(out.Notes, s.record()+" is damaged, so "+onlyFound)
	case k.found && len(k.Entries) > 0:
		out.Notes = append(out.Notes, s.record()+" is not there, so "+onlyFound)
	case k.older:
		out.Notes = append(out.Notes, s.record()+" does not tell of all that was installed, since it came back from an older backup perhaps: "+mayStay)
	}
}

// taking collects what becomes of entries that are taken back.
type taking struct {
	out Removed
	// made are the folders and keys that were made for what has gone.
	made []string
	// left are those that could not be taken back.
	left []Entry
}

func (t *taking) took(e Entry, err error) {
	if err != nil {
		t.left = append(t.left, e)
		t.out.Failed = append(t.out.Failed, Failed{Kind: e.Kind, At: e.at(), Err: err})
		return
	}
	t.made = append(t.made, e.Made...)
}

// takePlaces takes back what leads browsers and the login to the program.
func (s Setup) takePlaces(r Record, t *taking) {
	for _, e := range slices.Backward(r.Entries) {
		switch e.Kind {
		case KindManifest:
			t.took(e, s.takeManifest(e, &t.out))
		case KindKey:
			t.took(e, s.takeKey(e, &t.out))
		case KindLogin:
			t.took(e, s.takeLogin(e, &t.out))
		}
	}
}

// takeCommand takes back the program and the links to it; these first, while the
// program can be told from others.
func (s Setup) takeCommand(r Record, t *taking) {
	for _, e := range r.Entries {
		if e.Kind == KindLink { // one for each folder that was ever named
			t.took(e, s.takeLink(e, &t.out))
		}
	}
	if e, ok := r.find(KindProgram); ok {
		t.took(e, s.takeProgram(e, &t.out))
	}
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
	if is, err := parseManifest(data); err != nil || !s.isOurs(is.Path, s.Want.Program) && !s.isCopied(e, is.Path) {
		out.leave(e.Path, "it is no longer what was installed (it starts %q)", is.Path)
		return nil
	}
	if e.Before != nil && s.serves(e.Kind, *e.Before) {
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

// serves reports whether what stood at a place is to be put back: what is some
// Margay's only while there is that one. What is not ours is not ours to judge.
func (s Setup) serves(k Kind, before string) bool {
	owner, is := s.of(k, before)
	switch {
	case owner != ownerMargay:
		return true
	case k == KindKey:
		return s.Machine.isThere(before)
	}
	return s.Machine.isThere(is.Path) || s.Machine.samePath(is.Path, s.Want.Program)
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
	case !s.isOurs(named, s.manifestFile()):
		out.leave(e.Path, "it is no longer what was installed (it names %s)", named)
		return nil
	case e.Before != nil && s.serves(e.Kind, *e.Before):
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
	if e.Before != nil && s.servesLogin(*e.Before) {
		if err := s.putLogin(e, *e.Before); err != nil {
			return fmt.Errorf("put back what was started at login before: %w", err)
		}
		out.Restored = append(out.Restored, e.at())
		return nil
	}
	if e.Value != "" {
		err = s.Machine.Registry.DeleteValue(e.Path, e.Value)
	} else {
		err = os.Remove(s.Machine.file(e.Path))
	}
	if err != nil {
		return fmt.Errorf("no longer start at login: %w", err)
	}
	out.Gone = append(out.Gone, e.at())
	return nil
}

// servesLogin is [Setup.serves] of what stood at the login's place.
func (s Setup) servesLogin(text string) bool {
	program := s.Machine.loginProgram(text)
	return !s.Machine.ours(program) || s.Machine.isThere(program)
}

func (s Setup) loginNow(e Entry) (string, error) {
	if e.Value != "" {
		return s.Machine.Registry.Value(e.Path, e.Value)
	}
	data, err := os.ReadFile(s.Machine.file(e.Path))
	return string(data), err
}
