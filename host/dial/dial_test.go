//go:build linux

package dial_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/version"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

func TestMain(m *testing.M) { clitest.Main(m, os.Stdin, os.Stdout, os.Stderr) }

const patience = clitest.Patience

// options reach a data directory of the test's own.
func options(t *testing.T, env ...string) dial.Options {
	t.Helper()
	return dial.Options{
		Dirs: clitest.Dirs(t), Start: true, Environ: clitest.Environ(env...), Timeout: patience, Version: "1.0.0",
	}
}

func dialed(t *testing.T, o dial.Options) *dial.Client {
	t.Helper()
	c, err := dial.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Peer.Close() })
	return c
}

func TestDial_many_at_once_get_one_daemon(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Version = version.Version() // a newer one would make the daemon give way
	var mu sync.Mutex
	pids := map[int]int{}
	started := 0
	var wg sync.WaitGroup
	clients := make([]*dial.Client, 8)
	for i := range clients {
		wg.Go(func() {
			c, err := dial.Dial(t.Context(), o)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			clients[i] = c
			pids[c.Reply().Pid]++
			if c.Started() {
				started++
			}
		})
	}
	wg.Wait()
	if len(pids) != 1 || started != 1 {
		t.Errorf("daemons %v, %d clients say that they started one", pids, started)
	}
	for _, c := range clients {
		if c != nil {
			_ = c.Peer.Close()
		}
	}
}

func TestDial_close_waits_for_the_daemon_that_it_started(t *testing.T) {
	t.Parallel()
	o := options(t)
	c := dialed(t, o)
	if !c.Started() || c.Reply().LingerMs != 0 {
		t.Fatalf("started %v, reply %+v", c.Started(), c.Reply())
	}
	pid := c.Reply().Pid
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join("/proc", strconv.Itoa(pid))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the daemon is there after Close: %v", err)
	}
}

// A daemon that others need goes on, and whoever started it is not kept by it:
// after a crash it is a command that starts the daemon anew, and a browser's
// bridges are back before the command ends.
func TestDial_close_leaves_a_daemon_that_others_need(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		need func(t *testing.T, c *dial.Client, o dial.Options)
	}{
		"link": {func(t *testing.T, _ *dial.Client, o dial.Options) { dialed(t, o) }},
		"run": {func(t *testing.T, c *dial.Client, _ dial.Options) {
			if _, err := rpc.Call(t.Context(), c, client.ConversationSend, clitest.Task("wait")); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(t, clitest.VersionVar+"=1.0.0")
			c := dialed(t, o)
			tc.need(t, c, o)
			began := time.Now()
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > 3*time.Second {
				t.Errorf("Close waited %v for a daemon that stays", took)
			}
			again := dialed(t, o)
			if again.Reply().Pid != c.Reply().Pid {
				t.Errorf("the daemon is another: %d, not %d", again.Reply().Pid, c.Reply().Pid)
			}
		})
	}
}

// TestDial_one_after_the_other dials at the very moment at which the daemon
// leaves, over and over: everybody is served, by a daemon that stays.
func TestDial_one_after_the_other(t *testing.T) {
	t.Parallel()
	o := options(t)
	for range 20 {
		c := dialed(t, o)
		_ = c.Peer.Close() // nothing is waited for: the next one meets a daemon that is leaving
		next := dialed(t, o)
		if _, err := rpc.Call(t.Context(), next, protocol.PingRoute, protocol.Empty{}); err != nil {
			t.Fatal(err)
		}
		_ = next.Close()
	}
}

