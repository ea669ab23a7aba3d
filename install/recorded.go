package install

import "slices"

// Recorded are the browsers that are on record by their data directory and that are
// none of those that are known: a person has named them, or another terminal had
// other settings. One whose folder has gone since is left out. Their names are as
// [Machine.Custom] gives them. On Windows no place tells of a data directory.
func (m Machine) Recorded(r Record, host string, known []Browser) []Browser {
	var list []Browser
	for _, e := range r.Entries {
		folder := m.dir(e.Path)
		if e.Kind != KindManifest || m.base(folder) != hosts || isRead(known, host, e.Path) {
			continue
		}
		b, err := m.Custom(m.dir(folder))
		if err != nil || !m.isDir(b.UserDataDir) {
			continue // it has been removed since, with all that was in it
		}
		list = append(list, b)
	}
	return list
}

// Recorded are those of this installation, by what its record tells of this data
// directory: of a copy none. Where there is no record to be read, none is known.
func (s Setup) Recorded(known []Browser) []Browser {
	k, err := s.known()
	if err != nil {
		return nil // the installation says it
	}
	return s.Machine.Recorded(k.Record, s.Want.Host, known)
}

func isRead(known []Browser, host, path string) bool {
	return slices.ContainsFunc(known, func(b Browser) bool {
		return slices.ContainsFunc(b.Reads, func(p Place) bool { return p.At(host) == path })
	})
}
