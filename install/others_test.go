package install_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/install"
)

// A folder that somebody uses already may be chosen for the data, but what lies
// in it under our names and is not ours is never replaced: it is said before
// anything is touched.
func TestInstall_refuses_a_folder_whose_names_are_taken(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"extension":         "/extension/src/thesis.txt",
		"extension_as_file": "/extension",
		"file_of_ours":      "/extension/manifest.json",
		"program":           "/bin/margay",
		"log":               "/log/diary.txt",
		"log_by_our_name":   "/log/margay.log",
		"kept":              "/keys",
		"kept_in_folders":   "/blobs/ab/x.zst",
		"scaffold":          "/tabs.json",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.put("/home/m/project"+file, "dear")
			before := p.tree()
			_, err := p.setup("/home/m/project").Install(nil)
			if err == nil || !strings.Contains(err.Error(), "/home/m/project"+file) || !strings.Contains(err.Error(), "--data") {
				t.Errorf("error %v, want one that names %s and --data", err, file)
			}
			p.same(before)
		})
	}
}

// What lies in a folder that was never a data directory is nobody's of ours,
// whatever its name: also for who asks for the data to be removed.
func TestUninstall_data_too_in_a_folder_that_was_never_ours(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	for _, f := range []string{"/keys", "/margay.db", "/tabs.json", "/log/margay.log"} {
		p.put("/home/m/project"+f, "mine")
	}
	before := p.tree()
	s := p.setup("/home/m/project")
	if s.HoldsData() {
		t.Error("it is said to hold the data of Margay")
	}
	if _, out := mustUninstall(t, s, true); len(out.Gone) > 0 {
		t.Errorf("gone: %v", out.Gone)
	}
	p.same(before)
	s.DataIsOurs = true // the system's place for it
	if !s.HoldsData() {
		t.Error("the usual place is not known")
	}
	mustUninstall(t, s, true)
	if _, err := os.Stat(p.file("/home/m/project/keys")); err == nil {
		t.Error("the keys are left in the usual place")
	}
}

// Of two installs at once, one may see what the other has just written, and has
// read the record before it: it looks once more, and refuses nothing.
func TestInstall_does_not_refuse_what_another_install_writes_meanwhile(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.setup(linuxData)
	first := s
	s.Files = without(first.Files, "icons/16.png")
	var once sync.Once
	s.Files = onOpen{s.Files, func() { once.Do(func() { mustInstall(t, first) }) }}
	mustInstall(t, s)
}

// onOpen tells of each file that is opened.
type onOpen struct {
	fs.FS
	tell func()
}

func (o onOpen) Open(name string) (fs.File, error) {
	o.tell()
	return o.FS.Open(name)
}

// What another put beside ours, before or after, stays through everything.
func TestSetup_leaves_what_others_put_beside_it(t *testing.T) {
	t.Parallel()
	const project = "/home/m/project"
	p := newPerson(t, "linux", "/home/m")
	p.put(project+"/bin/tool", "tool")
	p.put(project+"/README", "read me")
	if err := os.Chmod(p.file(project), 0o755|fs.ModeSticky); err != nil {
		t.Fatal(err)
	}
	before := p.tree()
	s := p.setup(project)
	mustInstall(t, s)
	for _, later := range []string{"/extension/note.txt", "/extension/icons/note.txt", "/log/diary.txt"} {
		p.put(project+later, "later")
		before[p.file(project+later)] = "later"
	}
	for _, dir := range []string{"/extension", "/extension/icons", "/log"} {
		before[p.file(project+dir)] = p.tree()[p.file(project+dir)]
	}
	mustInstall(t, s)
	_, out := mustUninstall(t, s, false)
	p.same(before)
	if slices.Contains(out.Gone, project+"/extension") {
		t.Error("it says that a folder has gone which stays")
	}
	if out.DataKept {
		t.Error("it says that conversations stay, of which there are none")
	}
	if len(out.Left) == 0 || !slices.ContainsFunc(out.Left, func(l install.Left) bool { return strings.Contains(l.At+l.Why, "note.txt") }) {
		t.Errorf("it does not say what stays: %v", out.Left)
	}
}

