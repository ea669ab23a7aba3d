// Package host holds no code: its tests hold the rules of the house for the
// whole module.
package host

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/margay/margay/"

// mayImport says which packages of ours each package may import, tests left
// out. A name that ends in /... allows everything below it. A package that is
// not listed fails, and so does a rule whose package is gone.
var mayImport = map[string][]string{
	"protocol":                {},
	"protocol/chat":           {},
	"protocol/client":         {"protocol", "protocol/chat"},
	"protocol/driver":         {"protocol"},
	"protocol/pagescript":     {"protocol"},
	"protocol/gen":            {"protocol/..."},
	"protocol/gen/typescript": {"protocol/..."},

	"tools":         {"protocol", "protocol/chat"},
	"tools/address": {"tools"},
	"tools/keys":    {"tools"},
	"tools/page":    {"tools", "tools/address", "tools/keys", "protocol", "protocol/chat", "protocol/pagescript"},
	"tools/tabs":    {"tools", "tools/address", "protocol", "protocol/chat"},

	"install":             {},
	"install/installtest": {},
	"extension":           {},

	"host":            {},
	"host/crash":      {},
	"host/lazyregexp": {},
	"host/lockowner":  {},
	"host/version":    {},
	"host/config":     {"protocol", "host/version"},
	"host/rpc":        {"protocol"},

	"host/conversation/export": {"protocol/chat"},
	"host/fetch":               {},
	"host/secret":              {},
	"host/schedule/cron":       {},

	"host/llm":          {"host/lazyregexp", "protocol/chat"},
	"host/llm/sse":      {},
	"host/llm/redact":   {"host/lazyregexp", "host/llm"},
	"host/llm/openai":   {"host/lazyregexp", "host/llm", "host/llm/redact", "host/llm/sse", "protocol/chat"},
	"host/llm/offline":  {"host/lazyregexp", "host/llm", "protocol/chat"},
	"host/llm/llmtest":  {"host/llm", "protocol/chat"},
	"host/llm/provider": {"host/lazyregexp", "host/llm", "host/llm/openai", "host/llm/offline", "host/llm/redact", "protocol/chat"},

	"host/agent":  {"host/llm", "host/crash", "tools", "protocol", "protocol/chat"},
	"host/event":  {"host/crash", "protocol", "protocol/chat"},
	"host/store":  {"host/crash", "host/lockowner", "protocol", "protocol/chat"},
	"host/attach": {"host/lazyregexp", "host/llm", "protocol", "protocol/chat"},
	"host/models": {"host/llm", "host/llm/openai", "host/llm/provider", "host/llm/redact", "host/secret", "host/store", "protocol", "protocol/chat", "protocol/client"},
	"host/run":    {"host/crash", "host/event", "host/store", "protocol", "protocol/chat", "protocol/client"},
	"host/api":    {"host/crash", "host/event", "host/rpc", "host/run", "host/store", "protocol/..."},

	"host/store/storetest": {"host/store"},
	"host/crash/crashtest": {"host/crash"},

	"host/browser":             {"protocol", "protocol/driver"},
	"host/browser/chromium":    {},
	"host/browser/direct":      {"host/browser", "host/browser/chromium", "protocol", "protocol/driver"},
	"host/browser/relay":       {"host/browser", "host/crash", "host/rpc", "protocol", "protocol/driver"},
	"host/browser/act":         {"host/browser", "tools", "tools/...", "protocol", "protocol/..."},
	"host/browser/browsertest": {"host/...", "extension", "protocol/..."},

	"host/bridge": {"protocol"},
	"host/daemon": {"host/config", "host/lockowner", "host/rpc", "host/version", "protocol", "protocol/client"},
	"host/dial":   {"host/config", "host/daemon", "host/rpc", "host/version", "protocol", "protocol/client"},
	"host/doctor": {"host/browser", "host/config", "host/daemon", "host/dial", "host/llm", "host/rpc", "host/version", "install", "protocol", "protocol/..."},
	"host/app":    {"host/...", "tools/...", "protocol/...", "extension"},
	"host/cli":    {"host/...", "protocol/...", "install", "extension"},

	"host/cli/clitest": {"host/cli", "host/config", "host/daemon", "host/rpc", "protocol/..."},

	"host/cmd/margay": {"host/cli"},
	"host/e2e/shop":   {},
	"host/e2e/rig":    {"host/browser/chromium", "host/browser/direct", "host/config", "host/dial", "install", "extension", "tools/keys"},
	"host/e2e/job":    {"host/browser/chromium", "host/cli", "host/dial", "host/e2e/rig", "host/e2e/shop", "host/rpc", "protocol/chat"},
	"host/e2e/bench":  {"host/...", "tools/...", "protocol/...", "install", "extension"},
	"host/e2e/demo":   {"host/cli", "host/e2e/job", "host/e2e/rig"},
	"host/e2e/judged": {"host/cli", "host/dial", "host/e2e/rig", "host/rpc", "protocol/chat", "protocol/client"},
	"host/e2e/judge":  {"host/browser/chromium", "host/e2e/judged", "host/e2e/rig"},
	"host/e2e":        {"host/...", "protocol/...", "install", "extension"},
}

