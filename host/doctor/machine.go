package doctor

import (
	"slices"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/install"
)

// OnThisMachine looks at the browsers that this user has, for the host of that
// name.
func OnThisMachine(dirs config.Dirs, host, origin string) func() (Browsers, error) {
	return func() (Browsers, error) {
		m, err := install.This()
		if err != nil {
			return Browsers{}, err
		}
		has := slices.DeleteFunc(m.Browsers(), func(b install.Browser) bool { return !b.Here() })
		want := install.Want{Host: host, Origins: []string{origin}, Program: dirs.Bin()}
		return Browsers{Reports: m.Inspect(want, has), Boxed: m.Boxed()}, nil
	}
}