// With the data, what the product wrote goes wherever it lies, a key above all,
// and nothing else.
func TestUninstall_data_too_in_a_folder_of_the_persons(t *testing.T) {
	t.Parallel()
	const pre = "/home/m/pre"
	p := newPerson(t, "linux", "/home/m")
	p.put(pre+"/letter.txt", "dear")
	before := p.tree()
	s := p.setup(pre)
	mustInstall(t, s)
	ours := []string{"/keys", "/margay.db", "/blobs/ab/cd.zst", "/log/margay.log"}
	for _, f := range ours {
		p.put(pre+f, "ours")
	}
	_, out := mustUninstall(t, s, true)
	p.same(before)
	if !slices.Contains(out.Gone, pre+"/keys") {
		t.Errorf("it does not say that the keys have gone: %v", out.Gone)
	}
}

// A key that cannot be removed is an error, and the record stays for another try.
func TestUninstall_data_too_that_leaves_a_key_has_failed(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.setup(linuxData)
	mustInstall(t, s)
	p.put(linuxData+"/keys/of/mine", "key")
	p.put(linuxData+"/margay.db", "conversations")
	if _, err := s.Remove(true); err == nil || !strings.Contains(err.Error(), linuxData+"/keys is a folder") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(p.file(linuxData + "/margay.db")); err == nil {
		t.Error("one thing that cannot be removed keeps another")
	}
	if _, err := os.Stat(p.file(linuxData + "/installed.json")); err != nil {
		t.Errorf("the record: %v", err)
	}
}

// One that fails half-way is done once more: also where no record is, the folder
// is still known for a data directory.
func TestUninstall_data_too_that_fails_can_be_done_again(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.setup("/home/m/project")
	if err := s.Prepare(); err != nil {
		t.Fatal(err)
	}
	p.put("/home/m/project/keys/of/mine", "key")
	if _, err := s.Remove(true); err == nil {
		t.Fatal("it is said to be done")
	}
	if !s.HoldsData() {
		t.Error("with the keys there, it says that there is no data")
	}
	if err := os.RemoveAll(p.file("/home/m/project/keys")); err != nil {
		t.Fatal(err)
	}
	p.put("/home/m/project/keys", "key")
	if _, out := mustUninstall(t, s, true); !slices.Contains(out.Gone, "/home/m/project/keys") {
		t.Errorf("gone: %v, left: %v", out.Gone, out.Left)
	}
}

// Who has put aside a folder that stood in a file's place, as doctor says, has
// mended that: it stays, is named, and keeps nothing else.
func TestUninstall_data_too_leaves_a_folder_that_was_put_aside(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.setup(linuxData)
	mustInstall(t, s)
	p.put(linuxData+"/keys.old/of/mine", "key")
	p.put(linuxData+"/keys", "key")
	_, out := mustUninstall(t, s, true)
	if len(out.Left) != 1 || !strings.Contains(out.Left[0].Why, "keys.old") {
		t.Errorf("left: %v", out.Left)
	}
	if p.read(linuxData+"/keys.old/of/mine") != "key" {
		t.Error("it is gone")
	}
	if _, err := os.Stat(p.file(linuxData + "/keys")); err == nil {
		t.Error("the keys are left")
	}
}

// What an upgrade no longer has goes; what others put there stays.
func TestInstall_clears_the_extension_of_its_own_old_files_alone(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.setup(linuxData)
	mustInstall(t, s)
	p.put(linuxData+"/extension/icons/note.txt", "mine")
	p.put(linuxData+"/extension/.build.txt.123", "half") // of an install that was killed
	next := p.setup(linuxData)
	next.Files = without(next.Files, "icons/16.png")
	mustInstall(t, next)
	if _, err := os.Stat(p.file(linuxData + "/extension/icons/16.png")); err == nil {
		t.Error("a file of the earlier version is left")
	}
	if _, err := os.Stat(p.file(linuxData + "/extension/.build.txt.123")); err == nil {
		t.Error("a half-written file is left")
	}
	if p.read(linuxData+"/extension/icons/note.txt") != "mine" {
		t.Error("the person's note is gone")
	}
}

// A manifest of another product may start a program of any name.
func TestInstall_knows_another_product_by_more_than_its_programs_name(t *testing.T) {
	t.Parallel()
	const theirs = `{"name":"com.margay.host","description":"Other","path":"/opt/margay","type":"stdio",` +
		`"allowed_origins":["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"]}`
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/home/m/.config/google-chrome")
	p.put("/opt/margay", "theirs")
	p.put(userAt, theirs)
	before := p.tree()
	s := p.setup(linuxData)
	if out := mustInstall(t, s); len(out.Skipped) != 1 || out.Skipped[0].Program != "/opt/margay" || p.read(userAt) != theirs {
		t.Errorf("skipped: %+v; it holds %s", out.Skipped, p.read(userAt))
	}
	s.Force = true
	mustInstall(t, s)
	if first, _ := mustUninstall(t, s, false); !slices.Contains(first.Restored, userAt) {
		t.Errorf("restored: %v", first.Restored)
	}
	p.same(before)
}

