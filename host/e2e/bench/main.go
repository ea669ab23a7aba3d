// Command bench is `make bench`: it measures the built program, the built
// extension and a headless Chromium, and prints one table of figures with
// their goals.
//
// It guarantees: every figure is of the real thing (the program that was
// built, over the pipes and the socket that it has in use; where the daemon has
// no route for what is measured, its packages are served by this process
// instead, and the row says so); what is compared is measured by the same
// driver, in turns; an act that got lost fails its figure, because the page
// counts. It states and does not judge: the exit code is 0 also where a goal is
// missed, and 1 only where something could not be measured.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"

	"github.com/margay/margay/host/e2e/rig"
)

func main() {
	if os.Getenv(echoVar) != "" {
		echo(os.Stdin, os.Stdout)
		return
	}
	if os.Getenv(bareVar) != "" && slices.Contains(os.Args, rig.Origin) {
		bareHost(os.Stdin, os.Stdout)
		return
	}
	margay := flag.String("margay", ".build/margay", "the built program")
	only := flag.String("only", "", "measure only the figures whose names match this regular expression")
	n := flag.Int("n", 1000, "how often each figure is measured")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *margay, *only, *n, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures what is asked for. The table goes to out as it grows.
func run(ctx context.Context, margay, only string, n int, out io.Writer) (err error) {
	match, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	if n < 1 {
		return fmt.Errorf("-n: %d is too few", n)
	}
	if margay, err = filepath.Abs(margay); err != nil {
		return err
	}
	if _, err := os.Stat(margay); err != nil {
		return fmt.Errorf("the program is not built (run make build): %w", err)
	}
	// A short path: it holds sockets, whose names the system bounds.
	dir, err := os.MkdirTemp("", "mgb")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b := &bench{margay: margay, dir: dir, n: n, table: newTable(out)}
	defer func() { err = errors.Join(err, b.close()) }()
	b.table.head(n)
	defer b.table.foot()
	return b.measure(ctx, match)
}

// measure goes through the figures. One that fails is a row, and the others
// are measured all the same.
func (b *bench) measure(ctx context.Context, match *regexp.Regexp) error {
	failed, found := 0, false
	for _, f := range figures() {
		if !match.MatchString(f.name) {
			continue
		}
		found = true
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := f.measure(ctx, b, f); err != nil {
			failed++
			b.table.failed(f, err)
		}
	}
	switch {
	case !found:
		return fmt.Errorf("no figure matches %q", match)
	case failed > 0:
		return fmt.Errorf("%d figures could not be measured", failed)
	}
	return nil
}
