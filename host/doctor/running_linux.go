package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// running are the data directories that browsers of the person with that home were
// started with, as their command lines tell. One that a program drives is left out.
func running(home string) []string {
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return nil
	}
	var dirs []string
	for _, line := range lines {
		text, _ := os.ReadFile(line) // a process that has gone, or another person's
		dir, ok := ownData(string(text))
		if !ok || !livesIn(filepath.Dir(line), home) {
			continue
		}
		if !filepath.IsAbs(dir) {
			at, err := os.Readlink(filepath.Join(filepath.Dir(line), "cwd"))
			if err != nil {
				continue
			}
			dir = filepath.Join(at, dir)
		}
		if dir = filepath.Clean(dir); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// livesIn reports whether a process has that home.
func livesIn(proc, home string) bool {
	environ, err := os.ReadFile(filepath.Join(proc, "environ"))
	return err == nil && slices.Contains(strings.Split(string(environ), "\x00"), "HOME="+home)
}

// ownData reads a command line, whose words end with a zero. The processes that a
// browser starts for its tabs have one word only.
func ownData(line string) (dir string, ok bool) {
	words := strings.Split(strings.TrimSuffix(line, "\x00"), "\x00")
	programs := []string{"chrome", "chromium", "chromium-browser", "msedge", "brave", "vivaldi", "vivaldi-bin", "opera"}
	if !slices.Contains(programs, filepath.Base(words[0])) {
		return "", false
	}
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "--type=") || strings.HasPrefix(w, "--remote-debugging-") || w == "--enable-automation" || w == "--headless" || strings.HasPrefix(w, "--headless=") {
			return "", false
		}
		if value, found := strings.CutPrefix(w, "--user-data-dir="); found {
			dir = value
		}
	}
	return dir, dir != ""
}
