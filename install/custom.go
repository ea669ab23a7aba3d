package install

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Custom is a browser of any kind that runs with a data directory of its own,
// or what is wrong with the directory. On Windows a browser finds its hosts in
// the registry wherever its data lies, so there the keys that every browser
// reads are filled.
func (m Machine) Custom(userDataDir string) (Browser, error) {
	if m.IsProfile(userDataDir) {
		up := m.dir(m.behind(userDataDir))
		return Browser{}, fmt.Errorf("%s is a profile; the browser looks for Margay in the folder above: --user-data-dir %s", userDataDir, m.quote(up))
	}
	if !utf8.ValidString(userDataDir) {
		return Browser{}, fmt.Errorf("the name of the folder %q is no UTF-8, and what is noted of what was installed can hold nothing else", userDataDir)
	}
	b := Browser{
		ID: "custom", Name: "Browser with its own data directory", UserDataDir: userDataDir, ExtensionsPage: "chrome://extensions",
		Started: m.isDir(userDataDir),
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
	if has(dir, "Local State") {
		return false // only a data directory holds it
	}
	dir = m.behind(dir)
	return has(dir, "Preferences") || has(dir, "Secure Preferences") || has(m.dir(dir), "Local State") || profileName(m.base(dir))
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
