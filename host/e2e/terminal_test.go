package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/e2e/job"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/e2e/shop"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// terminal is a place to run commands in, with a data directory of its own.
type terminal struct {
	margay string
	dir    string
	env    []string
}

// newTerminal makes a terminal. When the test ends, none of the processes that
// its commands started may be left.
func newTerminal(t *testing.T, env ...string) *terminal {
	t.Helper()
	path, chromium := margay(t, ordinary)
	// Not t.TempDir: Chromium puts a socket below it, whose path may not be long.
	dir := must[string](t)(os.MkdirTemp("", "mt-"))
	term := &terminal{margay: path, dir: dir}
	term.env = append(os.Environ(), "MARGAY_DATA="+dir+"/data", "TMPDIR="+dir, "CHROMIUM="+chromium)
	term.env = append(term.env, env...)
	t.Cleanup(func() {
		left, err := rig.Running(func(line string, _ int) bool { return strings.Contains(line, dir) })
		if err != nil || len(left) > 0 {
			t.Errorf("%d processes are left: %q, %v", len(left), left, err)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return term
}

// result is how a command ended.
type result struct {
	code           int
	stdout, stderr string
}

// run runs a command. line is called with each line of its standard output; nil
// is not.
func (m *terminal) run(t *testing.T, ctx context.Context, line func(string), args ...string) result {
	t.Helper()
	cmd := exec.CommandContext(ctx, m.margay, args...)
	cmd.Env = m.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out := must[io.ReadCloser](t)(cmd.StdoutPipe())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var stdout strings.Builder
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		stdout.WriteString(lines.Text() + "\n")
		if line != nil {
			line(lines.Text())
		}
	}
	_ = cmd.Wait() // the code says it
	t.Logf("margay %s: code %d, said: %s", args[0], cmd.ProcessState.ExitCode(), strings.TrimSpace(stderr.String()))
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// TestRun_prints_json_lines orders coffee from a terminal in a browser without
// a window. Each event is a line with the members that its type has, in an
// order that a client can follow, and the last one is the end.
func TestRun_prints_json_lines(t *testing.T) {
	t.Parallel()
	var s shop.Shop
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	term := newTerminal(t)
	r := term.run(t, patience(t), nil, "run", "--json", "--headless", "--url", server.URL, job.Task)
	if r.code != cli.ExitDone {
		t.Errorf("exit code %d", r.code)
	}
	events := readEvents(t, r.stdout)
	answer := checkEvents(t, events)
	orders := s.Orders()
	if len(orders) != 1 || !strings.Contains(answer, orders[0].Number) {
		t.Errorf("the answer is %q, the shop has %+v", answer, orders)
	}
	if end := events[len(events)-1]; end.Type != chat.EventDone {
		t.Errorf("it ended with %+v", end)
	}
}

// TestRun_says_that_it_failed where the provider refuses the key.
func TestRun_says_that_it_failed(t *testing.T) {
	t.Parallel()
	refusing := llmtest.NewScript(llmtest.Turn{Err: &llm.Error{Status: 401, Message: "Incorrect API key"}})
	m := newModel(t, refusing)
	term := newTerminal(t, m.environ()...)
	r := term.run(t, patience(t), nil, "run", "--json", "Say something")
	if r.code != cli.ExitFailed {
		t.Errorf("exit code %d", r.code)
	}
	events := readEvents(t, r.stdout)
	checkEvents(t, events)
	end := events[len(events)-1]
	if end.Type != chat.EventError || end.ErrorCode != chat.ErrorAuth || !strings.Contains(end.Message, "Incorrect API key") {
		t.Errorf("it ended with %+v", end)
	}
}

// TestRun_goes_on_in_another_browser: a browser without a window dies with its
// daemon, and the run that is resumed works in the one that took its place.
func TestRun_goes_on_in_another_browser(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	dirs := config.Dirs{Data: filepath.Join(term.dir, "data")}
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/second" {
			once.Do(func() {
				daemon := must[*os.Process](t)(os.FindProcess(must[config.Beacon](t)(dirs.ReadBeacon()).Pid))
				if err := daemon.Kill(); err != nil {
					t.Error(err)
				}
			})
		}
		_, _ = io.WriteString(w, "<!doctype html><title>Page</title><h1>Heading of "+r.URL.Path+"</h1>")
	}))
	defer server.Close()
	r := term.run(t, patience(t), nil, "run", "--json", "--headless", "--url", server.URL,
		"Open "+server.URL+"/second and then tell me what the page says about the heading")
	if r.code != cli.ExitDone || !strings.Contains(r.stderr, "died and was started again") {
		t.Errorf("exit code %d", r.code)
	}
	if strings.Contains(r.stdout, "There is no tab") || !strings.Contains(r.stdout, "tab: ") {
		t.Errorf("the run does not find its tab:\n%s", r.stdout)
	}
}

