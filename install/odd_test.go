package install_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/install"
	"github.com/margay/margay/install/installtest"
)

const linuxData = "/home/m/.local/share/margay"

// What stands under our name and is no manifest is somebody's all the same: it
// is replaced, said, and put back.
func TestInstall_puts_back_what_no_browser_could_read(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"cut_off":      `{"name": "com.margay.host", "path": "/opt/ca`,
		"empty":        "",
		"no_program":   `{"name": "com.margay.host"}`,
		"another_form": `["com.margay.host"]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.mkdir("/home/m/.config/google-chrome")
			p.put(userAt, text)
			before := p.tree()
			s := p.setup(linuxData)
			for i := range 2 { // the second time it is ours
				said := ""
				for _, w := range mustInstall(t, s).Written {
					if w.At == userAt {
						said = w.Replaced
					}
				}
				if (said != "") != (i == 0) {
					t.Errorf("time %d: it says that it replaced %q", i, said)
				}
			}
			mustUninstall(t, s, false)
			p.same(before)
		})
	}
	t.Run("what_became_of_ours_is_not_put_back", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		p.mkdir("/home/m/.config/google-chrome")
		before := p.tree()
		s := p.setup(linuxData)
		mustInstall(t, s)
		p.put(userAt, `{"name": "com.mar`)
		mustInstall(t, s)
		mustUninstall(t, s, false)
		p.same(before)
	})
}

// What cannot be replaced, nor read to be put back, is told and left, with the
// command that moves it aside, and keeps neither installing nor uninstalling
// from the rest. Once it has gone, install does all.
func TestInstall_leaves_what_stands_in_the_way_of_a_manifest(t *testing.T) {
	t.Parallel()
	above := path.Dir(userAt)
	for name, tc := range map[string]struct {
		put   func(p *person)
		at    string
		words string
	}{
		"folder_in_its_place": {func(p *person) { p.put(userAt+"/letter.txt", "dear") }, userAt, "a folder stands in the manifest's place"},
		"file_above":          {func(p *person) { p.put(above, "dear") }, above, "is a file where a folder has to be"},
		"link_above": {func(p *person) {
			p.mkdir(path.Dir(above))
			if err := os.Symlink("/nowhere", p.file(above)); err != nil {
				t.Error(err)
			}
		}, above, "is a link that leads nowhere"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.mkdir("/home/m/.config/google-chrome")
			p.mkdir("/home/m/.config/vivaldi")
			tc.put(p)
			before := p.tree()
			s := p.setup(linuxData)
			out := mustInstall(t, s)
			if len(out.Failed) != 1 || out.Failed[0].At != userAt {
				t.Fatalf("failed: %+v", out.Failed)
			}
			words := out.Failed[0].Err.Error()
			if !strings.Contains(words, tc.words) || !strings.HasSuffix(words, "mv "+tc.at+" "+tc.at+".old") {
				t.Errorf("it says %q", words)
			}
			mustUninstall(t, s, false)
			p.same(before)
			if err := os.Rename(p.file(tc.at), p.file(tc.at+".old")); err != nil {
				t.Fatal(err)
			}
			if out := mustInstall(t, s); len(out.Failed) != 0 || !out.Registered(p.browser("chrome")) {
				t.Errorf("once it has gone: %+v", out)
			}
		})
	}
}

// From a disk that starts no program nothing would run: it is said, and nothing
// stays.
func TestInstall_refuses_a_disk_that_starts_no_program(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/home/m/.config/google-chrome")
	before := p.tree()
	s := p.setup(linuxData)
	s.Machine.NoExec = func(dir string) bool { return dir == p.file(linuxData) }
	if _, err := s.Install(here(s)); err == nil || !strings.Contains(err.Error(), "noexec") || !strings.Contains(err.Error(), "--data") {
		t.Errorf("error %v", err)
	}
	p.same(before)
}

