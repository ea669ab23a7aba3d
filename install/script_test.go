//go:build linux

package install_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/install/installtest"
)

// built is the folder of the program that the tests build.
var built string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "margay-install-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built = dir
	code := m.Run()
	_ = os.RemoveAll(dir) // a folder in the system's temporary one
	os.Exit(code)
}

var build = sync.OnceValues(func() (string, error) {
	path := filepath.Join(built, "margay")
	out, err := exec.Command("go", "build", "-o", path, "github.com/margay/margay/host/cmd/margay").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return path, err
})

// home is the empty home folder of a person, with PATH and nothing else set.
type home struct {
	t   *testing.T
	dir string
	env []string
}

func newHome(t *testing.T) (h home, margay string) {
	t.Helper()
	if _, err := os.Stat("../extension/dist/manifest.json"); err != nil {
		missing(t, "the extension is not built: run “make build”")
	}
	margay, err := build()
	if err != nil {
		t.Fatal(err)
	}
	h = home{t: t, dir: filepath.Join(t.TempDir(), "mira's \"lund\" 姓　名 $x 100% [1 `id` ")}
	if err := os.Mkdir(h.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	// A PATH without browsers: what the script needs of the system, by links.
	tools := filepath.Join(t.TempDir(), "tools")
	if err := os.Mkdir(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sh", "uname", "mktemp", "rm", "mkdir", "chmod", "dirname", "cut", "head", "find", "tr", "tar", "gzip", "sha256sum", "shasum", "curl", "wget"} {
		if path, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(path, filepath.Join(tools, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	h.env = []string{"HOME=" + h.dir, "PATH=" + tools, "TMPDIR=" + t.TempDir(), "NO_PROXY=*", "GORACE=atexit_sleep_ms=0"}
	return h, margay
}

// missing skips a test for want of something, loudly; where CI is set it fails.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("CANNOT RUN: %s", what)
	}
	t.Skipf("SKIPPED, NOTHING WAS TESTED: %s", what)
}

// run runs a program in the person's home and returns what it said.
func (h home) run(program string, args ...string) (string, error) {
	h.t.Helper()
	cmd := exec.CommandContext(h.t.Context(), program, args...)
	cmd.Env, cmd.Dir = h.env, h.dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (h home) must(program string, args ...string) string {
	h.t.Helper()
	out, err := h.run(program, args...)
	if err != nil {
		h.t.Fatalf("%s %q: %v: %s", program, args, err, out)
	}
	return out
}

func (h home) tree() []string {
	h.t.Helper()
	p := person{t: h.t, reg: &installtest.Registry{}}
	p.Root = h.dir
	return slices.Sorted(maps.Keys(p.tree()))
}

func script(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("install.sh")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// In an empty home, with browsers that have run and without: twice, and undone.
func TestScript_twice_and_undone(t *testing.T) {
	t.Parallel()
	for name, browsers := range map[string][]string{
		"browsers":   {".config/google-chrome/Default", ".config/chromium", ".config/BraveSoftware/Brave-Browser", ".config/opera"},
		"no_browser": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, margay := newHome(t)
			for _, dir := range browsers {
				if err := os.MkdirAll(filepath.Join(h.dir, dir), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			before := h.tree()
			first := h.must(script(t), margay)
			installed := h.tree()
			second := h.must(script(t), margay, "--at-login=false")
			if again := h.tree(); !slices.Equal(again, installed) {
				t.Errorf("the second time left other files: %q, then %q", installed, again)
			}
			words := []string{"Program:", "Extension:", h.dir + "/.local/share/margay/extension"}
			if browsers != nil {
				words = append(words, "Load unpacked", "chrome://extensions", "brave://extensions", "opera://extensions",
					h.dir+"/.config/google-chrome/NativeMessagingHosts/com.margay.host.json")
			} else {
				words = append(words, "No browser of yours was found", "--browser", "--user-data-dir")
			}
			for _, w := range words {
				if !strings.Contains(first, w) || !strings.Contains(second, w) {
					t.Errorf("%q is not said, both times:\n%s\n%s", w, first, second)
				}
			}
			command := filepath.Join(h.dir, ".local/bin/margay")
			if out := h.must(command, "version"); !strings.Contains(out, "0.") {
				t.Errorf("the command says %q", out)
			}
			h.must(command, "uninstall")
			if after := h.tree(); !slices.Equal(after, before) {
				t.Errorf("before\n%s\nafter\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
			}
		})
	}
}

// A program that is named without a folder is the one that lies here, and not
// one of PATH.
func TestScript_takes_the_program_that_lies_here(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	if err := os.Symlink(margay, filepath.Join(h.dir, "here")); err != nil {
		t.Fatal(err)
	}
	if out := h.must(script(t), "here"); !strings.Contains(out, "Program:") {
		t.Errorf("it says %s", out)
	}
}

// What make dist packs lies beside the script, by the name of the system: that of
// this one is taken, no other, and only whole where a sum is named.
func TestScript_takes_the_archive_beside_it(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		archive string
		args    []string
		says    string // "": it is installed
	}{
		"this_system":    {archive: runtime.GOOS + "-" + runtime.GOARCH},
		"another_system": {archive: runtime.GOOS + "-vax", says: "no program beside this script"},
		"wrong_sum":      {archive: runtime.GOOS + "-" + runtime.GOARCH, args: []string{"--sha256", strings.Repeat("0", 64)}, says: "nothing was installed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, margay := newHome(t)
			dir := t.TempDir()
			write(t, filepath.Join(dir, "margay-"+tc.archive+".tar.gz"), string(archiveOf(t, margay)))
			write(t, filepath.Join(dir, "install.sh"), read(t, script(t)))
			out, err := h.run("/bin/sh", append([]string{filepath.Join(dir, "install.sh")}, tc.args...)...)
			if tc.says == "" && (err != nil || !strings.Contains(out, "Program:")) || tc.says != "" && (err == nil || !strings.Contains(out, tc.says)) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// The help tells what the script adds to the command, and writes nothing.
func TestScript_help(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"-h", "--help"} {
		out, err := exec.CommandContext(t.Context(), "/bin/sh", script(t), flag).CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), "Puts Margay in place") {
			t.Errorf("%s: %v: %s", flag, err, out)
		}
		for _, want := range []string{"MARGAY_LINK", "\n  install.sh URL [--sha256 HEX]", "--at-login"} {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s does not say %q: %s", flag, want, out)
			}
		}
		if strings.Contains(string(out), "set -eu") {
			t.Errorf("%s shows more than the head: %s", flag, out)
		}
	}
}

func TestScript_leaves_a_command_of_another(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	command := filepath.Join(h.dir, ".local/bin/margay")
	write(t, command, "mine")
	if out := h.must(script(t), margay); !strings.Contains(out, "not ours") {
		t.Errorf("it is not said: %s", out)
	}
	h.must(filepath.Join(h.dir, ".local/share/margay/bin/margay"), "uninstall")
	if read(t, command) != "mine" {
		t.Error("the person's own command was touched")
	}
}

func TestScript_links_where_it_is_told_or_not_at_all(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	h.env = append(h.env, "MARGAY_LINK=")
	h.must(script(t), margay)
	if _, err := os.Lstat(filepath.Join(h.dir, ".local/bin")); err == nil {
		t.Error("a link was put though none was wanted")
	}
}

// Read from a pipe the script lies nowhere: what happens to lie in the folder
// where it is run is not what it was to install.
func TestScript_from_a_pipe_takes_nothing_that_was_not_named(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	trap := filepath.Join(h.dir, "margay")
	write(t, trap, "#!/bin/sh\necho trapped >&2\n")
	if err := os.Chmod(trap, 0o700); err != nil {
		t.Fatal(err)
	}
	piped := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "/bin/sh", append([]string{"-s", "--"}, args...)...)
		cmd.Args[0] = "sh" // as a shell calls it
		cmd.Env, cmd.Dir = h.env, h.dir
		cmd.Stdin = strings.NewReader(read(t, script(t)))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := piped(); err == nil || !strings.Contains(out, "name what to install") || strings.Contains(out, "trapped") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := piped(margay); err != nil || !strings.Contains(out, "Program:") {
		t.Errorf("%v: %s", err, out)
	}
}

// The odd corners of the command, with the real program.
func TestCommand(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	before := h.tree()
	profile := filepath.Join(h.dir, "my data", "Default")
	for name, tc := range map[string]struct {
		env   string
		args  []string
		code  int
		words []string
	}{
		"sudo":            {"SUDO_UID=1000", []string{"install"}, 1, []string{"without sudo"}},
		"sudo_uninstall":  {"SUDO_UID=1000", []string{"uninstall"}, 1, []string{"without sudo"}},
		"unknown_browser": {"", []string{"install", "--browser", "netscape"}, 2, []string{"netscape", "chrome-beta", "--user-data-dir"}},
		"profile_folder":  {"", []string{"install", "--user-data-dir", profile}, 1, []string{"is a profile", "--user-data-dir '" + strings.ReplaceAll(filepath.Dir(profile), "'", `'\''`) + "'"}},
		"nothing_there":   {"", []string{"uninstall"}, 0, []string{"Nothing is installed"}},
	} {
		t.Run(name, func(t *testing.T) {
			run := append([]string{margay}, tc.args...)
			if strings.HasPrefix(name, "sudo") {
				run = append(asRoot(t), run...)
			}
			cmd := exec.CommandContext(t.Context(), run[0], run[1:]...)
			cmd.Env, cmd.Dir = append(slices.Clone(h.env), tc.env), h.dir
			out, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != tc.code {
				t.Errorf("exit code %d, want %d: %s", code, tc.code, out)
			}
			for _, w := range tc.words {
				if !strings.Contains(string(out), w) {
					t.Errorf("%q is not said: %s", w, out)
				}
			}
		})
	}
	if after := h.tree(); !slices.Equal(after, before) {
		t.Errorf("something was written: %q", after)
	}
}

// asRoot is what goes before a command that must believe that root runs it:
// nothing for root, else a user namespace.
func asRoot(t *testing.T) []string {
	t.Helper()
	if os.Geteuid() == 0 {
		return nil
	}
	path, err := exec.LookPath("unshare")
	if err != nil || exec.CommandContext(t.Context(), path, "--map-root-user", "true").Run() != nil {
		missing(t, "only root can be root, and this system lets nobody else make a user namespace (unshare --map-root-user)")
	}
	return []string{path, "--map-root-user"}
}

func TestCommand_says_what_stands_in_its_way(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	for _, dir := range []string{".config/chromium", "snap/chromium/common/chromium", ".var/app/com.brave.Browser"} {
		if err := os.MkdirAll(filepath.Join(h.dir, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	at := filepath.Join(h.dir, ".config/chromium/NativeMessagingHosts/com.margay.host.json")
	write(t, at, manifestFor(t, "/opt/cat/host"))
	out, err := h.run(margay, "install")
	if err == nil {
		t.Error("it ends well though the browser starts another product")
	}
	for _, w := range []string{"Chromium is NOT registered", at, "/opt/cat/host", "bin/margay' install --force", "snap chromium", "bin/margay' install\n", "flatpak com.brave.Browser", "deb"} {
		if !strings.Contains(out, w) {
			t.Errorf("%q is not said: %s", w, out)
		}
	}
	if read(t, at) != manifestFor(t, "/opt/cat/host") {
		t.Error("it was overwritten")
	}
	if out := h.must(margay, "install", "--force"); !strings.Contains(out, "in the place of /opt/cat/host") {
		t.Errorf("what was replaced is not said: %s", out)
	}
	h.must(margay, "uninstall")
	if read(t, at) != manifestFor(t, "/opt/cat/host") {
		t.Error("it was not put back")
	}
}
