package crash_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/host/crash"
)

// TestNames_are_those_in_the_source holds the list to the calls: a point that
// is not listed would never be hit by the crash tests.
func TestNames_are_those_in_the_source(t *testing.T) {
	t.Parallel()
	var found []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if name, ok := pointName(t, path, n); ok {
				found = append(found, name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	if twice := len(found) - len(slices.Compact(slices.Clone(found))); twice > 0 {
		t.Errorf("%d names stand at more than one place: %v", twice, found)
	}
	if names := crash.Names(); !slices.Equal(found, names) {
		t.Errorf("host/crash/names.go should list\n\t%q,", strings.Join(found, "\",\n\t\""))
	}
}

func pointName(t *testing.T, path string, n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Point" {
		return "", false
	}
	if pkg, ok := sel.X.(*ast.Ident); !ok || pkg.Name != "crash" {
		return "", false
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		t.Errorf("%s: the name of a crash point is literal text, so that a search finds it", path)
		return "", false
	}
	name, err := strconv.Unquote(lit.Value)
	if err != nil {
		t.Fatal(err)
	}
	return name, true
}
