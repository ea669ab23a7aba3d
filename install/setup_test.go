package install_test

import (
	"encoding/xml"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/margay/margay/install"
)

// setup is an installation on the person's machine.
func (p *person) setup(data string) install.Setup {
	p.t.Helper()
	sep, exe := "/", "margay"
	if p.GOOS == "windows" {
		sep, exe = `\`, "margay.exe"
	}
	source := filepath.Join(p.t.TempDir(), "margay")
	write(p.t, source, "program one")
	m := p.Machine
	m.Record = m.RecordIn(data)
	marker, log := data+sep+"margay.data", data+sep+"log"
	return install.Setup{
		Machine: m, Source: source, Description: "Margay",
		Want: install.Want{Host: host, Origins: []string{origin}, Program: data + sep + "bin" + sep + exe},
		Data: data, Extension: data + sep + "extension", Marker: "margay.data",
		Scaffold: []string{"margay.data", "tabs.json", "log/margay.log"}, Kept: []string{"keys", "keys.old", "margay.db", "blobs/??/*.zst"},
		Prepare: func() error { // as the real one does
			p.mkdir(log)
			write(p.t, p.file(marker), "mark")
			return errors.Join(os.Chmod(p.file(data), 0o700), os.Chmod(p.file(log), 0o700))
		},
		Files: fstest.MapFS{"manifest.json": {Data: []byte("{}")}, "icons/16.png": {Data: []byte("png")}, "build.txt": {Data: []byte("1")}},
		Last:  "build.txt",
	}
}

// here are the browsers that the person has.
func here(s install.Setup) []install.Browser {
	return slices.DeleteFunc(s.Machine.Browsers(), func(b install.Browser) bool { return !b.Here() })
}

func mustInstall(t *testing.T, s install.Setup) install.Outcome {
	t.Helper()
	out, err := s.Install(here(s))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func mustUninstall(t *testing.T, s install.Setup, dataToo bool) (first, second install.Removed) {
	t.Helper()
	first, err := s.Unregister()
	if err != nil {
		t.Fatal(err)
	}
	if second, err = s.Remove(dataToo); err != nil {
		t.Fatal(err)
	}
	return first, second
}

// tree is all that lies on the machine: folders with their permissions, links,
// files with their content, and the registry.
func (p *person) tree() map[string]string {
	p.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.Root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			info, err := d.Info()
			if err == nil {
				all[path] = "folder " + info.Mode().String()
			}
			return err
		}
		if to, err := os.Readlink(path); err == nil {
			all[path] = "link to " + to
			return nil
		}
		data, err := os.ReadFile(path)
		all[path] = string(data)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, line := range p.reg.Dump() {
		all[line] = "registry"
	}
	return all
}

func (p *person) same(before map[string]string) {
	p.t.Helper()
	after := p.tree()
	for path, text := range before {
		if after[path] != text {
			p.t.Errorf("%s was %q and is %q", path, text, after[path])
		}
	}
	for path := range after {
		if _, ok := before[path]; !ok {
			p.t.Errorf("left behind: %s", path)
		}
	}
}

// Install, install again, uninstall, on each system: every found browser finds
// Margay in between, and afterwards all is as before.
func TestSetup_twice_and_undone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		goos, home, data string
		started          []string
	}{
		"linux": {"linux", "/home/m", "/home/m/.local/share/margay", []string{
			"/home/m/.config/google-chrome/Default", "/home/m/.config/google-chrome-beta", "/home/m/.config/chromium",
			"/home/m/.config/microsoft-edge", "/home/m/.config/BraveSoftware/Brave-Browser", "/home/m/.config/BraveSoftware/Brave-Origin",
			"/home/m/.config/vivaldi", "/home/m/.config/opera",
		}},
		"linux_opera_alone":       {"linux", "/home/mira lund", "/home/mira lund/.local/share/margay", []string{"/home/mira lund/.config/opera"}},
		"linux_hosts_folders_are": {"linux", "/home/m", "/data", []string{"/home/m/.config/chromium/NativeMessagingHosts", "/data"}},
		"darwin": {"darwin", "/Users/m", "/Users/m/Library/Application Support/Margay", []string{
			"/Users/m/Library/Application Support/Google/Chrome", "/Users/m/Library/Application Support/BraveSoftware/Brave-Browser",
			"/Users/m/Library/Application Support/com.operasoftware.Opera",
		}},
		"windows": {"windows", `C:\Users\Mira Lund`, `C:\Users\Mira Lund\AppData\Local\Margay`, []string{
			`C:\Users\Mira Lund\AppData\Local\Google\Chrome\User Data`, `C:\Users\Mira Lund\AppData\Local\Microsoft\Edge\User Data`,
			`C:\Users\Mira Lund\AppData\Local\Vivaldi\User Data`, `C:\Users\Mira Lund\AppData\Roaming\Opera Software\Opera Stable`,
		}},
		"windows_wide_name": {"windows", `C:\Users\姓　名`, `C:\Users\姓　名\AppData\Local\Margay`, []string{
			`C:\Users\姓　名\AppData\Local\BraveSoftware\Brave-Browser\User Data`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			for _, dir := range tc.started {
				p.mkdir(dir)
			}
			if err := p.reg.SetValue(`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`, "Other", "other.exe"); err != nil {
				t.Fatal(err)
			}
			before := p.tree()
			s := p.setup(tc.data)
			s.Login = install.ChoiceYes
			first := here(s)
			for range 2 {
				mustInstall(t, s)
				if again := here(s); !slices.EqualFunc(again, first, func(a, b install.Browser) bool { return a.ID == b.ID }) {
					t.Errorf("browsers that are here changed by installing: %v, then %v", first, again)
				}
			}
			for _, r := range s.Machine.Inspect(s.Want, first) {
				if f := r.Winner(); f == nil || f.State != install.StateFound || f.Detail != "" {
					t.Errorf("%s finds %+v", r.Browser.Name, f)
				}
			}
			if len(first) < len(tc.started)-1 {
				t.Errorf("only %v were found", first)
			}
			mustUninstall(t, s, false)
			p.same(before)
		})
	}
}

// Line “manifest exists from another product” of the case file.
func TestInstall_leaves_another_product_its_place(t *testing.T) {
	t.Parallel()
	const windowsKey = `HKCU\Software\Google\Chrome\NativeMessagingHosts\com.margay.host`
	for name, tc := range map[string]struct {
		goos, home, data, at string
		set                  func(p *person)
	}{
		"linux": {"linux", "/home/m", "/home/m/.local/share/margay", userAt, func(p *person) {
			p.mkdir("/home/m/.config/google-chrome")
			p.put(userAt, manifestFor(p.t, "/opt/cat/host"))
		}},
		"windows": {"windows", `C:\Users\m`, `C:\Users\m\AppData\Local\Margay`, windowsKey, func(p *person) {
			p.mkdir(`C:\Users\m\AppData\Local\Google\Chrome\User Data`)
			p.put(`C:\Cat\cat.json`, manifestFor(p.t, `C:\Cat\host.exe`))
			if err := p.reg.SetValue(windowsKey, "", `C:\Cat\cat.json`); err != nil {
				p.t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			tc.set(p)
			before := p.tree()
			s := p.setup(tc.data)
			out := mustInstall(t, s)
			if len(out.Skipped) != 1 || out.Skipped[0].At != tc.at || !strings.Contains(strings.ToLower(out.Skipped[0].Program), "cat") {
				t.Errorf("skipped: %+v", out.Skipped)
			}
			if r := s.Machine.Inspect(s.Want, here(s)); r[0].Winner().State != install.StateForeign {
				t.Errorf("it was overwritten without a word: %+v", r[0].Winner())
			}
			s.Force = true
			for range 2 { // the second time it is ours, and what was before stays known
				mustInstall(t, s)
			}
			if r := s.Machine.Inspect(s.Want, here(s)); r[0].Winner().State != install.StateFound {
				t.Errorf("not replaced: %+v", r[0].Winner())
			}
			if first, _ := mustUninstall(t, s, false); len(first.Restored) != 1 {
				t.Errorf("restored: %v", first.Restored)
			}
			p.same(before)
		})
	}
}

// An install that was cut off anywhere can be taken back: the record comes first.
func TestInstall_is_on_record_before_it_is_written(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/home/m/.config/google-chrome")
	before := p.tree()
	s := p.setup("/home/m/.local/share/margay")
	s.Files = brokenFS{s.Files}
	if _, err := s.Install(here(s)); err == nil {
		t.Fatal("an extension that cannot be read was unpacked")
	}
	if !s.Installed() {
		t.Fatal("there is no record")
	}
	mustUninstall(t, s, false)
	p.same(before)
}

// One browser whose folder cannot be written keeps no other from it.
func TestInstall_goes_on_where_one_browser_cannot_be_registered(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/home/m/.config/google-chrome")
	p.put("/home/m/.config/google-chrome/NativeMessagingHosts", "a file in the place of the folder")
	p.mkdir("/home/m/.config/vivaldi")
	s := p.setup("/home/m/.local/share/margay")
	out := mustInstall(t, s)
	if len(out.Failed) != 1 || out.Failed[0].Browser.ID != "chrome" || out.Failed[0].Err == nil {
		t.Errorf("failed: %+v", out.Failed)
	}
	for _, r := range s.Machine.Inspect(s.Want, []install.Browser{p.browser("vivaldi")}) {
		if f := r.Winner(); f == nil || f.State != install.StateFound {
			t.Errorf("Vivaldi finds %+v", f)
		}
	}
	mustUninstall(t, s, false)
	if p.read("/home/m/.config/google-chrome/NativeMessagingHosts") != "a file in the place of the folder" {
		t.Error("the file was touched")
	}
}

type brokenFS struct{ fs.FS }

func (b brokenFS) Open(name string) (fs.File, error) {
	if name == "icons/16.png" {
		return nil, fs.ErrPermission
	}
	return b.FS.Open(name)
}

func TestInstall_refuses_a_network_share_on_windows(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`\\fileserver\home\mira\Margay`, `//fileserver/home/mira`} {
		p := newPerson(t, "windows", `C:\Users\m`)
		before := p.tree()
		_, err := p.setup(data).Install(nil)
		if err == nil || !strings.Contains(err.Error(), "network share") || !strings.Contains(err.Error(), "--data") {
			t.Errorf("%s: %v, want a refusal with its reason", data, err)
		}
		p.same(before)
	}
}

