package doctor_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/install"
	"github.com/margay/margay/protocol/chat"
)

// speakers are the functions that take a format in English first.
var speakers = []string{"says", "fine", "broken", "shaky", "untried", "then", "seen"}

// errs are the functions that make an error which a person is shown, with the
// place of its words among their arguments.
var errs = map[string]int{"Errorf": 0, "New": 0, "NewFault": 1}

// source is what the package says, of all systems: format, and where.
type source struct {
	says, errs map[string]string
	// loose are other literals with words in them.
	loose map[string]string
}

// readSource reads the package but for the tables of the languages.
func readSource(t *testing.T) source {
	t.Helper()
	s := source{says: map[string]string{}, errs: map[string]string{}, loose: map[string]string{}}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") || strings.HasPrefix(f.Name(), "han") {
			continue
		}
		file, err := parser.ParseFile(set, f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		s.read(set, file)
	}
	return s
}

func (s source) read(set *token.FileSet, file *ast.File) {
	taken := map[ast.Node]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field: // paths, and the tags of structs
			return false
		case *ast.CallExpr:
			name := nameOf(n.Fun)
			if name == "MustCompile" { // a pattern
				return false
			}
			at, isErr := errs[name]
			if !isErr && !slices.Contains(speakers, name) || len(n.Args) <= at {
				return true
			}
			words, ok := literal(n.Args[at], taken)
			switch {
			case ok && isErr:
				s.errs[strings.TrimSuffix(words, ".")] = set.Position(n.Pos()).String()
			case ok:
				s.says[words] = set.Position(n.Pos()).String()
			}
		case *ast.BasicLit:
			if words, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && !taken[n] && strings.Contains(words, " ") {
				s.loose[words] = set.Position(n.Pos()).String()
			}
		}
		return true
	})
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// literal is a text that is written out, perhaps in parts.
func literal(e ast.Expr, taken map[ast.Node]bool) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		words, err := strconv.Unquote(e.Value)
		taken[e] = true
		return words, err == nil
	case *ast.BinaryExpr:
		a, okA := literal(e.X, taken)
		b, okB := literal(e.Y, taken)
		return a + b, okA && okB
	}
	return "", false
}

var (
	letters = regexp.MustCompile(`[A-Za-z]{2}`)
	verbs   = regexp.MustCompile(`%(?:\[\d+\])?(?:\.\d)?[a-z]`)
	chinese = regexp.MustCompile(`\p{Han}`)
)

// hasWords reports whether a format says something by itself.
func hasWords(format string) bool { return letters.MatchString(verbs.ReplaceAllString(format, "")) }

// verbsOf are the values that a format takes, in whatever order. The words of
// other packages come as words, whatever their values were.
func verbsOf(format string, words bool) []string {
	list := verbs.FindAllString(format, -1)
	for i, v := range list {
		if list[i] = v[len(v)-1:]; words {
			list[i] = "s"
		}
	}
	slices.Sort(list)
	return list
}

// TestChinese_has_all_that_is_said: each format that stands in the package has its
// Chinese one with the same values; none is left over; and nothing is said past
// the functions that put it into the language.
func TestChinese_has_all_that_is_said(t *testing.T) {
	t.Parallel()
	src := readSource(t)
	says, quotes := doctor.HanTables()
	if len(src.says) < 100 || len(src.errs) < 5 {
		t.Fatalf("only %d formats and %d errors were found", len(src.says), len(src.errs))
	}
	for format, at := range src.says {
		if _, ok := says[format]; !ok && hasWords(format) {
			t.Errorf("%s: %q is not in the table", at, format)
		}
	}
	for format, at := range src.errs {
		if quotes[strings.ToLower(format[:1])+format[1:]] == "" && quotes[format] == "" && hasWords(format) {
			t.Errorf("%s: the error %q is not in the table", at, format)
		}
	}
	for format, own := range says {
		if _, ok := src.says[format]; !ok {
			t.Errorf("%q is said nowhere", format)
		}
		sameValues(t, format, own, false)
	}
	for format, own := range quotes {
		sameValues(t, format, own, true)
		if strings.Contains(own, "%[") {
			t.Errorf("%q: the order of what is quoted cannot be changed", own)
		}
	}
	for words, at := range src.loose {
		if !command.MatchString(words) {
			t.Errorf("%s: %q is said in English only", at, words)
		}
	}
}

// command is what a terminal is told, and marks between things.
var command = regexp.MustCompile(`^(?: --force$|kill |taskkill |chmod |ulimit |sudo chown -R |icacls |xattr | /\w|Run: $|\.? ?$|[;,] $| - $|%s %s$|: $)`)

func sameValues(t *testing.T, format, own string, words bool) {
	t.Helper()
	if !slices.Equal(verbsOf(format, words), verbsOf(own, words)) {
		t.Errorf("%q has other values than %q", own, format)
	}
	if !chinese.MatchString(own) && hasWords(strings.ReplaceAll(format, "HTTP", "")) {
		t.Errorf("%q is no Chinese", own)
	}
}

