//go:build linux

package cli_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/install"
)

// Data that was never installed beside, or that an uninstall kept, is told with
// the command that removes it.
func TestUninstall_tells_of_data_without_an_installation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := errors.Join(w.dirs.Prepare(), os.WriteFile(w.dirs.Keys(), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	env := []string{"HOME=" + t.TempDir()}
	want := "Your data is there. To remove it: " + w.exe + " uninstall --data-too --data " + w.dirs.Data + "\n"
	if got := w.run(env, "uninstall"); got.code != 0 || !strings.HasSuffix(got.stdout, want) {
		t.Errorf("exit code %d, %s%s\nwithout %q", got.code, got.stdout, got.stderr, want)
	}
	if got := w.run(env, "uninstall", "--data-too", "--data", w.dirs.Data); got.code != 0 {
		t.Errorf("exit code %d, %s%s", got.code, got.stdout, got.stderr)
	}
	if _, err := os.Stat(w.dirs.Keys()); !os.IsNotExist(err) {
		t.Errorf("the keys: %v", err)
	}
	if got := w.run(env, "uninstall"); got.code != 0 || strings.Contains(got.stdout, "Your data") {
		t.Errorf("once it has gone: exit code %d, %s", got.code, got.stdout)
	}
}

// An uninstall that could not begin is run once more with all that was said, by
// the program that was run, wherever the installed one is.
func TestUninstall_once_more_says_all_that_was_said(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		own  bool
		args []string
		want string
	}{
		"data_too":         {args: []string{"--data-too"}, want: "EXE uninstall --data-too --data DATA\n"},
		"data_stays":       {want: "EXE uninstall --data DATA\n"},
		"by_the_installed": {own: true, args: []string{"--data-too"}, want: "EXE uninstall --data-too --data DATA\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			env := []string{"HOME=" + t.TempDir()}
			if tc.own {
				if !extension.Built() {
					browsertest.Missing(t, "the extension is not built: run “make build”")
				}
				w.run(env, "install", "--browser", "chrome")
				w.exe = w.dirs.Bin()
			}
			record := filepath.Join(w.dirs.Data, "installed.json")
			if err := errors.Join(w.dirs.Prepare(), os.WriteFile(record, []byte(`{"version": 99}`), 0o600)); err != nil {
				t.Fatal(err)
			}
			want := "run once more: " + strings.NewReplacer("EXE", w.exe, "DATA", w.dirs.Data).Replace(tc.want)
			got := w.run(env, append([]string{"uninstall", "--data", w.dirs.Data}, tc.args...)...)
			if got.code != cli.ExitFailed || !strings.HasSuffix(got.stderr, want) {
				t.Errorf("exit code %d, %s%s\nwithout %q", got.code, got.stdout, got.stderr, want)
			}
		})
	}
}

// Keys in the keyring outlive the data directory. Where they cannot be removed,
// the data goes all the same, the person is told where they are, and the command
// has failed.
func TestUninstall_data_too_forgets_the_keys(t *testing.T) {
	for name, tc := range map[string]struct {
		args  []string
		fails error
		asked bool
		code  int
		says  []string
	}{
		"data_stays":   {args: nil, asked: false},
		"data_too":     {args: []string{"--data-too"}, asked: true},
		"keyring_away": {[]string{"--data-too"}, errors.Join(errors.New("the key of mylab:a: it is locked"), errors.New("the key of mylab:b: it is locked")), true, cli.ExitFailed, []string{"the key of mylab:a: it is locked; the key of mylab:b", "by hand", "Margay"}},
	} {
		t.Run(name, func(t *testing.T) {
			home := clitest.Dirs(t).Data
			data := filepath.Join(home, ".local", "share", "margay") // which the default names, so that it may be removed
			for k, v := range map[string]string{"HOME": home, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "MARGAY_DATA": "", "SUDO_USER": ""} {
				t.Setenv(k, v)
			}
			dirs := config.Dirs{Data: data}
			if err := errors.Join(os.MkdirAll(filepath.Dir(data), 0o700), dirs.Prepare(), os.WriteFile(dirs.Keys(), nil, 0o600)); err != nil {
				t.Fatal(err)
			}
			asked := false
			p := cli.Program{ForgetKeys: func(_ context.Context, d config.Dirs) error {
				_, err := os.Stat(dirs.Keys())
				if asked = true; d.Data != data || err != nil {
					t.Errorf("asked for %s, where the data has gone already: %v", d.Data, err)
				}
				return tc.fails
			}}
			var out, errs bytes.Buffer
			code := p.Run(append([]string{"uninstall"}, tc.args...), nil, &out, &errs)
			if code != tc.code || asked != tc.asked {
				t.Errorf("ended with %d, asked %t: %s%s", code, asked, &out, &errs)
			}
			for _, want := range tc.says {
				if !strings.Contains(errs.String(), want) {
					t.Errorf("it says %q, want %q in it", errs.String(), want)
				}
			}
			if _, err := os.Stat(dirs.Keys()); errors.Is(err, os.ErrNotExist) != tc.asked {
				t.Errorf("the data: %v", err)
			}
		})
	}
}

