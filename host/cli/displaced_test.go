//go:build linux

package cli_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/bridge"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/cli/clitest"
)

// The data directory goes from under a daemon that a browser holds, and is put back
// from a backup, or made anew. The browser's bridge ends, so that the browser comes
// back, and is served by the daemon that serves there now.
func TestBridge_ends_with_a_daemon_whose_data_was_removed(t *testing.T) {
	t.Parallel()
	for name, restored := range map[string]bool{"made_anew": false, "backup_put_back": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b := w.bridge("MARGAY_LINGER=1h")
			b.greeted()
			ghost := w.beacon()
			started := clitest.Started(ghost.Pid)
			if restored {
				kept := filepath.Join(t.TempDir(), "backup")
				if err := errors.Join(os.MkdirAll(kept, 0o700), copyFile(w.dirs.Beacon(), filepath.Join(kept, "daemon.json")), copyFile(w.dirs.Lock(), filepath.Join(kept, "daemon.lock"))); err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(os.RemoveAll(w.dirs.Data), os.CopyFS(w.dirs.Data, os.DirFS(kept))); err != nil {
					t.Fatal(err)
				}
			} else if err := os.RemoveAll(w.dirs.Data); err != nil {
				t.Fatal(err)
			}
			// Before the first has noticed, as a rule.
			serve := w.command([]string{"MARGAY_LINGER=1h"}, "serve")
			if err := serve.Start(); err != nil {
				t.Fatal(err)
			}
			if code := w.exit(b.cmd); code != bridge.ExitDaemonGone {
				t.Errorf("the bridge ended with %d", code)
			}
			w.gone(ghost.Pid, started)
			if got := w.bridge().greeted(); got.Pid != serve.Process.Pid {
				t.Errorf("process %d answers, want %d", got.Pid, serve.Process.Pid)
			}
			_ = serve.Process.Signal(syscall.SIGTERM)
			w.exit(serve)
		})
	}
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

// Whoever moves the data directory of a daemon that runs, to make room, needs to know
// of no process: the daemon leaves, and the next one serves the new place.
func TestRun_after_the_data_was_moved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	serve := w.command([]string{"MARGAY_LINGER=1h"}, "serve")
	errs := &lockedBuffer{}
	serve.Stderr = errs
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	w.until("the daemon", func() bool { return strings.Contains(errs.String(), "Serving") })
	from := w.dirs.Data
	w.dirs.Data = filepath.Join(filepath.Dir(from), "big")
	if err := os.Rename(from, w.dirs.Data); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if got := w.run(nil, "run", "say", "here"); got.code != cli.ExitDone || got.stdout != "here\n" {
		t.Errorf("exit code %d, %q, %q", got.code, got.stdout, got.stderr)
	}
	// 2 s on a quiet machine; the time after which it would be told as stuck is 40.
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if code := w.exit(serve); code != cli.ExitDone {
		t.Errorf("the daemon that was moved ended with %d", code)
	}
}

// Nothing is made at the place from which the data was moved, and a person is told
// where the run is.
func TestRun_whose_data_is_moved(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ installed, removed bool }{
		"program_elsewhere": {}, "program_in_it": {installed: true}, "program_in_it_and_copied": {installed: true, removed: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			named, folder := w.exe, "FOLDER"
			if tc.installed {
				w.installed()
				named = "FOLDER/bin/margay"
			}
			run := w.command([]string{"MARGAY_LINGER=1h"}, "run", "wait")
			errs := &lockedBuffer{}
			run.Stderr = errs
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			w.until("the run", func() bool { return strings.Contains(errs.String(), "waiting") })
			from := w.dirs.Data
			w.dirs.Data = filepath.Join(filepath.Dir(from), "big")
			switch {
			case tc.removed: // as a move to another disk does
				if err := errors.Join(os.Mkdir(w.dirs.Data, 0o700), os.RemoveAll(from)); err != nil {
					t.Fatal(err)
				}
			default:
				if err := os.Rename(from, w.dirs.Data); err != nil {
					t.Fatal(err)
				}
				if tc.installed {
					named, folder = w.dirs.Bin(), w.dirs.Data
				}
			}
			code := w.exit(run)
			for _, want := range []string{
				from + " is gone: it was moved or removed", "to " + folder + ", the chat is kept", ": " + named + " doctor --data " + folder + " starts a daemon there", ": " + named + " run --data " + folder + ".",
			} {
				if code != cli.ExitFailed || !strings.Contains(errs.String(), want) {
					t.Errorf("exit code %d, %s, want %q", code, errs, want)
				}
			}
			if _, err := os.Lstat(from); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the old place was made anew: %v", err)
			}
		})
	}
}

// installed puts the program into the data directory, and has a link of PATH be what is run.
func (w *world) installed() {
	w.t.Helper()
	link := filepath.Join(w.t.TempDir(), "margay")
	err := errors.Join(w.dirs.Prepare(), os.MkdirAll(filepath.Dir(w.dirs.Bin()), 0o700), copyFile(w.exe, w.dirs.Bin()), os.Chmod(w.dirs.Bin(), 0o700), os.Symlink(w.dirs.Bin(), link))
	if err != nil {
		w.t.Fatal(err)
	}
	w.exe = link
}

// A daemon whose socket or record was removed holds the lock, so that no other can be
// started: whoever comes waits until it is found again, which is soon.
func TestRun_after_the_socket_or_the_record_was_removed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bridge("MARGAY_LINGER=1h").greeted()
	first := w.beacon()
	for _, file := range []string{first.Socket, w.dirs.Beacon()} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if got := w.run(nil, "run", "say", "here"); got.code != cli.ExitDone || got.stdout != "here\n" {
			t.Errorf("%s: exit code %d, %q, %q", filepath.Base(file), got.code, got.stdout, got.stderr)
		}
		if took := time.Since(began); took > 20*time.Second { // 2 s on a quiet machine
			t.Errorf("%s: it took %v", filepath.Base(file), took)
		}
		if now := w.beacon(); now.Pid != first.Pid {
			t.Errorf("%s: process %d serves, want %d", filepath.Base(file), now.Pid, first.Pid)
		}
	}
}

// A daemon that was stopped is left, and told with what ends it; what is installed is
// installed.
func TestInstall_says_that_a_daemon_was_stopped(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	w := newWorld(t)
	w.bridge().greeted()
	pid := w.beacon().Pid
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Kill(pid, syscall.SIGCONT) }() // it may have ended
	w.until("its stop", func() bool { return stateOf(pid) == "T" })
	env := []string{"HOME=" + t.TempDir(), clitest.VersionVar + "=1.1.0"}
	got := w.run(env, "install", "--browser", "chrome")
	if got.code != cli.ExitDone || !strings.Contains(got.stdout, fmt.Sprintf("Process %d ", pid)) || !strings.Contains(got.stdout, "was stopped") || !strings.Contains(got.stdout, fmt.Sprintf("kill -9 %d.", pid)) {
		t.Errorf("install: exit code %d, %s%s", got.code, got.stdout, got.stderr)
	}
	if got := w.run(env, "uninstall"); got.code != cli.ExitFailed || strings.Contains(got.stdout, "waiting") || strings.Count(got.stderr, fmt.Sprintf("kill -9 %d.", pid)) != 1 {
		t.Errorf("uninstall: exit code %d, %s%s", got.code, got.stdout, got.stderr)
	}
}