// What --force replaced stays known, also where another Margay took the place in
// between: that one may go, the other product is not ours to lose.
func TestInstall_keeps_what_force_replaced_after_another_margay_took_the_place(t *testing.T) {
	t.Parallel()
	const windowsData, windowsOther, key = `C:\Users\m\Margay`, `C:\Users\m\Other`, `HKCU\Software\Google\Chrome\NativeMessagingHosts\com.margay.host`
	for name, tc := range map[string]struct {
		goos, home, data, other string
		start                   func(p *person)
	}{
		"linux": {"linux", "/home/m", linuxData, "/home/m/other", func(p *person) {
			p.mkdir("/home/m/.config/google-chrome")
			p.put(userAt, manifestFor(p.t, "/opt/cat/host"))
		}},
		"windows": {"windows", `C:\Users\m`, windowsData, windowsOther, func(p *person) {
			p.mkdir(`C:\Users\m\AppData\Local\Google\Chrome\User Data`)
			p.put(`C:\Cat\cat.json`, manifestFor(p.t, `C:\Cat\host.exe`))
			if err := p.reg.SetValue(key, "", `C:\Cat\cat.json`); err != nil {
				p.t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			tc.start(p)
			before := p.tree()
			s, other := p.setup(tc.data), p.setup(tc.other)
			s.Force = true
			mustInstall(t, s)
			mustInstall(t, other)
			mustInstall(t, s)
			mustUninstall(t, other, false)
			mustUninstall(t, s, false)
			p.same(before)
		})
	}
}

// What no browser can read serves nobody: where another Margay has taken its
// place since, that one is what uninstall puts back.
func TestUninstall_puts_back_another_margay_and_not_what_nobody_could_read(t *testing.T) {
	t.Parallel()
	const key = `HKCU\Software\Google\Chrome\NativeMessagingHosts\com.margay.host`
	linux := func(text string) func(p *person) {
		return func(p *person) { p.put(userAt, text) }
	}
	for name, start := range map[string]func(p *person){
		"linux_cut_off":    linux(`{"name": "com.marg`),
		"linux_empty":      linux(""),
		"linux_no_program": linux(`{"name": "com.margay.host"}`),
		"windows_file_that_has_gone": func(p *person) {
			if err := p.reg.SetValue(key, "", `C:\Cat\cat.json`); err != nil {
				p.t.Fatal(err)
			}
		},
		"windows_cut_off": func(p *person) {
			p.put(`C:\Cat\cat.json`, `{"name": "com.marg`)
			if err := p.reg.SetValue(key, "", `C:\Cat\cat.json`); err != nil {
				p.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, data, another := newPerson(t, "linux", "/home/m"), linuxData, "/home/m/other"
			if strings.HasPrefix(name, "windows") {
				p, data, another = newPerson(t, "windows", `C:\Users\m`), `C:\Users\m\Margay`, `C:\Users\m\Other`
				p.mkdir(`C:\Users\m\AppData\Local\Google\Chrome\User Data`)
			} else {
				p.mkdir("/home/m/.config/google-chrome")
			}
			start(p)
			s, other := p.setup(data), p.setup(another)
			mustInstall(t, s)
			mustInstall(t, other)
			mustInstall(t, s)
			mustUninstall(t, s, false)
			for _, r := range p.Inspect(other.Want, []install.Browser{p.browser("chrome")}) {
				if w := r.Winner(); w == nil || w.State != install.StateFound {
					t.Errorf("the other Margay has lost its browser: %+v", r.Findings)
				}
			}
		})
	}
}

// An install that was killed before its record leaves what uninstall knows to
// be nobody's.
func TestUninstall_after_an_install_that_was_killed_before_its_record(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/home/m/.local/share")
	before := p.tree()
	s := p.setup(linuxData)
	if err := s.Prepare(); err != nil {
		t.Fatal(err)
	}
	if !s.Installed() {
		t.Error("it says that nothing is installed")
	}
	mustUninstall(t, s, false)
	p.same(before)
}
