package offline_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// said are the functions that take a text in English and give it in the language
// of the prompt, with the place of the text among their arguments.
var said = map[string]int{"say": 0, "refuse": 0, "missing": 0, "answerf": 0, "note": 0, "holding": 1, "termOf": 0, "term": 0, "pick": 1, "near": 2, "located": 1, "none": 1, "tie": 1, "nth": 2}

// spokenIn reads the package: every text that it says, and where.
func spokenIn(t *testing.T) (texts map[string]string, chinese map[string]string) {
	t.Helper()
	texts, chinese = map[string]string{}, map[string]string{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	consts := map[string]ast.Expr{}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") {
			p, err := parser.ParseFile(set, f.Name(), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, p)
		}
	}
	for _, p := range parsed {
		ast.Inspect(p, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == 1 && len(v.Values) == 1 {
				consts[v.Names[0].Name] = v.Values[0]
			}
			return true
		})
	}
	var value func(e ast.Expr) (string, bool)
	value = func(e ast.Expr) (string, bool) {
		switch e := e.(type) {
		case *ast.BasicLit:
			s, err := strconv.Unquote(e.Value)
			return s, err == nil && e.Kind == token.STRING
		case *ast.BinaryExpr:
			a, okA := value(e.X)
			b, okB := value(e.Y)
			return a + b, okA && okB
		case *ast.Ident:
			if c, ok := consts[e.Name]; ok {
				return value(c)
			}
		}
		return "", false
	}
	for _, p := range parsed {
		ast.Inspect(p, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					name = f.Sel.Name
				}
				at, ok := said[name]
				if !ok || at >= len(n.Args) {
					return true
				}
				if s, ok := value(n.Args[at]); ok && s != "" {
					texts[s] = set.Position(n.Pos()).String()
				}
			case *ast.CompositeLit: // terms by a value, and the table itself
				isTongue, isTerms := false, false
				switch typ := n.Type.(type) {
				case *ast.Ident:
					isTongue = typ.Name == "tongue"
				case *ast.MapType:
					v, ok := typ.Value.(*ast.Ident)
					isTerms = ok && v.Name == "term"
				case *ast.ArrayType:
					v, ok := typ.Elt.(*ast.Ident)
					isTerms = ok && v.Name == "term"
				}
				for _, el := range n.Elts {
					key, val := el, el
					if kv, ok := el.(*ast.KeyValueExpr); ok {
						key, val = kv.Key, kv.Value
					}
					if s, ok := value(val); ok && isTerms {
						texts[s] = set.Position(n.Pos()).String()
					}
					if k, ok := value(key); ok && isTongue {
						chinese[k], _ = value(val)
					}
				}
			case *ast.FuncDecl: // functions that give a term
				if n.Type.Results == nil || len(n.Type.Results.List) == 0 || n.Body == nil {
					return true
				}
				for i, res := range n.Type.Results.List {
					if id, ok := res.Type.(*ast.Ident); ok && id.Name == "term" && n.Name.Name != "termOf" {
						ast.Inspect(n.Body, func(b ast.Node) bool {
							if ret, ok := b.(*ast.ReturnStmt); ok && i < len(ret.Results) {
								if s, ok := value(ret.Results[i]); ok {
									texts[s] = set.Position(ret.Pos()).String()
								}
							}
							return true
						})
					}
				}
			}
			return true
		})
	}
	return texts, chinese
}

var verb = regexp.MustCompile(`%(?:\[\d+\])?[sdq]`)

// TestChinese_says_all: every text that the planner says is in the Chinese table,
// with the same values in it.
func TestChinese_says_all(t *testing.T) {
	t.Parallel()
	texts, chinese := spokenIn(t)
	if len(texts) < 120 || len(chinese) < 120 {
		t.Fatalf("only %d texts and %d of the table were found", len(texts), len(chinese))
	}
	count := func(s string) []string {
		all := verb.FindAllString(s, -1)
		for i, v := range all {
			all[i] = v[len(v)-1:]
		}
		slices.Sort(all)
		return all
	}
	for text, at := range texts {
		own, ok := chinese[text]
		switch {
		case !ok:
			t.Errorf("%s: %q is not in the table", at, text)
		case !slices.Equal(count(text), count(own)):
			t.Errorf("%s: %q has other values than %q", at, own, text)
		case !regexp.MustCompile(`\p{Han}|^[%\[\]\dsd“”（）：。、]*$`).MatchString(own):
			t.Errorf("%q is no Chinese", own)
		}
	}
}

// TestChinese_answers_nothing_past_the_table: no answer is made of a text that the
// table cannot have.
func TestChinese_answers_nothing_past_the_table(t *testing.T) {
	t.Parallel()
	past := regexp.MustCompile(`r\.answers = append\(r\.answers, (?:fmt|")|r\.failed = "|refusal\{.*format: "|r\.saying = "[^"]|r\.done\[.*\]\.text \+= "`)
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if m := past.FindString(string(text)); m != "" {
			t.Errorf("%s: %s", f.Name(), m)
		}
	}
}
