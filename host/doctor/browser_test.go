//go:build linux

package doctor_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
)

// extensionVersion is that of the extension that newBrowser plays.
const extensionVersion = "0.1.0"

// extensionBuild is the text of its file that names the build.
func extensionBuild(t *testing.T) string {
	text, err := fs.ReadFile(extension.Dist(), extension.BuildFile)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// played is a tab of a browser that is played, with what a call into it comes
// to; nil is a page that answers.
type played struct {
	tab   driver.Tab
	fault *protocol.Fault
	// stuck says that a call into it is never answered.
	stuck bool
}

// newBrowser starts the registered program as a browser does and registers as
// the extension's worker, until the test ends. Without tabs it has the one that
// every browser begins with.
func newBrowser(w *world, tabs ...played) *rpc.Peer {
	w.t.Helper()
	if tabs == nil {
		tabs = []played{{tab: driver.Tab{ID: 1, URL: "chrome://newtab/"}}}
	}
	return connect(w, play(w.t, tabs), io.Discard)
}

// connect is what newBrowser does; all bytes that the browser is sent are copied
// to tap.
func connect(w *world, mux *rpc.Mux, tap io.Writer) *rpc.Peer {
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
	p := rpc.New(pipes{tapped{io.TeeReader(out, tap), out}, in}, rpc.Options{Mux: mux, Groups: []protocol.Group{protocol.GroupBrowser, protocol.GroupClient}})
	w.t.Cleanup(func() {
		_ = p.Close()
		_ = cmd.Wait()
	})
	call(w.t, p, protocol.HelloRoute, protocol.Hello{
		Product: protocol.Product, Version: extensionVersion, Build: strings.TrimSpace(extensionBuild(w.t)), Kind: protocol.KindWorker, Protocol: protocol.Supported(),
	})
	call(w.t, p, driver.Register, driver.Registration{
		Install: "i", Session: "s", Worker: "w", Name: "Chromium", Version: "156", Tabs: []driver.Tab{}, Adopted: []int64{},
	})
	return p
}

// play answers what a diagnosis may ask of a worker. That it is asked for
// anything that could change a page fails the test.
func play(t *testing.T, tabs []played) *rpc.Mux {
	mux := rpc.NewMux()
	rpc.Handle(mux, driver.TabsList, func(context.Context, *rpc.Request, protocol.Empty) (driver.Tabs, error) {
		list := driver.Tabs{}
		for _, p := range tabs {
			list.Tabs = append(list.Tabs, p.tab)
		}
		return list, nil
	})
	rpc.Handle(mux, driver.FramesList, func(_ context.Context, _ *rpc.Request, r driver.TabRef) (driver.Frames, error) {
		for _, p := range tabs {
			if p.tab.ID == r.Tab && p.fault != nil {
				return driver.Frames{}, p.fault
			}
		}
		return driver.Frames{Frames: []driver.Frame{{Document: "d"}}}, nil
	})
	rpc.Handle(mux, driver.PageCall, func(ctx context.Context, _ *rpc.Request, c driver.Call) (driver.Outcome, error) {
		if slices.ContainsFunc(tabs, func(p played) bool { return p.stuck && p.tab.ID == c.Tab }) {
			<-ctx.Done()
			return driver.Outcome{}, ctx.Err()
		}
		if c.Command.Act || c.Function != pagescript.Snapshot.Name {
			t.Errorf("the page was asked for %+v", c)
		}
		raw, err := json.Marshal(pagescript.SnapshotResult{URL: "http://shop.example/", Frames: []pagescript.FrameSpot{}})
		return driver.Outcome{State: driver.ActionDone, Result: raw}, err
	})
	return mux
}

func TestPage(t *testing.T) {
	t.Parallel()
	at := func(id int64, url string) driver.Tab { return driver.Tab{ID: id, URL: url} }
	asleep := at(3, "https://news.example/today?reader=mira")
	asleep.Discarded = true
	forbidden := protocol.NewFault(protocol.ReasonNotPage, "This page cannot be reached.")
	refused := protocol.NewFault(protocol.ReasonInternal, "The browser refused.").WithNext("Reload the extension.")
	late := protocol.NewFault(protocol.ReasonDeadline, "The page did not answer in time.")
	for name, tt := range map[string]struct {
		tabs  []played
		state client.CheckState
		words string
	}{
		"ordinary":             {[]played{{tab: at(1, "chrome://newtab/")}, {tab: at(2, "https://shop.example/order?name=mira")}}, client.CheckOK, "a page of shop.example answered"},
		"blank":                {[]played{{tab: at(1, "about:blank")}}, client.CheckOK, "a page of about:blank answered"},
		"none":                 {[]played{{tab: at(1, "chrome://newtab/")}, {tab: at(2, "devtools://x")}}, client.CheckSkipped, "No ordinary page"},
		"asleep":               {[]played{{tab: asleep}}, client.CheckSkipped, "No ordinary page"},
		"forbidden_then_open":  {[]played{{tab: at(1, "https://store.example/"), fault: forbidden}, {tab: at(2, "http://shop.example/")}}, client.CheckOK, "shop.example"},
		"forbidden":            {[]played{{tab: at(1, "https://store.example/"), fault: forbidden}}, client.CheckSkipped, "No ordinary page"},
		"refused":              {[]played{{tab: at(1, "http://shop.example/"), fault: refused}}, client.CheckFailed, "The browser refused."},
		"refused_and_answered": {[]played{{tab: at(1, "http://shop.example/"), fault: refused}, {tab: at(2, "http://other.example/")}}, client.CheckOK, "other.example"},
		"stuck_then_open": {
			[]played{{tab: at(1, "http://alert.example/?name=mira"), stuck: true}, {tab: at(2, "http://shop.example/")}},
			client.CheckWarning,
			"alert.example did not answer within 4s",
		},
		"stuck_says_the_worker": {[]played{{tab: at(1, "http://alert.example/"), fault: late}, {tab: at(2, "http://shop.example/")}}, client.CheckWarning, "alert.example did not answer"},
		"stuck":                 {[]played{{tab: at(1, "http://alert.example/"), fault: late}}, client.CheckFailed, "alert.example did not answer"},
		"stuck_and_refused":     {[]played{{tab: at(1, "http://alert.example/"), fault: late}, {tab: at(2, "http://shop.example/"), fault: refused}}, client.CheckFailed, "The browser refused."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			d := call(t, newBrowser(w, tt.tabs...), client.DoctorRun, client.Diagnose{Inside: true})
			k := find(t, d, "page")
			if said := k.Detail + k.Cause; k.State != tt.state || !strings.Contains(said, tt.words) || strings.Contains(said, "mira") {
				t.Errorf("%+v, want %s with %q", k, tt.state, tt.words)
			}
		})
	}
}

type tapped struct {
	io.Reader
	io.Closer
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
