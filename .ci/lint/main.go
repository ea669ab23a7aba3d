// Command lint runs the project's analyzers in one pass: staticcheck and unused,
// unchecked errors, dead assignments, requests without a context, bodies left
// open, errors compared by value, and zerolog chains that never send.
//
// A line may be excused by a comment that names the analyzer and the reason:
// //nolint:errcheck // the file was only read. Tests need not check every
// error, nor pass a context to what they start.
package main

import (
	"go/token"
	"strings"

	"github.com/gordonklaus/ineffassign/pkg/ineffassign"
	"github.com/kisielk/errcheck/errcheck"
	"github.com/polyfloyd/go-errorlint/errorlint"
	"github.com/sonatard/noctx"
	"github.com/timakin/bodyclose/passes/bodyclose"
	"github.com/ykadowak/zerologlint"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/unused"
)

func main() {
	list := []*analysis.Analyzer{
		excusable("errcheck", true, errcheck.Analyzer),
		excusable("noctx", true, noctx.Analyzer),
		excusable("bodyclose", true, bodyclose.Analyzer),
		excusable("errorlint", false, errorlint.NewAnalyzer()),
		excusable("ineffassign", false, ineffassign.Analyzer),
		excusable("zerologlint", false, zerologlint.Analyzer),
		unused.Analyzer.Analyzer,
	}
	for _, a := range staticcheck.Analyzers {
		list = append(list, excusable("staticcheck", false, a.Analyzer))
	}
	for _, a := range simple.Analyzers {
		list = append(list, excusable("staticcheck", false, a.Analyzer))
	}
	multichecker.Main(list...)
}

// excusable makes an analyzer pass over lines that excuse it, and over tests
// where those need not heed it.
func excusable(name string, notTests bool, a *analysis.Analyzer) *analysis.Analyzer {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		excused := excuses(pass, name)
		report := pass.Report
		filtered := *pass
		filtered.Report = func(d analysis.Diagnostic) {
			at := pass.Fset.Position(d.Pos)
			test := strings.HasSuffix(at.Filename, "_test.go")
			if excused[line{at.Filename, at.Line}] || test && notTests {
				return
			}
			report(d)
		}
		return run(&filtered)
	}
	return a
}

type line struct {
	file string
	n    int
}

// excuses finds the lines with a nolint comment that names the analyzer.
func excuses(pass *analysis.Pass, name string) map[line]bool {
	found := map[line]bool{}
	for _, f := range pass.Files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				rest, ok := strings.CutPrefix(c.Text, "//nolint:")
				names, reason, _ := strings.Cut(rest, " ")
				if ok && reason != "" && strings.Contains(","+names+",", ","+name+",") {
					found[lineOf(pass.Fset, c.Pos())] = true
				}
			}
		}
	}
	return found
}

func lineOf(fset *token.FileSet, pos token.Pos) line {
	at := fset.Position(pos)
	return line{at.Filename, at.Line}
}
