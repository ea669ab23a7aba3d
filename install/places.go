package install

import (
	"os"
	"path/filepath"
)

// Browser is a browser that keeps its data in a folder of the person's.
type Browser struct {
	Name string
	// UserDataDir is where it keeps its profiles, and looks for manifests.
	UserDataDir string
}

// Known lists where Chrome and Chromium keep their data on a system, whether
// they are there or not. Windows keeps manifests in its registry instead and
// is not listed.
func Known(goos, home string, getenv func(string) string) []Browser {
	switch goos {
	case "darwin":
		base := filepath.Join(home, "Library", "Application Support")
		return []Browser{
			{"Chrome", filepath.Join(base, "Google", "Chrome")},
			{"Chromium", filepath.Join(base, "Chromium")},
		}
	case "windows":
		return nil
	}
	base := filepath.Join(home, ".config")
	for _, name := range []string{"XDG_CONFIG_HOME", "CHROME_CONFIG_HOME"} {
		if v := getenv(name); filepath.IsAbs(v) {
			base = v
		}
	}
	return []Browser{
		{"Chrome", filepath.Join(base, "google-chrome")},
		{"Chromium", filepath.Join(base, "chromium")},
	}
}

// Found keeps the browsers whose folder is there.
func Found(list []Browser) []Browser {
	var found []Browser
	for _, b := range list {
		if info, err := os.Stat(b.UserDataDir); err == nil && info.IsDir() {
			found = append(found, b)
		}
	}
	return found
}

// IsProfile reports whether a folder is a profile within a data directory,
// which people name by mistake: browsers look for manifests one level above.
func IsProfile(dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, "Preferences")); err != nil {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, "Local State"))
	return err != nil
}
