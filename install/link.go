package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// linkPath is where the person's command is, "" where none is wanted.
func (s Setup) linkPath() string {
	if s.Link == "" {
		return ""
	}
	return s.Machine.join(s.Link, "margay")
}

// linkIsOurs reports whether what stands there is a link to our program, be it
// to where it was before, and whether anything stands there at all.
func (s Setup) linkIsOurs(path string) (ours, there bool) {
	to, err := os.Readlink(s.Machine.file(path))
	return err == nil && s.isOurs(to, s.Want.Program), s.Machine.isThere(path)
}

// linkIsStale reports whether a link of ours leads to where the program was before.
func (s Setup) linkIsStale(path string) bool {
	to, err := os.Readlink(s.Machine.file(path))
	return err == nil && s.isOurs(to, s.Want.Program) && !s.Machine.samePath(to, s.Want.Program)
}

// links puts the link that is wanted, and mends those of earlier installs.
func (s Setup) links(r Record, out *Outcome) {
	s.link(s.linkPath(), out)
	for _, e := range r.Entries {
		if e.Kind == KindLink && e.Path != s.linkPath() && s.linkIsStale(e.Path) {
			s.link(e.Path, out)
		}
	}
}

// link puts a link to the program into a folder of the person's PATH. What
// stands there and is not ours is left.
func (s Setup) link(path string, out *Outcome) {
	if path == "" {
		return
	}
	ours, there := s.linkIsOurs(path)
	stale := s.linkIsStale(path)
	w := Written{Kind: KindLink, At: path, Same: ours && !stale}
	switch {
	case w.Same:
	case there && !stale: // a command of the person's, whatever they force
		w.Kind = KindForeignLink
	default:
		if err := s.placeLink(path); err != nil {
			out.Failed = append(out.Failed, Failed{Kind: KindLink, At: path, Err: err})
			return
		}
	}
	out.Written = append(out.Written, w)
}

func (s Setup) placeLink(path string) error {
	file := s.Machine.file(path)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if to, err := os.Readlink(file + ".new"); err == nil && to == s.Want.Program {
		_ = os.Remove(file + ".new") // a cut-off install left it
	}
	if err := os.Symlink(s.Want.Program, file+".new"); err != nil {
		return err
	}
	if err := os.Rename(file+".new", file); err != nil {
		_ = os.Remove(file + ".new")
		return err
	}
	return nil
}

// linkEntry is what the record says of the link; false where there will be none.
func (s Setup) linkEntry() (Entry, bool) {
	path := s.linkPath()
	if path == "" {
		return Entry{}, false
	}
	if ours, there := s.linkIsOurs(path); there && !ours {
		return Entry{}, false
	}
	return Entry{Kind: KindLink, Path: path, Made: s.Machine.missingDirs(s.Link)}, true
}

// takeLink removes a link that still leads to our program.
func (s Setup) takeLink(e Entry, out *Removed) error {
	ours, there := s.linkIsOurs(e.Path)
	switch {
	case !there:
		return nil
	case !ours:
		out.leave(e.Path, "it is no longer what was installed")
		return nil
	}
	if err := os.Remove(s.Machine.file(e.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the link to the program: %w", err)
	}
	out.Gone = append(out.Gone, e.Path)
	return nil
}
