//go:build linux

package doctor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/app"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/protocol/client"
)

// versionVar and buildVar are version and build of the program that the test
// binary is.
const (
	versionVar = "MARGAY_TEST_VERSION"
	buildVar   = "MARGAY_TEST_BUILD"
)

// holdVar makes the test binary a process that holds that database.
const holdVar = "MARGAY_TEST_HOLD"

const origin = "chrome-extension://" + extension.ID + "/"

// TestMain runs the tests, or is the whole program where the test binary was
// started under its name, as browsers and doctors do that know nothing of tests.
func TestMain(m *testing.M) {
	if path := os.Getenv(holdVar); path != "" {
		hold(path)
	}
	if filepath.Base(os.Args[0]) != "margay" {
		flag.Parse()
		// They wait for processes and time limits most of the time.
		if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
		os.Exit(m.Run())
	}
	p := cli.Program{Open: app.Open, Origins: []string{origin}, Version: os.Getenv(versionVar), Build: os.Getenv(buildVar)}
	os.Exit(p.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// hold keeps a database open until it is killed, and says when it does.
func hold(path string) {
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		panic(err)
	}
	if _, err := os.Stdout.WriteString("held\n"); err != nil {
		panic(err)
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // until the test ends, at the latest
	_ = db.Close()
	os.Exit(0)
}

// world is a person's home with Margay installed in it for one browser.
type world struct {
	t    *testing.T
	dirs config.Dirs
	home string
	// exe is the program that was downloaded; the installed one lies in dirs.
	exe string
	// env is added to the environment of every command, before is what every
	// doctor is started by.
	env    []string
	before []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldIn(t, clitest.Dirs(t).Data)
}

// newWorldIn makes a world beside a data directory, which ends with clitest's.
func newWorldIn(t *testing.T, data string) *world {
	t.Helper()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	w := &world{t: t, dirs: config.Dirs{Data: data}}
	top := filepath.Dir(w.dirs.Data)
	w.home, w.exe = filepath.Join(top, "home"), filepath.Join(top, "download", "margay")
	w.mkdir(filepath.Join(w.home, ".config", "chromium"), filepath.Dir(w.exe), filepath.Dir(w.dirs.Bin()))
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{w.exe, w.dirs.Bin()} { // links cost no copy
		if err := os.Link(self, path); err != nil {
			copyFile(t, self, path)
		}
	}
	if out, err := w.command(w.exe, "install").CombinedOutput(); err != nil {
		t.Fatalf("install: %v: %s", err, out)
	}
	return w
}

func (w *world) mkdir(dirs ...string) {
	w.t.Helper()
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *world) manifest() string {
	return filepath.Join(w.home, ".config", "chromium", "NativeMessagingHosts", extension.HostName+".json")
}

// write writes a file, script a program.
func (w *world) write(path, text string) { w.put(path, text, 0o600) }

func (w *world) script(path, text string) { w.put(path, "#!/bin/sh\n"+text+"\n", 0o700) }

func (w *world) put(path, text string, mode os.FileMode) {
	w.t.Helper()
	w.mkdir(filepath.Dir(path))
	_ = os.Remove(path) // it may be a link of the test binary
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		w.t.Fatal(err)
	}
}

// edit changes the manifest that install wrote.
func (w *world) edit(from, to string) {
	w.t.Helper()
	text, err := os.ReadFile(w.manifest())
	if err != nil {
		w.t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(from)) {
		w.t.Fatalf("the manifest does not hold %q: %s", from, text)
	}
	w.write(w.manifest(), strings.ReplaceAll(string(text), from, to))
}

// environ is what a person's terminal has. Nothing lingers.
func (w *world) environ() []string {
	env := []string{
		"HOME=" + w.home, "PATH=" + os.Getenv("PATH"), "SHELL=/bin/sh", "LANG=C.UTF-8", "MARGAY_LINGER=0s", "MARGAY_DATA=" + w.dirs.Data,
		// Not the keyring of whoever runs the tests.
		"XDG_RUNTIME_DIR=" + filepath.Join(w.home, "none"), "GORACE=atexit_sleep_ms=0",
		// No vendor is ever asked.
		"HTTPS_PROXY=http://127.0.0.1:1", "NO_PROXY=0.0.0.0",
	}
	if testing.CoverMode() != "" { // else each program says that it has no place for what it counts
		env = append(env, "GOCOVERDIR="+filepath.Dir(w.exe))
	}
	return append(env, w.env...)
}

// command is a program in the world.
func (w *world) command(name string, args ...string) *exec.Cmd {
	// The tests end it themselves, also after their context has ended.
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Env, cmd.Dir = w.environ(), w.home
	return cmd
}

// sh runs a command as a person does who pastes it into a terminal.
func (w *world) sh(line string) {
	w.t.Helper()
	if out, err := w.command("/bin/sh", "-c", line).CombinedOutput(); err != nil {
		w.t.Fatalf("%s: %v: %s", line, err, out)
	}
}

// doctor runs margay doctor --json and checks what holds of every diagnosis.
func (w *world) doctor(args ...string) client.Diagnosis {
	w.t.Helper()
	line := append(slices.Clone(w.before), w.exe, "doctor", "--json")
	line = append(line, args...)
	cmd := w.command(line[0], line[1:]...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	var d client.Diagnosis
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		w.t.Fatalf("%v: %s%s", err, out.Bytes(), errs.Bytes())
	}
	if code := cmd.ProcessState.ExitCode(); (code == 0) != d.OK || code > 1 {
		w.t.Errorf("exit code %d, ok %v", code, d.OK)
	}
	sound(w.t, d)
	return d
}

// sound checks that each check says what its state promises.
func sound(t *testing.T, d client.Diagnosis) {
	t.Helper()
	ok, seen := true, map[string]bool{}
	for _, k := range d.Checks {
		if k.Title == "" || seen[k.ID] {
			t.Errorf("check %+v has no title, or is there twice", k)
		}
		seen[k.ID] = true
		switch k.State {
		case client.CheckFailed, client.CheckWarning:
			if k.Cause == "" || k.Command == "" && k.Next == "" {
				t.Errorf("%s says not why, or not what to do: %+v", k.ID, k)
			}
			ok = ok && k.State != client.CheckFailed
		case client.CheckOK:
			if k.Cause != "" {
				t.Errorf("%s is well and has a cause: %+v", k.ID, k)
			}
		case client.CheckSkipped:
			if k.Detail == "" {
				t.Errorf("%s says not why it was skipped: %+v", k.ID, k)
			}
		default:
			t.Errorf("%s has state %q", k.ID, k.State)
		}
	}
	if d.OK != ok || len(d.Checks) < 12 {
		t.Errorf("ok %v with %d checks, want %v", d.OK, len(d.Checks), ok)
	}
}

func find(t *testing.T, d client.Diagnosis, id string) client.Check {
	t.Helper()
	i := slices.IndexFunc(d.Checks, func(k client.Check) bool { return k.ID == id })
	if i < 0 {
		t.Fatalf("there is no check %s in %+v", id, d.Checks)
	}
	return d.Checks[i]
}

// serve starts a daemon that stays, and returns it when it serves.
func (w *world) serve(env ...string) *exec.Cmd {
	w.t.Helper()
	cmd := w.command(w.exe, "serve", "--announce")
	cmd.Env = append(cmd.Env, append([]string{"MARGAY_LINGER=10m"}, env...)...)
	w.startUntil(cmd, `"serving"`)
	return cmd
}

// startUntil starts a process and returns when it has printed a line that holds
// the word. It ends with the test.
func (w *world) startUntil(cmd *exec.Cmd, word string) {
	w.t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Signal(syscall.SIGCONT)
		_ = cmd.Process.Signal(syscall.SIGTERM)
		late := time.AfterFunc(clitest.Patience, func() { _ = cmd.Process.Kill() })
		defer late.Stop()
		_ = cmd.Wait()
	})
	buf := make([]byte, 4096)
	n, err := out.Read(buf)
	if err != nil || !bytes.Contains(buf[:n], []byte(word)) {
		w.t.Fatalf("it says %q, %v", buf[:n], err)
	}
}

// until waits for a condition that nothing announces.
func (w *world) until(ok func() bool) {
	w.t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(clitest.Patience)
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			w.t.Fatal("waited in vain")
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		_ = os.Remove(to) // where it is a link of the same file
		err = os.WriteFile(to, text, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
}
