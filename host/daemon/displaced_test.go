//go:build linux

package daemon_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// backup copies the files of a data directory to another place, as they lie there
// while a daemon runs.
func backup(t *testing.T, d config.Dirs) string {
	t.Helper()
	kept := filepath.Join(filepath.Dir(d.Data), "backup")
	for _, file := range []string{d.Beacon(), d.Lock(), filepath.Join(d.Data, config.Marker)} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.MkdirAll(kept, 0o700), os.WriteFile(filepath.Join(kept, filepath.Base(file)), data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return kept
}

// displacements are what a person does to the data directory of a daemon that runs.
func displacements() map[string]func(t *testing.T, d config.Dirs) error {
	return map[string]func(t *testing.T, d config.Dirs) error{
		"removed":         func(_ *testing.T, d config.Dirs) error { return os.RemoveAll(d.Data) },
		"removed_and_new": func(_ *testing.T, d config.Dirs) error { return errors.Join(os.RemoveAll(d.Data), d.Prepare()) },
		"backup_put_back": func(t *testing.T, d config.Dirs) error {
			kept := backup(t, d)
			return errors.Join(os.RemoveAll(d.Data), os.Rename(kept, d.Data))
		},
		"moved":        func(_ *testing.T, d config.Dirs) error { return os.Rename(d.Data, d.Data+".old") },
		"lock_removed": func(_ *testing.T, d config.Dirs) error { return os.Remove(d.Lock()) },
	}
}

// A daemon whose data directory is no longer the one at its path is of no use to
// anybody: a browser that is linked to it comes back to the one that serves there.
func TestServe_leaves_when_its_place_is_another(t *testing.T) {
	t.Parallel()
	for name, displace := range displacements() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService()
			s.busy = true
			d := newDirs(t)
			r := serve(t, t.Context(), daemon.Options{Dirs: d, Open: opens(s), Watch: time.Millisecond})
			p := r.connect(&protocol.Preface{Origin: origin})
			if _, err := hello(t, p); err != nil {
				t.Fatal(err)
			}
			if err := displace(t, d); err != nil {
				t.Fatal(err)
			}
			if err := r.ended(); err != nil {
				t.Error(err)
			}
			<-p.Done()
			if !s.parked.Load() || !s.closed.Load() {
				t.Error("the service was not parked and closed")
			}
		})
	}
	t.Run("what_the_service_keeps", func(t *testing.T) {
		t.Parallel()
		s := newService()
		r := serve(t, t.Context(), daemon.Options{Dirs: newDirs(t), Open: opens(s), Watch: time.Millisecond})
		if _, err := hello(t, r.connect(&protocol.Preface{Origin: origin})); err != nil {
			t.Fatal(err)
		}
		s.displaced.Store(true)
		if err := r.ended(); err != nil {
			t.Error(err)
		}
	})
}

// However such a daemon ends, it leaves its successor at the same path alone.
func TestServe_takes_nothing_of_its_successor_away(t *testing.T) {
	t.Parallel()
	for name, displace := range displacements() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, terminate := context.WithCancel(t.Context())
			d := newDirs(t)
			ghost := serve(t, ctx, daemon.Options{Dirs: d, Open: opens(newService()), Watch: time.Hour})
			link := ghost.connect(nil)
			if _, err := hello(t, link); err != nil {
				t.Fatal(err)
			}
			if err := displace(t, d); err != nil {
				t.Fatal(err)
			}
			next, end := context.WithCancel(t.Context())
			successor := serve(t, next, daemon.Options{Dirs: d, Open: opens(newService()), Watch: time.Hour})
			if successor.said.State != daemon.StateServing {
				t.Fatalf("the successor says %+v", successor.said)
			}
			if name == "removed" { // as from a terminal; else as by the system
				if _, err := rpc.Call(t.Context(), link, client.DaemonStop, client.Stop{}); err != nil {
					t.Error(err)
				}
			}
			terminate()
			if err := ghost.ended(); err != nil {
				t.Error(err)
			}
			if _, err := hello(t, successor.connect(nil)); err != nil {
				t.Errorf("the successor is not reached any more: %v", err)
			}
			end()
			if err := successor.ended(); err != nil {
				t.Error(err)
			}
			for _, path := range []string{filepath.Join(d.Data, "s"), d.Beacon()} {
				if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s stays (%v)", path, err)
				}
			}
		})
	}
}

// A cleaner of temporary files, or a person, takes the socket or the beacon away: the
// daemon is well, and is found again.
func TestServe_puts_its_socket_and_beacon_there_anew(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(d config.Dirs) error{
		"socket_removed": func(d config.Dirs) error { return os.Remove(filepath.Join(d.Data, "s")) },
		"beacon_removed": func(d config.Dirs) error { return os.Remove(d.Beacon()) },
		"both_removed": func(d config.Dirs) error {
			return errors.Join(os.Remove(filepath.Join(d.Data, "s")), os.Remove(d.Beacon()))
		},
		"socket_replaced": func(d config.Dirs) error {
			path := filepath.Join(d.Data, "s")
			return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600))
		},
		"beacon_of_an_earlier_life": func(d config.Dirs) error {
			return d.WriteBeacon(config.Beacon{Pid: 1, Socket: filepath.Join(d.Data, "s"), Epoch: "earlier"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, terminate := context.WithCancel(t.Context())
			d := newDirs(t)
			r := serve(t, ctx, daemon.Options{Dirs: d, Open: opens(newService()), Watch: time.Millisecond})
			linked := r.connect(&protocol.Preface{Origin: origin})
			first, err := hello(t, linked)
			if err != nil {
				t.Fatal(err)
			}
			if err := harm(d); err != nil {
				t.Fatal(err)
			}
			awaitReach(t, d, first.Epoch)
			if again, err := hello(t, r.connect(nil)); err != nil || again.Epoch != first.Epoch {
				t.Errorf("%q answers, want %q (%v)", again.Epoch, first.Epoch, err)
			}
			select {
			case <-linked.Done():
				t.Error("the link that was open has ended")
			default:
			}
			terminate()
			if err := r.ended(); err != nil {
				t.Error(err)
			}
			for _, path := range []string{filepath.Join(d.Data, "s"), d.Beacon()} {
				if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s stays (%v)", path, err)
				}
			}
		})
	}
}

// awaitReach waits until the beacon is of that life of the daemon, and its socket
// takes links.
func awaitReach(t *testing.T, d config.Dirs, epoch string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		b, err := d.ReadBeacon()
		if err != nil || b.Epoch != epoch {
			continue
		}
		if conn, err := new(net.Dialer).DialContext(t.Context(), "unix", b.Socket); err == nil {
			_ = conn.Close()
			return
		}
	}
	t.Fatal("the daemon is not found again")
}
