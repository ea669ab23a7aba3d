//go:build linux

package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/margay/margay/host/bridge"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/protocol"
)

func TestBridge_starts_the_daemon_and_leaves_it(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.bridge("MARGAY_LINGER=1h")
	reply := b.greeted()
	if reply.LingerMs != 3_600_000 || reply.DataDir != w.dirs.Data {
		t.Errorf("hello: %+v", reply)
	}
	beacon := w.beacon()
	if beacon.Pid == b.cmd.Process.Pid || reply.Pid != beacon.Pid {
		t.Errorf("daemon %d, bridge %d, hello says %d", beacon.Pid, b.cmd.Process.Pid, reply.Pid)
	}
	// Detached: a session of its own, and none of the bridge's pipes.
	if sid := sessionOf(beacon.Pid); sid != beacon.Pid {
		t.Errorf("the daemon is in session %d, want its own", sid)
	}
	for fd, target := range descriptors(t, beacon.Pid) {
		if strings.HasPrefix(target, "pipe:") && fd <= 2 {
			t.Errorf("descriptor %d of the daemon is %s", fd, target)
		}
	}
	if code := b.leave(); code != bridge.ExitOK {
		t.Errorf("exit code %d", code)
	}
	again := w.bridge()
	if got := again.greeted(); got.Pid != beacon.Pid || got.Epoch != reply.Epoch {
		t.Errorf("another daemon answered: %+v", got)
	}
}

func TestBridge_many_at_once_start_one_daemon(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const n = 6
	bridges := make([]*browser, n)
	for i := range bridges {
		bridges[i] = w.bridge("MARGAY_LINGER=1h")
	}
	pids := make([]int, n)
	var wg sync.WaitGroup
	for i, b := range bridges {
		wg.Go(func() {
			reply, err := b.hello()
			if err != nil {
				t.Errorf("bridge %d: %v", i, err)
			}
			pids[i] = reply.Pid
		})
	}
	wg.Wait()
	for _, pid := range pids {
		if pid != pids[0] {
			t.Fatalf("daemons %v, want one", pids)
		}
	}
	if got := w.logCount("serving"); got != 1 {
		t.Errorf("%d daemons have served, want 1", got)
	}
	// Those that lost the race have been reaped, and are not left as zombies.
	for _, b := range bridges {
		w.until("the losers' ends", func() bool { return children(t, b.cmd.Process.Pid, pids[0]) == 0 })
	}
}

