package install

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// known is the record as it holds for the folder that it lies in, which may not
// be the one that it was written for: folders are moved, home folders get other
// names, and backups are made. What lies in the folder is this folder's. Of what
// lies elsewhere only that counts which leads here, be it by a path from before.
type known struct {
	Record
	// from is the data directory that it was written for, "" where that is this
	// one. copied says that it is there still: then this folder is a copy, and all
	// that lies elsewhere is the other's.
	from   string
	copied bool
	// damaged says that the record could not be read, found that what is provably
	// ours stands for it.
	damaged, found bool
	// older says that something leads here which the record does not tell of: it may
	// have come back from a backup.
	older bool
}

// known reads the record, and adds what leads here and is not on it. Where there
// is none to be read, what is provably ours stands for it.
func (s Setup) known() (known, error) {
	r, err := ReadRecord(s.Machine.file(s.record()))
	damaged := errors.Is(err, errDamaged)
	switch {
	case err != nil && !damaged:
		return known{}, err
	case damaged || len(r.Entries) == 0:
		r, err := s.foundRecord(damaged)
		if err != nil {
			err = fmt.Errorf("%s: %w", s.record(), err)
		}
		return known{Record: r, damaged: damaged, found: true}, err
	}
	return s.withFound(s.settled(r)), nil
}

// by is the setup with what the record tells of this folder.
func (s Setup) by(k known) Setup {
	s.earlier = k.Earlier
	if k.copied {
		s.copied = k.from
	}
	return s
}

// settled is a record as it holds for this folder.
func (s Setup) settled(r Record) known {
	m, was := s.Machine, r.data()
	k := known{Record: Record{Version: r.Version, Home: m.Home, Earlier: r.Earlier, CopyOf: r.CopyOf}}
	if was != "" && !m.samePath(was, s.Data) {
		k.from, k.copied = was, m.isData(was, s.Marker)
	}
	switch {
	case k.copied:
		k.Earlier, k.CopyOf = nil, with(k.CopyOf, was)
	case was != "" && was != s.Data:
		k.Earlier = with(k.Earlier, was)
	}
	if r.Home == m.Home {
		r.Home = ""
	}
	for _, e := range r.Entries {
		made := e.Made
		e.Made = nil
		for _, dir := range made {
			e.Made = append(e.Made, s.placesOf(dir, was, r.Home, k.copied)...)
		}
		for _, e.Path = range s.pathsOf(e, was, r.Home, k.copied) {
			k.add(e)
		}
	}
	return k
}

// pathsOf are the places of what an entry tells of.
func (s Setup) pathsOf(e Entry, was, home string, copied bool) []string {
	switch e.Kind {
	case KindData:
		return []string{s.Data}
	case KindProgram:
		return []string{s.Want.Program}
	case KindExtension:
		return []string{s.Extension}
	}
	return s.placesOf(e.Path, was, home, copied)
}

// placesOf says where something lies after a move: what lay in the data
// directory lies in this one; what lay in the home folder lies in the one that
// the person has now, and may lie in the one from before.
func (s Setup) placesOf(path, was, home string, copied bool) []string {
	m := s.Machine
	if below, ok := m.below(path, was); ok {
		return []string{s.Data + below}
	}
	if copied {
		return nil
	}
	below, ok := m.below(path, home)
	switch now := m.Home + below; {
	case !ok:
		return []string{path}
	case m.isThere(path) && !m.samePath(path, now): // by another name of the home folder it is the same
		return []string{path, now}
	default:
		return []string{now}
	}
}

// below is the rest of a path that leads into a folder, or to it.
func (m Machine) below(path, dir string) (rest string, ok bool) {
	if dir == "" || len(path) < len(dir) || path[:len(dir)] != dir && !(m.goos() == "windows" && strings.EqualFold(path[:len(dir)], dir)) {
		return "", false
	}
	rest = path[len(dir):]
	return rest, rest == "" || strings.HasPrefix(rest, m.sep())
}

// isData reports whether a folder is a data directory.
func (m Machine) isData(dir, marker string) bool {
	return marker != "" && m.isThere(m.join(dir, marker)) || m.isThere(m.RecordIn(dir))
}

// isOurs reports whether a path, of a program or of a manifest, leads to ours in
// this data directory: by its path, or by one from before that leads nowhere now.
func (s Setup) isOurs(path, ours string) bool {
	m := s.Machine
	if m.samePath(path, ours) {
		return true
	}
	return slices.ContainsFunc(s.namesOf(ours), func(name string) bool { return m.samePath(path, name) && !m.isThere(path) })
}

// isCopied reports whether what a manifest starts is what the copied one of a
// copied data directory starts: the file is here, and so it is this folder's.
func (s Setup) isCopied(e Entry, program string) bool {
	below, ok := s.Machine.below(s.Want.Program, s.Data)
	return ok && s.copied != "" && e.Path == s.manifestFile() && s.Machine.samePath(program, s.copied+below)
}

// namesOf are the paths under which something in the data directory was, or is,
// known: those from before count where they lead nowhere, or to the same.
func (s Setup) namesOf(ours string) []string {
	m := s.Machine
	names := []string{ours}
	below, _ := m.below(ours, s.Data)
	for _, dir := range s.earlier {
		if name := dir + below; !m.isThere(name) || m.samePath(name, ours) {
			names = append(names, name)
		}
	}
	return names
}

// CopyOf is the data directory that this one was copied from, while that one is
// there; "" where this is no copy. Such two know the same keys of the keyring.
func (s Setup) CopyOf() string {
	k, err := s.known()
	if err != nil {
		return ""
	}
	i := slices.IndexFunc(k.CopyOf, func(dir string) bool {
		return !s.Machine.samePath(dir, s.Data) && s.Machine.isData(dir, s.Marker)
	})
	if i < 0 {
		return ""
	}
	return k.CopyOf[i]
}

// with is a list that holds an element.
func with(list []string, one string) []string {
	if slices.Contains(list, one) {
		return list
	}
	return append(slices.Clone(list), one)
}
