package install_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/margay/margay/install"
	"github.com/margay/margay/install/installtest"
)

const host = "com.margay.host"

// person is a machine in a folder of the test, with one person on it.
type person struct {
	install.Machine
	t   *testing.T
	env map[string]string
	reg *installtest.Registry
}

// newPerson makes a machine of a system with a home folder at a path of that
// system, and nothing else on it.
func newPerson(t *testing.T, goos, home string) *person {
	t.Helper()
	p := &person{t: t, env: map[string]string{}, reg: &installtest.Registry{}}
	p.Machine = install.Machine{
		GOOS: goos, Root: t.TempDir(), Home: home, Registry: p.reg,
		Getenv: func(name string) string { return p.env[name] },
	}
	p.mkdir(home)
	return p
}

// file is where a path of the machine lies for the test.
func (p *person) file(path string) string {
	if p.GOOS == "windows" {
		path = strings.ReplaceAll(strings.ReplaceAll(path, ":", ""), `\`, "/")
	}
	return filepath.Join(p.Root, path)
}

func (p *person) mkdir(path string) {
	p.t.Helper()
	if err := os.MkdirAll(p.file(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

// put writes a file that may be executed.
func (p *person) put(path, text string) {
	p.t.Helper()
	write(p.t, p.file(path), text)
	if err := os.Chmod(p.file(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) read(path string) string {
	p.t.Helper()
	return read(p.t, p.file(path))
}

// browser is the one of an id, as it is now.
func (p *person) browser(id string) install.Browser {
	p.t.Helper()
	list := p.Browsers()
	i := slices.IndexFunc(list, func(b install.Browser) bool { return b.ID == id })
	if i < 0 {
		p.t.Fatalf("no browser %q", id)
	}
	return list[i]
}

func at(places []install.Place) []string {
	var list []string
	for _, p := range places {
		list = append(list, p.At(host))
	}
	return list
}

func manifestFor(t *testing.T, program string) string {
	t.Helper()
	data, err := install.Manifest(host, "Margay", program, []string{origin})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// without is a tree of files that lacks one.
func without(files fs.FS, name string) fs.FS {
	m := fstest.MapFS{}
	for n, f := range files.(fstest.MapFS) {
		if n != name {
			m[n] = f
		}
	}
	return m
}
