//go:build linux

package doctor_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// extensionVersion is that of the extension that newBrowser plays.
const extensionVersion = "0.1.0"

// newBrowser starts the registered program as a browser does and registers as
// the extension's worker, until the test ends.
func newBrowser(w *world) *rpc.Peer {
	w.t.Helper()
	cmd := w.command(w.dirs.Bin(), origin)
	in, err := cmd.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	mux := rpc.NewMux()
	rpc.Handle(mux, driver.TabsList, func(context.Context, *rpc.Request, protocol.Empty) (driver.Tabs, error) {
		return driver.Tabs{Tabs: []driver.Tab{{ID: 1, URL: "chrome://newtab/"}}}, nil
	})
	p := rpc.New(pipes{out, in}, rpc.Options{Mux: mux, Groups: []protocol.Group{protocol.GroupBrowser}})
	w.t.Cleanup(func() {
		_ = p.Close()
		_ = cmd.Wait()
	})
	call(w.t, p, protocol.HelloRoute, protocol.Hello{
		Product: protocol.Product, Version: extensionVersion, Kind: protocol.KindWorker, Protocol: protocol.Supported(),
	})
	call(w.t, p, driver.Register, driver.Registration{Install: "i", Session: "s", Worker: "w", Name: "Chromium", Version: "156", Tabs: []driver.Tab{}, Adopted: []int64{}})
	return p
}

type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipes) Close() error { return errors.Join(p.WriteCloser.Close(), p.ReadCloser.Close()) }

func call[P, R any](t *testing.T, c rpc.Caller, route protocol.Route[P, R], params P) R {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), clitest.Patience)
	defer cancel()
	r, err := rpc.Call(ctx, c, route, params)
	if err != nil {
		t.Fatalf("%s: %v", route.Name, err)
	}
	return r
}
