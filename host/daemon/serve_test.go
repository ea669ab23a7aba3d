//go:build linux

package daemon_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

const origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop/"

// service is the least that can be served.
type service struct {
	*workload
	mux    *rpc.Mux
	parked atomic.Bool
	// displaced is what Displaced says.
	displaced atomic.Bool
	closed    atomic.Bool
	// park, where set, is what Park does.
	park func(ctx context.Context) error
}

func newService() *service { return &service{workload: newWorkload(), mux: rpc.NewMux()} }

func (s *service) Mux() *rpc.Mux   { return s.mux }
func (s *service) Displaced() bool { return s.displaced.Load() }
func (s *service) Close() error    { s.closed.Store(true); return nil }
func (s *service) Park(ctx context.Context) error {
	s.parked.Store(true)
	if s.park != nil {
		return s.park(ctx)
	}
	return nil
}

// running is a daemon in this process.
type running struct {
	t    *testing.T
	dirs config.Dirs
	said daemon.Announcement
	err  chan error
}

// serve starts a daemon and waits until it has said how its start went.
func serve(t *testing.T, ctx context.Context, o daemon.Options) *running {
	t.Helper()
	o.Log = zerolog.New(zerolog.NewTestWriter(t))
	o.Origins = []string{origin}
	o.Version = "1.2.0"
	said := make(chan daemon.Announcement, 1)
	o.Ready = func(a daemon.Announcement) { said <- a }
	r := &running{t: t, dirs: o.Dirs, err: make(chan error, 1)}
	go func() { r.err <- daemon.Serve(ctx, o) }()
	select {
	case r.said = <-said:
	case <-time.After(20 * time.Second):
		t.Fatal("the daemon says nothing")
	}
	return r
}

func (r *running) ended() error {
	r.t.Helper()
	select {
	case err := <-r.err:
		return err
	case <-time.After(30 * time.Second):
		r.t.Fatal("the daemon does not leave")
		return nil
	}
}

// connect opens a link, with a preface where one is given.
func (r *running) connect(pre *protocol.Preface) *rpc.Peer {
	r.t.Helper()
	b, err := r.dirs.ReadBeacon()
	if err != nil {
		r.t.Fatal(err)
	}
	conn, err := new(net.Dialer).DialContext(r.t.Context(), "unix", b.Socket)
	if err != nil {
		r.t.Fatal(err)
	}
	p := rpc.New(conn, rpc.Options{})
	r.t.Cleanup(func() { _ = p.Close() })
	if pre != nil {
		if err := rpc.Notify(p, protocol.PrefaceNotice, *pre); err != nil {
			r.t.Fatal(err)
		}
	}
	return p
}

func hello(t *testing.T, p *rpc.Peer) (protocol.HelloReply, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return rpc.Call(ctx, p, protocol.HelloRoute, protocol.Hello{
		Product: protocol.Product, Version: "1.0.0", Kind: protocol.KindTest,
		Protocol: protocol.Versions{Min: protocol.VersionMin, Max: protocol.VersionMax},
	})
}

func opens(s daemon.Service) func(context.Context, daemon.Info) (daemon.Service, error) {
	return func(context.Context, daemon.Info) (daemon.Service, error) { return s, nil }
}

func reason(err error) protocol.Reason {
	var f *protocol.Fault
	if errors.As(err, &f) {
		return f.Reason()
	}
	return ""
}

func TestServe_one_shot_client(t *testing.T) {
	t.Parallel()
	s := newService()
	r := serve(t, t.Context(), daemon.Options{Dirs: newDirs(t), Open: opens(s)})
	if r.said.State != daemon.StateServing || r.said.Pid != os.Getpid() {
		t.Fatalf("said %+v", r.said)
	}
	b, err := r.dirs.ReadBeacon()
	if err != nil || b.Version != "1.2.0" || b.Pid != os.Getpid() || b.StartedAt.IsZero() {
		t.Errorf("beacon %+v, %v", b, err)
	}
	if info, err := os.Stat(b.Socket); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("socket %v, %v, want 0600", info, err)
	}
	p := r.connect(nil)
	reply, err := hello(t, p)
	if err != nil || reply.LingerMs != 0 || reply.Epoch != b.Epoch || reply.DataDir != r.dirs.Data {
		t.Errorf("hello: %+v, %v", reply, err)
	}
	_ = p.Close()
	if err := r.ended(); err != nil {
		t.Error(err)
	}
	if !s.parked.Load() || !s.closed.Load() {
		t.Error("the service was not parked and closed")
	}
	for _, path := range []string{b.Socket, r.dirs.Beacon()} {
		if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s stays (%v)", path, err)
		}
	}
}

