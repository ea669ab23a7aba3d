package rig

import (
	"runtime"
	"slices"
	"strings"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/install"
)

// at sets a rig up in a home folder where Margay is installed.
func (r *Rig) at(home string) error {
	m := install.Machine{GOOS: runtime.GOOS, Home: home}
	data, err := config.DefaultData(m.GOOS, home, func(string) string { return "" })
	if err != nil {
		return err
	}
	list, err := m.Find([]string{"chromium"})
	if err != nil {
		return err
	}
	r.Dirs.Data, r.Profile = data, list[0].UserDataDir
	r.env = append(slices.DeleteFunc(r.env, leadsElsewhere), "HOME="+home)
	return nil
}

// leadsElsewhere reports whether a variable moves folders out of a home.
func leadsElsewhere(pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	return strings.HasPrefix(name, "XDG_") || name == "CHROME_CONFIG_HOME" || name == "MARGAY_DATA" || name == "HOME"
}
