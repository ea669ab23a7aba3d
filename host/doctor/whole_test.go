//go:build linux

package doctor_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// order is the order of the chain.
var order = []string{
	"data", "settings", "program", "daemon", "store", "manifest.chromium", "start.chromium", "extension", "page", "model", "path", "keyring", "log",
}

// TestSound: with all in place nothing fails, from outside and from within, in
// the same order; and the diagnosis leaves nothing behind.
func TestSound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := newBrowser(w)
	for name, d := range map[string]client.Diagnosis{
		"outside": w.doctor(), "inside": call(t, b, client.DoctorRun, client.Diagnose{}),
	} {
		sound(t, d)
		var ids []string
		for _, k := range d.Checks {
			ids = append(ids, k.ID)
			if k.State == client.CheckFailed || k.State == client.CheckWarning {
				t.Errorf("%s: %+v", name, k)
			}
		}
		if !slices.Equal(ids, order) {
			t.Errorf("%s: %v", name, ids)
		}
	}
	if k := find(t, w.doctor(), "page"); k.State != client.CheckSkipped || !strings.Contains(k.Detail, "No ordinary page") {
		t.Errorf("with only the browser's own page: %+v", k)
	}
	if left, err := filepath.Glob(filepath.Join(w.dirs.Data, ".doctor*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	short := call(t, b, client.DoctorRun, client.Diagnose{Inside: true})
	if ids := len(short.Checks); ids != 7 || short.Checks[0].ID != "daemon" {
		t.Errorf("%d checks: %+v", ids, short.Checks)
	}
}

// TestStranger: a browser that runs with a data directory of its own is told beside
// the one that is connected, with the command that registers Margay there.
func TestStranger(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	newBrowser(w)
	dir := stranger(w)
	k := find(t, w.doctor(), "extension")
	if k.State != client.CheckOK || !strings.Contains(k.Detail, "extension "+extensionVersion) || !strings.Contains(k.Detail, "install --user-data-dir "+dir) {
		t.Errorf("%+v", k)
	}
	w.sh(w.exe + " install --user-data-dir " + dir)
	if k := find(t, w.doctor(), "extension"); strings.Contains(k.Detail, dir) {
		t.Errorf("once it is registered: %+v", k)
	}
}

// TestUnrecorded: a browser that runs and has Margay is tried by its name, though the
// record that told of it is lost.
func TestUnrecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := stranger(w)
	w.sh(w.exe + " install --user-data-dir " + dir)
	w.remove(filepath.Join(w.dirs.Data, "installed.json"))
	d := w.doctor("--lang", "en")
	for _, id := range []string{"manifest.custom", "start.custom"} {
		if k := find(t, d, id); k.State != client.CheckOK || !strings.Contains(k.Title, "Browser in "+dir) {
			t.Errorf("%+v", k)
		}
	}
}

// TestElsewhere: two that lie beside one another each pass over the browser of the other.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := stranger(w)
	second := filepath.Join(filepath.Dir(w.dirs.Data), "second")
	w.sh(w.exe + " install --data " + second + " --user-data-dir " + dir)
	w.ends(second)
	d := w.doctor("--lang", "en")
	if k := find(t, d, "extension"); strings.Contains(k.Cause, dir) || slices.ContainsFunc(d.Checks, func(k client.Check) bool { return strings.Contains(k.Title, dir) }) {
		t.Errorf("the first tells of %s: %+v", dir, d.Checks)
	}
	d = w.doctor("--lang", "en", "--data", second)
	if k := find(t, d, "start.custom"); k.State != client.CheckOK {
		t.Errorf("the second: %+v", k)
	}
	if k := find(t, d, "manifest.chromium"); k.State != client.CheckSkipped || !strings.Contains(k.Detail, "another Margay, of the data directory "+w.dirs.Data) {
		t.Errorf("the second of the first's browser: %+v", k)
	}
	if k := find(t, d, "start.chromium"); k.State != client.CheckSkipped {
		t.Errorf("the second of the first's browser: %+v", k)
	}
}

