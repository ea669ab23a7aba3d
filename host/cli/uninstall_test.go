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

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/config"
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
