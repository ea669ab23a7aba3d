// Command demo is `make run`: it sets the whole product up in a throwaway
// folder, types a task into the panel of a real browser, presses send, and
// prints what happens.
//
// It exits with 0 only if the page itself says that the order is in (for a
// page of one's own, if the run ended well).
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/margay/margay/host/e2e/job"
)

func main() {
	margay := flag.String("margay", ".build/margay", "the built program")
	dir := flag.String("dir", ".demo", "the folder for profile, data and screenshot")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	d := demo{o: job.Options{
		Margay: *margay, Dir: *dir, Out: os.Stderr, Windowed: windowed(), Chromium: os.Getenv("CHROMIUM"),
		Task: os.Getenv("TASK"), URL: os.Getenv("URL"), Model: os.Getenv("MODEL"), Chaos: os.Getenv("CHAOS"),
	}}
	if err := d.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "FAILED:", err)
		os.Exit(1)
	}
}

// windowed reports whether there is a display to show a window on.
func windowed() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// prepare empties the folder, so that each demo begins as on the first day.
func prepare(dir string) error {
	for _, part := range []string{"profile", "data", "extension"} {
		if err := os.RemoveAll(filepath.Join(dir, part)); err != nil {
			return err
		}
	}
	return os.MkdirAll(dir, 0o700)
}
