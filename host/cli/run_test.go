//go:build linux

package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/protocol/chat"
)

// TestRun_stories are commands with how they end and what they print.
func TestRun_stories(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		env    []string
		args   []string
		code   int
		stdout string
		stderr []string // words, in this order
	}{
		"answer": {
			args: []string{"run", "say", "hello", "there"},
			code: cli.ExitDone, stdout: "hello there\n",
			stderr: []string{"hello there", "Done in 7ms, 0 tool calls, 12 tokens in, 3 out."},
		},
		"tool_call_with_arguments_and_duration": {
			args: []string{"run", "click"},
			code: cli.ExitDone, stdout: "clicked\n",
			stderr: []string{`-> click {"ref":"e5"}`, "click done in 42ms", "1 tool calls"},
		},
		"failure": {
			args: []string{"run", "fail"},
			code: cli.ExitFailed, stderr: []string{"Failed after 7ms", "no such model"},
		},
		"keys_travel_in_the_request_and_not_in_the_environment": {
			env:  []string{"OPENAI_API_KEY=sk-test", "MARGAY_MODEL=openai:x"},
			args: []string{"run", "environment"},
			code: cli.ExitDone, stdout: "",
		},
		"browser_of_the_terminal_travels_in_the_request": {
			env:  []string{"MARGAY_CHROMIUM=go"},
			args: []string{"run", "--headless", "browser"},
			code: cli.ExitDone, stdout: tool + "\n",
		},
		"browser_that_is_not_there_is_for_the_daemon_to_refuse": {
			env:  []string{"MARGAY_CHROMIUM=no-such-browser"},
			args: []string{"run", "--headless", "browser"},
			code: cli.ExitDone, stdout: "no-such-browser\n",
		},
		"control_characters_do_not_reach_a_terminal": {
			args: []string{"run", "say", "red \x1b[31mtext\x07"},
			code: cli.ExitDone, stdout: "red [31mtext\n",
		},
		"daemon_dies_and_the_run_is_resumed": {
			args: []string{"run", "die"},
			code: cli.ExitDone, stdout: "half half whole\n",
			stderr: []string{"half", "lost", "died and was started again", "Done"},
		},
		"daemon_dies_again_and_a_person_must_look": {
			args: []string{"run", "die-again"},
			code: cli.ExitNeedsAnswer, stderr: []string{"lost", "died and was started again", "lost", "interrupted"},
		},
		"daemon_dies_before_it_answers": {
			args: []string{"run", "vanish"},
			code: cli.ExitDone, stdout: "whole\n", stderr: []string{"Done"},
		},
		"store_locked": {
			env:  []string{clitest.OpenVar + "=locked"},
			args: []string{"run", "say", "x"},
			code: cli.ExitFailed, stderr: []string{"Process 4711 holds the database.", "kill 4711"},
		},
		"no_task":          {args: []string{"run"}, code: cli.ExitUsage, stderr: []string{"say what is to be done", "--help"}},
		"blank_task":       {args: []string{"run", "  "}, code: cli.ExitUsage, stderr: []string{"say what is to be done"}},
		"unknown_flag":     {args: []string{"run", "--loud", "x"}, code: cli.ExitUsage, stderr: []string{"--loud"}},
		"unknown_command":  {args: []string{"dance"}, code: cli.ExitUsage, stderr: []string{"dance"}},
		"no_such_provider": {args: []string{"run", "--model", "bogus", "x"}, code: cli.ExitUsage, stderr: []string{"--model", `unknown model "bogus"`, "openai", "--help"}},
		"no_model_named":   {args: []string{"run", "--model", "openai", "x"}, code: cli.ExitUsage, stderr: []string{"no model of openai is named", "--help"}},
		"stop_without_one": {args: []string{"stop"}, code: cli.ExitDone, stderr: []string{"No Margay daemon runs for /"}},
		"version":          {env: []string{clitest.VersionVar + "=3.2.1"}, args: []string{"version"}, code: cli.ExitDone, stdout: "margay 3.2.1 (build test, "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			got := w.run(tc.env, tc.args...)
			if got.code != tc.code {
				t.Errorf("exit code %d, want %d", got.code, tc.code)
			}
			if exact := strings.HasSuffix(tc.stdout, "\n") || tc.stdout == ""; exact && got.stdout != tc.stdout || !strings.HasPrefix(got.stdout, tc.stdout) {
				t.Errorf("standard output %q, want %q", got.stdout, tc.stdout)
			}
			rest := got.stderr
			for _, words := range tc.stderr {
				_, after, ok := strings.Cut(rest, words)
				if !ok {
					t.Errorf("standard error %q: %q is not there, or not in its place", got.stderr, words)
				}
				rest = after
			}
			if _, err := w.dirs.ReadBeacon(); err == nil {
				t.Error("a daemon stayed after a one-shot command")
			}
		})
	}
}

