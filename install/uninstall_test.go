package install_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/install"
)

// What a person did meanwhile is theirs.
func TestUninstall_removes_only_what_install_wrote(t *testing.T) {
	t.Parallel()
	const data = "/home/m/.local/share/margay"
	start := func(t *testing.T) (*person, install.Setup) {
		p := newPerson(t, "linux", "/home/m")
		p.mkdir("/home/m/.config/google-chrome")
		p.mkdir("/home/m/.config/opera")
		s := p.setup(data)
		mustInstall(t, s)
		return p, s
	}
	t.Run("data_stays_unless_asked", func(t *testing.T) {
		t.Parallel()
		p, s := start(t)
		p.put(data+"/margay.db", "conversations")
		if _, out := mustUninstall(t, s, false); !out.DataKept {
			t.Error("it does not say that the data stays")
		}
		if p.read(data+"/margay.db") != "conversations" || p.read(data+"/margay.data") != "mark" {
			t.Error("the data is not as it was")
		}
		if s.Installed() {
			t.Error("it still says that it is installed")
		}
		for _, gone := range []string{"/bin", "/extension"} {
			if _, err := os.Stat(p.file(data + gone)); err == nil {
				t.Errorf("%s is left", gone)
			}
		}
		mustInstall(t, s)
		if _, out := mustUninstall(t, s, true); out.DataKept {
			t.Error("it says that the data stays")
		}
		if _, err := os.Stat(p.file(data)); err == nil {
			t.Error("the data is left though it was asked for")
		}
	})
	t.Run("data_that_was_kept_goes_later", func(t *testing.T) {
		t.Parallel()
		p, s := start(t)
		p.put(data+"/margay.db", "conversations")
		mustUninstall(t, s, false)
		mustUninstall(t, s, true)
		if list, err := os.ReadDir(p.file("/home/m")); err != nil || len(list) != 1 || list[0].Name() != ".config" {
			t.Errorf("left: %v, %v", list, err)
		}
	})
	t.Run("a_manifest_that_another_wrote_since", func(t *testing.T) {
		t.Parallel()
		p, s := start(t)
		p.put(userAt, manifestFor(t, "/opt/other/margay"))
		first, _ := mustUninstall(t, s, false)
		if len(first.Left) != 1 || first.Left[0].At != userAt || !strings.Contains(first.Left[0].Why, "/opt/other/margay") {
			t.Errorf("left: %v", first.Left)
		}
		if p.read(userAt) != manifestFor(t, "/opt/other/margay") {
			t.Error("it was touched")
		}
	})
	t.Run("a_manifest_that_is_gone_already", func(t *testing.T) {
		t.Parallel()
		p, s := start(t)
		if err := os.Remove(p.file(userAt)); err != nil {
			t.Fatal(err)
		}
		if first, _ := mustUninstall(t, s, false); len(first.Left) != 0 || slices.Contains(first.Gone, userAt) {
			t.Errorf("%+v", first)
		}
	})
	t.Run("a_browser_that_runs_by_now_in_the_folder_we_made", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		s := p.setup(data)
		if _, err := s.Install([]install.Browser{p.browser("chrome")}); err != nil {
			t.Fatal(err)
		}
		p.put("/home/m/.config/google-chrome/Local State", "{}")
		mustUninstall(t, s, false)
		if p.read("/home/m/.config/google-chrome/Local State") != "{}" {
			t.Error("the browser's data is gone")
		}
		if _, err := os.Stat(filepath.Dir(p.file(userAt))); err == nil {
			t.Error("the empty folder of manifests is left")
		}
	})
	t.Run("a_folder_of_the_persons_is_not_removed_with_the_data", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		p.put("/home/m/Documents/letter.txt", "dear")
		s := p.setup("/home/m/Documents")
		mustInstall(t, s)
		p.put("/home/m/Documents/margay.db", "conversations")
		_, out := mustUninstall(t, s, true)
		if p.read("/home/m/Documents/letter.txt") != "dear" {
			t.Error("the person's letter is gone")
		}
		if len(out.Left) != 1 || !strings.HasSuffix(out.Left[0].Why, ": letter.txt") {
			t.Errorf("left: %v", out.Left)
		}
		if _, err := os.Stat(p.file("/home/m/Documents/margay.db")); err == nil {
			t.Error("the conversations are left though they were to go")
		}
	})
	t.Run("a_home_folder_never", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		p.put("/home/m/letter.txt", "dear")
		s := p.setup("/home/m")
		s.DataIsOurs = true
		mustInstall(t, s)
		mustUninstall(t, s, true)
		if p.read("/home/m/letter.txt") != "dear" {
			t.Error("the person's letter is gone")
		}
	})
	t.Run("what_a_link_leads_to_is_told_and_left", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		p.put("/mnt/big/letter.txt", "dear")
		p.mkdir("/home/m/.local/share")
		if err := os.Symlink(p.file("/mnt/big"), p.file(data)); err != nil {
			t.Fatal(err)
		}
		s := p.setup(data)
		s.DataIsOurs = true
		mustInstall(t, s)
		_, out := mustUninstall(t, s, true)
		if p.read("/mnt/big/letter.txt") != "dear" {
			t.Error("the person's letter is gone")
		}
		if len(out.Left) != 1 || out.Left[0].At != p.file("/mnt/big") {
			t.Errorf("left: %v", out.Left)
		}
	})
	t.Run("nothing_twice", func(t *testing.T) {
		t.Parallel()
		p, s := start(t)
		mustUninstall(t, s, false)
		before := p.tree()
		if s.Installed() {
			t.Error("it still says that it is installed")
		}
		first, second := mustUninstall(t, s, false)
		if first.Gone != nil || second.Gone != nil {
			t.Errorf("removed again: %v %v", first.Gone, second.Gone)
		}
		p.same(before)
	})
}

// Two installations, of two data directories: the later one has the browser, and
// gives it back; it brings nothing back that has gone meanwhile.
func TestUninstall_gives_the_browser_back_to_another_margay(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ goos, home, browser, sep string }{
		"linux":   {"linux", "/home/m", "/home/m/.config/google-chrome", "/"},
		"windows": {"windows", `C:\Users\m`, `C:\Users\m\AppData\Local\Google\Chrome\User Data`, `\`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			p.mkdir(tc.browser)
			empty := p.tree()
			one, two := p.setup(tc.home+tc.sep+"one"), p.setup(tc.home+tc.sep+"two")
			mustInstall(t, one)
			alone := p.tree()
			for range 2 {
				mustInstall(t, two)
			}
			if f := p.Inspect(two.Want, here(two))[0].Winner(); f == nil || f.State != install.StateFound || f.Detail != "" {
				t.Errorf("the later one does not have the browser: %+v", f)
			}
			if first, _ := mustUninstall(t, two, false); len(first.Restored) != 1 {
				t.Errorf("restored: %v", first.Restored)
			}
			p.same(alone)

			mustInstall(t, two)
			mustInstall(t, one) // each has taken the other's place
			mustUninstall(t, two, false)
			mustUninstall(t, one, false)
			p.same(empty)
		})
	}
}
