package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/margay/margay/host/e2e/judged"
)

// table counts outcomes, a row for each set, and prints those that are wrong as
// they come.
type table struct {
	out  io.Writer
	rows []row
}

type row struct {
	name                 string
	right, total, claims int
	took                 time.Duration
}

func (r *row) add(o judged.Outcome) {
	r.total++
	r.took += o.Took
	r.claims += len(o.Claims)
	if o.Right() {
		r.right++
	}
}

func (t *table) add(set string, o judged.Outcome) {
	if len(t.rows) == 0 || t.rows[len(t.rows)-1].name != set {
		t.rows = append(t.rows, row{name: set})
	}
	t.rows[len(t.rows)-1].add(o)
	if !o.Right() {
		t.wrong(o)
	}
}

// wrong shows what was asked, done and said where that was not right.
func (t *table) wrong(o judged.Outcome) {
	fmt.Fprintf(t.out, "%s ended wrong (%s)\n", o.Name(), o.Note)
	line := func(what, text string) {
		fmt.Fprintf(t.out, "  %-7s %s\n", what, strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n          "))
	}
	line("prompt", o.Text)
	for _, c := range o.Calls {
		said, _, _ := strings.Cut(c.Result, "\n")
		line("call", fmt.Sprintf("%s %s: %s: %s", c.Name, c.Arguments, c.Status, said))
	}
	line("answer", o.Answer)
	for _, w := range o.Wrong {
		line("wrong", w)
	}
	fmt.Fprintln(t.out)
}

func (t *table) print() {
	fmt.Fprintf(t.out, "%-4s %8s %13s %9s\n", "set", "right", "false claims", "mean")
	all := row{name: "all"}
	for _, r := range t.rows {
		t.row(r)
		all.right += r.right
		all.total += r.total
		all.claims += r.claims
		all.took += r.took
	}
	if len(t.rows) > 1 {
		t.row(all)
	}
}

func (t *table) row(r row) {
	mean := r.took.Seconds() / float64(r.total)
	fmt.Fprintf(t.out, "%-4s %8s %13d %7.2f s\n", r.name, fmt.Sprintf("%d/%d", r.right, r.total), r.claims, mean)
}