func TestRun_json_lines(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.run(nil, "run", "--json", "click")
	if got.code != cli.ExitDone || got.stderr != "" {
		t.Fatalf("exit code %d, standard error %q", got.code, got.stderr)
	}
	var types []string
	for line := range strings.Lines(got.stdout) {
		var e chat.Event
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&e); err != nil {
			t.Fatalf("line %s: %v", line, err)
		}
		types = append(types, string(e.Type))
		if e.Type == chat.EventDone && (e.Usage == nil || e.Usage.InputTokens != 12 || e.DurationMs != 7) {
			t.Errorf("done: %s", line)
		}
	}
	want := "new_message tool_call_start tool_call_running tool_call_result tool_call_complete content_delta done"
	if s := strings.Join(types, " "); s != want {
		t.Errorf("events %s, want %s", s, want)
	}
}

func TestRun_json_lines_after_a_crash_end_with_one_terminal_event(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.run(nil, "run", "--json", "die-again")
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	var last chat.Event
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	if got.code != cli.ExitNeedsAnswer || last.Type != chat.EventError || last.ErrorCode != chat.ErrorInterrupted {
		t.Errorf("exit code %d, last line %s", got.code, lines[len(lines)-1])
	}
	if n := strings.Count(got.stdout, `"type":"error"`) + strings.Count(got.stdout, `"type":"done"`); n != 1 {
		t.Errorf("%d terminal events in %s", n, got.stdout)
	}
}

// A run that cannot begin ends its lines as one that failed does, with all that
// the table of events says of an end.
func TestRun_json_lines_of_a_run_that_cannot_begin(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		env  []string
		task string
		says string
		code chat.ErrorCode
	}{
		"store_locked":     {[]string{clitest.OpenVar + "=locked"}, "say x", "4711", chat.ErrorPersistFailed},
		"store_broken":     {[]string{clitest.OpenVar + "=broken"}, "say x", "no disk", chat.ErrorInternal},
		"busy":             {nil, "refuse busy", "refused", chat.ErrorBusy},
		"model_cannot_be":  {nil, "refuse invalid_params", "refused", chat.ErrorAPI},
		"disk_full":        {nil, "refuse internal", "refused", chat.ErrorInternal},
		"no_data_anywhere": {[]string{"MARGAY_DATA=/dev/null/x"}, "say x", "/dev/null", chat.ErrorInternal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := newWorld(t).run(tc.env, "run", "--json", tc.task)
			var last chat.Event
			var members map[string]json.RawMessage
			if err := errors.Join(json.Unmarshal([]byte(got.stdout), &last), json.Unmarshal([]byte(got.stdout), &members)); err != nil {
				t.Fatalf("%q: %v", got.stdout, err)
			}
			if got.code != cli.ExitFailed || last.Type != chat.EventError || last.ErrorCode != tc.code || !strings.Contains(last.Message, tc.says) {
				t.Errorf("exit code %d, %q", got.code, got.stdout)
			}
			if last.Usage == nil || *last.Usage != (chat.Usage{}) || members["durationMs"] == nil || last.DurationMs < 0 {
				t.Errorf("usage or duration: %s", got.stdout)
			}
		})
	}
}

func TestRun_version_json(t *testing.T) {
	t.Parallel()
	got := newWorld(t).run([]string{clitest.VersionVar + "=3.2.1"}, "version", "--json")
	var v struct {
		Product, Version, Build string
		Protocol                struct{ Min, Max int }
	}
	if err := json.Unmarshal([]byte(got.stdout), &v); err != nil || v.Product != "margay" || v.Version != "3.2.1" || v.Build != "test" || v.Protocol.Max < 1 {
		t.Errorf("%q, %v", got.stdout, err)
	}
}

func TestRun_task_from_standard_input(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	cmd := w.command(nil, "run", "-")
	var out bytes.Buffer
	cmd.Stdin, cmd.Stdout = strings.NewReader("say piped words"), &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if code := w.exit(cmd); code != cli.ExitDone || out.String() != "piped words\n" {
		t.Errorf("exit code %d, %q", code, out.String())
	}
}