// NM-18, and line “program updated in place while a host runs” of the case file.
func TestInstall_replaces_a_program_that_runs(t *testing.T) {
	t.Parallel()
	for _, goos := range []string{"linux", "windows"} {
		t.Run(goos, func(t *testing.T) {
			t.Parallel()
			home, data := "/home/m", "/home/m/margay"
			if goos == "windows" {
				home, data = `C:\Users\m`, `C:\Users\m\Margay`
			}
			p := newPerson(t, goos, home)
			s := p.setup(data)
			if out := mustInstall(t, s); out.Written[0].Same {
				t.Error("a first copy is said to be there already")
			}
			held, err := os.Open(p.file(s.Want.Program))
			if err != nil {
				t.Fatal(err)
			}
			defer held.Close()
			write(t, s.Source, "program two")
			for i := range 2 {
				if out := mustInstall(t, s); out.Written[0].Same != (i == 1) {
					t.Errorf("time %d: the program was there already: %v", i, out.Written[0].Same)
				}
			}
			if p.read(s.Want.Program) != "program two" {
				t.Error("it was not replaced")
			}
			was := make([]byte, len("program one"))
			if _, err := held.ReadAt(was, 0); err != nil || string(was) != "program one" {
				t.Errorf("who runs it sees %q, %v", was, err)
			}
			if list, _ := os.ReadDir(filepath.Dir(p.file(s.Want.Program))); len(list) != 1 {
				t.Errorf("left in bin: %v", list)
			}
		})
	}
}

