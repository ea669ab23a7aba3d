package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/relay"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
)

// openRelay sets up browser, extension and bridge as a person has them. The
// daemon is this process, with the real socket and the real links, because no
// route lets a client press a button without a run.
func openRelay(ctx context.Context, b *bench, h *house) error {
	dir := filepath.Join(b.dir, "relay")
	hub := relay.NewHub(relay.Options{Registry: h, Log: zerolog.Nop()})
	mux := rpc.NewMux()
	hub.Register(mux)
	stop, err := serveHere(ctx, config.Dirs{Data: filepath.Join(dir, "data")}, mux)
	if err != nil {
		return err
	}
	h.ends = append(h.ends, stop, func() error { hub.Close(); return nil })
	r, err := rig.Start(ctx, rig.Options{Margay: b.margay, Dir: dir})
	if err != nil {
		return err
	}
	h.ends = append(h.ends, r.Close)
	h.show = func(ctx context.Context, url string) (browser.TabID, error) {
		if _, err := r.OpenPage(ctx, url); err != nil {
			return 0, err
		}
		return h.find(ctx, url)
	}
	return nil
}

// serveHere serves a data directory from this process until stop is called.
func serveHere(ctx context.Context, dirs config.Dirs, mux *rpc.Mux) (stop func() error, err error) {
	// Opening has a deadline; serving ends with stop.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ready, served := make(chan daemon.Announcement, 1), make(chan error, 1)
	go func() { // ends when nothing needs the daemon, or with ctx; stop waits for it
		served <- daemon.Serve(ctx, daemon.Options{
			Dirs: dirs, Log: zerolog.Nop(), Origins: []string{rig.Origin},
			Open:  func(context.Context, daemon.Info) (daemon.Service, error) { return links{mux}, nil },
			Ready: func(a daemon.Announcement) { ready <- a },
		})
	}()
	stop = func() error { cancel(); return <-served }
	if a := <-ready; a.State != daemon.StateServing {
		return nil, errors.Join(fmt.Errorf("serve %s: %s", dirs.Data, a.Message), stop())
	}
	return stop, nil
}

// links is a service that has routes and nothing else.
type links struct{ mux *rpc.Mux }

func (l links) Mux() *rpc.Mux            { return l.mux }
func (links) Busy() bool                 { return false }
func (links) Changed() <-chan struct{}   { return nil }
func (links) Displaced() bool            { return false }
func (links) Park(context.Context) error { return nil }
func (links) Close() error               { return nil }
