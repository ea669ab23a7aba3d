package install_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/install"
)

// copyOf puts a copy of a folder beside it, as cp -a does.
func (p *person) copyOf(from, to string) {
	p.t.Helper()
	if err := os.CopyFS(p.file(to), os.DirFS(p.file(from))); err != nil {
		p.t.Fatal(err)
	}
	for _, dir := range []string{from, to} { // as Prepare leaves it
		if err := os.Chmod(p.file(dir), 0o700); err != nil {
			p.t.Fatal(err)
		}
	}
}

// rename moves a folder; the person's home is the same folder under its new name.
func (p *person) rename(from, to string) {
	p.t.Helper()
	if err := os.Rename(p.file(from), p.file(to)); err != nil {
		p.t.Fatal(err)
	}
	if p.Home == from {
		p.Home = to
	}
}

// A backup of the data directory tells of the installation that it was copied
// from. Uninstalled, it takes itself away and nothing of that one.
func TestUninstall_of_a_copy_leaves_what_it_was_copied_from(t *testing.T) {
	t.Parallel()
	const windowsData = `C:\Users\m\AppData\Local\Margay`
	for name, tc := range map[string]struct {
		goos, home, data, backup, browser string
		install                           bool
	}{
		"linux":             {"linux", "/home/m", linuxData, "/home/m/backup", "/home/m/.config/google-chrome", false},
		"linux_installed":   {"linux", "/home/m", linuxData, "/home/m/backup", "/home/m/.config/google-chrome", true},
		"windows":           {"windows", `C:\Users\m`, windowsData, `C:\Users\m\Backup`, `C:\Users\m\AppData\Local\Google\Chrome\User Data`, false},
		"windows_installed": {"windows", `C:\Users\m`, windowsData, `C:\Users\m\Backup`, `C:\Users\m\AppData\Local\Google\Chrome\User Data`, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			p.mkdir(tc.browser)
			live := p.setup(tc.data)
			live.Login = install.ChoiceYes
			if tc.goos == "linux" {
				live.Link = "/home/m/.local/bin"
			}
			mustInstall(t, live)
			before := p.tree()
			p.copyOf(tc.data, tc.backup)
			s := p.setup(tc.backup)
			if tc.install {
				s.Login = install.ChoiceYes
				if out := mustInstall(t, s); out.From != tc.data || !out.Copied {
					t.Errorf("it does not tell whose copy it is: %+v", out)
				}
			}
			if is := s.CopyOf(); is != tc.data {
				t.Errorf("it is a copy of %q", is)
			}
			mustUninstall(t, s, true)
			p.same(before)
			if is := live.CopyOf(); is != "" {
				t.Errorf("the first one is a copy of %q", is)
			}
		})
	}
}

