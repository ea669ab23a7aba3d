//go:build linux

package daemon_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
)

// gone waits for the end of a process, by its pid and start.
func gone(t *testing.T, pid int, started string) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(20 * time.Second)
	for daemon.ProcessStart(pid) == started {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("process %d still runs", pid)
		}
	}
}

// pids reads the first line that a command prints: the pids of its processes.
func pids(t *testing.T, cmd *exec.Cmd, start func()) []int {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	for _, f := range strings.Fields(line) {
		pid, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, pid)
	}
	return list
}

// family is a shell with a child of its own, and says both pids.
func family(t *testing.T) *exec.Cmd {
	t.Helper()
	return exec.CommandContext(context.WithoutCancel(t.Context()), "/bin/sh", "-c", "sleep 600 & echo $$ $!; wait")
}

func notes(t *testing.T, d config.Dirs) []string {
	t.Helper()
	entries, err := os.ReadDir(d.Children())
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".json" {
			list = append(list, e.Name())
		}
	}
	return list
}

func openChildren(t *testing.T, d config.Dirs) *daemon.Children {
	t.Helper()
	c, err := daemon.OpenChildren(d, zerolog.New(zerolog.NewTestWriter(t)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestChildren_close_ends_the_whole_group(t *testing.T) {
	t.Parallel()
	d := newDirs(t)
	c := openChildren(t, d)
	cmd := family(t)
	var child *daemon.Child
	list := pids(t, cmd, func() {
		var err error
		if child, err = c.Start("family", cmd); err != nil {
			t.Fatal(err)
		}
	})
	starts := []string{daemon.ProcessStart(list[0]), daemon.ProcessStart(list[1])}
	if len(notes(t, d)) != 1 {
		t.Errorf("notes: %v", notes(t, d))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	c.Close(ctx)
	for i, pid := range list {
		gone(t, pid, starts[i])
	}
	if err := child.Wait(); err == nil {
		t.Error("a process that was ended by a signal ended well")
	}
	if len(notes(t, d)) != 0 {
		t.Errorf("notes stay: %v", notes(t, d))
	}
	if _, err := c.Start("late", exec.CommandContext(t.Context(), "/bin/true")); err == nil {
		t.Error("a child was started after Close")
	}
}

func TestChildren_wait_ends_what_a_child_leaves_behind(t *testing.T) {
	t.Parallel()
	d := newDirs(t)
	c := openChildren(t, d)
	cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", "sleep 600 >/dev/null & echo $!")
	var child *daemon.Child
	list := pids(t, cmd, func() {
		var err error
		if child, err = c.Start("leaver", cmd); err != nil {
			t.Fatal(err)
		}
	})
	started := daemon.ProcessStart(list[0])
	if err := child.Wait(); err != nil {
		t.Errorf("Wait: %v", err)
	}
	gone(t, list[0], started)
}

func TestChildren_deaf_child_is_ended_by_force(t *testing.T) {
	t.Parallel()
	c := openChildren(t, newDirs(t))
	cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", "trap '' TERM; echo $$; while :; do sleep 600; done")
	list := pids(t, cmd, func() {
		if _, err := c.Start("deaf", cmd); err != nil {
			t.Fatal(err)
		}
	})
	started := daemon.ProcessStart(list[0])
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	c.Close(ctx)
	gone(t, list[0], started)
}

func TestChildren_start_that_fails_leaves_no_note(t *testing.T) {
	t.Parallel()
	d := newDirs(t)
	c := openChildren(t, d)
	if _, err := c.Start("missing", exec.CommandContext(t.Context(), "/not/there")); err == nil || !strings.Contains(err.Error(), "start missing") {
		t.Errorf("error %v", err)
	}
	if len(notes(t, d)) != 0 {
		t.Errorf("notes stay: %v", notes(t, d))
	}
}

// TestOpenChildren writes notes as a daemon leaves them that died at different
// moments, and looks what the next start ends.
func TestOpenChildren(t *testing.T) {
	t.Parallel()
	type note struct {
		Name    string `json:"name"`
		Token   string `json:"token"`
		Pid     int    `json:"pid,omitempty"`
		Started string `json:"started,omitempty"`
	}
	for name, tc := range map[string]struct {
		env  string
		note func(pid int) note
		ends []bool // the head, and what it started
	}{
		"pid_and_start": {
			note: func(pid int) note { return note{Pid: pid, Started: daemon.ProcessStart(pid)} },
			ends: []bool{true, true},
		},
		"died_before_the_pid_was_noted": {
			env:  "MARGAY_CHILD=token-a",
			note: func(int) note { return note{Token: "token-a"} },
			ends: []bool{true, true},
		},
		"pid_of_another_process": {
			note: func(pid int) note { return note{Pid: pid, Started: daemon.ProcessStart(pid) + "0"} },
			ends: []bool{false, false},
		},
		"pid_without_start": {
			note: func(pid int) note { return note{Pid: pid} },
			ends: []bool{false, false},
		},
		"token_of_another": {
			env:  "MARGAY_CHILD=token-b",
			note: func(int) note { return note{Token: "token"} },
			ends: []bool{false, false},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDirs(t)
			if err := os.MkdirAll(d.Children(), 0o700); err != nil {
				t.Fatal(err)
			}
			cmd := family(t)
			cmd.Env = append(os.Environ(), tc.env)
			cmd.SysProcAttr = ownGroup()
			list := pids(t, cmd, func() {
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
			})
			t.Cleanup(func() { endGroup(cmd.Process.Pid); _ = cmd.Wait() })
			starts := []string{daemon.ProcessStart(list[0]), daemon.ProcessStart(list[1])}
			data, err := json.Marshal(tc.note(list[0]))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(d.Children(), "x.json"), data, 0o600); err != nil {
				t.Fatal(err)
			}
			openChildren(t, d)
			for i, ends := range tc.ends {
				if ends {
					gone(t, list[i], starts[i])
				} else if daemon.ProcessStart(list[i]) != starts[i] {
					t.Errorf("process %d of %d was ended", i, len(list))
				}
			}
			if len(notes(t, d)) != 0 {
				t.Errorf("notes stay: %v", notes(t, d))
			}
		})
	}
}

// The names of a person's folders are no patterns.
func TestOpenChildren_broken_note_is_dropped(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]string{"plain": "data", "class": "data [1]", "open_class": "data [1", "star": "d*?"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			brokenNoteIsDropped(t, config.Dirs{Data: filepath.Join(newDirs(t).Data, folder)})
		})
	}
}

func brokenNoteIsDropped(t *testing.T, d config.Dirs) {
	t.Helper()
	if err := os.MkdirAll(d.Children(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.Children(), "x.json"), []byte(`{"pid":`), 0o600); err != nil {
		t.Fatal(err)
	}
	openChildren(t, d)
	if len(notes(t, d)) != 0 {
		t.Errorf("notes stay: %v", notes(t, d))
	}
}
