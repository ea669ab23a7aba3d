// Command lint runs the project's analyzers in one pass: staticcheck and unused,
// unchecked errors, dead assignments, requests without a context, bodies left
// open, errors compared by value, and zerolog chains that never send.
package main

import (
	"strings"

	"github.com/gordonklaus/ineffassign/pkg/ineffassign"
	"github.com/kisielk/errcheck/errcheck"
	"github.com/polyfloyd/go-errorlint/errorlint"
	"github.com/sonatard/noctx"
	"github.com/timakin/bodyclose/passes/bodyclose"
	"github.com/ykadowak/zerologlint"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"
	"honnef.co/go/tools/quickfix"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/unused"
)

func main() {
	list := []*analysis.Analyzer{
		errcheck.Analyzer, ineffassign.Analyzer, noctx.Analyzer, bodyclose.Analyzer,
		errorlint.NewAnalyzer(), zerologlint.Analyzer, unused.Analyzer.Analyzer,
	}
	for _, a := range staticcheck.Analyzers {
		list = append(list, a.Analyzer)
	}
	for _, a := range simple.Analyzers {
		list = append(list, a.Analyzer)
	}
	for _, a := range quickfix.Analyzers {
		if strings.HasPrefix(a.Analyzer.Name, "QF1012") { // WriteString(Sprintf)
			list = append(list, a.Analyzer)
		}
	}
	multichecker.Main(list...)
}
