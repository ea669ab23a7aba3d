package install_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/install"
)

func TestSudo(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		by          string // a variable and its value
		euid, owner int
		words       string // "": allowed
	}{
		"a_person":             {"", 1000, 1000, ""},
		"a_persons_sudo_shell": {"SUDO_UID=1000", 1000, 1000, ""},
		"root":                 {"", 0, 0, ""},
		"root_of_a_container":  {"", 0, -1, ""},
		"root_by_root":         {"SUDO_UID=0", 0, 0, ""},
		"sudo":                 {"SUDO_UID=1000", 0, 0, "without sudo"},
		"sudo_with_home":       {"SUDO_UID=1000", 0, 1000, "without sudo"},
		"pkexec":               {"PKEXEC_UID=1000", 0, 0, "without pkexec"},
		"pkexec_by_root":       {"PKEXEC_UID=0", 0, 0, ""},
		"doas":                 {"DOAS_USER=mira", 0, 0, "without DOAS_USER in the environment"},
		"doas_by_root":         {"DOAS_USER=root", 0, 0, ""},
		"su_with_home":         {"", 0, 1000, "as that person"},
		"windows":              {"", -1, -1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			variable, value, _ := strings.Cut(tc.by, "=")
			env := map[string]string{variable: value}
			err := install.Sudo(func(n string) string { return env[n] }, tc.euid, tc.owner)
			if (err == nil) != (tc.words == "") || err != nil && !strings.Contains(err.Error(), tc.words) {
				t.Errorf("error %v, want one with %q", err, tc.words)
			}
		})
	}
}

// Each line of the case file, and the test that holds it.
func TestTricky_places_are_all_tried(t *testing.T) {
	t.Parallel()
	held := map[string]string{
		"/home/mira lund/bin/host":                        "TestSetup_twice_and_undone/linux_opera_alone",
		`C:\Users\Mira Lund\AppData\Local\app\host.exe`:   "TestManifest_paths_of_the_case_file",
		`C:\Users\姓　名\host.exe`:                           "TestSetup_twice_and_undone/windows_wide_name",
		`\\fileserver\home\mira\host.exe`:                 "TestInstall_refuses_a_network_share_on_windows",
		"/Volumes/USB/host (macOS, quarantined)":          "TestInspect_states/blocked",
		"program updated in place while a host runs":      "TestInstall_replaces_a_program_that_runs",
		"run with sudo":                                   "TestSudo",
		"manifest exists from another product, same name": "TestInstall_leaves_another_product_its_place",
		"uninstall": "TestUninstall_removes_only_what_install_wrote",
		"two versions installed (per person and for all)": "TestInspect_says_which_of_two_wins",
	}
	tests := testsHere(t)
	data := read(t, "testdata/tricky-places.txt")
	for _, line := range strings.Split(strings.TrimSpace(data), "\n") {
		if name := strings.TrimSpace(strings.Split(line, "|")[0]); !strings.HasPrefix(line, "#") {
			test, part, _ := strings.Cut(held[name], "/")
			switch {
			case test == "":
				t.Errorf("no test is named for the line %q", name)
			case !strings.Contains(tests, "\nfunc "+test+"(") || part != "" && !strings.Contains(tests, `"`+part+`"`):
				t.Errorf("%s, which is named for the line %q, is not here", held[name], name)
			}
			delete(held, name)
		}
	}
	if rest := slices.Sorted(maps.Keys(held)); len(rest) > 0 {
		t.Errorf("lines that the case file no longer has: %q", rest)
	}
}

// testsHere is the text of all test files of this folder.
func testsHere(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		all.WriteString(read(t, name))
	}
	return all.String()
}

// NM-08 and NM-09: a manifest says the path as the system writes it, in UTF-8,
// with nothing between the browser and the program.
func TestManifest_paths_of_the_case_file(t *testing.T) {
	t.Parallel()
	for path, text := range map[string]string{
		"/home/mira lund/bin/host":                      `"path": "/home/mira lund/bin/host"`,
		`C:\Users\Mira Lund\AppData\Local\app\host.exe`: `"path": "C:\\Users\\Mira Lund\\AppData\\Local\\app\\host.exe"`,
		`C:\Users\姓　名\host.exe`:                         `"path": "C:\\Users\\姓　名\\host.exe"`,
		`\\fileserver\home\mira\host.exe`:               `"path": "\\\\fileserver\\home\\mira\\host.exe"`,
	} {
		if data := manifestFor(t, path); !strings.Contains(data, text) {
			t.Errorf("%s does not hold %s", data, text)
		}
	}
}

// Some systems reach a home folder by two names, such as /home, a link to
// /var/home. What was installed by the one is known by the other, and so is what
// stood there before.
func TestSetup_in_a_home_of_two_names(t *testing.T) {
	t.Parallel()
	const (
		first, second = "/home/m/.local/share/margay", "/var/home/m/.local/share/margay"
		link          = "/home/m/.local/bin"
	)
	for name, tc := range map[string]struct {
		last  string
		other bool
	}{
		"undone_by_the_first": {first, false}, "undone_by_the_second": {second, false},
		"undone_by_the_first_in_the_place_of_another": {first, true}, "undone_by_the_second_in_the_place_of_another": {second, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/var/home/m")
			if err := os.Symlink("var/home", p.file("/home")); err != nil {
				t.Fatal(err)
			}
			p.mkdir("/var/home/m/.config/google-chrome")
			if tc.other {
				p.put(userAt, manifestFor(t, "/opt/cat/cat"))
				p.put("/home/m/.config/autostart/margay.desktop", "[Desktop Entry]\nExec=/opt/cat/cat --now\n")
			}
			before := p.tree()
			for _, data := range []string{first, second} {
				p.Home = strings.TrimSuffix(data, "/.local/share/margay")
				s := p.setup(data)
				s.Link, s.Login, s.Force = link, install.ChoiceYes, tc.other
				out := mustInstall(t, s)
				for _, w := range out.Written {
					if w.Replaced != "" && (data == second || !tc.other) || w.Kind == install.KindForeignLink {
						t.Errorf("by %s it finds what is not ours: %+v", data, w)
					}
				}
			}
			p.Home = strings.TrimSuffix(tc.last, "/.local/share/margay")
			first, second := mustUninstall(t, p.setup(tc.last), false)
			if left := append(first.Left, second.Left...); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
			p.same(before)
		})
	}
}