func TestBridge_next_start_after_kill(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.bridge("MARGAY_LINGER=1h")
	b.greeted()
	first := w.beacon()
	started := clitest.Started(first.Pid)
	if err := syscall.Kill(first.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	// The bridge ends, so that the extension's port disconnects; it had started
	// the daemon and reaps it.
	if code := w.exit(b.cmd); code != bridge.ExitDaemonGone {
		t.Errorf("exit code %d, want %d", code, bridge.ExitDaemonGone)
	}
	w.gone(first.Pid, started)
	if _, err := os.Lstat(first.Socket); err != nil {
		t.Fatalf("the killed daemon's socket is gone, this test shows nothing: %v", err)
	}
	again := w.bridge("MARGAY_LINGER=1h")
	if reply := again.greeted(); reply.Pid == first.Pid {
		t.Errorf("the dead daemon answered: %+v", reply)
	}
}

func TestBridge_started_daemon_is_no_zombie(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.bridge("MARGAY_LINGER=1h")
	b.greeted()
	pid := w.beacon().Pid
	if err := syscall.Kill(b.cmd.Process.Pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	// The signal has arrived once each thread stands still: one may be waiting for the daemon's end.
	w.until("the bridge to stand still", func() bool { return stopped(b.cmd.Process.Pid) })
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	w.until("the daemon's end", func() bool { return stateOf(pid) == "Z" })
	if err := syscall.Kill(b.cmd.Process.Pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	w.until("the daemon to be reaped", func() bool { return stateOf(pid) == "" })
	w.exit(b.cmd)
}

func TestBridge_children_of_a_killed_daemon_end_at_the_next_start(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.bridge("MARGAY_LINGER=1h")
	b.greeted()
	b.send("child 600")
	// Its shell has said its pids: from now on it does not need the daemon.
	w.until("the word of the child", func() bool {
		text, _ := os.ReadFile(filepath.Join(w.dirs.Data, "run.json"))
		return regexp.MustCompile(`"Text":"\d+ \d+"`).Match(text)
	})
	var note string
	w.until("the child's note with its pid", func() bool {
		list, _ := filepath.Glob(filepath.Join(w.dirs.Children(), "*.json"))
		if len(list) != 1 {
			return false
		}
		text, _ := os.ReadFile(list[0])
		note = string(text)
		return strings.Contains(note, `"pid"`)
	})
	var pid int
	_, after, _ := strings.Cut(note, `"pid":`)
	if _, err := fmt.Sscanf(after, "%d", &pid); err != nil {
		t.Fatalf("note %s: %v", note, err)
	}
	started := clitest.Started(pid)
	if err := syscall.Kill(w.beacon().Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	w.exit(b.cmd)
	if clitest.Started(pid) != started {
		t.Fatal("the child ended with the daemon, this test shows nothing")
	}
	w.bridge().greeted()
	w.gone(pid, started)
}

func TestBridge_foreign_origin(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, stdout := w.bareBridge("chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba/")
	if _, err := b.stdin.Write(frame(`{"jsonrpc":"2.0","id":1,"method":"hello","params":{}}`)); err != nil {
		t.Fatal(err)
	}
	body, err := protocol.NewReader(stdout).Next()
	if err != nil || !bytes.Contains(body, []byte(`"not_allowed"`)) {
		t.Errorf("answered %s, %v", body, err)
	}
	if code := w.exit(b.cmd); code != bridge.ExitForeign {
		t.Errorf("exit code %d, want %d", code, bridge.ExitForeign)
	}
	if !strings.Contains(b.stderr.String(), "not the Margay extension") {
		t.Errorf("standard error: %q", b.stderr)
	}
	if _, err := os.Stat(w.dirs.Data); err == nil {
		t.Error("a foreign caller made a data directory")
	}
}

func TestBridge_text_instead_of_frames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, stdout := w.bareBridge(clitest.Origin)
	if _, err := b.stdin.Write([]byte("loading settings...\n")); err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(stdout)
	if err != nil || len(out) != 0 {
		t.Errorf("to the browser went %q, %v", out, err)
	}
	if code := w.exit(b.cmd); code != bridge.ExitNotFrames {
		t.Errorf("exit code %d, want %d", code, bridge.ExitNotFrames)
	}
}

func TestBridge_leaves_with_the_browser_while_work_runs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.bridge("MARGAY_LINGER=1h")
	b.greeted()
	b.send("wait once")
	if code := b.leave(); code != bridge.ExitOK {
		t.Errorf("exit code %d", code)
	}
	if reply := w.bridge().greeted(); reply.Pid != w.beacon().Pid {
		t.Error("the daemon did not outlive the bridge")
	}
}

func TestBridge_leaves_while_the_browser_does_not_read(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, _ := w.bareBridge(clitest.Origin, "MARGAY_LINGER=1h")
	if _, err := b.stdin.Write(frame(`{"jsonrpc":"2.0","id":1,"method":"hello","params":{"product":"margay","version":"0","build":"","protocol":{"min":1,"max":1},"kind":"panel"}}`)); err != nil {
		t.Fatal(err)
	}
	// 70,000 answers of which none is read: more than the pipe holds.
	ping := bytes.Repeat(frame(`{"jsonrpc":"2.0","id":1,"method":"ping"}`), 7000)
	go func() {
		for range 10 {
			if _, err := b.stdin.Write(ping); err != nil {
				return // the bridge's input is full or it has gone; either is what it takes
			}
		}
		_ = b.stdin.Close()
	}()
	w.until("the bridge to be blocked or gone", func() bool { return stateOf(b.cmd.Process.Pid) != "R" })
	if code := b.leave(); code != bridge.ExitOK {
		t.Errorf("exit code %d", code)
	}
}

// TestBridge_says_why_no_daemon_can_be_had lets everything fail that can.
func TestBridge_says_why_no_daemon_can_be_had(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		env    []string
		before func(t *testing.T, w *world)
		reason protocol.Reason
		words  []string
		code   int
	}{
		"store_locked": {
			env:    []string{clitest.OpenVar + "=locked"},
			reason: protocol.ReasonStoreLocked, words: []string{"Process 4711", "kill 4711"}, code: bridge.ExitOK,
		},
		"store_newer": {
			env:    []string{clitest.OpenVar + "=newer"},
			reason: protocol.ReasonStoreNewer, words: []string{"9.0.0", "Update"}, code: bridge.ExitOK,
		},
		"start_fails": {
			env:    []string{clitest.OpenVar + "=broken"},
			reason: protocol.ReasonInternal, words: []string{"no disk", "margay.log"}, code: bridge.ExitOK,
		},
		"start_crashes": {
			env:    []string{clitest.OpenVar + "=panic"},
			reason: protocol.ReasonNoDaemon, words: []string{"did not start", "doctor --data"}, code: bridge.ExitNoDaemon,
		},
		"data_directory_is_a_file": {
			before: func(t *testing.T, w *world) {
				if err := os.WriteFile(w.dirs.Data, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			},
			reason: protocol.ReasonNoDaemon, words: []string{"data directory", "doctor --data"}, code: bridge.ExitNoDaemon,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if tc.before != nil {
				tc.before(t, w)
			}
			b := w.bridge(tc.env...)
			for range 2 { // each hello is answered
				_, err := b.hello()
				var f *protocol.Fault
				if !errors.As(err, &f) || f.Reason() != tc.reason {
					t.Fatalf("hello answered with %v, want %s; standard error %q", err, tc.reason, b.stderr)
				}
				for _, words := range tc.words {
					if !strings.Contains(f.Message+" "+f.Data.Next, words) {
						t.Errorf("%q, %q: does not say %q", f.Message, f.Data.Next, words)
					}
				}
			}
			if code := b.leave(); code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
		})
	}
}

func TestBridge_crash_at_start_is_kept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if _, err := w.bridge(clitest.OpenVar + "=panic").hello(); err == nil {
		t.Fatal("a daemon that crashed answered")
	}
	text, err := os.ReadFile(w.dirs.Stray())
	if err != nil || !strings.Contains(string(text), "opening went wrong") {
		t.Errorf("the trace is not kept: %q, %v", text, err)
	}
	w.bridge("MARGAY_LINGER=1h").greeted()
	if w.logCount("an earlier daemon printed this") != 1 {
		t.Error("the log does not tell of the crash")
	}
}

