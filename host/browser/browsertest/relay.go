package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/chromium"
	"github.com/margay/margay/host/browser/direct"
	"github.com/margay/margay/host/browser/relay"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// pumpVariable makes a test binary the native-messaging host: Chrome starts it
// with the browser's environment.
const pumpVariable = "MARGAY_TEST_PUMP"

// Main is the TestMain of every package that uses Relay: started by the
// browser, the test binary is a pump between the browser and the test.
func Main(m *testing.M) {
	if socket := os.Getenv(pumpVariable); socket != "" {
		pump(socket)
		os.Exit(0)
	}
	atOnce()
	os.Exit(m.Run())
}

// atOnce lets more tests run at once than there are processors: with a browser
// each of them mostly waits. Who says how many is heeded.
func atOnce() {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		_ = flag.Set("test.parallel", strconv.Itoa(max(runtime.GOMAXPROCS(0), 4)))
	}
}

// pump copies bytes until either side ends.
func pump(socket string) {
	conn, err := net.Dial("unix", socket) //nolint:noctx // ends with the process
	if err != nil {
		return
	}
	over := make(chan struct{}, 2)
	go func() { _, _ = io.Copy(conn, os.Stdin); over <- struct{}{} }()
	go func() { _, _ = io.Copy(os.Stdout, conn); over <- struct{}{} }()
	<-over
}

// Extended is a Chromium with the extension, driven through it.
type Extended struct {
	Hub *relay.Hub
	// Transport is the browser as the hub gave it to its registry.
	Transport browser.Transport

	// raw speaks to the browser itself, control is its own session there.
	raw     *direct.Raw
	control cdp.Session
	pid     int

	mu    sync.Mutex // guards peers
	peers []*rpc.Peer
}

// Relay starts a Chromium with the built extension and waits until it has
// registered.
func Relay(t testing.TB) *Extended {
	t.Helper()
	if !extension.Built() {
		Missing(t, "the extension is not built: run “make build”")
	}
	dir := t.TempDir()
	unpacked := filepath.Join(dir, "extension")
	if err := os.CopyFS(unpacked, extension.Dist()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(unpacked, "worker.js")); err != nil {
		Missing(t, "the extension was built without its worker: run “make build”")
	}
	profile := filepath.Join(dir, "profile")
	register(t, profile)
	e := &Extended{}
	come := make(registry, 1)
	e.Hub = relay.NewHub(relay.Options{Registry: come, Log: Log(t)})
	socket := e.serve(t)
	process, err := chromium.Start(Deadline(t), chromium.Options{
		Path: Find(t), Profile: profile, Extension: unpacked, Env: append(os.Environ(), pumpVariable+"="+socket),
	})
	if err != nil {
		t.Fatal(err)
	}
	raw := direct.NewRaw(process)
	e.raw, e.control, e.pid = raw, raw.Session(""), process.Pid()
	t.Cleanup(func() {
		e.Hub.Close()
		if err := raw.Close(); err != nil {
			t.Errorf("close the browser: %v", err)
		}
	})
	select {
	case e.Transport = <-come:
	case <-process.Ended():
		t.Fatal("the browser ended before the extension registered")
	case <-Deadline(t).Done():
		t.Fatal("the extension did not register")
	}
	return e
}

// registry hands on the first browser that comes.
type registry chan browser.Transport

func (r registry) Add(name string, t browser.Transport) (string, func(string)) {
	select {
	case r <- t:
	default:
	}
	return name, func(string) {}
}

// register writes the manifest by which the profile's browser finds the host.
func register(t testing.TB, profile string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := json.Marshal(map[string]any{
		"name": extension.HostName, "description": "test", "type": "stdio", "path": program,
		"allowed_origins": []string{"chrome-extension://" + extension.ID + "/"},
	})
	if err != nil {
		t.Fatal(err)
	}
	hosts := filepath.Join(profile, "NativeMessagingHosts")
	if err := os.MkdirAll(hosts, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(hosts, extension.HostName+".json"), manifest, 0o600); err != nil {
		t.Fatal(err)
	}
}

