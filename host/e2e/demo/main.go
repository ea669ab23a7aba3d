// Command demo is `make run`: it sets the whole product up in a throwaway
// folder, types a task into the panel of a real browser, presses send, and
// prints what happens.
//
// It exits with 0 only if the page itself says that the order is in (for a
// page of one's own: if the page loaded, the run ended well and the answer
// does not say that something was not done).
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
	"github.com/margay/margay/host/e2e/rig"
)

func main() {
	margay := flag.String("margay", ".build/margay", "the built program")
	dir := flag.String("dir", ".demo", "the folder for profile, data and screenshot")
	flag.Parse()
	// What is printed to a terminal that was closed goes nowhere; that must not
	// end us before the browser has gone.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), ends()...)
	defer stop()
	d := demo{o: job.Options{
		Margay: *margay, Dir: *dir, Out: os.Stdout, Windowed: windowed(), Chromium: os.Getenv("CHROMIUM"),
		Task: os.Getenv("TASK"), URL: os.Getenv("URL"), Model: os.Getenv("MODEL"), Chaos: os.Getenv("CHAOS"),
	}}
	if err := d.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "FAILED:", err)
		os.Exit(1)
	}
}

// ends are the signals by which a person ends the demo. Closing the terminal is
// one, unless nohup says otherwise.
func ends() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// windowed reports whether there is a display to show a window on.
func windowed() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// prepare empties the folder, so that each demo begins as on the first day.
// Whoever calls it holds the folder.
func prepare(ctx context.Context, dir string) error {
	if err := rig.Clear(ctx, dir); err != nil {
		return fmt.Errorf("end what an earlier run left in %s: %w", dir, err)
	}
	for _, part := range []string{"profile", "data", "extension"} {
		if err := os.RemoveAll(filepath.Join(dir, part)); err != nil {
			return err
		}
	}
	return nil
}
