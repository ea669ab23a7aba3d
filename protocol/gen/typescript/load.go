package typescript

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// OutputDir is where the generated files lie, from the module's root.
const OutputDir = "protocol/ts"

// Source says what to read.
type Source struct {
	// Root is the folder of the module, Module its path.
	Root, Module string
	// Packages are the folders to generate, from Root, each after those that
	// it imports. The last part names the output file.
	Packages []string
}

// Protocol is the source of the project's own contract.
func Protocol(root string) Source {
	return Source{
		Root:   root,
		Module: "github.com/margay/margay",
		Packages: []string{
			"protocol", "protocol/chat", "protocol/client", "protocol/driver", "protocol/pagescript",
		},
	}
}

// pkg is one loaded package.
type pkg struct {
	path  string
	name  string
	files []*ast.File
	types *types.Package
	info  *types.Info
}

// loader type-checks the packages of one module, and whatever they import.
type loader struct {
	src    Source
	fset   *token.FileSet
	std    types.Importer
	loaded map[string]*pkg
}

func newLoader(src Source) *loader {
	fset := token.NewFileSet()
	return &loader{
		src: src, fset: fset,
		std:    importer.ForCompiler(fset, "source", nil),
		loaded: map[string]*pkg{},
	}
}

// Import implements types.Importer: the module's packages from their source,
// all others from the standard library's.
func (l *loader) Import(importPath string) (*types.Package, error) {
	dir, ours := strings.CutPrefix(importPath, l.src.Module+"/")
	if !ours {
		return l.std.Import(importPath)
	}
	p, err := l.load(dir)
	if err != nil {
		return nil, err
	}
	return p.types, nil
}

func (l *loader) load(dir string) (*pkg, error) {
	importPath := path.Join(l.src.Module, dir)
	if p, ok := l.loaded[importPath]; ok {
		return p, nil
	}
	files, err := l.parse(filepath.Join(l.src.Root, filepath.FromSlash(dir)))
	if err != nil {
		return nil, err
	}
	p := &pkg{path: importPath, name: files[0].Name.Name, files: files, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
	}}
	conf := types.Config{Importer: l, IgnoreFuncBodies: true}
	if p.types, err = conf.Check(importPath, l.fset, files, p.info); err != nil {
		return nil, fmt.Errorf("type-check %s: %w", dir, err)
	}
	l.loaded[importPath] = p
	return p, nil
}

// parse reads the Go files of a folder but its tests, in the order of their names.
func (l *loader) parse(dir string) ([]*ast.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the package folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if n := e.Name(); strings.HasSuffix(n, ".go") && !strings.HasSuffix(n, "_test.go") {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("read the package folder: no Go files in %s", dir)
	}
	slices.Sort(names)
	files := make([]*ast.File, 0, len(names))
	for _, n := range names {
		f, err := parser.ParseFile(l.fset, filepath.Join(dir, n), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("parse: %w", err)
		}
		files = append(files, f)
	}
	return files, nil
}