// TestRun_interrupts presses Ctrl-C once and twice.
func TestRun_interrupts(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		task  string
		twice bool
		want  []string
	}{
		"once_stops_the_run":   {"wait", false, []string{"waiting", "Stopping", "Failed", "stopped"}},
		"twice_leaves_at_once": {"stubborn", true, []string{"waiting", "Stopping", "left while"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			cmd := w.command([]string{"MARGAY_LINGER=1h"}, "run", tc.task)
			errs := &lockedBuffer{}
			cmd.Stderr = errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			w.until("the run", func() bool { return strings.Contains(errs.String(), "waiting") })
			press := func() {
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
			}
			press()
			if tc.twice {
				w.until("the first signal", func() bool { return strings.Contains(errs.String(), "Stopping") })
				press()
			}
			if code := w.exit(cmd); code != cli.ExitFailed {
				t.Errorf("exit code %d, want %d", code, cli.ExitFailed)
			}
			rest := errs.String()
			for _, words := range tc.want {
				_, after, ok := strings.Cut(rest, words)
				if !ok {
					t.Errorf("standard error %q: %q is not there, or not in its place", errs, words)
				}
				rest = after
			}
		})
	}
}

func TestRun_goes_on_over_a_hand_over(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	cmd := w.command([]string{clitest.VersionVar + "=1.0.0"}, "run", "wait once")
	var out bytes.Buffer
	errs := &lockedBuffer{}
	cmd.Stdout, cmd.Stderr = &out, errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.until("the run", func() bool { return strings.Contains(errs.String(), "waiting") })
	w.bridge(clitest.VersionVar+"=1.0.1", "MARGAY_LINGER=1h").greeted()
	if code := w.exit(cmd); code != cli.ExitDone {
		t.Errorf("exit code %d, standard error %q", code, errs)
	}
}

func TestServe_by_hand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	cmd := w.command([]string{"MARGAY_LINGER=1h"}, "serve")
	errs := &lockedBuffer{}
	cmd.Stderr = errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.until("the daemon", func() bool { return strings.Contains(errs.String(), "Serving "+w.dirs.Data) })
	second := w.run(nil, "serve")
	if second.code != cli.ExitDone || !strings.Contains(second.stderr, "another daemon serves") {
		t.Errorf("a second start: exit code %d, %q", second.code, second.stderr)
	}
	if got := w.run(nil, "stop"); got.code != cli.ExitDone || !strings.Contains(got.stderr, fmt.Sprintf("(process %d) has ended", cmd.Process.Pid)) {
		t.Errorf("stop: exit code %d, %q", got.code, got.stderr)
	}
	if code := w.exit(cmd); code != cli.ExitDone {
		t.Errorf("serve: exit code %d", code)
	}
	// A second stop finds nobody; SIGTERM does what stop does.
	cmd = w.command([]string{"MARGAY_LINGER=1h"}, "serve")
	errs = &lockedBuffer{}
	cmd.Stderr = errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.until("the daemon", func() bool { return strings.Contains(errs.String(), "Serving") })
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := w.exit(cmd); code != cli.ExitDone {
		t.Errorf("SIGTERM: exit code %d", code)
	}
}

