package config_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/llm/provider"
)

func TestServeEnv(t *testing.T) {
	t.Parallel()
	for pair, kept := range map[string]bool{
		"HOME=/home/mira":                              true,
		"PATH=/usr/bin:/bin":                           true,
		"SHELL=/usr/bin/bash":                          runtime.GOOS != "windows",
		"LC_ALL=C.UTF-8":                               true,
		"XDG_RUNTIME_DIR=/run/user/1000":               true,
		"https_proxy=http://proxy:3128":                true,
		"MARGAY_LINGER=1s":                             true,
		"DISPLAY=:0":                                   true,
		"DBUS_SESSION_BUS_ADDRESS=unix:path=/run/bus":  true,
		"SYSTEMROOT=C:\\Windows":                       true,
		"ProgramFiles(x86)=C:\\Program Files (x86)":    true,
		"DBUS_SESSION_BUS_ADDRESS=disabled:":           false,
		"OPENAI_API_KEY=sk-1":                          false,
		"ANTHROPIC_BASE_URL=http://x":                  false,
		"MARGAY_MODEL=offline":                         false,
		"GOOGLE_API_KEY=no":                            false,
		"GOOGLE_DEFAULT_CLIENT_SECRET=no":              false,
		"AWS_SECRET_ACCESS_KEY=x":                      false,
		"LD_PRELOAD=/tmp/x.so":                         false,
		"GODEBUG=http2debug=2":                         false,
		"NODE_OPTIONS=--require=x":                     false,
		"=C:=C:\\work":                                 false,
		"no_equals_sign":                               false,
		"home=/not/the/variable":                       false,
		"SSH_AUTH_SOCK=/tmp/agent":                     false,
		"DYLD_INSERT_LIBRARIES=/tmp/x.dylib":           false,
		"CHROME_DESKTOP=chromium.desktop":              false,
		"GITHUB_TOKEN=x":                               false,
		"BASH_FUNC_x%%=() { echo a function named x;}": false,
	} {
		if got := slices.Contains(config.ServeEnv([]string{pair}), pair); got != kept {
			t.Errorf("%q kept: %v, want %v", pair, got, kept)
		}
	}
}