// TestDial_says_why lets everything fail that can, and looks for the words and
// the command by which a person goes on.
func TestDial_says_why(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T, text string, mode os.FileMode) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "margay")
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, tc := range map[string]struct {
		set   func(t *testing.T, o *dial.Options)
		words []string
	}{
		"program_missing": {
			func(_ *testing.T, o *dial.Options) { o.Exe = "/not/there/margay" },
			[]string{"/not/there/margay is not there", "Install Margay again"},
		},
		"program_not_executable": {
			func(t *testing.T, o *dial.Options) { o.Exe = write(t, "x", 0o600) },
			[]string{"may not be executed", "chmod u+x /"},
		},
		"program_is_a_folder": {
			func(t *testing.T, o *dial.Options) { o.Exe = t.TempDir() },
			[]string{"is a folder"},
		},
		"program_is_no_program": {
			func(t *testing.T, o *dial.Options) { o.Exe = write(t, "\x00\x01", 0o700) },
			[]string{"could not be started", "doctor --data"},
		},
		"program_ends_at_once": {
			func(t *testing.T, o *dial.Options) { o.Exe = write(t, "#!/bin/sh\nexit 1\n", 0o700) },
			[]string{"ended at once without a word", "doctor --data"},
		},
		"program_complains": {
			func(t *testing.T, o *dial.Options) {
				o.Exe = write(t, "#!/bin/sh\necho libx.so: cannot open >&2\nexit 127\n", 0o700)
			},
			[]string{"libx.so: cannot open", "doctor --data"},
		},
		"program_hangs": {
			func(t *testing.T, o *dial.Options) {
				o.Exe, o.Timeout = write(t, "#!/bin/sh\nexec sleep 1\n", 0o700), 200*time.Millisecond
			},
			[]string{"did not say within the time"},
		},
		"program_of_another_kind": {
			func(t *testing.T, o *dial.Options) {
				o.Exe = write(t, "#!/bin/sh\nyes margay | head -c 200000\n", 0o700)
			},
			[]string{"did not start: margay margay", ". The log is /"}, // a command ends where a sentence does
		},
		"machine_ran_out_of_something": {
			func(t *testing.T, o *dial.Options) {
				o.Exe = write(t, `#!/bin/sh
echo '{"state":"failed","message":"no room","next":"Make some."}'
`, 0o700)
			},
			[]string{"could not start: no room. Make some. To see why"},
		},
		"not_to_be_started": {
			func(_ *testing.T, o *dial.Options) { o.Start = false },
			[]string{"No Margay daemon runs for ", "Run: /", " serve --data /"},
		},
		"data_is_a_link_to_nowhere": {
			func(t *testing.T, o *dial.Options) {
				o.Dirs.Data = filepath.Join(t.TempDir(), "link")
				if err := os.Symlink("/none/disk", o.Dirs.Data); err != nil {
					t.Fatal(err)
				}
			},
			[]string{"link is a link to /none/disk, which cannot be reached. If it leads to a disk that is away, connect that", "doctor --data"},
		},
		"data_below_a_file": {
			func(t *testing.T, o *dial.Options) { o.Dirs.Data = filepath.Join(write(t, "x", 0o600), "data") },
			[]string{"margay is a file, and Margay needs a folder there. Move it aside", "doctor --data"},
		},
		"start_fails": {
			func(_ *testing.T, o *dial.Options) { o.Environ = clitest.Environ(clitest.OpenVar + "=broken") },
			[]string{"no disk", "margay.log"},
		},
		"socket_path_too_long": {
			func(_ *testing.T, o *dial.Options) {
				o.Dirs.Data = filepath.Join(o.Dirs.Data, strings.Repeat("d", 120))
				o.Environ = append(o.Environ, "XDG_RUNTIME_DIR=/"+strings.Repeat("r", 100), "TMPDIR=/proc/self/fdinfo")
			},
			nil, // /tmp is short enough: it starts
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(t)
			tc.set(t, &o)
			c, err := dial.Dial(t.Context(), o)
			if tc.words == nil {
				if err != nil {
					t.Fatal(err)
				}
				_ = c.Close()
				return
			}
			var f *protocol.Fault
			if !errors.As(err, &f) || f.Data == nil || f.Data.Next == "" {
				t.Fatalf("error %v, want a fault with a next step", err)
			}
			for _, words := range tc.words {
				if !strings.Contains(f.Message+" "+f.Data.Next, words) {
					t.Errorf("%q, next %q: does not say %q", f.Message, f.Data.Next, words)
				}
			}
		})
	}
}

