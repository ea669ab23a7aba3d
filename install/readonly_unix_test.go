//go:build unix

package install_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A folder that cannot be written keeps what lies in it, and nothing else; the
// record keeps that alone, and the next uninstall finishes.
func TestUninstall_goes_on_where_a_folder_is_read_only(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 { // who writes everywhere
		asNobody(t)
		return
	}
	for name, dir := range map[string]string{"link": "/home/m/bin", "manifest": "/home/m/.config/google-chrome/NativeMessagingHosts"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.mkdir(dir)
			p.mkdir("/home/m/.config/google-chrome")
			p.mkdir("/home/m/.config/vivaldi")
			before := p.tree()
			s := p.setup(linuxData)
			s.Link = "/home/m/bin"
			mustInstall(t, s)
			p.put(linuxData+"/keys", "key")
			if err := os.Chmod(p.file(dir), 0o500); err != nil {
				t.Fatal(err)
			}
			_, out := mustUninstall(t, s, true)
			if len(out.Failed) != 1 || !strings.HasPrefix(out.Failed[0].At, dir) {
				t.Errorf("failed: %+v", out.Failed)
			}
			if list, err := os.ReadDir(p.file(linuxData)); err != nil || len(list) != 1 {
				t.Errorf("left: %v, %v; want the record alone", list, err)
			}
			if err := os.Chmod(p.file(dir), 0o755); err != nil {
				t.Fatal(err)
			}
			mustUninstall(t, s, true)
			p.same(before)
		})
	}
}

// asNobody runs the test that calls it in a process of a user who may write little.
func asNobody(t *testing.T) {
	t.Helper()
	const nobody = 65534
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	// Not t.TempDir and not the test's own program: nobody may enter neither.
	dir, err := os.MkdirTemp("", "mn-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	copied := filepath.Join(dir, "test")
	if err := errors.Join(os.WriteFile(copied, program, 0o700), os.Chown(copied, nobody, nobody), os.Chown(dir, nobody, nobody)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), copied, "-test.v", "-test.run=^"+t.Name()+"$")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir, "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}
