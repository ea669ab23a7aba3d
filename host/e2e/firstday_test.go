package e2e_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/llm/llmtest"
)

// From an empty home to an empty home, as a person does it: the script installs,
// the extension is loaded from where it says, the panel shows the first run,
// a job is done by a model behind a real server and the real adapter, and
// uninstalling takes all of it back.
func TestFirstDay_from_an_empty_home_to_an_empty_home(t *testing.T) {
	for name, dataToo := range map[string]bool{"data_stays": false, "data_too": true} {
		t.Run(name, func(t *testing.T) { firstDay(t, dataToo) })
	}
}

func firstDay(t *testing.T, dataToo bool) {
	ctx := patience(t)
	p := newcomer(t)
	said := p.install(t, ctx)
	site := newCounting(t)
	scripted := newModel(t, &llmtest.Script{Then: presser})
	r := p.browse(t, ctx, scripted.environ())
	if r.Dirs.Extension() != toLoad(said) {
		t.Errorf("it says that the extension is to be loaded from %q, and unpacked it into %q", toLoad(said), r.Dirs.Extension())
	}

	page := must[*rig.Page](t)(r.OpenPage(ctx, site.url+"/first/"))
	panel := must[*rig.Panel](t)(r.Panel(ctx))
	for _, step := range []string{"#step-host", "#step-model"} {
		if err := panel.Await(ctx, `document.querySelector("`+step+`.step-good") !== null`); err != nil {
			t.Fatalf("the first run of the panel: %v", err)
		}
	}
	if err := page.Front(ctx); err != nil {
		t.Fatal(err)
	}
	must[string](t)(panel.Send(ctx, "Press all of first"))
	if err := panel.Ended(ctx); err != nil {
		t.Fatal(err)
	}
	for act := 1; act <= acts; act++ {
		if n := site.count("first", act); n != 1 {
			t.Errorf("act %d was done %d times", act, n)
		}
	}
	if shown := must[rig.Shown](t)(panel.Shown(ctx)); !strings.Contains(shown.Answer, "All done.") {
		t.Errorf("the panel shows %q", shown.Answer)
	}
	if len(scripted.handler.Bodies()) == 0 {
		t.Error("the model was not asked")
	}

	if said := p.run(t, ctx, "doctor"); !strings.Contains(said, "Nothing is broken.") {
		t.Errorf("the doctor says\n%s", said)
	}

	// The browser is closed; the daemon waits for it to come back.
	if err := r.Browser.Close(); err != nil {
		t.Fatal(err)
	}
	if pids := must[[]int](t)(r.Processes()); len(pids) != 1 {
		t.Errorf("%d processes of the program run after the browser, want the daemon", len(pids))
	}
	p.uninstall(t, ctx, r, dataToo)
}

// person is one with an empty home folder, whose name no shell likes.
type person struct {
	home, tmp, margay, chromium string
}

func newcomer(t *testing.T) *person {
	p := &person{}
	p.margay, p.chromium = margay(t, ordinary)
	// Short, as real ones are: a socket's path has an end.
	dir := must[string](t)(os.MkdirTemp("", "m"))
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	p.home, p.tmp = filepath.Join(dir, "mira's $home"), filepath.Join(dir, "tmp")
	for _, d := range []string{p.home, p.tmp} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p *person) environ() []string {
	return []string{"HOME=" + p.home, "TMPDIR=" + p.tmp, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}
}

func (p *person) install(t *testing.T, ctx context.Context) string {
	t.Helper()
	cmd := exec.CommandContext(ctx, must[string](t)(filepath.Abs("../../install/install.sh")), p.margay, "--browser", "chromium")
	cmd.Env, cmd.Dir = p.environ(), p.home
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// toLoad is the folder that a person is told to choose.
func toLoad(said string) string {
	_, rest, _ := strings.Cut(said, "“Load unpacked” and choose\n")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

func (p *person) browse(t *testing.T, ctx context.Context, env []string) *rig.Rig {
	t.Helper()
	r, err := rig.Start(ctx, rig.Options{Home: p.home, Dir: p.home, Chromium: p.chromium, Env: append(env, "TMPDIR="+p.tmp)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// run runs the command that the script put in place.
func (p *person) run(t *testing.T, ctx context.Context, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(ctx, filepath.Join(p.home, ".local/bin/margay"), args...)
	cmd.Env, cmd.Dir = p.environ(), p.home
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// uninstall takes all of it back, and looks what is left.
func (p *person) uninstall(t *testing.T, ctx context.Context, r *rig.Rig, dataToo bool) {
	t.Helper()
	args := []string{"uninstall"}
	if dataToo {
		args = append(args, "--data-too")
	}
	said := p.run(t, ctx, args...)
	if left := must[[]string](t)(r.Left()); len(left) > 0 {
		t.Errorf("processes are left: %q", left)
	}
	kept := 0
	for _, path := range p.left(t) {
		if dataToo || !isData(path) {
			t.Errorf("left behind: %s", path)
		}
		kept++
	}
	if stays := strings.Contains(said, "stay in "+r.Dirs.Data+"."); stays == dataToo || (kept > 0) == dataToo {
		t.Errorf("it leaves %d files of the person's data and says\n%s", kept, said)
	}
}

// isData reports whether a path is what stays where nobody asked for more: the
// data directory without what install put into it.
func isData(path string) bool {
	const data = ".local/share/margay"
	if strings.HasPrefix(data+"/", path+"/") {
		return true
	}
	name, within := strings.CutPrefix(path, data+"/")
	name, _, _ = strings.Cut(name, "/")
	return within && name != "bin" && name != "extension"
}

// left lists the files in the home and the folder for temporary files that are
// not the browser's own.
func (p *person) left(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, root := range []string{p.home, p.tmp} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || path == root {
				return err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil || browsers(rel) {
				return err
			}
			list = append(list, rel)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// browsers reports whether Chromium makes a path, with Margay or without.
func browsers(path string) bool {
	if strings.Contains(path, "NativeMessagingHosts") {
		return false
	}
	for _, own := range []string{".cache", ".config/chromium", ".pki"} {
		if path == own || strings.HasPrefix(path, own+"/") {
			return true
		}
	}
	return path == ".config" || strings.Contains(path, "org.chromium.")
}
