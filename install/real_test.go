//go:build linux

package install_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The command that the script puts in place works on the data directory that it
// was installed with, by the link and by its own path.
func TestScript_command_works_on_what_was_installed(t *testing.T) {
	t.Parallel()
	for name, command := range map[string]string{"link": ".local/bin/margay", "program": "my data/bin/margay"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, margay := newHome(t)
			if err := os.MkdirAll(filepath.Join(h.dir, ".config/chromium"), 0o700); err != nil {
				t.Fatal(err)
			}
			before := h.tree()
			h.must(script(t), margay, "--data", filepath.Join(h.dir, "my data"))
			out := h.must(filepath.Join(h.dir, command), "uninstall")
			if after := h.tree(); !slices.Equal(after, before) {
				t.Errorf("before\n%s\nafter\n%s\nit said %s", strings.Join(before, "\n"), strings.Join(after, "\n"), out)
			}
		})
	}
}

// A home folder that got another name: the script once more mends what leads to
// the old one, says that the extension has to be loaded again, and all of it can
// be taken back.
func TestScript_in_a_home_of_another_name(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	if err := os.MkdirAll(filepath.Join(h.dir, ".config/chromium"), 0o700); err != nil {
		t.Fatal(err)
	}
	before := h.tree()
	h.must(script(t), margay, "--at-login")
	old := h.dir
	h.dir += "renamed"
	h.env[0] = "HOME=" + h.dir
	if err := os.Rename(old, h.dir); err != nil {
		t.Fatal(err)
	}
	out := h.must(script(t), margay)
	for _, want := range []string{"was at " + old + "/.local/share/margay before", "load it again from here"} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q: %s", want, out)
		}
	}
	for _, not := range []string{"not ours", "nothing to do"} {
		if strings.Contains(out, not) {
			t.Errorf("it says %q: %s", not, out)
		}
	}
	if out := h.must(filepath.Join(h.dir, ".local/bin/margay"), "uninstall", "--data-too"); strings.Contains(out, "Left:") {
		t.Errorf("something was left: %s", out)
	}
	for i, path := range before {
		before[i] = h.dir + strings.TrimPrefix(path, old)
	}
	if after := h.tree(); !slices.Equal(after, before) {
		t.Errorf("before\n%s\nafter\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

// A damaged record does not keep a newer program from being installed.
func TestScript_after_the_record_was_damaged(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	before := h.tree()
	h.must(script(t), margay)
	write(t, filepath.Join(h.dir, ".local/share/margay/installed.json"), "{")
	data, err := os.ReadFile(margay)
	if err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(t.TempDir(), "margay")
	if err := os.WriteFile(newer, append(data, "newer"...), 0o700); err != nil { // it starts all the same
		t.Fatal(err)
	}
	h.must(script(t), newer)
	h.must(filepath.Join(h.dir, ".local/bin/margay"), "uninstall", "--data-too")
	if err := os.Remove(filepath.Join(h.dir, ".local/bin")); err != nil { // no record tells who made it
		t.Error(err)
	}
	for _, up := range []string{".local/share", ".local"} {
		_ = os.Remove(filepath.Join(h.dir, up)) // nor these; the comparison tells
	}
	if after := h.tree(); !slices.Equal(after, before) {
		t.Errorf("before\n%s\nafter\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

// A data directory that lies on a disk that is away, or behind a link to itself, is not taken for none.
func TestCommand_where_the_disk_of_the_data_is_away(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]string{"away": "/none/disk", "itself": "margay"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, margay := newHome(t)
			data := filepath.Join(h.dir, ".local/share/margay")
			if err := errors.Join(os.MkdirAll(filepath.Dir(data), 0o700), os.Symlink(to, data)); err != nil {
				t.Fatal(err)
			}
			for _, command := range []string{"install", "uninstall"} {
				if out, err := h.run(margay, command); err == nil || !strings.Contains(out, data+" is a link to "+to+", which cannot be reached") {
					t.Errorf("%s: %v: %s", command, err, out)
				}
			}
		})
	}
}

// A person who removed the data directory by hand is told that the rest goes, and
// what may be left.
func TestCommand_after_the_data_was_removed_by_hand(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	for _, dir := range []string{".config/chromium/NativeMessagingHosts", ".config/autostart", ".local/bin", ".local/share"} {
		if err := os.MkdirAll(filepath.Join(h.dir, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	before := h.tree()
	h.must(script(t), margay, "--at-login")
	if err := os.RemoveAll(filepath.Join(h.dir, ".local/share/margay")); err != nil {
		t.Fatal(err)
	}
	out := h.must(margay, "uninstall")
	if after := h.tree(); !slices.Equal(after, before) || !strings.Contains(out, "--user-data-dir") {
		t.Errorf("before\n%s\nafter\n%s\nit said %s", strings.Join(before, "\n"), strings.Join(after, "\n"), out)
	}
	if out := h.must(margay, "uninstall"); !strings.Contains(out, "Nothing is installed") || !strings.Contains(out, "--user-data-dir") {
		t.Errorf("once more it says %s", out)
	}
}

// Where the disk of the folder for temporary files starts no program, that is
// what the script says, and not what to do with a file that is not there any more.
func TestScript_where_temporary_files_are_not_started(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	archive := filepath.Join(t.TempDir(), "margay.tar.gz")
	if out, err := exec.CommandContext(t.Context(), "tar", "-czf", archive, "-C", filepath.Dir(margay), "margay").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	mount := []string{"unshare", "--map-root-user", "--mount"}
	if os.Geteuid() == 0 {
		mount = []string{"unshare", "--mount"}
	}
	disk := t.TempDir()
	inside := func(then ...string) *exec.Cmd {
		words := slices.Concat(mount[1:], []string{"sh", "-c", `mount -t tmpfs -o noexec none "$0" && exec "$@"`, disk}, then)
		cmd := exec.CommandContext(t.Context(), mount[0], words...)
		cmd.Env = append(os.Environ(), "HOME="+h.dir, "TMPDIR="+disk)
		return cmd
	}
	if err := inside("true").Run(); err != nil {
		missing(t, "this system lets nobody mount a disk in a namespace (unshare --mount): "+err.Error())
	}
	out, err := inside("/bin/sh", script(t), archive).CombinedOutput()
	said := string(out)
	if err == nil || !strings.Contains(said, "noexec") || !strings.Contains(said, "TMPDIR=") || !strings.Contains(said, disk) || strings.Contains(said, "chmod") {
		t.Errorf("an archive: %v: %s", err, said)
	}
	there := filepath.Join(disk, "margay")
	out, err = inside("/bin/sh", "-c", `cp "$0" "$1" && chmod 0700 "$1" && exec sh "$2" "$1"`, margay, there, script(t)).CombinedOutput()
	said = string(out)
	if err == nil || !strings.Contains(said, "noexec") || !strings.Contains(said, there) || strings.Contains(said, "chmod") {
		t.Errorf("a program: %v: %s", err, said)
	}
}
