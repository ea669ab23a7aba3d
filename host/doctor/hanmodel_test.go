package doctor_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/host/doctor"
)

// TestChinese_has_all_of_the_models: what a model's answer is told by, and what to do
// then, is said in Chinese.
func TestChinese_has_all_of_the_models(t *testing.T) {
	t.Parallel()
	const dir = "../llm/openai"
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	inChinese := doctor.InChinese()
	found := []string{"the provider said no, and not why", "the provider reports an error: x"}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") {
			found = append(found, toldIn(t, filepath.Join(dir, f.Name()))...)
		}
	}
	if len(found) < 20 {
		t.Fatalf("only %d sentences were found: %q", len(found), found)
	}
	for _, words := range found {
		if got := inChinese(words); !chinese.MatchString(got) {
			t.Errorf("%q is said in English only", words)
		}
	}
}

// toldIn are the sentences that a file writes into messages and next steps.
func toldIn(t *testing.T, path string) (list []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	add := func(to, e ast.Expr) {
		var name string
		switch to := to.(type) {
		case *ast.Ident:
			name = to.Name
		case *ast.SelectorExpr:
			name = to.Sel.Name
		}
		if words := writtenOut(e); (name == "Message" || name == "Next") && strings.Contains(words, " ") {
			list = append(list, words)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			add(n.Key, n.Value)
		case *ast.AssignStmt:
			for i := range min(len(n.Lhs), len(n.Rhs)) {
				add(n.Lhs[i], n.Rhs[i])
			}
		}
		return true
	})
	return list
}

// writtenOut is a text with a sign for each of its parts that are not written out, and
// empty where it begins with one.
func writtenOut(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		words, _ := strconv.Unquote(e.Value)
		return words
	case *ast.BinaryExpr:
		first, second := writtenOut(e.X), writtenOut(e.Y)
		if first == "" {
			return ""
		}
		if second == "" {
			second = "5s"
		}
		return first + second
	case *ast.CallExpr:
		if len(e.Args) > 1 {
			return strings.NewReplacer("%s", "5s", "%d", "7", "%q", `"x"`, "%w", "x").Replace(writtenOut(e.Args[0]))
		}
	}
	return ""
}
