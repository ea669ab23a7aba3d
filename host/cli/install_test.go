//go:build linux

package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/config"
)

// NM-18: an update does not pass in silence over what still runs the program
// from before. An idle daemon is ended, one that works is named and left.
func TestInstall_over_a_daemon_of_the_earlier_program(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	for name, tc := range map[string]struct {
		task, open, version string
		interrupted         bool // a run waits for a person to go on with it
		rebuilt             bool // the program that lies there is another one, though of the same version
		words               []string
		not                 string
		ended               bool
	}{
		"same_program":    {version: "1.0.0", not: "earlier program"},
		"same_version":    {version: "1.0.0", rebuilt: true, words: []string{"The daemon that ran was idle and has ended"}, not: "earlier program", ended: true},
		"idle":            {version: "1.1.0", words: []string{"was idle and has ended", "1.0.0"}, ended: true},
		"interrupted":     {interrupted: true, version: "1.1.0", words: []string{"was idle and has ended"}, ended: true},
		"idle_and_newer":  {version: "0.9.0", words: []string{"was idle and has ended", "1.0.0"}, ended: true},
		"working":         {task: "wait", version: "1.1.0", words: []string{"because a task is running. It gives way", "1.0.0", " stop\n"}},
		"working_newer":   {task: "wait", version: "0.9.0", words: []string{"because a task is running. It goes on until", "1.0.0"}},
		"working_rebuilt": {task: "wait", version: "1.0.0", rebuilt: true, words: []string{"may still be the earlier program, though of the same version", "because a task is running. It ends by itself when the task has ended", "1.0.0"}},
		"same_and_mute":   {open: "mute", version: "1.0.0", not: "earlier program"},
		"does_not_answer": {open: "mute", version: "1.1.0", words: []string{"does not say whether a task is running (The store does not answer.)", " stop\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if tc.interrupted {
				file := filepath.Join(w.dirs.Data, "run.json")
				if err := errors.Join(w.dirs.Prepare(), os.WriteFile(file, []byte(`{"State": "interrupted"}`), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			b := w.bridge(clitest.VersionVar+"=1.0.0", clitest.OpenVar+"="+tc.open)
			b.greeted()
			if tc.task != "" {
				b.send(tc.task)
			}
			before := w.beacon()
			if tc.rebuilt {
				if got := w.run([]string{"HOME=" + t.TempDir(), clitest.VersionVar + "=1.0.0"}, "install", "--browser", "chrome"); got.code != 0 {
					t.Fatalf("the first install: %s", got.stderr)
				}
				if err := os.WriteFile(w.dirs.Bin(), []byte("another"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			profile := filepath.Join(t.TempDir(), "profile")
			got := w.run([]string{"HOME=" + t.TempDir(), clitest.VersionVar + "=" + tc.version}, "install", "--user-data-dir", profile)
			if got.code != 0 {
				t.Fatalf("exit code %d: %s", got.code, got.stderr)
			}
			if _, err := os.Stat(filepath.Join(profile, "NativeMessagingHosts", extension.HostName+".json")); err != nil {
				t.Errorf("not registered: %v", err)
			}
			for _, want := range tc.words {
				if !strings.Contains(got.stdout, want) {
					t.Errorf("it does not say %q:\n%s", want, got.stdout)
				}
			}
			if tc.not != "" && strings.Contains(got.stdout, tc.not) {
				t.Errorf("it says %q:\n%s", tc.not, got.stdout)
			}
			now, err := w.dirs.ReadBeacon()
			if ended := err != nil || now.Pid != before.Pid; ended != tc.ended {
				t.Errorf("the daemon has ended: %v, want %v", ended, tc.ended)
			}
		})
	}
}

// What a person is told to type finds the program: by its name only where PATH
// leads to it, with the data directory where that is not the usual one.
func TestInstall_says_commands_that_work(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	home := filepath.Join(t.TempDir(), "mira's home")
	bin := filepath.Join(home, "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(home, ".local/share/margay")
	program := "'" + strings.ReplaceAll(at, "'", `'\''`) + "/bin/margay'"
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "margay"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, path string
		args       []string
		want, not  string
	}{
		{name: "no_link", path: "/none", want: "does not work: " + program + " doctor"},
		{name: "link_in_PATH", path: bin, args: []string{"--link", bin}, want: "does not work: margay doctor", not: "not in your PATH"},
		{name: "another_after_it", path: bin + ":" + other, args: []string{"--link", bin}, want: "does not work: margay doctor", not: "another one first"},
		{name: "another_before_it", path: other + ":" + bin, args: []string{"--link", bin}, want: "your shell finds another one first, " + other + "/margay"},
		{name: "link_elsewhere", path: "/none", args: []string{"--link", bin}, want: "export PATH='" + strings.ReplaceAll(bin, "'", `'\''`) + "':$PATH"},
		{name: "hidden_folder", path: bin, want: "press Ctrl+L there and paste the path"},
		{
			name: "another_data_directory", path: "/none", args: []string{"--data", home + "/d"}, not: "Ctrl+L",
			want: "/d/bin/margay' --data '" + strings.ReplaceAll(home, "'", `'\''`) + "/d' doctor",
		},
	} {
		w := newWorld(t)
		cmd := w.command([]string{"HOME=" + home, "PATH=" + tc.path, "MARGAY_DATA="}, append([]string{"install", "--browser", "chrome"}, tc.args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), tc.want) || tc.not != "" && strings.Contains(string(out), tc.not) {
			t.Errorf("%s: %v, it says\n%s\nwithout %q or with %q", tc.name, err, out, tc.want, tc.not)
		}
	}
}

// A link, or a start at login, that cannot be made keeps nothing from what
// matters, and is said with the command to try again.
func TestInstall_goes_on_without_its_link_and_its_login(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	home := t.TempDir()
	file := filepath.Join(home, "bin")
	config := filepath.Join(home, ".config")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Mkdir(config, 0o700), os.WriteFile(filepath.Join(config, "autostart"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	profile := filepath.Join(home, "profile")
	got := newWorld(t).run([]string{"HOME=" + home, "XDG_CONFIG_HOME="}, "install", "--user-data-dir", profile, "--link", file, "--force", "--at-login")
	for _, want := range []string{
		"Registered: ", "choose\n", "The command is NOT put at " + file + "/margay", "The start at login is NOT noted at " + config + "/autostart/margay.desktop",
		" install --user-data-dir " + profile + " --link " + file + " --force --at-login\n",
	} {
		if got.code != cli.ExitFailed || !strings.Contains(got.stdout, want) {
			t.Errorf("exit code %d, %s\nit does not say %q:\n%s", got.code, got.stderr, want, got.stdout)
		}
	}
}

// A variable of a script that is not set names no folder, and not the usual one.
func TestCommands_refuse_an_empty_folder(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for _, args := range [][]string{
		{"--data", "", "install", "--browser", "chrome"},
		{"uninstall", "--data-too", "--data="},
		{"install", "--user-data-dir", ""},
	} {
		cmd := newWorld(t).command([]string{"HOME=" + home, "MARGAY_DATA="}, args...)
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != cli.ExitUsage || !strings.Contains(string(out), "is empty") {
			t.Errorf("%q: %v, it says %s", args, err, out)
		}
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("it wrote %v, %v", left, err)
	}
}

// Each system's dialog has its own way to a folder that it hides.
func TestHiddenHint(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ goos, dir, want string }{
		{"linux", "/home/m/.local/share/margay/extension", "Ctrl+L"},
		{"linux", "/home/m/margay/extension", ""},
		{"darwin", "/Users/m/Library/Application Support/Margay/extension", "Command+Shift+G"},
		{"darwin", "/Users/m/.margay/extension", "Command+Shift+G"},
		{"darwin", "/Users/m/margay/extension", ""},
		{"windows", `C:\Users\m\AppData\Local\Margay\extension`, "Folder"},
		{"windows", `D:\.margay\extension`, ""},
	} {
		got := cli.HiddenHint(tc.goos, tc.dir)
		if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
			t.Errorf("%s, %s: %q, want %q", tc.goos, tc.dir, got, tc.want)
		}
	}
}

// A browser that could not be registered is not told to load the extension.
func TestInstall_names_no_browser_that_it_could_not_register(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	w := newWorld(t)
	good, bad := filepath.Join(t.TempDir(), "good"), filepath.Join(t.TempDir(), "bad")
	if err := errors.Join(os.MkdirAll(bad, 0o700), os.WriteFile(filepath.Join(bad, "NativeMessagingHosts"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	got := w.run([]string{"HOME=" + t.TempDir()}, "install", "--user-data-dir", bad)
	again := "install --user-data-dir " + bad + "\n"
	if got.code != 1 || !strings.Contains(got.stdout, "is NOT registered at "+bad) || !strings.HasSuffix(got.stdout, again) || strings.Contains(got.stdout, "Load unpacked") {
		t.Errorf("exit code %d: %s", got.code, got.stdout)
	}
	got = w.run([]string{"HOME=" + t.TempDir()}, "install", "--user-data-dir", bad, "--user-data-dir", good)
	if got.code != 1 || strings.Count(got.stdout, "chrome://extensions") != 1 || strings.Count(got.stdout, "own data directory: chrome://") != 1 {
		t.Errorf("exit code %d: %s", got.code, got.stdout)
	}
}

func TestInstall_without_a_home_is_no_wrong_usage(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"install", "uninstall"} {
		if got := newWorld(t).run([]string{"HOME="}, command); got.code != 1 || !strings.Contains(got.stderr, "set HOME") {
			t.Errorf("%s: exit code %d: %s", command, got.code, got.stderr)
		}
	}
}

// After the program has gone, nobody is told to run it.
func TestUninstall_says_how_the_data_goes(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	for _, own := range []bool{true, false} {
		w := newWorld(t)
		env := []string{"HOME=" + t.TempDir()}
		w.run(env, "install", "--browser", "chrome")
		if err := os.WriteFile(w.dirs.Database(), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		want := w.exe + " uninstall --data-too"
		if own {
			w.exe, want = w.dirs.Bin(), "delete that folder"
		}
		if got := w.run(env, "uninstall"); got.code != 0 || !strings.Contains(got.stdout, want) {
			t.Errorf("exit code %d, %s%s\nwithout %q", got.code, got.stdout, got.stderr, want)
		}
	}
}

// A folder that Margay never used has nothing of its in it, whatever the names.
func TestUninstall_data_too_leaves_a_folder_that_was_never_its(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := os.MkdirAll(w.dirs.Data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(w.dirs.Settings(), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := w.run([]string{"HOME=" + t.TempDir()}, "uninstall", "--data-too")
	if _, err := os.Stat(w.dirs.Settings()); err != nil || got.code != 0 || !strings.Contains(got.stdout, "Nothing is installed") {
		t.Errorf("%v; exit code %d, %s%s", err, got.code, got.stdout, got.stderr)
	}
}

// A daemon whose data directory has a long name has its socket elsewhere.
func TestUninstall_leaves_no_folder_of_sockets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tmp := filepath.Dir(w.dirs.Data)
	w.dirs.Data = filepath.Join(t.TempDir(), strings.Repeat("long", config.MaxSocketPath/4), "data")
	env := []string{"HOME=" + t.TempDir(), "TMPDIR=" + tmp, "XDG_RUNTIME_DIR="}
	w.run(env, "install", "--browser", "chrome")
	w.bridge(env...).greeted()
	if socket := w.beacon().Socket; !strings.HasPrefix(socket, tmp+"/margay-") {
		t.Fatalf("the socket is %s", socket)
	}
	if got := w.run(env, "uninstall", "--data-too"); got.code != 0 {
		t.Fatalf("exit code %d: %s", got.code, got.stderr)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "margay-*")); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}