// serve is the daemon's end of the pumps. It returns the path of its socket.
func (e *Extended) serve(t testing.TB) string {
	t.Helper()
	// A path of its own, because the test's folder may be too long for a socket.
	dir, err := os.MkdirTemp("", "mg")
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "s")
	listener, err := net.Listen("unix", socket) //nolint:noctx // ends with the test
	if err != nil {
		t.Fatal(err)
	}
	mux := rpc.NewMux()
	e.Hub.Register(mux)
	served := make(chan struct{})
	go func() { // ends with the listener
		defer close(served)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			e.add(rpc.New(conn, rpc.Options{
				Mux: mux, Log: Log(t), Groups: []protocol.Group{protocol.GroupOpen, protocol.GroupClient, protocol.GroupDriver}, Hello: hello,
			}))
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-served
		e.Drop()
		_ = os.RemoveAll(dir)
	})
	return socket
}

func hello(context.Context, *rpc.Peer, protocol.Hello) (protocol.HelloReply, error) {
	return protocol.HelloReply{Product: protocol.Product, Version: "0.0.0", Build: "test", Protocol: protocol.VersionMax, Epoch: "test", Pid: os.Getpid()}, nil
}

func (e *Extended) add(p *rpc.Peer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.peers = append(e.peers, p)
}

// Kill ends the browser at once, with no time to close its tabs.
func (e *Extended) Kill(t testing.TB) {
	t.Helper()
	process, err := os.FindProcess(e.pid)
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		t.Errorf("kill the browser: %v", err)
	}
}

// Drop closes every port of the extension, as a daemon that dies does.
func (e *Extended) Drop() {
	e.mu.Lock()
	peers := e.peers
	e.peers = nil
	e.mu.Unlock()
	for _, p := range peers {
		_ = p.Close()
		<-p.Done()
	}
}

// KillWorker ends the extension's service worker, as the browser may do at any
// time, and makes a tab: the next event that wakes it.
func (e *Extended) KillWorker(t testing.TB) {
	t.Helper()
	ctx := Deadline(t)
	if _, err := cdp.Call(ctx, e.control, target.CloseTarget, target.CloseTargetParams{TargetID: e.worker(t)}); err != nil {
		t.Fatal(err)
	}
	if _, err := cdp.Call(ctx, e.control, target.CreateTarget, target.CreateTargetParams{URL: "about:blank", Background: new(true)}); err != nil {
		t.Fatal(err)
	}
}

// worker finds the extension's service worker.
func (e *Extended) worker(t testing.TB) target.ID {
	t.Helper()
	list, err := cdp.Call(Deadline(t), e.control, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list.TargetInfos, func(info *target.Info) bool { return info.Type == "service_worker" })
	if i < 0 {
		t.Fatal("the extension has no service worker")
	}
	return list.TargetInfos[i].TargetID
}

// Zoom draws a site larger or smaller, as a person does with Ctrl and plus.
func (e *Extended) Zoom(t testing.TB, tab int64, factor float64) {
	t.Helper()
	e.inWorker(t, fmt.Sprintf("chrome.tabs.setZoom(%d, %g)", tab, factor))
}

// Discard puts a tab to sleep, as the browser does to save memory. It gets
// another number thereby.
func (e *Extended) Discard(t testing.TB, tab int64) {
	t.Helper()
	e.inWorker(t, fmt.Sprintf("chrome.tabs.discard(%d)", tab))
}

func (e *Extended) inWorker(t testing.TB, expression string) {
	t.Helper()
	ctx := Deadline(t)
	attached, err := cdp.Call(ctx, e.control, target.AttachToTarget, target.AttachToTargetParams{TargetID: e.worker(t), Flatten: new(true)})
	if err != nil {
		t.Fatal(err)
	}
	r, err := cdp.Call(ctx, e.raw.Session(string(attached.SessionID)), cdpruntime.Evaluate, cdpruntime.EvaluateParams{Expression: expression, AwaitPromise: new(true)})
	if err == nil && r.ExceptionDetails != nil {
		err = errors.New(r.ExceptionDetails.Text)
	}
	if err != nil {
		t.Fatal(err)
	}
}
