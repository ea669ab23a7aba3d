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
		own, err := customs(m, m.RecordIn(dirs.Data), host, list)
		if err != nil {
			return Browsers{}, err
		}
		want := install.Want{Host: host, Origins: []string{origin}, Program: dirs.Bin()}
		return Browsers{Reports: m.Inspect(want, append(list, own...)), Boxed: m.Boxed()}, nil
	}
}

// customs are the browsers that a person named to install by a data directory:
// the record of what was written tells, and nothing else does.
func customs(m install.Machine, record, host string, known []install.Browser) ([]install.Browser, error) {
	r, err := install.ReadRecord(record)
	if err != nil {
		return nil, err
	}
	var list []install.Browser
	for _, e := range r.Entries {
		hosts := filepath.Dir(e.Path)
		if e.Kind != install.KindManifest || filepath.Base(hosts) != "NativeMessagingHosts" || isRead(known, host, e.Path) {
			continue
		}
		b, err := m.Custom(filepath.Dir(hosts))
		if err != nil || !b.Started {
			continue // it has been removed since, with all that was in it
		}
		list = append(list, b)
	}
	return list, nil
}

func isRead(known []install.Browser, host, path string) bool {
	return slices.ContainsFunc(known, func(b install.Browser) bool {
		return slices.ContainsFunc(b.Reads, func(p install.Place) bool { return p.At(host) == path })
	})
}