// What stands in the way to the data directory is told by each command, and once.
func TestCommands_where_the_data_cannot_be_reached(t *testing.T) {
	t.Parallel()
	for name, stands := range map[string]struct {
		put  func(at string) error
		want string
	}{
		"link_to_nowhere": {func(at string) error { return os.Symlink("/none/disk", at) }, "AT is a link to /none/disk, which cannot be reached"},
		"file":            {func(at string) error { return os.WriteFile(at, nil, 0o600) }, "AT is a file"},
		"closed":          {func(at string) error { return errors.Join(os.Mkdir(at, 0o700), os.Chmod(at, 0)) }, "ou may not enter AT, though it is yours"},
		"link_behind_a_closed_folder": {func(at string) error {
			return errors.Join(os.MkdirAll(at+"-disk/data", 0o700), os.Symlink(at+"-disk/data", at), os.Chmod(at+"-disk", 0))
		}, "ou may not enter AT-disk, though it is yours"},
	} {
		for _, args := range [][]string{{"run", "--model", "offline", "list the open tabs"}, {"serve"}, {"stop"}, {"install"}, {"uninstall"}} {
			t.Run(name+"/"+args[0], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				if err := errors.Join(os.RemoveAll(w.dirs.Data), stands.put(w.dirs.Data)); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = errors.Join(os.Chmod(w.dirs.Data, 0o700), os.Chmod(w.dirs.Data+"-disk", 0o700)) }) // else they stay
				args := w.unprivileged(args)
				got := w.run([]string{"HOME=" + t.TempDir()}, args...)
				want := strings.ReplaceAll(stands.want, "AT", w.dirs.Data)
				if got.code != cli.ExitFailed || strings.Count(got.stderr, want) != 1 || strings.Contains(got.stderr, `"level"`) {
					t.Errorf("exit code %d, %q", got.code, got.stderr)
				}
				if _, closed, found := strings.Cut(want, "ou may not enter "); found {
					closed, _, _ = strings.Cut(closed, ",")
					if !strings.Contains(got.stderr, "chmod u+rwX "+closed) || strings.Contains(got.stderr, "rm ") || strings.Contains(got.stderr, "log is") {
						t.Errorf("it says %q", got.stderr)
					}
				}
			})
		}
	}
}

// A log whose folder leads nowhere is told by those that need one, and once.
func TestCommands_where_no_log_can_be_kept(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"run", "--model", "offline", "list the open tabs"}, {"serve"}} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if err := errors.Join(w.dirs.Prepare(), os.RemoveAll(w.dirs.LogDir()), os.Symlink("/none/disk", w.dirs.LogDir())); err != nil {
				t.Fatal(err)
			}
			got := w.run(nil, args...)
			if want := w.dirs.LogDir() + " is a link to /none/disk, which cannot be reached"; got.code != cli.ExitFailed || strings.Count(got.stderr, want) != 1 || strings.Contains(got.stderr, `"level"`) {
				t.Errorf("exit code %d, %q", got.code, got.stderr)
			}
		})
	}
}

// unprivileged takes from an administrator the power to look everywhere, for the commands
// that follow, and returns the arguments of one.
func (w *world) unprivileged(args []string) []string {
	w.t.Helper()
	if os.Getuid() != 0 {
		return args
	}
	setpriv, err := exec.LookPath("setpriv")
	if err != nil {
		browsertest.Missing(w.t, "an administrator can look everywhere, and there is no setpriv")
	}
	const powers = "-dac_override,-dac_read_search,-fowner"
	args = append([]string{"--bounding-set=" + powers, "--inh-caps=" + powers, "--", w.exe}, args...)
	w.exe = setpriv
	return args
}

// TestRun_shows_no_file_of_the_data_directory: keys lie there, and a page goes to the model.
func TestRun_shows_no_file_of_the_data_directory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := w.dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(w.dirs.Data, link); err != nil {
		t.Fatal(err)
	}
	for page, code := range map[string]int{
		"file://" + w.dirs.Data + "/keys":                          cli.ExitUsage,
		"FILE://localhost" + w.dirs.Data + "/log/../%6beys":        cli.ExitUsage,
		"view-source:file://" + w.dirs.Data + "/keys":              cli.ExitUsage,
		"file:" + w.dirs.Data:                                      cli.ExitUsage,
		"file:" + strings.TrimPrefix(w.dirs.Data, "/"):             cli.ExitUsage,
		"file:" + strings.ReplaceAll("///"+w.dirs.Data, "/", "\\"): cli.ExitUsage,
		"file:/\\/" + w.dirs.Data + "\\keys?a#b":                   cli.ExitUsage,
		" fi\tle:\n//" + w.dirs.Data + "/k\reys\x1f":               cli.ExitUsage,
		"view-source:\t view-source:FILE:" + w.dirs.Data:           cli.ExitUsage,
		"file:" + w.dirs.Data + "-of-mine/page.html":               cli.ExitDone,
		"file://" + link + "/margay.data":                          cli.ExitUsage,
		"file://" + w.dirs.Data + "-of-mine/page.html":             cli.ExitDone,
		"https://keys.example/data":                                cli.ExitDone,
	} {
		got := w.run(nil, "run", "--url", page, "say", "hello")
		if got.code != code || code == cli.ExitUsage && !strings.Contains(got.stderr, "data directory") {
			t.Errorf("%s: %d, %s", page, got.code, got.stderr)
		}
	}
}