func TestModelEnv(t *testing.T) {
	t.Parallel()
	got := config.ModelEnv([]string{"OPENAI_API_KEY=sk=with=equals", "OPENAI_BASE_URL=", "HOME=/h", "LLM_MODEL=m", "junk"})
	want := map[string]string{"OPENAI_API_KEY": "sk=with=equals", "LLM_MODEL": "m"}
	if !maps.Equal(want, got) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// What decides how a model is reached must arrive where it is asked.
func TestModelEnv_carries_all_that_a_provider_reads(t *testing.T) {
	t.Parallel()
	for _, name := range provider.Variables() {
		if got := config.ModelEnv([]string{name + "=v"}); got[name] != "v" {
			t.Errorf("%s is read by a provider and does not travel", name)
		}
	}
}

func TestReadSettings(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		file string
		env  map[string]string
		want config.Settings
		err  string
	}{
		"no_file":             {want: config.Settings{LogLevel: zerolog.InfoLevel}},
		"both":                {file: `{"logLevel":"debug","linger":"1m"}`, want: config.Settings{LogLevel: zerolog.DebugLevel, Linger: time.Minute}},
		"environment_wins":    {file: `{"linger":"1m"}`, env: map[string]string{"MARGAY_LINGER": "2s", "MARGAY_LOG": "error"}, want: config.Settings{LogLevel: zerolog.ErrorLevel, Linger: 2 * time.Second}},
		"log_level":           {file: `{"logLevel":"debug"}`, env: map[string]string{"LOG_LEVEL": "WARN"}, want: config.Settings{LogLevel: zerolog.WarnLevel}},
		"log_level_stays":     {env: map[string]string{"LOG_LEVEL": "warn", "MARGAY_LOG": "loud"}, want: config.Settings{LogLevel: zerolog.WarnLevel}, err: `"loud"`},
		"log_level_loses":     {env: map[string]string{"LOG_LEVEL": "warn", "MARGAY_LOG": "error"}, want: config.Settings{LogLevel: zerolog.ErrorLevel}},
		"log_level_warning":   {env: map[string]string{"LOG_LEVEL": "WARNING"}, want: config.Settings{LogLevel: zerolog.WarnLevel}},
		"log_level_err":       {env: map[string]string{"MARGAY_LOG": "Err"}, want: config.Settings{LogLevel: zerolog.ErrorLevel}},
		"log_level_in_file":   {file: `{"logLevel":" Trace "}`, want: config.Settings{LogLevel: zerolog.TraceLevel}},
		"log_level_number":    {file: `{"logLevel":"debug"}`, env: map[string]string{"LOG_LEVEL": "2"}, want: config.Settings{LogLevel: zerolog.DebugLevel}},
		"log_level_of_others": {file: `{"logLevel":"debug"}`, env: map[string]string{"LOG_LEVEL": "verbose"}, want: config.Settings{LogLevel: zerolog.DebugLevel}},
		"no_linger":           {file: `{"linger":"0s"}`, want: config.Settings{LogLevel: zerolog.InfoLevel, Linger: -1}},
		"broken":              {file: `{`, want: config.Settings{LogLevel: zerolog.InfoLevel}, err: "settings.json"},
		"unknown_member":      {file: `{"lingre":"1m"}`, want: config.Settings{LogLevel: zerolog.InfoLevel}, err: "lingre"},
		"no_duration":         {file: `{"linger":"soon","logLevel":"warn"}`, want: config.Settings{LogLevel: zerolog.WarnLevel}, err: "10m"},
		"no_level":            {file: `{"logLevel":"loud","linger":"1s"}`, want: config.Settings{LogLevel: zerolog.InfoLevel, Linger: time.Second}, err: "debug, info"},
		"broken_but_env_set":  {file: `[]`, env: map[string]string{"MARGAY_LINGER": "2s"}, want: config.Settings{LogLevel: zerolog.InfoLevel, Linger: 2 * time.Second}, err: "settings.json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := config.Dirs{Data: t.TempDir()}
			if tc.file != "" {
				if err := os.WriteFile(d.Settings(), []byte(tc.file), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := d.ReadSettings(func(k string) string { return tc.env[k] })
			if got != tc.want {
				t.Errorf("got %+v, want %+v", got, tc.want)
			}
			if (err != nil) != (tc.err != "") || (err != nil && !strings.Contains(err.Error(), tc.err)) {
				t.Errorf("error %v, want one with %q", err, tc.err)
			}
		})
	}
}

func TestBeacon_round_trip(t *testing.T) {
	t.Parallel()
	d := config.Dirs{Data: t.TempDir()}
	if _, err := d.ReadBeacon(); !os.IsNotExist(err) {
		t.Errorf("no beacon: %v, want os.ErrNotExist", err)
	}
	want := config.Beacon{Pid: 7, StartedAt: time.Unix(1, 0).UTC(), Version: "0.1.0", Build: "b", Socket: "/data/s", Epoch: "e"}
	if err := d.WriteBeacon(want); err != nil {
		t.Fatal(err)
	}
	got, err := d.ReadBeacon()
	if err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	info, err := os.Stat(d.Beacon())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v, want 0600", info.Mode(), err)
	}
	if err := os.WriteFile(d.Beacon(), []byte(`{"pid":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.ReadBeacon(); err == nil {
		t.Error("half a beacon was read")
	}
}

func TestWriteFile_leaves_nothing_behind_when_it_fails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(target, "child"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := config.WriteFile(target, []byte("x"), 0o600); err == nil {
		t.Fatal("a folder was replaced by a file")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestLoginPath(t *testing.T) {
	t.Parallel()
	shell := func(t *testing.T, script string) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "shell")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	t.Run("noisy_start_files", func(t *testing.T) {
		t.Parallel()
		sh := shell(t, `echo "welcome back"; export PATH="/opt/mine:$PATH"; exec /bin/sh -c "$3"`)
		got, err := config.LoginPath(t.Context(), sh, []string{"PATH=/usr/bin:/bin"})
		if err != nil || got != "/opt/mine:/usr/bin:/bin" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("a_shell_that_fails", func(t *testing.T) {
		t.Parallel()
		if got, err := config.LoginPath(t.Context(), shell(t, "exit 1"), nil); err == nil {
			t.Errorf("got %q, want an error", got)
		}
	})
	t.Run("a_shell_that_says_nothing", func(t *testing.T) {
		t.Parallel()
		if got, err := config.LoginPath(t.Context(), shell(t, "exit 0"), nil); err == nil {
			t.Errorf("got %q, want an error", got)
		}
	})
	t.Run("no_shell", func(t *testing.T) {
		t.Parallel()
		if _, err := config.LoginPath(t.Context(), "", nil); err == nil {
			t.Error("no error")
		}
	})
	t.Run("a_shell_that_hangs_ends_with_its_children", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		began := time.Now()
		// The child holds the pipe; only ending the whole group closes it at once.
		if _, err := config.LoginPath(ctx, shell(t, "sleep 600 & wait"), os.Environ()); err == nil {
			t.Error("no error")
		}
		if d := time.Since(began); d > 10*time.Second {
			t.Errorf("took %v", d)
		}
	})
}

func TestLevel(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]zerolog.Level{
		"trace": zerolog.TraceLevel, "DEBUG": zerolog.DebugLevel, "Info": zerolog.InfoLevel, "warn": zerolog.WarnLevel, "WARNING": zerolog.WarnLevel,
		"Err": zerolog.ErrorLevel, "error": zerolog.ErrorLevel,
	} {
		if got, ok := config.Level(name); !ok || got != want {
			t.Errorf("%s: %v, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", " ", "verbose", "warnings"} {
		if got, ok := config.Level(name); ok {
			t.Errorf("%q is %v", name, got)
		}
	}
}