// A copy of a data directory knows the keys of the one that it was copied from:
// they stay, and are named.
func TestUninstall_of_a_copy_leaves_the_keys(t *testing.T) {
	home := clitest.Dirs(t).Data
	for k, v := range map[string]string{"HOME": home, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "MARGAY_DATA": "", "SUDO_USER": ""} {
		t.Setenv(k, v)
	}
	live, backup := filepath.Join(home, "live"), filepath.Join(home, "backup")
	dirs := config.Dirs{Data: live}
	record := `{"version": 1, "entries": [{"kind": "data", "path": "` + live + `"}]}`
	if err := errors.Join(os.MkdirAll(home, 0o700), dirs.Prepare(), os.WriteFile(dirs.Keys(), nil, 0o600),
		os.WriteFile(filepath.Join(live, "installed.json"), []byte(record), 0o600), os.CopyFS(backup, os.DirFS(live))); err != nil {
		t.Fatal(err)
	}
	asked := ""
	p := cli.Program{ForgetKeys: func(_ context.Context, d config.Dirs) error {
		asked = d.Data
		return nil
	}}
	uninstall := func(data string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := p.Run([]string{"uninstall", "--data-too", "--data", data}, nil, &out, &errs); code != 0 {
			t.Fatalf("ended with %d: %s%s", code, &out, &errs)
		}
		return out.String()
	}
	if out := uninstall(backup); asked != "" || !strings.Contains(out, "keyring") || !strings.Contains(out, live) {
		t.Errorf("the keys of %q were removed; it says %s", asked, out)
	}
	if _, err := os.Stat(filepath.Join(backup, "keys")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the copy's own keys: %v", err)
	}
	if uninstall(live); asked != live {
		t.Errorf("asked for the keys of %q", asked)
	}
}

// What is said can be pasted: it removes what is left, and nothing of the
// person's where their data was kept.
func TestByHand(t *testing.T) {
	t.Parallel()
	file := func(k install.Kind, at string) install.Failed { return install.Failed{Kind: k, At: at} }
	for name, tc := range map[string]struct {
		system, data string
		out          install.Removed
		want         string
	}{
		"link": {
			"linux", "/home/m/my data",
			install.Removed{Failed: []install.Failed{file(install.KindLink, "/home/m/bin/margay")}},
			"rm -f /home/m/bin/margay '/home/m/my data/installed.json'; rmdir '/home/m/my data'",
		},
		"data_is_kept": {
			"linux", "/d",
			install.Removed{DataKept: true, Failed: []install.Failed{file(install.KindManifest, "/a b"), file(install.KindExtension, "/d/extension")}},
			"rm -f '/a b'; rm -rf /d/extension",
		},
		"windows": {
			"windows", `C:\D`,
			install.Removed{Failed: []install.Failed{
				file(install.KindKey, `HKCU\Software\X`), file(install.KindLogin, `HKCU\Run (value Margay)`), file(install.KindManifest, `C:\D\x.json`),
			}},
			`reg delete "HKCU\Software\X" /f` + "\n" + `reg delete "HKCU\Run" /v "Margay" /f` + "\n" +
				`del "C:\D\x.json"` + "\n" + `del "C:\D\installed.json"` + "\n" + `rmdir "C:\D"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := install.Setup{Machine: install.Machine{GOOS: tc.system}, Data: tc.data}
			if got := cli.ByHand(tc.system, s, tc.out); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// Who uninstalls while a task runs is told that it ends.
func TestUninstall_says_that_a_task_is_ended(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		task string
		says bool
	}{"working": {"wait", true}, "idle": {"", false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b := w.bridge()
			b.greeted()
			if tc.task != "" {
				b.send(tc.task)
			}
			if err := os.WriteFile(w.dirs.Keys(), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			got := w.run([]string{"HOME=" + t.TempDir()}, "uninstall", "--data-too")
			if got.code != 0 || strings.Contains(got.stdout, "A task is running") != tc.says {
				t.Errorf("exit code %d: %s%s", got.code, got.stdout, got.stderr)
			}
		})
	}
}
