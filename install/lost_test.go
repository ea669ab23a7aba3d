package install_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/margay/margay/install"
)

// aged is a setup whose program is told by its content and whose extension has
// a key, as the real ones.
func (p *person) aged(data string) install.Setup {
	s := p.setup(data)
	s.DataIsOurs = true
	s.IsMargay = func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.HasPrefix(string(text), "program ")
	}
	s.Files.(fstest.MapFS)["manifest.json"].Data = []byte(`{"key": "ours"}`)
	return s
}

// A record that is lost or damaged is no end: what can be shown to be ours is
// taken over by the next install, of another version too, and taken back by
// uninstall.
func TestSetup_after_the_record_was_lost(t *testing.T) {
	t.Parallel()
	const windowsData = `C:\Users\m\AppData\Local\Margay`
	for name, tc := range map[string]struct{ goos, home, data, browser string }{
		"linux":   {"linux", "/home/m", linuxData, "/home/m/.config/google-chrome/NativeMessagingHosts"},
		"windows": {"windows", `C:\Users\m`, windowsData, `C:\Users\m\AppData\Local\Google\Chrome\User Data`},
	} {
		for how, spoil := range map[string]func(record string) error{
			"lost":    os.Remove,
			"damaged": func(record string) error { return os.WriteFile(record, []byte(`{"version": 1, "entr`), 0o600) },
			"empty":   func(record string) error { return os.Truncate(record, 0) },
		} {
			start := func(t *testing.T) (p *person, s install.Setup, before map[string]string) {
				p = newPerson(t, tc.goos, tc.home)
				p.mkdir(tc.browser)
				if tc.goos == "linux" {
					p.mkdir("/home/m/.config/autostart")
					p.mkdir("/home/m/.local/bin")
					p.mkdir("/home/m/.local/share")
				} else {
					for _, key := range []string{`HKCU\Software\Google\Chrome\NativeMessagingHosts`, `HKCU\Software\Microsoft\Windows\CurrentVersion\Run`} {
						if err := p.reg.SetValue(key, "Other", "other"); err != nil {
							t.Fatal(err)
						}
					}
				}
				before = p.tree()
				s = p.aged(tc.data)
				s.Login = install.ChoiceYes
				if tc.goos == "linux" {
					s.Link = "/home/m/.local/bin"
				}
				mustInstall(t, s)
				if err := spoil(p.file(s.Machine.Record)); err != nil {
					t.Fatal(err)
				}
				s = p.aged(tc.data)
				write(t, s.Source, "program two") // of another version
				return p, s, before
			}
			t.Run(name+"_"+how+"_uninstalled", func(t *testing.T) {
				t.Parallel()
				p, s, before := start(t)
				if !s.Installed() {
					t.Error("it says that nothing is installed")
				}
				mustUninstall(t, s, true)
				p.same(before)
			})
			t.Run(name+"_"+how+"_installed_again", func(t *testing.T) {
				t.Parallel()
				p, s, before := start(t)
				if out := mustInstall(t, s); slices.ContainsFunc(out.Written, func(w install.Written) bool { return w.Replaced != "" }) {
					t.Errorf("it takes its own for another's: %+v", out.Written)
				}
				if p.read(s.Want.Program) != "program two" {
					t.Error("the program was not replaced")
				}
				mustUninstall(t, s, true)
				p.same(before)
			})
		}
	}
}

// A file of the record's name in a folder that was never a data directory is a
// person's.
func TestInstall_refuses_a_folder_with_another_record(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.put("/home/m/project/installed.json", "[]")
	before := p.tree()
	_, err := p.setup("/home/m/project").Install(nil)
	if err == nil || !strings.Contains(err.Error(), "/home/m/project/installed.json") || !strings.Contains(err.Error(), "--data") {
		t.Errorf("error %v", err)
	}
	p.same(before)
}

// A program that somebody put there and that is not Margay stays, whatever
// became of the record.
func TestInstall_takes_over_no_program_of_another(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.aged(linuxData)
	mustInstall(t, s)
	if err := errors.Join(os.Remove(p.file(s.Machine.Record)), os.WriteFile(p.file(s.Want.Program), []byte("mine"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Install(nil); err == nil || !strings.Contains(err.Error(), s.Want.Program) {
		t.Errorf("error %v", err)
	}
	mustUninstall(t, s, true)
	if p.read(s.Want.Program) != "mine" {
		t.Error("it is gone")
	}
}

// What cannot be taken back stays known where the record was lost, though the
// program by which it was found goes.
func TestUninstall_notes_what_it_found_and_could_not_take_back(t *testing.T) {
	t.Parallel()
	const data, edge = `C:\Users\m\Margay`, `HKCU\Software\Microsoft\Edge\NativeMessagingHosts\com.margay.host`
	for name, spoil := range map[string]func(record string) error{
		"lost":    os.Remove,
		"damaged": func(record string) error { return os.Truncate(record, 0) },
		"gone":    func(record string) error { return os.RemoveAll(filepath.Dir(record)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "windows", `C:\Users\m`)
			p.mkdir(`C:\Users\m\AppData\Local\Microsoft\Edge\User Data`)
			s := p.aged(data)
			mustInstall(t, s)
			if err := spoil(p.file(s.Machine.Record)); err != nil {
				t.Fatal(err)
			}
			held := s
			held.Machine.Registry = stubborn{p.reg, edge}
			first, second := mustUninstall(t, held, true)
			for _, out := range []install.Removed{first, second} {
				if len(out.Failed) != 1 || out.Failed[0].At != edge || len(out.Left) > 0 {
					t.Errorf("failed: %v, left: %v; want the key that stays", out.Failed, out.Left)
				}
			}
			if len(first.Notes) != 1 || !strings.Contains(first.Notes[0], "--user-data-dir") {
				t.Errorf("it says %q", first.Notes)
			}
			if !s.Installed() {
				t.Error("it says that nothing is installed")
			}
			mustUninstall(t, s, true)
			if _, err := os.Stat(p.file(data)); !os.IsNotExist(err) || p.reg.HasKey(edge) {
				t.Errorf("left: %v, %q", err, p.reg.Dump())
			}
		})
	}
}