// TestScarce: where the machine ran out of something, the commands that a person runs say
// what helps, as the diagnosis does.
func TestScarce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		set  func(w *world)
		want string
	}{
		"inodes": {func(w *world) {
			w.inNamespace(`mount -t tmpfs -o nr_inodes=2,mode=700 margay-test "$MARGAY_DATA" && exec "$@"`)
		}, "df -i"},
		"open_files": {func(w *world) { w.before = []string{"/bin/sh", "-c", `ulimit -n 8; exec "$@"`, "sh"} }, "ulimit -n 1024"},
	} {
		for _, args := range [][]string{{"run", "--model", "offline", "list the open tabs"}, {"install"}} {
			t.Run(name+"/"+args[0], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				tt.set(w)
				line := slices.Concat(w.before, []string{w.exe}, args)
				if out, err := w.command(line[0], line[1:]...).CombinedOutput(); err == nil || !strings.Contains(string(out), tt.want) {
					t.Errorf("%v: %s", err, out)
				}
			})
		}
	}
}

// TestMoved: where the desktop and a terminal name different folders for the
// settings of programs, a browser is called by its name in either.
func TestMoved(t *testing.T) {
	t.Parallel()
	for _, variable := range []string{"XDG_CONFIG_HOME", "CHROME_CONFIG_HOME"} {
		w := newWorld(t)
		w.env = []string{variable + "=" + filepath.Join(w.home, "moved")}
		k := find(t, w.doctor("--lang", "en"), "manifest.custom")
		if want := "Chromium in " + filepath.Join(w.home, ".config", "chromium") + ": manifest"; k.State != client.CheckOK || k.Title != want {
			t.Errorf("%s: %+v, want the title %q", variable, k, want)
		}
		w.remove(w.manifest())
		w.sh(find(t, w.doctor(), "manifest.custom").Command)
		if k := find(t, w.doctor(), "manifest.custom"); k.State != client.CheckOK {
			t.Errorf("%s: after its command: %+v", variable, k)
		}
	}
}

// TestOpera looks into two folders, and install writes to both: neither stands
// behind the other. What is not ours does.
func TestOpera(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mkdir(filepath.Join(w.home, ".config", "opera"))
	w.sh(w.exe + " install")
	behind := filepath.Join(w.home, ".config", "opera", "NativeMessagingHosts", filepath.Base(w.manifest()))
	if _, err := os.Stat(behind); err != nil {
		t.Fatal(err)
	}
	k := find(t, w.doctor(), "manifest.opera")
	if k.State != client.CheckOK || !strings.Contains(k.Detail, "google-chrome") || strings.Contains(k.Detail, "stands behind") {
		t.Errorf("%+v", k)
	}
	w.write(behind, "{")
	if k := find(t, w.doctor(), "manifest.opera"); k.State != client.CheckOK || !strings.Contains(k.Detail, behind+" stands behind it and is not used") {
		t.Errorf("with a broken one behind: %+v", k)
	}
}

// TestEnv: a browser may not choose the variables, a terminal's decide.
func TestEnv(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := newBrowser(w)
	ctx, cancel := context.WithTimeout(t.Context(), clitest.Patience)
	defer cancel()
	sent := client.Diagnose{Env: map[string]string{"MARGAY_MODEL": "offline"}}
	if _, err := rpc.Call(ctx, b, client.DoctorRun, sent); err == nil || !strings.Contains(err.Error(), "may not send") {
		t.Errorf("a browser sent variables: %v", err)
	}
	w.env = modelAt(modelServer(t))
	k := find(t, w.doctor(), "model")
	if !strings.Contains(k.Detail, "openai:scripted") || !strings.Contains(k.Detail, "MARGAY_MODEL") || !strings.Contains(k.Detail, "it answered") {
		t.Errorf("the model is told as %+v", k)
	}
}

