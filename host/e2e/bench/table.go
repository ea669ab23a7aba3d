package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// table prints rows as they come, so that a long run shows where it is.
type table struct{ out io.Writer }

func newTable(out io.Writer) *table { return &table{out} }

const rowForm = "%-47s %12s %10s %10s  %-6s %s\n"

func (t *table) head(n int) {
	fmt.Fprintf(t.out, "%s, %d processors, load %s, %d times each\n\n", time.Now().Format("2006-01-02 15:04"), runtime.NumCPU(), load(), n)
	fmt.Fprintf(t.out, rowForm, "figure", "goal", "median", "p99", "", "")
}

func (t *table) foot() { fmt.Fprintf(t.out, "\nload at the end: %s\n", load()) }

// row is a figure measured: values in a unit.
type row struct {
	unit        string
	median, p99 float64
	// note says how it was measured where the name does not.
	note string
}

func (t *table) row(f figure, name string, r row) {
	goal, verdict := "", ""
	if f.goal > 0 {
		value, of := r.median, ""
		if f.tail {
			value, of = r.p99, "p99 "
		}
		goal, verdict = fmt.Sprintf("%s≤ %g %s", of, f.goal, r.unit), "pass"
		if value > f.goal {
			verdict = "OVER"
		}
	}
	p99 := ""
	if r.p99 != 0 {
		p99 = amount(r.p99, r.unit)
	}
	fmt.Fprintf(t.out, rowForm, name, goal, amount(r.median, r.unit), p99, verdict, r.note)
}

// timed adds a row of durations.
func (t *table) timed(f figure, took []time.Duration, note string) {
	m, p := at(took, 0.5), at(took, 0.99)
	r := row{unit: "ms", median: inMs(m), p99: inMs(p), note: note}
	if f.goal == 0 && m < time.Millisecond {
		r.unit, r.median, r.p99 = "µs", 1000*r.median, 1000*r.p99
	}
	t.row(f, f.name, r)
}

func (t *table) failed(f figure, err error) {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	fmt.Fprintf(t.out, rowForm, f.name, "", "", "", "FAILED", text)
}

func amount(v float64, unit string) string {
	digits := 2
	switch {
	case v >= 100:
		digits = 0
	case v >= 10:
		digits = 1
	case v > -0.1 && v < 0.1:
		digits = 3
	}
	return fmt.Sprintf("%.*f %s", digits, v, unit)
}

func inMs(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// at is the value below which the share q of all lies.
func at(took []time.Duration, q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[int(q*float64(len(sorted)-1))]
}

// load is the system's load average, which says how far to trust the figures.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	fields := strings.Fields(string(text))
	return strings.Join(fields[:min(3, len(fields))], " ")
}