func TestBridge_stray_output_goes_nowhere_near_the_browser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.bridge(clitest.PrintVar + "=stray words")
	b.greeted()
	b.leave()
	text, err := os.ReadFile(w.dirs.Stray())
	if err != nil || strings.Count(string(text), "stray words\n") != 2 {
		t.Errorf("stray output: %q, %v", text, err)
	}
	if info, err := os.Stat(w.dirs.Log()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("log: %v, %v, want 0600", info, err)
	}
}

func TestBridge_newer_version_takes_over_and_the_run_goes_on(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	old := w.bridge(clitest.VersionVar+"=1.0.0", "MARGAY_LINGER=1h")
	old.greeted()
	old.send("wait once")
	first := w.beacon()
	same := w.bridge(clitest.VersionVar + "=1.0.0")
	if reply := same.greeted(); reply.Pid != first.Pid {
		t.Fatalf("an equal version took over: %+v", reply)
	}
	older := w.bridge(clitest.VersionVar + "=0.9.0")
	if reply := older.greeted(); reply.Pid != first.Pid || reply.Version != "1.0.0" {
		t.Fatalf("an older version took over: %+v", reply)
	}
	newer := w.bridge(clitest.VersionVar+"=1.0.1", "MARGAY_LINGER=1h")
	if reply := newer.greeted(); reply.Pid == first.Pid || reply.Version != "1.0.1" {
		t.Fatalf("the newer version did not take over: %+v", reply)
	}
	for _, b := range []*browser{old, same, older} {
		if code := w.exit(b.cmd); code != bridge.ExitDaemonGone {
			t.Errorf("a bridge of the old daemon ended with %d", code)
		}
	}
	w.until("the parked run's end", func() bool {
		text, _ := os.ReadFile(filepath.Join(w.dirs.Data, "run.json"))
		return strings.Contains(string(text), `"done"`)
	})
}

func frame(body string) []byte { return protocol.AppendFrame(nil, []byte(body)) }

func descriptors(t *testing.T, pid int) map[int]string {
	t.Helper()
	entries, err := os.ReadDir(clitest.ProcPath(pid, "fd"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[int]string{}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil {
			list[fd], _ = os.Readlink(filepath.Join(clitest.ProcPath(pid, "fd"), e.Name()))
		}
	}
	return list
}

// children counts the children of a process, zombies included, but for one.
func children(t *testing.T, parent, but int) int {
	t.Helper()
	text, err := os.ReadFile(clitest.ProcPath(parent, filepath.Join("task", strconv.Itoa(parent), "children")))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range strings.Fields(string(text)) {
		if f != strconv.Itoa(but) {
			n++
		}
	}
	return n
}

// stopped reports whether each thread of a process stands still.
func stopped(pid int) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, file := range threads {
		stat, _ := os.ReadFile(file)
		if _, rest, _ := strings.Cut(string(stat), ") "); !strings.HasPrefix(rest, "T") {
			return false
		}
	}
	return len(threads) > 0
}
