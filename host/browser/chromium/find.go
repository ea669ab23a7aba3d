package chromium

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// ErrNotFound says that no browser was found; the error that wraps it says
// what to install.
var ErrNotFound = errors.New("no Chromium found")

// Find returns the path of Chromium, Chrome for Testing or Chrome, in this
// order: Chrome comes last because it takes no extension from its command
// line. override, what the person's variable holds, goes before all and is not
// second-guessed: where it names nothing, that is the error.
func Find(variable, override string) (string, error) {
	if override != "" {
		path, err := exec.LookPath(override)
		if err != nil {
			return "", fmt.Errorf("%w: %s names %q, which is no program that can be run: correct or unset it", ErrNotFound, variable, override)
		}
		return path, nil
	}
	for _, c := range candidates(runtime.GOOS) {
		if path, err := exec.LookPath(c); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: %s, or set %s to the path of one", ErrNotFound, advice(runtime.GOOS), variable)
}

func candidates(goos string) []string {
	home, _ := os.UserHomeDir() // without a home those paths simply do not exist
	switch goos {
	case "darwin":
		var all []string
		for _, app := range []string{"Chromium", "Google Chrome for Testing", "Google Chrome"} {
			inside := filepath.Join(app+".app", "Contents", "MacOS", app)
			all = append(all, filepath.Join("/Applications", inside), filepath.Join(home, "Applications", inside))
		}
		return all
	case "windows":
		var all []string
		for _, root := range []string{os.Getenv("LOCALAPPDATA"), os.Getenv("ProgramFiles"), os.Getenv("ProgramFiles(x86)")} {
			all = append(all, filepath.Join(root, "Chromium", "Application", "chrome.exe"),
				filepath.Join(root, "Google", "Chrome", "Application", "chrome.exe"))
		}
		return all
	default:
		return []string{
			"chromium", "chromium-browser", "/snap/bin/chromium", "chrome-for-testing",
			"google-chrome-for-testing", "google-chrome", "google-chrome-stable",
		}
	}
}

func advice(goos string) string {
	switch goos {
	case "darwin":
		return "install one with “brew install --cask chromium”"
	case "windows":
		return "install one with “winget install Hibbiki.Chromium”"
	default:
		return "install one with “apt install chromium” (Debian), “dnf install chromium” (Fedora) or “pacman -S chromium” (Arch)"
	}
}