// On Windows all keys name one manifest: without it no browser is registered,
// whatever its key says, and all of them are told.
func TestInstall_registers_nobody_where_the_manifest_of_all_cannot_be_written(t *testing.T) {
	t.Parallel()
	const data = `C:\Users\m\Margay`
	for name, spoil := range map[string]func(p *person, s *install.Setup){
		"a_folder_stands_there": func(p *person, _ *install.Setup) { p.mkdir(data + `\com.margay.host.json\letters`) },
		"it_cannot_be_written": func(p *person, s *install.Setup) { // the folder comes after the plan
			s.Files = onOpen{s.Files, func() {
				if s.Installed() {
					p.mkdir(data + `\com.margay.host.json\letters`)
				}
			}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "windows", `C:\Users\m`)
			for _, dir := range []string{`Google\Chrome`, `Microsoft\Edge`} {
				p.mkdir(`C:\Users\m\AppData\Local\` + dir + `\User Data`)
			}
			s := p.setup(data)
			s.DataIsOurs = true
			spoil(p, &s)
			out := mustInstall(t, s)
			for _, b := range here(s) {
				if out.Registered(b) {
					t.Errorf("%s is said to be registered: %+v", b.Name, out)
				}
			}
			moved := `move "` + data + `\com.margay.host.json" "` + data + `\com.margay.host.json.old"`
			if name == "a_folder_stands_there" && !strings.Contains(fmt.Sprint(out.Failed), moved) {
				t.Errorf("it does not say how to move it aside: %v", out.Failed)
			}
			if len(out.Failed) == 0 || len(p.reg.Dump()) > 0 {
				t.Errorf("failed: %+v, and the registry holds %q", out.Failed, p.reg.Dump())
			}
		})
	}
}

func TestUninstall_leaves_a_folder_that_took_the_place_of_a_manifest(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/home/m/.config/google-chrome")
	s := p.setup(linuxData)
	mustInstall(t, s)
	if err := os.Remove(p.file(userAt)); err != nil {
		t.Fatal(err)
	}
	p.put(userAt+"/letter.txt", "dear")
	first, _ := mustUninstall(t, s, false)
	if len(first.Left) != 1 || first.Left[0].At != userAt || p.read(userAt+"/letter.txt") != "dear" {
		t.Errorf("left: %+v", first.Left)
	}
}

// stubborn is a registry that does not let one key go.
type stubborn struct {
	*installtest.Registry
	key string
}

func (r stubborn) DeleteValue(key, name string) error {
	if strings.HasPrefix(key, r.key) {
		return errors.New("access is denied")
	}
	return r.Registry.DeleteValue(key, name)
}

// One place that cannot be taken back keeps no other; what is left stays on
// record, so that uninstalling again finishes it.
func TestUninstall_goes_on_where_one_place_cannot_be_taken_back(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "windows", `C:\Users\m`)
	for _, dir := range []string{`Google\Chrome`, `Microsoft\Edge`, `Chromium`} {
		p.mkdir(`C:\Users\m\AppData\Local\` + dir + `\User Data`)
	}
	before := p.tree()
	s := p.setup(`C:\Users\m\Margay`)
	mustInstall(t, s)
	held := s
	held.Machine.Registry = stubborn{p.reg, `HKCU\Software\Microsoft\Edge`}
	p.put(`C:\Users\m\Margay\keys`, "key")
	first, second := mustUninstall(t, held, true)
	for _, out := range []install.Removed{first, second} {
		if len(out.Failed) != 1 || !strings.Contains(out.Failed[0].Err.Error(), "access is denied") {
			t.Errorf("failed: %v, want the key that stays", out.Failed)
		}
	}
	if len(first.Gone) != 4 { // Chrome's and Chromium's keys, the manifest, and the program, which nothing starts any more
		t.Errorf("gone: %q", first.Gone)
	}
	if list, err := os.ReadDir(p.file(`C:\Users\m\Margay`)); err != nil || len(list) != 1 || list[0].Name() != "installed.json" {
		t.Errorf("left: %v, %v; want the record alone", list, err)
	}
	if !s.Installed() {
		t.Error("it says that nothing is installed")
	}
	mustUninstall(t, s, false)
	p.same(before)
}

// Two installations at once, each for another browser: both are done, and both
// can be taken back.
func TestInstall_several_at_once(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	before := p.tree()
	s := p.setup(linuxData)
	all := s.Machine.Browsers()
	var running sync.WaitGroup
	for _, b := range all {
		running.Go(func() { // ends with its installation
			if out, err := s.Install([]install.Browser{b}); err != nil || len(out.Failed) > 0 {
				t.Errorf("%s: %v, %+v", b.Name, err, out.Failed)
			}
		})
	}
	running.Wait()
	for _, r := range s.Machine.Inspect(s.Want, all) {
		if f := r.Winner(); f == nil || f.State != install.StateFound {
			t.Errorf("%s finds %+v", r.Browser.Name, f)
		}
	}
	mustUninstall(t, s, false)
	p.same(before)
}

// A manifest and a record are UTF-8, and what is started at login knows no
// control characters: a path that would be garbled there is refused.
func TestInstall_refuses_paths_that_cannot_be_written_down(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		goos, home, data string
		login            install.Choice
		words            string
	}{
		"home":            {"linux", "/home/m\xff", "/data", install.ChoiceKeep, "rename it"},
		"data":            {"linux", "/home/m", "/home/m/d\xfe", install.ChoiceKeep, "another with --data"},
		"escape_at_login": {"linux", "/home/m", "/home/m/d\x1b[1m", install.ChoiceYes, "--at-login"},
		"mac_at_login":    {"darwin", "/Users/m", "/Users/m/d\x01", install.ChoiceYes, "--at-login"},
		"escape":          {"linux", "/home/m", "/home/m/d\x1b[1m", install.ChoiceKeep, ""},
		"newline":         {"linux", "/home/m", "/home/m/d\ne", install.ChoiceYes, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			before := p.tree()
			s := p.setup(tc.data)
			s.Login = tc.login
			_, err := s.Install(nil)
			if (err == nil) != (tc.words == "") || err != nil && !strings.Contains(err.Error(), tc.words) {
				t.Fatalf("error %v, want one with %q", err, tc.words)
			}
			if err == nil {
				mustUninstall(t, s, false)
			}
			p.same(before)
		})
	}
}

// This package finds a person's places by HOME: one that leads nowhere is said,
// not followed.
func TestThis_wants_an_absolute_home(t *testing.T) {
	for _, home := range []string{"", "rel/ative"} {
		t.Setenv("HOME", home)
		t.Setenv("USERPROFILE", home)
		if _, err := install.This(); err == nil || !strings.Contains(err.Error(), "HOME") {
			t.Errorf("HOME=%q: error %v", home, err)
		}
	}
	home := t.TempDir()
	t.Setenv("HOME", home+"//")
	t.Setenv("USERPROFILE", home+`\\`)
	if m, err := install.This(); err != nil || m.Home != home {
		t.Errorf("home %q, %v, want %q", m.Home, err, home)
	}
}

// Where not even the record can be written, on a full disk say, nothing stays
// that no uninstall would know of.
func TestInstall_that_fails_before_its_record_leaves_nothing(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		there string // a file that lay in the data directory before
		fails func(p *person, s *install.Setup)
	}{
		"preparing": {fails: func(p *person, s *install.Setup) {
			s.Prepare = func() error { p.mkdir(linuxData + "/log"); return errors.New("no space left on device") }
		}},
		"preparing_what_was_there": {there: "/margay.data", fails: func(p *person, s *install.Setup) {
			s.Prepare = func() error { return errors.New("no space left on device") }
		}},
		"preparing_a_folder_of_the_persons": {there: "/letter.txt", fails: func(p *person, s *install.Setup) {
			prepare := s.Prepare
			s.Prepare = func() error { return errors.Join(prepare(), errors.New("no space left on device")) }
		}},
		"recording_in_a_folder_of_the_persons":        {there: "/letter.txt", fails: unrecorded},
		"recording_in_a_folder_with_a_log_of_its_own": {there: "/log/", fails: unrecorded},
		"recording": {fails: unrecorded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.mkdir("/home/m/.config/chromium")
			switch {
			case strings.HasSuffix(tc.there, "/"):
				p.mkdir(linuxData + tc.there)
			case tc.there != "":
				p.put(linuxData+tc.there, "lines")
			}
			if tc.there != "" { // with what a person may set of a folder that several share
				if err := os.Chmod(p.file(linuxData), 0o775|fs.ModeSetgid|fs.ModeSticky); err != nil {
					t.Fatal(err)
				}
			}
			before := p.tree()
			s := p.setup(linuxData)
			tc.fails(p, &s)
			if _, err := s.Install(here(s)); err == nil {
				t.Fatal("it is said to be done")
			}
			p.same(before)
		})
	}
}

// unrecorded keeps the record from being written: a folder comes into its place.
func unrecorded(p *person, s *install.Setup) {
	prepare := s.Prepare
	s.Prepare = func() error {
		p.mkdir(linuxData + "/installed.json")
		return prepare()
	}
	s.Scaffold = append(s.Scaffold, "installed.json/x") // so that the folder goes again
}

// The first folder that takes it: one that does not stands for another drive.
func TestMoveAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, other := filepath.Join(dir, "bin", "margay.exe"), filepath.Join(dir, "other drive")
	write(t, file, "program")
	if _, err := install.MoveAway(file, other); err == nil {
		t.Error("it was moved to where it cannot be")
	}
	moved, err := install.MoveAway(file, other, dir)
	if err != nil || filepath.Dir(moved) != dir || read(t, moved) != "program" {
		t.Errorf("moved to %q, %v", moved, err)
	}
}

// A person may keep what browsers read elsewhere, by a link of their own.
func TestInstall_writes_through_a_link_and_leaves_it(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/home/m/.config/google-chrome")
	p.mkdir("/mnt/dotfiles/hosts")
	folder := filepath.Dir(p.file(userAt))
	if err := os.Symlink(p.file("/mnt/dotfiles/hosts"), folder); err != nil {
		t.Fatal(err)
	}
	s := p.setup(linuxData)
	mustInstall(t, s)
	if p.read("/mnt/dotfiles/hosts/com.margay.host.json") != p.read(userAt) {
		t.Error("it was not written where the link leads")
	}
	mustUninstall(t, s, false)
	if list, err := os.ReadDir(p.file("/mnt/dotfiles/hosts")); err != nil || len(list) > 0 {
		t.Errorf("left behind the link: %v, %v", list, err)
	}
	if _, err := os.Readlink(folder); err != nil {
		t.Errorf("the person's link: %v", err)
	}
}