// A home folder that got another name, or a data directory that was moved, is
// the same installation: the next install mends it, and uninstall leaves nothing.
func TestSetup_after_a_move(t *testing.T) {
	t.Parallel()
	const windowsHome, windowsData = `C:\Users\old`, `\AppData\Local\Margay`
	for name, tc := range map[string]struct {
		goos, home, data  string
		from, to, dataNow string
		browsers          []string
	}{
		"home": {
			"linux", "/home/old", "/home/old/.local/share/margay", "/home/old", "/home/new", "/home/new/.local/share/margay",
			[]string{"/home/old/.config/google-chrome", "/home/old/.config/opera"},
		},
		"home_with_the_data_elsewhere": {
			"linux", "/home/old", "/data", "/home/old", "/home/new", "/data", []string{"/home/old/.config/google-chrome"},
		},
		"data": {"linux", "/home/m", "/home/m/one", "/home/m/one", "/home/m/two", "/home/m/two", []string{"/home/m/.config/chromium"}},
		"windows_home": {
			"windows", windowsHome, windowsHome + windowsData, windowsHome, `C:\Users\new`, `C:\Users\new` + windowsData,
			[]string{windowsHome + `\AppData\Local\Google\Chrome\User Data`, windowsHome + `\AppData\Local\Microsoft\Edge\User Data`},
		},
		"windows_data": {
			"windows", `C:\Users\m`, `C:\Users\m\one`, `C:\Users\m\one`, `C:\Users\m\two`, `C:\Users\m\two`,
			[]string{`C:\Users\m\AppData\Local\Google\Chrome\User Data`},
		},
		"darwin_home": {
			"darwin", "/Users/old", "/Users/old/Library/Margay", "/Users/old", "/Users/new", "/Users/new/Library/Margay",
			[]string{"/Users/old/Library/Application Support/Google/Chrome"},
		},
	} {
		start := func(t *testing.T) (p *person, before map[string]string) {
			p = newPerson(t, tc.goos, tc.home)
			for _, dir := range tc.browsers {
				p.mkdir(dir)
			}
			before = map[string]string{}
			for path, text := range p.tree() {
				if is := p.file(tc.from); path == is || strings.HasPrefix(path, is+"/") {
					path = p.file(tc.to) + path[len(is):]
				}
				before[path] = text
			}
			s := p.setup(tc.data)
			s.Login = install.ChoiceYes
			if tc.goos != "windows" {
				s.Link = tc.home + "/bin"
			}
			list := here(s)
			if tc.goos == "linux" { // one that no later install would name by itself
				own, err := s.Machine.Custom(tc.home + "/profile")
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, own)
			}
			if _, err := s.Install(list); err != nil {
				t.Fatal(err)
			}
			p.rename(tc.from, tc.to)
			return p, before
		}
		t.Run(name+"_uninstalled", func(t *testing.T) {
			t.Parallel()
			p, before := start(t)
			mustUninstall(t, p.setup(tc.dataNow), true)
			p.same(before)
		})
		t.Run(name+"_installed_again", func(t *testing.T) {
			t.Parallel()
			p, before := start(t)
			s := p.setup(tc.dataNow)
			out := mustInstall(t, s)
			if moved := tc.data != tc.dataNow; (out.From == tc.data) != moved || out.Copied || len(out.Failed) > 0 {
				t.Errorf("outcome: %+v", out)
			}
			for path, text := range p.tree() {
				if tc.data != tc.dataNow && !strings.HasSuffix(path, "installed.json") &&
					(strings.Contains(text, tc.data+"/") || strings.Contains(text, strings.ReplaceAll(tc.data, `\`, `\\`)+`\\`)) {
					t.Errorf("%s still leads to the old place: %s", path, text)
				}
			}
			for _, line := range p.reg.Dump() {
				if tc.data != tc.dataNow && strings.Contains(line, tc.data+`\`) {
					t.Errorf("the registry still leads to the old place: %s", line)
				}
			}
			mustInstall(t, s)
			mustUninstall(t, s, true)
			p.same(before)
		})
		t.Run(name+"_no_longer_at_login", func(t *testing.T) {
			t.Parallel()
			p, before := start(t)
			s := p.setup(tc.dataNow)
			s.Login = install.ChoiceNo
			mustInstall(t, s)
			for path := range p.tree() {
				if strings.Contains(path, "margay.desktop") || strings.Contains(path, ".plist") || strings.Contains(path, `Version\Run`) {
					t.Errorf("it still starts at login: %s", path)
				}
			}
			mustUninstall(t, s, true)
			p.same(before)
		})
	}
}

// Where another Margay has come to the old place, what leads there is its own.
func TestUninstall_after_a_move_leaves_who_came_to_the_old_place(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/home/m/.config/google-chrome")
	first := p.setup("/home/m/one")
	mustInstall(t, first)
	p.rename("/home/m/one", "/home/m/two")
	mustInstall(t, p.setup("/home/m/two"))
	one := p.setup("/home/m/one")
	mustInstall(t, one)
	mustUninstall(t, p.setup("/home/m/two"), true)
	if f := p.Inspect(one.Want, here(one))[0].Winner(); f == nil || f.State != install.StateFound || f.Detail != "" {
		t.Errorf("the browser finds %+v", f)
	}
}

// Of two installations the later one has the login too. When both have gone,
// nothing starts at login, and none of their folders is left.
func TestUninstall_of_two_in_the_order_of_installing(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ goos, home, sep, browser string }{
		"linux":   {"linux", "/home/m", "/", "chromium"},
		"windows": {"windows", `C:\Users\m`, `\`, "edge"},
		"darwin":  {"darwin", "/Users/m", "/", "chromium"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			empty := p.tree()
			one, two := p.setup(tc.home+tc.sep+"one"), p.setup(tc.home+tc.sep+"two")
			for _, s := range []*install.Setup{&one, &two} {
				s.Login = install.ChoiceYes
				if _, err := s.Install([]install.Browser{p.browser(tc.browser)}); err != nil {
					t.Fatal(err)
				}
			}
			both := p.tree()
			first, _ := mustUninstall(t, two, false)
			if len(first.Restored) != 2 {
				t.Errorf("restored: %q", first.Restored)
			}
			if _, err := two.Install([]install.Browser{p.browser(tc.browser)}); err != nil {
				t.Fatal(err)
			}
			for path, text := range p.tree() {
				if !strings.Contains(path, "installed.json") && both[path] != text {
					t.Errorf("%s was %q and is %q", path, both[path], text)
				}
			}
			mustUninstall(t, one, false)
			mustUninstall(t, two, false)
			p.same(empty)
		})
	}
}

// What a person starts at login under our name is theirs, whatever it is.
func TestUninstall_puts_back_what_another_started_at_login(t *testing.T) {
	t.Parallel()
	const at = "/home/m/.config/autostart/margay.desktop"
	for name, text := range map[string]string{
		"another_program":  "[Desktop Entry]\nExec=/opt/cat/gone --now\n",
		"a_path_like_ours": "[Desktop Entry]\nExec=/mnt" + linuxData + "/bin/margay serve\n",
		"no_program":       "dear",
		"empty":            "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			write(t, p.file(at), text)
			p.put("/mnt"+linuxData+"/bin/margay", "another")
			before := p.tree()
			s := p.setup(linuxData)
			s.Login = install.ChoiceYes
			mustInstall(t, s)
			if first, _ := mustUninstall(t, s, false); !slices.Contains(first.Restored, at) {
				t.Errorf("restored: %q", first.Restored)
			}
			if p.read(at) != text {
				t.Errorf("it holds %q", p.read(at))
			}
			if _, err := os.Stat(p.file(at)); err != nil || len(p.tree()) != len(before) {
				t.Errorf("%v; it was %v and is %v", err, before, p.tree())
			}
		})
	}
}