// TestLog_level: who decided it is told.
func TestLog_level(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	say := func(words string) {
		t.Helper()
		if k := find(t, w.doctor(), "settings"); k.State != client.CheckOK || !strings.Contains(k.Detail, words) {
			t.Errorf("%+v, want %q", k, words)
		}
	}
	say("info (the default)")
	w.write(w.dirs.Settings(), `{"logLevel":"warn"}`)
	say("warn (by the settings file)")
	w.env = []string{"MARGAY_LOG=debug"}
	say("debug (by MARGAY_LOG)")
}

// TestModel_is_asked_when_wanted: one that may cost money is not asked unless
// a person says so.
func TestModel_is_asked_when_wanted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	// A proxy plays the vendor's address, which lists its models for nothing.
	asked := make(chan string, 8)
	proxy := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Path == "/v1/models" {
			_, _ = io.WriteString(rw, `{"data":[{"id":"x"}]}`)
			return
		}
		asked <- r.Host
		rw.WriteHeader(http.StatusPaymentRequired)
	}))
	t.Cleanup(proxy.Close)
	w.env = []string{"MARGAY_MODEL=openai:x", "OPENAI_API_KEY=sk-test", "OPENAI_BASE_URL=http://vendor.example/v1", "HTTP_PROXY=" + proxy.URL, "NO_PROXY="}
	if k := find(t, w.doctor(), "model"); k.State != client.CheckOK || !strings.Contains(k.Detail, "it was not asked itself") || len(asked) != 0 {
		t.Errorf("asked %d times: %+v", len(asked), k)
	}
	if k := find(t, w.doctor("--model", "offline"), "model"); k.State != client.CheckOK || !strings.HasPrefix(k.Detail, "offline;") || len(asked) != 0 {
		t.Errorf("of another model: %+v", k)
	}
	if k := find(t, w.doctor("--model"), "model"); k.State != client.CheckFailed || len(asked) == 0 {
		t.Errorf("asked %d times: %+v", len(asked), k)
	}
}

// TestModel_is_told_without_its_secrets: an address that carries some is refused,
// and told without them.
func TestModel_is_told_without_its_secrets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, url := range []string{"http://mira:secret@vendor.example/v1", "http://vendor.example/v1?api-key=secret"} {
		w.env = []string{"MARGAY_MODEL=openai:x", "OPENAI_API_KEY=sk-test", "OPENAI_BASE_URL=" + url}
		if k := find(t, w.doctor(), "model"); !strings.Contains(k.Detail, "at http://vendor.example/v1 (") || strings.Contains(k.Detail+k.Cause+k.Next, "secret") {
			t.Errorf("%s: %+v", url, k)
		}
	}
}

// TestOdd_home: what is told can be pasted, whatever the folders are called.
func TestOdd_home(t *testing.T) {
	t.Parallel()
	w := newWorldIn(t, filepath.Join(clitest.Dirs(t).Data, "mira lund's 姓　名", "data"))
	w.remove(w.manifest())
	w.remove(w.dirs.Bin())
	d := w.doctor()
	for _, id := range []string{"manifest.chromium", "program"} {
		w.try(find(t, d, id).Command)
	}
	d = w.doctor()
	for _, id := range []string{"manifest.chromium", "program", "start.chromium"} {
		if k := find(t, d, id); k.State != client.CheckOK {
			t.Errorf("%+v", k)
		}
	}
}