// locked takes the lock of a data directory as a daemon does.
func locked(t *testing.T, o dial.Options) *flock.Flock {
	t.Helper()
	if err := o.Dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	l := flock.New(o.Dirs.Lock())
	if ok, err := l.TryLock(); err != nil || !ok {
		t.Fatal(ok, err)
	}
	return l
}

func TestDial_lock_held_by_a_process_that_does_not_serve(t *testing.T) {
	t.Parallel()
	o := options(t)
	l := locked(t, o)
	if err := os.WriteFile(o.Dirs.Lock(), []byte("4711\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Timeout = 3 * time.Second // enough for one start on a busy machine
	_, err := dial.Dial(t.Context(), o)
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != protocol.ReasonNoDaemon || !holds(f, os.Getpid()) {
		t.Errorf("%v", err)
	}
	if held := (*dial.HeldError)(nil); !errors.As(err, &held) {
		t.Errorf("it is not said to be held: %v", err)
	}
	if err := l.Unlock(); err != nil {
		t.Fatal(err)
	}
	o.Timeout = patience
	_ = dialed(t, o).Close()
}

// A daemon may have served somebody else and left before whoever started it
// had connected: then another is started.
func TestDial_daemon_that_left_before_it_was_reached(t *testing.T) {
	t.Parallel()
	o := options(t)
	real, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o.Exe = filepath.Join(t.TempDir(), "margay")
	const once = "#!/bin/sh\nif mkdir served 2>/dev/null; then echo '{\"state\":\"serving\",\"pid\":4711}'; else exec '%s' \"$@\"; fi\n"
	if err := os.WriteFile(o.Exe, fmt.Appendf(nil, once, real), 0o700); err != nil {
		t.Fatal(err)
	}
	_ = dialed(t, o).Close()
	// One that never can be reached is said to be so.
	o.Exe = filepath.Join(t.TempDir(), "margay")
	if err := os.WriteFile(o.Exe, []byte("#!/bin/sh\necho '{\"state\":\"serving\",\"pid\":4711}'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = dial.Dial(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "process 4711) started and then could not be reached") {
		t.Errorf("%v", err)
	}
}

func TestDial_versions(t *testing.T) {
	t.Parallel()
	o := options(t, clitest.VersionVar+"=1.0.0", "MARGAY_LINGER=1h")
	first := dialed(t, o)
	for _, v := range []string{"1.0.0", "0.9.0", "1.0.0-rc.1"} {
		o.Version = v
		if c := dialed(t, o); c.Reply().Pid != first.Reply().Pid {
			t.Errorf("version %s took over", v)
		}
	}
	o.Version = "1.1.0"
	o.Environ = clitest.Environ(clitest.VersionVar + "=1.1.0")
	c := dialed(t, o)
	if c.Reply().Pid == first.Reply().Pid || c.Reply().Version != "1.1.0" {
		t.Errorf("the newer version did not take over: %+v", c.Reply())
	}
	<-first.Done()
}

// TestDial_takes_over_from_a_daemon_that_refuses: the old one cannot read a
// newer store and says so; a newer program must not be stopped by that.
func TestDial_takes_over_from_a_daemon_that_refuses(t *testing.T) {
	t.Parallel()
	o := options(t, clitest.VersionVar+"=1.0.0", clitest.OpenVar+"=newer")
	old, err := dial.Reach(t.Context(), o) // holds the daemon that refuses
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan error, 1)
	go func() {
		n := o
		n.Version, n.Environ = "1.1.0", clitest.Environ(clitest.VersionVar+"=1.1.0")
		c, err := dial.Dial(t.Context(), n)
		if err == nil {
			_ = c.Close()
		}
		got <- err
	}()
	_ = old.Close()
	if err := <-got; err != nil {
		t.Error(err)
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	o := options(t, "MARGAY_LINGER=1h")
	if err := dial.Stop(t.Context(), o); err != nil {
		t.Errorf("nobody to stop: %v", err)
	}
	c := dialed(t, o)
	if err := dial.Stop(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	<-c.Done()
	l := flock.New(o.Dirs.Lock())
	if ok, err := l.TryLock(); err != nil || !ok {
		t.Errorf("the lock is held after Stop: %v, %v", ok, err)
	}
	_ = l.Unlock()
}

// A daemon that holds the directory and takes no links is no daemon that ended:
// whoever goes on would exchange files under its hands.
func TestStop_says_of_a_daemon_that_is_stuck(t *testing.T) {
	t.Parallel()
	o := options(t)
	if err := o.Dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	l := flock.New(o.Dirs.Lock())
	if ok, err := l.TryLock(); err != nil || !ok {
		t.Fatal(ok, err)
	}
	defer func() { _ = l.Unlock() }()
	if err := os.WriteFile(o.Dirs.Lock(), []byte("4711\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Timeout = 100 * time.Millisecond
	err := dial.Stop(t.Context(), o)
	var fault *protocol.Fault
	if !errors.As(err, &fault) || !holds(fault, os.Getpid()) {
		t.Errorf("a daemon that is stuck: %v", err)
	}
}

func TestReach_foreign_socket_in_the_beacon(t *testing.T) {
	t.Parallel()
	o := options(t)
	if err := o.Dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	// A listener that takes links and closes them, as a daemon does that leaves,
	// but that leaves its beacon there for good.
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(o.Dirs.Data, "other"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = c.Close()
		}
	}()
	data, err := json.Marshal(config.Beacon{Pid: 4711, Socket: l.Addr().String(), Version: "1.0.0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(o.Dirs.Beacon(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	o.Timeout = 300 * time.Millisecond
	if _, err := dial.Dial(t.Context(), o); err == nil {
		t.Error("it was taken for a daemon")
	}
}

// A copy of a data directory, made while its daemon ran, holds the record of that
// daemon: whoever dials for the copy must not work on the first.
func TestDial_serves_a_copy_by_itself(t *testing.T) {
	t.Parallel()
	o := options(t, clitest.VersionVar+"=1.0.0")
	first := dialed(t, o)
	copied := o
	copied.Dirs = clitest.Dirs(t)
	record, err := os.ReadFile(o.Dirs.Beacon())
	if err := errors.Join(err, copied.Dirs.Prepare(), os.WriteFile(copied.Dirs.Beacon(), record, 0o600)); err != nil {
		t.Fatal(err)
	}
	second := dialed(t, copied)
	if got := second.Reply(); got.Pid == first.Reply().Pid || got.DataDir != copied.Dirs.Data {
		t.Errorf("process %d answers for %s", got.Pid, got.DataDir)
	}
	// The same directory under another name is the same.
	linked := o
	linked.Dirs.Data += "-link"
	if err := os.Symlink(o.Dirs.Data, linked.Dirs.Data); err != nil {
		t.Fatal(err)
	}
	if got := dialed(t, linked).Reply(); got.Pid != first.Reply().Pid {
		t.Errorf("by a link process %d answers, want %d", got.Pid, first.Reply().Pid)
	}
}

func TestDial_client_is_greeted_and_may_stop_the_daemon(t *testing.T) {
	t.Parallel()
	c := dialed(t, options(t, "MARGAY_LINGER=1h"))
	if c.Reply().Product != protocol.Product || c.Reply().Protocol < protocol.VersionMin {
		t.Errorf("reply %+v", c.Reply())
	}
	if _, err := rpc.Call(t.Context(), c, client.DaemonStop, client.Stop{}); err != nil {
		t.Error(err)
	}
	<-c.Done()
}

// holds reports whether a fault names the process that holds the lock, how to end
// it, and the diagnosis.
func holds(f *protocol.Fault, pid int) bool {
	return strings.Contains(f.Message, fmt.Sprintf("Process %d ", pid)) && strings.Contains(f.Data.Next, fmt.Sprintf("kill -9 %d.", pid)) && strings.Contains(f.Data.Next, " doctor --data ")
}
