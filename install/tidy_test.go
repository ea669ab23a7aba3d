package install_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/install"
)

// A program that an install was killed over is large, and no use to anybody.
func TestInstall_clears_halves_of_the_program(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.setup(linuxData)
	mustInstall(t, s)
	for _, same := range []bool{true, false} {
		p.put(linuxData+"/bin/.margay.123", "half")
		p.put(linuxData+"/bin/.margay.mine", "a person's")
		if !same {
			write(t, s.Source, "program two")
		}
		mustInstall(t, s)
		if list, err := filepath.Glob(p.file(linuxData + "/bin/.margay.*")); err != nil || len(list) != 1 || !strings.HasSuffix(list[0], "mine") {
			t.Errorf("left: %v, %v", list, err)
		}
	}
}

// The folder of a browser that was never started stays as private as the browser
// would have made it, and so do those above it.
func TestInstall_makes_private_folders(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.setup(linuxData)
	s.Login, s.Link = install.ChoiceYes, "/home/m/.local/bin"
	if _, err := s.Install([]install.Browser{p.browser("edge")}); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{".config", ".config/microsoft-edge", ".config/microsoft-edge/NativeMessagingHosts", ".config/autostart", ".local/bin"} {
		if info, err := os.Stat(p.file("/home/m/" + dir)); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", dir, info.Mode(), err)
		}
	}
}

func TestInstall_refuses_the_name_of_a_device_on_windows(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "windows", `C:\Users\m`)
	_, err := p.setup(`\\.\con`).Install(nil) // as C:\con is read
	if err == nil || !strings.Contains(err.Error(), "device") || strings.Contains(err.Error(), "network") {
		t.Errorf("error %v", err)
	}
}

// A data directory that was moved, with a link in its place, goes with the link;
// both are said. A link that was there before is the person's, and so is what it
// leads to.
func TestUninstall_behind_a_link(t *testing.T) {
	t.Parallel()
	t.Run("put_there_since", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		p.mkdir("/mnt")
		before := p.tree()
		s := p.setup(linuxData)
		s.DataIsOurs = true
		mustInstall(t, s)
		p.rename(linuxData, "/mnt/big")
		if err := os.Symlink(p.file("/mnt/big"), p.file(linuxData)); err != nil {
			t.Fatal(err)
		}
		_, out := mustUninstall(t, s, true)
		p.same(before)
		for _, at := range []string{linuxData, p.file("/mnt/big")} {
			if !slices.Contains(out.Gone, at) {
				t.Errorf("%s is not said to be gone: %q", at, out.Gone)
			}
		}
	})
	t.Run("there_before", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		p.mkdir("/mnt/big")
		p.mkdir("/home/m/.local/share")
		if err := os.Symlink(p.file("/mnt/big"), p.file(linuxData)); err != nil {
			t.Fatal(err)
		}
		before := p.tree()
		s := p.setup(linuxData)
		s.DataIsOurs = true
		mustInstall(t, s)
		for range 2 { // the second time no record tells that they were there
			mustUninstall(t, s, true)
			p.same(before)
		}
	})
}
