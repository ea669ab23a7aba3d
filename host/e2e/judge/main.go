// Command judge is `make judge`: it tries every prompt of package judged in a
// headless Chromium with the built program and the built extension, and prints
// for each set how many ended right, how many false claims were made, and how
// long a prompt took.
//
// It guarantees that it states and does not judge: the exit code is 0 for a
// run that was completed, whatever the figures, and 1 only where a prompt could
// not be tried. Of each prompt that ended wrong it prints what was done.
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
	"syscall"

	"github.com/margay/margay/host/browser/chromium"
	"github.com/margay/margay/host/e2e/judged"
	"github.com/margay/margay/host/e2e/rig"
)

func main() {
	margay := flag.String("margay", ".build/margay", "the built program")
	only := flag.String("only", "", "try only the prompts whose names (a/p1-a) match this regular expression")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *margay, *only, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(1)
	}
}

// run tries what is asked for, in one browser.
func run(ctx context.Context, margay, only string, out io.Writer) (err error) {
	match, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	sets, err := judged.Load()
	if err != nil {
		return err
	}
	browser, err := chromium.Find("CHROMIUM", os.Getenv("CHROMIUM"))
	if err != nil {
		return err
	}
	if margay, err = filepath.Abs(margay); err != nil {
		return err
	}
	// A short path: it holds sockets, whose names the system bounds.
	dir, err := os.MkdirTemp("", "mgj")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r, err := rig.Start(ctx, rig.Options{Margay: margay, Dir: dir, Chromium: browser})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	j, err := judged.NewJudge(ctx, r)
	if err != nil {
		return err
	}
	return try(ctx, j, sets, match, out)
}

// try tries the prompts that match and prints the table.
func try(ctx context.Context, j *judged.Judge, sets []judged.Set, match *regexp.Regexp, out io.Writer) error {
	t := table{out: out}
	for _, s := range sets {
		for _, p := range s.Prompts {
			if !match.MatchString(p.Name()) {
				continue
			}
			o, err := j.Try(ctx, p)
			if err != nil {
				return err
			}
			t.add(s.Name, o)
		}
	}
	if len(t.rows) == 0 {
		return fmt.Errorf("no prompt matches %q", match)
	}
	t.print()
	return nil
}