// TestText is what a person sees.
func TestText(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.remove(w.manifest())
	cmd := w.command(w.exe, "doctor")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err == nil || cmd.ProcessState.ExitCode() != 1 || errs.Len() > 0 {
		t.Fatalf("%v: %s", err, errs.Bytes())
	}
	list, told, found := strings.Cut(string(out), "\n\n")
	lines := strings.Split(list, "\n")
	if !found || len(lines) != len(order) || strings.Contains(string(out), "\x1b") {
		t.Fatalf("%q", out)
	}
	for _, line := range lines {
		if mark := []rune(line)[0]; !strings.ContainsRune("✓!✗-", mark) {
			t.Errorf("line %q begins with no mark", line)
		}
	}
	if !strings.Contains(told, "✗ Chromium: manifest\n  Margay is not registered") ||
		!strings.Contains(told, "\n  Run: "+w.exe+" install --data "+w.dirs.Data+"\n") || !strings.HasSuffix(told, "1 check failed.\n") {
		t.Errorf("%s", told)
	}
	if script, err := exec.LookPath("script"); err == nil { // which gives a terminal
		shown, _ := w.command(script, "-qec", w.exe+" doctor", "/dev/null").Output()
		if !strings.Contains(string(shown), "\x1b[32m✓\x1b[0m Data directory") {
			t.Errorf("on a terminal: %q", shown)
		}
	}
	bad := w.command(w.exe, "doctor", "--no-such-flag")
	if _ = bad.Run(); bad.ProcessState.ExitCode() != 2 {
		t.Errorf("wrong usage ends with %d", bad.ProcessState.ExitCode())
	}
}

// TestChromium calls into a page through the real extension.
func TestChromium(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	chromium := browsertest.Find(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*clitest.Patience)
	defer cancel()
	r, err := rig.Start(ctx, rig.Options{Margay: w.exe, Dir: t.TempDir(), Chromium: chromium, Env: []string{"XDG_RUNTIME_DIR=" + t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	site := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		_, _ = rw.Write([]byte("<title>Shop</title><h1>Order</h1>"))
	}))
	t.Cleanup(site.Close)
	panel, err := r.Panel(ctx) // which wakes the worker
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.Dial(ctx, dial.Options{Start: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	w.until(func() bool { // the worker has come; the panel's link is another one
		return len(call(t, c, client.DaemonStatus, protocol.Empty{}).Browsers) > 0
	})
	d := call(t, c, client.DoctorRun, client.Diagnose{Inside: true})
	if k := find(t, d, "extension"); k.State != client.CheckOK || !strings.Contains(k.Detail, "extension "+extensionVersion) {
		t.Errorf("%+v", k)
	}
	for _, id := range []string{"manifest.custom", "start.custom"} { // as rig registered it
		if k := find(t, call(t, c, client.DoctorRun, client.Diagnose{}), id); k.State != client.CheckOK || !strings.Contains(k.Title, r.Profile) {
			t.Errorf("%+v", k)
		}
	}
	page, err := r.OpenPage(ctx, site.URL)
	if err != nil {
		t.Fatal(err)
	}
	const html = `document.documentElement.outerHTML + document.hasFocus() + scrollY`
	var before, after string
	if err := page.Eval(ctx, html, &before); err != nil {
		t.Fatal(err)
	}
	k := find(t, call(t, c, client.DoctorRun, client.Diagnose{Inside: true}), "page")
	if k.State != client.CheckOK || !strings.Contains(k.Detail, "a page of 127.0.0.1") {
		t.Errorf("%+v", k)
	}
	if err := page.Eval(ctx, html, &after); err != nil || before != after {
		t.Errorf("the page was %q and is %q, %v", before, after, err)
	}
	// A page whose script does not end is named, and another one is tried.
	if err := page.Eval(ctx, `setTimeout(() => { for (;;); })`, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := r.OpenPage(ctx, strings.Replace(site.URL, "127.0.0.1", "localhost", 1)); err != nil {
		t.Fatal(err)
	}
	k = find(t, call(t, c, client.DoctorRun, client.Diagnose{Inside: true}), "page")
	if k.State != client.CheckWarning || !strings.Contains(k.Detail, "a page of localhost") || !strings.Contains(k.Cause, "A page of 127.0.0.1") {
		t.Errorf("%+v", k)
	}
	if err := panel.Close(ctx); err != nil {
		t.Error(err)
	}
}
