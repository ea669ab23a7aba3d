// Command demo is `make run`: it sets the whole product up in a throwaway
// folder, types a task into the panel of a real browser, presses send, and
// prints what happens.
//
// It exits with 0 only if the page itself says that the order is in (for a
// page of one's own, if the run ended well).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/e2e/shop"
)

// defaultTask is the order that is typed when TASK is not set.
const defaultTask = `Fill in the order form: Full name: Mira Lind, E-mail: mira@lind.example, Street and number: Hafenweg 7, City: Kiel. ` +
	`Choose Dark, set Bags to 3, pick Express, tick Gift wrap and accept the terms. Press Order and report the confirmation number.`

func main() {
	margay := flag.String("margay", ".build/margay", "the built program")
	dir := flag.String("dir", ".demo", "the folder for profile, data and screenshot")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	d := demo{
		margay: *margay, dir: *dir, out: os.Stderr,
		task: os.Getenv("TASK"), url: os.Getenv("URL"), model: os.Getenv("MODEL"), chaos: os.Getenv("CHAOS"),
	}
	if err := d.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "FAILED:", err)
		os.Exit(1)
	}
}

// windowed reports whether there is a display to show a window on.
func windowed() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// serveShop serves the shop on loopback until the context ends.
func serveShop(ctx context.Context, s *shop.Shop) (url string, err error) {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("serve the shop: %w", err)
	}
	server := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(l) }() // ends with Close below
	context.AfterFunc(ctx, func() { _ = server.Close() })
	return "http://" + l.Addr().String() + "/", nil
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

var chaos = map[string]func(context.Context, *rig.Rig, *rig.Page) error{
	"worker": func(ctx context.Context, r *rig.Rig, _ *rig.Page) error { return r.KillWorker(ctx) },
	"bridge": func(_ context.Context, r *rig.Rig, _ *rig.Page) error { return r.KillBridges() },
	"daemon": func(_ context.Context, r *rig.Rig, _ *rig.Page) error { return r.KillDaemon() },
	"panel":  func(ctx context.Context, _ *rig.Rig, p *rig.Page) error { return p.Reload(ctx) },
}

var errChaos = errors.New("CHAOS is worker, bridge, daemon or panel")
