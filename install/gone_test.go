package install_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/install"
)

// led is a machine on which all that leads to a program is written, with the tree
// of it from before. The folders that it goes into were there.
func led(t *testing.T, goos, home, data string) (p *person, s install.Setup, before map[string]string) {
	t.Helper()
	p = newPerson(t, goos, home)
	for _, dir := range map[string][]string{
		"linux": {
			"/home/m/.config/google-chrome/NativeMessagingHosts", "/home/m/.config/vivaldi/NativeMessagingHosts", "/home/m/.config/autostart",
			"/home/m/.local/bin", "/home/m/.local/share",
		},
		"darwin": {"/Users/m/Library/Application Support/Google/Chrome/NativeMessagingHosts", "/Users/m/Library/LaunchAgents", "/Users/m/.local/bin"},
		"windows": {
			`C:\Users\m\AppData\Local\Google\Chrome\User Data`, `C:\Users\m\AppData\Local\Vivaldi\User Data`,
			`C:\Users\m\AppData\Local\Microsoft\Edge\User Data`,
		},
	}[goos] {
		p.mkdir(dir)
	}
	if goos == "windows" {
		for _, key := range []string{
			`HKCU\Software\Google\Chrome\NativeMessagingHosts`, `HKCU\Software\Microsoft\Edge\NativeMessagingHosts`,
			`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`,
		} {
			if err := p.reg.SetValue(key, "Other", "other"); err != nil {
				t.Fatal(err)
			}
		}
	}
	before = p.tree()
	s = p.aged(data)
	s.Login = install.ChoiceYes
	if goos != "windows" {
		s.Link = home + "/.local/bin"
	}
	mustInstall(t, s)
	return p, s, before
}

// A person who removed the data directory by hand, or emptied it, has the rest
// taken back all the same, at once or after another install, which writes less.
func TestUninstall_after_the_data_was_removed_by_hand(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		goos, home, data string
		named            bool // and not the usual place
	}{
		"linux":       {"linux", "/home/m", linuxData, false},
		"linux_named": {"linux", "/home/m", "/home/m/mine", true},
		"darwin":      {"darwin", "/Users/m", "/Users/m/Library/Application Support/Margay", false},
		"windows":     {"windows", `C:\Users\m`, `C:\Users\m\AppData\Local\Margay`, false},
	} {
		for how, again := range map[string]bool{"removed": false, "emptied": false, "removed_and_installed": true} {
			t.Run(name+"_"+how, func(t *testing.T) {
				t.Parallel()
				p, _, before := led(t, tc.goos, tc.home, tc.data)
				if err := os.RemoveAll(p.file(tc.data)); err != nil {
					t.Fatal(err)
				}
				if how == "emptied" {
					p.mkdir(tc.data)
				}
				s := p.aged(tc.data)
				s.DataIsOurs = !tc.named
				if !s.Installed() {
					t.Error("it says that nothing is installed")
				}
				if again { // as plain as can be
					mustInstall(t, s)
				}
				first, second := mustUninstall(t, s, again) // there is no data to keep
				if len(first.Failed)+len(second.Failed)+len(first.Left) > 0 {
					t.Errorf("failed: %+v %+v, left: %+v", first.Failed, second.Failed, first.Left)
				}
				if said := strings.Contains(strings.Join(first.Notes, " "), "--user-data-dir"); said == again {
					t.Errorf("it says %q", first.Notes)
				}
				if how == "emptied" && tc.named { // nothing shows that the folder was ever ours, so it stays
					if err := os.Remove(p.file(tc.data)); err != nil {
						t.Error(err)
					}
				}
				p.same(before)
				if s.Installed() {
					t.Error("it says that something is installed")
				}
			})
		}
	}
}

// A record that came back from a backup knows less than what was written since, or
// more: both go.
func TestUninstall_after_an_older_record_came_back(t *testing.T) {
	t.Parallel()
	for name, record := range map[string]func(s install.Setup) error{
		"of_less": func(s install.Setup) error {
			_, err := s.Install(nil)
			return err
		},
		"of_data_that_was_kept": func(s install.Setup) error {
			_, err := s.Install(nil)
			file := s.Machine.Root + s.Data + "/margay.db"
			err = errors.Join(err, os.WriteFile(file, nil, 0o600))
			_, errOne := s.Unregister()
			_, errTwo := s.Remove(false)
			return errors.Join(err, errOne, errTwo, os.Remove(file))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, s, before := led(t, "linux", "/home/m", linuxData)
			if sound, _ := mustUninstall(t, s, true); len(sound.Notes) > 0 {
				t.Errorf("of a sound record it says %q", sound.Notes)
			}
			if err := record(p.aged(linuxData)); err != nil {
				t.Fatal(err)
			}
			older := p.read(s.Machine.Record)
			mustInstall(t, s)
			write(t, p.file(s.Machine.Record), older)
			plain := p.aged(linuxData)
			if !plain.Installed() {
				t.Error("it says that nothing is installed")
			}
			first, _ := mustUninstall(t, plain, true)
			for _, at := range []string{userAt, "/home/m/.config/autostart/margay.desktop"} {
				if !slices.Contains(first.Gone, at) {
					t.Errorf("%s is not among %q", at, first.Gone)
				}
			}
			if said := strings.Join(first.Notes, " "); !strings.Contains(said, "older backup") || !strings.Contains(said, "--user-data-dir") {
				t.Errorf("it says %q", first.Notes)
			}
			if name == "of_less" { // which knows the program
				p.same(before)
			}
		})
	}
}