func TestInstall_login(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		goos, home, data string
		at               string
		words            []string
	}{
		"linux": {"linux", "/home/mira lund", `/home/mira lund/100% "sure"\$x`, "/home/mira lund/.config/autostart/margay.desktop", []string{
			"[Desktop Entry]\n", "Type=Application\n", `Exec="/home/mira lund/100%% \\"sure\\"\\\\\\$x/bin/margay" "serve" "--data" "/home/mira lund/100%% \\"sure\\"\\\\\\$x"` + "\n",
		}},
		"linux_newline_and_tab": {"linux", "/home/m", "/home/m/a\nb\tc", "/home/m/.config/autostart/margay.desktop", []string{
			`Exec="/home/m/a\nb\tc/bin/margay" "serve" "--data" "/home/m/a\nb\tc"` + "\n",
		}},
		"darwin": {"darwin", "/Users/m", "/Users/m/A & B", "/Users/m/Library/LaunchAgents/com.margay.host.plist", []string{
			"<string>com.margay.host</string>", "<string>/Users/m/A &amp; B/bin/margay</string>", "<key>RunAtLoad</key>\n\t<true/>",
		}},
		"windows": {"windows", `C:\Users\Mira Lund`, `C:\Users\Mira Lund\Margay`, "", []string{
			`"C:\Users\Mira Lund\Margay\bin\margay.exe" serve --data "C:\Users\Mira Lund\Margay"`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			now := func() string {
				if tc.at == "" {
					text, _ := p.reg.Value(`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`, "Margay")
					return text
				}
				text, _ := os.ReadFile(p.file(tc.at))
				return string(text)
			}
			s := p.setup(tc.data)
			mustInstall(t, s)
			without := p.tree()
			if now() != "" {
				t.Error("it starts at login unasked")
			}
			s.Login = install.ChoiceYes
			said := mustInstall(t, s).Written
			if at := said[len(said)-1].At; tc.goos == "windows" && !strings.HasSuffix(at, `Run (value Margay)`) {
				t.Errorf("it says %s, which is everybody's", at)
			}
			if strings.HasSuffix(tc.at, ".plist") {
				if err := xml.Unmarshal([]byte(now()), &struct{ XMLName xml.Name }{}); err != nil {
					t.Errorf("the property list: %v", err)
				}
			}
			for _, words := range tc.words {
				if !strings.Contains(now(), words) {
					t.Errorf("%s\ndoes not hold\n%s", now(), words)
				}
			}
			if _, err := s.Install(nil); err != nil { // once more changes nothing
				t.Fatal(err)
			}
			s.Login = install.ChoiceKeep
			mustInstall(t, s)
			if now() == "" {
				t.Error("an install that says nothing of it took it away")
			}
			s.Login = install.ChoiceNo
			mustInstall(t, s)
			p.same(without)
		})
	}
}
