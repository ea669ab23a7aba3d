//go:build linux

package daemon_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/margay/margay/host/daemon"
)

// TestServe_path looks what a service learns of the login shell's PATH.
func TestServe_path(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		shell string
		want  string
	}{
		"told":               {"#!/bin/sh\nPATH=/opt/mine:/usr/bin:/bin exec /bin/sh -c \"$3\"\n", "/opt/mine:/usr/bin:/bin"},
		"a_shell_that_fails": {"#!/bin/sh\nexit 3\n", os.Getenv("PATH")},
		"no_shell":           {"", os.Getenv("PATH")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var shell string
			if tc.shell != "" {
				shell = filepath.Join(t.TempDir(), "shell")
				if err := os.WriteFile(shell, []byte(tc.shell), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithCancel(t.Context())
			var info daemon.Info
			r := serve(t, ctx, daemon.Options{
				Dirs: newDirs(t), Shell: shell,
				Open: func(_ context.Context, i daemon.Info) (daemon.Service, error) {
					info = i
					return newService(), nil
				},
			})
			if got := info.Path(); got != tc.want {
				t.Errorf("PATH %q, want %q", got, tc.want)
			}
			cancel()
			if err := r.ended(); err != nil {
				t.Error(err)
			}
		})
	}
}