// What leads to our program is ours, whoever wrote it: it leads nowhere once that
// has gone. What leads to another's, in its place, is not.
func TestUninstall_takes_what_leads_to_its_program_and_was_never_on_record(t *testing.T) {
	t.Parallel()
	const vivaldi = "/home/m/.config/vivaldi/NativeMessagingHosts/com.margay.host.json"
	for name, at := range map[string]string{"before_install": userAt, "after_install": vivaldi} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.mkdir("/home/m/.config/google-chrome/NativeMessagingHosts")
			p.mkdir("/home/m/.config/vivaldi/NativeMessagingHosts")
			p.mkdir("/home/m/.local/share")
			before := p.tree()
			s := p.aged(linuxData)
			mine := strings.Replace(manifestFor(t, s.Want.Program), `"Margay"`, `"mine"`, 1)
			if name == "before_install" {
				p.put(at, mine)
			}
			if _, err := s.Install([]install.Browser{p.browser("chrome")}); err != nil {
				t.Fatal(err)
			}
			p.put(at, mine)
			mustUninstall(t, s, true)
			p.same(before)
		})
	}
	t.Run("a_program_of_anothers", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		s := p.aged(linuxData)
		p.put(s.Want.Program, "mine")
		p.put(userAt, manifestFor(t, s.Want.Program))
		before := p.tree()
		if s.Installed() {
			t.Error("it says that it is installed")
		}
		mustUninstall(t, s, true)
		p.same(before)
	})
}

// A backup that shares its files with what it was made of seems to be led to by all
// that leads there.
func TestUninstall_of_a_copy_by_hard_links(t *testing.T) {
	t.Parallel()
	p, _, _ := led(t, "linux", "/home/m", linuxData)
	before := p.tree()
	p.copyOf(linuxData, "/home/m/backup")
	program := "/bin/margay"
	if err := errors.Join(os.Remove(p.file("/home/m/backup"+program)), os.Link(p.file(linuxData+program), p.file("/home/m/backup"+program))); err != nil {
		t.Fatal(err)
	}
	mustUninstall(t, p.aged("/home/m/backup"), true)
	p.same(before)
}

// What is found to lead here is no leave to take what lies here.
func TestInstall_refuses_files_of_others_where_only_what_leads_there_is_found(t *testing.T) {
	t.Parallel()
	p, _, _ := led(t, "linux", "/home/m", linuxData)
	if err := os.RemoveAll(p.file(linuxData)); err != nil {
		t.Fatal(err)
	}
	p.put(linuxData+"/log/diary", "dear")
	before := p.tree()
	if _, err := p.aged(linuxData).Install(nil); err == nil || !strings.Contains(err.Error(), "log/diary") {
		t.Errorf("error %v", err)
	}
	p.same(before)
}

// In the place of the data directory, or of a folder above it, a file is said and left.
func TestSetup_where_a_file_stands_in_the_way(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{"data": linuxData, "folder_above": "/home/m/.local/share"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, s, _ := led(t, "linux", "/home/m", linuxData)
			if err := os.RemoveAll(p.file(file)); err != nil {
				t.Fatal(err)
			}
			p.put(file, "dear diary")
			before := p.tree()
			_, errInstall := s.Install(here(s))
			_, errUninstall := s.Unregister()
			for _, err := range []error{errInstall, errUninstall} {
				if err == nil || !strings.Contains(err.Error(), file+" is a file where a folder has to be, and is left as it is; to move it aside: mv "+file) {
					t.Errorf("error %v", err)
				}
			}
			p.same(before)
		})
	}
}

// Behind a link that leads nowhere, on a disk that is away perhaps, nothing is gone:
// it is said, and nothing is touched. Once the link has been removed, the rest goes.
func TestSetup_behind_a_link_that_leads_nowhere(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]string{"data": linuxData, "folder_above": "/home/m/.local/share"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, s, before := led(t, "linux", "/home/m", linuxData)
			p.rename(link, "/home/m/disk")
			if err := os.Symlink("/mnt/away", p.file(link)); err != nil {
				t.Fatal(err)
			}
			away := p.tree()
			_, errInstall := s.Install(here(s))
			_, errUninstall := s.Unregister()
			for _, err := range []error{errInstall, errUninstall} {
				if err == nil || !strings.Contains(err.Error(), link+" is a link to /mnt/away, which cannot be reached") || !strings.Contains(err.Error(), "rm "+link) {
					t.Errorf("error %v", err)
				}
			}
			p.same(away)
			if err := errors.Join(os.Remove(p.file(link)), os.RemoveAll(p.file("/home/m/disk"))); err != nil {
				t.Fatal(err)
			}
			mustUninstall(t, s, true)
			p.mkdir("/home/m/.local/share")
			p.same(before)
		})
	}
}
