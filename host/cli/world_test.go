//go:build linux

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

func TestMain(m *testing.M) { clitest.Main(m, os.Stdin, os.Stdout, os.Stderr) }

const patience = clitest.Patience

// world is a data directory with whatever processes serve it.
type world struct {
	t    testing.TB
	dirs config.Dirs
	// exe is the program.
	exe string
}

func newWorld(t testing.TB) *world {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &world{t: t, dirs: clitest.Dirs(t), exe: exe}
}

// gone waits for the end of a process.
func (w *world) gone(pid int, started string) {
	w.t.Helper()
	w.until("the end of process", func() bool { return clitest.Started(pid) != started })
}

// until waits for a condition that nothing announces.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(patience)
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			w.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// beacon is that of the daemon that serves now.
func (w *world) beacon() config.Beacon {
	w.t.Helper()
	b, err := w.dirs.ReadBeacon()
	if err != nil {
		w.t.Fatalf("no daemon: %v", err)
	}
	return b
}

// command is the program on the world's data directory.
func (w *world) command(env []string, args ...string) *exec.Cmd {
	w.t.Helper()
	// The tests end it themselves, also after their context has ended.
	cmd := exec.CommandContext(context.Background(), w.exe, args...)
	cmd.Env = clitest.Environ(append([]string{"MARGAY_DATA=" + w.dirs.Data}, env...)...)
	return cmd
}

// result is how a command ended.
type result struct {
	code   int
	stdout string
	stderr string
}

// run runs a command to its end.
func (w *world) run(env []string, args ...string) result {
	w.t.Helper()
	var out, errs bytes.Buffer
	cmd := w.command(env, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	code := w.exit(cmd)
	return result{code, out.String(), errs.String()}
}

// exit waits for the end of a command and returns its exit code.
func (w *world) exit(cmd *exec.Cmd) int {
	w.t.Helper()
	timer := time.AfterFunc(patience, func() { _ = cmd.Process.Signal(syscall.SIGQUIT) })
	defer timer.Stop()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// browser is the browser's end of a bridge.
type browser struct {
	*rpc.Peer
	w      *world
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr *lockedBuffer
}

// pipes is what the browser holds of a bridge.
type pipes struct {
	io.Reader
	io.Writer
	close func() error
}

func (p pipes) Close() error { return p.close() }

// bridge starts a bridge as a browser does, for the extension.
func (w *world) bridge(env ...string) *browser {
	w.t.Helper()
	b, stdout := w.bareBridge(clitest.Origin, env...)
	b.Peer = rpc.New(pipes{stdout, b.stdin, b.stdin.Close}, rpc.Options{})
	return b
}

// bareBridge starts a bridge and leaves its pipes to the caller.
func (w *world) bareBridge(origin string, env ...string) (*browser, io.Reader) {
	w.t.Helper()
	cmd := w.command(env, origin, "--parent-window=0")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	b := &browser{w: w, cmd: cmd, stdin: stdin, stderr: &lockedBuffer{}}
	cmd.Stderr = b.stderr
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		_ = stdin.Close()
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	return b, stdout
}

// hello greets the daemon through the bridge.
func (b *browser) hello() (protocol.HelloReply, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return rpc.Call(ctx, b.Peer, protocol.HelloRoute, protocol.Hello{
		Product: protocol.Product, Version: "0.1.0", Kind: protocol.KindPanel,
		Protocol: protocol.Versions{Min: protocol.VersionMin, Max: protocol.VersionMax},
	})
}

// greeted fails the test where the daemon does not greet.
func (b *browser) greeted() protocol.HelloReply {
	b.w.t.Helper()
	reply, err := b.hello()
	if err != nil {
		b.w.t.Fatalf("hello: %v; the bridge said %q", err, b.stderr)
	}
	return reply
}

// leave closes the browser's pipe and returns the bridge's exit code.
func (b *browser) leave() int {
	b.w.t.Helper()
	_ = b.stdin.Close()
	return b.w.exit(b.cmd)
}

// send starts a run and returns when it is under way.
func (b *browser) send(task string) {
	b.w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if _, err := rpc.Call(ctx, b.Peer, client.ConversationSend, clitest.Task(task)); err != nil {
		b.w.t.Fatal(err)
	}
}

// lockedBuffer is a buffer that one goroutine fills while others read.
type lockedBuffer struct {
	mu  sync.Mutex // guards buf
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// logLines are the lines of the daemon's log.
func (w *world) logLines() []map[string]any {
	w.t.Helper()
	data, err := os.ReadFile(w.dirs.Log())
	if err != nil {
		w.t.Fatal(err)
	}
	var lines []map[string]any
	for line := range bytes.Lines(data) {
		var m map[string]any
		if err := json.Unmarshal(line, &m); err != nil {
			w.t.Errorf("a line of the log is no JSON: %s", line)
		}
		lines = append(lines, m)
	}
	return lines
}

// logCount counts the lines of the log with a message.
func (w *world) logCount(message string) int {
	n := 0
	for _, l := range w.logLines() {
		if l["message"] == message {
			n++
		}
	}
	return n
}

// stateOf is the letter of a process's state, "" where there is none.
func stateOf(pid int) string { return clitest.Stat(pid, 3) }

// sessionOf is the session of a process.
func sessionOf(pid int) int {
	sid, _ := strconv.Atoi(clitest.Stat(pid, 6)) // 0 is no session of a test's
	return sid
}
