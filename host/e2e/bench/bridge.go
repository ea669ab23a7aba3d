package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// data is a data directory with the program in it, as an installation has it.
type data struct {
	dirs config.Dirs
	// program is the copy that a browser would start.
	program string
}

// install makes a fresh data directory of that name.
func (b *bench) install(name string) (*data, error) {
	d := &data{dirs: config.Dirs{Data: filepath.Join(b.dir, name)}}
	d.program = d.dirs.Bin()
	if err := d.dirs.Prepare(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(d.program), 0o700); err != nil {
		return nil, err
	}
	src, err := os.Open(b.margay)
	if err != nil {
		return nil, err
	}
	defer func() { _ = src.Close() }() // only read
	dst, err := os.OpenFile(d.program, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(dst, src)
	return d, errors.Join(err, dst.Close())
}

// stop ends the daemon and waits for its end. It goes on after a Ctrl-C.
func (d *data) stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 40*time.Second)
	defer cancel()
	return dial.Stop(ctx, dial.Options{Dirs: d.dirs, Exe: d.program})
}

// greeted starts a bridge and returns when the daemon has answered its hello.
func (d *data) greeted() (*host, error) {
	h, err := startBridge(d.program)
	if err != nil {
		return nil, err
	}
	if err := h.greet(); err != nil {
		return nil, errors.Join(fmt.Errorf("greet through the bridge: %w", err), h.end())
	}
	return h, nil
}

// linked gives a client of its own data directory, through bridge and daemon. seed
// fills the store before the daemon is started.
func (b *bench) linked(ctx context.Context, name string, seed func(config.Dirs) error, work func(*rpc.Peer) error) (err error) {
	d, err := b.install(name)
	if err != nil {
		return err
	}
	if err := seed(d.dirs); err != nil {
		return fmt.Errorf("seed the store: %w", err)
	}
	defer func() { err = errors.Join(err, d.stop(ctx)) }()
	h, err := d.greeted()
	if err != nil {
		return err
	}
	peer := rpc.New(h, rpc.Options{Groups: []protocol.Group{protocol.GroupClient, protocol.GroupBrowser}, Log: zerolog.Nop()})
	defer func() { err = errors.Join(err, peer.Close(), h.end()) }()
	return work(peer)
}

// addedPing compares a ping through bridge and daemon with the same frame sent
// to a host that only echoes it, in turns.
func addedPing(ctx context.Context, b *bench, f figure) (err error) {
	d, err := b.install("ping")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop(ctx)) }()
	bare, err := startEcho()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.end()) }()
	bridge, err := d.greeted()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bridge.end()) }()
	var through, over []time.Duration
	_, err = b.times(func() error {
		begun := time.Now()
		errThrough := bridge.ping()
		half := time.Now()
		errOver := bare.ping()
		through, over = append(through, half.Sub(begun)), append(over, time.Since(half))
		return errors.Join(errThrough, errOver, ctx.Err())
	})
	if err != nil {
		return err
	}
	note := fmt.Sprintf("difference of medians; through %.3f ms (p99 %.3f), bare echo %.3f ms (p99 %.3f), in turns",
		inMs(at(through, 0.5)), inMs(at(through, 0.99)), inMs(at(over, 0.5)), inMs(at(over, 0.99)))
	b.table.row(f, f.name, row{unit: "ms", median: inMs(at(through, 0.5) - at(over, 0.5)), note: note})
	return nil
}

// startWarm is from starting a bridge to the answer to hello, with a daemon there.
func startWarm(ctx context.Context, b *bench, f figure) (err error) {
	d, err := b.install("warm")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop(ctx)) }()
	first, err := d.greeted()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, first.end()) }()
	took, err := b.starts(ctx, d, func() error { return nil })
	if err != nil {
		return err
	}
	b.table.timed(f, took, "until hello is answered")
	return nil
}

// startCold is the same with no daemon there.
func startCold(ctx context.Context, b *bench, f figure) (err error) {
	d, err := b.install("cold")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop(ctx)) }()
	took, err := b.starts(ctx, d, func() error { return d.stop(ctx) })
	if err != nil {
		return err
	}
	b.table.timed(f, took, "until hello is answered; the store holds nothing")
	return nil
}

// starts measures starting a bridge; what after does is not measured.
func (b *bench) starts(ctx context.Context, d *data, after func() error) ([]time.Duration, error) {
	var took []time.Duration
	for range b.n {
		began := time.Now()
		h, err := d.greeted()
		if err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
		// The daemon first: a bridge whose pipe closes just ends, and one whose
		// daemon goes ends with a code that says so.
		if err := errors.Join(h.end(), after(), ctx.Err()); err != nil {
			return nil, err
		}
	}
	return took, nil
}