func TestServe_bridge_is_told_the_linger(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r := serve(t, ctx, daemon.Options{Dirs: newDirs(t), Open: opens(newService())})
	p := r.connect(&protocol.Preface{Origin: origin})
	reply, err := hello(t, p)
	if want := int((10 * time.Minute).Milliseconds()); err != nil || reply.LingerMs != want {
		t.Errorf("hello: %+v, %v, want a linger of %d", reply, err, want)
	}
	if _, err := rpc.Call(ctx, p, client.DaemonStop, client.Stop{}); reason(err) != protocol.ReasonNotAllowed {
		t.Errorf("a browser may stop the daemon: %v", err)
	}
	cancel()
	if err := r.ended(); err != nil {
		t.Error(err)
	}
}

func TestServe_foreign_origin_is_refused(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r := serve(t, ctx, daemon.Options{Dirs: newDirs(t), Open: opens(newService())})
	if _, err := hello(t, r.connect(nil)); err != nil { // holds the daemon
		t.Fatal(err)
	}
	for _, foreign := range []string{"chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba/", "https://example.com/", "", origin + "x"} {
		p := r.connect(&protocol.Preface{Origin: foreign})
		if _, err := hello(t, p); reason(err) != protocol.ReasonClosed {
			t.Errorf("origin %q: hello answered with %v, want the link's end", foreign, err)
		}
	}
	cancel()
	if err := r.ended(); err != nil {
		t.Error(err)
	}
}

func TestServe_gives_way_only_to_a_newer_version(t *testing.T) {
	t.Parallel()
	r := serve(t, t.Context(), daemon.Options{Dirs: newDirs(t), Open: opens(newService())})
	p := r.connect(nil)
	if _, err := hello(t, p); err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{"1.2.0", "1.1.9", "1.2.0-rc.1", "v1.2.0+newer", "nonsense"} {
		if _, err := rpc.Call(t.Context(), p, client.DaemonStop, client.Stop{ForVersion: v}); reason(err) != protocol.ReasonConflict {
			t.Errorf("version %s: %v, want conflict", v, err)
		}
	}
	if _, err := rpc.Call(t.Context(), p, client.DaemonStop, client.Stop{ForVersion: "1.2.1"}); err != nil {
		t.Error(err)
	}
	if err := r.ended(); err != nil {
		t.Error(err)
	}
}

// TestServe_leaves_for_its_last_client: a link, a linger and work each keep a
// daemon that is asked to leave if nothing needs it.
func TestServe_leaves_for_its_last_client(t *testing.T) {
	t.Parallel()
	s := newService()
	r := serve(t, t.Context(), daemon.Options{Dirs: newDirs(t), Open: opens(s), Linger: 100 * time.Millisecond, Patience: time.Minute})
	p := r.connect(nil)
	if _, err := hello(t, p); err != nil {
		t.Fatal(err)
	}
	ask := func() error {
		_, err := rpc.Call(t.Context(), p, client.DaemonStop, client.Stop{IfUnneeded: true})
		return err
	}
	other := r.connect(&protocol.Preface{Origin: origin})
	if _, err := hello(t, other); err != nil {
		t.Fatal(err)
	}
	if err := ask(); reason(err) != protocol.ReasonBusy {
		t.Errorf("with another link: %v, want busy", err)
	}
	_ = other.Close()
	s.set(true)
	if err := ask(); reason(err) != protocol.ReasonBusy {
		t.Errorf("with work: %v, want busy", err)
	}
	s.set(false)
	for { // until the daemon has noticed the end of the link, and its linger is over
		err := ask()
		if err == nil {
			break
		}
		if reason(err) != protocol.ReasonBusy {
			t.Fatal(err)
		}
	}
	if err := r.ended(); err != nil {
		t.Error(err)
	}
}

func TestServe_second_daemon_says_who_serves(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	d := newDirs(t)
	first := serve(t, ctx, daemon.Options{Dirs: d, Open: opens(newService())})
	second := serve(t, ctx, daemon.Options{Dirs: d, Open: opens(newService())})
	if second.said.State != daemon.StateHeld || second.said.Pid != os.Getpid() {
		t.Errorf("said %+v", second.said)
	}
	var held *daemon.HeldError
	if err := second.ended(); !errors.As(err, &held) || held.Pid != os.Getpid() {
		t.Errorf("ended with %v", err)
	}
	if _, err := hello(t, first.connect(nil)); err != nil {
		t.Errorf("the second start disturbed the first daemon: %v", err)
	}
	cancel()
	if err := first.ended(); err != nil {
		t.Error(err)
	}
}