// ownsStdout lists the packages that may write to the process's own stdout:
// main, the generator, the pump that a browser starts in tests, the echo host
// that bridge and daemon are compared with, the table of the judged prompts, and
// what the demo tells a person.
var ownsStdout = []string{"host/cmd/margay", "protocol/gen", "host/browser/browsertest", "host/e2e/bench", "host/e2e/judge", "host/e2e/demo"}

// goFile is a parsed file with its package folder.
type goFile struct {
	dir  string
	name string
	file *ast.File
}

// sources parses every Go file of the module, in this process, so that the test
// cache knows them.
func sources(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	fset := token.NewFileSet()
	err := filepath.WalkDir("..", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if p != ".." && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata" || name == "dist") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		f, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(p)), "../")
		files = append(files, goFile{dir, filepath.Base(p), f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func (f goFile) test() bool { return strings.HasSuffix(f.name, "_test.go") }

func (f goFile) imports() []string {
	var list []string
	for _, spec := range f.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			list = append(list, p)
		}
	}
	return list
}

func TestImports_point_one_way(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range sources(t) {
		seen[f.dir] = true
		rule, ok := mayImport[f.dir]
		if !ok {
			t.Errorf("%s has no rule in mayImport: add one that says what it may import", f.dir)
			mayImport[f.dir] = nil
			continue
		}
		if f.test() {
			continue
		}
		for _, imp := range f.imports() {
			ours, found := strings.CutPrefix(imp, module)
			if found && !allowed(rule, ours) {
				t.Errorf("%s/%s imports %s, which %s may not", f.dir, f.name, ours, f.dir)
			}
		}
	}
	for dir := range mayImport {
		if !seen[dir] {
			t.Errorf("mayImport has a rule for %s, which is gone", dir)
		}
	}
}

func allowed(rule []string, pkg string) bool {
	return slices.ContainsFunc(rule, func(r string) bool {
		if below, ok := strings.CutSuffix(r, "/..."); ok {
			return pkg == below || strings.HasPrefix(pkg, below+"/")
		}
		return r == pkg
	})
}

// The contract stands on the standard library alone, so that the generator and
// every client can use it.
func TestProtocol_imports_only_the_standard_library(t *testing.T) {
	for _, f := range sources(t) {
		if f.test() || f.dir != "protocol" && !strings.HasPrefix(f.dir, "protocol/") {
			continue
		}
		for _, imp := range f.imports() {
			if strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") && !strings.HasPrefix(imp, module) {
				t.Errorf("%s/%s imports %s", f.dir, f.name, imp)
			}
		}
	}
}

func TestPackages_say_what_they_guarantee(t *testing.T) {
	doc, files := map[string]string{}, map[string]bool{}
	for _, f := range sources(t) {
		if f.test() && f.dir != "host" {
			continue
		}
		files[f.dir] = true
		if f.file.Doc != nil {
			doc[f.dir] = f.file.Doc.Text()
		}
	}
	for dir := range files {
		if len(doc[dir]) < 60 {
			t.Errorf("%s has no package comment that says what it guarantees", dir)
		}
	}
}

func TestPackages_have_names_of_their_own(t *testing.T) {
	at := map[string]string{}
	for _, f := range sources(t) {
		name := strings.TrimSuffix(f.file.Name.Name, "_test")
		if name == "main" {
			continue
		}
		if other, ok := at[name]; ok && other != f.dir {
			t.Errorf("packages %s and %s share the name %s", other, f.dir, name)
		}
		at[name] = f.dir
		if slices.Contains([]string{"util", "utils", "common", "types", "helpers", "errors"}, name) {
			t.Errorf("%s: %s says nothing about what the package provides", f.dir, name)
		}
		if name != path.Base(f.dir) {
			t.Errorf("%s: the package is called %s", f.dir, name)
		}
	}
}

// Stdout carries frames. A stray print there is read by the browser as a length
// and ends the link.
func TestStdout_belongs_to_frames(t *testing.T) {
	for _, f := range sources(t) {
		if f.test() || slices.Contains(ownsStdout, f.dir) {
			continue
		}
		ast.Inspect(f.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok || pkg.Obj != nil {
				return true
			}
			stray := pkg.Name == "os" && sel.Sel.Name == "Stdout" ||
				pkg.Name == "fmt" && strings.HasPrefix(sel.Sel.Name, "Print")
			if stray {
				t.Errorf("%s/%s uses %s.%s: stdout belongs to frames", f.dir, f.name, pkg.Name, sel.Sel.Name)
			}
			return true
		})
	}
}

// Package-level loggers and contexts hide who owns what.
func TestNothing_global_is_used(t *testing.T) {
	for _, f := range sources(t) {
		if f.test() {
			continue
		}
		for _, imp := range f.imports() {
			if imp == "github.com/rs/zerolog/log" || imp == "log" && f.dir != "host/cmd/margay" {
				t.Errorf("%s/%s imports %s: the logger is a parameter", f.dir, f.name, imp)
			}
		}
	}
}
