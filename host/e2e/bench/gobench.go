package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// goBenchmark is a figure that a package's own benchmark measures, because only
// the package reaches what it needs. It is run from the root of the project.
func goBenchmark(name, pkg, benchmark string) figure {
	return figure{name: name, measure: func(ctx context.Context, b *bench, f figure) error {
		pattern := "^" + strings.ReplaceAll(benchmark, "/", "$/^")
		cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", pattern, "-benchtime", fmt.Sprint(b.n, "x"), pkg)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, out.String())
		}
		values := metrics(out.String())
		if values == nil {
			return fmt.Errorf("%s printed no result: %s", strings.Join(cmd.Args, " "), out.String())
		}
		b.table.row(f, f.name, rowOf(values, benchmark))
		return nil
	}}
}

// rowOf prefers the median that a benchmark reports of itself to the mean that
// the testing package works out.
func rowOf(values map[string]float64, benchmark string) row {
	r := row{unit: "µs", median: values["p50-µs"], p99: values["p99-µs"], note: benchmark}
	if _, ok := values["p50-µs"]; !ok {
		r.median, r.note = values["ns/op"]/1000, benchmark+"; the mean"
	}
	if r.median >= 1000 {
		r.unit, r.median, r.p99 = "ms", r.median/1000, r.p99/1000
	}
	return r
}

// metrics reads the last line of results: a name, a count, then values with
// their units.
func metrics(out string) map[string]float64 {
	var values map[string]float64
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		values = map[string]float64{}
		for i := 2; i+1 < len(fields); i += 2 {
			if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
				values[fields[i+1]] = v
			}
		}
	}
	return values
}