func TestServe_takes_over_after_a_crash(t *testing.T) {
	t.Parallel()
	d := newDirs(t)
	// What a daemon leaves that was killed: a socket that nobody serves, a
	// beacon, and a lock file that nobody holds.
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(d.Data, "s"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	_ = l.Close()
	if err := d.WriteBeacon(config.Beacon{Pid: 1, Socket: filepath.Join(d.Data, "s"), Version: "9.0.0"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.Lock(), []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r := serve(t, ctx, daemon.Options{Dirs: d, Open: opens(newService())})
	if _, err := hello(t, r.connect(nil)); err != nil {
		t.Error(err)
	}
	cancel()
	if err := r.ended(); err != nil {
		t.Error(err)
	}
}

func TestServe_refuses_with_the_reason(t *testing.T) {
	t.Parallel()
	locked := protocol.NewFault(protocol.ReasonStoreLocked, "Process 7 holds the database.")
	for name, tc := range map[string]struct {
		cause error
		pre   *protocol.Preface
		want  protocol.Reason
	}{
		"store_locked": {locked, nil, protocol.ReasonStoreLocked},
		"to_a_bridge":  {locked, &protocol.Preface{Origin: origin}, protocol.ReasonStoreLocked},
		"wrapped":      {errors.Join(protocol.NewFault(protocol.ReasonStoreNewer, "Newer.")), nil, protocol.ReasonStoreNewer},
		"other":        {errors.New("no disk"), nil, protocol.ReasonInternal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := serve(t, t.Context(), daemon.Options{
				Dirs: newDirs(t), Origins: []string{origin}, Refusal: time.Hour,
				Open: func(context.Context, daemon.Info) (daemon.Service, error) { return nil, tc.cause },
			})
			if r.said.State != daemon.StateRefusing {
				t.Fatalf("said %+v", r.said)
			}
			p := r.connect(tc.pre)
			for range 2 {
				_, err := hello(t, p)
				if reason(err) != tc.want || !strings.Contains(tc.cause.Error(), err.Error()) && tc.want != protocol.ReasonInternal {
					t.Errorf("hello answered with %v, want %s", err, tc.want)
				}
			}
			_ = p.Close()
			// It leaves with the client that was told, long before its time is over.
			if err := r.ended(); reason(err) != tc.want {
				t.Errorf("ended with %v", err)
			}
		})
	}
}

func TestServe_refusal_ends_without_clients(t *testing.T) {
	t.Parallel()
	r := serve(t, t.Context(), daemon.Options{
		Dirs: newDirs(t), Refusal: 10 * time.Millisecond,
		Open: func(context.Context, daemon.Info) (daemon.Service, error) { return nil, errors.New("no disk") },
	})
	if err := r.ended(); err == nil {
		t.Error("a start that failed ended well")
	}
}

func TestServe_busy_service_holds_the_daemon(t *testing.T) {
	t.Parallel()
	s := newService()
	s.busy = true
	r := serve(t, t.Context(), daemon.Options{Dirs: newDirs(t), Open: opens(s), Patience: time.Nanosecond})
	p := r.connect(nil)
	if _, err := hello(t, p); err != nil {
		t.Fatal(err)
	}
	_ = p.Close()
	if _, err := hello(t, r.connect(nil)); err != nil {
		t.Errorf("it left while it was busy: %v", err)
	}
	s.set(false)
	select {
	case err := <-r.err:
		t.Fatalf("it left while a link was open: %v", err)
	default:
	}
}

func TestServe_leaves_within_the_grace(t *testing.T) {
	t.Parallel()
	s := newService()
	s.park = func(context.Context) error { select {} } // it never comes back
	ctx, cancel := context.WithCancel(t.Context())
	r := serve(t, ctx, daemon.Options{Dirs: newDirs(t), Open: opens(s), Grace: 100 * time.Millisecond})
	cancel()
	if err := r.ended(); err == nil || !strings.Contains(err.Error(), "100ms") {
		t.Errorf("ended with %v", err)
	}
}

func TestServe_says_why_it_cannot_start(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := serve(t, t.Context(), daemon.Options{Dirs: config.Dirs{Data: filepath.Join(file, "data")}, Open: opens(newService())})
	if err := r.ended(); err == nil || r.said.State != daemon.StateFailed || r.said.Message != err.Error() {
		t.Errorf("said %+v, ended with %v", r.said, err)
	}
}
