package doctor

import (
	"path/filepath"
	"slices"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/install"
)

// OnThisMachine looks at the browsers that this user has, and at those with a
// data directory of their own with which Margay was registered.
func OnThisMachine(dirs config.Dirs, host, origin string) func() (Browsers, error) {
	return func() (Browsers, error) {
		m, err := install.This()
		if err != nil {
			return Browsers{}, err
		}
		m.Record = m.RecordIn(dirs.Data) // a folder that install made is no browser
		list := slices.DeleteFunc(m.Browsers(), func(b install.Browser) bool { return !b.Here() })
		r, err := install.ReadRecord(m.RecordIn(dirs.Data))
		if err != nil {
			return Browsers{}, err
		}
		list = append(list, customs(m, r, host, list)...)
		want := install.Want{Host: host, Origins: []string{origin}, Program: dirs.Bin()}
		unrecorded, strangers := others(m, want, dirs, list)
		list = append(list, unrecorded...)
		return Browsers{Reports: m.Inspect(want, list), Recorded: places(r), Boxed: m.Boxed(), Strangers: strangers}, nil
	}
}

// places are where something was written for browsers.
func places(r install.Record) []string {
	var list []string
	for _, e := range r.Entries {
		if e.Kind == install.KindManifest || e.Kind == install.KindKey {
			list = append(list, e.Path)
		}
	}
	return list
}

// customs are the browsers that a person named to install by a data directory:
// the record of what was written tells, and nothing else does.
func customs(m install.Machine, r install.Record, host string, known []install.Browser) []install.Browser {
	list := m.Recorded(r, host, known)
	for i, b := range list {
		list[i].Name = usualName(m, b.UserDataDir)
	}
	return list
}

// usualName is that of the browser which gives its data directory that name; ""
// where none does. Another terminal, or the desktop, may name another folder for
// the settings of programs (XDG_CONFIG_HOME), in which the same browsers lie.
func usualName(m install.Machine, dir string) string {
	all := m.Browsers()
	i := slices.IndexFunc(all, func(b install.Browser) bool { return filepath.Base(b.UserDataDir) == filepath.Base(dir) })
	if i < 0 {
		return ""
	}
	return all[i].Name
}

// others are the browsers that run with a data directory of their own of which no
// record tells: those that find something under our name, since the record was lost
// perhaps, and the directories of those that find nothing. One that has the Margay of
// another data directory is that one's to look at.
func others(m install.Machine, want install.Want, dirs config.Dirs, known []install.Browser) (unrecorded []install.Browser, strangers []string) {
	for _, dir := range running(m.Home) {
		if slices.ContainsFunc(known, func(b install.Browser) bool { return same(b.UserDataDir, dir) }) {
			continue
		}
		b, err := m.Custom(dir)
		if err != nil {
			continue
		}
		r := m.Inspect(want, []install.Browser{b})[0]
		switch _, other := elsewhere(r, dirs); {
		case other:
		case r.Winner() == nil:
			strangers = append(strangers, dir)
		default:
			b.Name = usualName(m, dir)
			unrecorded = append(unrecorded, b)
		}
	}
	return unrecorded, strangers
}

// elsewhere is the other data directory whose Margay a browser starts.
func elsewhere(r install.Report, dirs config.Dirs) (data string, other bool) {
	w := r.Winner()
	if w == nil || w.State != install.StateFound {
		return "", false
	}
	around, ok := config.Around(w.Program)
	return around.Data, ok && !same(around.Data, dirs.Data)
}