// TestChinese_quotes_what_is_said: the packages that are quoted still say so, else
// a person would read English.
func TestChinese_quotes_what_is_said(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	for _, dir := range []string{
		".", "../../install", "../config", "../dial", "../daemon", "../bridge", "../rpc", "../store", "../secret", "../models", "../llm", "../llm/openai", "../llm/provider",
	} {
		readLiterals(t, dir, &said)
	}
	_, quotes := doctor.HanTables()
	of := doctor.HanOfSystem()
	for format := range quotes {
		if _, ok := of[format]; ok {
			continue // what systems say stands in no source of ours
		}
		for _, part := range verbs.Split(format, -1) {
			if !strings.Contains(strings.ToLower(said.String()), strings.ToLower(strings.Trim(part, ": ()"))) {
				t.Errorf("%q: nobody says %q", format, part)
			}
		}
	}
}

// TestChinese_has_all_that_is_found: whatever package install finds where a browser looks
// is said in Chinese, and what it says of a record that cannot be used.
func TestChinese_has_all_that_is_found(t *testing.T) {
	t.Parallel()
	inChinese := doctor.InChinese()
	found := foundTexts(t, "../../install/inspect.go")
	if len(found) < 10 {
		t.Fatalf("only %d texts were found: %q", len(found), found)
	}
	record := filepath.Join(t.TempDir(), "installed.json")
	for _, text := range []string{"{", `{"version":77}`} {
		if err := os.WriteFile(record, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := install.ReadRecord(record)
		if err == nil {
			t.Fatalf("%s is taken for a record", text)
		}
		found = append(found, err.Error())
	}
	for _, words := range found {
		if got := inChinese(words); !chinese.MatchString(got) {
			t.Errorf("%q is said in English only", words)
		}
	}
}

// foundTexts are what a file of package install says in a finding, with values in it.
func foundTexts(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer("%s", "/x", "%d", "7", "%q", `"x"`)
	var list []string
	add := func(e ast.Expr) {
		if format := formatOf(e); hasWords(format) {
			list = append(list, values.Replace(format))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if nameOf(n.Fun) == "with" && len(n.Args) == 2 {
				add(n.Args[1])
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 2 && strings.HasPrefix(nameOf(n.Results[0]), "State") {
				add(n.Results[1])
			}
		}
		return true
	})
	return list
}

// formatOf is a text of which parts are written out, with %s for the others.
func formatOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return formatOf(e.X) + formatOf(e.Y)
	case *ast.CallExpr:
		if nameOf(e.Fun) == "Sprintf" {
			return formatOf(e.Args[0])
		}
	case *ast.BasicLit:
		if words, err := strconv.Unquote(e.Value); err == nil {
			return words
		}
	}
	return "%s"
}

// readLiterals writes down all texts of a package that are written out.
func readLiterals(t *testing.T, dir string, to *strings.Builder) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") || strings.HasPrefix(f.Name(), "han") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), dir+"/"+f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				if words, ok := literal(e, map[ast.Node]bool{}); ok {
					to.WriteString(words + "\n")
					return false
				}
			}
			return true
		})
	}
}

// What other packages say comes in Chinese as they say it, also in one another.
func TestChinese_of_other_packages(t *testing.T) {
	t.Parallel()
	inChinese := doctor.InChinese()
	for english, want := range map[string]string{
		install.Check([]byte(`{"name":"A","path":"x","type":"stdio","description":"d","allowed_origins":["chrome-extension://abc"]}`)).Error(): "名称“A”必须是小写\n路径“x”必须是绝对路径\n来源“chrome-extension://abc”不含扩展 ID（32 个 a 到 p 的字母）",
		install.Boxed{Box: install.BoxSnap, Name: "Brave", App: "brave"}.Advice("/m install"):                                                  "Brave（snap brave）无法启动沙盒以外的程序，因此扩展虽能加载，却永远连不上 Margay。请改用厂商或系统软件包（deb、rpm）安装 Brave，或使用其他浏览器，然后运行：/m install",
		"The system's keyring did not answer within 3s: unlock it and try again.":                                                              "系统钥匙串在 3 秒内没有应答：请解锁后重试。",
		"The data file /d/margay.db is in use by process 41.":                                                                                  "数据文件 /d/margay.db 正被进程 41 占用。",
		"Runs under way are interrupted and can be resumed. To let it go on instead, run: kill -CONT 41.":                                      "正在进行的运行会中断，之后可以继续。如要让它继续运行，请运行：kill -CONT 41。",
		"could not reach the provider: dial tcp 127.0.0.1:9: connect: connection refused.":                                                     "无法连接服务商：连接 127.0.0.1:9：连接被拒绝。",
		"Something that nobody foresaw: 41.":                                                                                                   "Something that nobody foresaw: 41.",
		"":                                                                                                                                     "",
	} {
		if got := inChinese(english); got != want {
			t.Errorf("%q: got %q, want %q", english, got, want)
		}
	}
	for _, code := range []chat.ErrorCode{
		chat.ErrorAuth, chat.ErrorRateLimit, chat.ErrorContextTooLarge, chat.ErrorOverloaded, chat.ErrorNetwork, chat.ErrorRefused, chat.ErrorOutputTooLong, chat.ErrorAPI,
	} {
		if got := inChinese(llm.NextStep(code)); !chinese.MatchString(got) {
			t.Errorf("%s: %q", code, got)
		}
	}
}

func FuzzInChinese(f *testing.F) {
	f.Add("others can read : run chmod 600 on it")
	f.Add("%s is not there: is not there\n%d")
	inChinese := doctor.InChinese()
	f.Fuzz(func(t *testing.T, words string) {
		if got := inChinese(words); strings.Contains(got, "%!") && !strings.Contains(words, "%!") || words != "" && got == "" {
			t.Errorf("%q: %q", words, got)
		}
	})
}
