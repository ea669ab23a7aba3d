package e2e_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/e2e/job"
	"github.com/margay/margay/host/e2e/rig"
)

// built is the folder of the programs that the tests build, each once.
var built string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "margay-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built = dir
	code := m.Run()
	_ = os.RemoveAll(dir) // a folder in the system's temporary one
	os.Exit(code)
}

// program is a build of margay.
type program struct {
	path string
	err  error
}

var (
	// ordinary is what a person has.
	ordinary = sync.OnceValue(func() program { return build("margay") })
	// crashing dies at the points of package crash.
	crashing = sync.OnceValue(func() program { return build("margay-crashing", "-tags", "crashpoints") })
	// racing ends with an error where two goroutines race.
	racing = sync.OnceValue(func() program { return build("margay-racing", "-race") })
)

func build(name string, flags ...string) program {
	path := filepath.Join(built, name)
	args := append([]string{"build", "-o", path}, flags...)
	out, err := exec.Command("go", append(args, "github.com/margay/margay/host/cmd/margay")...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return program{path, err}
}

// margay is the path of a build, and of the browser that goes with it. It ends
// the test where there is nothing to test with.
func margay(t testing.TB, p func() program) (path, chromium string) {
	t.Helper()
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	chromium = browsertest.Find(t)
	b := p()
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.path, chromium
}

// patience is a context for one job. It is generous, because the machine may
// be busy; a job takes a second or two.
func patience(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// newRig sets a browser with Margay up, which ends with the test; then nothing
// of it may be left.
func newRig(t testing.TB, p func() program, env ...string) *rig.Rig {
	t.Helper()
	path, chromium := margay(t, p)
	r, err := rig.Start(patience(t), rig.Options{Margay: path, Dir: t.TempDir(), Chromium: chromium, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the daemon's log ends:\n%s", tail(r.Dirs.Log()))
		}
	})
	return r
}

// newJob is newRig with the demo's shop, page and panel.
func newJob(t testing.TB, p func() program, o job.Options) *job.Job {
	t.Helper()
	o.Margay, o.Chromium = margay(t, p)
	o.Dir, o.Out = t.TempDir(), toLog{t}
	j, err := job.Start(patience(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the daemon's log ends:\n%s", tail(j.Rig.Dirs.Log()))
		}
	})
	return j
}

// tail is the end of a file.
func tail(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	const most = 4000
	return string(text[max(0, len(text)-most):])
}

// toLog writes to the log of a test.
type toLog struct{ t testing.TB }

func (l toLog) Write(b []byte) (int, error) {
	if text := bytes.TrimSpace(b); len(text) > 0 {
		l.t.Logf("%s", text)
	}
	return len(b), nil
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