// TestRun_refuses_wrong_usage before any daemon is started.
func TestRun_refuses_wrong_usage(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	for name, args := range map[string][]string{
		"no_task":         {"run"},
		"unknown_flag":    {"run", "--nonsense", "task"},
		"unknown_model":   {"run", "--model", "bogus", "task"},
		"unknown_command": {"nonsense"},
	} {
		t.Run(name, func(t *testing.T) {
			r := term.run(t, patience(t), nil, args...)
			if r.code != cli.ExitUsage || r.stdout != "" || !strings.Contains(r.stderr, "margay --help") {
				t.Errorf("exit code %d, output %q, errors %q", r.code, r.stdout, r.stderr)
			}
		})
	}
	if _, err := os.Stat(term.dir + "/data"); err == nil {
		t.Error("a data directory was made")
	}
}

// TestRun_goes_on_when_the_daemon_is_killed in a terminal beside a browser with
// the extension: it picks the run up and ends well, with one order.
func TestRun_goes_on_when_the_daemon_is_killed(t *testing.T) {
	t.Parallel()
	ctx := patience(t)
	var s shop.Shop
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	r := newRig(t, ordinary)
	term := &terminal{margay: r.Dirs.Bin(), env: append(os.Environ(), "MARGAY_DATA="+r.Dirs.Data)}
	calls := 0
	kill := func(line string) {
		if strings.Contains(line, `"type":"tool_call_running"`) {
			calls++
		}
		if calls != 4 { // the first two acts of the order
			return
		}
		calls++
		if err := r.KillDaemon(); err != nil {
			t.Errorf("kill the daemon: %v", err)
		}
	}
	res := term.run(t, ctx, kill, "run", "--json", "--url", server.URL, job.Task)
	if res.code != cli.ExitDone || calls <= 4 {
		t.Errorf("exit code %d after %d calls", res.code, calls)
	}
	if !strings.Contains(res.stderr, "The daemon died and was started again; the run goes on.") {
		t.Errorf("nothing was said of it: %q", res.stderr)
	}
	if orders := s.Orders(); len(orders) != 1 || !strings.Contains(res.stdout, orders[0].Number) {
		t.Errorf("the shop has %+v; it printed\n%s", orders, res.stdout)
	}
	events := readEvents(t, res.stdout)
	if end := events[len(events)-1]; end.Type != chat.EventDone || end.Usage == nil || end.DurationMs == 0 {
		t.Errorf("it ended with %+v", end)
	}
}

// TestRun_asks_after_a_second_crash instead of going on for ever.
func TestRun_asks_after_a_second_crash(t *testing.T) {
	t.Parallel()
	ctx := patience(t)
	m := newModel(t, &llmtest.Script{Then: func(llm.Request) llmtest.Turn { return llmtest.Turn{Text: "Let me think", Hang: true} }})
	r := newRig(t, ordinary)
	term := &terminal{margay: r.Dirs.Bin(), env: append(append(os.Environ(), "MARGAY_DATA="+r.Dirs.Data), m.environ()...)}
	kill := func(line string) {
		if !strings.Contains(line, `"type":"content_delta"`) {
			return
		}
		if err := r.KillDaemon(); err != nil {
			t.Errorf("kill the daemon: %v", err)
		}
	}
	res := term.run(t, ctx, kill, "run", "--json", "Think")
	events := readEvents(t, res.stdout)
	if end := events[len(events)-1]; res.code != cli.ExitNeedsAnswer || end.ErrorCode != chat.ErrorInterrupted {
		t.Errorf("exit code %d, it ended with %+v", res.code, end)
	}
}
