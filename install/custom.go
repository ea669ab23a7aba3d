package install

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Custom is a browser of any kind that runs with a data directory of its own,
// or what is wrong with the directory. On Windows a browser finds its hosts in
// the registry wherever its data lies, so there the keys that every browser
// reads are filled.
func (m Machine) Custom(userDataDir string) (Browser, error) {
	if b, ok := m.boxOf(userDataDir); ok {
		return Browser{}, fmt.Errorf("%s: %s", userDataDir, b.why())
	}
	if m.IsProfile(userDataDir) {
		up := m.dir(m.behind(userDataDir))
		return Browser{}, fmt.Errorf("%s is a profile; the browser looks for Margay in the folder above: --user-data-dir %s", userDataDir, m.quote(up))
	}
	if dir := m.behind(userDataDir); m.base(dir) == hosts && !m.isThere(m.join(dir, localState)) {
		return Browser{}, fmt.Errorf("%s is the folder in which a browser finds what it may start, and not its data directory, which is the folder above: --user-data-dir %s",
			userDataDir, m.quote(m.dir(dir)))
	}
	if !utf8.ValidString(userDataDir) {
		return Browser{}, fmt.Errorf("the name of the folder %q is no UTF-8, and what is noted of what was installed can hold nothing else", userDataDir)
	}
	if err := m.noDataDir(userDataDir); err != nil {
		return Browser{}, err
	}
	b := Browser{
		ID: "custom", Name: "Browser with its own data directory", UserDataDir: userDataDir, ExtensionsPage: "chrome://extensions",
		Started: m.isThere(m.join(userDataDir, localState)),
	}
	if m.goos() == "windows" {
		for _, key := range []string{chromiumKey, chromeKey} {
			b.Writes = append(b.Writes, Place{Scope: ScopeUser, Key: m.join(`HKCU\Software`, key, hosts)})
		}
	} else {
		b.Writes = []Place{{Scope: ScopeUser, Folder: m.join(userDataDir, hosts)}}
	}
	b.Reads = b.Writes
	return b, nil
}

// localState is a file of the browser's, which only a data directory holds.
const localState = "Local State"

// noDataDir says why a folder is no browser's data directory; nil where it is one,
// or may become one. One that is not there is made, but not with those above it:
// then it was mistyped. On Windows nothing is written there.
func (m Machine) noDataDir(dir string) error {
	switch {
	case m.isThere(m.join(dir, localState)):
		return nil
	case m.isSettings(dir) || m.holdsOthers(dir):
		return fmt.Errorf("%s is no data directory of a browser: there is no %q in it; "+
			"name the folder above the one that the browser's page chrome://version calls “Profile Path”", dir, localState)
	case !m.isThere(dir) && !m.isDir(m.dir(dir)) && m.goos() != "windows":
		return fmt.Errorf("%s is not there, nor is the folder above it: correct it, or make that folder first", dir)
	}
	return nil
}

// isSettings reports whether a folder is the home folder, or the one in which all
// programs keep their settings.
func (m Machine) isSettings(dir string) bool {
	list := []string{m.Home, m.config()}
	switch m.goos() {
	case "darwin":
		list = []string{m.Home, m.join(m.Home, "Library"), m.join(m.Home, "Library", "Application Support")}
	case "windows":
		list = []string{m.Home, m.local(), m.roaming()}
	}
	return slices.ContainsFunc(list, func(other string) bool { return m.samePath(dir, other) })
}

// holdsOthers reports whether something lies in a folder, and nothing that a
// browser writes at its first start. A folder of manifests is no sign of one: it
// may be ours.
func (m Machine) holdsOthers(dir string) bool {
	entries, err := os.ReadDir(m.file(dir))
	if err != nil {
		return false // whoever writes there says it
	}
	others := false
	for _, e := range entries {
		switch name := e.Name(); {
		case profileName(name) || strings.HasPrefix(name, "Singleton") || slices.Contains([]string{"First Run", "Last Version", "Variations", "lockfile"}, name):
			return false
		case name != hosts:
			others = true
		}
	}
	return others
}

// quote makes a path safe to paste into a shell of the machine.
func (m Machine) quote(path string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@", r)
	}
	switch {
	case m.goos() == "windows":
		return `"` + path + `"`
	case !strings.ContainsFunc(path, func(r rune) bool { return !plain(r) }):
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// IsProfile reports whether a folder is a profile within a data directory,
// which people name by mistake: browsers look for manifests one level above.
// One that was never used is told by its name.
func (m Machine) IsProfile(dir string) bool {
	has := func(dir, name string) bool { return m.isThere(m.join(dir, name)) }
	if has(dir, localState) {
		return false // only a data directory holds it
	}
	dir = m.behind(dir)
	return has(dir, "Preferences") || has(dir, "Secure Preferences") || has(m.dir(dir), localState) || profileName(m.base(dir))
}

// behind is the folder to which links lead; a path that leads nowhere is itself.
func (m Machine) behind(dir string) string {
	if m.goos() == "windows" {
		return dir
	}
	to, err := filepath.EvalSymlinks(m.file(dir))
	root, errRoot := filepath.EvalSymlinks(m.file("/"))
	below, inside := strings.CutPrefix(to, strings.TrimSuffix(root, "/"))
	if err != nil || errRoot != nil || !inside {
		return dir
	}
	return below
}

// profileName knows the names that browsers give to profiles.
func profileName(name string) bool {
	rest, numbered := strings.CutPrefix(name, "Profile ")
	return name == "Default" || name == "Guest Profile" || name == "System Profile" ||
		numbered && rest != "" && !strings.ContainsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
}
